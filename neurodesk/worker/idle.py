"""Is the curator idle? Defined here and nowhere else (SPEC Q10).

Idle means: no interactive model call in flight or waiting, and neither such a call nor any input in the
application for a while. The limit itself is a setting and is compared in ``domain.gates``.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Iterator

from neurodesk.domain.ports import Clock


class IdleWatch:
    """Remembers the last input and the interactive calls; safe from every thread.

    A process without a window never sees input and is idle from the start.

    Args:
        clock: its monotonic time counts, so that a wall clock that jumps makes nobody idle.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = -math.inf
        self._calls = 0

    def input_seen(self) -> None:
        """Note a key, a click or a scroll in the application."""
        with self._lock:
            self._last = self._clock.monotonic()

    @contextlib.contextmanager
    def interactive_call(self) -> Iterator[None]:
        """Hold this around an interactive model call, from the moment it waits for a node."""
        with self._lock:
            self._calls += 1
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
                self._last = self._clock.monotonic()

    def calls(self) -> int:
        """Return the interactive calls in flight or waiting."""
        with self._lock:
            return self._calls

    def idle_for_s(self) -> float:
        """Return seconds since the last input or the end of the last interactive call."""
        with self._lock:
            return 0.0 if self._calls else self._clock.monotonic() - self._last
