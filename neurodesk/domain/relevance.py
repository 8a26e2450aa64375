"""Does a text belong to the question? Anchors come from all German and English queries (SPEC W4).

Three parts decide: how much of a query's weight stands in the text (and in its best passage together),
whether the subject that the queries name is the page's own subject and not a mention, and whether codes and
versions are the same. The last two separate an answer from a page with the same words about another
product or version.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from neurodesk.domain.query_words import (
    CODE,
    GENERIC,
    PARTS,
    PLATFORMS,
    STOPWORDS,
    hard_form,
    language_of,
    named_versions,
    same_version,
    stem,
    tokens,
)

Similarity = Callable[[str, str], float]
"""Calibrated similarity 0..1 of a query and a passage (SPEC K6)."""

PASSAGE_CHARS = 900
MAX_TEXT_CHARS = 400_000
# A query of one word would be covered by every page with that word: short queries count as this heavy.
LEAST_WEIGHT = 3.0
OTHER_CODE = 0.25
OTHER_VERSION = 0.3
HARD_MISSING = 0.8
# A text whose title and headings alone speak of the matter keeps promises to search engines, not to readers.
LEAST_BELOW_HEADINGS = 0.25
TITLE_ONLY = 0.3

_HEADING = re.compile(r"^(?:#{1,6}\s+(.+?)\s*#*|(.+)\n(?:=+|-{3,}))\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class AnchorQuery:
    """One query or question with its weighted terms."""

    text: str
    lang: str
    terms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Anchors:
    """What a task is about, ready to compare with many texts.

    Attributes:
        names: stems that name the subject (products, protocols), with weights.
        namings: the names by language of the queries; a page needs those of one language ("UPS" or "USV").
        codes: codes that most queries ask for; another code of the same kind is another subject.
        versions: (name stem, version) pairs that the queries ask for.
    """

    queries: tuple[AnchorQuery, ...]
    names: tuple[tuple[str, float], ...] = ()
    codes: tuple[str, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    namings: tuple[tuple[tuple[str, float], ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.queries)


@dataclass(frozen=True, slots=True)
class Relevance:
    """How well a text fits, and why.

    Attributes:
        score: 0..1.
        query: the query that fits best.
        missing: terms of that query that the text lacks.
        reason: "" or what lowered the score: ``other_subject``, ``other_version``, ``other_code``.
        subject, coverage: the parts of the score, 0..1.
    """

    score: float
    query: str = ""
    missing: tuple[str, ...] = ()
    reason: str = ""
    subject: float = 1.0
    coverage: float = 0.0


def make_anchors(topic: str, questions: Iterable[str] = (), queries: Iterable[str] = ()) -> Anchors:
    """Build the anchors of a task from everything that was planned, German and English.

    Args:
        topic: the task's topic; counts like a query.
        questions: research questions.
        queries: search queries.
    """
    texts = list(dict.fromkeys(" ".join(one.split()) for one in (topic, *questions, *queries) if one.strip()))
    made = []
    for text in texts:
        terms = _terms(text)
        if terms:
            made.append(AnchorQuery(text, language_of(text), tuple(terms.items())))
    names, namings = _names(made)
    return Anchors(tuple(made), names, _codes(made), _versions(texts), namings)


_Weights = tuple[tuple[str, float], ...]


def _terms(text: str) -> dict[str, float]:
    """Weigh the words of a query; platforms and their versions count little beside a subject."""
    terms: dict[str, float] = {}
    on_platform: set[str] = set()
    before = ""
    for token in _split_compounds(tokens(text)):
        hard = hard_form(token)
        folded = token.casefold()
        if hard:
            terms[f"={hard}"] = 2.0 if len(hard) > 2 else 1.0
            if before in PLATFORMS:
                on_platform.add(f"={hard}")
        elif folded not in STOPWORDS and len(folded) > 1:
            key = stem(folded)
            terms[key] = max(terms.get(key, 0.0), _weight(token))
            if folded in PLATFORMS:
                on_platform.add(key)
        before = folded
    subject = sum(weight for term, weight in terms.items() if term not in on_platform and weight >= 1.0)
    if subject >= 2.0:
        terms.update(dict.fromkeys(on_platform, 0.4))
    return terms


def _split_compounds(words: Iterable[str]) -> list[str]:
    """Split hyphenated words, so that "SSH-Schlüssel" names SSH; codes and versions stay whole."""
    found: list[str] = []
    for word in words:
        if "-" in word and not hard_form(word):
            found += [part for part in word.split("-") if part]
        else:
            found.append(word)
    return found


def _weight(token: str) -> float:
    if token.casefold() in GENERIC or stem(token.casefold()) in _generic_stems():
        return 0.4
    return 2.0 if _looks_like_a_name(token) else 1.0


@functools.lru_cache(maxsize=1)
def _generic_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in GENERIC)


def _looks_like_a_name(token: str) -> bool:
    """Tell whether the spelling marks a product or protocol: ZFS, PostgreSQL, pfSense, mod_ssl."""
    return any(c.isupper() for c in token[1:]) or ("_" in token and token.casefold() not in GENERIC)


def _names(queries: Sequence[AnchorQuery]) -> tuple[_Weights, tuple[_Weights, ...]]:
    """Names are spelled as such, or stand in German and English queries alike."""
    seen: dict[str, set[str]] = {}
    count: Counter[str] = Counter()
    spelled: dict[str, float] = {}
    generic = _generic_stems()
    for query in queries:
        spelled.update(_leading_names(query.text))
        for token in _split_compounds(tokens(query.text)):
            folded = token.casefold()
            key = stem(folded)
            if (
                hard_form(token)
                or folded in STOPWORDS
                or folded in PLATFORMS
                or key in generic
                or len(folded) < 2
            ):
                continue
            if query.lang:
                seen.setdefault(key, set()).add(query.lang)
            if _looks_like_a_name(token):
                spelled[key] = 2.0
        count.update({term for term, _ in query.terms})
    both = {key: 1.0 for key, languages in seen.items() if len(languages) > 1}
    names = {**both, **spelled}
    # A name that only a small part of the queries uses is a detail, not the subject.
    kept = {key: weight for key, weight in names.items() if count[key] * 3 >= len(queries)}
    namings = {
        tuple(sorted((key, weight) for key, weight in kept.items() if language in seen.get(key, {language})))
        for language in ("de", "en")
    }
    return tuple(sorted(kept.items())), tuple(sorted(one for one in namings if one))


def _leading_names(text: str) -> dict[str, float]:
    """A lower-case part before a German noun is a product's own spelling: "systemd-Dienst"."""
    found: dict[str, float] = {}
    for word in tokens(text):
        first, dash, rest = word.partition("-")
        if dash and first.islower() and rest[:1].isupper() and first not in GENERIC | STOPWORDS | PLATFORMS:
            found[stem(first)] = 2.0
    return found


def _codes(queries: Sequence[AnchorQuery]) -> tuple[str, ...]:
    count: Counter[str] = Counter()
    for query in queries:
        count.update(
            {term[1:] for term, _ in query.terms if term.startswith("=") and CODE.fullmatch(term[1:])}
        )
    return tuple(sorted(code for code, n in count.items() if n * 2 >= len(queries)))


def _versions(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        pairs.update(set(named_versions(text)))
    return tuple(sorted(pair for pair, n in pairs.items() if n * 3 >= len(texts)))


class ReadText:
    """A text prepared once for comparison with anchors."""

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        self.text = text[:MAX_TEXT_CHARS]
        self.passages = passages(self.text)
        self._passage_stems = [_stems(part) for part in self.passages]
        self.title_stems = _stems(title)
        heads = " \n".join(a or b for a, b in _HEADING.findall(self.text))
        self.prominent = frozenset(_subject_forms(f"{title} \n{heads}"))
        self.mentions = Counter(_subject_forms(self.text))
        self.counts: Counter[str] = Counter()
        for token in tokens(self.text):
            for form in _forms(token):
                self.counts[form] += 1
        self.stems = frozenset(self.counts) | self.title_stems
        self.below_headings = _stems(_HEADING.sub("", self.text))

    @property
    def passage_stems(self) -> list[frozenset[str]]:
        """The forms of each passage, in the order of ``passages``."""
        return self._passage_stems


def _forms(token: str) -> set[str]:
    hard = hard_form(token)
    forms = {f"={hard}"} if hard else {stem(token.casefold())}
    for part in PARTS.split(token):
        if part and part != token:
            inner = hard_form(part)
            forms.add(f"={inner}" if inner and not hard else stem(part.casefold()))
    return forms


def _subject_forms(text: str) -> Iterable[str]:
    """Yield the stems by which a text names its subject: "systemd-resolved" is a name of its own."""
    for token in tokens(text):
        first, dash, rest = token.partition("-")
        if dash and first.islower() and rest[:1].islower():
            yield stem(token.casefold())
        else:
            yield from _forms(token)


def _stems(text: str) -> frozenset[str]:
    return frozenset(form for token in tokens(text) for form in _forms(token))


def passages(text: str) -> list[str]:
    """Split a text at blank lines and headings into passages of about ``PASSAGE_CHARS`` characters."""
    parts: list[str] = []
    size = 0
    current: list[str] = []
    for block in re.split(r"\n\s*\n|\n(?=#{1,6} )", text):
        starts_section = block.lstrip().startswith("#")
        if current and (size + len(block) > PASSAGE_CHARS or starts_section):
            parts.append("\n\n".join(current))
            current, size = [], 0
        current.append(block)
        size += len(block)
    if current:
        parts.append("\n\n".join(current))
    return [part for part in parts if part.strip()]


def _presence(term: str, stems: frozenset[str]) -> float:
    if term in stems:
        return 1.0
    if term.startswith("="):
        # "8" is met by "8.2" (the same major version), "5.1" not by "5.10".
        return 1.0 if any(one.startswith(f"{term}.") for one in stems) else 0.0
    if len(term) >= 5:
        # German compounds: "platte" in "festplatte".
        for one in stems:
            if (term in one) or (len(one) >= 5 and one in term):
                return 0.6
    return 0.0


def coverage(query: AnchorQuery, stems: frozenset[str]) -> float:
    """Return which share of the query's weight the words cover, 0..1."""
    total = sum(weight for _, weight in query.terms)
    met = sum(weight * _presence(term, stems) for term, weight in query.terms)
    return met / max(total, LEAST_WEIGHT)


def snippet_relevance(
    anchors: Anchors, title: str, snippet: str, *, similarity: Similarity | None = None
) -> Relevance:
    """Return how well a search hit's title and snippet fit any of the queries.

    Lenient: a snippet is short, so a missing name or version lowers nothing here.
    """
    stems = _stems(title) | _stems(snippet)
    best = Relevance(0.0)
    for query in anchors.queries:
        lexical = coverage(query, stems)
        if similarity is not None:
            lexical = max(lexical, 0.5 * lexical + 0.5 * similarity(query.text, f"{title}\n{snippet}"))
        if lexical > best.score:
            missing = tuple(t.lstrip("=") for t, _ in query.terms if not _presence(t, stems))
            best = Relevance(min(1.0, lexical), query.text, missing, coverage=lexical)
    return best


def text_relevance(
    anchors: Anchors, title: str, text: str | ReadText, *, similarity: Similarity | None = None
) -> Relevance:
    """Return how well a full text fits what was planned (SPEC W4).

    Args:
        similarity: calibrated similarity of a query and a passage; it may lift the lexical score, never
            the penalties for another subject, version or code.
    """
    read = text if isinstance(text, ReadText) else ReadText(title, text)
    best, best_query = 0.0, None
    for query in anchors.queries:
        whole = coverage(query, read.stems)
        if whole <= best and similarity is None:
            continue
        part, where = 0.0, -1
        for i, stems in enumerate(read.passage_stems):
            here = coverage(query, stems | read.title_stems)
            if here > part:
                part, where = here, i
        score = 0.5 * whole + 0.5 * part
        if similarity is not None and where >= 0:
            score = max(score, 0.5 * score + 0.5 * similarity(query.text, read.passages[where]))
        if score > best:
            best, best_query = score, query
    if best_query is None:
        return Relevance(0.0)
    subject = _subject(anchors, read) * _other_product(anchors, read)
    factor = 0.2 + 0.8 * subject
    reason = "other_subject" if subject < 0.5 else ""
    for code_factor, code_reason in (_code_factor(anchors, read), _version_factor(anchors, read)):
        factor *= code_factor
        reason = code_reason or reason
    factor *= _beside_the_name(anchors, best_query, read)
    if coverage(best_query, read.below_headings) < LEAST_BELOW_HEADINGS:
        factor, reason = factor * TITLE_ONLY, "title_only"
    missing = tuple(t.lstrip("=") for t, _ in best_query.terms if not _presence(t, read.stems))
    return Relevance(min(1.0, best * factor), best_query.text, missing, reason, subject, min(1.0, best))


def _subject(anchors: Anchors, read: ReadText) -> float:
    """Return how far the named subject is the page's own subject, 0..1."""
    return max((_named(naming, read) for naming in anchors.namings), default=1.0)


def _named(naming: _Weights, read: ReadText) -> float:
    words = max(1, sum(read.mentions.values()))
    total = met = 0.0
    for name, weight in naming:
        total += weight
        count = read.mentions[name]
        if count < 2:
            # "OpenZFS" speaks of ZFS, "systemdienst" of neither.
            count += sum(
                n
                for form, n in read.mentions.items()
                if form != name and len(name) >= 3 and (form.startswith(name) or form.endswith(name))
            )
        if name in read.prominent:
            met += weight
        elif count >= 2 and count / words >= 0.002:
            met += 0.75 * weight
        elif count:
            # One mention sets another product apart more often than it names the subject.
            met += 0.15 * weight
    return met / total


def _other_product(anchors: Anchors, read: ReadText) -> float:
    """Lower the subject when the title names another product ("PuTTY") and none of the wanted names."""
    if not anchors.names or any(
        name in read.prominent for name, _ in anchors.names if name in read.title_stems
    ):
        return 1.0
    asked = {term for query in anchors.queries for term, _ in query.terms}
    others = [
        token
        for token in tokens(read.title)
        if any(c.isupper() for c in token[1:]) and any(c.islower() for c in token) and not hard_form(token)
    ]
    return 0.4 if any("-" not in one and stem(one.casefold()) not in asked for one in others) else 1.0


def _beside_the_name(anchors: Anchors, query: AnchorQuery, read: ReadText) -> float:
    """Lower the score of a page that has the product's name and nothing else of the question."""
    names = {name for name, _ in anchors.names}
    others = [(term, weight) for term, weight in query.terms if term not in names]
    telling = [term for term, weight in others if weight >= 1.0]
    rest = telling or [term for term, _ in others]
    if not names or not rest:
        return 1.0
    met = max(
        (sum(_presence(term, stems | read.title_stems) for term in rest) for stems in read.passage_stems),
        default=0.0,
    )
    # Half of the telling words will do; of everyday words such as "service" and "start" all are wanted.
    return 0.5 + 0.5 * min(1.0, (2 if telling else 1) * met / len(rest))


def _code_factor(anchors: Anchors, read: ReadText) -> tuple[float, str]:
    wanted = [code for code in anchors.codes if not _presence(f"={code}", read.stems)]
    if not wanted or len(wanted) < len(anchors.codes):
        return 1.0, ""
    for code in wanted:
        shape = re.match(r"[a-z]*[-_]?|0x", code)
        prefix = shape.group() if shape else ""
        if prefix and any(f.startswith(f"={prefix}") and CODE.fullmatch(f[1:]) for f in read.counts):
            return OTHER_CODE, "other_code"
    return HARD_MISSING, ""


def _version_factor(anchors: Anchors, read: ReadText) -> tuple[float, str]:
    """Lower the score when the page treats the named product in another version only."""
    if not anchors.versions:
        return 1.0, ""
    found: dict[str, Counter[str]] = {}
    for name, version in named_versions(f"{read.title}\n{read.text}"):
        found.setdefault(name, Counter())[version] += 1
    for name, version in anchors.versions:
        others = found.get(name)
        if not others:
            continue
        if any(same_version(version, other) for other in others):
            return 1.0, ""
        return OTHER_VERSION, "other_version"
    return 1.0, ""
