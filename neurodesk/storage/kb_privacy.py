"""What the knowledge bases hold that must not leave: runs of their sentences, and the names in them (SPEC W10)."""

from __future__ import annotations

import threading
from collections.abc import Collection

from neurodesk.domain.identity import sha256_text
from neurodesk.domain.redaction import names_in
from neurodesk.domain.shingles import shingles, unpack
from neurodesk.storage.db import Database, Rx

_ARTICLES = "n.kind = 'article' AND n.state = 'active' AND n.kb_id != ''"


class KbPrivacy:
    """Answers from all articles of a profile; names are kept in memory until an article changes.

    Args:
        database: the open database.
        general: stems of words that are no names.
    """

    def __init__(self, database: Database, general: Collection[str]) -> None:
        self._database = database
        self._general = general
        self._lock = threading.Lock()
        self._names: tuple[str, frozenset[tuple[str, ...]]] | None = None

    def in_bodies(self, runs: frozenset[int]) -> frozenset[int]:
        """Return those runs of five words that stand in an article's body but in no title."""
        if not runs:
            return frozenset()

        def query(rx: Rx) -> frozenset[int]:
            found: set[int] = set()
            rows = rx.iterate(
                f"SELECT p.shingles FROM node_profile p JOIN node n ON n.id = p.node_id WHERE {_ARTICLES}"
            )
            for row in rows:
                found |= runs & unpack(row["shingles"])
            if found:
                for row in rx.iterate(f"SELECT n.title FROM node n WHERE {_ARTICLES}"):
                    found -= shingles(row["title"])
            return frozenset(found)

        return self._database.read(query)

    def names(self) -> frozenset[tuple[str, ...]]:
        """Return what the articles use as names, see ``domain.redaction.names_in``."""
        with self._lock:
            state = self._database.read(_state)
            if self._names is None or self._names[0] != state:
                self._names = state, self._database.read(self._read_names)
            return self._names[1]

    def _read_names(self, rx: Rx) -> frozenset[tuple[str, ...]]:
        found: set[tuple[str, ...]] = set()
        for row in rx.iterate(f"SELECT n.title, n.body FROM node n WHERE {_ARTICLES}"):
            found |= names_in(f"{row['title']}\n{row['body']}", self._general)
        return frozenset(found)


def _state(rx: Rx) -> str:
    rows = rx.sql(f"SELECT n.content_hash FROM node n WHERE {_ARTICLES} ORDER BY n.id")
    return sha256_text("".join(row["content_hash"] for row in rows))
