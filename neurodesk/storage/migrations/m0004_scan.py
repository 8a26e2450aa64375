"""What the scanner keeps of each article, and the orders in which findings are shown."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE scan_digest (
        node_id TEXT NOT NULL PRIMARY KEY,
        content_hash TEXT NOT NULL,
        version INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
    """CREATE INDEX finding_shown ON finding (state, score, id)""",
    """CREATE INDEX finding_typed ON finding (state, type, score, id)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table and the indexes."""
    for statement in STATEMENTS:
        connection.execute(statement)
