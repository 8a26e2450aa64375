"""Questions about knowledge bases, articles and their neighbours (SPEC K1 to K3)."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.storage import graph_store
from neurodesk.storage.db import Rx
from neurodesk.storage.graph_store import KbRow


def knowledge_bases(profile: Profile) -> list[KbRow]:
    """Return every registered KB with the report of its last import."""
    return profile.database.read(graph_store.all_kbs)


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link of an article; ``line`` is the line in the file."""

    target: str
    target_node_id: str
    anchor: str
    line: int
    broken: bool


def links_of_article(profile: Profile, node_id: str) -> list[LinkView]:
    """Return an article's links in the order of the file."""

    def query(rx: Rx) -> list[LinkView]:
        rows = rx.sql(
            """SELECT target, target_node_id, anchor, line, broken FROM link
               WHERE node_id = ? ORDER BY line, id""",
            (node_id,),
        )
        return [LinkView(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows]

    return profile.database.read(query)


def twins_of_article(profile: Profile, node_id: str) -> list[str]:
    """Return the node ids of an article's translations, in order (SPEC P8)."""

    def query(rx: Rx) -> list[str]:
        rows = rx.sql(
            """SELECT CASE WHEN e.src = :id THEN e.dst ELSE e.src END AS other FROM edge e
               WHERE e.kind = 'translation_of' AND e.status = 'accepted' AND (e.src = :id OR e.dst = :id)
               ORDER BY other""",
            {"id": node_id},
        )
        return [row[0] for row in rows]

    return profile.database.read(query)


def paths_of_articles(profile: Profile) -> dict[str, str]:
    """Return the path of each active article by node id; with several KBs led by the KB's name."""

    def query(rx: Rx) -> dict[str, str]:
        several = int(rx.scalar("SELECT COUNT(*) FROM kb")) > 1
        rows = rx.sql(
            """SELECT n.id, n.path, k.name FROM node n LEFT JOIN kb k ON k.id = n.kb_id
               WHERE n.kind = 'article' AND n.state = 'active'"""
        )
        return {row[0]: f"{row[2]}/{row[1]}" if several else row[1] for row in rows}

    return profile.database.read(query)
