"""Measures the queue beside raw SQL and other queues on SQLite, each on a file of its own.

*raw* writes the same rows in the same three transactions as the queue does, by hand on one connection, to the
same file with the same indexes. *raw_bare* writes the task's row alone, in two transactions: what nobody who keeps
a history can reach. *huey* forgets a task at dequeue (no lease), *persist-queue* and *litequeue* have no priority;
none of the three knows duplicates, deferral or heartbeats, so those points are left out for them.
"""

from __future__ import annotations

import contextlib
import importlib
import pickle
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import NewTask, Outcome
from neurodesk.storage.db import Database, Lane, Tx
from neurodesk.storage.task_store import TaskStore

OPERATIONS = 2_000
SLOW_OPERATIONS = 300
NOW = 1_750_000_000.0
DAY = "2025-06-15"
DEFERRED_AHEAD = 100_000
LEVELS = {"NORMAL": 1, "FULL": 2}
_FOUND = TaskResult(Outcome.EVIDENCE_ONLY, 1)
Operation = Callable[[int], object]


class Contender(Protocol):
    """One store at one level of durability."""

    name: str
    operations: int

    def fill(self, upto: int) -> None:
        """Bring the number of waiting rows up to this, in bulk."""
        ...

    def points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """Yield what is to be timed at a level; the store is ready for each when it is yielded."""
        ...

    def close(self) -> None:
        """Close its file."""
        ...


def timed(operation: Operation, most: int, box_s: float) -> dict[str, float]:
    """Run an operation many times.

    Returns how often, how many a second, the middle and the 99th of 100, and the processor time of one.

    Args:
        most: how often, less when ``box_s`` is over before.
    """
    times: list[float] = []
    begun, worked = time.perf_counter(), time.process_time()
    for number in range(most):
        started = time.perf_counter()
        operation(number)
        ended = time.perf_counter()
        times.append(ended - started)
        if ended - begun > box_s:
            break
    worked = time.process_time() - worked
    times.sort()
    return {
        "operations": len(times),
        "per_s": round(len(times) / sum(times), 1),
        "p50_ms": round(statistics.median(times) * 1e3, 4),
        "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))] * 1e3, 4),
        "cpu_ms": round(max(worked, 1e-7) / len(times) * 1e3, 4),
    }


# -- the queue of this product ------------------------------------------------------------------------


class _OneLevel(Database):
    """The database with every write at one level: the product's short lane is always FULL."""

    level = "FULL"

    def write(self, function: Callable[[Tx], Any], *, lane: Lane = Lane.SHORT) -> Any:
        return super().write(function, lane=Lane.SHORT if self.level == "FULL" else Lane.BULK)


def fill_tasks(connection: sqlite3.Connection, state: str, begin: int, end: int) -> None:
    """Insert task rows number ``begin`` to ``end - 1`` in one statement."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "WITH RECURSIVE c(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ?2)"
        " INSERT INTO task (id, topic, priority, state, dedupe_key, requested_by, not_before, created_at, updated_at)"
        " SELECT printf('%s_%09d', ?3, i), 'topic ' || i, 0.3 + (i * 7919 % 1000) / 2000.0, ?3,"
        " printf('research:%s %09d', ?3, i), 'scanner', CASE ?3 WHEN 'deferred' THEN ?4 + 1e6 + i ELSE 0 END,"
        " ?4 - i, ?4 - i FROM c",
        (begin, end, state, NOW),
    )
    connection.execute("COMMIT")


class OwnQueue:
    """``TaskStore`` as the worker uses it, and raw SQL on the same file."""

    name = "neurodesk"
    operations = OPERATIONS

    def __init__(self, folder: Path, why: Callable[[Database, float], object]) -> None:
        self._database = _OneLevel(folder / "neurodesk.db")
        self._database.open()
        self._store = TaskStore(self._database)
        self._why = why
        self._raw = sqlite3.connect(folder / "neurodesk.db", isolation_level=None, timeout=10)
        self._raw.execute("PRAGMA foreign_keys=ON")
        self._raw.execute("PRAGMA cache_size=-32000")
        self._filled = 0
        self._turn = 0
        self._numbers = 0

    def fill(self, upto: int) -> None:
        """See ``Contender``; what was reserved since is made good."""
        # Only the scanner's: the raw half takes no others, and the curator's few stand behind them.
        waiting = self._raw.execute(
            "SELECT COUNT(*) FROM task WHERE state = 'queued' AND requested_by = 'scanner'"
        ).fetchone()[0]
        missing = upto - waiting
        if missing > 0:
            fill_tasks(self._raw, "queued", self._filled, self._filled + missing)
            self._filled += missing
            self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def fill_deferred(self, number: int) -> None:
        """Put rows that are not due before everything else."""
        fill_tasks(self._raw, "deferred", 0, number)

    def points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """See ``Contender``."""
        self._database.level = "FULL" if level == LEVELS["FULL"] else "NORMAL"
        self._turn += 1
        store, turn = self._store, self._turn
        yield "enqueue", lambda n: store.enqueue(NewTask(f"new {turn} {n}", priority=0.1), NOW)
        yield "duplicate_enqueue", lambda n: store.enqueue(NewTask(f"new {turn} {n % 50}", priority=0.1), NOW)
        self.fill(self.operations)  # as many as will be taken at least
        yield "reserve_complete", self._reserve_complete
        held = store.reserve("bench:1:x", NOW)
        assert held is not None
        store.start(held.id, held.lease_token, NOW, DAY)
        yield "heartbeat", lambda n: store.renew(held.id, held.lease_token, NOW)
        store.complete(held.id, held.lease_token, NOW, _FOUND)
        yield "why_waiting", lambda n: self._why(self._database, NOW)

    def raw_points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """Yield the same acts as raw SQL."""
        self._raw.execute(f"PRAGMA synchronous={level}")
        self._turn += 1
        turn = self._turn
        yield "enqueue", lambda n: self._raw_enqueue(f"raw {turn} {n}")
        for act, operation in (
            ("reserve_complete", self._raw_reserve_complete),
            ("reserve_complete_bare", self._raw_bare),
        ):
            self.fill(self.operations)
            yield act, operation

    def close(self) -> None:
        """See ``Contender``."""
        self._raw.close()
        self._database.close()

    def _reserve_complete(self, _number: int) -> None:
        task = self._store.reserve("bench:1:x", NOW)
        assert task is not None
        self._store.start(task.id, task.lease_token, NOW, DAY)
        self._store.complete(task.id, task.lease_token, NOW, _FOUND)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        self._raw.execute("BEGIN IMMEDIATE")
        yield self._raw.execute
        self._raw.execute("COMMIT")

    def _raw_enqueue(self, topic: str) -> None:
        with self._transaction() as run:
            key = f"research:{topic}"
            live = "state IN ('queued', 'reserved', 'running', 'deferred')"
            run(f"SELECT id FROM task WHERE dedupe_key = ? AND {live}", (key,)).fetchone()
            run(
                "SELECT finished_at FROM task WHERE dedupe_key = ? ORDER BY finished_at DESC LIMIT 1", (key,)
            ).fetchone()
            run(
                "INSERT INTO task (id, topic, priority, state, dedupe_key, requested_by, created_at, updated_at)"
                " VALUES (?, ?, 0.1, 'queued', ?, 'curator', ?, ?)",
                (key, topic, key, NOW, NOW),
            )
            self._raw_moved(run, key, "", "queued")
            self._raw_note(run, "task_enqueued", key)

    def _raw_moved(self, run: Callable[..., object], task_id: str, old: str, new: str) -> None:
        run(
            "INSERT INTO task_transition (task_id, at, from_state, to_state, reason, worker)"
            " VALUES (?, ?, ?, ?, '', 'w')",
            (task_id, NOW, old, new),
        )

    def _raw_note(self, run: Callable[..., object], code: str, task_id: str) -> None:
        run("INSERT INTO activity (at, code, task_id, params) VALUES (?, ?, ?, '{}')", (NOW, code, task_id))

    def _raw_reserve_complete(self, number: int) -> None:
        token = f"t{self._turn}.{number}"
        with self._transaction() as run:
            task_id = self._raw_take(run, token)
            run(
                "INSERT INTO attempt (task_id, number, token, worker, started_at) VALUES (?, 1, ?, 'w', ?)",
                (task_id, token, NOW),
            )
            self._raw_moved(run, task_id, "queued", "reserved")
        with self._transaction() as run:
            run(
                "UPDATE task SET state = 'running', started_at = ?1, updated_at = ?1"
                " WHERE id = ?2 AND lease_token = ?3",
                (NOW, task_id, token),
            )
            run("INSERT INTO budget_entry (task_id, at, local_day) VALUES (?, ?, ?)", (task_id, NOW, DAY))
            self._raw_moved(run, task_id, "reserved", "running")
            self._raw_note(run, "task_started", task_id)
        with self._transaction() as run:
            self._raw_finish(run, task_id, token)
            run(
                "UPDATE attempt SET ended_at = ?, charged = 1, result = 'completed' WHERE token = ? AND task_id = ?",
                (NOW, token, task_id),
            )
            self._raw_moved(run, task_id, "running", "completed")
            self._raw_note(run, "task_completed", task_id)

    def _raw_bare(self, number: int) -> None:
        token = f"b{self._turn}.{number}"
        with self._transaction() as run:
            task_id = self._raw_take(run, token)
        with self._transaction() as run:
            self._raw_finish(run, task_id, token)

    def _raw_take(self, run: Callable[..., sqlite3.Cursor], token: str) -> str:
        task_id: str = run(
            "SELECT id FROM task WHERE state = 'queued' AND requested_by = 'scanner'"
            " ORDER BY priority DESC, created_at, id LIMIT 1"
        ).fetchone()[0]
        run(
            "UPDATE task SET state = 'reserved', attempts = attempts + 1, lease_owner = 'w', lease_token = ?,"
            " lease_expires_at = ?, updated_at = ? WHERE id = ?",
            (token, NOW + 90, NOW, task_id),
        )
        return task_id

    def _raw_finish(self, run: Callable[..., object], task_id: str, token: str) -> None:
        run(
            "UPDATE task SET state = 'completed', outcome = 'evidence_only', lease_token = '', lease_owner = '',"
            " lease_expires_at = 0, finished_at = ?1, updated_at = ?1 WHERE id = ?2 AND lease_token = ?3",
            (NOW, task_id, token),
        )


# -- other queues on SQLite ---------------------------------------------------------------------------


class Huey:
    """huey's SQLite storage: a dequeue deletes the task."""

    name = "huey"
    operations = OPERATIONS

    def __init__(self, folder: Path) -> None:
        storage = importlib.import_module("huey.storage")
        self._storage = storage.SqliteStorage("bench", str(folder / "huey.db"), fsync=True)
        self._path = folder / "huey.db"

    def fill(self, upto: int) -> None:
        """See ``Contender``."""
        _fill(
            self._path,
            "INSERT INTO task (queue, data, priority) SELECT 'bench', x'00', (i * 7919 % 1000) / 2000.0 FROM c",
            upto - self._storage.queue_size(),
        )

    def points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """See ``Contender``."""
        self._storage.sql(f"pragma synchronous={level}")
        yield "enqueue", lambda n: self._storage.enqueue(b"x", priority=0.0)
        yield "reserve_complete", lambda n: self._storage.dequeue()

    def close(self) -> None:
        """See ``Contender``."""
        self._storage.close()


class LiteQueue:
    """litequeue: lock a message, mark it done."""

    name = "litequeue"
    operations = SLOW_OPERATIONS

    def __init__(self, folder: Path) -> None:
        module = importlib.import_module("litequeue")
        self._path = folder / "litequeue.db"
        self._queue = module.LiteQueue(str(self._path))

    def fill(self, upto: int) -> None:
        """See ``Contender``."""
        waiting = self._queue.conn.execute("SELECT COUNT(*) FROM Queue WHERE status = 0").fetchone()[0]
        _fill(
            self._path,
            "INSERT INTO Queue (data, message_id, status, in_time)"
            " SELECT 'x', printf('0%020d', abs(random())), 0, i FROM c",
            upto - waiting,
        )

    def points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """See ``Contender``."""
        self._queue.conn.execute(f"PRAGMA synchronous={level}")
        yield "enqueue", lambda n: self._queue.put("x")
        yield "reserve_complete", lambda n: self._queue.done(self._queue.pop().message_id)

    def close(self) -> None:
        """See ``Contender``."""
        self._queue.close()


class PersistQueue:
    """persist-queue's queue with acknowledgement, first in first out."""

    name = "persist-queue"
    operations = OPERATIONS

    def __init__(self, folder: Path) -> None:
        module = importlib.import_module("persistqueue")
        self._module, self._folder = module, folder / "persist"
        self._queue: Any = module.SQLiteAckQueue(str(self._folder))

    def fill(self, upto: int) -> None:
        """See ``Contender``; opened anew, because it counts in memory."""
        missing = upto - self._queue.size
        self._queue.close()
        item = pickle.dumps("x").hex()
        _fill(
            next(self._folder.glob("*.db")),
            f"INSERT INTO ack_queue_default (data, timestamp, status) SELECT x'{item}', i, 0 FROM c",
            missing,
        )
        self._queue = self._module.SQLiteAckQueue(str(self._folder))

    def points(self, level: int) -> Iterator[tuple[str, Operation]]:
        """See ``Contender``."""
        for connection in {self._queue._getter, self._queue._putter}:  # noqa: SLF001 - it has no setting for it
            connection.execute(f"PRAGMA synchronous={level}")
        yield "enqueue", lambda n: self._queue.put("x")
        yield "reserve_complete", lambda n: self._queue.ack(self._queue.get(block=False))

    def close(self) -> None:
        """See ``Contender``."""
        self._queue.close()


OTHERS: tuple[Callable[[Path], Contender], ...] = (Huey, PersistQueue, LiteQueue)


def _fill(path: Path, insert: str, missing: int) -> None:
    if missing <= 0:
        return
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as connection:
        counted = f"WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {missing:d}) "
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(counted + insert)
        connection.execute("COMMIT")
