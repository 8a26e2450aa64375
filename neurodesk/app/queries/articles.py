"""Articles of the knowledge base, for lists and look-ups."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.graph import Node
from neurodesk.storage.db import Rx
from neurodesk.storage.knowledge_reader import node_of


def article_by_path(profile: Profile, path: str) -> Node | None:
    """Return the active article at a path relative to its KB's root, the first KB's if several have it."""

    def query(rx: Rx) -> Node | None:
        row = rx.one(
            """SELECT * FROM node WHERE kind = 'article' AND state = 'active' AND path = ?
               ORDER BY kb_id LIMIT 1""",
            (path,),
        )
        return None if row is None else node_of(row)

    return profile.database.read(query)


def folders_of_kb(profile: Profile, kb_id: str) -> list[str]:
    """Return the folders of a KB that hold active articles, "" for its root, in order (SPEC P5)."""

    def query(rx: Rx) -> list[str]:
        rows = rx.iterate(
            "SELECT path FROM node WHERE kb_id = ? AND kind = 'article' AND state = 'active'", (kb_id,)
        )
        return sorted({row[0].rpartition("/")[0] for row in rows} | {""})

    return profile.database.read(query)
