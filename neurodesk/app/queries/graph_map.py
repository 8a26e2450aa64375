"""The whole graph: its map, its nodes in order, and what the worker added to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import NodeLine, fresh_clauses, node_line, node_query
from neurodesk.app.queries.graph_filter import MapFilter, filter_clause
from neurodesk.domain.budget import local_date
from neurodesk.domain.graph_map import community_names
from neurodesk.pipeline.stem import STOP_WORDS
from neurodesk.storage.db import Rx
from neurodesk.storage.graph_places import unplaced_count

# What a title denies says as little about its matter as a stop word.
_DENIALS = ("not", "cannot", "without", "nicht", "kein", "keine", "keinen", "ohne")
_STOP = frozenset(word for words in (*STOP_WORDS.values(), _DENIALS) for word in words)


@dataclass(frozen=True, slots=True)
class GraphMap:
    """The map: its nodes by id with their places, edges by index, and the names of the communities
    ("" for nodes that are linked to nothing).

    ``communities`` the index into ``names`` of each node; ``fresh_nodes`` and ``fresh_edges`` say what the
    worker added since the asked instant (empty without one); ``unplaced`` counts nodes that wait for a place.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    kinds: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    communities: tuple[int, ...]
    names: tuple[str, ...]
    edges: tuple[tuple[int, int, str], ...]
    fresh_nodes: frozenset[int]
    fresh_edges: frozenset[int]
    unplaced: int


def graph_map(profile: Profile, wanted: MapFilter, since: float = 0.0) -> GraphMap:
    """Return the map of the nodes that a filter shows; a node without a place is left out."""
    now = profile.clock.time()
    fresh_node, fresh_edge = fresh_clauses(since)

    def query(rx: Rx) -> GraphMap:
        where, params = filter_clause(wanted, now)
        nodes = [
            tuple(row)
            for row in rx.iterate(
                f"""SELECT n.id, n.title, n.kind, p.x, p.y, p.community, {fresh_node} FROM node n
                    JOIN node_place p ON p.node_id = n.id WHERE {where} ORDER BY n.id""",  # noqa: S608
                params,
            )
        ]
        index = {node[0]: place for place, node in enumerate(nodes)}
        edges: list[tuple[int, int, str]] = []
        fresh_edges: set[int] = set()
        for row in rx.iterate(
            f"""SELECT e.src, e.dst, e.kind, {fresh_edge} FROM edge e WHERE e.status != 'rejected'
                ORDER BY e.id""",  # noqa: S608
        ):
            if row[0] in index and row[1] in index:
                if row[3]:
                    fresh_edges.add(len(edges))
                edges.append((index[row[0]], index[row[1]], str(row[2])))
        names, numbers = _named(rx)
        return GraphMap(
            tuple(node[0] for node in nodes),
            tuple(node[1] for node in nodes),
            tuple(node[2] for node in nodes),
            tuple((node[3], node[4]) for node in nodes),
            tuple(numbers[node[5]] for node in nodes),
            names,
            tuple(edges),
            frozenset(n for n, node in enumerate(nodes) if node[6]),
            frozenset(fresh_edges),
            unplaced_count(rx),
        )

    return profile.database.read(query)


def _named(rx: Rx) -> tuple[tuple[str, ...], dict[int, int]]:
    """Name all communities, whatever the filter shows, so that a name does not change with it."""
    degree = (
        "(SELECT COUNT(*) FROM edge e WHERE e.src = n.id) + (SELECT COUNT(*) FROM edge e WHERE e.dst = n.id)"
    )
    titles: dict[int, list[str]] = {}
    linked: set[int] = set()
    for row in rx.iterate(
        f"""SELECT p.community, n.title, {degree} AS degree FROM node_place p JOIN node n ON n.id = p.node_id
            WHERE n.state = 'active' ORDER BY p.community, degree DESC, n.id"""  # noqa: S608
    ):
        titles.setdefault(row[0], []).append(row[1])
        if row[2]:
            linked.add(row[0])
    names = community_names(list(titles.values()), _STOP)
    found = [name if community in linked else "" for community, name in zip(titles, names, strict=True)]
    return tuple(found), {community: n for n, community in enumerate(titles)}


# -- the equivalent list ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MapLine:
    """A node of the map's list: with its community's name and how many edges it has."""

    node: NodeLine
    links: int


def map_ids(profile: Profile, wanted: MapFilter) -> list[str]:
    """Return the ids of the nodes that a filter shows, by title."""
    where, params = filter_clause(wanted, profile.clock.time())
    text = f"SELECT n.id FROM node n WHERE {where} ORDER BY n.title COLLATE NOCASE, n.id"  # noqa: S608
    return profile.database.read(lambda rx: rx.ids(text, params))


def map_lines(profile: Profile, ids: Sequence[str]) -> dict[str, MapLine]:
    """Return nodes of the list by id."""

    def query(rx: Rx) -> dict[str, MapLine]:
        wanted = json.dumps(list(ids))
        links: dict[str, int] = {}
        for end in ("src", "dst"):
            for row in rx.sql(
                f"""SELECT {end} AS id, COUNT(*) AS links FROM edge WHERE status != 'rejected'
                    AND {end} IN (SELECT value FROM json_each(?)) GROUP BY 1""",  # noqa: S608
                (wanted,),
            ):
                links[row["id"]] = links.get(row["id"], 0) + row["links"]
        rows = rx.sql(f"{node_query()} WHERE n.id IN (SELECT value FROM json_each(?))", (wanted,))  # noqa: S608
        return {row["id"]: MapLine(node_line(row), links.get(row["id"], 0)) for row in rows}

    return profile.database.read(query)


# -- what the worker added --------------------------------------------------------------------------


def yesterday_start(at: float, zone: tzinfo | None = None) -> float:
    """Return the first instant of the local day before the one of ``at``, UTC epoch seconds."""
    day = local_date(at, zone) - timedelta(days=1)
    return datetime.combine(day, time.min).replace(tzinfo=zone).timestamp()


def added_ids(profile: Profile, wanted: MapFilter, since: float) -> list[str]:
    """Return what the worker added since an instant, newest first: ``n:`` a node, ``e:`` an edge.

    An edge belongs to the filter when one of its ends does.
    """
    where, params = filter_clause(wanted, profile.clock.time())
    fresh_node, fresh_edge = fresh_clauses(since)

    def query(rx: Rx) -> list[str]:
        shown = {row[0] for row in rx.iterate(f"SELECT n.id FROM node n WHERE {where}", params)}  # noqa: S608
        found = [
            (-row[1], f"n:{row[0]}")
            for row in rx.iterate(
                f"SELECT n.id, n.created_at FROM node n WHERE n.state = 'active' AND {fresh_node}",  # noqa: S608
            )
            if row[0] in shown
        ]
        found += [
            (-row[3], f"e:{row[0]}")
            for row in rx.iterate(
                f"SELECT e.id, e.src, e.dst, e.created_at FROM edge e WHERE {fresh_edge}",  # noqa: S608
            )
            if row[1] in shown or row[2] in shown
        ]
        return [one for _at, one in sorted(found)]

    return profile.database.read(query)


@dataclass(frozen=True, slots=True)
class AddedLine:
    """One thing that the worker added: a node, or an edge (``kind`` set) from ``node`` to ``other``."""

    at: float
    node: NodeLine
    other: NodeLine | None = None
    edge_id: str = ""
    kind: str = ""
    status: str = ""


def added_lines(profile: Profile, ids: Sequence[str]) -> dict[str, AddedLine]:
    """Return what ``added_ids`` named; what is gone is left out."""

    def query(rx: Rx) -> dict[str, AddedLine]:
        edges = rx.sql(
            """SELECT id, kind, src, dst, status, created_at FROM edge
               WHERE id IN (SELECT value FROM json_each(?))""",
            (json.dumps([one[2:] for one in ids if one.startswith("e:")]),),
        )
        wanted = {one[2:] for one in ids if one.startswith("n:")}
        wanted |= {end for row in edges for end in (row["src"], row["dst"])}
        nodes = {
            row["id"]: (node_line(row), row["created_at"])
            for row in rx.sql(
                f"{node_query()} WHERE n.id IN (SELECT value FROM json_each(?))",  # noqa: S608
                (json.dumps(sorted(wanted)),),
            )
        }
        found = {f"n:{key}": AddedLine(at, node) for key, (node, at) in nodes.items()}
        for row in edges:
            if row["src"] in nodes and row["dst"] in nodes:
                found[f"e:{row['id']}"] = AddedLine(
                    row["created_at"],
                    nodes[row["src"]][0],
                    nodes[row["dst"]][0],
                    row["id"],
                    row["kind"],
                    row["status"],
                )
        return {one: found[one] for one in ids if one in found}

    return profile.database.read(query)
