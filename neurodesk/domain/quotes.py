"""Find a verbatim quotation in a source, with offsets in the source as it is stored (SPEC R4).

What counts as the same text is `folding`'s affair, with one addition: a hyphen at a line end is either the
typesetter's (``Konfigu-`` / ``ration``) or the word's own (``E-`` / ``Mail``), and only the other text can
tell. Such a break therefore matches a joined word, a hyphen, or a hyphen and a space (``Vor-`` / ``und
Nachteile``). Next to a digit or an underscore it matches with its hyphen only: ``10-`` / ``20`` is never
1020.

Case is compared exactly. A sentence may start with a capital in one place and not in the other, but option
names, paths and environment variables differ by case alone, and a quotation is meant to be copied, not
retold. A quotation begins and ends at whole words and whole numbers: ``port 80`` is not found in ``port
8080``, nor ``root`` in ``non-root``.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from neurodesk.domain import folding
from neurodesk.domain.units import Article, Unit, UnitKind, split_source

MIN_QUOTE_CHARS = 40

# How two words are joined, one letter each.
_TIGHT, _TIGHT_EM, _SPACED, _BREAK_JOINS, _BREAK_KEEPS = "h", "m", "s", "b", "k"

_BREAKS = frozenset({_BREAK_JOINS, _BREAK_KEEPS})
_EM = frozenset({_TIGHT_EM, _TIGHT})

_JOINT = re.compile("[" + re.escape(folding.DASHES) + r"](?<=\w.)\s*(?=\w)")
_ASCII_JOINT = re.compile(r"-(?<=\w-)\s*(?=\w)")
_RUN_OF_SPACES = re.compile("  +")
_LINE_END = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True, order=True)
class QuoteSpan:
    """Where a quotation stands in the stored source: character offsets, `end` exclusive."""

    start: int
    end: int

    def of(self, source: str) -> str:
        """Return the passage of `source` this span names."""
        return source[self.start : self.end]


class FoldedSource:
    """A source folded once, to be searched for many quotations.

    Args:
        text: the source exactly as stored; every offset refers to it.
    """

    __slots__ = ("_joint_kinds", "_joints", "_maps", "_skeleton", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        evened, maps = folding.even_length_changers(text)
        pattern = _ASCII_JOINT if evened.isascii() else _JOINT
        joints = [hit.span() for hit in pattern.finditer(evened)]
        self._joint_kinds = [_kind_of_joint(evened, start, end) for start, end in joints]
        joined, joint_map = folding.replace_spans(evened, joints, "")
        spaced = folding.even_spaces(joined)
        if not spaced.isascii():
            spaced = folding.even_shapes(spaced)
        runs = [hit.span() for hit in _RUN_OF_SPACES.finditer(spaced)]
        self._skeleton, space_map = folding.replace_spans(spaced, runs, " ")
        # A joint stands between two word characters, so no run of spaces holds one, and its place only moves.
        self._joints = space_map.moved(joint_map.new_starts)
        self._maps = (space_map, joint_map, *maps)

    def find(self, quote: str) -> QuoteSpan | None:
        """Return where `quote` first stands in the source, or None."""
        return next(self._spans(quote), None)

    def find_all(self, quote: str) -> tuple[QuoteSpan, ...]:
        """Return every place where `quote` stands, from first to last, without overlaps."""
        return tuple(self._spans(quote))

    def _spans(self, quote: str) -> Iterator[QuoteSpan]:
        wanted = FoldedSource(quote.strip())
        key = wanted._skeleton.strip()
        if not _WORD.search(key):
            return
        at = self._skeleton.find(key)
        while at >= 0:
            span = self._span_at(at, wanted, key)
            if span is None:
                at = self._skeleton.find(key, at + 1)
            else:
                yield span
                at = self._skeleton.find(key, at + len(key))

    def _span_at(self, at: int, wanted: FoldedSource, key: str) -> QuoteSpan | None:
        stop = at + len(key)
        first = bisect_left(self._joints, at)
        inner_first = first + (first < len(self._joints) and self._joints[first] == at)
        inner_stop = bisect_left(self._joints, stop, inner_first)
        if not self._joints_agree(at, inner_first, inner_stop, wanted):
            return None
        left_joint = self._joint_kinds[first] if inner_first > first else ""
        right_joint = ""
        if inner_stop < len(self._joints) and self._joints[inner_stop] == stop:
            right_joint = self._joint_kinds[inner_stop]
        if not (self._starts_whole(at, left_joint) and self._ends_whole(stop, right_joint)):
            return None
        return self._original(at, stop)

    def _joints_agree(self, at: int, first: int, stop: int, wanted: FoldedSource) -> bool:
        ours, theirs = first, 0
        count = len(wanted._joints)
        while ours < stop or theirs < count:
            here = self._joints[ours] - at if ours < stop else -1
            there = wanted._joints[theirs] if theirs < count else -1
            if here == there:
                if not _same_joint(self._joint_kinds[ours], wanted._joint_kinds[theirs]):
                    return False
                ours += 1
                theirs += 1
            elif there < 0 or 0 <= here < there:
                if self._joint_kinds[ours] != _BREAK_JOINS:
                    return False
                ours += 1
            else:
                if wanted._joint_kinds[theirs] != _BREAK_JOINS:
                    return False
                theirs += 1
        return True

    def _starts_whole(self, at: int, joint: str) -> bool:
        """Tell whether a word, a number or a sign is not cut at the left edge."""
        text = self._skeleton
        first = text[at]
        if unicodedata.combining(first):
            return False
        if joint:
            return joint == _SPACED or (joint == _TIGHT_EM and not first.isdigit())
        if at == 0 or not _is_word(first):
            return True
        before = text[at - 1]
        if _is_word(before) or unicodedata.combining(before):
            return False
        if first.isdigit() and at >= 2:
            return not (before in ".,:'" and text[at - 2].isdigit()) and not (
                before == "-" and text[at - 2] in " (="
            )
        return not (first.isdigit() and before == "-")

    def _ends_whole(self, stop: int, joint: str) -> bool:
        """Tell whether a word, a number or an accent is not cut at the right edge."""
        text = self._skeleton
        last = text[stop - 1]
        if joint:
            return joint == _SPACED or (joint == _TIGHT_EM and not last.isdigit())
        if stop == len(text):
            return True
        after = text[stop]
        if unicodedata.combining(after):
            return False
        if not _is_word(last):
            return True
        if _is_word(after):
            return False
        return not (last.isdigit() and after in ".,:'" and text[stop + 1 : stop + 2].isdigit())

    def _original(self, at: int, stop: int) -> QuoteSpan | None:
        for offsets in self._maps:
            start, end = offsets.start(at), offsets.end(stop)
            if start is None or end is None:
                return None
            at, stop = start, end
        return QuoteSpan(at, stop)


def find_quote(source: str | FoldedSource, quote: str) -> QuoteSpan | None:
    """Return the first place where `quote` stands in `source`, or None.

    Args:
        source: the stored text; pass a `FoldedSource` to search one source many times.
        quote: the quotation as given; outer white space is ignored.

    Returns:
        Offsets in the stored text. Different words, digits or letter case are never found.
    """
    return _folded(source).find(quote)


def find_all(source: str | FoldedSource, quote: str) -> tuple[QuoteSpan, ...]:
    """Return every place where `quote` stands in `source`; arguments as for `find_quote`."""
    return _folded(source).find_all(quote)


def _folded(source: str | FoldedSource) -> FoldedSource:
    return source if isinstance(source, FoldedSource) else FoldedSource(source)


def _kind_of_joint(text: str, start: int, end: int) -> str:
    dash = text[start]
    if end == start + 1:
        return _TIGHT_EM if dash in folding.EM_DASHES else _TIGHT
    if len(_LINE_END.findall(text, start + 1, end)) != 1:
        return _SPACED
    before, after, beyond = text[start - 1], text[end], text[end + 1 : end + 2]
    joins = (
        dash in folding.HYPHENS
        and before.isalpha()
        and (after.islower() or (before.isupper() and after.isupper() and not beyond.islower()))
    )
    return _BREAK_JOINS if joins else _BREAK_KEEPS


def _same_joint(one: str, other: str) -> bool:
    if one == other or one in _BREAKS or other in _BREAKS:
        return True
    return one in _EM and other in _EM


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


@dataclass(frozen=True, slots=True)
class SourceContext:
    """A quotation's surroundings in its source: what must be read for the quotation to mean what the source
    means.

    Args:
        units: the whole units that hold the quotation; of a table the whole row, of a command all its lines.
        header: the texts of the table's header row.
        intros: the lines that introduce the list or code it stands in, outermost first.
        heading_path: the headings above it, outermost first.
        start, end: character offsets of the units in the source.
    """

    units: tuple[Unit, ...]
    header: tuple[str, ...]
    intros: tuple[str, ...]
    heading_path: tuple[str, ...]
    start: int
    end: int

    @property
    def heading(self) -> str:
        """The nearest heading, or an empty string."""
        return self.heading_path[-1] if self.heading_path else ""

    @property
    def text(self) -> str:
        """The whole units as a reader sees them, link targets left out."""
        return " ".join(unit.text for unit in self.units)

    @property
    def framed(self) -> str:
        """Heading, introductions, table header and units, one a line: what the facts of a claim are held
        against.
        """
        return "\n".join(
            part for part in (self.heading, *self.intros, " | ".join(self.header), self.text) if part
        )


def is_sufficient_quote(source: str | Article, span: QuoteSpan) -> bool:
    """Tell whether a found quotation is long enough to carry a claim (SPEC R4).

    Enough is one whole sentence, list item, table row or code line, or 40 characters. The final full stop and
    the marks of a unit may be missing; a heading is none of these; outside code a single word is never
    enough.

    Args:
        source: the stored text, or what `split_source` made of it.
        span: where the quotation was found.
    """
    article = _article(source)
    if len(folding.fold_text(span.of(article.text))) >= MIN_QUOTE_CHARS:
        return True
    rows: dict[int, list[bool]] = {}
    for unit in _touched(article, span):
        covered = _covers(article.text, span, unit)
        if unit.kind is UnitKind.TABLE_CELL:
            rows.setdefault(unit.block, []).append(covered)
        elif covered and (
            unit.kind is UnitKind.CODE_LINE or (unit.kind in _QUOTABLE and " " in unit.text.strip())
        ):
            return True
    return any(
        all(covered)
        and len(covered)
        == sum(unit.block == block and unit.kind is UnitKind.TABLE_CELL for unit in article.units)
        for block, covered in rows.items()
    )


def source_unit_around(source: str | Article, span: QuoteSpan) -> SourceContext:
    """Return the whole source units that hold a quotation, with what frames them (SPEC R4).

    A quotation cut out of a negated sentence, an item below "The following are not supported:" and a cell
    without its column's name are judged with what was left out.

    Args:
        source: the stored text, or what `split_source` made of it.
        span: where the quotation was found.
    """
    article = _article(source)
    touched = _touched(article, span)
    if not touched:
        return SourceContext((), (), (), (), span.start, span.end)
    wanted = {unit.block for unit in touched if unit.kind is UnitKind.TABLE_CELL or unit.in_list}
    wanted |= _continued_lines(article, touched)
    chosen = {unit.id for unit in touched}
    units = tuple(
        unit
        for unit in article.units
        if unit.id in chosen or (unit.block in wanted and unit.kind not in _FOREIGN)
    )
    groups = {unit.group for unit in units if unit.group}
    header = tuple(
        unit.text for unit in article.units if unit.is_header and unit.group in groups and unit not in units
    )
    return SourceContext(
        units,
        header,
        _intros(article, units[0]),
        units[0].heading_path,
        units[0].start,
        max(u.end for u in units),
    )


_FOREIGN = frozenset({UnitKind.LINK_TARGET, UnitKind.RAW_HTML})
_QUOTABLE = frozenset(
    {UnitKind.SENTENCE, UnitKind.STEP, UnitKind.ITEM, UnitKind.LIST_INTRO, UnitKind.CAPTION}
)


def _article(source: str | Article) -> Article:
    return source if isinstance(source, Article) else split_source(source)


def _touched(article: Article, span: QuoteSpan) -> list[Unit]:
    """Return the units that share a character with the span, link targets left out unless nothing else
    does.
    """
    units = article.units
    stop = bisect_left(units, span.end, key=lambda unit: unit.start)
    touched: list[Unit] = []
    # Units inside another end before it, so a unit far to the left may still reach; blocks bound how far.
    block = units[stop - 1].block if stop else 0
    for unit in reversed(units[:stop]):
        if unit.end > span.start:
            touched.append(unit)
            block = unit.block
        elif unit.block != block and unit.end <= span.start and unit.kind not in _FOREIGN:
            break
    touched.reverse()
    return [unit for unit in touched if unit.kind not in _FOREIGN] or touched


def _covers(text: str, span: QuoteSpan, unit: Unit) -> bool:
    """Tell whether the span holds the unit from its first to its last letter or digit."""
    own = [at for start, end in unit.spans for at in range(start, end) if text[at].isalnum()]
    return bool(own) and span.start <= own[0] and own[-1] < span.end


def _continued_lines(article: Article, touched: list[Unit]) -> set[int]:
    """Return the blocks of the code lines joined to the touched ones by a trailing backslash or caret."""
    blocks: set[int] = set()
    lines = [unit for unit in article.units if unit.kind is UnitKind.CODE_LINE]
    places = {unit.id: place for place, unit in enumerate(lines)}
    for unit in touched:
        if unit.kind is not UnitKind.CODE_LINE:
            continue
        first = last = places[unit.id]
        while (
            first
            and lines[first - 1].group == unit.group
            and lines[first - 1].text.endswith(("\\", "`", "^"))
        ):
            first -= 1
        while (
            last + 1 < len(lines)
            and lines[last + 1].group == unit.group
            and lines[last].text.endswith(("\\", "`", "^"))
        ):
            last += 1
        blocks.update(line.block for line in lines[first : last + 1])
    return blocks


def _intros(article: Article, unit: Unit) -> tuple[str, ...]:
    """Return the introductions above a list item, row or code line, outermost first."""
    if not (unit.in_list or unit.group):
        return ()
    found: list[str] = []
    depth, directly_above = unit.depth, bool(unit.group)
    at = bisect_left(article.units, unit.start, key=lambda other: other.start)
    for other in reversed(article.units[:at]):
        if other.kind in (UnitKind.TITLE, UnitKind.HEADING):
            break
        if unit.group and other.group == unit.group:
            continue
        introduces = other.depth < depth or (directly_above and other.depth == depth)
        if other.kind is UnitKind.LIST_INTRO and introduces:
            found.append(other.text)
            depth = other.depth
        elif not other.in_list:
            break
        if not depth:
            break
        directly_above = False
    return tuple(reversed(found))
