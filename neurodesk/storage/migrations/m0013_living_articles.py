"""Looks at the sources of promoted sentences, and what lets a page be asked for conditionally (SPEC P7)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """ALTER TABLE evidence ADD COLUMN etag TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE evidence ADD COLUMN last_modified TEXT NOT NULL DEFAULT ''""",
    """CREATE TABLE source_check (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        uri TEXT NOT NULL,
        at REAL NOT NULL,
        local_day TEXT NOT NULL,
        requested INTEGER NOT NULL,
        state TEXT NOT NULL,
        now_sha256 TEXT NOT NULL,
        etag TEXT NOT NULL,
        last_modified TEXT NOT NULL,
        moved_to TEXT NOT NULL,
        detail TEXT NOT NULL
    )""",
    """CREATE INDEX sourcecheck_uri ON source_check (uri)""",
    """CREATE INDEX sourcecheck_local_day ON source_check (local_day)""",
    """CREATE TABLE claim_check (
        draft_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        claim_id TEXT NOT NULL,
        place INTEGER NOT NULL,
        ref TEXT NOT NULL,
        state TEXT NOT NULL,
        now_sha256 TEXT NOT NULL,
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL,
        passage TEXT NOT NULL,
        reason TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (draft_id, version, claim_id, place)
    )""",
    """CREATE INDEX claimcheck_ref ON claim_check (ref)""",
    """CREATE INDEX claimcheck_state ON claim_check (state)""",
)


def up(connection: sqlite3.Connection) -> None:
    """Add the columns and create the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
