"""What the command palette finds beside commands: tasks, articles, drafts (by words of their titles)."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx


@dataclass(frozen=True, slots=True)
class FoundThing:
    """One thing: ``kind`` task, article or draft; its id, title and where it lies or stands."""

    kind: str
    id: str
    title: str
    where: str


_SOURCES = {
    "task": "SELECT id, CASE topic WHEN '' THEN question ELSE topic END AS title, state AS place FROM task",
    "article": ("SELECT id, title, path AS place FROM node WHERE kind = 'article' AND state = 'active'"),
    "draft": "SELECT id, title, state AS place FROM draft",
}


def find_things(profile: Profile, kind: str, words: str, limit: int) -> list[FoundThing]:
    """Return things whose title holds every word, those that begin with the words first."""
    parts = words.split()[:6]
    if not parts:
        return []
    patterns = ["%" + one.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%" for one in parts]
    where = " AND ".join(r"title LIKE ? ESCAPE '\'" for _ in patterns)
    text = (
        f"SELECT id, title, place FROM ({_SOURCES[kind]}) WHERE {where}"  # noqa: S608 - from the table above
        r" ORDER BY title NOT LIKE ? ESCAPE '\', LENGTH(title), title, id LIMIT ?"
    )

    def query(rx: Rx) -> list[FoundThing]:
        rows = rx.sql(text, [*patterns, patterns[0][1:], limit])
        return [FoundThing(kind, row["id"], row["title"], row["place"]) for row in rows]

    return profile.database.read(query)
