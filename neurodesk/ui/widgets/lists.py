"""Painted rows: the two-line list row and the table row; style sheets on rows are slow and cannot be
tested.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeySequence, QPainter, QPen, QShortcut, QStaticText
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp, draw_lamp, lamp_word
from neurodesk.ui.widgets.paged_model import ROW_ROLE, Cell, PagedModel

Index = QModelIndex | QPersistentModelIndex
PAD_PX = 12
# Numbers, because a delegate asks for them in each cell of each frame, and Python's flags are slow.
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
# Laid out texts that are kept: some screens full.
KEPT_TEXTS = 2_000


@dataclass(frozen=True, slots=True)
class TwoLine:
    """A two-line row: ``counts`` of lamps left, or the words of ``second``; ``right`` holds kind and age.

    ``is_path``: ``second`` is a path, which is cut in its middle: its end tells files apart.
    """

    title: str
    counts: tuple[tuple[Lamp, int], ...] = ()
    second: str = ""
    is_path: bool = False
    right: str = ""
    unseen: bool = False
    icon: str = ""
    icon_ink: str = "text.secondary"
    quiet: bool = False
    broken: str = ""

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        counts = ", ".join(f"{n} {lamp_word(lamp)}" for lamp, n in self.counts)
        fresh = tr("Lists", "new") if self.unseen else ""
        return ". ".join(
            part for part in (self.title, fresh, self.second, counts, self.right, self.broken) if part
        )


def paint_row_ground(painter: QPainter, option: QStyleOptionViewItem, ground: str) -> str:
    """Paint a row's surface, selection bar, hairline and focus ring; return the surface's token."""
    rect, state = option.rect, option.state.value
    surface = ground
    if state & _SELECTED:
        surface = "surface.selected" if option.widget.hasFocus() else "surface.selectedInactive"
    elif state & _HOVERED:
        surface = "surface.hover"
    look = theme()
    painter.fillRect(rect, look.color(surface))
    painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, look.color("border.hairline"))
    return surface


def paint_bar_and_ring(painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
    """Paint the blue bar of a selected row and the ring of the current row (keyboard focus in the view)."""
    look = theme()
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(QRect(row.left(), row.top(), 3, row.height()), look.color("accent.base"))
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(look.color("focus.ring"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(row).adjusted(1, 1, -1, -2))


class TwoLineDelegate(QStyledItemDelegate):
    """Paints rows whose ROW_ROLE holds (or is turned into, by ``to_line``) a TwoLine.

    Arguments: ``title_lines`` 1, or 2 in Review, where all rows are then equally higher.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        to_line: Callable[[Any], TwoLine] | None = None,
        title_lines: int = 1,
    ) -> None:
        super().__init__(parent)
        self._to_line = to_line
        self._title_lines = title_lines

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the uniform row height of the density in effect."""
        look = theme()
        extra = (self._title_lines - 1) * look.line_height("body")
        height = look.row_height("listRowTwoLine") + extra
        if self._title_lines > 1:  # two lines of large text would touch the rows above and below
            block = look.line_height("body") * self._title_lines + 3 + look.line_height("small")
            height = max(height, block + look.scaled(8))
        return QSize(0, height)

    def line(self, index: Index) -> TwoLine:
        """Return what a row shows."""
        row = index.data(ROW_ROLE)
        if row is None:
            return TwoLine(tr("Lists", "Loading …"), quiet=True)
        return self._to_line(row) if self._to_line is not None else row

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint title, counts or words, and the quiet right end."""
        look, line, rect = theme(), self.line(index), option.rect
        painter.save()
        surface = paint_row_ground(painter, option, "surface.pane")
        left = rect.left() + PAD_PX
        title_font = look.font("body", strong=line.unseen)
        small = look.font("small")
        title_height, small_height = look.line_height("body"), look.line_height("small")
        icon_room = look.icon_px(16) + 8 if line.icon else 0
        width = rect.right() - PAD_PX - left - icon_room
        lines = _wrapped(line.title, QFontMetrics(title_font), width, self._title_lines)
        block = title_height * len(lines) + 3 + small_height
        top = rect.top() + (rect.height() - block) // 2
        if line.icon:
            ratio = painter.device().devicePixelRatioF()
            icon = look.pixmap(line.icon, line.icon_ink, 16, ratio, surface)
            side = look.icon_px(16)
            painter.drawPixmap(QPointF(left, top + (title_height - side) / 2), icon)
            left += icon_room
        painter.setFont(title_font)
        painter.setPen(look.color("text.tertiary" if line.quiet else "text.primary"))
        for number, text in enumerate(lines):
            place = QRect(left, top + number * title_height, width, title_height)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        self._paint_second(
            painter, line, QRect(left, top + len(lines) * title_height + 3, width, small_height), surface
        )
        painter.setFont(small)
        paint_bar_and_ring(painter, option, rect)
        painter.restore()

    def _paint_second(self, painter: QPainter, line: TwoLine, place: QRect, surface: str) -> None:
        look = theme()
        small = look.font("small")
        metrics = QFontMetrics(small)
        painter.setFont(small)
        counts = sum(look.icon_px(12) + 12 + metrics.horizontalAdvance(str(n)) for _lamp, n in line.counts)
        right = fitting_end(line.right, metrics, place.width() - counts)
        right_width = metrics.horizontalAdvance(right)
        if right:
            painter.setPen(look.color("text.tertiary"))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), right)
        x = place.left()
        if line.broken:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(
                QPointF(x, place.top() + 1), look.pixmap("warning", "notice.error.mark", 14, ratio)
            )
            painter.setPen(look.color("notice.error.text"))
            inset = look.icon_px(14) + 6
            room = place.width() - inset - right_width
            text = metrics.elidedText(line.broken, Qt.TextElideMode.ElideRight, room)
            painter.drawText(place.adjusted(inset, 0, 0, 0), int(Qt.AlignmentFlag.AlignVCenter), text)
            return
        if line.second:
            painter.setPen(look.color("text.secondary"))
            room = place.width() - right_width - (PAD_PX if line.right else 0)
            mode = Qt.TextElideMode.ElideMiddle if line.is_path else Qt.TextElideMode.ElideRight
            text = metrics.elidedText(line.second, mode, room)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
            return
        for lamp, count in line.counts:
            side = look.icon_px(12)
            draw_lamp(painter, lamp, QPointF(x + side / 2, place.center().y() + 0.5), 12, surface)
            painter.setPen(look.color("text.secondary"))
            text = str(count)
            painter.drawText(
                QRect(x + side + 3, place.top(), 60 + side, place.height()),
                int(Qt.AlignmentFlag.AlignVCenter),
                text,
            )
            x += side + 3 + metrics.horizontalAdvance(text) + 9


def fitting_end(text: str, metrics: QFontMetrics, room: int) -> str:
    """Return the last parts of ``a · b · c`` that fit into a width in px; the last one always stays."""
    parts = text.split(" · ")
    while len(parts) > 1 and metrics.horizontalAdvance(" · ".join(parts)) > room:
        del parts[0]
    return " · ".join(parts)


def _wrapped(text: str, metrics: QFontMetrics, width: int, lines: int) -> list[str]:
    """Break a title at spaces into at most ``lines`` lines; the last one is elided."""
    result: list[str] = []
    rest = text
    while rest and len(result) + 1 < lines and metrics.horizontalAdvance(rest) > width:
        words = rest.split(" ")
        fit = 0
        while fit < len(words) and metrics.horizontalAdvance(" ".join(words[: fit + 1])) <= width:
            fit += 1
        if fit == 0:
            break
        result.append(" ".join(words[:fit]))
        rest = " ".join(words[fit:])
    result.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
    return result


class TableDelegate(QStyledItemDelegate):
    """Paints table cells from CELL_ROLE: icon, text, hairline, selection over the whole row.

    A screen has some two hundred cells, so texts are kept as they were laid out, by text and room.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: dict[tuple[str, int, bool], tuple[QStaticText, int]] = {}
        self._fonts: dict[bool, QFont] = {}
        self._line_px = 0
        theme().changed.connect(self._forget)

    def _forget(self) -> None:
        self._texts.clear()
        self._fonts.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row height of the density in effect."""
        return QSize(60, theme().row_height("tableRow"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell; painter settings are left to the next cell, which sets its own."""
        model = index.model()
        # Straight from the model: through QModelIndex.data it is two more ways between the languages.
        cell = model.cell(index.row(), index.column()) if isinstance(model, PagedModel) else None
        surface = paint_row_ground(painter, option, "surface.reading")
        if cell is not None:
            self._paint_cell(painter, option, cell, surface)
        view = option.widget
        if isinstance(view, QTableView):
            self._paint_row_marks(painter, option, view, index)

    def _paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, cell: Cell, surface: str) -> None:
        look = theme()
        rect = option.rect
        x, y, width, height = rect.x(), rect.y(), rect.width(), rect.height()
        left, room = x + PAD_PX, width - 2 * PAD_PX - 1
        if cell.icon:
            icon = look.pixmap(cell.icon, cell.icon_ink, 16, painter.device().devicePixelRatioF(), surface)
            px = look.icon_px(16)
            painter.drawPixmap(QPointF(left, y + (height - px) / 2), icon)
            left, room = left + px + 8, room - px - 8
        if not cell.text:
            return
        laid, advance = self._laid_out(cell.text, room, cell.strong)
        painter.setFont(self._font(cell.strong))
        painter.setPen(look.color(cell.ink))
        if cell.right:
            left += room - advance
        painter.drawStaticText(left, y + (height - 1 - self._line_px) // 2, laid)

    def _font(self, strong: bool) -> QFont:
        found = self._fonts.get(strong)
        if found is None:
            found = self._fonts[strong] = theme().font("body", strong=strong)
            self._line_px = QFontMetrics(found).height()
        return found

    def _laid_out(self, text: str, room: int, strong: bool) -> tuple[QStaticText, int]:
        """Return a text laid out on one line, shortened to its room, and its width; both px."""
        found = self._texts.get((text, room, strong))
        if found is None:
            if len(self._texts) >= KEPT_TEXTS:
                self._texts.clear()
            font = self._font(strong)
            metrics = QFontMetrics(font)
            line = metrics.elidedText(" ".join(text.split("\n")), Qt.TextElideMode.ElideRight, room)
            laid = QStaticText(line)
            laid.setTextFormat(Qt.TextFormat.PlainText)
            laid.prepare(font=font)
            found = self._texts[text, room, strong] = laid, metrics.horizontalAdvance(line)
        return found

    def _paint_row_marks(
        self, painter: QPainter, option: QStyleOptionViewItem, view: QTableView, index: Index
    ) -> None:
        selected = option.state.value & _SELECTED
        current = view.hasFocus() and view.currentIndex().row() == index.row()
        if not selected and not current:
            return
        look, rect = theme(), option.rect
        header = view.horizontalHeader()
        place = header.visualIndex(index.column())
        shown = [one for one in range(header.count()) if not header.isSectionHidden(header.logicalIndex(one))]
        first, last = place == shown[0], place == shown[-1]
        if first and selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), look.color("accent.base"))
        if current:
            painter.setPen(QPen(look.color("focus.ring"), 2))
            top, bottom = rect.top() + 1, rect.bottom() - 1
            painter.drawLine(rect.left(), top, rect.right(), top)
            painter.drawLine(rect.left(), bottom, rect.right(), bottom)
            if first:
                painter.drawLine(rect.left() + 1, top, rect.left() + 1, bottom)
            if last:
                painter.drawLine(rect.right(), top, rect.right(), bottom)


class RowList(QListView):
    """A list of two-line rows with uniform heights."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        to_line: Callable[[Any], TwoLine] | None = None,
        title_lines: int = 1,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setItemDelegate(TwoLineDelegate(self, to_line, title_lines))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QListView.Shape.NoFrame)
        theme().changed.connect(self.scheduleDelayedItemsLayout)

    def add_keys(self, *keys: tuple[str, Callable[[], object]]) -> None:
        """Bind letters to acts, and J and K to the next and the former row.

        They count while the list has the keys: a field beside it keeps its letters.
        """
        for key, run in (*keys, ("J", lambda: self.step(1)), ("K", lambda: self.step(-1))):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(run)

    def step(self, by: int) -> None:
        """Go some rows on or back, not beyond the ends."""
        row = max(0, min(self.model().rowCount() - 1, self.currentIndex().row() + by))
        self.setCurrentIndex(self.model().index(row, 0))


class RowTable(QTableView):
    """A table of painted rows; sorting goes to the model, one column takes the rest."""

    def __init__(self, name: str, model: PagedModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(TableDelegate(self))
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        for section, column in enumerate(model.columns):
            if column.width:
                header.setSectionResizeMode(section, QHeaderView.ResizeMode.Interactive)
                self.setColumnWidth(section, theme().scaled(column.width))
            else:
                header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        header.sortIndicatorChanged.connect(model.sort)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme().row_height("tableRow"))
