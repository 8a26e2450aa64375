"""The lists behind the graph place: neighbours in words, and the layouts made off the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import (
    EdgeLine,
    Neighbourhood,
    NodeLine,
    neighbourhood,
    whole_graph,
)
from neurodesk.domain.graph import EDGES_OF_JUDGEMENT
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import decimal
from neurodesk.ui.reading import plain_label
from neurodesk.ui.widgets.graph_layout import (
    Floats,
    GraphEdge,
    GraphNode,
    neighbourhood_positions,
    overview_positions,
)
from neurodesk.ui.widgets.graph_overview import OverviewGraph
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, edge_style, edge_word
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Question, RowId

FILTER_AFTER_MS = 120
NODE_KINDS = ("article", "research_evidence", "outcome")
SYMMETRIC = frozenset({"contradicts", "duplicates", "similar_to", "translation_of"})
JUDGED = frozenset(kind.value for kind in EDGES_OF_JUDGEMENT)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the list: a neighbour by its edge, or a found node without one."""

    node: NodeLine
    edge: EdgeLine | None


@dataclass(frozen=True, slots=True)
class Around:
    """A neighbourhood laid out, ready to be painted."""

    found: Neighbourhood
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    places: Floats


def lay_out(profile: Profile, node_id: str, steps: int) -> Around:
    """Read and lay out a neighbourhood; for a reader thread.

    Raises:
        BadInput: ``article_unknown``.
    """
    found = neighbourhood(profile, node_id, steps)
    nodes = tuple(
        GraphNode(one.id, one.title or one.where, one.where.split(" / ", 1)[0], one.kind)
        for one in found.nodes
    )
    edges = tuple(
        GraphEdge(one.id, one.src, one.dst, one.kind, one.status == "proposed", one.confidence)
        for one in found.edges
    )
    return Around(found, nodes, edges, neighbourhood_positions(nodes, edges, node_id))


def lay_out_all(profile: Profile) -> OverviewGraph:
    """Read and lay out the whole graph; for a reader thread."""
    found = whole_graph(profile)
    pairs = np.array([(one[0], one[1]) for one in found.edges], dtype=np.int32).reshape(-1, 2)
    places, groups = overview_positions(len(found.ids), pairs)
    kinds = np.array(
        [NODE_KINDS.index(one) if one in NODE_KINDS else 0 for one in found.kinds], dtype=np.int32
    )
    styles = np.array([EDGE_KINDS.index(edge_style(one[2])) for one in found.edges], dtype=np.int32)
    return OverviewGraph(found.ids, found.titles, kinds, places, groups, pairs, styles)


class NeighbourRows:
    """The rows of the list: what the picture shows, by relation; set by the place, read by the model."""

    def __init__(self) -> None:
        self._rows: dict[RowId, Row] = {}

    def take(self, rows: Sequence[tuple[str, Row]]) -> None:
        """Take the rows of another neighbourhood; a new mapping, so that a reader keeps the old one."""
        self._rows = dict(rows)

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids in order, of the kinds that the legend shows."""
        kinds = question.filter if isinstance(question.filter, frozenset) else frozenset(EDGE_KINDS)
        return [
            row_id
            for row_id, row in self._rows.items()
            if row.edge is None or edge_style(row.edge.kind) in kinds
        ]

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Row]:
        """Return some rows."""
        rows = self._rows
        return {one: rows[one] for one in ids if one in rows}


def line_of(row: Row) -> TwoLine:
    """Return a neighbour as a two-line row."""
    if row.edge is None:
        return TwoLine(
            plain_label(row.node.title or row.node.where, 160), second=plain_label(row.node.where, 160)
        )
    words = edge_word(row.edge.kind)
    if row.edge.status == "proposed":
        words = tr("Graph", "{relation}, proposed").format(relation=words)
    icons = {"contradicts": "contradiction", "duplicates": "duplicate"}
    ink = "claim.contradicted.mark" if row.edge.kind == "contradicts" else "text.secondary"
    if row.edge.dst != row.node.id and row.edge.kind not in SYMMETRIC:
        words = tr("Graph", "from there: {relation}").format(relation=words)
    return TwoLine(
        plain_label(row.node.title or row.node.where, 160),
        second=words,
        right=decimal(row.edge.confidence) if row.edge.kind in JUDGED else "",
        icon=icons.get(row.edge.kind, "arrow-right" if row.edge.dst == row.node.id else "chevron-left"),
        icon_ink=ink,
    )


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
