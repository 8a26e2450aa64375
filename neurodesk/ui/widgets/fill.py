"""Put a page of a SafeDocument into a QTextDocument, and remember where each source character went."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
    QTextTableFormat,
)

from neurodesk.ui.reading.tree import Block, BlockKind, Run, SafeDocument, Style
from neurodesk.ui.theme import theme

_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_MINIMUM = QTextBlockFormat.LineHeightTypes.MinimumHeight.value
INDENT_PX = 24
LINE_BREAK = "\u2028"


def utf16_length(text: str) -> int:
    """Return how many positions Qt counts for a text: characters beyond the BMP take two."""
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass(frozen=True, slots=True)
class Placed:
    """A run on the page: where it came from and where it stands."""

    source_start: int
    source_length: int
    position: int
    text: str


class PositionMap:
    """Source offsets to document positions of one page."""

    def __init__(self, placed: Sequence[Placed] = ()) -> None:
        self._placed = sorted((p for p in placed if p.source_start >= 0), key=lambda p: p.source_start)
        self._starts = [p.source_start for p in self._placed]

    def document_range(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the (start, end) positions that show the source range, or None if the page does not."""
        first = max(0, bisect_right(self._starts, start) - 1)
        positions: list[tuple[int, int]] = []
        for placed in self._placed[first : bisect_left(self._starts, end)]:
            stop = placed.source_start + placed.source_length
            if stop <= start or not placed.source_length:
                continue
            head = tail = None
            if placed.source_length == len(placed.text):
                head = placed.text[: max(0, start - placed.source_start)]
                tail = placed.text[: min(len(placed.text), end - placed.source_start)]
            begin = placed.position + (utf16_length(head) if head is not None else 0)
            finish = placed.position + utf16_length(tail if tail is not None else placed.text)
            positions.append((begin, finish))
        if not positions:
            return None
        return min(p[0] for p in positions), max(p[1] for p in positions)

    def source_offset(self, position: int) -> int:
        """Return the source offset shown at a document position, or -1."""
        for placed in self._placed:
            size = utf16_length(placed.text)
            if placed.position <= position < placed.position + size:
                if placed.source_length != len(placed.text):
                    return placed.source_start
                shown = placed.text.encode("utf-16-le")[: (position - placed.position) * 2]
                return placed.source_start + len(shown.decode("utf-16-le", "ignore"))
        return -1


class PageFiller:
    """Builds one page; ``picture_size`` says how large a picture's placeholder is, None shows the words
    only.
    """

    def __init__(
        self,
        document: QTextDocument,
        role: str = "reading",
        picture_size: Callable[[str], tuple[int, int] | None] | None = None,
    ) -> None:
        self._document = document
        self._role = role
        self._picture_size = picture_size
        self._placed: list[Placed] = []
        self.links: dict[str, str] = {}
        self.pictures: dict[str, str] = {}
        self.block_positions: dict[int, int] = {}
        self._lists: dict[tuple[int, int], QTextList] = {}
        self._formats: dict[tuple[Style, int, bool], QTextCharFormat] = {}
        self._fresh = True
        self._cursor = QTextCursor(document)

    def positions(self) -> PositionMap:
        """Return where the characters inserted so far stand."""
        return PositionMap(self._placed)

    def steps(self, safe: SafeDocument, page: int) -> Iterator[None]:
        """Clear the document and insert page ``page``, a block a step, so that a long page can be filled
        in slices.

        Raises: IndexError for a page that is not there.
        """
        first, end = safe.pages[page]
        self._document.clear()
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(theme().font(self._role))
        self._cursor = QTextCursor(self._document)
        index = first
        while index < end:
            block = safe.blocks[index]
            self.block_positions[index] = self._cursor.position()
            if block.kind is BlockKind.CODE:
                stop = index
                while stop < end and safe.blocks[stop].kind is BlockKind.CODE:
                    same = safe.blocks[stop].depth == block.depth and safe.blocks[stop].quote == block.quote
                    if not same:
                        break
                    stop += 1
                self._insert_code(safe.blocks[index:stop])
                index = stop
                yield
                continue
            if block.kind is BlockKind.TABLE:
                self._insert_table(block)
            else:
                self._insert_block(block)
            index += 1
            yield

    def _font_role(self, level: int) -> str:
        if level == 0:
            return self._role
        if level == 1:
            return "articleTitle"
        return "sectionTitle" if level == 2 else "paneTitle"

    def _char_format(self, style: Style, level: int, link: bool) -> QTextCharFormat:
        key = (style, level, link)
        found = self._formats.get(key)
        if found is not None:
            return found
        look = theme()
        made = QTextCharFormat()
        strong = bool(style & Style.STRONG) or level > 0
        if style & Style.CODE:
            made.setFont(look.font("readingMono" if not level else self._font_role(level), mono=True))
            if not style & (Style.ADDED | Style.REMOVED | Style.NEW):
                made.setBackground(look.color("surface.sunken"))
        else:
            made.setFont(look.font(self._font_role(level), strong=strong))
        made.setFontItalic(bool(style & Style.EMPHASIS))
        made.setFontStrikeOut(bool(style & Style.STRIKE))
        ink = "text.secondary" if style & Style.QUIET else "text.link" if link else "text.primary"
        made.setForeground(look.color(ink))
        if link:
            made.setFontUnderline(True)
        self._change_format(made, style)
        self._formats[key] = made
        return made

    def _change_format(self, made: QTextCharFormat, style: Style) -> None:
        look = theme()
        if style & Style.REMOVED:
            made.setForeground(look.color("diff.removedText"))
            made.setBackground(look.color("diff.removedTint" if style & Style.NEW else "diff.removedWord"))
            made.setFontStrikeOut(True)
        elif style & Style.ADDED:
            made.setForeground(look.color("diff.addedText"))
            made.setBackground(look.color("diff.addedTint" if style & Style.NEW else "diff.addedWord"))
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            made.setUnderlineColor(look.color("diff.addedText"))

    def _block_format(self, block: Block, is_first: bool) -> QTextBlockFormat:
        look = theme()
        made = QTextBlockFormat()
        role = self._font_role(block.level)
        extra_leading = look.scaled(3) if role == "body" else 0
        made.setLineHeight(look.line_height(role) + extra_leading, _MINIMUM)
        gap = 8 if self._role == "reading" else 6
        if block.kind is BlockKind.HEADING:
            made.setTopMargin(0 if is_first else 18 if block.level <= 2 else 14)
            made.setBottomMargin(6)
            made.setHeadingLevel(min(6, block.level))
            made.setNonBreakableLines(False)
        else:
            # Of two margins the larger counts: behind a list a paragraph keeps its distance.
            behind_list = not block.depth and self._cursor.currentList() is not None
            made.setTopMargin(gap + 4 if behind_list else 0)
            made.setBottomMargin(4 if block.depth else gap + 4)
        extra = block.quote * 16
        if block.item < 0:
            extra += block.depth * theme().icon_px(INDENT_PX)
        made.setLeftMargin(extra)
        if block.quote:
            made.setProperty(QTextFormat.Property.BlockQuoteLevel, block.quote)
        return made

    def _open_block(self, block_format: QTextBlockFormat, char_format: QTextCharFormat) -> None:
        if self._fresh:
            self._cursor.setBlockFormat(block_format)
            self._cursor.setBlockCharFormat(char_format)
        else:
            self._cursor.insertBlock(block_format, char_format)
        self._fresh = False

    def _insert_block(self, block: Block) -> None:
        if block.kind is BlockKind.RULE:
            made = QTextBlockFormat()
            made.setProperty(
                QTextFormat.Property.BlockTrailingHorizontalRulerWidth,
                QTextLength(QTextLength.Type.PercentageLength, 100),
            )
            made.setBottomMargin(12)
            self._open_block(made, QTextCharFormat())
            return
        is_first = self._cursor.position() == 0
        self._open_block(
            self._block_format(block, is_first), self._char_format(Style.PLAIN, block.level, False)
        )
        if block.item >= 0:
            self._enter_list(block)
        for run in block.runs:
            self._insert_run(run, block.level)

    def _enter_list(self, block: Block) -> None:
        key = (block.list_id, block.depth)
        known = self._lists.get(key)
        if known is not None:
            known.add(self._cursor.block())
            return
        made = QTextListFormat()
        made.setIndent(block.depth)
        if block.item:
            made.setStyle(QTextListFormat.Style.ListDecimal)
            made.setStart(block.item)
        else:
            made.setStyle(
                QTextListFormat.Style.ListDisc if block.depth % 2 else QTextListFormat.Style.ListCircle
            )
        self._document.setIndentWidth(theme().icon_px(INDENT_PX))
        self._lists[key] = self._cursor.createList(made)

    def _insert_code(self, blocks: Sequence[Block]) -> None:
        look = theme()
        frame = QTextFrameFormat()
        frame.setBackground(look.color("surface.sunken"))
        frame.setPadding(8)
        frame.setBorder(0)
        frame.setTopMargin(4)
        frame.setBottomMargin(10)
        frame.setLeftMargin(blocks[0].depth * theme().icon_px(INDENT_PX) + blocks[0].quote * 16)
        line = QTextBlockFormat()
        line.setLineHeight(look.line_height("readingMono"), _MINIMUM)
        self._shrink_empty_block()
        self._cursor.insertFrame(frame)
        plain = QTextCharFormat(self._char_format(Style.CODE, 0, False))
        plain.clearBackground()
        self._fresh = True
        for block in blocks:
            self._open_block(line, plain)
            for run in block.runs:
                made = QTextCharFormat(self._char_format(run.style | Style.CODE, 0, False))
                if not run.style & (Style.ADDED | Style.REMOVED):
                    made.clearBackground()
                self._place(run, self._cursor.position())
                self._cursor.insertText(run.text, made)
        self._leave_frame()

    def _insert_table(self, block: Block) -> None:
        look = theme()
        columns = max((len(row) for row in block.rows), default=0)
        if not columns:
            return
        made = QTextTableFormat()
        made.setBorder(1)
        made.setBorderCollapse(True)
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setBorderBrush(look.color("border.card"))
        made.setCellPadding(5)
        made.setCellSpacing(0)
        made.setHeaderRowCount(1)
        made.setBottomMargin(10)
        made.setLeftMargin(block.depth * theme().icon_px(INDENT_PX))
        self._shrink_empty_block()
        table = self._cursor.insertTable(len(block.rows), columns, made)
        line = QTextBlockFormat()
        line.setLineHeight(look.line_height("body") + 2, _MINIMUM)
        for row_index, row in enumerate(block.rows):
            for column, cell in enumerate(row):
                self._cursor = table.cellAt(row_index, column).firstCursorPosition()
                self._cursor.setBlockFormat(line)
                for run in cell:
                    style = run.style | (Style.STRONG if row_index == 0 else Style.PLAIN)
                    self._insert_run(Run(run.text, style, run.start, run.length, run.href, run.picture), 0)
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = True

    def _shrink_empty_block(self) -> None:
        """Qt keeps an empty block before a frame or table: give it no height."""
        if not self._fresh:
            self._cursor.insertBlock()
        tiny = QTextBlockFormat()
        tiny.setLineHeight(1, _FIXED)
        self._cursor.setBlockFormat(tiny)
        small = QTextCharFormat()
        font = theme().font("caption")
        font.setPixelSize(1)
        small.setFont(font)
        self._cursor.setBlockCharFormat(small)

    def _leave_frame(self) -> None:
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = True

    def _place(self, run: Run, position: int) -> None:
        self._placed.append(Placed(run.start, run.length, position, run.text))

    def _insert_run(self, run: Run, level: int) -> None:
        position = self._cursor.position()
        if run.style & Style.PICTURE:
            self._insert_picture(run, level)
            return
        made = self._char_format(run.style, level, bool(run.href))
        if run.href:
            made = QTextCharFormat(made)
            made.setAnchor(True)
            made.setAnchorHref(self._link_id(run.href))
        self._place(run, position)
        self._cursor.insertText(run.text.replace("\n", LINE_BREAK), made)

    def _link_id(self, href: str) -> str:
        name = f"ndlink:{len(self.links)}"
        self.links[name] = href
        return name

    def _insert_picture(self, run: Run, level: int) -> None:
        size = self._picture_size(run.picture) if self._picture_size is not None else None
        position = self._cursor.position()
        if size is None:
            words = f"[{run.text or run.picture}]"
            self._placed.append(Placed(run.start, run.length, position, words + "\0"))
            self._cursor.insertText(words, self._char_format(Style.QUIET, level, False))
            return
        name = f"ndpicture:{len(self.pictures)}"
        self.pictures[name] = run.picture
        made = QTextImageFormat()
        made.setName(name)
        made.setWidth(size[0])
        made.setHeight(size[1])
        made.setProperty(QTextFormat.Property.ImageAltText, run.text)
        made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBottom)
        self._placed.append(Placed(run.start, run.length, position, "\ufffc"))
        self._cursor.insertImage(made)
