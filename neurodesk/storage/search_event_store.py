"""Search events on disk: written as they happen, bounded, read by task (SPEC W11)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from neurodesk.domain.changes import Kind
from neurodesk.domain.search_events import SearchEvent, SearchStep
from neurodesk.storage.db import Database, Row, Rx, Tx

KEEP_ROWS = 200_000
_TRIM_EVERY = 1_000
MAX_TEXT_CHARS = 2_000


def add_event(
    tx: Tx, at: float, task_id: str, pass_number: int, kind: SearchStep, data: dict[str, object]
) -> None:
    """Add an event and drop the oldest beyond the bound; texts are cut to 2,000 characters."""
    bounded = {key: one[:MAX_TEXT_CHARS] if isinstance(one, str) else one for key, one in data.items()}
    row_id = tx.insert(
        "INSERT INTO search_event (at, task_id, pass_number, kind, data) VALUES (?,?,?,?,?)",
        (at, task_id, pass_number, str(kind), json.dumps(bounded, ensure_ascii=False)),
    )
    if row_id % _TRIM_EVERY == 0:
        tx.execute("DELETE FROM search_event WHERE id <= ?", (row_id - KEEP_ROWS,))
    tx.changed(Kind.ACTIVITY, task_id)


def events_of(
    rx: Rx, task_id: str, *, after: int = 0, until: int = 0, limit: int = 5_000
) -> Sequence[SearchEvent]:
    """Return a task's events in their order, behind ``after`` and up to ``until`` (0: to the end)."""
    rows = rx.sql(
        "SELECT id, at, task_id, pass_number, kind, data FROM search_event"
        " WHERE task_id = :task AND id > :after AND (:until = 0 OR id <= :until) ORDER BY id LIMIT :limit",
        {"task": task_id, "after": after, "until": until, "limit": limit},
    )
    return [_event(row) for row in rows]


def _event(row: Row) -> SearchEvent:
    return SearchEvent(
        row["id"],
        row["at"],
        row["task_id"],
        row["pass_number"],
        SearchStep(row["kind"]),
        json.loads(row["data"]),
    )


class SearchEventStore:
    """The events of a profile's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, at: float, task_id: str, pass_number: int, kind: SearchStep, data: dict[str, object]
    ) -> None:
        """Queue an event and return at once; a search never waits for its log."""
        self._database.submit(lambda tx: add_event(tx, at, task_id, pass_number, kind, data))
