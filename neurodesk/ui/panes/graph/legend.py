"""The legend of the graph is its filter: one box a kind of edge, with its line and number."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from neurodesk.app.queries.graph_filter import NODE_KINDS
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_paint import (
    EDGE_KINDS,
    draw_edge,
    draw_fresh,
    draw_node,
    edge_word,
    node_word,
)
from neurodesk.ui.widgets.parts import PlainLabel


class Sample(QWidget):
    """A line or a node as the graph paints it, 38 x 16."""

    def __init__(self, kind: str, *, node: bool = False, proposed: bool = False, fresh: bool = False) -> None:
        super().__init__()
        self._kind, self._node, self._proposed, self._fresh = kind, node, proposed, fresh
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size of a sample."""
        return QSize(20 if self._node else 38, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sample."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._node:
            draw_node(painter, self._kind, QPointF(10, 8), 6.5, centre=False, marked=False)
            if self._fresh:
                draw_fresh(painter, QPointF(9, 9), 6.5)
        else:
            draw_edge(painter, self._kind, QPointF(2, 8), QPointF(36, 8), proposed=self._proposed)


class Legend(QWidget):
    """``changed`` carries the kinds that are on."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        column.addWidget(PlainLabel(tr("Graph", "Relations"), "small", "secondary", strong=True))
        self._boxes: dict[str, QCheckBox] = {}
        self._counts: dict[str, PlainLabel] = {}
        for kind in reversed(EDGE_KINDS):
            row = QHBoxLayout()
            row.setSpacing(8)
            words = edge_word(kind)
            box = QCheckBox()
            box.setAccessibleName(words)
            box.setChecked(True)
            box.toggled.connect(lambda _on: self.changed.emit(self.kinds()))
            count = PlainLabel("0", "small", "tertiary")
            row.addWidget(box)
            row.addWidget(Sample(kind))
            row.addWidget(PlainLabel(words), 1)
            row.addWidget(count)
            column.addLayout(row)
            self._boxes[kind], self._counts[kind] = box, count
        column.addSpacing(8)
        column.addWidget(PlainLabel(tr("Graph", "Status"), "small", "secondary", strong=True))
        for words, proposed in ((tr("Graph", "accepted"), False), (tr("Graph", "proposed"), True)):
            column.addLayout(self._line(Sample("links_to", proposed=proposed), words))
        column.addSpacing(8)
        column.addWidget(PlainLabel(tr("Graph", "Nodes"), "small", "secondary", strong=True))
        for kind in NODE_KINDS:
            column.addLayout(self._line(Sample(kind, node=True), node_word(kind)))
        column.addLayout(
            self._line(Sample("article", node=True, fresh=True), tr("Graph", "New since yesterday"))
        )
        column.addStretch(1)

    @staticmethod
    def _line(sample: QWidget, words: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(sample, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(PlainLabel(words), 1)
        return row

    def kinds(self) -> frozenset[str]:
        """Return the kinds that are on."""
        return frozenset(kind for kind, box in self._boxes.items() if box.isChecked())

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many edges each kind has here; zero ones are dimmed, not hidden."""
        for kind, label in self._counts.items():
            found = counts.get(kind, 0)
            label.setText(number(found))
            label.set_ink("secondary" if found else "tertiary")
            self._boxes[kind].setAccessibleDescription(number(found))
