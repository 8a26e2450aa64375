"""What a task's searches gave and what the gates decided, step by step (SPEC W4, W11)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE search_event (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        task_id TEXT NOT NULL,
        pass_number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL
    )""",
    """CREATE INDEX searchevent_task ON search_event (task_id, id)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table."""
    for statement in STATEMENTS:
        connection.execute(statement)
