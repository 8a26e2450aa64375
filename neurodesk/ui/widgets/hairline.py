"""A line of 1 px between two parts of a pane."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from neurodesk.ui.theme import theme


class Hairline(QWidget):
    """Painted, because the style's own line takes a colour of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        QPainter(self).fillRect(self.rect(), theme().color("border.hairline"))
