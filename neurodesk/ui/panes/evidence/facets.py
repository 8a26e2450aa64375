"""Facets beside a list: groups of values with counts; one ticks what the list shall show (design, section 8).

Within a group any ticked value fits, across groups all must; nothing ticked in a group restricts nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.theme import theme

KEY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
COUNT_ROLE = KEY_ROLE + 1
ICON_ROLE = KEY_ROLE + 2
Index = QModelIndex | QPersistentModelIndex
PAD_PX = 12


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value: its key, word, icon, and how many rows hold it."""

    key: str
    text: str
    count: int
    icon: str = ""


class _ValueDelegate(QStyledItemDelegate):
    """Paints a value: box, icon, word, count; a head in semibold."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme().row_height("treeRow"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, rect = theme(), option.rect
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        surface = "surface.selected" if chosen else "surface.hover" if hover else "surface.pane"
        painter.fillRect(rect, look.color(surface))
        if not index.parent().isValid():
            self._paint_head(painter, rect, str(index.data()))
        else:
            self._paint_value(painter, rect, index, surface)
        if chosen and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(look.color("focus.ring"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect, text: str) -> None:
        painter.setFont(theme().font("small", strong=True))
        painter.setPen(theme().color("text.secondary"))
        painter.drawText(rect.adjusted(PAD_PX, 0, 0, 0), int(Qt.AlignmentFlag.AlignVCenter), text)

    def _paint_value(self, painter: QPainter, rect: QRect, index: Index, surface: str) -> None:
        look, ratio = theme(), painter.device().devicePixelRatioF()
        # The item answers with a number, which no enum member equals.
        on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked.value
        side, count = look.icon_px(14), int(index.data(COUNT_ROLE) or 0)
        x = rect.left() + PAD_PX
        box = QRect(x, rect.center().y() - side // 2, side, side)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.color("accent.base" if on else "border.control"))
        painter.setBrush(look.color("accent.base" if on else "surface.raised"))
        painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if on:
            painter.drawPixmap(box.topLeft(), look.pixmap("check", "text.onAccent", 14, ratio, "accent.base"))
        x += side + 8
        icon = str(index.data(ICON_ROLE) or "")
        ink = "text.primary" if count or on else "text.tertiary"
        if icon:
            picture = look.pixmap(icon, "text.secondary", 14, ratio, surface)
            painter.drawPixmap(x, rect.center().y() - side // 2, picture)
            x += side + 6
        small = look.font("small")
        metrics = QFontMetrics(small)
        painter.setFont(small)
        right = number(count)
        width = metrics.horizontalAdvance(right)
        painter.setPen(look.color("text.tertiary"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -PAD_PX, 0), int(flags), right)
        painter.setPen(look.color(ink))
        room = rect.right() - 2 * PAD_PX - width - x
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        place = QRect(x, rect.top(), room, rect.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)


class FacetTree(QTreeView):
    """The facets as a tree of ticks; ``changed`` after the curator ticked. Space and Enter tick."""

    changed = Signal()

    def __init__(self, groups: Sequence[tuple[str, str]], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setExpandsOnDoubleClick(False)
        self.setItemDelegate(_ValueDelegate(self))
        self.values = QStandardItemModel(self)
        self._heads: dict[str, QStandardItem] = {}
        for key, text in groups:
            head = QStandardItem(text)
            head.setData(key, KEY_ROLE)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.values.appendRow(head)
            self._heads[key] = head
        self.setModel(self.values)
        self.expandAll()
        self.clicked.connect(self._toggle)
        theme().changed.connect(self.scheduleDelayedItemsLayout)

    def chosen(self, group: str) -> tuple[str, ...]:
        """Return the keys that are ticked in a group. Raises KeyError for an unknown group."""
        return tuple(
            str(item.data(KEY_ROLE))
            for item in self._items(group)
            if item.checkState() == Qt.CheckState.Checked
        )

    def choose(self, group: str, keys: Sequence[str], words: Mapping[str, str] | None = None) -> None:
        """Tick exactly these values of a group, without emitting; a key that is not there yet is added."""
        known = {str(item.data(KEY_ROLE)): item for item in self._items(group)}
        for key in keys:
            if key not in known:
                known[key] = self._add(group, FacetValue(key, (words or {}).get(key, key), 0))
        for key, item in known.items():
            item.setCheckState(Qt.CheckState.Checked if key in keys else Qt.CheckState.Unchecked)

    def clear(self) -> None:
        """Untick everything, without emitting."""
        for group in self._heads:
            self.choose(group, ())

    def show_values(self, group: str, values: Sequence[FacetValue]) -> None:
        """Show a group's values; those that stay keep their tick, a ticked one never goes."""
        head = self._heads[group]
        wanted = {one.key: one for one in values}
        for row in reversed(range(head.rowCount())):
            item = head.child(row)
            key = str(item.data(KEY_ROLE))
            if key in wanted:
                self._say(item, wanted.pop(key))
            elif item.checkState() == Qt.CheckState.Checked:
                self._say(item, FacetValue(key, item.text(), 0, str(item.data(ICON_ROLE) or "")))
            else:
                head.removeRow(row)
        for one in values:
            if one.key in wanted:
                self._add(group, one)
        self.expandAll()
        self.setRowHidden(head.row(), self.values.invisibleRootItem().index(), not head.rowCount())

    def _items(self, group: str) -> list[QStandardItem]:
        head = self._heads[group]
        return [head.child(row) for row in range(head.rowCount())]

    def _add(self, group: str, value: FacetValue) -> QStandardItem:
        item = QStandardItem()
        item.setData(value.key, KEY_ROLE)
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        )
        item.setCheckState(Qt.CheckState.Unchecked)
        self._say(item, value)
        self._heads[group].appendRow(item)
        self.expand(self._heads[group].index())
        return item

    @staticmethod
    def _say(item: QStandardItem, value: FacetValue) -> None:
        if (item.text(), item.data(COUNT_ROLE)) == (value.text, value.count):
            return
        item.setText(value.text)
        item.setToolTip(value.text)
        item.setData(value.count, COUNT_ROLE)
        item.setData(value.icon, ICON_ROLE)
        spoken = tr("Facets", "{value}, {count}").format(value=value.text, count=number(value.count))
        item.setData(spoken, int(Qt.ItemDataRole.AccessibleTextRole))

    def _toggle(self, index: QModelIndex) -> None:
        if not index.parent().isValid():
            return
        item = self.values.itemFromIndex(index)
        on = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Space and Enter; everything else as a tree."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._toggle(self.currentIndex())
            return
        super().keyPressEvent(event)
