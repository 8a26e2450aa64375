"""The activity feed as the window shows it: grouped by task, newest first, equal faults folded (SPEC W11)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.storage.activity_store import ActivityLine, lines_after
from neurodesk.storage.db import Rx
from neurodesk.storage.request_log import LoggedRequest, newest_requests

FAULTS = frozenset(
    {
        "task_deferred",
        "task_parked",
        "task_failed",
        "task_set_aside",
        "result_refused",
        "search_failed",
        "scan_failed",
        "promotion_recovered",
    }
)


@dataclass(frozen=True, slots=True)
class FeedLine:
    """One line, or several equal ones folded into the newest; ``duration_s`` is 0 where none is known."""

    id: int
    at: float
    code: str
    params: Mapping[str, object]
    fault: bool
    times: int = 1
    duration_s: float = 0.0


@dataclass(frozen=True, slots=True)
class FeedGroup:
    """What happened around one task, newest line first.

    Attributes:
        task_id: "" for what belongs to no task.
        state, outcome: of the task now; "" when there is none.
    """

    task_id: str
    topic: str
    state: str
    outcome: str
    first_at: float
    last_at: float
    stage: str
    stop_requested: bool
    lines: tuple[FeedLine, ...]


def feed(profile: Profile, *, limit: int = 600, faults_only: bool = False) -> list[FeedGroup]:
    """Return the newest lines grouped by task: the running task's group first, then by its newest line."""

    def query(rx: Rx) -> list[FeedGroup]:
        lines = lines_after(rx, 0, limit=limit, newest=True)
        groups: dict[str, list[ActivityLine]] = {}
        for line in lines:
            groups.setdefault(line.task_id, []).append(line)
        found = [_group(rx, task_id, of_task, faults_only) for task_id, of_task in groups.items()]
        kept = [group for group in found if group.lines]
        return sorted(kept, key=lambda one: (one.state != "running", -one.last_at, one.task_id))

    return profile.database.read(query)


def fault_count(profile: Profile, *, limit: int = 600) -> int:
    """Return how many of the newest lines are faults."""
    # The feed asks at each change: counted where the lines are, because 600 lines take a while to be decoded.
    found = profile.database.read(
        lambda rx: rx.scalar(
            """SELECT COUNT(*) FROM (SELECT code FROM activity ORDER BY id DESC LIMIT ?)
               WHERE code IN (SELECT value FROM json_each(?))""",
            (limit, json.dumps(sorted(FAULTS))),
        )
    )
    return int(found)


def sent_requests(
    profile: Profile, *, limit: int = 300, purpose: str = "", task_id: str = ""
) -> list[LoggedRequest]:
    """Return the newest requests that left this machine, newest first; of one purpose or task if named."""
    return list(
        profile.database.read(lambda rx: newest_requests(rx, limit=limit, purpose=purpose, task_id=task_id))
    )


def _group(rx: Rx, task_id: str, lines: list[ActivityLine], faults_only: bool) -> FeedGroup:
    row = (
        rx.one("SELECT topic, question, state, outcome, stop_requested FROM task WHERE id = ?", (task_id,))
        if task_id
        else None
    )
    shown: list[FeedLine] = []
    stage = ""
    for line in reversed(lines):
        if line.code == "stage_started" and not stage:
            stage = str(line.params.get("stage", ""))
        fault = line.code in FAULTS
        if faults_only and not fault:
            continue
        # A finished stage says what its start said, with the time it took.
        if line.code == "stage_started" and _finished(shown, line):
            continue
        last = shown[-1] if shown else None
        if last is not None and last.code == line.code and last.params == line.params and fault:
            shown[-1] = FeedLine(last.id, last.at, last.code, last.params, True, last.times + 1)
            continue
        taken = line.params.get("duration_s", 0.0)
        seconds = float(taken) if isinstance(taken, int | float) else 0.0
        shown.append(FeedLine(line.id, line.at, line.code, line.params, fault, 1, seconds))
    return FeedGroup(
        task_id,
        "" if row is None else (row["topic"] or row["question"]),
        "" if row is None else str(row["state"]),
        "" if row is None else str(row["outcome"]),
        lines[0].at,
        lines[-1].at,
        stage,
        bool(row["stop_requested"]) if row is not None else False,
        tuple(shown),
    )


def _finished(shown: list[FeedLine], start: ActivityLine) -> bool:
    key = (start.params.get("stage"), start.params.get("pass_number"))
    return any(
        one.code == "stage_finished" and (one.params.get("stage"), one.params.get("pass_number")) == key
        for one in shown
    )
