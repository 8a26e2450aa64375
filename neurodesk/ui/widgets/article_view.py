"""The article with a lamp for each claim in the margin, its line below the text, and the current claim
tinted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.tree import SafeDocument
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import ClaimMark, draw_lamp, draw_underline
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

MARGIN_PX = 76
LAMP_RIGHT_PX = 58
LAMP_STEP_PX = 18
BAR_X_PX = 64


def margin_px() -> int:
    """Return the width of the margin for lamps; it grows with the text."""
    return theme().icon_px(MARGIN_PX)


@dataclass(frozen=True, slots=True)
class LineBox:
    """A part of a line in document coordinates: from ``x1`` to ``x2``, line ``top`` and ``height``, text
    ``base``.
    """

    x1: float
    x2: float
    top: float
    height: float
    base: float


def line_boxes(document: QTextDocument, start: int, end: int) -> list[LineBox]:
    """Return where the characters from ``start`` to ``end`` stand, a box a line."""
    boxes: list[LineBox] = []
    layout = document.documentLayout()
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        origin = layout.blockBoundingRect(block).topLeft()
        text = block.layout()
        words = utf16_units(block.text())
        for number in range(text.lineCount()):
            line = text.lineAt(number)
            first = max(start - block.position(), line.textStart())
            last = min(end - block.position(), line.textStart() + line.textLength())
            while last > first and words[last - 1].isspace():
                last -= 1
            if first >= last:
                continue
            x1, x2 = x_at(line.cursorToX(first)), x_at(line.cursorToX(last))
            top = origin.y() + line.y()
            base = top + line.ascent()
            boxes.append(
                LineBox(origin.x() + min(x1, x2), origin.x() + max(x1, x2), top, line.height(), base)
            )
        block = block.next()
    return boxes


def utf16_units(text: str) -> str:
    """Return the text with one character for each position Qt counts (those beyond the BMP doubled)."""
    return "".join(char * 2 if char > "\uffff" else char for char in text)


def x_at(found: object) -> float:
    """PySide6 returns (x, position) here, older releases x alone."""
    value = found[0] if isinstance(found, tuple) else found
    return float(value)  # type: ignore[arg-type]


class _Gutter(QWidget):
    """Transparent overlay over the left margin; the article paints its lamps on it."""

    def __init__(self, article: ArticleView) -> None:
        super().__init__(article)
        self._article = article
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._article.paint_gutter(painter)
        painter.end()


class ArticleView(SafeTextBrowser):
    """A SafeTextBrowser that knows claims (SPEC P2).

    ``claim_clicked`` carries the id of the claim under a click; ``set_current`` scrolls only when the
    claim is outside
    the middle 60 % of the view, in 140 ms or at once with reduced motion.
    """

    claim_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, left: int | None = None) -> None:
        super().__init__(parent, left=margin_px() if left is None else left)
        self._claims: tuple[ClaimMark, ...] = ()
        self._current = ""
        self._boxes: dict[str, list[LineBox]] | None = None
        self._lines_visible = True
        self._gutter = _Gutter(self)
        self._glide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        # Another width breaks the lines anew: the current claim stays in reach until the curator scrolls.
        self._follows = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self._keep_in_reach)
        self.verticalScrollBar().actionTriggered.connect(self._stop_following)
        self.setAccessibleName(tr("Article", "Article"))
        self.verticalScrollBar().valueChanged.connect(self._gutter.update)
        self.document().documentLayout().documentSizeChanged.connect(self._forget_boxes)
        self.page_filled.connect(self._on_filled)

    def show_article(self, safe: SafeDocument, claims: Sequence[ClaimMark], current: str = "") -> None:
        """Show an article with its claims, at the page of the current one."""
        self._claims = tuple(claims)
        self._current = current
        claim = self._claim(current)
        self.show_safe(safe, safe.page_of(claim.start) if claim is not None else 0)

    def set_claims(self, claims: Sequence[ClaimMark]) -> None:
        """Change lamps or places; the text stays."""
        former, self._claims = self._claims, tuple(claims)
        if [(one.id, one.start, one.end) for one in former] == [
            (one.id, one.start, one.end) for one in claims
        ]:
            # Only lamps or seen marks changed: where the claims stand is known.
            self.viewport().update()
            self._gutter.update()
        else:
            self._forget_boxes()
        self._tint()

    def set_lines_visible(self, visible: bool) -> None:
        """Show or hide the claim lines (hidden in the view of changes); lamps stay."""
        self._lines_visible = visible
        self.viewport().update()

    @property
    def current_id(self) -> str:
        """The id of the current claim, or an empty text."""
        return self._current

    def set_current(self, claim_id: str) -> None:
        """Make a claim the current one: tint it, mark it in the margin, scroll it into reach."""
        self._current = claim_id
        claim = self._claim(claim_id)
        if claim is not None:
            page = self.safe.page_of(claim.start)
            if page != self.page:
                self.show_page(page)
            if self.positions.document_range(claim.start, claim.end) is None:
                self.finish()
        self._tint()
        self._follows = True
        self._scroll_to_current()
        self._gutter.update()

    def _claim(self, claim_id: str) -> ClaimMark | None:
        return next((claim for claim in self._claims if claim.id == claim_id), None)

    @Slot()
    def _on_filled(self) -> None:
        self._forget_boxes()
        self._tint()

    @Slot()
    def _forget_boxes(self) -> None:
        self._boxes = None
        self.viewport().update()
        self._gutter.update()

    def boxes(self) -> dict[str, list[LineBox]]:
        """Return the line boxes of every claim on this page, computed once a layout."""
        if self._boxes is None:
            made: dict[str, list[LineBox]] = {}
            for claim in self._claims:
                place = self.positions.document_range(claim.start, claim.end)
                if place is not None:
                    made[claim.id] = line_boxes(self.document(), *place)
            self._boxes = made
        return self._boxes

    def _tint(self) -> None:
        claim = self._claim(self._current)
        place = self.positions.document_range(claim.start, claim.end) if claim is not None else None
        if claim is None or place is None:
            self.setExtraSelections([])
            return
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
        made = QTextCharFormat()
        made.setBackground(theme().color(f"claim.{claim.lamp.value}.tint"))
        selection.cursor = cursor
        selection.format = made
        self.setExtraSelections([selection])

    @Slot()
    def _keep_in_reach(self) -> None:
        self._forget_boxes()
        self._scroll_to_current(at_once=True)

    @Slot()
    def _stop_following(self) -> None:
        self._follows = False

    def _scroll_to_current(self, *, at_once: bool = False) -> None:
        boxes = self.boxes().get(self._current)
        if not boxes:
            return
        bar = self.verticalScrollBar()
        height = self.viewport().height()
        top, bottom = boxes[0].top - bar.value(), boxes[-1].top + boxes[-1].height - bar.value()
        if top >= height * 0.2 and bottom <= height * 0.8:
            return
        target = max(0, min(bar.maximum(), round(boxes[0].top - height * 0.33)))
        self._glide.stop()
        duration = theme().motion_ms("scrollToClaim")
        if at_once or duration == 0 or not self.isVisible():
            bar.setValue(target)
            return
        self._glide.setDuration(duration)
        self._glide.setStartValue(bar.value())
        self._glide.setEndValue(target)
        self._glide.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the claim lines that are in view."""
        super().paintEvent(event)
        if not self._lines_visible:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offset, height = self.verticalScrollBar().value(), self.viewport().height()
        boxes = self.boxes()
        for claim in self._claims:
            for box in boxes.get(claim.id, ()):
                if -box.height < box.top - offset < height:
                    draw_underline(painter, claim.lamp, box.x1, box.x2, round(box.base + 3.5 - offset) + 0.5)
        painter.end()

    def paint_gutter(self, painter: QPainter) -> None:
        """Paint the lamps (several on one line in reading order, right-aligned) and the bar of the current
        claim.
        """
        offset = self.verticalScrollBar().value() - self.viewport().y()
        painter.setClipRect(0, self.viewport().y(), margin_px(), self.viewport().height())
        rows: dict[int, list[ClaimMark]] = {}
        known, half = self.boxes(), theme().icon_px(10) / 2
        for claim in self._claims:
            boxes = known.get(claim.id)
            if not boxes:
                continue
            first = boxes[0]
            middle = round(first.base - half - offset)
            if -20 < middle < self.height() + 20:
                rows.setdefault(middle, []).append(claim)
            if claim.id == self._current:
                top, bottom = first.top - offset, boxes[-1].top + boxes[-1].height - offset
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme().color(f"claim.{claim.lamp.value}.mark"))
                painter.drawRoundedRect(QRectF(theme().icon_px(BAR_X_PX), top, 3, bottom - top), 1.5, 1.5)
        for middle, claims in rows.items():
            shown = claims[-3:]
            for place, claim in enumerate(shown):
                x = theme().icon_px(LAMP_RIGHT_PX - 7) - (len(shown) - 1 - place) * theme().icon_px(
                    LAMP_STEP_PX
                )
                draw_lamp(painter, claim.lamp, QPointF(x, middle))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin overlay as high as the view."""
        super().resizeEvent(event)
        self._gutter.setGeometry(0, 0, margin_px() - 2, self.height())
        self._gutter.raise_()
        if self._follows and event.oldSize() != event.size():
            self._settle.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click inside a claim chooses it; a drag still selects text."""
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or self.textCursor().hasSelection():
            return
        offset = self.verticalScrollBar().value()
        at = event.position() + QPointF(0, offset)
        for claim in self._claims:
            for box in self.boxes().get(claim.id, ()):
                if box.x1 <= at.x() <= box.x2 and box.top <= at.y() <= box.top + box.height:
                    event.accept()
                    self.claim_clicked.emit(claim.id)
                    return
