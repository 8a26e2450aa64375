"""Queries to the web on disk: what was dropped, what waits for the curator's look, what went (SPEC W10)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.privacy import QUERIES_WAIT, CheckedQuery, Dropped, OutgoingQuery, QueryState
from neurodesk.domain.redaction import Cut
from neurodesk.domain.tasks import TaskState
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.queue_requests import try_again

_ALL = 'SELECT id, task_id, "query", text, state, reason, cuts, at, decided_at FROM outgoing_query'


def settle_queries(
    tx: Tx, task_id: str, checked: Sequence[CheckedQuery], now: float, *, first_looks: int, ask_always: bool
) -> list[OutgoingQuery]:
    """Store what the check said of a task's queries, and return them as they stand now.

    A query that stands already keeps what was decided about it. The first ones of a profile wait for the
    curator, with ``ask_always`` all do; what the check dropped waits for nobody.

    Args:
        now: UTC epoch seconds.
        first_looks: how many queries of a profile wait whatever the settings say.
    """
    found = []
    for one in checked:
        row = tx.one(f'{_ALL} WHERE task_id = ? AND "query" = ?', (task_id, one.query))
        if row is None:
            one = _unless_repeated(tx, task_id, one)
            looked = int(tx.scalar("SELECT COUNT(*) FROM outgoing_query WHERE looked = 1"))
            row = _add(tx, task_id, one, now, wait=ask_always or looked < first_looks)
        found.append(_read(row))
    return found


def _unless_repeated(tx: Tx, task_id: str, one: CheckedQuery) -> CheckedQuery:
    """An earlier round's query may have become the same words; they are not sent twice."""
    same = tx.one(
        "SELECT id FROM outgoing_query WHERE task_id = ? AND text = ? AND text != '' AND state != 'dropped'",
        (task_id, one.text),
    )
    return one if same is None else CheckedQuery(one.query, "", Dropped.REPEATED, one.cuts)


def _add(tx: Tx, task_id: str, one: CheckedQuery, now: float, *, wait: bool) -> Row:
    state = QueryState.DROPPED if not one.text else QueryState.WAITING if wait else QueryState.PASSED
    cuts = [[cut.kind, cut.text] for cut in one.cuts]
    row_id = tx.insert(
        'INSERT INTO outgoing_query (task_id, "query", text, state, reason, cuts, looked, at)'
        " VALUES (?,?,?,?,?,?,?,?)",
        (
            task_id,
            one.query,
            one.text,
            str(state),
            one.reason,
            json.dumps(cuts, ensure_ascii=False),
            int(state is QueryState.WAITING),
            now,
        ),
    )
    if state is QueryState.DROPPED:
        note(tx, now, "query_dropped", task_id, {"query": one.query, "reason": one.reason})
    elif one.cuts:
        cut = ", ".join(each.text for each in one.cuts)
        note(tx, now, "query_cut", task_id, {"query": one.text, "cut": cut})
    tx.changed(Kind.TASK, task_id)
    row = tx.one(f"{_ALL} WHERE id = ?", (row_id,))
    assert row is not None
    return row


def decide_query(tx: Tx, query_id: int, now: float, *, text: str | None, approve: bool) -> str:
    """Approve a waiting query, with another text if one is given, or refuse it; returns its task's id.

    When nothing of a task waits any more and it was parked for that, it goes back into the queue.

    Raises:
        BadInput: ``query_unknown``.
        RuleRefused: ``query_decided``.
    """
    row = tx.one(f"{_ALL} WHERE id = ?", (query_id,))
    if row is None:
        raise BadInput("query_unknown", id=query_id)
    if row["state"] != QueryState.WAITING:
        raise RuleRefused("query_decided", id=query_id, state=row["state"])
    state = QueryState.APPROVED if approve else QueryState.REFUSED
    tx.execute(
        "UPDATE outgoing_query SET state = ?, text = ?, decided_at = ? WHERE id = ?",
        (str(state), row["text"] if text is None else text, now, query_id),
    )
    task_id = str(row["task_id"])
    note(tx, now, f"query_{state}", task_id, {"query": row["text"] if text is None else text})
    tx.changed(Kind.TASK, task_id)
    left = tx.scalar(
        "SELECT COUNT(*) FROM outgoing_query WHERE task_id = ? AND state = 'waiting'", (task_id,)
    )
    task = tx.one("SELECT state, parked, deferral_reason FROM task WHERE id = ?", (task_id,))
    if left or task is None:
        return task_id
    if task["state"] == TaskState.DEFERRED and task["parked"] and task["deferral_reason"] == QUERIES_WAIT:
        try_again(tx, task_id, now)
    return task_id


def query_by_id(rx: Rx, query_id: int) -> OutgoingQuery:
    """Return one query.

    Raises:
        BadInput: ``query_unknown``.
    """
    row = rx.one(f"{_ALL} WHERE id = ?", (query_id,))
    if row is None:
        raise BadInput("query_unknown", id=query_id)
    return _read(row)


def queries_of(
    rx: Rx, *, task_id: str = "", state: QueryState | None = None, limit: int = 500
) -> list[OutgoingQuery]:
    """Return queries of a task ("" for all) in a state (None for all), oldest first."""
    rows = rx.sql(
        f"{_ALL} WHERE (:task = '' OR task_id = :task) AND (:state = '' OR state = :state)"
        " ORDER BY id LIMIT :limit",
        {"task": task_id, "state": str(state or ""), "limit": limit},
    )
    return [_read(row) for row in rows]


def waiting_count(rx: Rx) -> int:
    """Return how many queries wait for the curator's look."""
    return int(rx.scalar("SELECT COUNT(*) FROM outgoing_query WHERE state = 'waiting'"))


def _read(row: Row) -> OutgoingQuery:
    cuts = tuple(Cut(str(kind), str(text)) for kind, text in json.loads(row["cuts"]))
    return OutgoingQuery(
        row["id"],
        row["task_id"],
        row["query"],
        row["text"],
        QueryState(row["state"]),
        row["reason"],
        cuts,
        row["at"],
        row["decided_at"],
    )
