"""Reserving, holding and ending attempts (SPEC Q5-Q7, Q9, Q13): the fenced half of the queue.

Each function is one step inside somebody's immediate transaction.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from neurodesk.domain.identity import random_id
from neurodesk.domain.privacy import QUERIES_WAIT
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import (
    REPAIR,
    RESEARCH,
    Ending,
    LeaseRules,
    Origin,
    QueueRules,
    Task,
    TaskState,
    check_lease,
    check_transition,
    end_by_infrastructure,
    end_by_lost_lease,
    end_by_stop,
    end_by_task_fault,
    fresh_expiry,
    machine_of,
)
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.task_rows import (
    NO_LEASE,
    DamagedRow,
    lease_of,
    moved,
    readable,
    task_by_id,
    task_of,
    tries_of,
)

KNOWN_KINDS = frozenset({RESEARCH, REPAIR})
# A program that means something else by a row's columns writes another number into ``extra``.
TASK_SCHEMA = 1
# A step of promotion or setting aside; what is left goes in the next step.
STEP_ROWS = 200
# Written out so that SQLite takes the partial index with the same text. INDEXED BY, because without
# statistics SQLite prefers the index on the state and walks every deferred row.
_LEASED = "state IN ('reserved', 'running')"


# -- reserving (SPEC Q5) ------------------------------------------------------------------------------


def promote_due(tx: Tx, now: float, limit: int = STEP_ROWS) -> int:
    """Put deferred rows that are due back into the queue, at most ``limit``; return how many."""
    rows = tx.sql(
        "SELECT id FROM task INDEXED BY task_due WHERE state = 'deferred' AND parked = 0 AND not_before <= ?"
        " ORDER BY not_before, id LIMIT ?",
        (now, limit),
    )
    for row in rows:
        tx.execute("UPDATE task SET state = 'queued', updated_at = ? WHERE id = ?", (now, row["id"]))
        moved(tx, row["id"], TaskState.DEFERRED, TaskState.QUEUED, now, reason="due")
    return len(rows)


def reserve(
    tx: Tx,
    owner: str,
    now: float,
    rules: QueueRules,
    *,
    origins: Sequence[Origin] = tuple(Origin),
    kinds: frozenset[str] = KNOWN_KINDS,
    promote: bool = True,
) -> Task | None:
    """Take the task with the highest priority, then the oldest, for one owner (SPEC Q5, Q6).

    Due deferred rows are promoted first. The attempt is charged here. A row that cannot be worked is set
    aside with its reason, and the next one is taken (SPEC Q13).

    Args:
        owner: who takes it, see ``domain.tasks.machine_of``.
        origins: only tasks of these origins; the gates hold the others.
        kinds: kinds of tasks that this program can work.
        promote: False when the caller has promoted in this transaction.
    """
    if promote:
        promote_due(tx, now)
    for _ in range(STEP_ROWS):
        row = _first_queued(tx, origins)
        if row is None:
            return None
        found = _workable(tx, row, kinds)
        if isinstance(found, Task):
            return _take(tx, found, owner, now, rules.lease)
        _set_aside(tx, row, found, now)
    return None


def _first_queued(tx: Tx, origins: Sequence[Origin]) -> Row | None:
    # One short index walk an origin: a million held rows of another origin cost nothing.
    firsts = tx.sql(_firsts(len(origins)), [str(one) for one in origins])
    return min(firsts, key=_place, default=None)


@functools.cache
def _firsts(origins: int) -> str:
    """Return the statement that reads the first queued row of each of so many origins."""
    first = (
        "SELECT * FROM (SELECT * FROM task WHERE state = 'queued' AND requested_by = ?"
        " ORDER BY priority DESC, created_at, id LIMIT 1)"
    )
    return " UNION ALL ".join([first] * origins) or "SELECT * FROM task WHERE 0"


def _place(row: Row) -> tuple[float, float, str]:
    """Highest priority, then oldest; a row with damaged numbers comes first, to be set aside."""
    priority, created_at = row["priority"], row["created_at"]
    if isinstance(priority, int | float) and isinstance(created_at, int | float):
        return -priority, created_at, row["id"]
    return float("-inf"), 0.0, row["id"]


def _workable(tx: Tx, row: Row, kinds: frozenset[str]) -> Task | tuple[str, str]:
    """Return the task, or (reason code, detail) of a row that must be set aside."""
    try:
        task = task_of(row)
    except DamagedRow as error:
        return "row_damaged", str(error)
    if task.kind not in kinds:
        return "kind_unknown", task.kind
    schema = task.extra.get("schema", TASK_SCHEMA)
    if schema != TASK_SCHEMA:
        return "schema_newer", str(schema)[:80]
    missing = missing_seeds(tx, row["seed_node_ids"]) if task.seed_node_ids else []
    return ("seed_deleted", ", ".join(missing)) if missing else task


def _set_aside(tx: Tx, row: Row, problem: tuple[str, str], now: float) -> None:
    reason, detail = problem
    tx.execute(
        "UPDATE task SET state = 'deferred', parked = 1, not_before = 0, deferral_reason = ?, last_error = ?,"
        " updated_at = ? WHERE id = ?",
        (reason, detail, now, row["id"]),
    )
    moved(tx, row["id"], TaskState.QUEUED, TaskState.DEFERRED, now, reason=reason)
    note(tx, now, "task_set_aside", row["id"], {"reason": reason, "detail": detail})


def set_aside_unreachable(tx: Tx, now: float, limit: int = STEP_ROWS) -> int:
    """Set queued rows aside whose origin no gate knows, which no reserve would ever see; return how many."""
    known = ", ".join(f"'{origin}'" for origin in Origin)
    rows = tx.sql(
        f"SELECT * FROM task WHERE state = 'queued' AND requested_by NOT IN ({known}) LIMIT ?", (limit,)
    )
    for row in rows:
        _set_aside(tx, row, ("row_damaged", "requested_by"), now)
    return len(rows)


def _take(tx: Tx, task: Task, owner: str, now: float, lease: LeaseRules) -> Task:
    check_transition(task.id, task.state, TaskState.RESERVED)
    token = random_id("lease")
    after = tx.one(
        "UPDATE task SET state = 'reserved', attempts = attempts + 1, lease_owner = ?, lease_token = ?,"
        " lease_expires_at = ?, lease_started_at = ?, updated_at = ? WHERE id = ? RETURNING *",
        (owner, token, fresh_expiry(now, now, lease), now, now, task.id),
    )
    assert after is not None
    tx.execute(
        "INSERT INTO attempt (task_id, number, token, worker, started_at) VALUES (?, ?, ?, ?, ?)",
        (task.id, task.attempts + 1, token, owner, now),
    )
    moved(tx, task.id, TaskState.QUEUED, TaskState.RESERVED, now, worker=owner)
    return readable(after)


def missing_seeds(rx: Rx, ids_json: str) -> list[str]:
    """Return the ids of a JSON list that are no nodes, in the list's order."""
    rows = rx.sql(
        "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM node) ORDER BY key", (ids_json,)
    )
    return [str(row[0]) for row in rows]


# -- holding a lease (SPEC Q5) ------------------------------------------------------------------------


def _held(tx: Tx, task_id: str, token: str, now: float) -> Row:
    row = tx.one("SELECT * FROM task WHERE id = ?", (task_id,))
    check_lease(task_id, None if row is None else lease_of(row), token, now)
    assert row is not None
    return row


def start(tx: Tx, task_id: str, token: str, now: float, local_day: str) -> Task:
    """Enter running, with a row in the budget's ledger unless an earlier attempt is resumed (SPEC Q9).

    Raises:
        StaleLease: the reservation was cancelled, lost or has expired.
    """
    row = _held(tx, task_id, token, now)
    check_transition(task_id, TaskState(row["state"]), TaskState.RUNNING)
    after = tx.one(
        "UPDATE task SET state = 'running', started_at = CASE started_at WHEN 0 THEN ?1 ELSE started_at END,"
        " updated_at = ?1 WHERE id = ?2 RETURNING *",
        (now, task_id),
    )
    assert after is not None
    if row["started_at"] == 0:
        tx.execute(
            "INSERT INTO budget_entry (task_id, at, local_day) VALUES (?, ?, ?)", (task_id, now, local_day)
        )
    moved(tx, task_id, TaskState.RESERVED, TaskState.RUNNING, now, worker=row["lease_owner"])
    note(tx, now, "task_started", task_id, {"topic": row["topic"], "attempt": row["attempts"]})
    return readable(after)


def renew(tx: Tx, task_id: str, token: str, now: float, lease: LeaseRules, *, jump_s: float = 0.0) -> bool:
    """Renew a lease for the heartbeat; return whether a stop was asked for.

    Args:
        jump_s: how far the wall clock jumped since the last renewal while the owner lived (SPEC Q5).

    Raises:
        StaleLease: the lease is lost, or no stage was finished for too long.
    """
    row = tx.one("SELECT * FROM task WHERE id = ?", (task_id,))
    lease_now = None if row is None else lease_of(row)
    held = None if lease_now is None else lease_now.shifted(jump_s)
    check_lease(task_id, held, token, now)
    assert row is not None
    assert held is not None
    tx.execute(
        "UPDATE task SET lease_expires_at = ?, lease_started_at = ? WHERE id = ?",
        (fresh_expiry(held.started_at, now, lease), held.started_at, task_id),
    )
    return bool(row["stop_requested"])


def require_live_lease(tx: Tx, task_id: str, token: str, now: float, lease: LeaseRules | None = None) -> None:
    """Refuse a stage's result of a lost lease, and count the stage as finished (SPEC Q5, Q13).

    Call it inside the transaction that stores the result: the limit without a finished stage begins anew.

    Raises:
        StaleLease: the token no longer holds; raise it on, so that nothing is stored.
    """
    rules = lease or LeaseRules()
    row = _held(tx, task_id, token, now)
    expires_at = max(row["lease_expires_at"], fresh_expiry(now, now, rules))
    tx.execute(
        "UPDATE task SET lease_started_at = ?, lease_expires_at = ? WHERE id = ?", (now, expires_at, task_id)
    )


# -- endings (SPEC Q3, Q6) ----------------------------------------------------------------------------


def complete(tx: Tx, task_id: str, token: str, now: float, result: TaskResult) -> Task:
    """End a task with its outcome.

    Raises:
        StaleLease: the token no longer holds; nothing is changed.
    """
    row = _held(tx, task_id, token, now)
    check_transition(task_id, TaskState(row["state"]), TaskState.COMPLETED)
    after = tx.one(
        "UPDATE task SET state = 'completed', outcome = ?, evidence_count = ?, article_path = ?, article_id = ?,"
        " extra = json_set(extra, '$.result_reason', ?), finished_at = ?, updated_at = ?, last_error = '',"
        f" deferral_reason = '', infrastructure_deferrals = 0, stop_requested = 0, {NO_LEASE} WHERE id = ?"
        " RETURNING *",
        (
            str(result.outcome),
            result.evidence_count,
            result.article_path,
            result.article_id,
            result.reason,
            now,
            now,
            task_id,
        ),
    )
    assert after is not None
    end_attempt(tx, row, now, charged=True, result="completed", reason=str(result.outcome))
    moved(tx, task_id, TaskState.RUNNING, TaskState.COMPLETED, now, str(result.outcome), row["lease_owner"])
    note(
        tx,
        now,
        "task_completed",
        task_id,
        {"outcome": str(result.outcome), "evidence": result.evidence_count, "article": result.article_id},
    )
    return readable(after)


def defer_for_infrastructure(
    tx: Tx,
    task_id: str,
    token: str,
    now: float,
    reason: str,
    *,
    retry_after_s: float | None,
    jitter: float,
    detail: str = "",
) -> Task:
    """Defer for the environment's fault: the charge is given back in this transaction (SPEC Q6)."""
    row = _held(tx, task_id, token, now)
    ending = end_by_infrastructure(
        attempts=row["attempts"],
        deferrals=row["infrastructure_deferrals"],
        reason=reason,
        retry_after_s=retry_after_s,
        now=now,
        jitter=jitter,
    )
    return _apply(tx, row, ending, now, detail)


def defer_for_stop(tx: Tx, task_id: str, token: str, now: float, reason: str, *, parked: bool) -> Task:
    """Defer because the task was asked to leave: a gate closed, the program ends, the curator said so."""
    row = _held(tx, task_id, token, now)
    ending = end_by_stop(
        attempts=row["attempts"],
        deferrals=row["infrastructure_deferrals"],
        reason=reason,
        now=now,
        parked=parked,
    )
    return _apply(tx, row, ending, now, "")


def fail(
    tx: Tx, task_id: str, token: str, now: float, reason: str, *, jitter: float, detail: str = ""
) -> Task:
    """End an attempt by the task's own error: deferred with backoff, failed at the last try (SPEC Q6)."""
    row = _held(tx, task_id, token, now)
    ending = end_by_task_fault(
        attempts=row["attempts"], max_attempts=row["max_attempts"], reason=reason, now=now, jitter=jitter
    )
    return _apply(tx, row, ending, now, detail)


def recover(tx: Tx, owner: str, now: float, *, role_start: bool) -> list[str]:
    """Defer the tasks of dead owners at once, charged, and due at once; return their ids (SPEC Q6, Q7).

    Call it only in the process that holds the worker role.

    Args:
        owner: this process; its own living leases stay.
        role_start: also take the leases of every other process of this machine, which must be dead because
            the role lock is ours.
    """
    ended = []
    for row in tx.sql(f"SELECT * FROM task INDEXED BY task_leased WHERE {_LEASED} ORDER BY id"):
        reason = _why_lost(row, owner, now, role_start)
        if reason:
            _end(tx, row, _lost(row, reason, now), now, reason)
            ended.append(row["id"])
    return ended


def _why_lost(row: Row, owner: str, now: float, role_start: bool) -> str:
    lease = lease_of(row)
    if lease is None:
        return "row_damaged"
    if lease.expires_at <= now:
        return "lease_expired"
    held_by = str(row["lease_owner"])
    if role_start and held_by != owner and machine_of(held_by) == machine_of(owner):
        return "earlier_process"
    return ""


def _lost(row: Row, reason: str, now: float) -> Ending:
    try:
        attempts, max_attempts = tries_of(row)
    except DamagedRow:
        return Ending(TaskState.DEFERRED, True, 0, 0.0, "row_damaged", 0, parked=True)
    return end_by_lost_lease(attempts=attempts, max_attempts=max_attempts, reason=reason, now=now)


def _apply(tx: Tx, row: Row, ending: Ending, now: float, detail: str) -> Task:
    _end(tx, row, ending, now, detail)
    return task_by_id(tx, row["id"])


def _end(tx: Tx, row: Row, ending: Ending, now: float, detail: str) -> None:
    task_id, old = row["id"], TaskState(row["state"])
    check_transition(task_id, old, ending.state)
    failed = ending.state is TaskState.FAILED
    tx.execute(
        "UPDATE task SET state = ?, attempts = ?, not_before = ?, deferral_reason = ?, last_error = ?,"
        " infrastructure_deferrals = ?, parked = ?, outcome = ?, finished_at = ?, updated_at = ?,"
        f" stop_requested = 0, {NO_LEASE} WHERE id = ?",
        (
            str(ending.state),
            ending.attempts,
            ending.not_before,
            "" if failed else ending.reason,
            detail or ending.reason,
            ending.infrastructure_deferrals,
            ending.parked,
            "failed" if failed else "",
            now if failed else 0.0,
            now,
            task_id,
        ),
    )
    end_attempt(tx, row, now, charged=ending.charged, result=str(ending.state), reason=ending.reason)
    moved(tx, task_id, old, ending.state, now, reason=ending.reason, worker=row["lease_owner"])
    code = "task_parked" if ending.parked else f"task_{ending.state}"
    if ending.parked and ending.reason == QUERIES_WAIT:
        code = "task_waits_for_look"  # it goes on with the curator's look, not with a try
    note(
        tx,
        now,
        code,
        task_id,
        {"reason": ending.reason, "due_at": ending.not_before, "charged": ending.charged, "detail": detail},
    )


def end_attempt(tx: Tx, row: Row, now: float, *, charged: bool, result: str, reason: str) -> None:
    """Close the attempt of a row's lease, with whether it is charged (SPEC Q1)."""
    tx.execute(
        "UPDATE attempt SET ended_at = ?, charged = ?, result = ?, reason = ? WHERE task_id = ? AND token = ?",
        (now, charged, result, reason, row["id"], row["lease_token"]),
    )
