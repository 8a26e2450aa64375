"""A line of 1 px between two parts of a pane."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from neurodesk.ui.theme import theme


class Hairline(QWidget):
    """Painted, because the style's own line takes a colour of its own; ``upright`` stands between columns."""

    def __init__(self, *, upright: bool = False) -> None:
        super().__init__()
        grows, fixed = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        if upright:
            self.setFixedWidth(1)
            self.setSizePolicy(fixed, grows)
        else:
            self.setFixedHeight(1)
            self.setSizePolicy(grows, fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        QPainter(self).fillRect(self.rect(), theme().color("border.hairline"))
