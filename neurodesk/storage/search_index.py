"""The text index over passages: FTS5 with stemmed tokens (SPEC K6).

The stemming itself is done by ``pipeline.stem``; here lie only tokens. Rows carry the passage's id. Passages
are deleted by ``drop_passages`` only, which takes them out of this index too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from neurodesk.domain.kb import Passage
from neurodesk.storage.db import Rx, Tx

# A word in the title says more about the article than one in the text; measured on German known-item search.
TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT = 2.0, 1.5, 1.0
_ANALYSER_KEY = "search.analyser"


@dataclass(frozen=True, slots=True)
class TextHit:
    """A passage that the text index found; ``score`` is BM25, higher is better."""

    chunk_id: int
    score: float


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A stored passage with what is shown and judged of its article."""

    chunk_id: int
    node_id: str
    ordinal: int
    heading: str
    text: str
    start: int
    end: int
    title: str
    lang: str
    source_key: str
    kind: str


def index_passages(tx: Tx, node_id: str, passages: Iterable[Passage]) -> None:
    """Store a node's passages and index them; the former ones must be gone."""
    for one in passages:
        chunk_id = tx.insert(
            'INSERT INTO chunk (node_id, ordinal, heading, "text", start, "end") VALUES (?, ?, ?, ?, ?, ?)',
            (node_id, one.ordinal, one.heading, one.text, one.start, one.end),
        )
        tx.execute(
            "INSERT INTO chunk_fts (rowid, title, heading, body) VALUES (?, ?, ?, ?)",
            (chunk_id, *one.index_lines),
        )


def drop_passages(tx: Tx, node_id: str) -> None:
    """Delete a node's passages from the table and from both indexes (vectors go by a trigger)."""
    tx.execute("DELETE FROM chunk_fts WHERE rowid IN (SELECT id FROM chunk WHERE node_id = ?)", (node_id,))
    tx.execute("DELETE FROM chunk WHERE node_id = ?", (node_id,))


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """Where a stored passage stands: what ranking and filters need of it, without its text."""

    chunk_id: int
    node_id: str
    kind: str
    source_key: str
    lang: str


def search_text(
    rx: Rx,
    expression: str,
    *,
    limit: int,
    kinds: Sequence[str] = ("article",),
    source_keys: Sequence[str] | None = None,
) -> list[TextHit]:
    """Return the best passages for an FTS5 expression, best first, ties by passage id.

    Args:
        rx: a reading view; run it on a reader thread, broad questions take a while.
        expression: from ``pipeline.stem.match_expression``; "" finds nothing.
        limit: at most so many.
        kinds: node kinds to look in.
        source_keys: exact set of source keys, None for all (SPEC K5; an empty set finds nothing).
    """
    if not expression or not kinds or (source_keys is not None and not source_keys):
        return []
    weights = (TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT)
    if source_keys is None:
        # A broad question matches half of all passages: only the best of them are looked up in the tables.
        rows = rx.sql(
            """SELECT rowid, -bm25(chunk_fts, ?, ?, ?) AS score FROM chunk_fts WHERE chunk_fts MATCH ?
               ORDER BY score DESC, rowid LIMIT ?""",
            (*weights, expression, limit),
        )
        places = passage_places(rx, [row[0] for row in rows])
        hits = [
            TextHit(row[0], row[1])
            for row in rows
            if (place := places.get(row[0])) is not None and place.kind in kinds
        ]
        if len(hits) == len(rows) or len(rows) < limit:
            return hits
    where = [f"n.kind IN ({','.join('?' * len(kinds))})", "n.state = 'active'"]
    params: list[object] = [*weights, expression, *kinds]
    if source_keys is not None:
        where.append(f"n.source_key IN ({','.join('?' * len(source_keys))})")
        params += source_keys
    rows = rx.sql(
        f"""SELECT chunk_fts.rowid, -bm25(chunk_fts, ?, ?, ?) AS score
            FROM chunk_fts CROSS JOIN chunk c ON c.id = chunk_fts.rowid CROSS JOIN node n ON n.id = c.node_id
            WHERE chunk_fts MATCH ? AND {" AND ".join(where)}
            ORDER BY score DESC, chunk_fts.rowid LIMIT ?""",
        (*params, limit),
    )
    return [TextHit(row[0], row[1]) for row in rows]


def passage_places(rx: Rx, chunk_ids: Sequence[int]) -> dict[int, PassagePlace]:
    """Return where passages of active nodes stand, by id; missing ones are left out.

    An index holds these columns of a node, because in its row they lie behind the article's whole text.
    """
    found: dict[int, PassagePlace] = {}
    for part in _parts(chunk_ids):
        for row in rx.iterate(
            f"""SELECT c.id, n.id, n.kind, n.source_key, n.lang
                FROM chunk c CROSS JOIN node n ON n.id = c.node_id
                WHERE c.id IN ({",".join("?" * len(part))}) AND n.state = 'active'""",
            part,
        ):
            found[row[0]] = PassagePlace(*row)
    return found


def load_chunks(rx: Rx, chunk_ids: Sequence[int]) -> dict[int, ChunkRow]:
    """Return passages of active nodes by id, with their texts; missing ones are left out."""
    found: dict[int, ChunkRow] = {}
    for part in _parts(chunk_ids):
        # The cross join keeps SQLite from walking through all active nodes.
        for row in rx.iterate(
            f"""SELECT c.id, c.node_id, c.ordinal, c.heading, c."text", c.start, c."end", n.title, n.lang,
                       n.source_key, n.kind
                FROM chunk c CROSS JOIN node n ON n.id = c.node_id
                WHERE c.id IN ({",".join("?" * len(part))}) AND n.state = 'active'""",
            part,
        ):
            found[row[0]] = ChunkRow(*row)
    return found


def _parts(chunk_ids: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for start in range(0, len(chunk_ids), 500):
        yield tuple(chunk_ids[start : start + 500])


def passages_of(rx: Rx, source_keys: Sequence[str] | None, kinds: Sequence[str]) -> list[int]:
    """Return the passages of the nodes that a filter lets through."""
    where = [f"kind IN ({','.join('?' * len(kinds))})", "state = 'active'"]
    params: list[object] = [*kinds]
    if source_keys is not None:
        where.append(f"source_key IN ({','.join('?' * len(source_keys))})")
        params += source_keys
    rows = rx.iterate(
        f"SELECT c.id FROM chunk c JOIN node n ON n.id = c.node_id WHERE {' AND '.join(where)}",
        params,
    )
    return [row[0] for row in rows]


def analyser(rx: Rx) -> str:
    """Return the version of the rules with which the index was built, "" when it is empty."""
    return str(rx.scalar("SELECT value FROM app_state WHERE key = ?", (_ANALYSER_KEY,)) or "")


def set_analyser(tx: Tx, version: str, at: float) -> None:
    """Note the rules with which the index is built."""
    tx.execute(
        "INSERT OR REPLACE INTO app_state (key, value, at) VALUES (?, ?, ?)", (_ANALYSER_KEY, version, at)
    )


def replace_index_lines(tx: Tx, chunk_id: int, lines: tuple[str, str, str]) -> None:
    """Index one stored passage anew, after the rules changed."""
    tx.execute("DELETE FROM chunk_fts WHERE rowid = ?", (chunk_id,))
    tx.execute("INSERT INTO chunk_fts (rowid, title, heading, body) VALUES (?, ?, ?, ?)", (chunk_id, *lines))
