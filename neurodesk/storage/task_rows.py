"""Task rows and Task values; a damaged row is a value too, so that a list never breaks (SPEC Q13)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import itemgetter
from typing import Any

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.tasks import Lease, NewTask, Origin, Outcome, Task, TaskState
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load

NO_LEASE = "lease_owner = '', lease_token = '', lease_expires_at = 0, lease_started_at = 0"


class DamagedRow(ValueError):
    """A task row cannot be read; the text says which column."""


@dataclass(frozen=True, slots=True)
class DamagedTask:
    """What is left of a task whose row cannot be read."""

    id: str
    state: str
    detail: str


def insert_values(task_id: str, new: NewTask, key: str, max_attempts: int, now: float) -> dict[str, object]:
    """Return the columns of a new queued row."""
    return {
        "id": task_id,
        "kind": new.kind,
        "topic": new.topic,
        "question": new.question,
        "research_questions": dump(new.research_questions),
        "queries": dump(new.queries),
        "seed_node_ids": dump(new.seed_node_ids),
        "priority": new.priority,
        "state": str(TaskState.QUEUED),
        "max_attempts": max_attempts,
        "dedupe_key": key,
        "requested_by": str(new.requested_by),
        "reason": new.reason,
        "signals": dump(new.signals),
        "filter_keys": "" if new.filter_keys is None else dump(new.filter_keys),
        "article_type": new.article_type,
        "article_id": new.article_id,
        "created_at": now,
        "updated_at": now,
    }


# In the order of ``Task``'s fields: most rows hold exactly these types, which one comparison tells.
_FIELDS = tuple(field.name for field in fields(Task))
_NUMBERS = frozenset(
    name for name in _FIELDS if name == "priority" or name == "not_before" or name.endswith("_at")
)
_WHOLES = frozenset(
    {"attempts", "max_attempts", "evidence_count", "infrastructure_deferrals", "parked", "stop_requested"}
)
_TYPES = tuple(float if name in _NUMBERS else int if name in _WHOLES else str for name in _FIELDS)
_NUMBER_PLACES = tuple(place for place, name in enumerate(_FIELDS) if name in _NUMBERS)
_STATES = {str(one): one for one in TaskState}
_ORIGINS = {str(one): one for one in Origin}
_OUTCOMES = {str(one): one for one in Outcome} | {"": None}
_EMPTY: dict[str, dict[str, object]] = {
    "research_questions": {"[]": ()},
    "queries": {"[]": ()},
    "seed_node_ids": {"[]": ()},
    "signals": {"[]": ()},
    "filter_keys": {"": None},
}


def task_of(row: Row) -> Task:
    """Read a row of ``SELECT * FROM task``; a sound one with little in it costs a quarter of any other.

    Raises:
        DamagedRow: a column holds what it cannot hold.
    """
    values = list(_in_order(tuple(row.keys()))(row))
    for place in _NUMBER_PLACES:
        if type(values[place]) is int:  # RETURNING gives a whole number where SELECT gives a float
            values[place] = float(values[place])
    if tuple(map(type, values)) != _TYPES:
        return _careful_task_of(row)
    try:
        for place, known in _LOOKED_UP:
            values[place] = known[values[place]]
    except KeyError:
        return _careful_task_of(row)
    for place in _SWITCHES:
        values[place] = values[place] != 0
    values[_EXTRA] = _object(row, "extra")
    return Task(*values)


@functools.cache
def _in_order(columns: tuple[str, ...]) -> Callable[[Row], tuple[Any, ...]]:
    """Return what takes the values of ``Task``'s fields out of a row with these columns."""
    return itemgetter(*(columns.index(name) for name in _FIELDS))


_LOOKED_UP: tuple[tuple[int, dict[str, Any]], ...] = (
    (_FIELDS.index("state"), _STATES),
    (_FIELDS.index("requested_by"), _ORIGINS),
    (_FIELDS.index("outcome"), _OUTCOMES),
    *((_FIELDS.index(name), known) for name, known in _EMPTY.items()),
)
_SWITCHES = (_FIELDS.index("parked"), _FIELDS.index("stop_requested"))
_EXTRA = _FIELDS.index("extra")


def _careful_task_of(row: Row) -> Task:
    return Task(
        id=_text(row, "id"),
        topic=_text(row, "topic"),
        question=_text(row, "question"),
        research_questions=_texts(row, "research_questions"),
        queries=_texts(row, "queries"),
        seed_node_ids=_texts(row, "seed_node_ids"),
        priority=_number(row, "priority"),
        state=_member(TaskState, row, "state"),
        outcome=_member(Outcome, row, "outcome") if row["outcome"] else None,
        attempts=_whole(row, "attempts"),
        max_attempts=_whole(row, "max_attempts"),
        not_before=_number(row, "not_before"),
        dedupe_key=_text(row, "dedupe_key"),
        requested_by=_member(Origin, row, "requested_by"),
        reason=_text(row, "reason"),
        signals=_signals(row),
        filter_keys=_texts(row, "filter_keys") if row["filter_keys"] else None,
        evidence_count=_whole(row, "evidence_count"),
        article_path=_text(row, "article_path"),
        article_id=_text(row, "article_id"),
        created_at=_number(row, "created_at"),
        updated_at=_number(row, "updated_at"),
        kind=_text(row, "kind"),
        article_type=_text(row, "article_type"),
        lease_owner=_text(row, "lease_owner"),
        lease_token=_text(row, "lease_token"),
        lease_expires_at=_number(row, "lease_expires_at"),
        lease_started_at=_number(row, "lease_started_at"),
        started_at=_number(row, "started_at"),
        finished_at=_number(row, "finished_at"),
        last_error=_text(row, "last_error"),
        deferral_reason=_text(row, "deferral_reason"),
        infrastructure_deferrals=_whole(row, "infrastructure_deferrals"),
        parked=bool(row["parked"]),
        stop_requested=bool(row["stop_requested"]),
        extra=_object(row, "extra"),
    )


def task_or_damage(row: Row) -> Task | DamagedTask:
    """Read a row for a list."""
    try:
        return task_of(row)
    except DamagedRow as error:
        return DamagedTask(str(row["id"]), str(row["state"]), str(error))


def lease_of(row: Row) -> Lease | None:
    """Read the fencing columns; damaged ones are no lease."""
    state = _STATES.get(row["state"])
    token, expires_at, started_at = row["lease_token"], row["lease_expires_at"], row["lease_started_at"]
    if state is None or type(token) is not str:
        return None
    if not isinstance(expires_at, int | float) or not isinstance(started_at, int | float):
        return None
    return Lease(state, token, float(expires_at), float(started_at))


def tries_of(row: Row) -> tuple[int, int]:
    """Return attempts and max_attempts.

    Raises:
        DamagedRow: one is no whole number.
    """
    return _whole(row, "attempts"), _whole(row, "max_attempts")


def _text(row: Row, column: str) -> str:
    value = row[column]
    if not isinstance(value, str):
        raise DamagedRow(column)
    return value


def _number(row: Row, column: str) -> float:
    value = row[column]
    if not isinstance(value, int | float):
        raise DamagedRow(column)
    return float(value)


def _whole(row: Row, column: str) -> int:
    value = row[column]
    if not isinstance(value, int):
        raise DamagedRow(column)
    return value


def _member(kind: Any, row: Row, column: str) -> Any:
    try:
        return kind(row[column])
    except ValueError:
        raise DamagedRow(column) from None


def _json(row: Row, column: str) -> Any:
    value = row[column]
    # Most columns of most tasks are empty; a parser call costs more than all the rest of a row.
    if value == "[]":
        return []
    if value == "{}":
        return {}
    try:
        return load(value)
    except (ValueError, TypeError, RecursionError):
        raise DamagedRow(column) from None


def _texts(row: Row, column: str) -> tuple[str, ...]:
    value = _json(row, column)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise DamagedRow(column)
    return tuple(value)


def _signals(row: Row) -> tuple[tuple[str, float], ...]:
    value = _json(row, "signals")
    try:
        return tuple((str(name), float(share)) for name, share in value)
    except (TypeError, ValueError):
        raise DamagedRow("signals") from None


def _object(row: Row, column: str) -> dict[str, object]:
    value = _json(row, column)
    if not isinstance(value, dict):
        raise DamagedRow(column)
    return value


# -- rows by id ---------------------------------------------------------------------------------------


def row_by_id(rx: Rx, task_id: str) -> Row:
    """Return a task's row.

    Raises:
        BadInput: ``task_unknown``.
    """
    row = rx.one("SELECT * FROM task WHERE id = ?", (task_id,))
    if row is None:
        raise BadInput("task_unknown", task=task_id)
    return row


def task_by_id(rx: Rx, task_id: str) -> Task:
    """Return a task.

    Raises:
        BadInput: ``task_unknown``.
        RuleRefused: ``task_damaged``.
    """
    return readable(row_by_id(rx, task_id))


def readable(row: Row) -> Task:
    """Read a row for somebody who asked for this one task.

    Raises:
        RuleRefused: ``task_damaged``.
    """
    try:
        return task_of(row)
    except DamagedRow as error:
        raise RuleRefused("task_damaged", task=row["id"], detail=str(error)) from error


def moved(
    tx: Tx,
    task_id: str,
    old: TaskState | str,
    new: TaskState,
    now: float,
    reason: str = "",
    worker: str = "",
) -> None:
    """Write the row of a transition (SPEC Q1)."""
    tx.execute(
        "INSERT INTO task_transition (task_id, at, from_state, to_state, reason, worker)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (task_id, now, str(old), str(new), reason, worker),
    )
    tx.changed(Kind.TASK, task_id)
