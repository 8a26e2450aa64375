"""Where the curator was: window, place, thing, scroll; written soon after each change, also for a crash."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from neurodesk.ui.application.scroll_back import ScrollBack, scrolls_of

if TYPE_CHECKING:
    from neurodesk.ui.application.window import DeskWindow

PLACE, TARGETS, HERE_AT, SCROLL = "place", "targets", "here_at", "scroll"
LOOK_EVERY_MS = 1_000
# How far the time of leaving may be off after a crash.
PULSE_S = 60.0


class Resume(QObject):
    """Follows a window; ``left_at`` is when somebody was here last before this start.

    Arguments: ``now`` returns UTC epoch seconds.
    """

    def __init__(self, window: DeskWindow, now: Callable[[], float]) -> None:
        super().__init__(window)
        self._window, self._store, self._now = window, window.layout_store, now
        kept = self._store.value(HERE_AT, 0.0)
        self.left_at = float(kept) if isinstance(kept, int | float) else 0.0
        self._written = float("-inf")
        self._shape: tuple[object, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.keep)

    def target_of(self, place: str) -> str:
        """Return the thing that was open in a place, "" for none."""
        targets = self._store.value(TARGETS, {})
        found = targets.get(place, "") if isinstance(targets, dict) else ""
        return found if isinstance(found, str) else ""

    def start(self) -> None:
        """Go back to the thing that was open, and follow from now on."""
        place = self._window.place
        target = self.target_of(place)
        if target:
            self._window.go(place, target)
        self._scroll_back(place)
        self._timer.start()

    def _scroll_back(self, place: str) -> None:
        kept, widget = self._store.value(SCROLL, {}), self._window.place_widget(place)
        if widget is not None and isinstance(kept, dict) and kept.get("place") == place:
            ScrollBack(widget, kept.get("at"))

    @Slot()
    def keep(self) -> None:
        """Write place, things and time if something changed, or if the last time is old."""
        targets = self._store.value(TARGETS, {})
        before = dict(targets) if isinstance(targets, dict) else {}
        after = dict(before)
        for place in self._window.place_ids:
            widget = self._window.place_widget(place)
            target = getattr(widget, "resume_target", "") or getattr(widget, "target", "")
            if target:
                after[place] = str(target)
        old = time.monotonic() - self._written > PULSE_S
        shown = self._window.place_widget(self._window.place)
        scroll = {"place": self._window.place, "at": scrolls_of(shown) if shown is not None else []}
        shape = self._shape_now()
        same = after == before and scroll == self._store.value(SCROLL) and shape == self._shape
        if same and self._store.value("resume.place") == self._window.place and not old:
            return
        if shape != self._shape:
            self._shape = shape
            self._store.keep_window(self._window)
        self._store.keep(SCROLL, scroll)
        self._store.keep(TARGETS, after)
        self._store.keep("resume.place", self._window.place)
        self._store.keep(HERE_AT, self._now())
        self._written = time.monotonic()
        self._store.save()

    def _shape_now(self) -> tuple[object, ...]:
        """Return what tells one arrangement of the window from another."""
        window = self._window
        dock: QWidget = window.activity
        return window.geometry().getRect(), window.windowState(), dock.isVisible(), dock.height()

    def leave(self) -> None:
        """Write for the last time: the window closes."""
        self._timer.stop()
        self._written = float("-inf")
        self.keep()
