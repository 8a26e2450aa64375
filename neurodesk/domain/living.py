"""Promoted sentences and what their sources say now: stands, moved, changed, gone (SPEC P7).

A quotation that stands elsewhere in the source's new text is re-anchored. Where its own sentence, heading or
list introduction reads otherwise, the code judge decides as at the first time: flagged is a claim when the
new words carry it less than the old ones did, or when a denial, a condition or a figure beside the quotation
is another one.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from neurodesk.domain.articles import STRICTNESS, SourceRef, Verdict
from neurodesk.domain.facts.polarity import find_polarity
from neurodesk.domain.folding import fold_text
from neurodesk.domain.judge import CitedPassage, ClaimUnit, Similarity, judge_claim
from neurodesk.domain.quotes import FoldedSource, QuoteSpan, SourceContext, source_unit_around
from neurodesk.domain.units import Article, Unit, UnitKind, split_source

# A place in the new text counts as what became of a quotation from this share of common words on.
_ALIKE = 0.34
_KEPT = 8
_FIGURE = re.compile(r"\d+(?:\.\d+)*")
_NUMBERING = re.compile(r"^\W*(?:step|schritt|part|teil)?\s*\d+(?:\.\d+)*\s*[-–—:.)]*\s*", re.IGNORECASE)


class SourceState(StrEnum):
    """What a look at a source found."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    GONE = "gone"
    FAILED = "failed"


class ClaimState(StrEnum):
    """What became of the words that a promoted sentence rests on; the last two are flagged."""

    STANDS = "stands"
    RE_ANCHORED = "re_anchored"
    CHANGED = "changed"
    GONE = "gone"


FLAGGED = (ClaimState.CHANGED, ClaimState.GONE)


@dataclass(frozen=True, slots=True)
class SourceLook:
    """A source as it was found now.

    Attributes:
        text: None where nothing could be read: it is gone, or the look failed.
        moved_to: address that a permanent redirect names, "" otherwise.
        not_modified: the server says that the text known before still holds.
        detail: plain text for the log of a look that failed.
        requested: whether the page itself was asked for.
    """

    state: SourceState
    text: str | None = None
    etag: str = ""
    last_modified: str = ""
    moved_to: str = ""
    not_modified: bool = False
    detail: str = ""
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a claim's quotation stands now.

    Attributes:
        start, end: character offsets in the new text; -1 where the quotation does not stand.
        passage: the new words: the whole unit around the quotation, or what is most like it; "" for none.
        reason: ``quote_gone``, ``words_around_changed`` or ``source_gone`` of a flagged one.
    """

    state: ClaimState
    start: int = -1
    end: int = -1
    passage: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangedSentence:
    """A promoted sentence whose source no longer carries it: what the scanner and the curator are shown.

    Attributes:
        node_id: the promoted article; start, end: offsets of the sentence in its body, -1 when unknown.
        before, after: the source's words then and now; ``after`` is "" where nothing is like them.
        state: ``changed`` or ``gone``.
        now_sha256: hash of the source's text now, "" when it is gone.
    """

    node_id: str
    claim_id: str
    sentence: str
    start: int
    end: int
    ref: str
    uri: str
    title: str
    state: ClaimState
    before: str
    after: str = ""
    now_sha256: str = ""
    reason: str = ""
    checked_at: float = 0.0


GONE = Anchor(ClaimState.GONE, reason="source_gone")


def anchor(
    ref: SourceRef, claim: ClaimUnit, old: str, new: str, similarity: Similarity | None = None
) -> Anchor:
    """Return what became of one citation in its source's new text.

    Args:
        ref: the citation as it was promoted; its offsets are in ``old``.
        claim: the sentence that rests on it.
        old: the source's text as it was judged.
        new: its text now.
        similarity: as the reviewer had it.
    """
    quote = ref.quote.strip()
    if old == new or not quote:
        return Anchor(ClaimState.STANDS, ref.start, ref.end)
    was = _old_place(ref, old)
    if was is None:
        return Anchor(ClaimState.STANDS, ref.start, ref.end)
    places = _folded(new).find_all(quote) or _plain(quote, new)
    if not places:
        after = nearest_passage(old, was, new)
        return Anchor(ClaimState.CHANGED, passage=after, reason="quote_gone")
    framed = source_unit_around(_article(old), was)
    here = nearest_place(old, was, new, places)
    now = source_unit_around(_article(new), here)
    turned = _turns(framed) != _turns(now) or _other_release(framed.heading, now.heading)
    if _same_words(framed, now) or not (turned or _carries_less(ref, claim, old, new, here, similarity)):
        moved = (here.start, here.end) != (was.start, was.end)
        return Anchor(ClaimState.RE_ANCHORED if moved else ClaimState.STANDS, here.start, here.end, now.text)
    return Anchor(ClaimState.CHANGED, here.start, here.end, now.text, "words_around_changed")


def nearest_place(old: str, was: QuoteSpan, new: str, places: tuple[QuoteSpan, ...]) -> QuoteSpan:
    """Return of several places of a quotation the one that the old place became.

    The same heading goes first; of several below it the one nearest to where the old place is expected: what
    was put in before it moves it, what stands behind it does not.
    """
    if len(places) == 1:
        return places[0]
    heading = _headings(_article(old), was)
    wanted = expected_start(old, was.start, new)

    def order(place: QuoteSpan) -> tuple[bool, int, int]:
        return (_headings(_article(new), place) != heading, abs(place.start - wanted), place.start)

    return min(places, key=order)


def expected_start(old: str, start: int, new: str) -> int:
    """Return where a character of the old text stands in the new one when only the middle changed."""
    front = _common(old, new)
    if start < front:
        return start
    back = min(_common(old[::-1], new[::-1]), min(len(old), len(new)) - front)
    if start >= len(old) - back:
        return start + len(new) - len(old)
    middle_old, middle_new = len(old) - front - back, len(new) - front - back
    return front + round((start - front) * middle_new / max(1, middle_old))


def nearest_passage(old: str, was: QuoteSpan, new: str) -> str:
    """Return the unit of the new text that is most like the words around an old quotation, "" for none."""
    framed = source_unit_around(_article(old), was)
    wanted = _bag(framed.text or was.of(old))
    place = expected_start(old, was.start, new)
    best, found = (_ALIKE, 0), ""
    for unit in _article(new).units:
        if unit.kind in (UnitKind.LINK_TARGET, UnitKind.RAW_HTML):
            continue
        bag = _bag(unit.text)
        common = sum((wanted & bag).values())
        share = 2 * common / max(1, wanted.total() + bag.total())
        value = (round(share, 6), -abs(unit.start - place))
        if value[0] > _ALIKE and value > best:
            best, found = value, unit.text
    return found


def place_in(article: Article, kind: str, text: str) -> Unit | None:
    """Return the first unit of an article with this kind and text, None when it stands no more."""
    return next((one for one in article.units if one.kind.value == kind and one.text == text), None)


def _carries_less(
    ref: SourceRef, claim: ClaimUnit, old: str, new: str, here: QuoteSpan, similarity: Similarity | None
) -> bool:
    """Tell whether the words around the quotation carry the claim less than they did, by the code judge."""
    before = judge_claim(claim, [CitedPassage(ref.ref, old, ref.quote, "", ref.title)], (), similarity)
    # The judge takes the first place of a quotation: what is before the one that counts is left away.
    text = new if _folded(new).find(ref.quote) == here else _from_heading(new, here)
    after = judge_claim(claim, [CitedPassage(ref.ref, text, ref.quote, "", ref.title)], (), similarity)
    worst = {Verdict.UNSUPPORTED, Verdict.CONTRADICTED}
    if before.verdict in worst:  # carried by the reviewer or the curator: the words themselves have to stay
        return True
    return STRICTNESS[after.verdict] > STRICTNESS[before.verdict]


def _from_heading(text: str, here: QuoteSpan) -> str:
    """Return the text from the heading above a place on; from its own units where it stands there twice."""
    article = _article(text)
    heads = (UnitKind.TITLE, UnitKind.HEADING)
    above = [one.start for one in article.units if one.kind in heads and one.start <= here.start]
    start = text.rfind("\n", 0, above[-1]) + 1 if above else 0
    cut = text[start:]
    found = _folded(cut).find(here.of(text))
    if found is not None and found.start + start == here.start:
        return cut
    framed = source_unit_around(article, here)
    return "\n\n".join(
        part for part in (f"# {framed.heading}" if framed.heading else "", text[framed.start :]) if part
    )


def _old_place(ref: SourceRef, old: str) -> QuoteSpan | None:
    if 0 <= ref.start < ref.end <= len(old):
        return QuoteSpan(ref.start, ref.end)
    return _folded(old).find(ref.quote) or next(iter(_plain(ref.quote.strip(), old)), None)


def _plain(quote: str, text: str) -> tuple[QuoteSpan, ...]:
    """Return where a quotation without words, such as an address, stands letter by letter."""
    at = text.find(quote) if "://" in quote or not any(one.isalnum() for one in quote) else -1
    return (QuoteSpan(at, at + len(quote)),) if at >= 0 else ()


def _same_words(one: SourceContext, other: SourceContext) -> bool:
    return fold_text(one.framed) == fold_text(other.framed)


def _turns(words: SourceContext) -> Counter[str]:
    """Return what can turn a sentence: denials, conditions, and every figure beside it."""
    text = "\n".join((*words.intros, " | ".join(words.header), words.text))
    cues = Counter(cue.kind for cue in find_polarity(text).cues)
    return cues + Counter(_FIGURE.findall(text))


def _other_release(one: str, other: str) -> bool:
    """Tell whether two headings are the same but for a figure that is not their own number."""
    one, other = _NUMBERING.sub("", one), _NUMBERING.sub("", other)
    return fold_text(one) != fold_text(other) and _FIGURE.sub("0", one) == _FIGURE.sub("0", other)


def _headings(article: Article, span: QuoteSpan) -> tuple[str, ...]:
    return tuple(fold_text(one) for one in source_unit_around(article, span).heading_path)


def _bag(text: str) -> Counter[str]:
    return Counter(fold_text(text).casefold().split())


def _common(one: str, other: str) -> int:
    """Return the length of the common beginning, by halves: slices compare at the speed of memory."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@lru_cache(maxsize=_KEPT)
def _folded(text: str) -> FoldedSource:
    return FoldedSource(text)


@lru_cache(maxsize=_KEPT)
def _article(text: str) -> Article:
    return split_source(text)
