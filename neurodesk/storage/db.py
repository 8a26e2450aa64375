"""One SQLite database a profile: one writer thread with two lanes, read-only connections for the rest.

Why so (measured): a deferred read-then-write in WAL fails at once with SQLITE_BUSY_SNAPSHOT whatever
busy_timeout says, so each write runs in ``BEGIN IMMEDIATE``; a commit under FULL may take 100 ms, so who
must not wait submits; an import must not delay a heartbeat, so bulk work goes in steps of at most 200 rows
or 30 ms behind the short lane. Who waits anyway runs the write itself when the writer has nothing to do: the
way to another thread and back is a third of a reserve (measured).
"""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from enum import Enum
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import peewee

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import StorageFault
from neurodesk.storage.migrate import migrate

log = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R")
Item = TypeVar("Item")
Row = sqlite3.Row

BUSY_TIMEOUT_MS = 10_000
BULK_ROWS = 200
BULK_STEP_S = 0.030


class Lane(Enum):
    """SHORT holds leases, decisions and promotion; BULK holds imports and indexing."""

    SHORT = "short"
    BULK = "bulk"


class Rx:
    """A reading view of the database, valid inside one read or write function."""

    def __init__(self, database: peewee.SqliteDatabase, connection: sqlite3.Connection) -> None:
        self._database = database
        # Kept, because asking peewee for it costs as much as a short statement.
        self._connection = connection

    def sql(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> list[Row]:
        """Run one statement and return all rows; columns by name or position."""
        return list(self._connection.execute(text, params))

    def one(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> Row | None:
        """Run one statement and return its first row, or None."""
        row: Row | None = self._connection.execute(text, params).fetchone()
        return row

    def scalar(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> Any:
        """Return the first column of the first row, or None."""
        row = self.one(text, params)
        return None if row is None else row[0]

    def ids(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> list[str]:
        """Return the column ``id`` of all rows, in their order, for long lists.

        SQLite answers in one step. Row by row, a reader asks for the interpreter as often as there are rows,
        and waits up to 5 ms each time while the window or the worker computes.
        """
        # The statement comes from the program; what a person typed is among the parameters.
        found = self.scalar(f"SELECT json_group_array(id) FROM ({text})", params)
        ids: list[str] = json.loads(found)
        return ids

    def iterate(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> Iterator[Row]:
        """Yield rows one by one, for results that must not be held whole."""
        yield from self._connection.execute(text, params)

    def run(self, query: Any) -> Any:
        """Execute a peewee query built from ``storage.tables`` on this connection."""
        return query.execute(self._database)


class Tx(Rx):
    """A writing view: everything in one ``BEGIN IMMEDIATE`` transaction."""

    def __init__(self, database: peewee.SqliteDatabase, connection: sqlite3.Connection) -> None:
        super().__init__(database, connection)
        self._changes: set[tuple[Kind, str]] = set()

    def execute(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> int:
        """Run one writing statement and return the number of rows it changed."""
        return int(self._connection.execute(text, params).rowcount)

    def insert(self, text: str, params: Sequence[object] | dict[str, object] = ()) -> int:
        """Run one INSERT and return the row id."""
        return int(self._connection.execute(text, params).lastrowid or 0)

    def many(self, text: str, rows: Iterable[Sequence[object]]) -> int:
        """Run one statement for many rows and return the number of rows changed."""
        return int(self._connection.executemany(text, rows).rowcount)

    def changed(self, kind: Kind, identifier: str = "") -> None:
        """Note a changed record; published as a ChangeSet after the commit."""
        self._changes.add((kind, identifier))

    @property
    def changes(self) -> ChangeSet:
        """What was noted so far."""
        return ChangeSet(frozenset(self._changes))


class Database:
    """An open profile database.

    Args:
        path: the SQLite file; its folder must exist.
        synchronous_bulk: SQLite synchronous level of the bulk lane; the short lane is always FULL (SPEC S2).
    """

    def __init__(self, path: Path, *, synchronous_bulk: str = "NORMAL") -> None:
        self.path = path
        self._bulk_level = synchronous_bulk
        self._peewee = peewee.SqliteDatabase(
            str(path),
            autoconnect=False,
            check_same_thread=False,
            timeout=BUSY_TIMEOUT_MS / 1000,
            # One connection that goes from thread to thread, one at a time (see ``_writing``).
            thread_safe=False,
        )
        self._level = ""  # of the writer's connection now; touched by who writes
        self._condition = threading.Condition()
        self._unfinished = 0  # queued or at work on the writer's thread
        self._writing: int | None = None  # the thread that runs its own write
        self._lanes: dict[Lane, deque[Callable[[], None]]] = {
            Lane.SHORT: deque(),
            Lane.BULK: deque(),
        }
        self._closing = False
        self._writer: threading.Thread | None = None
        self._listeners: list[Callable[[ChangeSet], None]] = []
        self._local = threading.local()
        self._readers: set[sqlite3.Connection] = set()
        self._readers_lock = threading.Lock()

    # -- life ---------------------------------------------------------------------------------------

    def open(self) -> Database:
        """Open the file, bring it to the newest schema and start the writer thread.

        Raises:
            StorageFault: ``newer_schema``, ``read_only``, ``disk_full``, ``corrupt``, ``locked``.
        """
        ready: Future[None] = Future()
        self._writer = threading.Thread(
            target=self._write_loop,
            args=(ready,),
            name="neurodesk-writer",
            daemon=True,
        )
        self._writer.start()
        try:
            ready.result()
        except BaseException:
            self._writer.join()
            self._writer = None
            raise
        return self

    def close(self) -> None:
        """Drain both lanes, checkpoint and close every connection."""
        with self._condition:
            if self._closing:
                return
            self._closing = True
            self._condition.notify_all()
        if self._writer is not None:
            self._writer.join()
        with self._readers_lock:
            connections, self._readers = self._readers, set()
        for connection in connections:
            connection.close()

    def __enter__(self) -> Self:
        """Open on entry when not yet open."""
        if self._writer is None:
            self.open()
        return self

    def __exit__(self, *_: object) -> None:
        """Close on exit."""
        self.close()

    # -- changes ------------------------------------------------------------------------------------

    def subscribe(self, listener: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Call ``listener`` on the thread that wrote, after each commit that changed something.

        Returns:
            A function that ends the subscription.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def data_version(self) -> int:
        """Return SQLite's data version as this thread's read connection sees it.

        It rises when any *other connection* committed, the writer of this process included. Who wants to know
        of other processes only asks ``PRAGMA data_version`` inside a write, as ``app.external`` does (SPEC Q7).
        """
        return int(self._reader().execute("PRAGMA data_version").fetchone()[0])

    # -- writing ------------------------------------------------------------------------------------

    def submit(self, function: Callable[[Tx], T], *, lane: Lane = Lane.SHORT) -> Future[T]:
        """Queue a write; the function runs on the writer thread in one immediate transaction."""
        future: Future[T] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = self._transact(function, lane)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._enqueue(work, lane)
        return future

    def write(self, function: Callable[[Tx], T], *, lane: Lane = Lane.SHORT) -> T:
        """Run a write and wait for its commit; never call this on the GUI thread or inside a write.

        It runs on the calling thread when nothing else is written, else on the writer's, in its turn.
        """
        here = threading.get_ident()
        if threading.current_thread() is self._writer or self._writing == here:
            raise RuntimeError("a write function must not wait for another write")
        with self._condition:
            alone = not (self._unfinished or self._writing or self._closing or self._writer is None)
            if alone:
                self._writing = here
        if not alone:
            return self.submit(function, lane=lane).result()
        try:
            return self._transact(function, lane)
        finally:
            with self._condition:
                self._writing = None
                if self._unfinished or self._closing:
                    self._condition.notify_all()

    def settle(self) -> None:
        """Wait until everything that was submitted so far is written and was told to the listeners."""
        with self._condition:
            self._condition.wait_for(lambda: not self._unfinished)

    def bulk(self, items: Iterable[Item], apply: Callable[[Tx, Item], None]) -> Future[int]:
        """Apply many items in short bulk steps that let the short lane pass in between.

        Returns:
            A future with the number of items applied. A step that fails ends the run; earlier steps stay.
        """
        future: Future[int] = Future()
        iterator = iter(items)
        done = 0

        def step() -> None:
            nonlocal done
            if done == 0 and not future.set_running_or_notify_cancel():
                return
            finished = False

            def some(tx: Tx) -> None:
                nonlocal done, finished
                started = time.perf_counter()
                for _ in range(BULK_ROWS):
                    try:
                        item = next(iterator)
                    except StopIteration:
                        finished = True
                        return
                    apply(tx, item)
                    done += 1
                    if time.perf_counter() - started > BULK_STEP_S:
                        return

            try:
                self._transact(some, Lane.BULK)
            except BaseException as error:
                future.set_exception(error)
                return
            if finished:
                future.set_result(done)
            else:
                try:
                    self._enqueue(step, Lane.BULK)
                except StorageFault as error:
                    future.set_exception(error)

        self._enqueue(step, Lane.BULK)
        return future

    def _enqueue(self, work: Callable[[], None], lane: Lane) -> None:
        with self._condition:
            if self._closing or self._writer is None:
                raise StorageFault("database_closed")
            self._lanes[lane].append(work)
            self._unfinished += 1
            self._condition.notify_all()

    def _write_loop(self, ready: Future[None]) -> None:
        try:
            self._connect_writer()
            migrate(self._peewee.connection(), self.path)
        except BaseException as error:
            with contextlib.suppress(Exception):
                self._peewee.close()
            ready.set_exception(_as_fault(error))
            return
        ready.set_result(None)
        while True:
            with self._condition:
                while self._writing or not (self._lanes[Lane.SHORT] or self._lanes[Lane.BULK]):
                    if self._closing and not self._writing:
                        break
                    self._condition.wait()
                lane = Lane.SHORT if self._lanes[Lane.SHORT] else Lane.BULK
                if not self._lanes[lane]:
                    break
                work = self._lanes[lane].popleft()
            try:
                work()
            finally:
                with self._condition:
                    self._unfinished -= 1
                    if not self._unfinished:
                        self._condition.notify_all()
        with contextlib.suppress(sqlite3.Error):
            self._peewee.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._peewee.close()

    def _connect_writer(self) -> None:
        self._peewee.connect()
        connection = self._peewee.connection()
        connection.row_factory = sqlite3.Row
        connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous=FULL")
        self._level = "FULL"
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA cache_size=-32000")
        connection.execute("PRAGMA trusted_schema=OFF")

    def _transact(self, function: Callable[[Tx], T], lane: Lane) -> T:
        """Run one transaction; one thread at a time, which ``write`` and the writer's loop see to."""
        connection = self._peewee.connection()
        level = "FULL" if lane is Lane.SHORT else self._bulk_level
        try:
            if level != self._level:
                connection.execute(f"PRAGMA synchronous={level}")
                self._level = level
            connection.execute("BEGIN IMMEDIATE")
            tx = Tx(self._peewee, connection)
            result = function(tx)
            connection.execute("COMMIT")
        except BaseException as error:
            # On a full disk SQLite has already rolled back, and a second ROLLBACK would raise.
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            fault = _as_fault(error)
            if fault is error:
                raise
            raise fault from error
        if tx.changes:
            for listener in tuple(self._listeners):
                try:
                    listener(tx.changes)
                except Exception:
                    log.exception("a change listener failed")
        return result

    # -- reading ------------------------------------------------------------------------------------

    def read(self, function: Callable[[Rx], T]) -> T:
        """Run a read function on the calling thread's own read-only connection.

        The function sees one snapshot. Never call this on the GUI thread (see ``Readers``).
        """
        connection = self._reader()
        began = not connection.in_transaction
        try:
            if began:
                connection.execute("BEGIN")
            return function(_ReaderView(self._peewee, connection))
        except sqlite3.Error as error:
            raise _as_fault(error) from error
        finally:
            if began and connection.in_transaction:
                connection.execute("COMMIT")

    def interrupt_reads_of(self, connection: sqlite3.Connection) -> None:
        """Stop a running query of that reader; it fails with ``StorageFault("interrupted")``."""
        connection.interrupt()

    def reader_connection(self) -> sqlite3.Connection:
        """Return the calling thread's read-only connection, for ``Readers``."""
        return self._reader()

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            try:
                connection = sqlite3.connect(
                    f"{self.path.absolute().as_uri()}?mode=ro",
                    uri=True,
                    isolation_level=None,
                    check_same_thread=False,
                    timeout=BUSY_TIMEOUT_MS / 1000,
                )
            except sqlite3.Error as error:
                raise _as_fault(error) from error
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA query_only=ON")
            connection.execute("PRAGMA cache_size=-16000")
            self._local.connection = connection
            with self._readers_lock:
                self._readers.add(connection)
        return connection

    def release_reader(self) -> None:
        """Close the calling thread's read connection; call at the end of a thread."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            self._local.connection = None
            with self._readers_lock:
                self._readers.discard(connection)
            connection.close()


class _ReaderView(Rx):
    """A reading view over a plain read-only connection; peewee queries are compiled, then run on it."""

    def run(self, query: Any) -> Any:
        """Compile a peewee query and return its rows as ``sqlite3.Row``."""
        text, params = self._database.get_sql_context().sql(query).query()
        return self.sql(text, params)


class Readers:
    """Reader threads for callers that must not block, such as the GUI (SPEC: DESIGN, Threads).

    Args:
        database: the open database.
        threads: how many reader threads.
    """

    def __init__(self, database: Database, threads: int = 2) -> None:
        self._database = database
        self._condition = threading.Condition()
        self._queue: deque[ReadHandle[Any]] = deque()
        self._closing = False
        self._threads = [
            threading.Thread(target=self._loop, name=f"neurodesk-reader-{i}", daemon=True)
            for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[[Rx], T]) -> ReadHandle[T]:
        """Queue a read; the handle gives the future and can interrupt the query."""
        handle: ReadHandle[T] = ReadHandle(function)
        with self._condition:
            if self._closing:
                raise StorageFault("database_closed")
            self._queue.append(handle)
            self._condition.notify()
        return handle

    def close(self) -> None:
        """Interrupt what runs, drop what waits, end the threads."""
        with self._condition:
            self._closing = True
            for handle in self._queue:
                handle.future.cancel()
            self._queue.clear()
            self._condition.notify_all()
        for thread in self._threads:
            thread.join()

    def _loop(self) -> None:
        while True:
            with self._condition:
                while not self._queue and not self._closing:
                    self._condition.wait()
                if not self._queue:
                    break
                handle = self._queue.popleft()
            handle.run(self._database)
        self._database.release_reader()


class ReadHandle(Generic[R]):
    """A queued read: its future, and a way to give it up."""

    def __init__(self, function: Callable[[Rx], R]) -> None:
        self.future: Future[R] = Future()
        self._function = function
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._given_up = False

    def cancel(self) -> None:
        """Give the answer up: drop it when it waits, interrupt it when it runs."""
        with self._lock:
            self._given_up = True
            if not self.future.cancel() and self._connection is not None:
                self._connection.interrupt()

    def run(self, database: Database) -> None:
        """Run on a reader thread."""
        if not self.future.set_running_or_notify_cancel():
            return
        with self._lock:
            if not self._given_up:
                self._connection = database.reader_connection()
        if self._connection is None:
            self.future.set_exception(StorageFault("interrupted"))
            return
        try:
            result = database.read(self._function)
        except BaseException as error:
            self._rest()
            self.future.set_exception(error)
        else:
            self._rest()
            self.future.set_result(result)

    def _rest(self) -> None:
        """From here on a cancel must not interrupt the next query of this thread."""
        with self._lock:
            self._connection = None


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL; SQLite asks no busy handler when two processes open a new file at once."""
    give_up_at = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up_at:
                raise
            time.sleep(0.01)
        else:
            return


def _as_fault(error: BaseException) -> BaseException:
    """Turn an SQLite error that the environment caused into a known fault; leave others alone."""
    if not isinstance(error, sqlite3.Error | peewee.DatabaseError):
        return error
    text = str(error).lower()
    if "disk is full" in text or "disk i/o error" in text:
        return StorageFault("disk_full", detail=str(error))
    if "readonly" in text or "read-only" in text or "unable to open" in text:
        return StorageFault("read_only", detail=str(error))
    if "locked" in text or "busy" in text:
        return StorageFault("locked", detail=str(error))
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        return StorageFault("corrupt", detail=str(error))
    if "interrupted" in text:
        return StorageFault("interrupted")
    return error
