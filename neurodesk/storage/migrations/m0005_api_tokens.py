"""Tokens of the loopback API: only their hashes (SPEC I3)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE api_token (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created_at REAL NOT NULL,
        last_used_at REAL NOT NULL DEFAULT 0,
        revoked_at REAL NOT NULL DEFAULT 0
    )""",
    # A name is free again after its token was revoked; the revoked row stays as history.
    "CREATE UNIQUE INDEX api_token_live_name ON api_token (name) WHERE revoked_at = 0",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the table."""
    for statement in STATEMENTS:
        connection.execute(statement)
