"""The neighbourhood of one node: batch-painted, at most 300 nodes, with labels, kinds and acceptance
visible.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_layout import Floats, GraphEdge, GraphNode
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, draw_edge, draw_node, edge_style, edge_word

MAX_NODES = 300
CENTRE_PX = 15.0
NODE_PX = 9.0
LABEL_ZOOM = 0.6
LABEL_CHARS = 34
LABEL_ROOM_PX = 200


class NeighbourhoodView(QFrame):
    """Paints a neighbourhood; selection is shared with the list beside it, which holds the same for the
    keyboard.

    ``node_chosen`` on a click, ``node_opened`` on a double click or Enter.
    """

    node_chosen = Signal(str)
    node_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Reading")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._nodes: tuple[GraphNode, ...] = ()
        self._edges: tuple[GraphEdge, ...] = ()
        self._places: dict[str, QPointF] = {}
        self._centre = self._selected = self._hovered = ""
        self._selected_edge = ""
        self._shown_kinds = frozenset(EDGE_KINDS)
        self._zoom = 1.0
        self._pan = QPointF()
        self._drag: QPointF | None = None
        theme().changed.connect(self._redraw)

    @Slot()
    def _redraw(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the design's centre."""
        return QSize(720, 520)

    def show_graph(
        self, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], places: Floats, centre: str
    ) -> None:
        """Show a neighbourhood with positions from ``neighbourhood_positions``; at most 300 nodes are
        painted.
        """
        self._nodes = tuple(nodes[:MAX_NODES])
        shown = {node.id for node in self._nodes}
        kept = [edge for edge in edges if edge.source in shown and edge.target in shown]
        rank = {kind: n for n, kind in enumerate(EDGE_KINDS)}
        self._edges = tuple(sorted(kept, key=lambda edge: (rank[edge_style(edge.kind)], edge.id)))
        self._places = {
            node.id: QPointF(float(places[n][0]), float(places[n][1])) for n, node in enumerate(self._nodes)
        }
        self._centre = self._selected = centre
        self._selected_edge = ""
        self.fit()
        words = tr("Graph", "Neighbourhood of {title}: {count} nodes. The list beside it holds the same.")
        title = next((node.title for node in self._nodes if node.id == centre), "")
        self.setAccessibleName(words.format(title=plain_label(title, 80), count=len(self._nodes)))

    def fit(self) -> None:
        """Zoom and pan so that everything is in view, never beyond 120 %."""
        self._zoom, self._pan = 1.0, QPointF()
        if len(self._places) > 1:
            xs = [place.x() for place in self._places.values()]
            ys = [place.y() for place in self._places.values()]
            # Labels keep their size at every zoom: room for one at each side is kept free.
            wide, high = max(1.0, max(xs) - min(xs)), max(1.0, max(ys) - min(ys))
            across, down = (self.width() - 2 * LABEL_ROOM_PX) / wide, (self.height() - 110) / high
            self._zoom = max(0.15, min(1.2, across, down))
            middle = QPointF((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
            self._pan = -middle * self._zoom
        self.update()

    def resizeEvent(self, event: object) -> None:
        """Fit anew."""
        self.fit()

    def set_kinds(self, kinds: frozenset[str]) -> None:
        """Show only edges of these kinds: the legend is the filter."""
        self._shown_kinds = kinds
        self.update()

    def select(self, node_id: str, edge_id: str = "") -> None:
        """Mark a node, and an edge, without telling it back."""
        self._selected, self._selected_edge = node_id, edge_id
        self.update()

    def _at(self, node_id: str) -> QPointF:
        place = self._places[node_id]
        return QPointF(self.width() / 2, self.height() / 2) + self._pan + place * self._zoom

    def _node_under(self, at: QPointF) -> str:
        best, best_distance = "", 16.0
        for node in self._nodes:
            gap = self._at(node.id) - at
            distance = (gap.x() ** 2 + gap.y() ** 2) ** 0.5
            if distance < best_distance:
                best, best_distance = node.id, distance
        return best

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint edges, then nodes, then labels with a halo of the surface."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface.reading"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for edge in self._edges:
            if edge_style(edge.kind) in self._shown_kinds:
                self._paint_edge(painter, edge)
        for node in self._nodes:
            centre = node.id == self._centre
            radius = CENTRE_PX if centre else NODE_PX
            marked = node.id in (self._selected, self._hovered)
            draw_node(
                painter, node.kind, self._at(node.id), radius, centre=centre, marked=marked and not centre
            )
        ratio = self.devicePixelRatioF()
        if self._centre in self._places:
            at, half = self._at(self._centre), theme().icon_px(16) / 2
            painter.drawPixmap(
                at - QPointF(half, half), theme().pixmap("file", "text.onAccent", 16, ratio, "accent.base")
            )
        for node in self._nodes:
            kept = node.id in (self._selected, self._hovered, self._centre)
            if self._zoom >= LABEL_ZOOM or kept:
                self._paint_label(painter, node)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_edge(self, painter: QPainter, edge: GraphEdge) -> None:
        a, b = self._at(edge.source), self._at(edge.target)
        gap = b - a
        length = (gap.x() ** 2 + gap.y() ** 2) ** 0.5
        if length < 30:
            return
        unit = gap / length
        start = a + unit * ((CENTRE_PX if edge.source == self._centre else NODE_PX) + 4)
        end = b - unit * ((CENTRE_PX if edge.target == self._centre else NODE_PX) + 4)
        selected = edge.id == self._selected_edge
        draw_edge(painter, edge.kind, start, end, proposed=edge.proposed, selected=selected)

    def _paint_label(self, painter: QPainter, node: GraphNode) -> None:
        look = theme()
        centre = node.id == self._centre
        strong = look.font("small", strong=True)
        caption = look.font("caption")
        caption.setWeight(caption.Weight.Normal)
        title, second = plain_label(node.title, LABEL_CHARS), plain_label(node.second, LABEL_CHARS)
        title_width = QFontMetricsF(strong).horizontalAdvance(title)
        second_width = QFontMetricsF(caption).horizontalAdvance(second)
        line = look.line_height("small")
        at = self._at(node.id)
        width, height = max(title_width, second_width), line * (2 if second else 1)
        box = self._label_box(node.id, at, width, height)
        if centre:
            painter.setPen(QPen(look.color("border.card"), 1))
            painter.setBrush(look.color("surface.reading"))
            painter.drawRoundedRect(box.adjusted(-10, -3, 10, 4), 5, 5)
        for text, font, ink, row, text_width in (
            (title, strong, "text.primary", 0, title_width),
            (second, caption, "text.tertiary", 1, second_width),
        ):
            if not text:
                continue
            left = box.center().x() - text_width / 2
            if box.left() > at.x():
                left = box.left()
            elif box.right() < at.x():
                left = box.right() - text_width
            base = QPointF(left, box.top() + row * line + line * 0.76)
            path = QPainterPath()
            path.addText(base, font, text)
            if not centre:
                halo = QPen(look.color("surface.reading"), 4)
                halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.strokePath(path, halo)
            painter.setFont(font)
            painter.setPen(look.color(ink))
            painter.drawText(base, text)

    def _label_box(self, node_id: str, at: QPointF, width: float, height: float) -> QRectF:
        """Place a label on the side that looks away from the centre, so that its edge does not cross it."""
        if node_id == self._centre:
            return QRectF(at.x() - width / 2, at.y() + CENTRE_PX + 10, width, height)
        away = self._places[node_id]
        gap = NODE_PX + 6
        if abs(away.x()) > 1.6 * abs(away.y()):
            left = at.x() + gap if away.x() > 0 else at.x() - gap - width
            return QRectF(left, at.y() - height / 2, width, height)
        top = at.y() - gap - height if away.y() < 0 else at.y() + gap - 2
        return QRectF(at.x() - width / 2, top, width, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a node, or start to pan."""
        under = self._node_under(event.position())
        if under:
            self.select(under)
            self.node_chosen.emit(under)
        else:
            self._drag = event.position() - self._pan

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a node: it becomes the centre."""
        under = self._node_under(event.position())
        if under:
            self.node_opened.emit(under)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or mark what lies under the pointer."""
        if self._drag is not None:
            self._pan = event.position() - self._drag
            self.update()
            return
        under = self._node_under(event.position())
        if under != self._hovered:
            self._hovered = under
            node = next((node for node in self._nodes if node.id == under), None)
            self.setToolTip(plain_label(node.title, 200) if node is not None else "")
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End panning."""
        self._drag = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self._zoom_by(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def _zoom_by(self, factor: float, around: QPointF) -> None:
        zoom = max(0.15, min(3.0, self._zoom * factor))
        middle = QPointF(self.width() / 2, self.height() / 2)
        self._pan = around - middle - (around - middle - self._pan) * (zoom / self._zoom)
        self._zoom = zoom
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys walk to the nearest node in their direction; + and - zoom, 0 fits, Enter opens."""
        ways = {
            Qt.Key.Key_Left: QPointF(-1, 0),
            Qt.Key.Key_Right: QPointF(1, 0),
            Qt.Key.Key_Up: QPointF(0, -1),
            Qt.Key.Key_Down: QPointF(0, 1),
        }
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        if key in ways:
            self._walk(ways[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._zoom_by(1.2, middle)
        elif key == Qt.Key.Key_Minus:
            self._zoom_by(1 / 1.2, middle)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected:
            self.node_opened.emit(self._selected)
        else:
            super().keyPressEvent(event)

    def _walk(self, way: QPointF) -> None:
        if self._selected not in self._places:
            return
        here = self._places[self._selected]
        best, best_cost = "", 1e12
        for node in self._nodes:
            gap = self._places[node.id] - here
            along = gap.x() * way.x() + gap.y() * way.y()
            across = abs(gap.x() * way.y()) + abs(gap.y() * way.x())
            if along > 4 and along + 2 * across < best_cost:
                best, best_cost = node.id, along + 2 * across
        if best:
            self.select(best)
            self.node_chosen.emit(best)

    def spoken_edges(self, node_id: str) -> list[str]:
        """Return the relations of a node in words, for the list beside the picture."""
        titles = {node.id: node.title for node in self._nodes}
        words: list[str] = []
        for edge in self._edges:
            if node_id in (edge.source, edge.target):
                other = edge.target if edge.source == node_id else edge.source
                proposed = ", " + tr("Graph", "proposed") if edge.proposed else ""
                words.append(f"{plain_label(titles[other], 80)}: {edge_word(edge.kind)}{proposed}")
        return words
