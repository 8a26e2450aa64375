"""The stored map of the whole graph: what a layout is told and the places it gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.graph_map import MapShape, Place
from neurodesk.storage.db import Rx, Tx


@dataclass(frozen=True, slots=True)
class StoredShape:
    """The shape with the ids of its nodes, in the shape's order."""

    ids: tuple[str, ...]
    shape: MapShape


def map_shape(rx: Rx, *, anew: bool = False) -> StoredShape:
    """Return the active nodes with their edges and places; ``anew`` leaves the places out."""
    nodes = [
        (row[0], row[1])
        for row in rx.iterate("SELECT id, source_key FROM node WHERE state = 'active' ORDER BY id")
    ]
    index = {node[0]: place for place, node in enumerate(nodes)}
    pairs = tuple(
        (index[row[0]], index[row[1]])
        for row in rx.iterate("SELECT src, dst FROM edge WHERE status != 'rejected' ORDER BY id")
        if row[0] in index and row[1] in index
    )
    placed: dict[int, Place] = {}
    if not anew:
        for row in rx.iterate("SELECT node_id, x, y, community FROM node_place"):
            if row[0] in index:
                placed[index[row[0]]] = (row[1], row[2], row[3])
    return StoredShape(
        tuple(node[0] for node in nodes), MapShape(tuple(node[1] for node in nodes), pairs, placed)
    )


def unplaced_count(rx: Rx) -> int:
    """Return how many active nodes have no place yet."""
    return int(
        rx.scalar(
            """SELECT COUNT(*) FROM node WHERE state = 'active'
               AND id NOT IN (SELECT node_id FROM node_place)"""
        )
        or 0
    )


def store_places(tx: Tx, ids: Sequence[str], places: Sequence[Place]) -> None:
    """Keep the places of nodes; those of nodes that are gone for good go."""
    tx.many(
        "INSERT OR REPLACE INTO node_place (node_id, x, y, community) VALUES (?, ?, ?, ?)",
        [(node_id, *place) for node_id, place in zip(ids, places, strict=True)],
    )
    tx.execute("DELETE FROM node_place WHERE node_id NOT IN (SELECT id FROM node)")
