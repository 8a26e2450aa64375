"""The brief's sources, read once, so that many claims can be held against them (SPEC R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.facts import content
from neurodesk.domain.judge import ClaimUnit, OtherUnit
from neurodesk.domain.quotes import FoldedSource, source_unit_around
from neurodesk.domain.research import BriefSource
from neurodesk.domain.units import Article, Unit, UnitKind, split_source
from neurodesk.providers.models.embedded.markup import beginning_of

# Texts that old against each other are not two opinions of one time.
ONE_TIME_S = 540 * 86_400.0

_NOT_QUOTED = frozenset({UnitKind.LINK_TARGET, UnitKind.RAW_HTML, UnitKind.TITLE, UnitKind.HEADING})
# A unit with more words is a run-on text in which any two facts would meet by chance.
_MAX_OTHER_CHARS = 1_200
_MAX_QUOTED_UNITS = 4
_MAX_OTHERS = 4


@dataclass(frozen=True, slots=True)
class Passage:
    """A quotation that may carry a claim.

    Attributes:
        worth: orders passages: verbatim ones first, then by the share of the claim's words, 0..1.
        start, end: offsets in the source's text.
    """

    source: ReadableSource
    quote: str
    start: int
    end: int
    worth: float
    verbatim: bool = False


class ReadableSource:
    """One source, folded and split once.

    Args:
        source: as it stands in the brief.
        is_base: it is the article that a revision starts from.
    """

    def __init__(self, source: BriefSource, *, is_base: bool = False) -> None:
        self.source = source
        self.is_base = is_base
        self.text = beginning_of(source.text)
        self.article: Article = split_source(self.text)
        self.folded = FoldedSource(self.text)
        self.quotable = tuple(unit for unit in self.article.units if unit.kind not in _NOT_QUOTED)
        self._by_word: dict[str, list[int]] = {}
        for number, unit in enumerate(self.quotable):
            for word in sorted(content(unit.text[:_MAX_OTHER_CHARS])):
                self._by_word.setdefault(word, []).append(number)

    @property
    def is_own(self) -> bool:
        """Whether it is text of the knowledge base itself."""
        return self.source.origin is SourceOrigin.KB

    def verbatim(self, words: str) -> Passage | None:
        """Return the whole unit of the source in which the words stand, None when they do not."""
        span = self.folded.find(words) if words.strip() else None
        if span is None:
            return None
        context = source_unit_around(self.article, span)
        if context.units and all(unit.kind in _NOT_QUOTED for unit in context.units):
            return None
        start, end = min(context.start, span.start), max(context.end, span.end)
        if " " not in self.text[start:end].strip():
            # One word alone quotes nothing; with what follows it does.
            following = next((unit for unit in self.quotable if unit.start >= end), None)
            end = following.end if following is not None and following.start - end < 200 else end
        return Passage(self, self.text[start:end], start, end, 2.0, verbatim=True)

    def signs(self, line: str) -> Passage | None:
        """Return a code line of signs only ("}") with a line beside it that can be found as a quotation."""
        wanted = line.strip()
        for place, unit in enumerate(self.quotable):
            if unit.kind is not UnitKind.CODE_LINE or unit.text.strip() != wanted:
                continue
            for other in self.quotable[max(0, place - 3) : place + 4]:
                if other.group == unit.group and any(char.isalnum() for char in other.text):
                    start, end = min(unit.start, other.start), max(unit.end, other.end)
                    return Passage(self, self.text[start:end], start, end, 2.0, verbatim=True)
        return None

    def below(self, heading: str) -> list[Passage]:
        """Return a heading of the same words with the first unit below it: together they carry it."""
        wanted = " ".join(heading.split()).casefold()
        units = self.article.units
        for place, unit in enumerate(units[:-1]):
            if unit.kind not in (UnitKind.TITLE, UnitKind.HEADING) or unit.text.casefold() != wanted:
                continue
            following = next((one for one in units[place + 1 :] if one.kind not in _NOT_QUOTED), None)
            if following is not None and following.end - unit.start <= _MAX_OTHER_CHARS:
                quote = self.text[unit.start : following.end]
                return [Passage(self, quote, unit.start, following.end, 1.5, verbatim=True)]
        return []

    def best(self, claim: ClaimUnit, limit: int) -> list[Passage]:
        """Return the units that share most words with a claim, best first."""
        words = content(claim.text)
        if not words:
            return []
        shared = self._shared(words)
        ranked = sorted(shared.items(), key=lambda one: (-one[1], one[0]))[:limit]
        return [self._passage(self.quotable[number], count / len(words)) for number, count in ranked]

    def about(self, claim: ClaimUnit) -> Iterable[Unit]:
        """Return the few units that speak most of what the claim speaks of, in the order of the text."""
        words = content(claim.text)
        if len(words) < 2:
            return ()
        near = [(-n, number) for number, n in self._shared(words).items() if n >= max(2, len(words) / 2)]
        wanted = sorted(number for _, number in sorted(near)[:_MAX_OTHERS])
        return [
            unit
            for unit in (self.quotable[number] for number in wanted)
            if len(unit.text) <= _MAX_OTHER_CHARS
        ]

    def _shared(self, words: frozenset[str]) -> Counter[int]:
        shared: Counter[int] = Counter()
        for word in words:
            shared.update(self._by_word.get(word, ()))
        return shared

    def _passage(self, unit: Unit, worth: float) -> Passage:
        start, end = unit.start, unit.end
        if unit.kind is UnitKind.TABLE_CELL:
            row = [one for one in self.quotable if one.block == unit.block]
            start, end = row[0].start, row[-1].end
        return Passage(self, self.text[start:end], start, end, worth)


class Material:
    """All sources of a brief, the base article of a revision among them.

    Args:
        sources: in the order of the brief.
        base_text: the article that a revision starts from, "" for a new one.
        base_ref: its node id.
    """

    def __init__(self, sources: Sequence[BriefSource], base_text: str = "", base_ref: str = "") -> None:
        self.sources = tuple(
            ReadableSource(one, is_base=bool(base_text) and one.ref == base_ref) for one in sources
        )
        self.by_ref = {one.source.ref: one for one in self.sources}
        self.base = self.by_ref.get(base_ref) if base_text else None

    def passages(self, claim: ClaimUnit, raw: str, refs: Sequence[str]) -> list[Passage]:
        """Return what may carry a claim: one list over all sources, best first.

        Args:
            raw: the claim's words as they stand in the article.
            refs: sources that the author named for it; they win among equals.
        """
        found: list[Passage] = []
        named = set(refs)
        for read in self.sources:
            if claim.kind in (UnitKind.TITLE, UnitKind.HEADING):
                found += read.below(claim.text) + read.best(claim, _MAX_QUOTED_UNITS)
                continue
            signs = claim.kind == UnitKind.CODE_LINE and not any(char.isalnum() for char in raw)
            verbatim = read.signs(raw) if signs else read.verbatim(raw)
            found += [verbatim] if verbatim is not None else read.best(claim, _MAX_QUOTED_UNITS)
        order = {read.source.ref: place for place, read in enumerate(self.sources)}
        found.sort(
            key=lambda one: (
                -one.worth,
                one.source.source.ref not in named,
                one.source.is_own,
                order[one.source.source.ref],
                one.start,
            )
        )
        return found

    def others(self, claim: ClaimUnit, cited: Iterable[str]) -> list[tuple[ReadableSource, OtherUnit]]:
        """Return the units of sources that the claim does not cite and that speak of the same thing.

        The base of a revision is not among them: the revision is there to change it.
        """
        left_out = set(cited)
        found = []
        for read in self.sources:
            if read.is_base or read.source.ref in left_out:
                continue
            for unit in read.about(claim):
                heading = unit.heading_path[-1] if unit.heading_path else ""
                found.append((read, OtherUnit(read.source.ref, unit.text, heading)))
        return found


def of_another_time(other: BriefSource, carriers: Sequence[BriefSource]) -> bool:
    """Tell whether a text is so much older than what carries a claim that it cannot speak against it.

    Without both dates nothing is decided here: the text counts.
    """
    newest = max((one.dated_at for one in carriers), default=0.0)
    return 0.0 < other.dated_at < newest - ONE_TIME_S
