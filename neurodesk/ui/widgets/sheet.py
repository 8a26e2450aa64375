"""What all small dialogs share: margins, order of buttons, and a height that fits the wrapped words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.ui.theme import theme

EDGE_PX, TOP_PX, BOTTOM_PX = 24, 20, 16
GAP_PX, FOOT_GAP_PX = 8, 12


class Sheet(QDialog):
    """A dialog of one column and a foot of buttons.

    A wrapped label asks for the height that its words need at some width of its own choice, so a dialog
    that takes its first hint spreads what is left between its lines. This one takes the height that its
    words need at the width it has, and again whenever a word in it changes.

    Arguments: ``title``; ``width_px`` at a text size of 100 %; ``parent``, wider than which it never is, and
    with which it is deleted when closed.
    """

    def __init__(self, title: str, width_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, parent is not None)
        self.setWindowTitle(title)
        width = theme().scaled(width_px)
        if parent is not None:
            width = min(width, max(parent.window().width() - 40, theme().scaled(280)))
        self.setFixedWidth(width)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(EDGE_PX, TOP_PX, EDGE_PX, BOTTOM_PX)
        self.column.setSpacing(GAP_PX)

    def add_foot(self, *buttons: QWidget, left: QWidget | None = None) -> None:
        """Close the column with its buttons: the safe one first, the act last, ``left`` apart from both."""
        row = QHBoxLayout()
        row.setContentsMargins(0, FOOT_GAP_PX, 0, 0)
        row.setSpacing(GAP_PX)
        if left is not None:
            row.addWidget(left)
        row.addStretch(1)
        for one in buttons:
            row.addWidget(one)
        self.column.addLayout(row)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the height that the words need."""
        self.fit()
        super().showEvent(event)

    def event(self, event: QEvent) -> bool:
        """Follow a word that changed."""
        known = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.fit()
        return known

    def fit(self) -> None:
        """Take the height that the column needs at this width."""
        self.column.activate()
        needed = self.column.totalHeightForWidth(self.width())
        if needed < 0:
            needed = self.column.totalSizeHint().height()
        if needed != self.height():
            self.resize(self.width(), needed)
