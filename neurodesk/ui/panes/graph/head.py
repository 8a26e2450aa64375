"""The row above the graph: the way back, the name of what is shown, what is new, and which picture."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.chips import Chip
from neurodesk.ui.widgets.parts import ElidedLabel, Segments, button

EDGE_PX, GAP_PX = 12, 8
# What the name needs before the word of the way back gives way to it.
TRAIL_PX = 150


class GraphHead(QFrame):
    """In a narrow window *Back* keeps its arrow alone, and tells its word when pointed at."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ToolRow")
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE_PX, 4, EDGE_PX, 4)
        row.setSpacing(GAP_PX)
        self.back = button(tr("Graph", "Back"), "ghost", "chevron-left")
        self.trail = ElidedLabel("", strong=True)
        self.fresh = Chip(tr("Graph", "New since yesterday"))
        self.mode = Segments(
            [("near", tr("Graph", "Neighbourhood")), ("all", tr("Graph", "Overview"))],
            tr("Graph", "What is shown"),
        )
        row.addWidget(self.back)
        row.addWidget(self.trail, 1)
        row.addWidget(self.fresh)
        row.addWidget(self.mode)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._fit()

    def lock_back(self, reason: str) -> None:
        """Lock the way back with a reason, or open it with an empty one."""
        self.back.set_locked(reason)
        self._fit()

    def _fit(self) -> None:
        words = tr("Graph", "Back")
        self.back.setText(words)
        taken = sum(one.sizeHint().width() for one in (self.back, self.fresh, self.mode))
        room = self.width() - taken - 2 * EDGE_PX - 3 * GAP_PX
        self.back.setText(words if room >= theme().scaled(TRAIL_PX) else "")
        if self.back.isEnabled():  # else it tells why it is locked
            self.back.setToolTip(words)
