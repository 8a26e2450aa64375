"""Queries to the web with what became of them, and the log of requests that left the machine (SPEC W10)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE outgoing_query (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        task_id TEXT NOT NULL,
        "query" TEXT NOT NULL,
        text TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        cuts TEXT NOT NULL DEFAULT '[]',
        looked INTEGER NOT NULL DEFAULT 0,
        at REAL NOT NULL,
        decided_at REAL NOT NULL DEFAULT 0
    )""",
    """CREATE UNIQUE INDEX outgoingquery_task ON outgoing_query (task_id, "query")""",
    """CREATE INDEX outgoingquery_waiting ON outgoing_query (state) WHERE state = 'waiting'""",
    """CREATE INDEX requestlog_task ON request_log (task_id, id)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table."""
    for statement in STATEMENTS:
        connection.execute(statement)
