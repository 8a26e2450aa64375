"""Exams of reviewer models (SPEC O7)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE reviewer_licence (
        model TEXT NOT NULL,
        digest TEXT NOT NULL,
        prompt_version TEXT NOT NULL,
        at REAL NOT NULL,
        seed INTEGER NOT NULL,
        passed INTEGER NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (model, digest, prompt_version)
    )""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table."""
    for statement in STATEMENTS:
        connection.execute(statement)
