"""The activity feed on disk: bounded, grouped by task, there after a restart (SPEC W11)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from neurodesk.domain.changes import Kind
from neurodesk.storage.db import Database, Row, Rx, Tx

KEEP_ROWS = 20_000
_TRIM_EVERY = 500
MAX_PARAM_CHARACTERS = 2_000
MAX_PARAM_ITEMS = 50
MAX_ITEM_CHARACTERS = 200
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, slots=True)
class ActivityLine:
    """One line of the feed: a code and parameters, worded by the surface."""

    id: int
    at: float
    code: str
    task_id: str
    params: Mapping[str, object] = field(default_factory=dict)


def note(tx: Tx, at: float, code: str, task_id: str = "", params: Mapping[str, object] | None = None) -> int:
    """Add a line inside the transaction of what it tells about, and drop the oldest beyond the bound.

    Args:
        at: UTC epoch seconds.
        params: plain values, lists and mappings of them; texts are cut to 2,000 characters, the others to 50.
    """
    bounded = {key: _bounded(value) for key, value in (params or {}).items()}
    row_id = tx.insert(
        "INSERT INTO activity (at, code, task_id, params) VALUES (?, ?, ?, ?)",
        (at, code, task_id, _ENCODER.encode(bounded)),
    )
    if row_id % _TRIM_EVERY == 0:
        tx.execute("DELETE FROM activity WHERE id <= ?", (row_id - KEEP_ROWS,))
    tx.changed(Kind.ACTIVITY, task_id)
    return row_id


def _bounded(value: object) -> object:
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value[:MAX_PARAM_ITEMS]]
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in list(value.items())[:MAX_PARAM_ITEMS]}
    return str(value)[:MAX_PARAM_CHARACTERS]


def _plain(value: object) -> object:
    kept = isinstance(value, bool | int | float) or value is None
    return value if kept else str(value)[:MAX_ITEM_CHARACTERS]


def lines_after(
    rx: Rx, after_id: int, *, limit: int, task_id: str = "", newest: bool = False
) -> Sequence[ActivityLine]:
    """Return lines in the order they happened.

    Args:
        after_id: only lines behind this one, 0 for all.
        limit: at most so many lines.
        task_id: only of this task, "" for all.
        newest: the last ``limit`` lines instead of the first.
    """
    which = "id > :after" + (" AND task_id = :task" if task_id else "")
    order = "DESC" if newest else "ASC"
    rows = rx.sql(
        f"SELECT id, at, code, task_id, params FROM activity WHERE {which} ORDER BY id {order} LIMIT :limit",
        {"after": after_id, "task": task_id, "limit": limit},
    )
    found = [_line(row) for row in rows]
    return found[::-1] if newest else found


def _line(row: Row) -> ActivityLine:
    try:
        params = json.loads(row["params"])
    except ValueError:
        params = None
    kept = params if isinstance(params, dict) else {"damaged": True}
    return ActivityLine(row["id"], row["at"], row["code"], row["task_id"], kept)


class ActivityStore:
    """The feed of a profile's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, at: float, code: str, task_id: str = "", **params: object) -> None:
        """Queue a line and return at once; the feed is never waited for."""
        self._database.submit(lambda tx: note(tx, at, code, task_id, params))

    def after(self, after_id: int = 0, *, limit: int = 200, task_id: str = "") -> Sequence[ActivityLine]:
        """Return the lines behind ``after_id``, oldest first."""
        return self._database.read(lambda rx: lines_after(rx, after_id, limit=limit, task_id=task_id))

    def newest(self, *, limit: int = 200, task_id: str = "") -> Sequence[ActivityLine]:
        """Return the last lines, oldest first."""
        return self._database.read(lambda rx: lines_after(rx, 0, limit=limit, task_id=task_id, newest=True))
