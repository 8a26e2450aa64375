"""Long work of the curator (import, index): off the GUI thread, with progress and a way to stop it."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from neurodesk.ui.bridge import QueryRunner

PROGRESS_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is: a stage's code, steps done and in all (0: unknown)."""

    stage: str
    done: int
    total: int


@dataclass(slots=True, eq=False)
class Job:
    """One piece of long work; ``stop`` asks it to end at its next step."""

    id: int
    kind: str
    subject: str
    stopped: threading.Event = field(default_factory=threading.Event)
    progress: JobProgress = field(default_factory=lambda: JobProgress("", 0, 0))
    running: bool = True
    said_at: float = 0.0

    def stop(self) -> None:
        """Ask the job to end; what it did stays."""
        self.stopped.set()


Work = Callable[[Callable[[str, int, int], None], Callable[[], bool]], Any]


class Jobs(QObject):
    """Runs long work one after the other on one thread.

    ``changed`` carries a Job whenever it starts, moves or ends. A job's function gets ``progress(stage,
    done, total)`` and ``stopped()``.
    """

    changed = Signal(object)
    _moved = Signal(object)

    def __init__(self, failed: Callable[[BaseException], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failed = failed
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="neurodesk-job")
        self._runner = QueryRunner(self, self._executor)
        self._numbers = itertools.count(1)
        self._open: dict[int, Job] = {}
        self._moved.connect(self._on_moved, Qt.ConnectionType.QueuedConnection)

    def start(self, kind: str, subject: str, work: Work, on_done: Callable[[Any], None] | None = None) -> Job:
        """Queue work; ``kind`` and ``subject`` name it for whoever shows it. In the GUI thread."""
        job = Job(next(self._numbers), kind, subject)
        self._open[job.id] = job

        def progress(stage: str, done: int, total: int) -> None:
            job.progress = JobProgress(stage, done, total)
            now = time.monotonic()
            if now - job.said_at >= PROGRESS_EVERY_S or done == total:
                job.said_at = now
                self._moved.emit(job)

        def done(result: Any) -> None:
            self._end(job)
            if on_done is not None:
                on_done(result)

        def failed(error: BaseException) -> None:
            self._end(job)
            self._failed(error)

        self._runner.submit(lambda: work(progress, job.stopped.is_set), done, on_error=failed)
        self.changed.emit(job)
        return job

    def _end(self, job: Job) -> None:
        job.running = False
        self._open.pop(job.id, None)
        self.changed.emit(job)

    @Slot(object)
    def _on_moved(self, job: Job) -> None:
        if job.running:
            self.changed.emit(job)

    def open_jobs(self) -> tuple[Job, ...]:
        """Return what runs or waits, oldest first."""
        return tuple(self._open.values())

    def stop_all(self) -> None:
        """Ask every job to end, and hear nothing more of them; in the GUI thread."""
        for job in self.open_jobs():
            job.stop()
        self._runner.close()

    def close(self) -> None:
        """Wait for the end of what runs; after ``stop_all``, on any thread."""
        self._executor.shutdown(wait=True, cancel_futures=True)
