"""The whole graph: one batch-painted widget; moving shows the cached picture, standing still makes it
sharp.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
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

from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_layout import Floats
from neurodesk.ui.widgets.graph_map_scene import MAX_SHAPES, Disc, MapScene, MapView, OverviewGraph
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS

SLICE_S = 0.012
SETTLE_MS = 120
FIT_MAX_ZOOM = 2.2
# Room for labels around a small map.
MARGIN_PX = 70
NEAR_ZOOM = 0.9


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
        self.setMouseTracking(True)
        self._graph: OverviewGraph | None = None
        self.scene: MapScene | None = None
        self._zoom, self._pan = 1.0, QPointF()
        self._picture: QPixmap | None = None
        self._picture_zoom, self._picture_pan = 1.0, QPointF()
        self._selected = -1
        self._kinds = frozenset(EDGE_KINDS)
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
        theme().changed.connect(self._start_render)

    def sizeHint(self) -> QSize:
        """Ask for the design's centre."""
        return QSize(720, 520)

    def show_graph(self, graph: OverviewGraph, scene: MapScene | None = None) -> None:
        """Show a graph: the first one fitted, a later one in the view that stands, so that nothing jumps.

        Arguments: ``scene`` that of the graph, if it was made off the GUI thread.
        """
        marked = self.selected
        former = self._graph is not None and len(self._graph.ids) > 0
        self._graph, self.scene = graph, scene or MapScene(graph)
        self.scene.set_kinds(self._kinds)
        self._selected = -1
        self._name()
        if former:
            self.select(marked)
            self._start_render()
        else:
            self._picture = None
            self.fit()

    def _name(self) -> None:
        assert self._graph is not None
        self.setAccessibleName(
            plural("Graph", "Map of %n node(s). The list beside it holds the same.", len(self._graph.ids))
        )
        names = [self.scene.name(disc) for disc in self.scene.discs[:40]] if self.scene is not None else []
        words = tr("Graph", "Communities: {names}").format(names="; ".join(names))
        self.setAccessibleDescription(words if any(names) else "")

    @property
    def selected(self) -> str:
        """Return the id of the marked node, "" without one."""
        if self._graph is None or not 0 <= self._selected < len(self._graph.ids):
            return ""
        return str(self._graph.ids[self._selected])

    def fit(self) -> None:
        """Show everything."""
        if self._graph is None or not len(self._graph.ids):
            self.update()
            return
        low, high = self._graph.places.min(axis=0), self._graph.places.max(axis=0)
        span = np.maximum(high - low, 1) + 40
        margin = MARGIN_PX if len(self._graph.ids) <= MAX_SHAPES else MARGIN_PX // 3
        room = (max(80, self.width() - 2 * margin), max(80, self.height() - 2 * margin))
        self._zoom = min(FIT_MAX_ZOOM, float(min(room[0] / span[0], room[1] / span[1])))
        middle = (high + low) / 2
        self._pan = QPointF(-float(middle[0]) * self._zoom, -float(middle[1]) * self._zoom)
        self._start_render()

    def select(self, node_id: str) -> None:
        """Mark a node without telling it back."""
        if self._graph is not None:
            ids = list(self._graph.ids)
            former = self._selected
            self._selected = ids.index(node_id) if node_id in ids else -1
            if self._selected != former:
                self._moved()

    def set_kinds(self, kinds: frozenset[str]) -> None:
        """Show only edges of these kinds: the legend is the filter."""
        if kinds != self._kinds:
            self._kinds = kinds
            if self.scene is not None:
                self.scene.set_kinds(kinds)
                self._start_render()

    def centre_on(self, node_id: str) -> None:
        """Mark a node and bring it into view, near enough to be read."""
        self.select(node_id)
        if self._graph is None or self._selected < 0:
            return
        x, y = self._graph.places[self._selected].tolist()
        at = self._at(x, y)
        if self._zoom >= NEAR_ZOOM / 2 and QRectF(self.rect()).adjusted(40, 40, -40, -40).contains(at):
            return
        self._zoom = max(self._zoom, NEAR_ZOOM)
        self._pan = QPointF(-x * self._zoom, -y * self._zoom)
        self._moved()

    def show_community(self, disc: Disc) -> None:
        """Go near a community, so that its nodes and edges are seen."""
        room = 0.42 * min(self.width(), self.height())
        self._zoom = max(NEAR_ZOOM / 2, min(FIT_MAX_ZOOM, room / max(1.0, disc.radius)))
        self._pan = -disc.centre * self._zoom
        self._moved()

    def view(self) -> MapView:
        """Return the part of the map that is shown."""
        return MapView(
            self._zoom,
            self.width() / 2 + self._pan.x(),
            self.height() / 2 + self._pan.y(),
            self.width(),
            self.height(),
        )

    def _at(self, x: float, y: float) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2) + self._pan + QPointF(x, y) * self._zoom

    def _to_screen(self) -> Floats:
        assert self._graph is not None
        return self.view().to_screen(self._graph.places)

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
        assert self.scene is not None

        @contextmanager
        def painting() -> Iterator[QPainter]:
            painter = QPainter(target)
            try:
                yield painter
            finally:
                painter.end()

        yield from self.scene.paint(painting, self.view(), self._selected, self._plate())

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
            self._paint_marked(painter, self._graph)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_marked(self, painter: QPainter, graph: OverviewGraph) -> None:
        """Paint the ring of the marked node and its name, which is never left out."""
        look = theme()
        x, y = graph.places[self._selected].tolist()
        at = self._at(x, y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.color("focus.ring"), 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 11, 11)
        box = self._plate()
        if box is None:
            return
        painter.setPen(QPen(look.color("focus.ring"), 1))
        painter.setBrush(look.color("surface.raised"))
        painter.drawRoundedRect(box, 5, 5)
        painter.setFont(look.font("small", strong=True))
        painter.setPen(look.color("text.primary"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._plate_title())

    def _plate_title(self) -> str:
        look = theme()
        title = plain_label(self._graph.titles[self._selected], 120) if self._graph is not None else ""
        metrics = QFontMetricsF(look.font("small", strong=True))
        return metrics.elidedText(title, Qt.TextElideMode.ElideRight, look.scaled(300))

    def _plate(self) -> QRectF | None:
        """Return where the name of the marked node stands, None while it is out of view."""
        if self._graph is None or self._selected < 0:
            return None
        at = self._at(*self._graph.places[self._selected].tolist())
        if not QRectF(self.rect()).adjusted(-20, -20, 20, 20).contains(at):
            return None
        size = QFontMetricsF(theme().font("small", strong=True)).size(0, self._plate_title())
        box = QRectF(at.x() - size.width() / 2 - 8, at.y() + 15, size.width() + 16, size.height() + 6)
        box.moveLeft(max(4.0, min(box.left(), self.width() - box.width() - 4)))
        if box.bottom() > self.height() - 4:
            box.moveBottom(at.y() - 15)
        return box

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
        """Return the node under a point; from afar none, because communities stand for them there."""
        if self._graph is None or not len(self._graph.ids) or self._is_far():
            return -1
        gap = self._to_screen() - np.array([at.x(), at.y()], dtype=np.float32)
        distance = (gap**2).sum(axis=1)
        best = int(distance.argmin())
        return best if distance[best] < 14**2 else -1

    def _is_far(self) -> bool:
        return self.scene is not None and self.scene.is_far(self._zoom)

    def _disc_under(self, at: QPointF) -> Disc | None:
        if self.scene is None:
            return None
        middle = QPointF(self.width() / 2, self.height() / 2)
        return self.scene.disc_at((at - middle - self._pan) / self._zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a node, or start to pan."""
        nearest = self._nearest(event.position())
        if nearest >= 0 and self._graph is not None:
            self.select(self._graph.ids[nearest])
            self.node_chosen.emit(self._graph.ids[nearest])
        self._drag = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan with the pointer, or say what lies under it."""
        if self._drag is not None:
            gap = event.position() - self._drag
            self._drag = event.position()
            self.pan_by(gap.x(), gap.y())
            return
        self.setToolTip(self._words_under(event.position()))

    def _words_under(self, at: QPointF) -> str:
        nearest = self._nearest(at)
        if nearest >= 0 and self._graph is not None:
            return plain_label(self._graph.titles[nearest], 200)
        disc = self._disc_under(at) if self._is_far() else None
        if disc is None or self.scene is None:
            return ""
        return f"{self.scene.name(disc)} · {plural('Graph', '%n node(s)', disc.size)}"

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End panning."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a node's neighbourhood; from afar go near the community."""
        disc = self._disc_under(event.position()) if self._is_far() else None
        if disc is not None:
            self.show_community(disc)
            return
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
