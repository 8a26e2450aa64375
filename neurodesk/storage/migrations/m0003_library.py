"""Passages of library files and their text index."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE library_passage (
        id INTEGER NOT NULL PRIMARY KEY,
        file_id INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        heading TEXT NOT NULL DEFAULT '',
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL
    )""",
    """CREATE INDEX librarypassage_file_id ON library_passage (file_id)""",
    # Stemmed tokens, as in chunk_fts; rowid is the passage's id.
    """CREATE VIRTUAL TABLE library_fts USING fts5 (
        title, heading, body, tokenize = "unicode61 remove_diacritics 0 tokenchars '._-/:@+#'"
    )""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
