"""Holds Python's search for reference cycles off while something runs that it would cost or harm."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Held:
    """Counts who holds it off: the switch is one for the whole process, and several threads may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders = 0
        self._was_on = False

    def enter(self) -> None:
        with self._lock:
            if not self._holders:
                self._was_on = gc.isenabled()
                gc.disable()
            self._holders += 1

    def leave(self) -> None:
        with self._lock:
            self._holders -= 1
            if not self._holders and self._was_on:
                gc.enable()


_HELD = _Held()


@contextmanager
def without_collecting() -> Iterator[None]:
    """Let no cycle be collected meanwhile; the last of several holders lets it go on."""
    _HELD.enter()
    try:
        yield
    finally:
        _HELD.leave()
