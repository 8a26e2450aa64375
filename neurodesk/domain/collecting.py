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

    def is_held_by_more_than(self, holders: int) -> bool:
        with self._lock:
            return self._holders > holders

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


def collect_due(youngest_only: bool = False) -> bool:
    """Collect in this thread what Python would have by itself, for the one who holds it off for all others.

    Args:
        youngest_only: leave out the oldest generation, which takes longest.

    Returns:
        Whether all generations were collected; nothing is while someone else holds it off too.
    """
    if _HELD.is_held_by_more_than(1):
        return False
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, limit) in enumerate(counts) if count > limit]
    if not due:
        return False
    generation = min(due[-1], 1 if youngest_only else 2)
    gc.collect(generation)
    return generation == 2
