"""The neighbourhood of one node: batch-painted, at most 300 nodes, with labels, kinds and acceptance
visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QFont,
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

from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_layout import Floats, GraphEdge, GraphNode
from neurodesk.ui.widgets.graph_paint import (
    EDGE_KINDS,
    draw_edge,
    draw_fresh,
    draw_node,
    edge_style,
    edge_word,
    grown,
)

MAX_NODES = 300
CENTRE_PX = 15.0
NODE_PX = 9.0
LABEL_ZOOM = 0.6
# With no more than these a label is tried at every zoom.
FEW_NODES = 40
LABEL_PX = 190
LABEL_LINES = 3
LOW_LINES = 22
LABEL_EDGE_PX = 6


def _folded(text: str, metrics: QFontMetricsF, widest: float, most: int) -> list[str]:
    """Break a title into one or at most two lines; what is left over elides."""
    if most == 1:
        return [metrics.elidedText(text, Qt.TextElideMode.ElideRight, widest)] if text else []
    if metrics.horizontalAdvance(text) <= widest:
        return [text] if text else []
    words = text.split(" ")
    first = words[:1]
    while len(first) < len(words) and metrics.horizontalAdvance(" ".join(words[: len(first) + 1])) <= widest:
        first.append(words[len(first)])
    both = (" ".join(first), " ".join(words[len(first) :]))
    return [metrics.elidedText(one, Qt.TextElideMode.ElideRight, widest) for one in both if one]


@dataclass(frozen=True, slots=True)
class NodeLabel:
    """A label where it is painted: lines of (text, font, ink), their lean, and whether on a plate."""

    box: QRectF
    lines: tuple[tuple[str, QFont, str], ...]
    lean: float
    plate: bool


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
        self._fresh: frozenset[str] = frozenset()
        self._zoom = 1.0
        # The picture takes the shape of its place: the two directions grow apart from each other.
        self._stretch = QPointF(1.0, 1.0)
        self._labels: list[NodeLabel] = []
        self._labels_for: tuple[object, ...] = ()
        self._pan = QPointF()
        self._drag: QPointF | None = None
        theme().changed.connect(self._redraw)

    @Slot()
    def _redraw(self) -> None:
        self._labels_for = ()
        self.fit()

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
        count = len(self._nodes)
        words = plural(
            "Graph", "Neighbourhood of {title}: %n node(s). The list beside it holds the same.", count
        )
        title = next((node.title for node in self._nodes if node.id == centre), "")
        self.setAccessibleName(words.format(title=plain_label(title, 80)))

    def fit(self) -> None:
        """Zoom, stretch and pan so that everything is in view with its label, never beyond 120 %."""
        self._zoom, self._pan, self._stretch = 1.0, QPointF(), QPointF(1.0, 1.0)
        self._labels_for = ()
        if len(self._places) > 1:
            xs = [place.x() for place in self._places.values()]
            ys = [place.y() for place in self._places.values()]
            # Labels keep their size at every zoom: room for one at each side is kept free.
            wide, high = max(1.0, max(xs) - min(xs)), max(1.0, max(ys) - min(ys))
            beside = self._label_px() + 2 * self._node_px() + 2 * LABEL_EDGE_PX
            lines = 1 if self._low() else LABEL_LINES
            above = lines * theme().line_height("small") + 2 * self._node_px() + LABEL_EDGE_PX
            across, down = (self.width() - 2 * beside) / wide, (self.height() - 2 * above) / high
            self._stretch = QPointF(max(0.15, min(1.2, across)), max(0.15, min(1.2, down)))
            middle = QPointF((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
            self._pan = -self._stretched(middle)
        self.update()

    def _low(self) -> bool:
        """Say whether there is only room for labels of one line."""
        return self.height() < LOW_LINES * theme().line_height("small")

    def _label_px(self) -> float:
        """Return the width of a label: less where the picture is narrow."""
        return min(float(theme().scaled(LABEL_PX)), self.width() * 0.27)

    def _stretched(self, place: QPointF) -> QPointF:
        return QPointF(place.x() * self._stretch.x(), place.y() * self._stretch.y())

    def resizeEvent(self, event: object) -> None:
        """Fit anew."""
        self.fit()

    def set_kinds(self, kinds: frozenset[str]) -> None:
        """Show only edges of these kinds: the legend is the filter."""
        self._shown_kinds = kinds
        self.update()

    def set_fresh(self, ids: frozenset[str]) -> None:
        """Mark nodes and edges as new."""
        self._fresh = ids
        self.update()

    def select(self, node_id: str, edge_id: str = "") -> None:
        """Mark a node, and an edge, without telling it back."""
        self._selected, self._selected_edge = node_id, edge_id
        self.update()

    def _at(self, node_id: str) -> QPointF:
        place = self._places[node_id]
        return QPointF(self.width() / 2, self.height() / 2) + self._pan + self._stretched(place) * self._zoom

    def _radius(self, node_id: str) -> float:
        if node_id == self._centre:
            return grown(CENTRE_PX)
        return self._node_px()

    def _node_px(self) -> float:
        """Return the radius of a neighbour: in a low picture the edges between need the room."""
        return grown(NODE_PX, 0.25 if self._low() else 0.6)

    def _node_under(self, at: QPointF) -> str:
        best, best_distance = "", grown(16.0)
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
        self.paint_picture(painter)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def paint_picture(self, painter: QPainter) -> None:
        """Paint what is shown, in px of the widget; the ground is the caller's."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for edge in self._edges:
            if edge_style(edge.kind) in self._shown_kinds:
                self._paint_edge(painter, edge)
        for node in self._nodes:
            centre = node.id == self._centre
            radius = self._radius(node.id)
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
            if node.id in self._fresh:
                draw_fresh(painter, self._at(node.id), self._radius(node.id))
        for label in self.labels():
            self._paint_label(painter, label)

    def _paint_edge(self, painter: QPainter, edge: GraphEdge) -> None:
        a, b = self._at(edge.source), self._at(edge.target)
        gap = b - a
        length = (gap.x() ** 2 + gap.y() ** 2) ** 0.5
        if length < 30:
            return
        unit = gap / length
        start = a + unit * (self._radius(edge.source) + 4)
        end = b - unit * (self._radius(edge.target) + 4)
        selected = edge.id == self._selected_edge or edge.id in self._fresh
        # The octagon must not lie below the plate of the centre's name.
        plate = next((label.box for label in self.labels() if label.plate), QRectF())
        covered = plate.adjusted(-18, -11, 18, 12).contains((start + end) / 2)
        mark = 0.25 if covered else 0.5
        draw_edge(painter, edge.kind, start, end, proposed=edge.proposed, selected=selected, mark=mark)

    def _paint_label(self, painter: QPainter, label: NodeLabel) -> None:
        look = theme()
        if label.plate:
            painter.setPen(QPen(look.color("border.card"), 1))
            painter.setBrush(look.color("surface.reading"))
            painter.drawRoundedRect(label.box.adjusted(-10, -3, 10, 4), 5, 5)
        line = look.line_height("small")
        for row, (text, font, ink) in enumerate(label.lines):
            width = QFontMetricsF(font).horizontalAdvance(text)
            left = label.box.left() + (label.box.width() - width) * label.lean
            base = QPointF(left, label.box.top() + row * line + line * 0.76)
            if not label.plate:
                path = QPainterPath()
                path.addText(base, font, text)
                halo = QPen(look.color("surface.reading"), 4)
                halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.strokePath(path, halo)
            painter.setFont(font)
            painter.setPen(look.color(ink))
            painter.drawText(base, text)

    def labels(self) -> list[NodeLabel]:
        """Return the labels that find room: the centre's, the marked ones' and then the others', none over
        another.
        """
        marked = (self._centre, self._selected, self._hovered)
        key = (self._zoom, self._pan.x(), self._pan.y(), self.width(), self.height(), marked, theme().name)
        if self._labels_for != key:
            self._labels_for, self._labels = key, self._place_labels(marked)
        return self._labels

    def _place_labels(self, marked: tuple[str, ...]) -> list[NodeLabel]:
        look = theme()
        strong, caption = look.font("small", strong=True), look.font("caption")
        caption.setWeight(caption.Weight.Normal)
        first = [node for node in self._nodes if node.id in marked]
        first.sort(key=lambda node: marked.index(node.id))
        rest = [node for node in self._nodes if node.id not in marked] if self._labelled() else []
        taken = [self._node_box(node) for node in self._nodes]
        placed: list[NodeLabel] = []
        widest, line = self._label_px(), look.line_height("small")
        for node in (*first, *rest):
            most = 1 if self._low() else 2
            titles = _folded(plain_label(node.title, 120), QFontMetricsF(strong), widest, most)
            lines = [(text, strong, "text.primary") for text in titles]
            second = "" if self._low() else plain_label(node.second, 120)
            second = QFontMetricsF(caption).elidedText(second, Qt.TextElideMode.ElideRight, widest)
            if second:
                lines.append((second, caption, "text.tertiary"))
            width = max((QFontMetricsF(font).horizontalAdvance(text) for text, font, _i in lines), default=0)
            size = QSizeF(width, line * len(lines))
            found = self._free_box(node, size, taken, keep=node.id in marked)
            if found is not None:
                box, lean = found
                taken.append(box)
                placed.append(NodeLabel(box, tuple(lines), lean, node.id == self._centre))
        return placed

    def _labelled(self) -> bool:
        across = (self._stretch.x() * self._stretch.y()) ** 0.5 * self._zoom
        return across >= LABEL_ZOOM or len(self._nodes) <= FEW_NODES

    def _node_box(self, node: GraphNode) -> QRectF:
        at, radius = self._at(node.id), self._radius(node.id) + (4 if node.id == self._centre else 0)
        return QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)

    def _free_box(
        self, node: GraphNode, size: QSizeF, taken: Sequence[QRectF], *, keep: bool
    ) -> tuple[QRectF, float] | None:
        """Return a place for a label and how its lines lean (0 left, 1 right), or None where none is free."""
        choices = self._label_choices(node, size)
        inside = QRectF(self.rect()).adjusted(LABEL_EDGE_PX, 2, -LABEL_EDGE_PX, -2)
        for box, lean in choices:
            room = box.adjusted(-LABEL_EDGE_PX, 0, LABEL_EDGE_PX, 0)
            if inside.contains(box) and not any(room.intersects(other) for other in taken):
                return box, lean
        if not keep:
            return None
        box, lean = choices[0]
        left = min(max(box.left(), inside.left()), max(inside.left(), inside.right() - box.width()))
        top = min(max(box.top(), inside.top()), max(inside.top(), inside.bottom() - box.height()))
        return QRectF(QPointF(left, top), size), lean

    def _label_choices(self, node: GraphNode, size: QSizeF) -> list[tuple[QRectF, float]]:
        """Return places for a label: the side away from the centre first, so that edges stay free."""
        at, gap = self._at(node.id), self._node_px() + 6
        middle, down = at.y() - size.height() / 2, size.height() + gap
        right = (QRectF(QPointF(at.x() + gap, middle), size), 0.0)
        left = (QRectF(QPointF(at.x() - gap - size.width(), middle), size), 1.0)
        above = (QRectF(QPointF(at.x() - size.width() / 2, at.y() - down), size), 0.5)
        below = (QRectF(QPointF(at.x() - size.width() / 2, at.y() + gap - 2), size), 0.5)
        if node.id == self._centre:
            down = grown(CENTRE_PX) - self._node_px() + 6
            return [(below[0].translated(0, down), 0.5), (above[0].translated(0, -down), 0.5)]
        away = self._at(node.id) - self._at(self._centre) if self._centre in self._places else at
        beside = [right, left] if away.x() >= 0 else [left, right]
        upright = [below, above] if away.y() >= 0 else [above, below]
        if abs(away.x()) > 3 * self._node_px():
            return [beside[0], *upright, beside[1]]
        return [*upright, *beside]

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
