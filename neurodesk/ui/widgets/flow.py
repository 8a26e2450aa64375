"""Rows that give way: what finds no room goes to the next line; a tool row that keeps its buttons whole."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QLayoutItem, QLineEdit, QWidget

from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ActButton


class FlowLayout(QLayout):
    """Puts items in a row, left to right, and breaks into further rows; items of a row are centred.

    Arguments: ``across`` and ``down`` px between items and between rows.
    """

    def __init__(self, parent: QWidget, across: int = 24, down: int = 6) -> None:
        super().__init__(parent)
        self._across, self._down = across, down
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item; Qt calls this."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item away, None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Wants no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at a width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Move the items."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size of one row with everything."""
        margins = self.contentsMargins()
        sizes = [item.sizeHint() for item in self._items]
        width = sum(one.width() for one in sizes) + self._across * max(0, len(sizes) - 1)
        height = max((one.height() for one in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """Return the size of the widest item."""
        margins = self.contentsMargins()
        width = max((item.minimumSize().width() for item in self._items), default=0)
        height = max((item.minimumSize().height() for item in self._items), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def _rows(self, room: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            width = item.sizeHint().width()
            if rows and used + self._across + width <= room:
                rows[-1].append(item)
                used += self._across + width
            else:
                rows.append([item])
                used = width
        return rows

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        y = inner.y()
        rows = self._rows(inner.width())
        for number, row in enumerate(rows):
            high = max(item.sizeHint().height() for item in row)
            x = inner.x()
            for item in row:
                size = item.sizeHint()
                if move:
                    width = min(size.width(), inner.width())
                    place = QPoint(x, y + (high - size.height()) // 2)
                    item.setGeometry(QRect(place, QSize(width, size.height())))
                x += size.width() + self._across
            y += high + (self._down if number + 1 < len(rows) else 0)
        return y - inner.y() + margins.top() + margins.bottom()


class ToolRow(QFrame):
    """A row of tools in which the buttons stay whole as long as what stands before them can give way."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ToolRow")
        theme().changed.connect(self._share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room anew."""
        super().resizeEvent(event)
        self._share()

    def event(self, event: QEvent) -> bool:
        """Share the room anew when a part asks for more or less of it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._share()
        return super().event(event)

    def _share(self) -> None:
        layout = self.layout()
        if layout is None:
            return
        items = (layout.itemAt(n) for n in range(layout.count()))
        parts = [found for item in items if item is not None and (found := item.widget()) is not None]
        parts = [one for one in parts if not one.isHidden()]
        buttons = [one for one in parts if isinstance(one, ActButton)]
        margins = layout.contentsMargins()
        room = self.width() - margins.left() - margins.right() - layout.spacing() * layout.count()
        others = [one for one in parts if not isinstance(one, ActButton | QLineEdit)]
        rest = sum(max(one.minimumSizeHint().width(), one.minimumWidth()) for one in others)
        fields = [one for one in parts if isinstance(one, QLineEdit)]
        rest += sum(_field_px(one) for one in fields)
        level = next((n for n in (0, 1, 2) if rest + _together(buttons, n) <= room), 2)
        for one in buttons:
            one.setMinimumWidth(one.width_px(level) if level < 2 else 0)
        left = room - _together(buttons, level) - rest + sum(_field_px(one) for one in fields)
        for field in fields:
            wanted = _field_px(field)
            field.setMinimumWidth(max(80, min(wanted, left // len(fields))))
            field.setMaximumWidth(max(wanted, theme().scaled(220)))


def _together(buttons: Sequence[ActButton], level: int) -> int:
    return sum(one.width_px(level) for one in buttons)


def _field_px(field: QLineEdit) -> int:
    """Return the width that shows a field's placeholder in full."""
    return QFontMetrics(field.font()).horizontalAdvance(field.placeholderText()) + 28
