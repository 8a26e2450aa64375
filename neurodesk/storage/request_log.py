"""The log of every request that left this machine: searches, fetches, prompts (SPEC W10, M10)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from neurodesk.domain.changes import Kind
from neurodesk.domain.fetching import Purpose
from neurodesk.storage.db import Database, Rx, Tx

KEEP_ROWS = 50_000
_TRIM_EVERY = 500
HEALTH_ROW_S = 3600.0
MAX_TARGET_CHARS = 2_000
MAX_CONTENT_CHARS = 1_000


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request.

    Attributes:
        target: URL without what was searched for; that stands in ``content``.
        content: the query that was sent, or how many bytes a prompt had.
        result: "" while it is open (or the process died in it), else hits, times or the code of a fault.
    """

    id: int
    at: float
    purpose: str
    method: str
    target: str
    task_id: str
    content: str
    result: str


def add_request(
    tx: Tx, at: float, purpose: Purpose, method: str, target: str, task_id: str, content: str
) -> int:
    """Add a row and drop the oldest beyond the bound; returns its id."""
    row_id = tx.insert(
        "INSERT INTO request_log (at, purpose, method, target, task_id, content) VALUES (?,?,?,?,?,?)",
        (at, str(purpose), method, target[:MAX_TARGET_CHARS], task_id, content[:MAX_CONTENT_CHARS]),
    )
    if row_id % _TRIM_EVERY == 0:
        tx.execute("DELETE FROM request_log WHERE id <= ?", (row_id - KEEP_ROWS,))
    tx.changed(Kind.ACTIVITY, task_id)
    return row_id


def newest_requests(rx: Rx, *, limit: int, purpose: str = "", task_id: str = "") -> Sequence[LoggedRequest]:
    """Return the newest requests, newest first; of one purpose or task where one is named."""
    rows = rx.sql(
        "SELECT id, at, purpose, method, target, task_id, content, result FROM request_log"
        " WHERE (:purpose = '' OR purpose = :purpose) AND (:task = '' OR task_id = :task)"
        " ORDER BY id DESC LIMIT :limit",
        {"purpose": purpose, "task": task_id, "limit": limit},
    )
    return [LoggedRequest(*tuple(row)) for row in rows]


_SOME = (
    " FROM request_log r LEFT JOIN task t ON t.id = r.task_id"
    " WHERE (:purposes = '[]' OR r.purpose IN (SELECT value FROM json_each(:purposes)))"
    r" AND (:words = '' OR r.target LIKE :words ESCAPE '\' OR r.content LIKE :words ESCAPE '\'"
    r" OR r.result LIKE :words ESCAPE '\' OR t.topic LIKE :words ESCAPE '\')"
)
_ORDERS = {
    "at": "r.id",
    "purpose": "r.purpose",
    "target": "r.target",
    "result": "r.result",
    "task": "t.topic",
}


def _some(purposes: Sequence[str], words: str) -> dict[str, object]:
    escaped = words.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    return {"purposes": json.dumps(list(purposes)), "words": f"%{escaped}%" if words else ""}


def request_ids(
    rx: Rx, purposes: Sequence[str], words: str, sort: str = "at", *, descending: bool = True
) -> list[int]:
    """Return ids of requests of some purposes (none: all) that hold the words, sorted by a column.

    Args:
        sort: ``at``, ``purpose``, ``target``, ``result`` or ``task``; anything else is ``at``.
    """
    way = "DESC" if descending else "ASC"
    order = f"{_ORDERS.get(sort, 'r.id')} {way}, r.id {way}"
    return [row[0] for row in rx.sql(f"SELECT r.id{_SOME} ORDER BY {order}", _some(purposes, words))]


def requests_by_id(rx: Rx, ids: Sequence[int]) -> list[tuple[LoggedRequest, str]]:
    """Return requests with the topics of their tasks ("" for none)."""
    rows = rx.sql(
        "SELECT r.id, r.at, r.purpose, r.method, r.target, r.task_id, r.content, r.result, t.topic"
        " FROM request_log r LEFT JOIN task t ON t.id = r.task_id"
        " WHERE r.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return [(LoggedRequest(*tuple(row)[:8]), row["topic"] or "") for row in rows]


def count_purposes(rx: Rx, words: str) -> dict[str, int]:
    """Return how many requests hold the words, by purpose."""
    rows = rx.sql(f"SELECT r.purpose, COUNT(*){_SOME} GROUP BY r.purpose", _some((), words))
    return {row[0]: row[1] for row in rows}


def all_requests(rx: Rx) -> Iterator[LoggedRequest]:
    """Yield all requests, oldest first, for an export."""
    rows = rx.iterate(
        "SELECT id, at, purpose, method, target, task_id, content, result FROM request_log ORDER BY id"
    )
    for row in rows:
        yield LoggedRequest(*tuple(row))


class RequestLog:
    """The log of a profile's database; a row stands before its request is sent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(
        self, at: float, purpose: Purpose, method: str, target: str, task_id: str = "", content: str = ""
    ) -> int:
        """Store a request that is about to be sent; waits for the database.

        Raises:
            StorageFault: it cannot be stored; then nothing must be sent.
        """
        return self._database.write(lambda tx: add_request(tx, at, purpose, method, target, task_id, content))

    def end(self, row_id: int, result: str) -> None:
        """Store how a request ended; queued, not waited for."""

        def store(tx: Tx) -> None:
            tx.execute("UPDATE request_log SET result = ? WHERE id = ?", (result[:200], row_id))
            tx.changed(Kind.ACTIVITY, "")

        self._database.submit(store)

    def note(
        self, at: float, purpose: Purpose, method: str, target: str, task_id: str = "", content: str = ""
    ) -> None:
        """Queue a request for whoever cannot wait (a callback on an event loop)."""

        def store(tx: Tx) -> None:
            add_request(tx, at, purpose, method, target, task_id, content)

        self._database.submit(store)

    def note_health(self, at: float, method: str, target: str) -> None:
        """Queue that an endpoint was asked how it is; one row an hour counts how often."""

        def store(tx: Tx) -> None:
            counted = tx.execute(
                "UPDATE request_log SET result = CAST(result AS INTEGER) + 1"
                " WHERE purpose = ? AND target = ? AND at > ? AND at <= ?",
                (str(Purpose.HEALTH), target, at - HEALTH_ROW_S, at),
            )
            if not counted:
                row_id = add_request(tx, at, Purpose.HEALTH, method, target, "", "")
                tx.execute("UPDATE request_log SET result = '1' WHERE id = ?", (row_id,))

        self._database.submit(store)
