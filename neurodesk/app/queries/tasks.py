"""Questions about the research queue (SPEC Q1, Q4)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.tasks import Task, TaskState
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
