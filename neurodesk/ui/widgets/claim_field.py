"""A plain text field that keeps a lamp and a line at each claim while the text is typed (SPEC P3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget
from rapidfuzz.distance import Postfix, Prefix

from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.article_view import utf16_units, x_at
from neurodesk.ui.widgets.lamps import RISK_ORDER, ClaimMark, Lamp, draw_lamp, draw_underline

GUTTER_PX = 34
LAMP_STEP_PX = 16
LAMPS_A_LINE = 2


@dataclass(slots=True)
class _Place:
    """A claim in the field: from ``start`` to ``end`` as Qt counts (UTF-16)."""

    start: int
    end: int
    lamp: Lamp


class Utf16:
    """Turns offsets of a Python text into Qt's, which count characters beyond the BMP twice."""

    def __init__(self, text: str) -> None:
        self._beyond = [] if text.isascii() else [n for n, char in enumerate(text) if char > "\uffff"]

    def of(self, offset: int) -> int:
        """Return the position in Qt of an offset in the text."""
        return offset + bisect_left(self._beyond, offset) if self._beyond else offset


class _Gutter(QWidget):
    """Transparent overlay over the field's left margin."""

    def __init__(self, field: ClaimField) -> None:
        super().__init__(field)
        self._field = field
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._field.paint_gutter(painter)
        painter.end()


class ClaimField(QPlainTextEdit):
    """A QPlainTextEdit over a part of a draft.

    ``edited`` when the text itself changed: what an input method composes is no text until it is committed.
    Claims move with the text by themselves; one that is touched turns to *edited* and grey until
    ``set_claims`` brings the verdict on the new text. Nothing is judged or laid out anew at a keystroke.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)  # a key that only writes would hold who works without a mouse
        self._places: list[_Place] = []
        # The text as Qt counts it, to know what a change really changed.
        self._units = ""
        self._quiet = True
        self._gutter = _Gutter(self)
        self.setViewportMargins(theme().icon_px(GUTTER_PX), 0, 0, 0)
        self.document().contentsChange.connect(self._on_change)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._gutter.update())

    def load(self, text: str, claims: Sequence[ClaimMark]) -> None:
        """Show another text with its claims; ``start`` and ``end`` count its characters. Undo starts anew."""
        self._quiet = True
        self.setPlainText(text)
        self._quiet = False
        self._units = utf16_units(self.toPlainText())
        self.set_claims(text, claims)

    def set_claims(self, text: str, claims: Sequence[ClaimMark]) -> None:
        """Show the claims of exactly the text that stands in the field."""
        utf16 = Utf16(text)
        self._places = [_Place(utf16.of(one.start), utf16.of(one.end), one.lamp) for one in claims]
        self._grey()
        self._repaint()

    def lamps(self) -> list[Lamp]:
        """The lamps of the claims, in the order of the text."""
        return [one.lamp for one in self._places]

    def claim_ranges(self) -> list[tuple[int, int]]:
        """Where the claims stand now, as Qt counts."""
        return [(one.start, one.end) for one in self._places]

    @Slot(int, int, int)
    def _on_change(self, at: int, removed: int, added: int) -> None:
        """Move the claims with the text.

        Qt names a whole paragraph when letters are composed, committed or coloured: what is the same at both
        ends was not changed.
        """
        if self._quiet:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(at, self._last()))
        cursor.setPosition(min(at + added, self._last()), QTextCursor.MoveMode.KeepAnchor)
        new = utf16_units(cursor.selectedText().replace("\u2029", "\n"))
        old = self._units[at : at + removed]
        head = Prefix.similarity(old, new)
        tail = Postfix.similarity(old[head:], new[head:])
        if head + tail == len(old) == len(new):
            return
        self._units = self._units[:at] + new + self._units[at + removed :]
        self._move(at + head, len(old) - head - tail, len(new) - head - tail)
        self.edited.emit()

    def _move(self, at: int, removed: int, added: int) -> None:
        by, behind = added - removed, at + removed
        touched = False
        for one in self._places:
            if one.end < at:
                continue
            if one.start > behind:
                one.start += by
                one.end += by
                continue
            touched |= one.lamp is not Lamp.EDITED
            one.lamp = Lamp.EDITED
            one.start = min(one.start, at)
            one.end = max(one.end, behind) + by
        kept = [one for one in self._places if one.end > one.start]
        if touched or len(kept) != len(self._places):
            self._places = kept
            self._grey()
        self._repaint()

    def _repaint(self) -> None:
        self.viewport().update()
        self._gutter.update()

    def _grey(self) -> None:
        """Turn the text of edited claims grey."""
        made = QTextCharFormat()
        made.setForeground(theme().color("text.secondary"))
        selections = []
        for one in self._places:
            if one.lamp is not Lamp.EDITED:
                continue
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(min(one.start, self._last()))
            cursor.setPosition(min(one.end, self._last()), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format = made
            selections.append(selection)
        if selections or self.extraSelections():
            self.setExtraSelections(selections)

    def _last(self) -> int:
        return max(0, self.document().characterCount() - 1)

    # -- painting -----------------------------------------------------------------------------------

    def _visible(self) -> list[tuple[QTextBlock, QRectF]]:
        found = []
        block, offset, bottom = self.firstVisibleBlock(), self.contentOffset(), self.viewport().height()
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(offset)
            if box.top() > bottom:
                break
            if block.isVisible() and box.bottom() >= 0:
                found.append((block, box))
            block = block.next()
        return found

    def _in_view(self, shown: Sequence[tuple[QTextBlock, QRectF]]) -> list[_Place]:
        if not shown:
            return []
        first = shown[0][0].position()
        last = shown[-1][0].position() + shown[-1][0].length()
        return [one for one in self._places if one.start < last and one.end > first]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the claim lines that are in view."""
        super().paintEvent(event)
        shown = self._visible()
        places = self._in_view(shown)
        if not places:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block, box in shown:
            start = block.position()
            layout = block.layout()
            for one in places:
                if one.end <= start or one.start >= start + block.length():
                    continue
                for number in range(layout.lineCount()):
                    line = layout.lineAt(number)
                    first = max(one.start - start, line.textStart())
                    last = min(one.end - start, line.textStart() + line.textLength())
                    if first < last:
                        x1, x2 = x_at(line.cursorToX(first)), x_at(line.cursorToX(last))
                        base = box.top() + line.y() + line.ascent()
                        draw_underline(
                            painter, one.lamp, box.left() + x1, box.left() + x2, round(base + 3) + 0.5
                        )
        painter.end()

    def paint_gutter(self, painter: QPainter) -> None:
        """Paint the lamps beside the lines where claims begin, at most two a line, the riskiest of them."""
        shown = self._visible()
        rows: dict[int, list[Lamp]] = {}
        for one in self._in_view(shown):
            for block, box in shown:
                if block.contains(one.start):
                    line = block.layout().lineForTextPosition(one.start - block.position())
                    if line.isValid():
                        middle = box.top() + line.y() + line.height() / 2 + self.viewport().y()
                        rows.setdefault(round(middle), []).append(one.lamp)
                    break
        right = theme().icon_px(GUTTER_PX - 8)
        for middle, lamps in rows.items():
            for place, lamp in enumerate(_riskiest(lamps)):
                x = right - place * theme().icon_px(LAMP_STEP_PX)
                draw_lamp(painter, lamp, QPointF(x, middle), 12, "surface.raised")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin overlay as high as the field."""
        super().resizeEvent(event)
        self._gutter.setGeometry(1, 1, theme().icon_px(GUTTER_PX) - 1, max(0, self.height() - 2))
        self._gutter.raise_()


def _riskiest(lamps: Sequence[Lamp]) -> list[Lamp]:
    return sorted(lamps, key=RISK_ORDER.index)[:LAMPS_A_LINE]
