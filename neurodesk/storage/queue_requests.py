"""What is asked of the queue: new tasks, and the curator's acts on waiting ones (SPEC Q4, Q6, Q8).

Each function is one step inside somebody's immediate transaction.
"""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.identity import derived_id
from neurodesk.domain.tasks import (
    LEASED,
    REPAIR,
    WAITING,
    EnqueueAnswer,
    NewTask,
    QueueRules,
    Task,
    TaskState,
    check_cancel,
    check_new,
    check_priority,
    check_transition,
    judge_enqueue,
    raises_priority,
)
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Row, Tx
from neurodesk.storage.json_columns import dump
from neurodesk.storage.queue_leases import end_attempt, missing_seeds
from neurodesk.storage.task_rows import (
    NO_LEASE,
    insert_values,
    moved,
    readable,
    row_by_id,
    task_by_id,
    task_or_damage,
)

# Written out so that SQLite takes the partial unique index with the same text.
_LIVE = "state IN ('queued', 'reserved', 'running', 'deferred')"


@dataclass(frozen=True, slots=True)
class Enqueued:
    """The answer to a request (SPEC Q4).

    Attributes:
        task: the new row, or the one that stands there already.
        answer: create, live or cooldown.
        raised_from: the former priority when the duplicate raised it.
        earlier: the last finished task under this key, to show why it found nothing before.
    """

    task: Task
    answer: EnqueueAnswer
    raised_from: float | None = None
    earlier: Task | None = None

    @property
    def created(self) -> bool:
        """Whether a row was made."""
        return self.answer is EnqueueAnswer.CREATE


# -- asking (SPEC Q4) ---------------------------------------------------------------------------------


def enqueue(tx: Tx, new: NewTask, now: float, rules: QueueRules, *, force: bool = False) -> Enqueued:
    """Put a request into the queue, or find what stands there under its key.

    Raises:
        BadInput: the request itself is wrong, or names nodes that do not exist.
        RuleRefused: ``task_damaged``, when the row that holds the key cannot be read.
    """
    key = check_new(new)
    missing = missing_seeds(tx, dump(new.seed_node_ids))
    if missing:
        raise BadInput("seed_unknown", ids=", ".join(missing))
    live = tx.one(f"SELECT * FROM task WHERE dedupe_key = ? AND {_LIVE}", (key,))
    last = tx.one("SELECT * FROM task WHERE dedupe_key = ? ORDER BY finished_at DESC, id LIMIT 1", (key,))
    answer = judge_enqueue(
        has_live=live is not None,
        last_finished_at=0.0 if last is None else last["finished_at"],
        now=now,
        cooldown_s=rules.cooldown_s,
        force=force,
    )
    if answer is EnqueueAnswer.LIVE:
        assert live is not None
        return _join_live(tx, readable(live), new.priority, now)
    if answer is EnqueueAnswer.COOLDOWN:
        assert last is not None
        found = readable(last)
        return Enqueued(found, answer, earlier=found)
    # Derived, so that the same questions on a fresh profile give the same ids and file names (SPEC E1).
    repeat = int(tx.scalar("SELECT COUNT(*) FROM task WHERE dedupe_key = ?", (key,)))
    task_id = derived_id("task", key, str(repeat))
    values = insert_values(task_id, new, key, rules.max_attempts, now)
    tx.execute(
        f"INSERT INTO task ({', '.join(values)}) VALUES ({', '.join(':' + name for name in values)})",
        values,
    )
    moved(tx, task_id, "", TaskState.QUEUED, now, reason=new.reason)
    note(tx, now, "task_enqueued", task_id, {"topic": new.topic, "by": str(new.requested_by)})
    return Enqueued(task_by_id(tx, task_id), answer, earlier=_earlier(last))


def _earlier(row: Row | None) -> Task | None:
    """Read the last finished task for showing; a damaged one must not stand in the way of a new request."""
    found = None if row is None else task_or_damage(row)
    return found if isinstance(found, Task) else None


def _join_live(tx: Tx, task: Task, asked: float, now: float) -> Enqueued:
    if not raises_priority(task.state, task.priority, asked):
        return Enqueued(task, EnqueueAnswer.LIVE)
    tx.execute("UPDATE task SET priority = ?, updated_at = ? WHERE id = ?", (asked, now, task.id))
    tx.changed(Kind.TASK, task.id)
    return Enqueued(task_by_id(tx, task.id), EnqueueAnswer.LIVE, raised_from=task.priority)


# -- the curator's acts (SPEC Q4, Q6, Q8) -------------------------------------------------------------


def cancel_repairs(tx: Tx, draft_id: str, now: float) -> None:
    """Cancel the tasks that would mend a draft and do not run yet: it is in review again."""
    rows = tx.sql(
        """SELECT id FROM task WHERE article_id = ? AND kind = ? AND state IN ('queued', 'deferred')""",
        (draft_id, REPAIR),
    )
    for row in rows:
        cancel(tx, row["id"], now, "draft_reopened")


def cancel(tx: Tx, task_id: str, now: float, reason: str = "") -> None:
    """Cancel a task that does not run yet (SPEC Q8).

    Raises:
        BadInput: ``task_unknown``.
        IllegalTransition: it runs already, or is finished.
    """
    row = row_by_id(tx, task_id)
    state = TaskState(row["state"])
    check_cancel(task_id, state)
    check_transition(task_id, state, TaskState.CANCELLED)
    # A reservation that never ran costs nothing.
    given_back = 1 if state in LEASED else 0
    tx.execute(
        "UPDATE task SET state = 'cancelled', attempts = attempts - ?, parked = 0, not_before = 0,"
        f" finished_at = ?, updated_at = ?, {NO_LEASE} WHERE id = ?",
        (given_back, now, now, task_id),
    )
    if given_back:
        end_attempt(tx, row, now, charged=False, result="cancelled", reason=reason)
    moved(tx, task_id, state, TaskState.CANCELLED, now, reason=reason)
    note(tx, now, "task_cancelled", task_id, {"reason": reason})


def request_stop(tx: Tx, task_id: str, now: float) -> None:
    """Ask a running task to stop after its step (SPEC Q8).

    Raises:
        BadInput: ``task_unknown``.
        RuleRefused: ``task_not_running``.
    """
    row = row_by_id(tx, task_id)
    if row["state"] != TaskState.RUNNING:
        raise RuleRefused("task_not_running", task=task_id, state=row["state"])
    tx.execute("UPDATE task SET stop_requested = 1, updated_at = ? WHERE id = ?", (now, task_id))
    tx.changed(Kind.TASK, task_id)
    note(tx, now, "task_stop_requested", task_id)


def set_priority(tx: Tx, task_id: str, priority: float, now: float) -> None:
    """Change the priority of a waiting task.

    Raises:
        BadInput: ``task_unknown``, ``task_priority_invalid``.
        RuleRefused: ``task_not_waiting``.
    """
    value = check_priority(priority)
    row = row_by_id(tx, task_id)
    if row["state"] not in WAITING:
        raise RuleRefused("task_not_waiting", task=task_id, state=row["state"])
    tx.execute("UPDATE task SET priority = ?, updated_at = ? WHERE id = ?", (value, now, task_id))
    tx.changed(Kind.TASK, task_id)


def try_again(tx: Tx, task_id: str, now: float) -> None:
    """Put a deferred or parked task back into the queue at once (SPEC Q6).

    Raises:
        BadInput: ``task_unknown``.
        RuleRefused: ``task_not_deferred``.
    """
    row = row_by_id(tx, task_id)
    if row["state"] != TaskState.DEFERRED:
        raise RuleRefused("task_not_deferred", task=task_id, state=row["state"])
    check_transition(task_id, TaskState.DEFERRED, TaskState.QUEUED)
    tx.execute(
        "UPDATE task SET state = 'queued', parked = 0, not_before = 0, infrastructure_deferrals = 0,"
        " deferral_reason = '', updated_at = ? WHERE id = ?",
        (now, task_id),
    )
    moved(tx, task_id, TaskState.DEFERRED, TaskState.QUEUED, now, reason="try_again")
