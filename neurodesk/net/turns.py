"""One connection a host, with a pause between two (SPEC W5)."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import weakref
from collections.abc import AsyncIterator, Callable

# A host that asked to rest for longer than this is not waited for.
MAX_WAIT_S = 60.0
_KEPT = 2_000


class HostRests(Exception):
    """A host asked to be left alone for longer than one waits.

    Args:
        seconds: until it may be asked again.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class HostTurns:
    """Who may ask which host, and when; usable from several event loops.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._free_at: dict[str, float] = {}
        self._busy: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Lock]] = (
            weakref.WeakKeyDictionary()
        )

    @contextlib.asynccontextmanager
    async def at(self, host: str, delay_s: Callable[[], float]) -> AsyncIterator[None]:
        """Wait for the host's turn and hold it.

        Args:
            delay_s: pause that the next one has to keep, asked at the end.

        Raises:
            HostRests: the host asked for a longer rest.
        """
        async with self._lock(host):
            wait = self._free_at.get(host, 0.0) - self._clock()
            if wait > MAX_WAIT_S:
                raise HostRests(wait)
            if wait > 0:
                await asyncio.sleep(wait)
            try:
                yield
            finally:
                self.rest(host, delay_s())

    def rest(self, host: str, seconds: float) -> None:
        """Leave a host alone for some seconds from now; a longer rest stays."""
        if seconds <= 0:
            return
        with self._guard:
            now = self._clock()
            if len(self._free_at) > _KEPT:
                self._free_at = {name: at for name, at in self._free_at.items() if at > now}
            self._free_at[host] = max(self._free_at.get(host, 0.0), now + seconds)

    def _lock(self, host: str) -> asyncio.Lock:
        with self._guard:
            locks = self._busy.setdefault(asyncio.get_running_loop(), {})
            if len(locks) > _KEPT:
                for name in [name for name, lock in locks.items() if not lock.locked()]:
                    del locks[name]
            return locks.setdefault(host, asyncio.Lock())
