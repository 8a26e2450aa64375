"""One search over everything: articles, evidence, drafts, tasks, each with its passage (SPEC I1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.domain.graph import NodeKind
from neurodesk.pipeline.stem import all_words_expression, fold
from neurodesk.storage.db import Rx
from neurodesk.storage.search_index import ChunkRow, load_chunks, search_text

ARTICLE, EVIDENCE, DRAFT, TASK = "article", "evidence", "draft", "task"
KINDS = (ARTICLE, EVIDENCE, DRAFT, TASK)
MOST = 100
# A thing has many passages: so many times as many are asked of the index.
PASSAGES_A_THING = 6
PASSAGE_CHARS = 200
BEFORE_CHARS = 50
LONGEST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that holds every word.

    Attributes:
        kind: one of ``KINDS``.
        id: what its place opens: node, evidence, draft or task.
        where: an article's path, a source's host, the state of a draft or task.
        passage: the part of its text around the first word, one line.
        marks: (start, end) of the words in ``passage``.
    """

    kind: str
    id: str
    title: str
    where: str
    passage: str = ""
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FoundAll:
    """Everything that was found, best first within each kind; ``more`` names kinds of which there is more."""

    words: str
    things: tuple[Found, ...] = ()
    more: frozenset[str] = frozenset()
    counts: Mapping[str, int] = field(default_factory=dict)


def find_all(profile: Profile, words: str, most: int = MOST) -> FoundAll:
    """Search articles by their passages, kept evidence and drafts by their text, tasks by topic and question.

    Every word must occur; the last one may be begun. Run it on a reader thread.
    """
    parts = [fold(one) for one in words.split()[:LONGEST_WORDS]]
    if not parts:
        return FoundAll(words)

    def query(rx: Rx) -> FoundAll:
        written = words.split()[:LONGEST_WORDS]
        expression = all_words_expression(" ".join(written), last_begun=True)
        groups = {
            ARTICLE: _articles(rx, expression, parts, most),
            EVIDENCE: _evidence(rx, written, parts, most),
            DRAFT: _drafts(rx, parts, most),
            TASK: _tasks(rx, written, parts, most),
        }
        more = frozenset(kind for kind, found in groups.items() if len(found) > most)
        shown = {kind: found[:most] for kind, found in groups.items()}
        return FoundAll(
            words,
            tuple(one for kind in KINDS for one in shown[kind]),
            more,
            {kind: len(found) for kind, found in shown.items()},
        )

    return profile.database.read(query)


# Marks of Markdown that say nothing in one line of a list.
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_MARKS = re.compile(r"(?m)^\s*(?:#{1,6}\s+|>\s+|[-*+]\s+|```.*$)|[`*]{1,3}(?=\S)|(?<=\S)[`*]{1,3}")


def excerpt(text: str, parts: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a line of a text around the first of some folded words, and where they stand in it.

    Folding may change lengths ("ß"), so words are looked for in the text as it is written, letter by letter.
    """
    line = " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())
    folded, places = _folded(line)
    at = min((place for part in parts if (place := folded.find(part)) >= 0), default=0)
    first = max(0, places[at] - BEFORE_CHARS) if places else 0
    if first:
        space = line.find(" ", first)
        first = space + 1 if 0 <= space < places[at] else first
    cut = line[first : first + PASSAGE_CHARS]
    shown = ("… " if first else "") + cut + (" …" if first + PASSAGE_CHARS < len(line) else "")
    return shown, tuple(_marks(shown, parts))


def _folded(text: str) -> tuple[str, list[int]]:
    """Return a text without case and accents, and for each of its characters the place in the text."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for one in fold(character):
            folded.append(one)
            places.append(place)
    return "".join(folded), places


def _marks(text: str, parts: Sequence[str]) -> list[tuple[int, int]]:
    folded, places = _folded(text)
    found: set[tuple[int, int]] = set()
    for part in parts:
        at = folded.find(part)
        while at >= 0:
            if at == 0 or not folded[at - 1].isalnum():
                found.add((places[at], places[at + len(part) - 1] + 1))
            at = folded.find(part, at + len(part))
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _passages(rx: Rx, expression: str, kind: str, most: int) -> dict[str, ChunkRow]:
    """Return the best passage of each node, in the order of the index."""
    hits = search_text(rx, expression, limit=(most + 1) * PASSAGES_A_THING, kinds=(kind,))
    chunks = load_chunks(rx, [one.chunk_id for one in hits])
    found: dict[str, ChunkRow] = {}
    for hit in hits:
        chunk = chunks.get(hit.chunk_id)
        if chunk is not None and chunk.node_id not in found and len(found) <= most:
            found[chunk.node_id] = chunk
    return found


def _articles(rx: Rx, expression: str, parts: Sequence[str], most: int) -> list[Found]:
    found = _passages(rx, expression, NodeKind.ARTICLE, most)
    paths = _by_id(rx, "SELECT id, path FROM node WHERE id IN ({})", found)
    return [
        Found(ARTICLE, one.node_id, one.title, str(paths[one.node_id][1]), *excerpt(_plain(one), parts))
        for one in found.values()
        if one.node_id in paths
    ]


def _plain(one: ChunkRow) -> str:
    """Return a passage without its heading, which often only repeats the title."""
    lines = [line.lstrip("# ") for line in one.text.splitlines()]
    body = [line for line in lines if line.strip() not in ("", one.title, one.heading)]
    return "\n".join(body or lines)


def _evidence(rx: Rx, words: Sequence[str], parts: Sequence[str], most: int) -> list[Found]:
    """Read through the kept texts, the newest first: evidence has no index of its own.

    A text that several tasks read is found once.
    """
    where, params = _likes("e.title || ' ' || t.body", words)
    rows = rx.iterate(
        f"""SELECT e.id, CASE e.title WHEN '' THEN e.final_uri ELSE e.title END,
                   CASE e.host WHEN '' THEN e.source_key ELSE e.host END, t.sha256, t.body
            FROM evidence e CROSS JOIN text t ON t.sha256 = e.sha256
            WHERE e.state NOT IN ('rejected', 'superseded') AND {where}
            ORDER BY e.retrieved_at DESC, e.id""",  # noqa: S608 - placeholders
        params,
    )
    found: dict[str, Found] = {}
    for row in rows:
        if row[3] not in found:
            found[row[3]] = Found(EVIDENCE, f"e:{row[0]}", row[1], row[2], *excerpt(row[4], parts))
        if len(found) > most:
            break
    return list(found.values())


def _by_id(rx: Rx, text: str, ids: Iterable[str]) -> dict[str, tuple[object, ...]]:
    wanted = list(ids)
    rows = rx.sql(text.format(",".join("?" * len(wanted))), wanted) if wanted else []
    return {row[0]: tuple(row) for row in rows}


def _drafts(rx: Rx, parts: Sequence[str], most: int) -> list[Found]:
    rows = rx.iterate(
        """SELECT d.id, d.title, d.state, v.body FROM draft d
           JOIN draft_version v ON v.draft_id = d.id AND v.version = d.version
           ORDER BY d.updated_at DESC, d.id"""
    )
    found: list[Found] = []
    for row in rows:
        text = fold(f"{row[1]}\n{row[3]}")
        if all(part in text for part in parts):
            found.append(Found(DRAFT, row[0], row[1], row[2], *excerpt(row[3], parts)))
        if len(found) > most:
            break
    return found


def _likes(text: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return a condition that a text holds each word, and its parameters."""
    where, params = [], []
    for word in words:
        # SQLite's LIKE knows the case of ASCII only.
        forms = {word} if word.isascii() else {word, word.lower(), word.capitalize(), word.upper()}
        where.append("(" + " OR ".join([rf"({text}) LIKE ? ESCAPE '\'"] * len(forms)) + ")")
        params += [f"%{_escaped(one)}%" for one in sorted(forms)]
    return " AND ".join(where), params


def _tasks(rx: Rx, words: Sequence[str], parts: Sequence[str], most: int) -> list[Found]:
    where, params = _likes("topic || ' ' || question", words)
    rows = rx.sql(
        f"SELECT id, topic, question, state FROM task WHERE {where}"  # noqa: S608 - placeholders
        " ORDER BY updated_at DESC, id LIMIT ?",
        [*params, most + 1],
    )
    return [
        Found(TASK, row[0], row[1] or row[2], row[3], *excerpt(row[2] if row[2] != row[1] else "", parts))
        for row in rows
    ]


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
