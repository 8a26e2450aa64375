"""Asks endpoints how they are again and again, in a thread of its own (SPEC M1, W2)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, Self

log = logging.getLogger(__name__)


class Endpoint(Protocol):
    """An endpoint as its state shows it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def fault(self) -> str:
        """What is wrong, or ""."""
        ...


class Watched(Protocol):
    """What can be asked how it is: the pool of model nodes, SearXNG."""

    def states(self) -> Sequence[Endpoint]:
        """Return what is known; without an endpoint nothing is asked."""
        ...

    async def check_health(self) -> None:
        """Ask all of them."""
        ...

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        ...


class HealthWatch:
    """Keeps what is known of endpoints fresh while a worker or window is open; use it with ``with``.

    Args:
        watched: whose endpoints are asked; without any nothing is done.
        interval_s: asked before each wait.
        changed: told when a node came or went.
    """

    def __init__(
        self, watched: Watched, interval_s: Callable[[], float], changed: Callable[[], None] = lambda: None
    ) -> None:
        self._watched = watched
        self._interval_s = interval_s
        self._changed = changed
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="neurodesk-node-health", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        """Start; returns at once."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, breaking off a look that still waits for an answer."""
        self._ending.set()
        loop, looking = self._loop, self._looking
        if loop is not None and looking is not None:
            try:
                loop.call_soon_threadsafe(looking.cancel)
            except RuntimeError:
                log.debug("the look had ended already")
        self._thread.join(5.0)

    def _run(self) -> None:
        before: list[tuple[str, str]] | None = None
        while not self._ending.is_set():
            if self._watched.states():
                try:
                    asyncio.run(self._look())
                except asyncio.CancelledError:
                    return
                now = [(one.name, one.fault) for one in self._watched.states()]
                if now != before:
                    before = now
                    self._changed()
            self._ending.wait(self._interval_s())

    async def _look(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._looking = asyncio.current_task()
        try:
            if not self._ending.is_set():
                await self._watched.check_health()
        finally:
            self._loop = self._looking = None
            await self._watched.aclose()
