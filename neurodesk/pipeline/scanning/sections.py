"""Stubs, stub and missing sections, from shape, numbering, twins and the KB's own templates (SPEC G1)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from neurodesk.domain.section_roles import role_of as _role_of
from neurodesk.pipeline.scanning.digest import NodeDigest, Section

THIN_STRENGTH = {"empty": 1.0, "placeholder": 1.0, "announces": 0.92, "short": 0.3}
# Headings recur; their roles are looked up once.
role_of = lru_cache(maxsize=100_000)(_role_of)
# Numbered steps are namesakes of one another.
_NUMBERED = "#"
# A heading that many articles leave nearly empty ("Licence") is a custom, not a gap.
CUSTOM_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class SectionGap:
    """A section that is empty or missing; offsets are those of the place to look at."""

    section: str
    how: str
    strength: float
    start: int
    end: int
    other_start: int = -1
    other_end: int = -1


@dataclass(frozen=True, slots=True)
class Customs:
    """What is usual in this knowledge base.

    Attributes:
        thin_titles: headings under which next to nothing is usual.
        common_titles: headings that many articles have, such as an introduction.
        section_words: median words of a leaf section.
        article_words: median words of an article.
        worked_out: for headings whose sections nearly always hold a list, a table or code: which share of
            them does, and their median words.
    """

    thin_titles: frozenset[str]
    common_titles: frozenset[str]
    section_words: float
    article_words: float
    worked_out: Mapping[str, tuple[float, float]]


def learn_customs(digests: Sequence[NodeDigest]) -> Customs:
    """Read the customs of a knowledge base from all its articles."""
    seen: Counter[str] = Counter()
    thin: Counter[str] = Counter()
    words: list[int] = []
    for digest in digests:
        titles = {one.key: one for one in digest.sections}
        for key, one in titles.items():
            seen[key] += 1
            if (one.leaf and not one.has_code and one.raw_words <= 4) or one.shared:
                thin[key] += 1
        words.extend(one.raw_words for one in digest.sections if one.leaf and not one.shared)
    articles = max(1, len(digests))
    return Customs(
        frozenset(key for key, count in thin.items() if count >= 3 and count / seen[key] >= CUSTOM_SHARE),
        frozenset(key for key, count in seen.items() if count >= max(3, articles * 0.05)),
        _median(words),
        _median([one.words for one in digests]),
        _worked_out(digests),
    )


def _worked_out(digests: Sequence[NodeDigest]) -> dict[str, tuple[float, float]]:
    namesakes: dict[str, list[Section]] = defaultdict(list)
    for digest in digests:
        for one in digest.sections:
            if one.leaf and not one.shared:
                namesakes[one.key].append(one)
                if one.number:
                    namesakes[_NUMBERED + one.counted].append(one)
    found = {}
    for key, members in namesakes.items():
        share = sum(one.listed or one.has_code for one in members) / len(members)
        if len(members) >= 5 and share >= 0.8:
            found[key] = (share, _median([one.raw_words for one in members]))
    return found


def _median(values: Sequence[int]) -> float:
    ordered = sorted(values)
    return float(ordered[len(ordered) // 2]) if ordered else 0.0


def stub_strength(digest: NodeDigest, customs: Customs) -> float:
    """Return how much an article is only a stub: its size against the knowledge base's own, 0..1."""
    if not customs.article_words:
        return 0.0
    size = digest.words + 6 * digest.code_lines
    usual = max(40.0, customs.article_words)
    ratio = size / usual
    if ratio >= 0.4 or size > 150:
        return 0.0
    return min(1.0, math.log(0.4 / max(ratio, 0.01)) / math.log(0.4 / 0.08))


def stub_sections(
    digest: NodeDigest, customs: Customs, aligned: dict[int, Section] | None = None
) -> list[SectionGap]:
    """Return the sections of an article that hold next to nothing.

    Args:
        aligned: the twin's section for each section's index, where the two could be aligned.
    """
    found = []
    for index, one in enumerate(digest.sections):
        if one.shared or one.key in customs.thin_titles:
            continue
        twin = (aligned or {}).get(index)
        strength, how = 0.0, one.thin
        if one.thin:
            strength = THIN_STRENGTH[one.thin]
            if one.thin == "short":
                strength *= _shortfall(one, customs)
        share, usual = customs.worked_out.get(one.key, (0.0, 0.0))
        if share and one.leaf and not one.listed and not one.has_code and one.raw_words < 0.7 * usual:
            strength, how = max((strength, how), (0.95 * share, "namesakes"))
        share, usual = customs.worked_out.get(_NUMBERED + one.counted, (0.0, 0.0))
        if share and one.number and one.thin == "short" and one.raw_words < 0.5 * usual:
            strength, how = max((strength, how), (0.9 * share, "namesakes"))
        if twin is not None and one.leaf and not one.has_code and one.raw_words <= 40:
            more = twin.raw_words + 8 * len(twin.code)
            mine = one.raw_words + 1
            if (twin.has_code and one.thin) or more >= 4 * mine + 12:
                strength, how = (
                    max(strength, min(1.0, 0.6 + 0.1 * math.log2(max(1.0, more / mine)))),
                    how or "twin",
                )
            elif one.thin in {"short", "announces"} and how != "namesakes" and more <= 2 * mine + 6:
                strength *= 0.3  # the translation is as short here: this is how it is meant
        if strength > 0.1:
            place = (twin.start, twin.end) if twin is not None and how == "twin" else (-1, -1)
            found.append(SectionGap(one.title, how, strength, one.start, one.own_end, *place))
    return found


def _shortfall(one: Section, customs: Customs) -> float:
    if one.key in customs.common_titles or not customs.section_words:
        return 0.0
    return min(1.0, max(0.0, 1.0 - 2.5 * one.raw_words / max(20.0, customs.section_words)))


# -- twins ------------------------------------------------------------------------------------------


def align(one: Sequence[Section], other: Sequence[Section]) -> list[tuple[int, int]]:
    """Return index pairs of sections that stand for one another in two translations, in order.

    Language does not matter: level, number, code, size and place decide (a global alignment).
    """
    rows, columns = len(one), len(other)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            match = _same_section(one[i], other[j], i / rows - j / columns)
            best[i][j] = max(best[i + 1][j], best[i][j + 1], match + best[i + 1][j + 1] if match > 0 else 0.0)
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        match = _same_section(one[i], other[j], i / rows - j / columns)
        if match > 0 and abs(best[i][j] - match - best[i + 1][j + 1]) < 1e-9:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _same_section(one: Section, other: Section, drift: float) -> float:
    if one.level != other.level or (one.leaf != other.leaf and one.number != other.number):
        return 0.0
    score = 0.45
    if one.number or other.number:
        score += 0.35 if one.number == other.number else -0.25
    if one.code and other.code:
        shared = len(set(one.code) & set(other.code)) / min(len(one.code), len(other.code))
        score += 0.6 * shared - 0.15
    elif bool(one.has_code) != bool(other.has_code):
        score -= 0.15
    if one.key and one.key == other.key:
        score += 0.4
    role, others = role_of(one.title), role_of(other.title)
    if role and others:
        score += 0.3 if role == others else -0.3
    mine, theirs = one.raw_words + 5, other.raw_words + 5
    score += 0.2 * min(mine, theirs) / max(mine, theirs) - 0.1
    return score - 0.25 * abs(drift)


def missing_against_twin(
    mine: Sequence[Section], theirs: Sequence[Section], pairs: Sequence[tuple[int, int]], customs: Customs
) -> list[SectionGap]:
    """Return the sections that the twin has and this article lacks.

    The better the rest of the two agrees, the surer is the gap.
    """
    matched = {j for _, j in pairs}
    absent = [
        j
        for j, one in enumerate(theirs)
        if j not in matched
        and not one.shared
        and one.key not in customs.thin_titles
        and (one.raw_words >= 12 or one.has_code or not one.leaf)
    ]
    if not absent or not mine:
        return []
    extra = len(mine) - len(pairs)
    # A parent with its children is one gap.
    heads = [j for j in absent if not any(k in absent and _is_parent(theirs, k, j) for k in range(j))]
    agreement = len(pairs) / max(1, len(pairs) + extra)
    found = []
    back = {j: i for i, j in pairs}
    for j in heads:
        one = theirs[j]
        weight = 1.0 if one.raw_words + 8 * len(one.code) >= 40 else 0.85
        strength = agreement**1.5 * weight / (1.0 + 0.22 * (len(heads) - 1))
        after = next((mine[back[k]] for k in range(j + 1, len(theirs)) if k in back), None)
        start, end = (after.start, after.end) if after else (mine[-1].start, mine[-1].own_end)
        found.append(SectionGap(one.title, "twin", strength * 0.97, start, end, one.start, one.own_end))
    return found


def _is_parent(sections: Sequence[Section], parent: int, child: int) -> bool:
    level = sections[parent].level
    return level < sections[child].level and all(
        sections[k].level > level for k in range(parent + 1, child + 1)
    )


# -- templates --------------------------------------------------------------------------------------


def missing_against_template(
    digests: Sequence[NodeDigest], groups: Sequence[str], languages: Sequence[str]
) -> dict[int, list[SectionGap]]:
    """Return sections that nearly all articles of one kind have and an article lacks.

    Articles of one kind have the same main section roles ("steps") and stand in one source. A role counts as
    part of the template when at least four of five articles with steps have it.

    Args:
        groups, languages: source and language of each article.
    """
    members: dict[str, list[int]] = defaultdict(list)
    roles: list[dict[str, str]] = []
    for index, digest in enumerate(digests):
        mine = {role: one.title for one in digest.sections if (role := role_of(one.title)) and not one.shared}
        roles.append(mine)
        if "steps" in mine and len(digest.sections) >= 3:
            members[groups[index]].append(index)
    found: dict[int, list[SectionGap]] = {}
    for group in sorted(members):
        articles = members[group]
        if len(articles) < 6:
            continue
        counts = Counter(role for index in articles for role in roles[index])
        for role, count in sorted(counts.items()):
            share = count / len(articles)
            lacking = [index for index in articles if role not in roles[index]]
            if role == "steps" or share < 0.75 or not lacking:
                continue
            usual = Counter(roles[index][role] for index in articles if role in roles[index])
            strength = share**2 * 0.95
            for index in lacking:
                same = Counter(
                    roles[other][role]
                    for other in articles
                    if role in roles[other] and languages[other] == languages[index]
                )
                title = (same or usual).most_common(1)[0][0]
                last = digests[index].sections[-1]
                found.setdefault(index, []).append(
                    SectionGap(title, "template", strength, last.start, last.end)
                )
    return found
