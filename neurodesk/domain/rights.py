"""How much of an article stands word for word in which source: the desk's rights line (SPEC E1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.research import BriefSource

# A shorter run of common words is nobody's wording.
MIN_RUN_WORDS = 6

_TARGET = re.compile(r"\]\([^)\n]{0,900}\)")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SourceShare:
    """What one source gave to an article.

    Attributes:
        share: of the article's words, 0..1; each word counts for the source with the longest run over it.
        longest_words, longest_chars: the longest run taken word for word.
        passage: the beginning of that run, as it stands in the article.
        licence: as the source states it, "" when it states none.
        own: text of the knowledge base itself, which needs no one's leave.
    """

    ref: str
    title: str
    uri: str
    share: float
    longest_words: int
    longest_chars: int
    passage: str
    licence: str
    own: bool


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights line of an article: shares by source, the largest first."""

    words: int
    shares: tuple[SourceShare, ...]

    @property
    def verbatim(self) -> float:
        """Share of the article's words that stand in some foreign source word for word, 0..1."""
        return round(sum(one.share for one in self.shares if not one.own), 4)


def rights_of(article: str, sources: Sequence[BriefSource]) -> Rights:
    """Find the runs of words that an article shares with its sources.

    Args:
        article: the visible text, front matter left out.
        sources: the brief's; text of the knowledge base comes first where two hold the same run.

    Returns:
        One entry for each source that gave a run of at least ``MIN_RUN_WORDS`` words.
    """
    # A link's target is no wording; blanks keep the offsets.
    shown = _TARGET.sub(lambda hit: "]" + " " * (len(hit.group()) - 1), article)
    marks = list(_WORD.finditer(shown))
    words = [mark.group().casefold() for mark in marks]
    owner = [-1] * len(words)
    length = [0] * len(words)
    ordered = sorted(sources, key=lambda one: (one.origin is not SourceOrigin.KB, -one.relevance, one.ref))
    longest: dict[int, tuple[int, int]] = {}
    for number, source in enumerate(ordered):
        for start, size in _runs(words, [word.casefold() for word in _WORD.findall(source.text)]):
            if size > longest.get(number, (0, 0))[0]:
                longest[number] = (size, start)
            for place in range(start, start + size):
                if size > length[place]:
                    owner[place], length[place] = number, size
    shares = []
    for number, source in enumerate(ordered):
        count = owner.count(number)
        if not count:
            continue
        size, start = longest[number]
        run = article[marks[start].start() : marks[start + size - 1].end()]
        shares.append(
            SourceShare(
                ref=source.ref,
                title=source.title,
                uri=source.uri,
                share=round(count / len(words), 4),
                longest_words=size,
                longest_chars=len(run),
                passage=" ".join(run.split())[:200],
                licence=source.licence,
                own=source.origin is SourceOrigin.KB,
            )
        )
    shares.sort(key=lambda one: (-one.share, one.uri, one.ref))
    return Rights(len(words), tuple(shares))


def _runs(words: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Return (start in ``words``, length) of the maximal runs both texts share, left to right."""
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(other) - MIN_RUN_WORDS + 1):
        found = places.setdefault(tuple(other[at : at + MIN_RUN_WORDS]), [])
        # A run that a text repeats without end is followed from its first places only.
        if len(found) < 8:
            found.append(at)
    runs = []
    at = 0
    while at <= len(words) - MIN_RUN_WORDS:
        best = 0
        for start in places.get(tuple(words[at : at + MIN_RUN_WORDS]), ()):
            size = MIN_RUN_WORDS
            while (
                at + size < len(words)
                and start + size < len(other)
                and words[at + size] == other[start + size]
            ):
                size += 1
            best = max(best, size)
        if best:
            runs.append((at, best))
        at += best or 1
    return runs
