"""The worker's thread: a plain asyncio runner, never the window's own loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Self

from neurodesk.app.bus import Bus
from neurodesk.domain.errors import StorageFault
from neurodesk.domain.ports import WorkerStatus
from neurodesk.worker.loop import WorkerLoop

log = logging.getLogger(__name__)

# Together less than the ten seconds in which a busy application ends (DESIGN budgets).
STOP_TIMEOUT_S = 6.0
ABORT_TIMEOUT_S = 2.0
# After a crash of the loop itself: at once, then later and later; a loop that lived so long starts anew.
RESTART_S = (0.1, 1.0, 10.0, 60.0)
SOUND_AFTER_S = 600.0
OnCrash = Callable[[Exception, float], None]


class WorkerHost:
    """Runs a worker loop in a named thread (fills ``ports.WorkerControl``).

    A loop that ends by a bug is started again, later each time, and the activity feed says so.

    Args:
        loop: the loop; run by nobody else.
        bus: changes that wake it.
        at_end: called on the thread after the loop ended, to close what belongs to the thread.
        on_crash: told on the thread of each bug that ended the loop, and after how many seconds it goes on.
    """

    def __init__(
        self,
        loop: WorkerLoop,
        bus: Bus,
        at_end: Callable[[], None] = lambda: None,
        on_crash: OnCrash = lambda _error, _wait_s: None,
    ) -> None:
        self._worker = loop
        self._bus = bus
        self._at_end = at_end
        self._on_crash = on_crash
        self._leave_bus: Callable[[], None] = lambda: None
        self._ending = threading.Event()
        self.restarts = 0
        self._thread = threading.Thread(target=self._run, name="neurodesk-worker", daemon=True)

    def start(self) -> Self:
        """Start the thread."""
        self._leave_bus = self._bus.subscribe(self._worker.heard)
        self._thread.start()
        return self

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> bool:
        """End the worker after its step; cancel the step after ``timeout_s``, then give its lease back.

        Returns:
            Whether the thread has ended; a step that blocks the thread is left behind without its lease.
        """
        self._leave_bus()
        self.request_stop()
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            self._worker.abort()
            self._thread.join(ABORT_TIMEOUT_S)
        if self._thread.is_alive():
            with contextlib.suppress(StorageFault):
                self._worker.release()
            log.warning("the worker's step did not end; its task is tried again at the next start")
        return not self._thread.is_alive()

    def request_stop(self) -> None:
        """Ask the worker to end after its step and return at once; safe in a signal handler."""
        self._ending.set()
        self._worker.stop()

    def abort(self) -> None:
        """Cancel the step that runs now."""
        self._worker.abort()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait for the worker's end; returns whether it has ended."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    @property
    def loop(self) -> WorkerLoop:
        """The loop."""
        return self._worker

    def wake(self) -> bool:
        """See ``ports.WorkerControl``."""
        return self._worker.wake()

    def scan_now(self) -> bool:
        """See ``ports.WorkerControl``."""
        return self._worker.scan_now()

    def status(self) -> WorkerStatus:
        """See ``ports.WorkerControl``."""
        return self._worker.status()

    def _run(self) -> None:
        try:
            crashes = 0
            while not self._ending.is_set():
                started = time.monotonic()
                error = self._run_once()
                if error is None:
                    return
                if time.monotonic() - started > SOUND_AFTER_S:
                    crashes = 0
                wait_s = RESTART_S[min(crashes, len(RESTART_S) - 1)]
                crashes += 1
                self.restarts += 1
                self._worker.crashed(f"{type(error).__name__}: {error}", wait_s)
                self._on_crash(error, wait_s)
                self._ending.wait(wait_s)
        finally:
            self._at_end()

    def _run_once(self) -> Exception | None:
        """Run the loop to its end; returns the bug that ended it, if one did."""
        try:
            with asyncio.Runner() as runner:
                runner.run(self._worker.run())
        except Exception as error:
            log.exception("the worker's loop ended by a bug")
            return error
        return None
