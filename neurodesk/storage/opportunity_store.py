"""Opportunities of the planner: proposed, enqueued or rejected with their reason (SPEC G3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.tasks import NewTask, QueueRules
from neurodesk.storage import queue_requests
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.queue_requests import Enqueued


@dataclass(frozen=True, slots=True)
class StoredOpportunity:
    """A plan of the planner; ``task_id`` is "" while it is only proposed or when it was rejected."""

    id: int
    scan_id: str
    node_id: str
    topic: str
    priority: float
    accepted: bool
    reason: str
    task_id: str
    at: float
    data: dict[str, Any]


def store_opportunity(
    tx: Tx,
    *,
    scan_id: str,
    node_id: str,
    topic: str,
    priority: float,
    accepted: bool,
    reason: str,
    data: dict[str, object],
    now: float,
) -> int:
    """Keep a plan; the same plan of an earlier scan is renewed instead of doubled."""
    known = tx.one(
        """SELECT id FROM opportunity WHERE node_id = ? AND topic = ? AND task_id = ''
           ORDER BY id DESC LIMIT 1""",
        (node_id, topic),
    )
    values = (scan_id, dump(data), priority, int(accepted), reason, now)
    tx.changed(Kind.SCAN, scan_id)
    if known is not None:
        tx.execute(
            """UPDATE opportunity SET scan_id = ?, data = ?, priority = ?, accepted = ?, reason = ?, at = ?
               WHERE id = ?""",
            (*values, known["id"]),
        )
        return int(known["id"])
    tx.execute(
        """INSERT INTO opportunity (scan_id, data, priority, accepted, reason, at, node_id, topic, task_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')""",
        (*values, node_id, topic),
    )
    return int(tx.scalar("SELECT last_insert_rowid()"))


def enqueue_opportunity(
    tx: Tx,
    opportunity_id: int,
    new: NewTask,
    missing_sections: tuple[str, ...],
    rules: QueueRules,
    now: float,
) -> Enqueued:
    """Put a plan into the queue; a task that stands there already is named, not doubled (SPEC Q4)."""
    answer = queue_requests.enqueue(tx, new, now, rules)
    if answer.created and missing_sections:
        tx.execute(
            "UPDATE task SET extra = json_set(extra, '$.missing_sections', json(?)) WHERE id = ?",
            (dump(list(missing_sections)), answer.task.id),
        )
    tx.execute(
        "UPDATE opportunity SET task_id = ?, reason = ? WHERE id = ?",
        (answer.task.id, "" if answer.created else answer.answer.value, opportunity_id),
    )
    tx.changed(Kind.SCAN)
    return answer


def opportunities_of(rx: Rx, scan_id: str = "") -> list[StoredOpportunity]:
    """Return the plans of a scan (of the newest when "" is given), highest priority first."""
    wanted = scan_id or rx.scalar("SELECT id FROM scan ORDER BY started_at DESC, id DESC LIMIT 1") or ""
    rows = rx.sql(
        "SELECT * FROM opportunity WHERE scan_id = ? ORDER BY accepted DESC, priority DESC, id", (wanted,)
    )
    return [_stored(row) for row in rows]


def opportunity(rx: Rx, opportunity_id: int) -> StoredOpportunity:
    """Return one plan.

    Raises:
        BadInput: ``opportunity_unknown``.
    """
    row = rx.one("SELECT * FROM opportunity WHERE id = ?", (opportunity_id,))
    if row is None:
        raise BadInput("opportunity_unknown", id=opportunity_id)
    return _stored(row)


def _stored(row: Any) -> StoredOpportunity:
    return StoredOpportunity(
        row["id"],
        row["scan_id"],
        row["node_id"],
        row["topic"],
        row["priority"],
        bool(row["accepted"]),
        row["reason"],
        row["task_id"],
        row["at"],
        load(row["data"]),
    )
