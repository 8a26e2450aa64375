"""Collects reference cycles in the GUI thread only, while a window is open.

Python collects in whichever thread happens to allocate. A widget that only a cycle keeps would be destroyed
there, and Qt, which keeps lists of widgets without owning them, would go through what is gone.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

from neurodesk.domain.collecting import collect_due, without_collecting

LOOK_EVERY_MS = 100
# All generations take longest, and what is old is rarely garbage.
ALL_AT_MOST_EVERY_S = 60.0


@contextmanager
def collecting_here() -> Iterator[None]:
    """Let cycles be collected in this thread, by a timer of its event loop, and once more at the end."""
    last_all = time.monotonic()

    def look() -> None:
        nonlocal last_all
        now = time.monotonic()
        if collect_due(youngest_only=now - last_all < ALL_AT_MOST_EVERY_S):
            last_all = now

    with without_collecting():
        timer = QTimer()
        timer.setInterval(LOOK_EVERY_MS)
        timer.timeout.connect(look)
        timer.start()
        try:
            yield
        finally:
            timer.stop()
            gc.collect()  # the windows that closed, before another thread comes to it
