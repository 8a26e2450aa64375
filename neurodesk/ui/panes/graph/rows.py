"""The lists behind the graph place, and the pictures that are laid out off the window."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import numpy as np

from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import EdgeLine, Neighbourhood, NodeLine, neighbourhood
from neurodesk.app.queries.graph_filter import NODE_KINDS, MapFilter
from neurodesk.app.queries.graph_map import (
    AddedLine,
    GraphMap,
    MapLine,
    added_ids,
    added_lines,
    map_ids,
    map_lines,
)
from neurodesk.domain.graph import EDGES_OF_JUDGEMENT
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import decimal, moment
from neurodesk.ui.reading import plain_label
from neurodesk.ui.widgets.graph_layout import Floats, GraphEdge, GraphNode, neighbourhood_positions
from neurodesk.ui.widgets.graph_map_scene import OverviewGraph
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, edge_style, edge_word, node_word
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Question, RowId

JUDGED = frozenset(kind.value for kind in EDGES_OF_JUDGEMENT)
SYMMETRIC = frozenset({"contradicts", "duplicates", "similar_to", "translation_of"})
_ICONS = {"contradicts": "contradiction", "duplicates": "duplicate"}
_KIND_ICONS = {"article": "file", "research_evidence": "evidence", "outcome": "approve"}
MAP_ROW, ADDED_ROW = "m:", "a:"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the list: a neighbour by its edge, or a node without one.

    ``links`` how many edges a node of the map has, with its ``community``; ``added_at`` when the worker added
    node or edge, of which ``node`` and ``other`` are the ends.
    """

    node: NodeLine
    edge: EdgeLine | None = None
    links: int = -1
    community: str = ""
    added_at: float = 0.0
    other: NodeLine | None = None


@dataclass(frozen=True, slots=True)
class AllNodes:
    """The question for every node that a filter shows."""

    wanted: MapFilter


@dataclass(frozen=True, slots=True)
class Added:
    """The question for what the worker added since an instant."""

    wanted: MapFilter
    since: float


@dataclass(frozen=True, slots=True)
class Around:
    """A neighbourhood laid out, ready to be painted."""

    found: Neighbourhood
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    places: Floats


def lay_out(profile: Profile, node_id: str, steps: int, wanted: MapFilter, since: float) -> Around:
    """Read and lay out a neighbourhood; for a reader thread.

    Raises:
        BadInput: ``article_unknown``.
    """
    found = neighbourhood(profile, node_id, steps, wanted=wanted, since=since)
    nodes = tuple(
        GraphNode(one.id, one.title or one.where, one.where.split(" / ", 1)[0], one.kind)
        for one in found.nodes
    )
    edges = tuple(
        GraphEdge(one.id, one.src, one.dst, one.kind, one.status == "proposed", one.confidence)
        for one in found.edges
    )
    return Around(found, nodes, edges, neighbourhood_positions(nodes, edges, node_id))


def picture_of(found: GraphMap, *, marking: bool) -> OverviewGraph:
    """Return the map as arrays, ready to be painted; for a reader thread."""
    kinds = [NODE_KINDS.index(one) if one in NODE_KINDS else 0 for one in found.kinds]
    fresh_nodes = np.zeros(len(found.ids), dtype=bool)
    fresh_nodes[list(found.fresh_nodes)] = True
    fresh_edges = np.zeros(len(found.edges), dtype=bool)
    fresh_edges[list(found.fresh_edges)] = True
    return OverviewGraph(
        found.ids,
        found.titles,
        np.array(kinds, dtype=np.int32),
        np.array(found.places, dtype=np.float32).reshape(-1, 2),
        np.array(found.communities, dtype=np.int32),
        np.array([one[:2] for one in found.edges], dtype=np.int32).reshape(-1, 2),
        np.array([EDGE_KINDS.index(edge_style(one[2])) for one in found.edges], dtype=np.int32),
        found.names,
        marking,
        fresh_nodes,
        fresh_edges,
    )


class GraphRows:
    """The rows of the list, by its question: a neighbourhood's, all nodes', or what was added.

    The first are set by the place, the others read from the database; all on a reader thread.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._rows: dict[RowId, Row] = {}
        self._communities: Mapping[str, str] = {}

    def take(self, rows: Sequence[tuple[str, Row]]) -> None:
        """Take the rows of another neighbourhood; a new mapping, so that a reader keeps the old one."""
        self._rows = dict(rows)

    def take_communities(self, names: Mapping[str, str]) -> None:
        """Take the name of each node's community."""
        self._communities = names

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids in order, of the kinds that the legend shows."""
        asked = question.filter
        if isinstance(asked, AllNodes):
            return [MAP_ROW + one for one in map_ids(self._profile, asked.wanted)]
        if isinstance(asked, Added):
            return [ADDED_ROW + one for one in added_ids(self._profile, asked.wanted, asked.since)]
        kinds = asked if isinstance(asked, frozenset) else frozenset(EDGE_KINDS)
        return [
            row_id
            for row_id, row in self._rows.items()
            if row.edge is None or edge_style(row.edge.kind) in kinds
        ]

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Row]:
        """Return some rows."""
        kept, names = self._rows, self._communities
        found = {one: kept[one] for one in ids if one in kept}
        nodes = [str(one)[2:] for one in ids if str(one).startswith(MAP_ROW)]
        if nodes:
            lines = map_lines(self._profile, nodes)
            found |= {MAP_ROW + key: _map_row(line, names.get(key, "")) for key, line in lines.items()}
        added = [str(one)[2:] for one in ids if str(one).startswith(ADDED_ROW)]
        if added:
            new = added_lines(self._profile, added)
            found |= {ADDED_ROW + key: _added_row(line) for key, line in new.items()}
        return found


def _map_row(line: MapLine, community: str) -> Row:
    return Row(line.node, links=line.links, community=community)


def _added_row(line: AddedLine) -> Row:
    edge = None
    if line.other is not None:
        edge = EdgeLine(line.edge_id, line.kind, line.node.id, line.other.id, line.status, "", 1.0, {})
    return Row(line.node, edge, added_at=line.at, other=line.other)


def line_of(row: Row) -> TwoLine:
    """Return a row in two lines."""
    title = plain_label(row.node.title or row.node.where, 160)
    if row.added_at:
        return _added_line(row, title)
    if row.links >= 0:
        parts = [node_word(row.node.kind), plural("Graph", "%n relation(s)", row.links), row.community]
        return TwoLine(
            title,
            second=" · ".join(plain_label(one, 60) for one in parts if one),
            icon=_KIND_ICONS.get(row.node.kind, "file"),
        )
    if row.edge is None:
        return TwoLine(title, second=_place_word(row.node.where))
    words = edge_word(row.edge.kind)
    if row.edge.status == "proposed":
        words = tr("Graph", "{relation}, proposed").format(relation=words)
    if row.edge.dst != row.node.id and row.edge.kind not in SYMMETRIC:
        words = tr("Graph", "from there: {relation}").format(relation=words)
    return TwoLine(
        title,
        second=words,
        right=decimal(row.edge.confidence) if row.edge.kind in JUDGED else "",
        icon=_ICONS.get(row.edge.kind, "arrow-right" if row.edge.dst == row.node.id else "chevron-left"),
        icon_ink=_ink(row.edge.kind),
    )


def _added_line(row: Row, title: str) -> TwoLine:
    at = moment(row.added_at, time.time())
    if row.edge is None or row.other is None:
        words = " · ".join((node_word(row.node.kind), _place_word(row.node.where)))
        return TwoLine(title, second=words, right=at, icon=_KIND_ICONS.get(row.node.kind, "file"))
    words = f"{edge_word(row.edge.kind)} {plain_label(row.other.title or row.other.where, 120)}"
    if row.edge.status == "proposed":
        words = tr("Graph", "{relation}, proposed").format(relation=words)
    icon = _ICONS.get(row.edge.kind, "arrow-right")
    return TwoLine(title, second=words, right=at, icon=icon, icon_ink=_ink(row.edge.kind))


def _place_word(where: str) -> str:
    """Return a node's place for a list: without the scheme and signs of an address."""
    scheme, found, rest = where.partition("://")
    return plain_label(unquote(rest) if found and scheme.isalpha() else where, 160)


def _ink(kind: str) -> str:
    return "claim.contradicted.mark" if kind == "contradicts" else "text.secondary"


def rows_of(found: Neighbourhood) -> list[tuple[str, Row]]:
    """Return the rows of a neighbourhood: edges of the centre, contradictions first, then the outer nodes."""
    nodes = {one.id: one for one in found.nodes}
    centre = found.centre.id
    order = {kind: place for place, kind in enumerate(reversed(EDGE_KINDS))}
    mine = [one for one in found.edges if centre in (one.src, one.dst)]
    mine.sort(key=lambda one: (order.get(edge_style(one.kind), 9), -one.confidence, one.id))
    rows: list[tuple[str, Row]] = []
    seen = {centre}
    for edge in mine:
        other = edge.dst if edge.src == centre else edge.src
        if other in nodes:
            rows.append((edge.id, Row(nodes[other], edge)))
            seen.add(other)
    rows += [(f"n:{one.id}", Row(one, None)) for one in found.nodes if one.id not in seen]
    return rows
