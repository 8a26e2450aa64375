"""Text index, vectors, and which paragraphs stand in many articles."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    # The columns hold stemmed tokens, not the text: the tokens of one word may be several, and the characters
    # below are parts of a code or a version.
    """CREATE VIRTUAL TABLE chunk_fts USING fts5 (
        title, heading, body, tokenize = "unicode61 remove_diacritics 0 tokenchars '._-/:@+#'"
    )""",
    """CREATE TABLE paragraph (
        node_id TEXT NOT NULL,
        hash INTEGER NOT NULL,
        kb_id TEXT NOT NULL,
        PRIMARY KEY (node_id, hash)
    ) WITHOUT ROWID""",
    """CREATE INDEX paragraph_kb_id_hash ON paragraph (kb_id, hash)""",
    """CREATE TABLE embedding_profile (
        id INTEGER NOT NULL PRIMARY KEY,
        key TEXT NOT NULL,
        model TEXT NOT NULL,
        digest TEXT NOT NULL,
        dimension INTEGER NOT NULL,
        normalised INTEGER NOT NULL,
        slope REAL NOT NULL,
        intercept REAL NOT NULL,
        created_at REAL NOT NULL
    )""",
    """CREATE UNIQUE INDEX embeddingprofile_key ON embedding_profile (key)""",
    # seq only rises, so that a reader knows what is new.
    """CREATE TABLE chunk_vector (
        seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        chunk_id INTEGER NOT NULL,
        profile_id INTEGER NOT NULL,
        windows INTEGER NOT NULL,
        data BLOB NOT NULL
    )""",
    """CREATE UNIQUE INDEX chunkvector_profile_id_chunk_id ON chunk_vector (profile_id, chunk_id)""",
    """CREATE INDEX chunkvector_chunk_id ON chunk_vector (chunk_id)""",
    # What ranking and filters ask of a node: in the row it lies behind the article's whole text.
    """CREATE INDEX node_search ON node (id, state, kind, source_key, lang)""",
    # Whoever deletes a passage takes its vectors along. The text index cannot stand in a trigger (SQLite
    # calls virtual tables unsafe there when the schema is not trusted): storage.search_index sees to it.
    """CREATE TRIGGER chunk_gone AFTER DELETE ON chunk BEGIN
        DELETE FROM chunk_vector WHERE chunk_id = old.id;
    END""",
)


def up(connection: sqlite3.Connection) -> None:
    """Create the indexes."""
    for statement in STATEMENTS:
        connection.execute(statement)
