"""Asks the nodes how they are every 15 seconds, in a thread of its own (SPEC M1)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Self

from neurodesk.providers.models.pool import ModelPool

log = logging.getLogger(__name__)


class HealthWatch:
    """Keeps what is known of the nodes fresh while a worker or window is open; use it with ``with``.

    Args:
        pool: whose nodes are asked; without any nothing is done.
        interval_s: asked before each wait.
        changed: told when a node came or went.
    """

    def __init__(
        self, pool: ModelPool, interval_s: Callable[[], float], changed: Callable[[], None] = lambda: None
    ) -> None:
        self._pool = pool
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
            if self._pool.states():
                try:
                    asyncio.run(self._look())
                except asyncio.CancelledError:
                    return
                now = [(one.name, one.fault) for one in self._pool.states()]
                if now != before:
                    before = now
                    self._changed()
            self._ending.wait(self._interval_s())

    async def _look(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._looking = asyncio.current_task()
        try:
            if not self._ending.is_set():
                await self._pool.check_health()
        finally:
            self._loop = self._looking = None
            await self._pool.nodes.aclose()
