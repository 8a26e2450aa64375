"""The graph: the neighbourhood of one node, the whole as arrays of ids, and proposed edges (SPEC K3, K4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph_filter import MapFilter, filter_clause
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EDGES_OF_JUDGEMENT
from neurodesk.storage.db import Row, Rx
from neurodesk.storage.json_columns import load

MAX_NODES = 300
_JUDGED = "('" + "', '".join(sorted(kind.value for kind in EDGES_OF_JUDGEMENT)) + "')"


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node of the graph; ``where`` is its KB and path, or its address."""

    id: str
    title: str
    where: str
    kind: str
    state: str
    trust: float


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An edge; ``data`` holds passages and values of a judgement."""

    id: str
    kind: str
    src: str
    dst: str
    status: str
    origin: str
    confidence: float
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies around one node; ``left_out`` counts nodes beyond the limit.

    ``fresh`` the ids of nodes and edges that the worker added since the asked instant.
    """

    centre: NodeLine
    nodes: tuple[NodeLine, ...]
    edges: tuple[EdgeLine, ...]
    left_out: int
    fresh: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed edge with both texts: passages where the rule found them, else the openings."""

    edge: EdgeLine
    source: NodeLine
    target: NodeLine
    texts: tuple[str, str]
    values: tuple[str, str] | None
    finding_id: str


_EDGE = "SELECT id, kind, src, dst, status, origin, confidence, data FROM edge"
_NODE = """SELECT n.id AS id, n.title AS title, n.kind AS kind, n.state AS state, n.trust AS trust,
               n.created_at AS created_at,
               CASE WHEN n.path != '' THEN COALESCE(k.name || ' / ', '') || n.path ELSE n.uri END AS place
           FROM node n LEFT JOIN kb k ON k.id = n.kb_id"""


def neighbourhood(
    profile: Profile,
    node_id: str,
    steps: int = 1,
    limit: int = MAX_NODES,
    *,
    wanted: MapFilter | None = None,
    since: float = 0.0,
) -> Neighbourhood:
    """Return a node with what is linked to it within ``steps``; rejected edges are left out.

    Of the others only those that ``wanted`` shows; the middle stays whatever the filter says.

    Nearest first, then contradictions and duplicates, then the more certain ones, so that the limit cuts
    what matters least.

    Raises:
        BadInput: ``article_unknown``.
    """

    def query(rx: Rx) -> Neighbourhood:
        centre = rx.one(f"{_NODE} WHERE n.id = ?", (node_id,))
        if centre is None:
            raise BadInput("article_unknown", path=node_id)
        order = [node_id]
        known = {node_id}
        ring = [node_id]
        left_out = 0
        shown = None if wanted is None or wanted.is_open else _shown(rx, wanted, profile.clock.time())
        for _ in range(max(1, steps)):
            rows = rx.sql(
                f"""{_EDGE} WHERE status != 'rejected' AND (src IN (SELECT value FROM json_each(:ids))
                    OR dst IN (SELECT value FROM json_each(:ids)))
                    ORDER BY CASE kind WHEN 'contradicts' THEN 0 WHEN 'duplicates' THEN 1 ELSE 2 END,
                        confidence DESC, id""",  # noqa: S608
                {"ids": json.dumps(ring)},
            )
            ring = []
            for row in rows:
                for other in (row["src"], row["dst"]):
                    if other in known or (shown is not None and other not in shown):
                        continue
                    known.add(other)
                    if len(order) < limit:
                        order.append(other)
                        ring.append(other)
                    else:
                        left_out += 1
        nodes = {
            row["id"]: node_line(row)
            for row in rx.sql(
                f"{_NODE} WHERE n.id IN (SELECT value FROM json_each(?))",  # noqa: S608
                (json.dumps(order),),
            )
        }
        edges = rx.sql(
            f"""{_EDGE} WHERE status != 'rejected' AND src IN (SELECT value FROM json_each(:ids))
                AND dst IN (SELECT value FROM json_each(:ids)) ORDER BY kind, id""",  # noqa: S608
            {"ids": json.dumps(order)},
        )
        return Neighbourhood(
            node_line(centre),
            tuple(nodes[one] for one in order if one in nodes),
            tuple(_edge(row) for row in edges if row["src"] in nodes and row["dst"] in nodes),
            left_out,
            _fresh(rx, order, since) if since else frozenset(),
        )

    return profile.database.read(query)


def _shown(rx: Rx, wanted: MapFilter, now: float) -> frozenset[str]:
    where, params = filter_clause(wanted, now)
    return frozenset(row[0] for row in rx.iterate(f"SELECT n.id FROM node n WHERE {where}", params))  # noqa: S608


def fresh_clauses(since: float) -> tuple[str, str]:
    """Return the conditions on a node ``n`` and an edge ``e`` that the worker added since an instant.

    A node is a text that it learned; an edge one that a rule or a model made. Without an instant (0) nothing
    is new.
    """
    at = f"{since:.6f}" if since else "9e18"
    return (
        f"(n.kind = 'research_evidence' AND n.created_at >= {at})",
        f"(e.origin IN ('rule', 'model') AND e.status != 'rejected' AND e.created_at >= {at})",
    )


def _fresh(rx: Rx, ids: Sequence[str], since: float) -> frozenset[str]:
    node, edge = fresh_clauses(since)
    rows = rx.iterate(
        f"""SELECT n.id FROM node n WHERE n.id IN (SELECT value FROM json_each(:ids)) AND {node}
            UNION ALL SELECT e.id FROM edge e
            WHERE e.src IN (SELECT value FROM json_each(:ids))
                AND e.dst IN (SELECT value FROM json_each(:ids)) AND {edge}""",  # noqa: S608
        {"ids": json.dumps(list(ids))},
    )
    return frozenset(row[0] for row in rows)


def start_node(profile: Profile) -> str:
    """Return the node to begin with: one of a proposal, else the article linked most; "" without any."""

    def query(rx: Rx) -> str:
        proposed = rx.scalar(
            f"SELECT src FROM edge WHERE status = 'proposed' AND kind IN {_JUDGED}"  # noqa: S608
            " ORDER BY confidence DESC, id LIMIT 1"
        )
        if proposed:
            return str(proposed)
        linked = rx.scalar(
            """SELECT n.id FROM node n LEFT JOIN edge e ON (e.src = n.id OR e.dst = n.id)
               WHERE n.kind = 'article' AND n.state = 'active'
               GROUP BY n.id ORDER BY COUNT(e.id) DESC, n.path, n.id LIMIT 1"""
        )
        return str(linked or "")

    return profile.database.read(query)


def proposals(profile: Profile, limit: int = 200) -> list[str]:
    """Return the ids of edges of judgement that wait for the curator, contradictions first."""
    return profile.database.read(
        lambda rx: [
            row[0]
            for row in rx.sql(
                f"""SELECT id FROM edge WHERE status = 'proposed' AND kind IN {_JUDGED}
                    ORDER BY CASE kind WHEN 'contradicts' THEN 0 WHEN 'duplicates' THEN 1 ELSE 2 END,
                        confidence DESC, id LIMIT ?""",  # noqa: S608
                (limit,),
            )
        ]
    )


def proposal(profile: Profile, edge_id: str) -> Proposal | None:
    """Return a proposed edge with its passages and differing values, None when it is gone."""

    def query(rx: Rx) -> Proposal | None:
        row = rx.one(f"{_EDGE} WHERE id = ?", (edge_id,))
        if row is None:
            return None
        edge = _edge(row)
        ends = {one["id"]: one for one in rx.sql(f"{_NODE} WHERE n.id IN (?, ?)", (edge.src, edge.dst))}
        if edge.src not in ends or edge.dst not in ends:
            return None
        found = rx.one(
            """SELECT id, passages, data FROM finding WHERE other_node_id != ''
               AND MIN(node_id, other_node_id) = MIN(:a, :b) AND MAX(node_id, other_node_id) = MAX(:a, :b)
               AND type = CASE :kind WHEN 'contradicts' THEN 'contradiction' ELSE 'near_duplicate' END
               ORDER BY id LIMIT 1""",
            {"a": edge.src, "b": edge.dst, "kind": edge.kind},
        )
        passages = load(found["passages"]) if found is not None else edge.data.get("passages", [])
        data = load(found["data"]) if found is not None else edge.data
        texts = {str(one.get("node_id", "")): str(one.get("text", "")) for one in passages}
        values = data.get("values")
        pair = (str(values[0]), str(values[1])) if values else None
        if found is not None and passages and passages[0].get("node_id") == edge.dst and pair:
            pair = (pair[1], pair[0])
        return Proposal(
            edge,
            node_line(ends[edge.src]),
            node_line(ends[edge.dst]),
            (texts.get(edge.src) or _opening(rx, edge.src), texts.get(edge.dst) or _opening(rx, edge.dst)),
            pair,
            found["id"] if found is not None else "",
        )

    return profile.database.read(query)


def find_nodes(profile: Profile, words: str, limit: int = 20) -> list[NodeLine]:
    """Return nodes whose title or path holds every word, articles first."""
    parts = words.split()[:6]
    if not parts:
        return []
    where = " AND ".join([r"(n.title LIKE ? ESCAPE '\' OR n.path LIKE ? ESCAPE '\')"] * len(parts))
    params: list[object] = []
    for one in parts:
        pattern = "%" + one.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        params += [pattern, pattern]
    text = f"""{_NODE} WHERE n.state = 'active' AND {where}
               ORDER BY n.kind != 'article', LENGTH(n.title), n.title, n.id LIMIT ?"""
    return profile.database.read(lambda rx: [node_line(row) for row in rx.sql(text, [*params, limit])])


def _opening(rx: Rx, node_id: str) -> str:
    return str(rx.scalar("SELECT substr(body, 1, 600) FROM node WHERE id = ?", (node_id,)) or "")


def node_query() -> str:
    """Return the SELECT over ``node n`` that ``node_line`` reads; add a WHERE."""
    return _NODE


def node_line(row: Row) -> NodeLine:
    """Return a row of ``node_query`` as a node."""
    return NodeLine(row["id"], row["title"], row["place"] or "", row["kind"], row["state"], row["trust"])


def _edge(row: Row) -> EdgeLine:
    return EdgeLine(
        row["id"],
        row["kind"],
        row["src"],
        row["dst"],
        row["status"],
        row["origin"],
        row["confidence"],
        load(row["data"]),
    )


def edges_at(profile: Profile, ids: Sequence[str]) -> list[EdgeLine]:
    """Return edges by id."""
    text = f"{_EDGE} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"  # noqa: S608
    return profile.database.read(lambda rx: [_edge(row) for row in rx.sql(text, (json.dumps(list(ids)),))])


def edge_of_pair(profile: Profile, node_id: str, other_id: str, finding_type: str) -> str:
    """Return the id of the edge of judgement behind a finding about two articles, "" without one."""
    kinds = {"contradiction": "contradicts", "near_duplicate": "duplicates"}
    return str(
        profile.database.read(
            lambda rx: rx.scalar(
                """SELECT id FROM edge WHERE kind = ? AND (src = ? AND dst = ? OR src = ? AND dst = ?)
                   ORDER BY id LIMIT 1""",
                (kinds.get(finding_type, ""), node_id, other_id, other_id, node_id),
            )
        )
        or ""
    )
