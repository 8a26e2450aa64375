"""Which articles are translations of one another: declared, by file name, by shared code lines (SPEC K3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neurodesk.domain.kb import ArticleKey
from neurodesk.pipeline.import_kb import name_parts, path_key
from neurodesk.pipeline.resolve_links import LinkResolver

# Measured on translated how-tos: twins share nearly all of their code, neighbours on one topic a few lines.
LEAST_CODE_LINES = 4
LEAST_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Twin:
    """``translation`` is the article that says or seems to be the translation of ``original``."""

    translation: str
    original: str
    how: str
    confidence: float


def find_twins(
    articles: Sequence[ArticleKey], resolver: LinkResolver, code: Mapping[str, Sequence[int]]
) -> list[Twin]:
    """Return the translation pairs of a KB; each article has at most one twin a language.

    Args:
        articles: the KB's articles.
        resolver: its links, to look up declared twins.
        code: code-line hashes of the articles that have code.
    """
    ordered = sorted(articles, key=lambda one: (path_key(one.path), one.node_id))
    languages = {one.node_id: one.lang for one in ordered}
    taken: set[tuple[str, str]] = set()
    twins: list[Twin] = []

    def add(translation: ArticleKey, original: ArticleKey, how: str, confidence: float) -> None:
        if not translation.lang or not original.lang or translation.lang == original.lang:
            return
        places = {(translation.node_id, original.lang), (original.node_id, translation.lang)}
        if not places & taken:
            taken.update(places)
            twins.append(Twin(translation.node_id, original.node_id, how, confidence))

    for one in ordered:
        for written in one.twins:
            other = resolver.twin(one, written)
            if other is not None:
                add(one, other, "declared", 1.0)
    by_base: dict[str, list[ArticleKey]] = defaultdict(list)
    for one in ordered:
        by_base[name_parts(one.path).base.casefold()].append(one)
    for group in by_base.values():
        # The file without a marker, else the first by name, counts as the original.
        group.sort(key=lambda one: (name_parts(one.path).lang != "", path_key(one.path)))
        for index, original in enumerate(group):
            for translation in group[index + 1 :]:
                add(translation, original, "file name", 1.0)
    keys = {one.node_id: one for one in ordered}
    for translation_id, original_id, share in _by_code(ordered, languages, code):
        add(keys[translation_id], keys[original_id], "code lines", round(share, 3))
    return twins


def _by_code(
    ordered: Sequence[ArticleKey], languages: Mapping[str, str], code: Mapping[str, Sequence[int]]
) -> list[tuple[str, str, float]]:
    """Return pairs of different languages that share most of their code lines, best first."""
    holders: dict[int, list[str]] = defaultdict(list)
    for one in ordered:
        for line in dict.fromkeys(code.get(one.node_id, ())):
            holders[line].append(one.node_id)
    # Lines that many articles have ("apt update") say nothing.
    telling = {line: nodes for line, nodes in holders.items() if 2 <= len(nodes) <= 6}
    own = {node: sum(1 for line in set(lines) if len(holders[line]) <= 6) for node, lines in code.items()}
    shared: Counter[tuple[str, str]] = Counter()
    for nodes in telling.values():
        for index, first in enumerate(nodes):
            for second in nodes[index + 1 :]:
                if languages[first] != languages[second]:
                    shared[(first, second)] += 1
    pairs = []
    for (first, second), count in shared.items():
        larger = max(own[first], own[second])
        if count >= LEAST_CODE_LINES and count / larger >= LEAST_SHARE:
            pairs.append((second, first, count / larger))
    return sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))
