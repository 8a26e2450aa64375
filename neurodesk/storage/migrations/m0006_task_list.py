"""An index in the order of the queue's list: works first, then waits by priority, then the finished."""

from __future__ import annotations

import sqlite3

# The same text as in ``app.queries.tasks``: SQLite takes an expression index only for the same expression.
STATEMENTS = (
    """CREATE INDEX task_list ON task (
        CASE state WHEN 'running' THEN 0 WHEN 'reserved' THEN 1 WHEN 'queued' THEN 2 WHEN 'deferred' THEN 3
            ELSE 4 END,
        CASE WHEN state IN ('queued', 'deferred') THEN -priority ELSE -updated_at END,
        id
    )""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the index."""
    for statement in STATEMENTS:
        connection.execute(statement)
