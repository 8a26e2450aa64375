"""Carry immutable events from any thread into the GUI: queued, at most 30 times a second, newest per
(kind, id).
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

INTERVAL_MS = 34
MAX_PENDING = 5_000


@dataclass(frozen=True, slots=True)
class BridgeEvent:
    """One thing that happened: its ``kind``, the ``id`` it happened to, and an immutable ``payload``."""

    kind: str
    id: str
    payload: object = None


class Bridge(QObject):
    """Collects events of other threads and hands them to the GUI thread in batches (DESIGN "Threads").

    ``arrived`` carries a tuple of BridgeEvent, oldest first; of several events with the same (kind, id)
    only the
    newest arrives, at the place of the newest. Events posted with ``keep`` (a log line) are never merged.
    When more
    than ``max_pending`` wait, the oldest go and ``dropped`` counts them: readers then re-read instead of
    replaying.
    """

    arrived = Signal(object)
    _wake = Signal()

    def __init__(
        self, parent: QObject | None = None, interval_ms: int = INTERVAL_MS, max_pending: int = MAX_PENDING
    ) -> None:
        super().__init__(parent)
        self._interval_ms = interval_ms
        self._max_pending = max_pending
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, str, int], BridgeEvent] = {}
        self._serial = 0
        self._awake = False
        self._closed = False
        self._last_drain_ms = -float(interval_ms)
        self.dropped = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._drain)
        self._wake.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)

    def post(self, event: BridgeEvent, *, keep: bool = False) -> None:
        """Hand over an event from any thread; returns at once and never blocks on the GUI.

        Arguments: ``keep`` delivers the event even if a newer one of the same (kind, id) follows.
        """
        with self._lock:
            if self._closed:
                return
            serial = 0
            if keep:
                self._serial += 1
                serial = self._serial
            key = (event.kind, event.id, serial)
            self._pending.pop(key, None)
            self._pending[key] = event
            if len(self._pending) > self._max_pending:
                del self._pending[next(iter(self._pending))]
                self.dropped += 1
            if self._awake:
                return
            self._awake = True
            # Emitted under the lock so that close() cannot run between the check and the emission.
            self._wake.emit()

    @Slot()
    def _on_wake(self) -> None:
        since_ms = time.monotonic() * 1000 - self._last_drain_ms
        self._timer.start(max(0, round(self._interval_ms - since_ms)))

    @Slot()
    def _drain(self) -> None:
        with self._lock:
            batch = tuple(self._pending.values())
            self._pending.clear()
            self._awake = False
        self._last_drain_ms = time.monotonic() * 1000
        if batch and not self._closed:
            self.arrived.emit(batch)

    def close(self) -> None:
        """Refuse further events and forget the waiting ones; part of the shutdown order."""
        with self._lock:
            self._closed = True
            self._pending.clear()
        self._timer.stop()
