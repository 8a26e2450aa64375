"""What the command palette finds: tasks, articles, drafts, sources by their titles; articles by text too."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.pipeline.stem import match_expression, query_tokens
from neurodesk.storage.db import Rx
from neurodesk.storage.search_index import load_chunks, search_text


@dataclass(frozen=True, slots=True)
class FoundThing:
    """One thing: ``kind`` task, article, draft or source; its id, title and where it lies or stands."""

    kind: str
    id: str
    title: str
    where: str


_SOURCES = {
    "task": "SELECT id, CASE topic WHEN '' THEN question ELSE topic END AS title, state AS place FROM task",
    "article": ("SELECT id, title, path AS place FROM node WHERE kind = 'article' AND state = 'active'"),
    "draft": "SELECT id, title, state AS place FROM draft",
    "source": (
        "SELECT 'e:' || id AS id, CASE title WHEN '' THEN final_uri ELSE title END AS title,"
        " CASE host WHEN '' THEN source_key ELSE host END AS place FROM evidence"
    ),
}


LEAST_PREFIX = 3


def find_in_texts(profile: Profile, words: str, limit: int) -> list[FoundThing]:
    """Return articles whose text holds the words, best first; ``where`` is the beginning of the passage."""
    tokens = query_tokens(words)
    expression = match_expression(tokens)
    last = words.split()[-1:] if words == words.rstrip() else []
    if tokens and last and len(last[0]) >= LEAST_PREFIX:
        # The last word is still being typed: its beginning counts, as a quoted string, never as syntax.
        begun = last[0].casefold().replace('"', '""')
        expression += f' OR "{begun}"*'

    def query(rx: Rx) -> list[FoundThing]:
        hits = search_text(rx, expression, limit=limit * 4)
        chunks = load_chunks(rx, [one.chunk_id for one in hits])
        found: dict[str, FoundThing] = {}
        for hit in hits:
            chunk = chunks.get(hit.chunk_id)
            if chunk is not None and chunk.node_id not in found and len(found) < limit:
                where = " ".join(chunk.text.lstrip("# ").split())[:160]
                found[chunk.node_id] = FoundThing("article", chunk.node_id, chunk.title, where)
        return list(found.values())

    return profile.database.read(query)


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
