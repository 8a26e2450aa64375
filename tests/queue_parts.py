"""What the queue's tests share: a clock moved by hand, and tasks brought into a state."""

from __future__ import annotations

import asyncio

from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import NewTask, Outcome, Task
from neurodesk.storage.db import Database, Row
from neurodesk.storage.task_store import TaskStore

NOW = 1_000_000.0
HOUR = 3600.0
OWNER = "host:1:r"
FOUND = TaskResult(Outcome.EVIDENCE_ONLY, 3, "a1", "staging/a1.md")


class HandClock:
    """A clock that stands still until it is moved; ``sleep`` moves it at once."""

    def __init__(self, now: float = NOW) -> None:
        self.wall = now
        self.steady = 5.0
        self.slept: list[float] = []

    def time(self) -> float:
        """Return the wall clock."""
        return self.wall

    def monotonic(self) -> float:
        """Return the steady clock."""
        return self.steady

    async def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.slept.append(seconds)
        await asyncio.sleep(0)
        self.passes(seconds)

    def passes(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.wall += seconds
        self.steady += seconds

    def jumps(self, seconds: float) -> None:
        """Set the wall clock to another time."""
        self.wall += seconds


def rows(database: Database, text: str, *params: object) -> list[Row]:
    """Read rows."""
    return database.read(lambda rx: rx.sql(text, params))


def spoil(database: Database, column: str, value: object, task_id: str) -> None:
    """Damage one column of a task."""
    database.write(lambda tx: tx.execute(f"UPDATE task SET {column} = ? WHERE id = ?", (value, task_id)))


def running(store: TaskStore, topic: str = "zfs", now: float = NOW) -> Task:
    """Return a task that runs."""
    store.enqueue(NewTask(topic), now)
    task = store.reserve(OWNER, now)
    assert task is not None
    return store.start(task.id, task.lease_token, now, "2026-06-01")
