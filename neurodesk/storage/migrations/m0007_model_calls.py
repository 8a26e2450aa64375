"""The trace of model calls (SPEC M8)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE model_call (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        task_id TEXT NOT NULL DEFAULT '',
        role TEXT NOT NULL,
        node TEXT NOT NULL,
        model TEXT NOT NULL,
        digest TEXT NOT NULL DEFAULT '',
        priority TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        wait_s REAL NOT NULL,
        first_token_s REAL NOT NULL,
        duration_s REAL NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        reply_tokens INTEGER NOT NULL,
        num_ctx INTEGER NOT NULL,
        prompt_version TEXT NOT NULL DEFAULT '',
        prompt_sha256 TEXT NOT NULL DEFAULT '',
        outcome TEXT NOT NULL,
        detail TEXT NOT NULL DEFAULT '',
        truncated INTEGER NOT NULL DEFAULT 0,
        swap INTEGER NOT NULL DEFAULT 0
    )""",
    """CREATE INDEX modelcall_task ON model_call (task_id, id)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table."""
    for statement in STATEMENTS:
        connection.execute(statement)
