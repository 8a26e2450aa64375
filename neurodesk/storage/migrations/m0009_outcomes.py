"""Outcomes that curators confirm, and quality replays (SPEC O1-O3, O6)."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE outcome (
        id TEXT NOT NULL PRIMARY KEY,
        run TEXT NOT NULL,
        ticket TEXT NOT NULL DEFAULT '',
        decision TEXT NOT NULL,
        question TEXT NOT NULL,
        proposed TEXT NOT NULL,
        confirmed TEXT NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        node_ids TEXT NOT NULL DEFAULT '[]',
        evidence_ids TEXT NOT NULL DEFAULT '[]',
        supersedes TEXT NOT NULL DEFAULT '',
        superseded_by TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL,
        learning TEXT NOT NULL DEFAULT '',
        fault TEXT NOT NULL DEFAULT '',
        source TEXT NOT NULL,
        actor TEXT NOT NULL DEFAULT '',
        trust REAL NOT NULL DEFAULT 0,
        source_version TEXT NOT NULL,
        submitted_at REAL NOT NULL,
        decided_at REAL NOT NULL DEFAULT 0
    )""",
    "CREATE INDEX outcome_state ON outcome (state, submitted_at)",
    # Two active answers of one run would contradict each other in every later search.
    "CREATE UNIQUE INDEX outcome_active_run ON outcome (source, run) WHERE state = 'active'",
    """CREATE TABLE replay (
        id TEXT NOT NULL PRIMARY KEY,
        at REAL NOT NULL,
        cases INTEGER NOT NULL,
        cases_sha256 TEXT NOT NULL,
        result TEXT NOT NULL
    )""",
    "CREATE INDEX replay_at ON replay (at)",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
