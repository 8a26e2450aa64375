"""One clock for worker, gates, leases, idle time and faults; it jumps when nothing is runnable."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class NightClock:
    """Simulated time (fills ``ports.Clock``); ``sleep`` may be called on the night's loop only.

    Args:
        start_at: UTC epoch seconds of the night's beginning.
        elapsed_s: how much of the night is over already, for one that is continued.
        jumped: called with the elapsed seconds before each jump takes effect.
    """

    def __init__(
        self, start_at: float, elapsed_s: float = 0.0, jumped: Callable[[float], None] = lambda _: None
    ) -> None:
        self._start_at = start_at
        self.elapsed_s = elapsed_s
        self._jumped = jumped
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._places = itertools.count()

    def time(self) -> float:
        """Return the simulated UTC epoch seconds."""
        return self._start_at + self.elapsed_s

    def monotonic(self) -> float:
        """Return the seconds since the night began."""
        return self.elapsed_s

    async def sleep(self, seconds: float) -> None:
        """Wait for this many simulated seconds."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due = self.elapsed_s + max(seconds, 0.0)
        heapq.heappush(self._sleepers, (due, next(self._places), woken))
        await woken

    def jump(self, latest_s: float = math.inf) -> bool:
        """Go to the next due time and wake its first sleeper; False when nobody sleeps.

        Args:
            latest_s: a due time of somebody else, in seconds of the night; nobody who sleeps longer is woken.
        """
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        due = self._sleepers[0][0] if self._sleepers else math.inf
        if due == latest_s == math.inf:
            return False
        self._jumped(min(due, latest_s))
        self.elapsed_s = max(self.elapsed_s, min(due, latest_s))
        if due <= latest_s:
            heapq.heappop(self._sleepers)[2].set_result(None)
        return True


class NightLoop(asyncio.SelectorEventLoop):
    """An event loop that moves the clock instead of waiting, unless something works for it in real time.

    Its own time is the clock's too, so that no limit of a library or of the program runs in real time: a
    machine under load would let it end earlier in the night.

    Args:
        still: whether nothing outside, such as a server, works for it now; threads are counted here.
        settle: waits in real time until what was left to other threads is done and has been told.
    """

    def __init__(
        self,
        clock: NightClock,
        still: Callable[[], bool] = lambda: True,
        settle: Callable[[], None] = lambda: None,
    ) -> None:
        self.at_work = 0
        self._clock = clock
        super().__init__(_JumpingSelector(clock, lambda: self.at_work > 0 or not still(), settle))

    def time(self) -> float:
        """Return the seconds since the night began."""
        return self._clock.monotonic()

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Count what works in threads: the clock stands still until its answer is here."""
        self.at_work += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    async def shutdown_default_executor(self, *_limit_s: float | None) -> None:
        """Wait for the threads; the clock stands still meanwhile."""
        self.at_work += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self.at_work -= 1

    def _came_back(self, _future: object) -> None:
        self.at_work -= 1


class _JumpingSelector(selectors.DefaultSelector):
    """Asked by the loop how long to wait when nothing is runnable: that is the moment to jump."""

    def __init__(self, clock: NightClock, busy: Callable[[], bool], settle: Callable[[], None]) -> None:
        super().__init__()
        self._clock = clock
        self._busy = busy
        self._settle = settle

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(timeout)
        ready = super().select(0)
        if ready:
            return ready
        # The timeout is of the night's time, so it never says how long to wait here.
        if self._busy():
            return super().select(None)
        self._settle()
        ready = super().select(0)
        if ready:
            return ready
        latest_s = math.inf if timeout is None else self._clock.elapsed_s + timeout
        return [] if self._clock.jump(latest_s) else super().select(None)
