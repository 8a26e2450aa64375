"""Where each node stands on the map of the whole graph, so that the map is the same after a start."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE node_place (
        node_id TEXT NOT NULL PRIMARY KEY,
        x REAL NOT NULL,
        y REAL NOT NULL,
        community INTEGER NOT NULL
    )""",
    # The map reads no text: this index holds all it asks of a node.
    """CREATE INDEX node_map ON node (state, kind, source_key, updated_at, dated_at, verified_at, created_at,
        title, id)""",
    """CREATE INDEX edge_added ON edge (created_at)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table and the indexes."""
    for statement in STATEMENTS:
        connection.execute(statement)
