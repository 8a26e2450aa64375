"""The trace of model calls on disk: bounded, by task, and summed up by node and model (SPEC M8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from neurodesk.domain.changes import Kind
from neurodesk.domain.model_calls import ModelCall
from neurodesk.storage.db import Database, Row, Rx, Tx

KEEP_ROWS = 50_000
_TRIM_EVERY = 500
_COLUMNS = tuple(one.name for one in fields(ModelCall))
_LIST = ", ".join(_COLUMNS)


@dataclass(frozen=True, slots=True)
class CallSums:
    """The calls of one model on one node.

    Attributes:
        failed: neither ``ok`` nor cancelled by its caller.
        mean_wait_s: in the queue; mean_s: at the node.
        tokens_per_s: of replies that came whole, 0 when none did.
    """

    node: str
    model: str
    calls: int
    failed: int
    truncated: int
    swaps: int
    mean_wait_s: float
    mean_s: float
    tokens_per_s: float


def add_call(tx: Tx, call: ModelCall) -> None:
    """Add a row, and drop the oldest beyond the bound."""
    marks = ", ".join("?" for _ in _COLUMNS)
    row_id = tx.insert(f"INSERT INTO model_call ({_LIST}) VALUES ({marks})", astuple(call))
    if row_id % _TRIM_EVERY == 0:
        tx.execute("DELETE FROM model_call WHERE id <= ?", (row_id - KEEP_ROWS,))
    tx.changed(Kind.ENDPOINT, call.node)


def calls_of(rx: Rx, *, task_id: str = "", limit: int = 200) -> Sequence[ModelCall]:
    """Return the newest calls, oldest first; of one task, or of all with ""."""
    which = "WHERE task_id = :task" if task_id else ""
    rows = rx.sql(
        f"SELECT {_LIST} FROM model_call {which} ORDER BY id DESC LIMIT :limit",
        {"task": task_id, "limit": limit},
    )
    return [_call(row) for row in reversed(rows)]


def sums(rx: Rx) -> Sequence[CallSums]:
    """Return the calls summed up by node and model."""
    rows = rx.sql(
        """SELECT node, model, COUNT(*) AS calls,
                  SUM(outcome NOT IN ('ok', 'cancelled')) AS failed,
                  SUM(truncated) AS truncated, SUM(swap) AS swaps, AVG(wait_s) AS wait_s, AVG(duration_s) AS mean_s,
                  SUM(CASE WHEN outcome = 'ok' THEN reply_tokens ELSE 0 END) AS tokens,
                  SUM(CASE WHEN outcome = 'ok' THEN MAX(duration_s - first_token_s, 0) ELSE 0 END) AS writing_s
           FROM model_call GROUP BY node, model ORDER BY node, model"""
    )
    return [
        CallSums(
            row["node"],
            row["model"],
            row["calls"],
            row["failed"],
            row["truncated"],
            row["swaps"],
            row["wait_s"],
            row["mean_s"],
            row["tokens"] / row["writing_s"] if row["writing_s"] else 0.0,
        )
        for row in rows
    ]


def _call(row: Row) -> ModelCall:
    values = {name: row[name] for name in _COLUMNS}
    values["truncated"], values["swap"] = bool(values["truncated"]), bool(values["swap"])
    return ModelCall(**values)


class ModelCallStore:
    """The trace of a profile's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, call: ModelCall) -> None:
        """Queue a row and return at once; a call never waits for its trace."""
        self._database.submit(lambda tx: add_call(tx, call))

    def of_task(self, task_id: str, *, limit: int = 500) -> Sequence[ModelCall]:
        """Return a task's calls, oldest first."""
        return self._database.read(lambda rx: calls_of(rx, task_id=task_id, limit=limit))

    def newest(self, limit: int = 200) -> Sequence[ModelCall]:
        """Return the last calls of all, oldest first."""
        return self._database.read(lambda rx: calls_of(rx, limit=limit))

    def sums(self) -> Sequence[CallSums]:
        """Return the calls summed up by node and model."""
        return self._database.read(sums)
