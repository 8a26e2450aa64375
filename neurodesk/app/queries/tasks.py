"""Questions about the research queue (SPEC Q1, Q4)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.app.queue import task_store
from neurodesk.domain.errors import BadInput
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, Task, TaskState, dedupe_key, judge_enqueue
from neurodesk.storage.db import Rx
from neurodesk.storage.task_rows import DamagedTask, row_by_id, task_or_damage


@dataclass(frozen=True, slots=True)
class TransitionView:
    """One change of state."""

    at: float
    old: str
    new: str
    reason: str
    worker: str


@dataclass(frozen=True, slots=True)
class AttemptView:
    """One attempt; ``ended_at`` is 0 while it runs."""

    number: int
    worker: str
    started_at: float
    ended_at: float
    charged: bool
    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task with its history.

    Attributes:
        stages: finished stages with the times of their receipts.
        refused: refused candidates, counted by reason: why it found nothing (SPEC Q4).
    """

    task: Task | DamagedTask
    transitions: tuple[TransitionView, ...]
    attempts: tuple[AttemptView, ...]
    stages: tuple[tuple[str, int, float], ...]
    refused: tuple[tuple[str, int], ...]


def list_tasks(
    profile: Profile, states: Sequence[TaskState] = (), *, limit: int = 100, offset: int = 0
) -> Sequence[Task | DamagedTask]:
    """Return tasks, what works first, then what waits by priority, then what is finished, newest first.

    Args:
        states: only these, all when empty.
    """
    chosen = json.dumps([str(state) for state in states or TaskState])
    text = (
        "SELECT * FROM task WHERE state IN (SELECT value FROM json_each(?)) ORDER BY"
        " CASE state WHEN 'running' THEN 0 WHEN 'reserved' THEN 1 WHEN 'queued' THEN 2 WHEN 'deferred' THEN 3"
        " ELSE 4 END, CASE WHEN state IN ('queued', 'deferred') THEN -priority ELSE -updated_at END,"
        " created_at, id LIMIT ? OFFSET ?"
    )
    rows = profile.database.read(lambda rx: rx.sql(text, (chosen, limit, offset)))
    return [task_or_damage(row) for row in rows]


def count_by_state(profile: Profile) -> dict[str, int]:
    """Return how many tasks are in each state; every state is named."""
    rows = profile.database.read(
        lambda rx: rx.sql("SELECT state, COUNT(*) AS number FROM task GROUP BY state ORDER BY state")
    )
    found = {row["state"]: row["number"] for row in rows}
    return {str(state): found.pop(str(state), 0) for state in TaskState} | found


def show_task(profile: Profile, task_id: str) -> TaskView:
    """Return a task with its transitions, attempts, finished stages and refused candidates.

    Raises:
        BadInput: ``task_unknown``.
    """

    def query(rx: Rx) -> TaskView:
        row = row_by_id(rx, task_id)
        transitions = rx.sql(
            "SELECT at, from_state, to_state, reason, worker FROM task_transition"
            " WHERE task_id = ? ORDER BY id",
            (task_id,),
        )
        attempts = rx.sql(
            "SELECT number, worker, started_at, ended_at, charged, result, reason FROM attempt"
            " WHERE task_id = ? ORDER BY id",
            (task_id,),
        )
        stages = rx.sql(
            "SELECT stage, pass_number, at FROM receipt WHERE task_id = ? ORDER BY at, pass_number, stage",
            (task_id,),
        )
        refused = rx.sql(
            "SELECT reason, COUNT(*) FROM candidate WHERE task_id = ? AND reason != ''"
            " GROUP BY reason ORDER BY 2 DESC, 1",
            (task_id,),
        )
        return TaskView(
            task_or_damage(row),
            tuple(TransitionView(*tuple(one)) for one in transitions),
            tuple(
                AttemptView(
                    one["number"],
                    one["worker"],
                    one["started_at"],
                    one["ended_at"],
                    bool(one["charged"]),
                    one["result"],
                    one["reason"],
                )
                for one in attempts
            ),
            tuple((one[0], one[1], one[2]) for one in stages),
            tuple((one[0], one[1]) for one in refused),
        )

    return profile.database.read(query)


# -- lists: sorted, filtered and counted where the rows live (DESIGN "State to screen") ----------------

GROUPS: dict[str, str] = {
    "all": "1",
    "open": "state IN ('queued', 'reserved', 'running', 'deferred')",
    "deferred": "state = 'deferred'",
    "done": "state = 'completed'",
    "failed": "state = 'failed'",
    "cancelled": "state = 'cancelled'",
}
_STEP = (
    "CASE state WHEN 'running' THEN 0 WHEN 'reserved' THEN 1 WHEN 'queued' THEN 2 WHEN 'deferred' THEN 3"
    " ELSE 4 END"
)
_WITHIN = "CASE WHEN state IN ('queued', 'deferred') THEN -priority ELSE -updated_at END"
# With the index ``task_list`` all tasks come in this order. What words leave over is sorted instead (the plus
# keeps the index out): along the index each row is looked up at its own place, three times the work.
WORK_FIRST = f"{_STEP}, {_WITHIN}"
_WORK_FIRST_SORTED = f"+({_STEP}), +({_WITHIN})"
_ORDERS: dict[str, str] = {
    "state": "state",
    "topic": "topic COLLATE NOCASE",
    "priority": "priority",
    "asked": "requested_by",
    "evidence": "evidence_count",
    "next": "not_before",
    "attempts": "attempts",
    "age": "created_at",
}


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Which tasks a list shows: one of ``GROUPS``, and words that topic or question hold."""

    group: str = "all"
    words: str = ""


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A task in a list; ``damaged`` says what cannot be read of its row."""

    id: str
    state: str
    topic: str
    priority: float
    requested_by: str
    signal: str
    evidence_count: int
    not_before: float
    outcome: str
    attempts: int
    max_attempts: int
    created_at: float
    finished_at: float
    parked: bool
    stop_requested: bool
    deferral_reason: str
    article_id: str
    damaged: str = ""


def task_ids(profile: Profile, wanted: TaskFilter, sort: str = "", *, descending: bool = False) -> list[str]:
    """Return the ids of a list in its order.

    Args:
        sort: a key of the columns, "" for what works first, then what waits by priority, then the finished.
    """
    where, params = _where(wanted)
    order = _ORDERS.get(sort)
    if order:
        by = f"{order} {'DESC' if descending else 'ASC'}, created_at DESC"
    else:
        by = _WORK_FIRST_SORTED if wanted.words.split() else WORK_FIRST
    # Every part comes from the tables above; what a person typed is a parameter.
    text = f"SELECT id FROM task WHERE {where} ORDER BY {by}, id"  # noqa: S608
    return profile.database.read(lambda rx: rx.ids(text, params))


def task_lines(profile: Profile, ids: Sequence[str]) -> dict[str, TaskLine]:
    """Return the lines of some tasks; one that is gone is left out."""
    rows = profile.database.read(
        lambda rx: rx.sql(
            "SELECT * FROM task WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
        )
    )
    return {row["id"]: _line(task_or_damage(row)) for row in rows}


def count_groups(profile: Profile, words: str = "") -> dict[str, int]:
    """Return how many tasks each group of a list holds, with the words of its filter."""
    where, params = _where(TaskFilter("all", words))
    # With words every row is read once, in the order of the file; without, an index alone answers.
    by = "+state" if words.split() else "state"
    text = f"SELECT state, COUNT(*) FROM task WHERE {where} GROUP BY {by}"  # noqa: S608
    rows = profile.database.read(lambda rx: rx.sql(text, params))
    states = {row[0]: int(row[1]) for row in rows}
    live = ("queued", "reserved", "running", "deferred")
    return {
        "all": sum(states.values()),
        "open": sum(states.get(state, 0) for state in live),
        "deferred": states.get("deferred", 0),
        "done": states.get("completed", 0),
        "failed": states.get("failed", 0),
        "cancelled": states.get("cancelled", 0),
    }


def _where(wanted: TaskFilter) -> tuple[str, list[object]]:
    parts, params = [GROUPS[wanted.group]], []
    for word in wanted.words.split()[:8]:
        parts.append(r"(topic LIKE ? ESCAPE '\' OR question LIKE ? ESCAPE '\')")
        pattern = word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
        params += [f"%{pattern}%"] * 2
    return " AND ".join(parts), list(params)


def _line(task: Task | DamagedTask) -> TaskLine:
    if isinstance(task, DamagedTask):
        return TaskLine(
            task.id,
            task.state,
            "",
            0.0,
            "",
            "",
            0,
            0.0,
            "",
            0,
            0,
            0.0,
            0.0,
            False,
            False,
            "",
            "",
            task.detail,
        )
    signal = str(task.signals[0][0]) if task.signals else ""
    return TaskLine(
        id=task.id,
        state=str(task.state),
        topic=task.topic or task.question,
        priority=task.priority,
        requested_by=str(task.requested_by),
        signal=signal,
        evidence_count=task.evidence_count,
        not_before=task.not_before,
        outcome=str(task.outcome or ""),
        attempts=task.attempts,
        max_attempts=task.max_attempts,
        created_at=task.created_at,
        finished_at=task.finished_at,
        parked=task.parked,
        stop_requested=task.stop_requested,
        deferral_reason=task.deferral_reason,
        article_id=task.article_id,
    )


@dataclass(frozen=True, slots=True)
class AskPreview:
    """What the queue would answer to a request (SPEC Q4).

    Attributes:
        answer: create, live or cooldown.
        task: the task that stands there, live or the last finished one.
        until: end of the cooldown, UTC epoch seconds.
        refused: why an earlier one found nothing: refused candidates by reason.
    """

    answer: EnqueueAnswer
    task: TaskLine | None = None
    until: float = 0.0
    refused: tuple[tuple[str, int], ...] = ()


def preview_ask(profile: Profile, new: NewTask) -> AskPreview | None:
    """Say what ``commands.tasks.ask`` would answer; writes nothing. None while there is no topic yet."""
    try:
        key = dedupe_key(new)
    except BadInput:
        return None
    rules = task_store(profile).rules
    now = profile.clock.time()

    def query(rx: Rx) -> AskPreview:
        live = rx.one(
            "SELECT * FROM task WHERE dedupe_key = ?"
            " AND state IN ('queued', 'reserved', 'running', 'deferred') ORDER BY id LIMIT 1",
            (key,),
        )
        last = rx.one("SELECT * FROM task WHERE dedupe_key = ? ORDER BY finished_at DESC, id LIMIT 1", (key,))
        finished = 0.0 if last is None else float(last["finished_at"])
        answer = judge_enqueue(
            has_live=live is not None,
            last_finished_at=finished,
            now=now,
            cooldown_s=rules.cooldown_s,
            force=False,
        )
        row = live if live is not None else last
        refused = rx.sql(
            "SELECT reason, COUNT(*) FROM candidate WHERE task_id = ? AND reason != ''"
            " GROUP BY reason ORDER BY 2 DESC, 1 LIMIT 4",
            (row["id"] if row is not None else "",),
        )
        return AskPreview(
            answer,
            _line(task_or_damage(row)) if row is not None else None,
            finished + rules.cooldown_s if answer is EnqueueAnswer.COOLDOWN else 0.0,
            tuple((one[0], one[1]) for one in refused),
        )

    return profile.database.read(query)
