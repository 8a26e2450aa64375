"""The left side of the graph: where to go, how far one sees, the legend and the filter."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QStackedWidget, QVBoxLayout

from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.graph.filters import GraphFilters
from neurodesk.ui.panes.graph.legend import Legend
from neurodesk.ui.widgets.parts import ElidedLabel, Segments

FILTER_AFTER_MS = 120


class GraphSide(QFrame):
    """``searched`` a moment after the field changed, ``taken`` on Enter in it."""

    searched = Signal()
    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Pane")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Graph", "Go to an article"))
        self.field.setAccessibleName(tr("Graph", "Go to an article"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self.searched)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.field.returnPressed.connect(self.taken)
        head.addWidget(self.field)
        row = QHBoxLayout()
        row.addWidget(ElidedLabel(tr("Graph", "Steps"), "small", "secondary"), 1)
        self.steps = Segments([("1", "1"), ("2", "2")], tr("Graph", "Steps"))
        row.addWidget(self.steps)
        head.addLayout(row)
        column.addLayout(head)
        self.part = Segments(
            [("legend", tr("Graph", "Legend")), ("filter", tr("Graph", "Filter"))],
            tr("Graph", "Legend or filter"),
        )
        self.part.chosen.connect(self.show_part)
        across = QHBoxLayout()
        across.addWidget(self.part)
        across.addStretch(1)
        head.addLayout(across)
        self.legend = Legend()
        self.filters = GraphFilters()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.legend)
        self.legend.setAutoFillBackground(False)
        scroll.viewport().setAutoFillBackground(False)
        self.sides = QStackedWidget()
        self.sides.addWidget(scroll)
        self.sides.addWidget(self.filters)
        column.addWidget(self.sides, 1)

    def show_part(self, part: str) -> None:
        """Show ``legend`` or ``filter``."""
        self.part.set_choice(part)
        self.sides.setCurrentIndex(1 if part == "filter" else 0)
