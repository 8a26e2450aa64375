"""Markdown by lines: which lines are headings, code, table rows, list items, paragraphs.

A reader of its own instead of a Markdown library, because the judge needs the place of every character in the
file (SPEC R4), including markup a renderer drops, and because it must stay linear on hostile input. It
follows CommonMark and the tables of GitHub, and is lenient in one point: a fence inside a list is closed by
its closing fence only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)|[^\r\n]++")
_QUOTE_MARKS = re.compile(r"(?: {0,3}> ?)++")
_ONE_QUOTE_MARK = re.compile(r" {0,3}> ?")
_MARKER = re.compile(r"([-+*]|\d{1,9}[.)])(?=[ \t]|$)")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]++|$)")
_FENCE = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+([^\r\n]*+)")
_RULE = re.compile(r"([-*_])(?:[ \t]*+\1){2,}+[ \t]*+$")
_SETEXT = re.compile(r"(?:=++|-++)[ \t]*+$")
_DELIMITER_ROW = re.compile(r"\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-++:?+[ \t]*+)*+\|?+[ \t]*+$")
_DEFINITION = re.compile(
    r"\[([^\[\]\r\n^][^\[\]\r\n]{0,200}+)\]:[ \t]*+(<[^<>\r\n]++>|\S++)(?:[ \t]++"
    r"(\"[^\"\r\n]*+\"|'[^'\r\n]*+'|\([^()\r\n]*+\)))?+[ \t]*+$"
)
_INFO_WORD = re.compile(r"[\w+#.-]{0,24}$")
_FRONT_KEY = re.compile(r"[\"']?+\w[\w .-]{0,80}+[\"']?+[ \t]*+:(?:\s|$)")
_FRONT_OTHER = frozenset("# \t-]}")
_BLOCK_START = frozenset("#>`~-+*_<0123456789")
_MAX_NESTING = 64


class BlockKind(StrEnum):
    """What a block of lines is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    CODE = "code"
    FENCE_INFO = "fence_info"
    TABLE_ROW = "table_row"
    RAW_HTML = "raw_html"
    DEFINITION = "definition"


@dataclass(slots=True)
class Block:
    """One block; `pieces` are the ranges of its content by line, without indentation and container marks.

    `item` numbers list items through the file (0: in no list); `group` numbers tables and runs of code.
    """

    kind: BlockKind
    pieces: list[tuple[int, int]]
    line: int
    level: int = 0
    item: int = 0
    ordinal: int | None = None
    ordered: bool = False
    depth: int = 0
    group: int = 0
    indented: bool = False
    header: bool = False
    label: str = ""


@dataclass(slots=True)
class Blocks:
    """All blocks of a file, with what is known of it as a whole."""

    blocks: list[Block]
    front_matter: tuple[int, int]
    line_starts: list[int]
    unclosed_fence_line: int = 0
    labels: frozenset[str] = frozenset()


@dataclass(slots=True)
class _List:
    content: int
    ordered: bool
    ordinal: int | None
    item: int


@dataclass(slots=True)
class _Fence:
    char: str
    length: int
    indent: int
    quote_depth: int
    line: int


@dataclass(slots=True)
class _Reader:
    text: str
    blocks: list[Block] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)
    open_paragraph: Block | None = None
    fence: _Fence | None = None
    in_table: bool = False
    last_inner_quote: int = -2
    quote_depth: int = 0
    group: int = 0
    items: int = 0
    skip_to: int = 0

    def add(self, kind: BlockKind, pieces: list[tuple[int, int]], line: int) -> Block:
        block = Block(kind, pieces, line)
        if self.lists:
            top = self.lists[-1]
            block.item, block.ordinal, block.ordered, block.depth = (
                top.item,
                top.ordinal,
                top.ordered,
                len(self.lists),
            )
        self.blocks.append(block)
        return block

    def read_line(self, line: int, start: int, end: int) -> None:
        text = self.text
        if end <= self.skip_to:
            return
        start = max(start, self.skip_to)
        while end > start and text[end - 1] in " \t":
            end -= 1
        depth = 0
        if text.find(">", start, min(end, start + 4)) >= 0 and (self.fence is None or self.fence.quote_depth):
            start, depth = self._strip_quote(start, end)
        if self.fence is not None:
            if depth >= self.fence.quote_depth:
                self._read_fenced(self.fence, line, start, end)
                return
            self.fence = None
        if depth != self.quote_depth and not (
            depth < self.quote_depth and self._continues_lazily(start, end)
        ):
            self._leave_paragraph()
            self.lists.clear()
            self.quote_depth = depth
        self._read_content(line, start, end)

    def _strip_quote(self, start: int, end: int) -> tuple[int, int]:
        limit = self.fence.quote_depth if self.fence else 0
        if limit:
            depth = 0
            while depth < limit and (hit := _ONE_QUOTE_MARK.match(self.text, start, end)):
                start, depth = hit.end(), depth + 1
            return start, depth
        hit = _QUOTE_MARKS.match(self.text, start, end)
        # Indented as far as an open list item, the quotation belongs to the item: `_read_marked` takes it.
        if not hit or (self.lists and self.text.find(">", start) - start >= self.lists[-1].content):
            return start, 0
        return hit.end(), self.text.count(">", start, hit.end())

    def _continues_lazily(self, start: int, end: int) -> bool:
        stripped = self.text[start : min(end, start + 8)].lstrip()
        return self.open_paragraph is not None and bool(stripped) and stripped[0] not in _BLOCK_START

    def _leave_paragraph(self) -> None:
        self.open_paragraph = None
        self.in_table = False

    def _read_fenced(self, fence: _Fence, line: int, start: int, end: int) -> None:
        text = self.text
        while start < end and text[start] in " \t":
            start += 1
        if start == end:
            return
        if text[start] == fence.char:
            run = start
            while run < end and text[run] == fence.char:
                run += 1
            if run == end and run - start >= fence.length:
                self.fence = None
                return
        self.add(BlockKind.CODE, [(start, end)], line).group = self.group

    def _read_content(self, line: int, start: int, end: int) -> None:
        text = self.text
        column = 0
        fresh = False
        for _depth in range(_MAX_NESTING):
            while start < end and text[start] in " \t":
                column += 4 - column % 4 if text[start] == "\t" else 1
                start += 1
            if start >= end:
                if not fresh:
                    self._leave_paragraph()
                return
            follow = self._read_block(line, start, end, column, fresh)
            if follow is None:
                return
            start, column = follow
            fresh = True
        self._read_text(line, start, end)

    def _read_block(
        self, line: int, start: int, end: int, column: int, fresh: bool
    ) -> tuple[int, int] | None:
        """Read one block from `start`; return where its content goes on (after a list or quotation mark)
        or None.
        """
        text = self.text
        first = text[start]
        marks_start = first in _BLOCK_START
        if self.open_paragraph is not None and not marks_start and first not in "=|:":
            self._read_text(line, start, end)
            return None
        if not fresh:
            if self.open_paragraph is not None and self._read_setext(start, end, column):
                return None
            if self.open_paragraph is None or (marks_start and self._starts_block(start, end, column)):
                self._close_lists(column)
        base = self.lists[-1].content if self.lists else 0
        if column - base >= 4 and self.open_paragraph is None and not self.in_table:
            self._read_indented_code(line, start, end)
            return None
        if marks_start and column - base < 4:
            follow = self._read_marked(line, start, end, column)
            if follow != (-1, -1):
                return follow
        if first == "[" and self.open_paragraph is None and self._read_definition(line, start, end):
            return None
        if self._read_table(line, start, end):
            return None
        self._read_text(line, start, end)
        return None

    def _starts_block(self, start: int, end: int, column: int) -> bool:
        text = self.text
        first = text[start]
        base = self.lists[-1].content if self.lists else 0
        if column - base >= 4:
            return False
        if first in "`~":
            return self._opens_fence(start, end) is not None
        if first in "-+*0123456789_":
            return bool(_RULE.match(text, start, end)) or self._list_marker(start, end) is not None
        return (
            first == ">"
            or (first == "#" and bool(_HEADING.match(text, start, end)))
            or text.startswith("<!--", start)
        )

    def _close_lists(self, column: int) -> None:
        closed = False
        while self.lists and column < self.lists[-1].content:
            self.lists.pop()
            closed = True
        if closed:
            self._leave_paragraph()

    def _opens_fence(self, start: int, end: int) -> re.Match[str] | None:
        hit = _FENCE.match(self.text, start, end)
        return None if hit is None or (hit.group(1)[0] == "`" and "`" in hit.group(2)) else hit

    def _list_marker(self, start: int, end: int) -> re.Match[str] | None:
        hit = _MARKER.match(self.text, start, end)
        if hit is None or self.open_paragraph is None or self.lists:
            return hit
        # Only "1." may interrupt a paragraph outside a list: "im Jahr\n2024. Danach" is no list.
        mark = hit.group(1)
        return None if hit.end() == end or (mark[0].isdigit() and mark[:-1] != "1") else hit

    def _read_setext(self, start: int, end: int, column: int) -> bool:
        paragraph = self.open_paragraph
        base = self.lists[-1].content if self.lists else 0
        if (
            paragraph is None
            or column < base
            or column - base >= 4
            or not _SETEXT.match(self.text, start, end)
        ):
            return False
        paragraph.kind = BlockKind.HEADING
        paragraph.level = 1 if self.text[start] == "=" else 2
        self._leave_paragraph()
        return True

    def _read_marked(self, line: int, start: int, end: int, column: int) -> tuple[int, int] | None:
        """Read a block that begins with a mark; (-1, -1) says that the mark was only text."""
        text = self.text
        first = text[start]
        if first == "#" and (hit := _HEADING.match(text, start, end)):
            self._leave_paragraph()
            self._read_heading(line, hit, end)
            return None
        if first in "`~" and (hit := self._opens_fence(start, end)):
            self._open_fence(line, hit, column)
            return None
        if first == "<" and text.startswith("<!--", start):
            return self._read_comment(line, start, end)
        if first == ">":
            if self.last_inner_quote != line - 1:
                self._leave_paragraph()
            self.last_inner_quote = line
            stop = start + 1 + (text[start + 1 : start + 2] == " ")
            return stop, column + stop - start
        if first in "-*_" and _RULE.match(text, start, end):
            self._leave_paragraph()
            return None
        if (hit := self._list_marker(start, end)) is not None:
            return self._open_item(hit, end, column)
        return -1, -1

    def _read_heading(self, line: int, hit: re.Match[str], end: int) -> None:
        start = hit.end()
        title = self.text[start:end]
        bare = title.rstrip("#")
        if bare != title and (not bare or bare[-1] in " \t"):
            end = start + len(bare.rstrip())
        if start < end:
            self.add(BlockKind.HEADING, [(start, end)], line).level = len(hit.group(1))

    def _open_fence(self, line: int, hit: re.Match[str], column: int) -> None:
        self._leave_paragraph()
        self.group += 1
        mark = hit.group(1)
        self.fence = _Fence(mark[0], len(mark), column, self.quote_depth, line)
        # A language name is markup; anything longer would be text that nobody judges.
        if not _INFO_WORD.match(hit.group(2)):
            self.add(BlockKind.FENCE_INFO, [hit.span(2)], line)

    def _read_comment(self, line: int, start: int, end: int) -> tuple[int, int] | None:
        self._leave_paragraph()
        close = self.text.find("-->", start + 4)
        stop = len(self.text) if close < 0 else close + 3
        self.skip_to = stop
        self.add(BlockKind.RAW_HTML, [(start, stop)], line)
        return (stop, 0) if stop < end else None

    def _open_item(self, hit: re.Match[str], end: int, column: int) -> tuple[int, int]:
        self._leave_paragraph()
        mark = hit.group(1)
        width = len(mark)
        start = hit.end()
        spaces = 0
        while start + spaces < end and self.text[start + spaces] == " ":
            spaces += 1
        content = column + width + (spaces if 1 <= spaces <= 4 else 1)
        if len(self.lists) >= _MAX_NESTING:
            self.lists.pop()
        self.items += 1
        ordered = mark[0].isdigit()
        self.lists.append(_List(content, ordered, int(mark[:-1]) if ordered else None, self.items))
        return start, column + width

    def _read_indented_code(self, line: int, start: int, end: int) -> None:
        if not (self.blocks and self.blocks[-1].indented):
            self.group += 1
        block = self.add(BlockKind.CODE, [(start, end)], line)
        block.group, block.indented = self.group, True

    def _read_definition(self, line: int, start: int, end: int) -> bool:
        hit = _DEFINITION.match(self.text, start, end)
        if hit is None:
            return False
        pieces = [hit.span(), hit.span(2)]
        if hit.group(3):
            pieces.append((hit.start(3) + 1, hit.end(3) - 1))
        self.add(BlockKind.DEFINITION, pieces, line).label = hit.group(1).casefold()
        return True

    def _read_table(self, line: int, start: int, end: int) -> bool:
        text = self.text
        if self.in_table:
            if text.find("|", start, end) >= 0:
                self.add(BlockKind.TABLE_ROW, [(start, end)], line).group = self.group
                return True
            self.in_table = False
            return False
        paragraph = self.open_paragraph
        if paragraph is None or text[start] not in "|:-" or text.find("|", start, end) < 0:
            return False
        head = paragraph.pieces[-1]
        if text.find("|", *head) < 0 or not _DELIMITER_ROW.match(text, start, end):
            return False
        self.group += 1
        paragraph.pieces.pop()
        if not paragraph.pieces:
            self.blocks.pop()  # an open paragraph is always the last block
        self.open_paragraph = None
        row = self.add(BlockKind.TABLE_ROW, [head], line - 1)
        row.group, row.header = self.group, True
        self.in_table = True
        return True

    def _read_text(self, line: int, start: int, end: int) -> None:
        self.in_table = False
        if end - start > 1 and self.text[end - 1] == "\\" and self.text[end - 2] != "\\":
            end -= 1
            while end > start and self.text[end - 1] in " \t":
                end -= 1
        if self.open_paragraph is not None:
            self.open_paragraph.pieces.append((start, end))
        else:
            self.open_paragraph = self.add(BlockKind.PARAGRAPH, [(start, end)], line)


def front_matter_range(text: str) -> tuple[int, int]:
    """Return the range of YAML front matter, fences included, or (0, 0).

    It must stand first (a byte order mark may precede it), be closed, and hold keys, items and comments only:
    two rules around prose are no front matter, or they would hide the prose from judgement.
    """
    at = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("---", at):
        return 0, 0
    lines = _LINE.finditer(text, at)
    if next(lines).group().rstrip() != "---":
        return 0, 0
    seen_key = False
    for hit in lines:
        bare = hit.group().rstrip()
        if bare in ("---", "..."):
            return (0, hit.end()) if seen_key else (0, 0)
        if _FRONT_KEY.match(bare):
            seen_key = True
        elif bare and bare[0] not in _FRONT_OTHER:
            return 0, 0
    return 0, 0


def read_blocks(text: str) -> Blocks:
    """Read the blocks of a Markdown (or plain) text; offsets are of `text`, lines count from 0 inside,
    from 1 for people.
    """
    front = front_matter_range(text)
    reader = _Reader(text)
    first = front[1] or (1 if text.startswith("\ufeff") else 0)
    line_starts: list[int] = []
    for line, hit in enumerate(_LINE.finditer(text)):
        start, end = hit.span()
        line_starts.append(start)
        if end <= first:
            continue
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        reader.read_line(line, max(start, first), end)
    unclosed = reader.fence.line + 1 if reader.fence else 0
    labels = frozenset(block.label for block in reader.blocks if block.kind is BlockKind.DEFINITION)
    return Blocks(reader.blocks, front, line_starts, unclosed, labels)
