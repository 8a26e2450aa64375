"""The whole graph: one batch-painted widget; moving shows the cached picture, standing still makes it
sharp.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_layout import Floats, Ints
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, draw_node

SLICE_S = 0.012
CHUNK_LINES = 400
SETTLE_MS = 120
MAX_EDGES_DRAWN = 16_000
MAX_SHAPES = 400
MAX_LABELS = 24


@dataclass(frozen=True, slots=True)
class OverviewGraph:
    """The whole graph as arrays.

    ``places`` (n, 2); ``groups`` (n,); ``kinds`` (n,) 0 article, 1 evidence, 2 outcome; ``pairs`` (e, 2);
    ``edge_kinds`` (e,) indexes into EDGE_KINDS; ``ids`` and ``titles`` of the nodes.
    """

    ids: Sequence[str]
    titles: Sequence[str]
    kinds: Ints
    places: Floats
    groups: Ints
    pairs: Ints
    edge_kinds: Ints


_NODE_KINDS = ("article", "research_evidence", "outcome")


class GraphOverview(QFrame):
    """Pan by dragging or arrow keys, zoom by wheel or + and -, 0 fits; a click chooses the nearest node."""

    node_chosen = Signal(str)
    node_opened = Signal(str)
    sharp = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Reading")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._graph: OverviewGraph | None = None
        self._degree = np.zeros(0, dtype=np.int64)
        self._zoom, self._pan = 1.0, QPointF()
        self._picture: QPixmap | None = None
        self._picture_zoom, self._picture_pan = 1.0, QPointF()
        self._selected = -1
        self._drag: QPointF | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._start_render)
        self._slice = QTimer(self)
        self._slice.setInterval(0)
        self._slice.timeout.connect(self._render_slice)
        self._work: Iterator[None] = iter(())
        self._target: QPixmap | None = None
        self._target_zoom, self._target_pan = 1.0, QPointF()
        self.edges_in_view = self.edges_drawn = 0
        theme().changed.connect(self._start_render)

    def sizeHint(self) -> QSize:
        """Ask for the design's centre."""
        return QSize(720, 520)

    def show_graph(self, graph: OverviewGraph) -> None:
        """Show a graph, fitted."""
        self._graph = graph
        self._degree = np.bincount(graph.pairs.ravel(), minlength=len(graph.ids))
        self._selected = -1
        self._picture = None
        words = tr("Graph", "Overview of {count} nodes. The list beside it holds the same.")
        self.setAccessibleName(words.format(count=len(graph.ids)))
        self.fit()

    def fit(self) -> None:
        """Show everything."""
        if self._graph is None or not len(self._graph.ids):
            self.update()
            return
        low, high = self._graph.places.min(axis=0), self._graph.places.max(axis=0)
        span = np.maximum(high - low, 1) + 60
        self._zoom = float(min(self.width() / span[0], self.height() / span[1]))
        middle = (high + low) / 2
        self._pan = QPointF(-float(middle[0]) * self._zoom, -float(middle[1]) * self._zoom)
        self._start_render()

    def select(self, node_id: str) -> None:
        """Mark a node without telling it back."""
        if self._graph is not None:
            self._selected = self._graph.ids.index(node_id) if node_id in self._graph.ids else -1
            self.update()

    def _to_screen(self) -> Floats:
        assert self._graph is not None
        shift = np.array(
            [self.width() / 2 + self._pan.x(), self.height() / 2 + self._pan.y()], dtype=np.float32
        )
        return self._graph.places * np.float32(self._zoom) + shift

    # Rendering goes in slices of 12 ms on the GUI thread: the picture grows sharp while the window stays
    # alive.

    @Slot()
    def _start_render(self) -> None:
        self._settle.stop()
        if self._graph is None or self.width() < 2 or self.height() < 2:
            return
        ratio = self.devicePixelRatioF()
        target = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
        target.setDevicePixelRatio(ratio)
        target.fill(theme().color("surface.reading"))
        self._target, self._target_zoom, self._target_pan = target, self._zoom, QPointF(self._pan)
        self._work = self._render(target)
        self._slice.start()

    @Slot()
    def _render_slice(self) -> None:
        until = time.perf_counter() + SLICE_S
        for _step in self._work:
            if time.perf_counter() > until:
                return
        self._slice.stop()
        self._picture, self._picture_zoom, self._picture_pan = (
            self._target,
            self._target_zoom,
            self._target_pan,
        )
        self._target = None
        self.update()
        self.sharp.emit()

    def _render(self, target: QPixmap) -> Iterator[None]:
        assert self._graph is not None
        screen = self._to_screen()
        yield from self._render_edges(target, screen)
        yield from self._render_nodes(target, screen)

    def _render_edges(self, target: QPixmap, screen: Floats) -> Iterator[None]:
        assert self._graph is not None
        pairs, kinds = self._graph.pairs, self._graph.edge_kinds
        if not len(pairs):
            self.edges_in_view = self.edges_drawn = 0
            return
        a, b = screen[pairs[:, 0]], screen[pairs[:, 1]]
        size = np.array([self.width(), self.height()], dtype=np.float32)
        visible = np.flatnonzero((np.maximum(a, b) >= 0).all(axis=1) & (np.minimum(a, b) <= size).all(axis=1))
        self.edges_in_view = len(visible)
        length = np.abs(a[visible] - b[visible]).sum(axis=1)
        # Short edges tell of structure, long ones only cover it; contradictions are never dropped.
        weight = np.where(kinds[visible] == len(EDGE_KINDS) - 1, -1.0, length)
        order = visible[np.argsort(weight, kind="stable")][:MAX_EDGES_DRAWN]
        self.edges_drawn = len(order)
        yield
        for kind, name in enumerate(EDGE_KINDS):
            chosen = order[kinds[order] == kind]
            pen = QPen(theme().color(f"edge.{name}"), 2 if name == "contradicts" else 1)
            pen.setCosmetic(True)
            for at in range(0, len(chosen), CHUNK_LINES):
                part = chosen[at : at + CHUNK_LINES]
                ends = np.concatenate((a[part], b[part]), axis=1).tolist()
                lines = [QLineF(x1, y1, x2, y2) for x1, y1, x2, y2 in ends]
                painter = QPainter(target)
                painter.setPen(pen)
                painter.drawLines(lines)
                painter.end()
                yield

    def _render_nodes(self, target: QPixmap, screen: Floats) -> Iterator[None]:
        assert self._graph is not None
        size = np.array([self.width(), self.height()], dtype=np.float32)
        visible = np.flatnonzero((screen >= -20).all(axis=1) & (screen <= size + 20).all(axis=1))
        shapes = len(visible) <= MAX_SHAPES
        dot = max(2.5, min(9.0, 7 * self._zoom))
        for kind, name in enumerate(_NODE_KINDS):
            chosen = visible[self._graph.kinds[visible] == kind]
            for at in range(0, len(chosen), 500):
                points = [QPointF(x, y) for x, y in screen[chosen[at : at + 500]].tolist()]
                painter = QPainter(target)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                if shapes:
                    for point in points:
                        draw_node(painter, name, point, 7, centre=False, marked=False)
                else:
                    ink = "text.primary" if name == "article" else "accent.base"
                    pen = QPen(theme().color(ink), dot)
                    pen.setCapStyle(
                        Qt.PenCapStyle.RoundCap if name == "article" else Qt.PenCapStyle.SquareCap
                    )
                    painter.setPen(pen)
                    painter.drawPoints(points)
                painter.end()
                yield
        self._render_labels(target, screen, visible)

    def _render_labels(self, target: QPixmap, screen: Floats, visible: np.ndarray) -> None:
        """Name the best-linked node of the largest communities in view, and more when few nodes are in
        view.
        """
        assert self._graph is not None
        look = theme()
        font = look.font("small", strong=True)
        metrics = QFontMetricsF(font)
        order = visible[np.lexsort((visible, -self._degree[visible]))]
        taken: list[QRectF] = []
        groups: set[int] = set()
        painter = QPainter(target)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for node in order[:600].tolist():
            group = int(self._graph.groups[node])
            if len(taken) >= MAX_LABELS or (len(visible) > MAX_SHAPES and group in groups):
                continue
            title = plain_label(self._graph.titles[node], 32)
            width = metrics.horizontalAdvance(title) + 12
            x, y = float(screen[node][0]), float(screen[node][1])
            box = QRectF(x - width / 2, y + 8, width, metrics.height() + 4)
            if any(box.intersects(other) for other in taken):
                continue
            taken.append(box)
            groups.add(group)
            painter.setPen(QPen(look.color("border.card"), 1))
            painter.setBrush(look.color("surface.reading"))
            painter.drawRoundedRect(box, 4, 4)
            painter.setFont(font)
            painter.setPen(look.color("text.primary"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), title)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the picture, moved and scaled to the present view; a marked node on top."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface.reading"))
        if self._picture is not None:
            factor = self._zoom / self._picture_zoom
            middle = QPointF(self.width() / 2, self.height() / 2)
            corner = middle + self._pan - (middle + self._picture_pan) * factor
            painter.save()
            painter.translate(corner)
            if abs(factor - 1) > 1e-6:
                painter.scale(factor, factor)
            painter.drawPixmap(0, 0, self._picture)
            painter.restore()
        if self._graph is not None and self._selected >= 0:
            x, y = self._graph.places[self._selected].tolist()
            at = QPointF(self.width() / 2, self.height() / 2) + self._pan + QPointF(x, y) * self._zoom
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.drawEllipse(at, 10, 10)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _moved(self) -> None:
        self._slice.stop()
        self._settle.start()
        self.update()

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the view by px."""
        self._pan += QPointF(dx, dy)
        self._moved()

    def zoom_by(self, factor: float, around: QPointF | None = None) -> None:
        """Zoom around a point of the widget, by default its middle."""
        middle = QPointF(self.width() / 2, self.height() / 2)
        point = around or middle
        zoom = max(0.01, min(4.0, self._zoom * factor))
        self._pan = point - middle - (point - middle - self._pan) * (zoom / self._zoom)
        self._zoom = zoom
        self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the first time, else keep the view."""
        if self._picture is None:
            self.fit()
        else:
            self._moved()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def _nearest(self, at: QPointF) -> int:
        if self._graph is None or not len(self._graph.ids):
            return -1
        gap = self._to_screen() - np.array([at.x(), at.y()], dtype=np.float32)
        distance = (gap**2).sum(axis=1)
        best = int(distance.argmin())
        return best if distance[best] < 14**2 else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a node, or start to pan."""
        nearest = self._nearest(event.position())
        if nearest >= 0 and self._graph is not None:
            self._selected = nearest
            self.update()
            self.node_chosen.emit(self._graph.ids[nearest])
        self._drag = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan with the pointer."""
        if self._drag is not None:
            gap = event.position() - self._drag
            self._drag = event.position()
            self.pan_by(gap.x(), gap.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End panning."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a node's neighbourhood."""
        nearest = self._nearest(event.position())
        if nearest >= 0 and self._graph is not None:
            self.node_opened.emit(self._graph.ids[nearest])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows pan, + and - zoom, 0 fits, Enter opens the marked node."""
        pans = {
            Qt.Key.Key_Left: (60, 0),
            Qt.Key.Key_Right: (-60, 0),
            Qt.Key.Key_Up: (0, 60),
            Qt.Key.Key_Down: (0, -60),
        }
        key = Qt.Key(event.key())
        if key in pans:
            self.pan_by(*pans[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(0.8)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected >= 0 and self._graph is not None:
            self.node_opened.emit(self._graph.ids[self._selected])
        else:
            super().keyPressEvent(event)
