"""One bus carries ChangeSets from the database to whoever shows something."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from neurodesk.domain.changes import ChangeSet

log = logging.getLogger(__name__)


class Bus:
    """Delivers ChangeSets; listeners run on the publisher's thread and must be short."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Callable[[ChangeSet], None]] = []

    def subscribe(self, listener: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Add a listener; the returned function removes it."""
        with self._lock:
            self._listeners.append(listener)

        def leave() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return leave

    def publish(self, changes: ChangeSet) -> None:
        """Tell every listener; one that fails is logged and does not stop the others."""
        if not changes:
            return
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(changes)
            except Exception:
                log.exception("a change listener failed")
