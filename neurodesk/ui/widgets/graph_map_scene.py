"""How the map of the whole graph is painted: communities first, then edges and nodes as one comes nearer.

Painting goes in steps, so that the caller can let the window live between them; it goes into a picture, or
into the one painter of an export.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_layout import Floats, Ints
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, draw_fresh, draw_node, grown

CHUNK_LINES = 400
CHUNK_NODES = 500
MAX_EDGES_DRAWN = 16_000
MAX_BUNDLES = 240
# Up to so many lines in view they are smoothed; above the first, links step back behind other kinds.
CROWDED_EDGES = 1_200
SMOOTH_EDGES = 6_000
MAX_SHAPES = 400
MAX_LABELS = 60
MAX_NAMES = 40
# Below this zoom of a crowded view the communities stand for their nodes.
FAR_ZOOM = 0.42
LEAST_DISC = 3
LABEL_PX = 230
NODE_PX = 7.0
NODE_KINDS = ("article", "research_evidence", "outcome")
CONTRADICTS = len(EDGE_KINDS) - 1
Painting = Callable[[], AbstractContextManager[QPainter]]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class OverviewGraph:
    """The whole graph as arrays.

    ``places`` (n, 2); ``groups`` (n,) indexes into ``names``; ``kinds`` (n,) 0 article, 1 evidence,
    2 outcome; ``pairs`` (e, 2); ``edge_kinds`` (e,) indexes into EDGE_KINDS; ``ids`` and ``titles`` of the
    nodes. ``marking``: ``fresh_nodes`` (n,) and ``fresh_edges`` (e,) stand out, all else steps back.
    """

    ids: Sequence[str]
    titles: Sequence[str]
    kinds: Ints
    places: Floats
    groups: Ints
    pairs: Ints
    edge_kinds: Ints
    names: Sequence[str] = ()
    marking: bool = False
    fresh_nodes: Flags = field(default_factory=lambda: np.zeros(0, dtype=bool))
    fresh_edges: Flags = field(default_factory=lambda: np.zeros(0, dtype=bool))


@dataclass(frozen=True, slots=True)
class MapView:
    """The part of the map that is painted: ``zoom``, and where (0, 0) lies in a picture of a size, px."""

    zoom: float
    x: float
    y: float
    width: float
    height: float

    def to_screen(self, places: npt.NDArray[np.floating]) -> Floats:
        """Return places in px of the picture."""
        shift = np.array([self.x, self.y], dtype=np.float32)
        return places.astype(np.float32) * np.float32(self.zoom) + shift


@dataclass(frozen=True, slots=True)
class Disc:
    """One community: ``centre`` and ``radius`` at 100 %, how many nodes, and how many of them are new."""

    group: int
    centre: QPointF
    radius: float
    size: int
    fresh: int


def community_word(names: Sequence[str], group: int) -> str:
    """Return the name of a community as it is shown."""
    name = names[group] if group < len(names) else ""
    return plain_label(name, 60) or tr("Graph", "Linked to nothing")


class MapScene:
    """Paints one graph.

    ``edges_in_view`` and ``edges_drawn`` tell of the last painting; ``names_shown`` and ``labels_shown`` are
    the boxes of its texts.
    """

    def __init__(self, graph: OverviewGraph) -> None:
        self.graph = graph
        count = len(graph.ids)
        self.degree = np.bincount(graph.pairs.ravel(), minlength=count) if count else np.zeros(0, dtype=int)
        self.discs = _discs(graph)
        self._bundles = _bundles(graph)
        self.edges_in_view = self.edges_drawn = 0
        self._shown = np.ones(len(EDGE_KINDS), dtype=bool)
        self._marked = -1
        self._plate: QRectF | None = None
        self.names_shown: list[QRectF] = []
        self.labels_shown: list[QRectF] = []

    def set_kinds(self, kinds: Collection[str]) -> None:
        """Paint only edges of these kinds: the legend is the filter."""
        self._shown = np.array([kind in kinds for kind in EDGE_KINDS], dtype=bool)

    def is_far(self, zoom: float) -> bool:
        """Say whether communities stand for their nodes at a zoom."""
        return zoom < FAR_ZOOM and len(self.graph.ids) > MAX_SHAPES and len(self.discs) > 1

    def name(self, disc: Disc) -> str:
        """Return the name of a community."""
        return community_word(self.graph.names, disc.group)

    def disc_at(self, at: QPointF) -> Disc | None:
        """Return the community at a place of the map (at 100 %), the smallest where some overlap."""
        found = [
            disc
            for disc in self.discs
            if (disc.centre.x() - at.x()) ** 2 + (disc.centre.y() - at.y()) ** 2 <= disc.radius**2
        ]
        return min(found, key=lambda disc: disc.radius, default=None)

    def paint(
        self, painting: Painting, view: MapView, marked: int = -1, plate: QRectF | None = None
    ) -> Iterator[None]:
        """Paint in steps; the ground is the caller's, and so is the ``plate`` of the ``marked`` node."""
        self.names_shown, self.labels_shown = [], []
        self._marked, self._plate = marked, plate
        far = self.is_far(view.zoom)
        screen = view.to_screen(self.graph.places)
        if far:
            with painting() as painter:
                self._paint_bundles(painter, view)
            yield
        with painting() as painter:
            self._paint_discs(painter, view, far=far)
        yield
        yield from self._paint_edges(painting, view, screen, far=far)
        yield from self._paint_nodes(painting, view, screen, far=far)
        with painting() as painter:
            self._paint_names(painter, view, screen, far=far)
            if not far:
                self._paint_labels(painter, view, screen)

    # -- communities --------------------------------------------------------------------------------

    def _paint_bundles(self, painter: QPainter, view: MapView) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = {disc.group: disc.centre for disc in self.discs}
        for a, b, weight in self._bundles:
            if a in places and b in places:
                pen = QPen(theme().color("border.card"), min(7.0, 1.0 + float(np.log2(weight)) * 0.8))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLine(_on_screen(view, places[a]), _on_screen(view, places[b]))

    def _paint_discs(self, painter: QPainter, view: MapView, *, far: bool) -> None:
        look = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.graph.names or len(self.discs) < 2:
            return
        for disc in self.discs:
            at, radius = _on_screen(view, disc.centre), disc.radius * view.zoom
            fresh = disc.fresh > 0
            edge = "accent.base" if fresh else "border.card" if far else "border.hairline"
            painter.setPen(QPen(look.color(edge), 2 if fresh else 1))
            painter.setBrush(look.color("surface.sunken" if far else "surface.pane"))
            painter.drawEllipse(at, radius, radius)

    def _paint_names(self, painter: QPainter, view: MapView, screen: Floats, *, far: bool) -> None:
        """Name the communities in view, the largest first, none over another."""
        if not self.graph.names or len(self.discs) < 2:
            return
        inside = QRectF(4, 4, view.width - 8, view.height - 8)
        nodes = [] if far else self._node_boxes(view, screen)
        if self._plate is not None:
            nodes.append(self._plate)
        for disc in sorted(self.discs, key=lambda one: (-(one.fresh > 0), -one.size, one.group)):
            if len(self.names_shown) >= MAX_NAMES:
                break
            at, radius = _on_screen(view, disc.centre), disc.radius * view.zoom
            if far and radius < 7:
                continue
            lines = self._name_lines(disc, far=far, room=max(theme().scaled(150), 1.7 * radius))
            width = sum(QFontMetricsF(font).horizontalAdvance(text) for text, font, _ink in lines)
            high = max(QFontMetricsF(font).height() for _text, font, _ink in lines)
            tops = [at.y() - high / 2] if far else [at.y() - radius - high - 4, at.y() + radius + 2]
            boxes = [QRectF(at.x() - width / 2 - 8, top, width + 16, high + 4) for top in tops]
            if not far:  # beside it, before it stays without a name
                beside = (at.x() + radius + 2, at.x() - radius - width - 18)
                boxes += [QRectF(left, at.y() - high / 2 - 2, width + 16, high + 4) for left in beside]
            taken = [*nodes, *self.names_shown]
            box = next(
                (
                    box
                    for box in boxes
                    if inside.contains(box) and not any(box.intersects(one) for one in taken)
                ),
                None,
            )
            if box is None:
                continue
            self.names_shown.append(box)
            _paint_lines(painter, box, lines, plate=far)

    def _name_lines(self, disc: Disc, *, far: bool, room: float) -> list[tuple[str, QFont, str]]:
        look = theme()
        strong = look.font("small", strong=True)
        name = QFontMetricsF(strong).elidedText(self.name(disc), Qt.TextElideMode.ElideRight, room)
        if disc.fresh:
            second = plural("Graph", "%n new", disc.fresh)
        else:
            second = number(disc.size)
        lines = [(name, strong, "text.primary" if far else "text.secondary")]
        if far or disc.fresh:
            ink = "accent.base" if disc.fresh else "text.tertiary"
            lines.append((f"  {second}", look.font("small", strong=disc.fresh > 0), ink))
        return lines

    # -- edges --------------------------------------------------------------------------------------

    def _paint_edges(self, painting: Painting, view: MapView, screen: Floats, *, far: bool) -> Iterator[None]:
        pairs, kinds = self.graph.pairs, self.graph.edge_kinds
        self.edges_in_view = self.edges_drawn = 0
        if not len(pairs):
            return
        a, b = screen[pairs[:, 0]], screen[pairs[:, 1]]
        size = np.array([view.width, view.height], dtype=np.float32)
        seen = (np.maximum(a, b) >= 0).all(axis=1) & (np.minimum(a, b) <= size).all(axis=1)
        visible = np.flatnonzero(seen & self._shown[kinds])
        self.edges_in_view = len(visible)
        fresh = self._fresh_edges()
        # Short edges tell of structure, long ones only cover it; contradictions and new ones always stay.
        kept = (kinds[visible] == CONTRADICTS) | fresh[visible]
        if far:
            visible, kept = visible[kept], kept[kept]
        length = np.abs(a[visible] - b[visible]).sum(axis=1)
        order = visible[np.argsort(np.where(kept, -1.0, length), kind="stable")][:MAX_EDGES_DRAWN]
        self.edges_drawn = len(order)
        yield
        groups = self.graph.groups
        between = groups[pairs[order, 0]] != groups[pairs[order, 1]]
        for pen, chosen in self._strokes(order, between, fresh):
            for start in range(0, len(chosen), CHUNK_LINES):
                part = chosen[start : start + CHUNK_LINES]
                ends = np.concatenate((a[part], b[part]), axis=1).tolist()
                lines = [QLineF(x1, y1, x2, y2) for x1, y1, x2, y2 in ends]
                with painting() as painter:
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(order) <= SMOOTH_EDGES)
                    painter.setPen(pen)
                    painter.drawLines(lines)
                yield

    def _strokes(
        self, order: npt.NDArray[np.int64], between: Flags, fresh: Flags
    ) -> Iterator[tuple[QPen, npt.NDArray[np.int64]]]:
        """Yield the edges by pen: those between communities step back, new ones and contradictions last."""
        look, kinds = theme(), self.graph.edge_kinds
        quiet = between | self.graph.marking
        plain = (kinds[order] != CONTRADICTS) & ~fresh[order]
        if len(order) > CROWDED_EDGES:  # links are everywhere then: what means more stands out
            quiet = quiet | (kinds[order] <= EDGE_KINDS.index("similar_to"))
        yield _pen("border.card" if not self.graph.marking else "border.hairline", 1), order[plain & quiet]
        for kind, name in enumerate(EDGE_KINDS[:-1]):
            yield _pen(f"edge.{name}", 1), order[plain & ~quiet & (kinds[order] == kind)]
        contradicting = order[(kinds[order] == CONTRADICTS) & ~fresh[order]]
        yield _pen("edge.contradicts", 2 if look.name.startswith("hc") else 1.5), contradicting
        chosen = order[fresh[order]]
        yield _pen("accent.tint", 8), chosen
        for kind, name in enumerate(EDGE_KINDS):
            yield _pen(f"edge.{name}", 2.5), chosen[kinds[chosen] == kind]

    def _fresh_edges(self) -> Flags:
        known = len(self.graph.fresh_edges) == len(self.graph.pairs)
        return self.graph.fresh_edges if known else np.zeros(len(self.graph.pairs), dtype=bool)

    def _fresh_nodes(self) -> Flags:
        known = len(self.graph.fresh_nodes) == len(self.graph.ids)
        return self.graph.fresh_nodes if known else np.zeros(len(self.graph.ids), dtype=bool)

    # -- nodes --------------------------------------------------------------------------------------

    def visible(self, view: MapView, screen: Floats) -> npt.NDArray[np.int64]:
        """Return the nodes in view."""
        size = np.array([view.width, view.height], dtype=np.float32)
        return np.flatnonzero((screen >= -20).all(axis=1) & (screen <= size + 20).all(axis=1))

    def _paint_nodes(self, painting: Painting, view: MapView, screen: Floats, *, far: bool) -> Iterator[None]:
        visible = self.visible(view, screen)
        fresh = self._fresh_nodes()
        shapes = len(visible) <= MAX_SHAPES and not far
        radius = _node_px()
        dot = 2.0 if far else max(2.5, min(9.0, 7 * view.zoom))
        for kind, name in enumerate(NODE_KINDS):
            chosen = visible[(self.graph.kinds[visible] == kind)]
            for start in range(0, len(chosen), CHUNK_NODES):
                part = chosen[start : start + CHUNK_NODES]
                points = [QPointF(x, y) for x, y in screen[part].tolist()]
                with painting() as painter:
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    if shapes:
                        for node, point in zip(part.tolist(), points, strict=True):
                            quiet = self.graph.marking and not fresh[node]
                            draw_node(painter, name, point, radius, centre=False, marked=False, quiet=quiet)
                    else:
                        self._paint_dots(painter, name, points, dot)
                yield
        chosen = visible[fresh[visible]]
        if len(chosen):
            with painting() as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for x, y in screen[chosen].tolist():
                    draw_fresh(painter, QPointF(x, y), radius if shapes else 0.0)

    def _paint_dots(self, painter: QPainter, name: str, points: list[QPointF], dot: float) -> None:
        quiet = "text.disabled" if self.graph.marking else "text.tertiary"
        pen = QPen(theme().color(quiet if name == "article" or self.graph.marking else "accent.base"), dot)
        round_ = name == "article"
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if round_ else Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        painter.drawPoints(points)

    def _node_boxes(self, view: MapView, screen: Floats) -> list[QRectF]:
        """Return where texts would cover nodes; of a crowded view they may."""
        visible = self.visible(view, screen)
        if len(visible) > MAX_SHAPES:
            return []
        half = _node_px() + 1
        return [QRectF(x - half, y - half, 2 * half, 2 * half) for x, y in screen[visible].tolist()]

    def _paint_labels(self, painter: QPainter, view: MapView, screen: Floats) -> None:
        """Name nodes, new ones and the best-linked first; of a crowded view one a community."""
        look = theme()
        font = look.font("small")
        metrics = QFontMetricsF(font)
        visible = self.visible(view, screen)
        crowded = len(visible) > MAX_SHAPES
        fresh = self._fresh_nodes()
        order = visible[np.lexsort((visible, -self.degree[visible], ~fresh[visible]))]
        inside = QRectF(2, 2, view.width - 4, view.height - 4)
        taken = [*self.names_shown, *self._node_boxes(view, screen)]
        if self._plate is not None:
            taken.append(self._plate)
        groups: set[int] = set()
        for node in order[:600].tolist():
            group = int(self.graph.groups[node])
            if len(self.labels_shown) >= MAX_LABELS:
                break
            if node == self._marked or (crowded and group in groups and not fresh[node]):
                continue
            title = plain_label(self.graph.titles[node], 120)
            title = metrics.elidedText(title, Qt.TextElideMode.ElideRight, look.scaled(LABEL_PX))
            x, y = float(screen[node][0]), float(screen[node][1])
            box = _free_box(x, y, metrics.horizontalAdvance(title), metrics.height(), inside, taken)
            if box is None:
                continue
            taken.append(box)
            self.labels_shown.append(box)
            groups.add(group)
            quiet = self.graph.marking and not fresh[node]
            _paint_lines(painter, box, [(title, font, "text.tertiary" if quiet else "text.primary")])


def _node_px() -> float:
    """Return the radius of a node in px; on the map they stand close, so they grow little with the text."""
    return grown(NODE_PX, 0.2)


def _on_screen(view: MapView, at: QPointF) -> QPointF:
    return QPointF(at.x() * view.zoom + view.x, at.y() * view.zoom + view.y)


def _pen(ink: str, width: float) -> QPen:
    pen = QPen(theme().color(ink), width)
    pen.setCosmetic(True)
    return pen


def _free_box(
    x: float, y: float, width: float, high: float, inside: QRectF, taken: Sequence[QRectF]
) -> QRectF | None:
    """Return a place for a label around a node: below, right, left, above; None when none is free."""
    beside = _node_px() + 5
    for left, top in (
        (x - width / 2, y + beside - 1),
        (x + beside, y - high / 2),
        (x - beside - width, y - high / 2),
        (x - width / 2, y - beside - high + 1),
    ):
        box = QRectF(left, top, width, high)
        if inside.contains(box) and not any(box.adjusted(-4, 0, 4, 0).intersects(one) for one in taken):
            return box
    return None


def _paint_lines(
    painter: QPainter, box: QRectF, lines: Sequence[tuple[str, QFont, str]], *, plate: bool = False
) -> None:
    """Paint parts of a line in the middle of a box, on a plate or with a halo of the surface."""
    look = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if plate:
        painter.setPen(QPen(look.color("border.card"), 1))
        painter.setBrush(look.color("surface.raised"))
        painter.drawRoundedRect(box, 5, 5)
    width = sum(QFontMetricsF(font).horizontalAdvance(text) for text, font, _ink in lines)
    left = box.center().x() - width / 2
    for text, font, ink in lines:
        metrics = QFontMetricsF(font)
        base = QPointF(left, box.center().y() + (metrics.ascent() - metrics.descent()) / 2)
        if not plate:
            path = QPainterPath()
            path.addText(base, font, text)
            halo = QPen(look.color("surface.reading"), 4)
            halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, halo)
        painter.setFont(font)
        painter.setPen(look.color(ink))
        painter.drawText(base, text)
        left += metrics.horizontalAdvance(text)


def _discs(graph: OverviewGraph) -> list[Disc]:
    """Return the communities of some nodes with the circle that holds nearly all of each."""
    if not len(graph.ids):
        return []
    order = np.argsort(graph.groups, kind="stable")
    labels, starts = np.unique(graph.groups[order], return_index=True)
    fresh = graph.fresh_nodes if len(graph.fresh_nodes) == len(graph.ids) else None
    found = []
    for label, members in zip(labels.tolist(), np.split(order, starts[1:]), strict=True):
        if len(members) < LEAST_DISC:
            continue
        places = graph.places[members].astype(np.float64)
        centre = places.mean(axis=0)
        far = np.percentile(np.hypot(*(places - centre).T), 97 if len(members) > 30 else 100)
        new = int(fresh[members].sum()) if fresh is not None else 0
        found.append(
            Disc(label, QPointF(float(centre[0]), float(centre[1])), float(far) + 16, len(members), new)
        )
    return found


def _bundles(graph: OverviewGraph) -> list[tuple[int, int, int]]:
    """Return how many edges go between two communities, the strongest."""
    if not len(graph.pairs):
        return []
    ends = np.sort(graph.groups[graph.pairs], axis=1)
    ends = ends[ends[:, 0] != ends[:, 1]]
    if not len(ends):
        return []
    pairs, counts = np.unique(ends, axis=0, return_counts=True)
    best = np.argsort(-counts, kind="stable")[:MAX_BUNDLES]
    return [(int(pairs[n, 0]), int(pairs[n, 1]), int(counts[n])) for n in best[::-1]]
