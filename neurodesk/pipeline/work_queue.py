"""The bounded queue of searches, fetches and model calls, for several loops and threads (SPEC M3)."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar

from neurodesk.domain.models import IN_FLIGHT, WAITING, Priority, Ticket, WorkLine

# The place that the running task, or the one that started it, holds.
_HELD: ContextVar[Ticket | None] = ContextVar("neurodesk_place", default=None)


class _Waiter:
    """Who waits for a ticket, on its own loop."""

    def __init__(self, taken: Callable[[], None], undone: Callable[[], None]) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()
        self._taken = taken
        self._undone = undone
        self._granted = False

    def grant(self) -> None:
        """Take what the waiter needs, under the queue's lock."""
        self._taken()
        self._granted = True

    def give_back(self) -> None:
        """Undo the grant of a waiter that will not use it, under the queue's lock; harmless without one."""
        if self._granted:
            self._granted = False
            self._undone()

    def wake(self) -> None:
        if not self.future.done():
            self.future.set_result(None)


class WorkQueue:
    """Two things at work, at most 64 waiting, classes strictly in order.

    Args:
        in_flight: how many work at once.
        waiting: how many may wait; one more is refused.
    """

    def __init__(self, in_flight: int = IN_FLIGHT, waiting: int = WAITING) -> None:
        self._line = WorkLine(in_flight, waiting)
        self._lock = threading.RLock()
        self._waiters: dict[Ticket, _Waiter] = {}

    @contextlib.asynccontextmanager
    async def slot(self, priority: Priority) -> AsyncIterator[None]:
        """Hold a place for a search or a fetch.

        Raises:
            RuleRefused: ``work_queue_full``.
        """
        ticket = await self.acquire(priority)
        try:
            yield
        finally:
            self.release(ticket)

    async def acquire(
        self,
        priority: Priority,
        ready: Callable[[], bool] = lambda: True,
        taken: Callable[[], None] = lambda: None,
        undone: Callable[[], None] = lambda: None,
    ) -> Ticket:
        """Wait for a place; a cancelled wait leaves no trace.

        Args:
            ready: whether what else is needed is free; asked under the queue's lock.
            taken: takes it; called under the same lock, so that nobody comes between.
            undone: gives back what ``taken`` took, under that lock, when the caller was cancelled after its
                grant and before it could start.

        Raises:
            RuleRefused: ``work_queue_full``.
            RuntimeError: the caller holds a place already. As many such callers as there are places would
                wait for one another for ever, so it is refused also while a place is free.
        """
        waiter = _Waiter(taken, undone)
        with self._lock:
            if _HELD.get() in self._line.running:
                raise RuntimeError("who holds a place of the queue must not wait for another one")
            ticket = self._line.enter(priority, ready)
            self._join(ticket, waiter)
        await self._granted(ticket, waiter)
        _HELD.set(ticket)
        return ticket

    async def again(
        self, ticket: Ticket, taken: Callable[[], None], undone: Callable[[], None] = lambda: None
    ) -> Ticket:
        """Give the place back and wait for it anew, in the order of the first coming."""
        waiter = _Waiter(taken, undone)
        with self._lock:
            self._line.requeue(ticket)
            self._join(ticket, waiter)
        await self._granted(ticket, waiter)
        return ticket

    def _join(self, ticket: Ticket, waiter: _Waiter) -> None:
        """Stand in line: under the lock that ``enter`` had, or another thread could grant it to nobody."""
        self._waiters[ticket] = waiter
        self._pump()

    async def _granted(self, ticket: Ticket, waiter: _Waiter) -> None:
        try:
            await waiter.future
        except asyncio.CancelledError:
            with self._lock:
                waiter.give_back()
                self.release(ticket)
            raise

    def release(self, ticket: Ticket) -> None:
        """Give a place back, and let the next one start."""
        with self._lock:
            self._line.leave(ticket)
            self._waiters.pop(ticket, None)
            self._pump()

    def look_again(self) -> None:
        """Ask the head of the line anew, because something it waits for has changed."""
        with self._lock:
            self._pump()

    @property
    def lock(self) -> threading.RLock:
        """What guards the queue and everything that ``ready`` and ``taken`` touch."""
        return self._lock

    def counts(self) -> tuple[int, int]:
        """Return (working, waiting)."""
        with self._lock:
            return len(self._line.running), len(self._line.waiting)

    def _pump(self) -> None:
        while (ticket := self._line.grant()) is not None:
            waiter = self._waiters.pop(ticket)
            if waiter.loop.is_closed():  # its thread ended without a word: nobody will use the place
                self._line.leave(ticket)
                continue
            waiter.grant()
            if waiter.loop is _running_loop():
                waiter.wake()
                continue
            try:
                waiter.loop.call_soon_threadsafe(waiter.wake)
            except RuntimeError:  # it ended just now
                waiter.give_back()
                self._line.leave(ticket)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
