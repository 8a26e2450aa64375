"""Split an article into the units that are judged one by one (SPEC R4).

Every character outside front matter belongs to exactly one unit, or is white space or markup between units.
Nothing is left out because of where it stands: a hidden comment, a link's title and a fence's long info line
are units too. A unit's `start` and `end` frame it in the text; what lies inside and belongs to another unit
(the target of a link in a sentence) is left out of its `spans`. Its `text` is what a reader sees.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from neurodesk.domain import language_words as words
from neurodesk.domain.blocks import Block, BlockKind, read_blocks
from neurodesk.domain.folding import fold_text
from neurodesk.domain.inline import Inline, read_inline, sentence_ranges

MAX_EXEMPT_SHARE = 0.10

_FIGURE_CAPTION = re.compile(r"(?:Abb(?:ildung|\.)|Bild|Fig(?:ure|\.))\s*\d+\s*[:.–-]", re.IGNORECASE)
_BARE_URL = re.compile(r"(?:https?|ftp)://\S++$", re.IGNORECASE)
_TASK_BOX = re.compile(r"\[[ xX]\]\s+")
_STEP_HEADING = re.compile(r"(?:step|schritt) \d{1,3}")
_HTML_MARK = re.compile(r"<[/!?A-Za-z]")
# What may stand between units: white space, markup characters, list numbers, a fence's language name.
_GAP = re.compile(
    r"(?:[`~]{3,}+[ \t]*+[\w+#.-]{1,24}+(?=[ \t]*+(?:[\r\n]|$))"
    r"|[\s\u200b\ufeff#*+>|~`=:\[\]()!<\"'\\_-]"
    r"|(?<![\w.])\d{1,9}+[.)](?=\s|$))*+$"
)


class UnitKind(StrEnum):
    """What a unit is to the reader."""

    TITLE = "title"
    HEADING = "heading"
    SENTENCE = "sentence"
    STEP = "step"
    ITEM = "item"
    TABLE_CELL = "table_cell"
    CODE_LINE = "code_line"
    CAPTION = "caption"
    LIST_INTRO = "list_intro"
    LINK_TARGET = "link_target"
    RAW_HTML = "raw_html"


class Exemption(StrEnum):
    """Why a unit needs no verdict."""

    NONE = ""
    HEADING = "closed_list_heading"
    PHRASE = "connecting_phrase"


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of an article that gets one verdict.

    Args:
        id: stable name: ordinal and hash of the folded text.
        kind: what it is.
        start, end: character offsets in the article, `end` exclusive.
        spans: the characters that are this unit's own: start to end without the units inside it.
        text: what a reader sees, on one line.
        heading_path: the headings above it, outermost first.
        line: line of `start`, from 1.
        item: number of the list item it stands in, counted through the article; 0 outside lists.
        ordinal: the item's number in an ordered list.
        depth: how many lists it is nested in.
        block: number of the paragraph, code block line or row it belongs to.
        group: number of the table or run of code it belongs to; 0 in neither.
        is_header: a cell of a table's header row.
        exemption: why it needs no verdict.
    """

    id: str
    kind: UnitKind
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]
    text: str
    heading_path: tuple[str, ...]
    line: int
    item: int = 0
    ordinal: int | None = None
    depth: int = 0
    block: int = 0
    group: int = 0
    is_header: bool = False
    exemption: Exemption = Exemption.NONE

    @property
    def exempt(self) -> bool:
        """Whether it needs no verdict."""
        return self.exemption is not Exemption.NONE

    @property
    def in_list(self) -> bool:
        """Whether it stands in a list item."""
        return self.item > 0


@dataclass(frozen=True, slots=True)
class Article:
    """A text and its units in reading order.

    Args:
        text: the whole file's text.
        front_matter: range of the front matter, its fences included; (0, 0) without.
        units: in order of `start`; a unit inside another follows it.
        unclosed_fence_line: line of a code fence that is never closed; 0 if all are.
        line_starts: offset of the first character of each line.
        tags: ranges of HTML tags and comments outside code.
        pictures: ranges of pictures, from the exclamation mark to the closing bracket.
    """

    text: str
    front_matter: tuple[int, int]
    units: tuple[Unit, ...]
    unclosed_fence_line: int = 0
    line_starts: tuple[int, ...] = ()
    tags: tuple[tuple[int, int], ...] = ()
    pictures: tuple[tuple[int, int], ...] = ()

    @property
    def judged(self) -> tuple[Unit, ...]:
        """The units that need a verdict."""
        return tuple(unit for unit in self.units if not unit.exempt)

    @property
    def title(self) -> Unit | None:
        """The title unit, if there is one."""
        return next((unit for unit in self.units if unit.kind is UnitKind.TITLE), None)

    def line_of(self, offset: int) -> int:
        """Return the line, from 1, of a character offset."""
        return max(1, bisect_right(self.line_starts, offset))

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges outside front matter that no unit owns; see `is_gap`."""
        at = self.front_matter[1]
        for start, end in sorted(span for unit in self.units for span in unit.spans):
            if at < start:
                yield at, start
            at = end
        if at < len(self.text):
            yield at, len(self.text)


def split_article(markdown: str) -> Article:
    """Split an article's Markdown into units (SPEC R4).

    Args:
        markdown: the file's text, front matter included; any line ends, with or without a byte order mark.
    """
    return _Splitter(markdown, prose_indents=False).article()


def split_source(text: str) -> Article:
    """Split a source's plain text or Markdown the way `split_article` does.

    One thing differs: an indented block that reads as prose (a manual page, a text cut from a PDF) is a
    paragraph, because its lines are no units of meaning.
    """
    return _Splitter(text, prose_indents=True).article()


def exempt_share(article: Article) -> float:
    """Return the share (0..1) of the article's visible characters that stand in exempt units."""
    total = sum(len(unit.text) for unit in article.units)
    return sum(len(unit.text) for unit in article.units if unit.exempt) / total if total else 0.0


def too_much_exempt(article: Article) -> bool:
    """Tell whether so much is exempt that the article cannot be accepted (SPEC R4: more than 10 %)."""
    return exempt_share(article) > MAX_EXEMPT_SHARE


def is_gap(text: str) -> bool:
    """Tell whether `text` is only white space and markup: all that may stand between units."""
    return _GAP.match(text) is not None


@dataclass(slots=True)
class _Found:
    kind: UnitKind
    start: int
    end: int
    text: str
    block: int
    path: tuple[str, ...]
    exemption: Exemption = Exemption.NONE


class _Splitter:
    """One pass over the blocks of one text."""

    def __init__(self, text: str, *, prose_indents: bool) -> None:
        self._text = text
        self._read = read_blocks(text)
        self._blocks = _prose_joined(text, self._read.blocks) if prose_indents else self._read.blocks
        self._found: list[_Found] = []
        self._headings: list[tuple[int, str]] = []
        self._path: tuple[str, ...] = ()
        self._has_title = False
        self._tags: list[tuple[int, int]] = []
        self._pictures: list[tuple[int, int]] = []

    def article(self) -> Article:
        for number, block in enumerate(self._blocks):
            match block.kind:
                case BlockKind.HEADING:
                    self._add_heading(number, block)
                case BlockKind.PARAGRAPH:
                    self._add_paragraph(number, block)
                case BlockKind.TABLE_ROW:
                    self._add_row(number, block)
                case BlockKind.CODE:
                    start, end = block.pieces[0]
                    self._add(UnitKind.CODE_LINE, start, end, self._text[start:end], number)
                case BlockKind.DEFINITION:
                    self._add_definition(number, block)
                case BlockKind.FENCE_INFO:
                    start, end = block.pieces[0]
                    self._add(UnitKind.CAPTION, start, end, self._text[start:end], number)
                case BlockKind.RAW_HTML:
                    start, end = block.pieces[0]
                    self._add(UnitKind.RAW_HTML, start, end, " ".join(self._text[start:end].split()), number)
                    self._tags.append((start, end))
        return Article(
            self._text,
            self._read.front_matter,
            tuple(self._units()),
            self._read.unclosed_fence_line,
            tuple(self._read.line_starts),
            tuple(sorted(self._tags)),
            tuple(sorted(self._pictures)),
        )

    def _add(self, kind: UnitKind, start: int, end: int, text: str, block: int) -> _Found:
        found = _Found(kind, start, end, text, block, self._path)
        self._found.append(found)
        return found

    def _add_heading(self, number: int, block: Block) -> None:
        joined = _Joined(self._text, block.pieces)
        inline = read_inline(joined.text, self._read.labels)
        shown = inline.plain(0, len(joined.text))
        while self._headings and self._headings[-1][0] >= block.level:
            self._headings.pop()
        self._path = tuple(heading for _level, heading in self._headings)
        is_title = block.level == 1 and not self._has_title and not self._headings
        self._has_title |= is_title
        kind = UnitKind.TITLE if is_title else UnitKind.HEADING
        unit = self._add_shown(number, kind, joined, inline, (0, len(joined.text)), shown)
        if unit and not is_title and _is_exempt_heading(shown) and not inline.targets:
            unit.exemption = Exemption.HEADING
        self._add_inside(joined, inline, number)
        self._headings.append((block.level, shown))
        self._path = (*self._path, shown)

    def _add_paragraph(self, number: int, block: Block) -> None:
        joined = _Joined(self._text, block.pieces)
        inline = read_inline(joined.text, self._read.labels)
        kind = UnitKind.SENTENCE
        if block.item:
            kind = UnitKind.STEP if block.ordered else UnitKind.ITEM
        ranges = sentence_ranges(inline.masked)
        if not ranges and joined.text.strip():
            ranges = [(0, len(joined.text))]  # nothing but tags or comments
        for start, end in _whole(joined.text, inline.masked, ranges):
            self._add_sentence(number, kind, joined, inline, start, end)
        self._add_inside(joined, inline, number)
        last = self._found[-1] if self._found else None
        following = self._blocks[number + 1] if number + 1 < len(self._blocks) else None
        if last and last.block == number and following and _introduces(following, block):
            for found in reversed(self._found):
                if found.kind is kind or found.block != number:
                    break
                last = found
            if found.block == number and found.text.endswith(":") and found.kind is kind:
                found.kind = UnitKind.LIST_INTRO

    def _add_sentence(
        self, number: int, kind: UnitKind, joined: _Joined, inline: Inline, start: int, end: int
    ) -> None:
        shown = inline.plain(start, end)
        if box := _TASK_BOX.match(shown):
            shown = shown[box.end() :]
        if _FIGURE_CAPTION.match(shown) or "<figcaption" in joined.text[start:end].lower():
            kind = UnitKind.CAPTION
        elif _BARE_URL.match(shown):
            kind = UnitKind.LINK_TARGET
        unit = self._add_shown(number, kind, joined, inline, (start, end), shown)
        if unit and _is_exempt_phrase(shown) and not any(start <= at < end for at, _stop in inline.targets):
            unit.exemption = Exemption.PHRASE

    def _add_shown(
        self, number: int, kind: UnitKind, joined: _Joined, inline: Inline, part: tuple[int, int], shown: str
    ) -> _Found | None:
        """Add a unit for a part of a block; without visible text it is bare HTML, or none if markup."""
        start, end = part
        raw = joined.text[start:end]
        if any(char.isalnum() for char in shown) or (shown and not is_gap(raw)):
            return self._add(kind, *joined.original(start, end), shown, number)
        if _HTML_MARK.search(raw):
            return self._add(UnitKind.RAW_HTML, *joined.original(start, end), " ".join(raw.split()), number)
        rest, at = "", start
        for inner_start, inner_end in sorted((*inline.targets, *inline.captions)):
            if at <= inner_start < end:
                rest += joined.text[at:inner_start]
                at = inner_end
        rest += joined.text[at:end]
        if is_gap(rest):
            return None
        return self._add(kind, *joined.original(start, end), " ".join(raw.split()), number)

    def _add_inside(self, joined: _Joined, inline: Inline, number: int) -> None:
        self._tags += [joined.original(*tag) for tag in inline.tags]
        self._pictures += [joined.original(*picture) for picture in inline.pictures]
        for start, end in inline.targets:
            self._add(UnitKind.LINK_TARGET, *joined.original(start, end), joined.text[start:end], number)
        for start, end in inline.captions:
            shown = inline.plain(start, end)
            if shown:
                self._add(UnitKind.CAPTION, *joined.original(start, end), shown, number)

    def _add_row(self, number: int, block: Block) -> None:
        row_start, row_end = block.pieces[0]
        for start, end in _cells(self._text, row_start, row_end):
            joined = _Joined(self._text, [(start, end)])
            inline = read_inline(joined.text, self._read.labels)
            shown = inline.plain(0, len(joined.text))
            self._add_shown(number, UnitKind.TABLE_CELL, joined, inline, (0, len(joined.text)), shown)
            self._add_inside(joined, inline, number)

    def _add_definition(self, number: int, block: Block) -> None:
        (start, end), target, *title = block.pieces
        self._add(UnitKind.LINK_TARGET, start, end, self._text[slice(*target)].strip("<>"), number)
        for span in title:
            if span[0] < span[1]:
                self._add(UnitKind.CAPTION, *span, self._text[slice(*span)], number)

    def _units(self) -> Iterator[Unit]:
        order = sorted(self._found, key=lambda found: (found.start, -found.end))
        spans = _own_spans([(found.start, found.end) for found in order])
        line_starts = self._read.line_starts
        for ordinal, (found, own) in enumerate(zip(order, spans, strict=True)):
            block = self._blocks[found.block]
            digest = hashlib.sha256(fold_text(found.text).encode("utf-8", "surrogatepass")).hexdigest()
            yield Unit(
                id=f"u{ordinal:04d}-{digest[:10]}",
                kind=found.kind,
                start=found.start,
                end=found.end,
                spans=own,
                text=found.text,
                heading_path=found.path,
                line=bisect_right(line_starts, found.start),
                item=block.item,
                ordinal=block.ordinal,
                depth=block.depth,
                block=found.block,
                group=block.group,
                is_header=block.header,
                exemption=found.exemption,
            )


class _Joined:
    """The lines of a block as one text, with the way back."""

    __slots__ = ("_pieces", "_starts", "text")

    def __init__(self, text: str, pieces: list[tuple[int, int]]) -> None:
        self._pieces = pieces
        self._starts: list[int] = []
        at = 0
        for start, end in pieces:
            self._starts.append(at)
            at += end - start + 1
        self.text = "\n".join([text[start:end] for start, end in pieces])

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the whole text of a non-empty range of this one."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end - 1) - 1
        return (
            self._pieces[first][0] + start - self._starts[first],
            self._pieces[last][0] + end - self._starts[last],
        )


def _whole(text: str, masked: str, ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretch the sentences over blanked tags beside them, so that no character is lost."""
    at = 0
    for number, (start, end) in enumerate(ranges):
        stop = ranges[number + 1][0] if number + 1 < len(ranges) else len(text)
        between = text[at:start]
        start = at + len(between) - len(between.lstrip())
        if number + 1 == len(ranges):
            end = len(text.rstrip())
        elif text[end:stop].strip() and masked[end:stop].isspace():
            end += len(text[end:stop].rstrip())
        at = end
        yield start, end


def _own_spans(frames: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """Return for each frame (outer before inner) the parts that no inner frame covers."""
    spans: list[list[tuple[int, int]]] = [[] for _frame in frames]
    open_frames: list[int] = []
    at = 0

    def close(until: int) -> None:
        nonlocal at
        while open_frames and frames[open_frames[-1]][1] <= until:
            top = open_frames.pop()
            if at < frames[top][1]:
                spans[top].append((at, frames[top][1]))
            at = max(at, frames[top][1])

    for number, (start, _end) in enumerate(frames):
        close(start)
        if open_frames and at < start:
            spans[open_frames[-1]].append((at, start))
        at = start
        open_frames.append(number)
    if frames:
        close(max(end for _start, end in frames))
    return [tuple(own) for own in spans]


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a table row's non-empty cells."""
    at = start
    while at <= end:
        bar = text.find("|", at, end)
        while bar > 0 and text[bar - 1] == "\\":
            bar = text.find("|", bar + 1, end)
        stop = end if bar < 0 else bar
        cell = text[at:stop]
        left = at + len(cell) - len(cell.lstrip())
        right = at + len(cell.rstrip())
        if left < right:
            yield left, right
        at = stop + 1


def _introduces(following: Block, block: Block) -> bool:
    if following.kind in (BlockKind.CODE, BlockKind.TABLE_ROW):
        return True
    return following.item > 0 and following.item != block.item


def _bare(text: str) -> str:
    return fold_text(text).casefold().rstrip(":. ")


def _is_exempt_heading(text: str) -> bool:
    bare = _bare(text)
    return bare in words.EXEMPT_HEADINGS or _STEP_HEADING.fullmatch(bare) is not None


def _is_exempt_phrase(text: str) -> bool:
    return _bare(text) in words.EXEMPT_PHRASES


_PROSE_LINE = re.compile(r"[^\W\d_]{2,}(?:[ ,;]+[^\W\d_]{2,}){2}")
_CODE_SIGNS = re.compile(r"[{}=$|\\<>]|^\s*(?:sudo|#|//|\$)|;$")


def _prose_joined(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks with runs of indented code that read as prose joined to paragraphs."""
    joined: list[Block] = []
    run: list[Block] = []

    def close() -> None:
        prose = 0
        for block in run:
            line = text[slice(*block.pieces[0])]
            prose += bool(_PROSE_LINE.search(line)) and not _CODE_SIGNS.search(line)
        if run and prose * 2 > len(run):
            pieces = [piece for block in run for piece in block.pieces]
            joined.append(replace(run[0], kind=BlockKind.PARAGRAPH, pieces=pieces, group=0, indented=False))
        else:
            joined.extend(run)
        run.clear()

    for block in blocks:
        consecutive = run and block.line == run[-1].line + 1 and block.group == run[-1].group
        if run and not (block.indented and consecutive):
            close()
        if block.indented:
            run.append(block)
        else:
            joined.append(block)
    close()
    return joined
