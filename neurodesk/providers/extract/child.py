"""The supervised child process that reads foreign documents (DESIGN: CPU work).

A document that hangs C code cannot be stopped by a thread's timeout: so a process of our own does the work.
It is spawned (never forked), started on first need, niced, limited in memory, killed and replaced when a job
takes too long, and replaced after 200 jobs. Jobs and answers are frames over a pipe: a JSON head and raw
bytes; nothing that the child says is ever unpickled.
"""

from __future__ import annotations

import contextlib
import json
import logging
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any, Self

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.providers.child_process import READY, ChildProcess, limit_process
from neurodesk.providers.extract.registry import check_size

log = logging.getLogger(__name__)

JOB_TIMEOUT_S = 8.0
# How much longer than its processor time a job may take on the wall, for machines that are busy.
WALL_FACTOR = 6.0 if hasattr(signal, "setitimer") else 1.0
MAX_JOBS = 200
MAX_INPUT_BYTES = 50 * 1024 * 1024
MAX_ANSWER_BYTES = 64 * 1024 * 1024
MEMORY_BYTES = 1024 * 1024 * 1024


# -- in the child --------------------------------------------------------------------------------------


def serve(pipe: Connection, memory_bytes: int) -> None:
    """Answer jobs until the pipe closes; runs in the child."""
    limit_process(memory_bytes)
    logging.disable(logging.CRITICAL)
    from neurodesk.providers.extract import registry

    pipe.send_bytes(READY)
    while True:
        try:
            head = json.loads(pipe.recv_bytes())
            data = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        begun = time.process_time()
        try:
            document = Document(data, head["name"], head["media_type"], head["charset"], head["uri"])
            with _cpu_limit(head["cpu_s"]):
                answer: dict[str, Any] = {"extracted": asdict(registry.extract(document))}
        except PageRefused as refused:
            answer = {"refused": str(refused.reason), "detail": refused.detail}
        except MemoryError:
            answer = {"refused": str(Refusal.TOO_LARGE), "detail": "memory limit"}
        except RecursionError:
            answer = {"refused": str(Refusal.EXTRACT_EMPTY), "detail": "nested too deep"}
        except Exception as error:
            # A parser's bug on one document must not end the others' work; the parent logs it.
            answer = {"failed": f"{type(error).__name__}: {error}"[:500]}
        answer["cpu_s"] = time.process_time() - begun
        try:
            pipe.send_bytes(json.dumps(answer).encode("utf-8", "surrogatepass"))
        except (OSError, ValueError, MemoryError):
            return


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """End this process when a job burns more processor time than allowed, also inside C code.

    Processor time, not time on the wall: on a busy machine a good page must not become a timeout. Windows has
    no such timer; there the parent's limit on the wall holds.
    """
    timer = getattr(signal, "setitimer", None)
    if timer is None:
        yield
        return
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    timer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        timer(signal.ITIMER_PROF, 0)


# -- in the parent -------------------------------------------------------------------------------------


class _Child(ChildProcess):
    """One process; used by one thread at a time."""

    def __init__(self, memory_bytes: int) -> None:
        super().__init__(serve, "neurodesk-extract", memory_bytes)
        self.jobs = 0

    def run(self, document: Document, timeout_s: float) -> dict[str, Any]:
        """Run one job.

        Raises:
            TimeoutError, EOFError, OSError: the child is unusable and must be killed.
        """
        self.jobs += 1
        head = {
            "name": document.name,
            "media_type": document.media_type,
            "charset": document.charset,
            "uri": document.uri,
            "cpu_s": timeout_s,
        }
        self.pipe.send_bytes(json.dumps(head).encode())
        self.pipe.send_bytes(document.data)
        if not self.pipe.poll(timeout_s * WALL_FACTOR):
            raise TimeoutError
        try:
            answer: dict[str, Any] = json.loads(self.pipe.recv_bytes(MAX_ANSWER_BYTES))
        except EOFError:
            self.process.join(5)
            if self.process.exitcode == -getattr(signal, "SIGPROF", 0):
                raise TimeoutError from None
            raise
        return answer


class ExtractionChildren:
    """Fills ``Extractor`` with supervised processes; safe to call from several threads.

    Args:
        count: how many processes work side by side; one while a window is open.
        job_timeout_s: processor seconds that one document may take (six times that on the wall).
        max_jobs: documents after which a process is replaced.
        memory_bytes: address space of a process, where the platform can limit it.

    Attributes:
        cpu_s: processor seconds that the jobs which were answered took in the processes.
    """

    def __init__(
        self,
        count: int = 1,
        *,
        job_timeout_s: float = JOB_TIMEOUT_S,
        max_jobs: int = MAX_JOBS,
        memory_bytes: int = MEMORY_BYTES,
    ) -> None:
        self._timeout_s = job_timeout_s
        self._max_jobs = max_jobs
        self._memory_bytes = memory_bytes
        self._condition = threading.Condition()
        self._free = count
        self._idle: list[_Child] = []
        self._closed = False
        self.started = 0
        self.killed = 0
        self.cpu_s = 0.0

    def extract(self, document: Document) -> Extracted:
        """See ``neurodesk.domain.extraction.Extractor``."""
        if len(document.data) > MAX_INPUT_BYTES:
            raise PageRefused(Refusal.TOO_LARGE, f"{len(document.data)} bytes")
        check_size(document)
        child = self._take()
        usable = False
        try:
            answer = child.run(document, self._timeout_s)
            usable = True
            with self._condition:
                self.cpu_s += float(answer.get("cpu_s", 0.0))
        except TimeoutError:
            raise PageRefused(Refusal.TIMEOUT, f"not extracted within {self._timeout_s:g} s") from None
        except (EOFError, OSError, ValueError) as error:
            raise PageRefused(Refusal.EXTRACT_EMPTY, f"the extraction process ended ({error})") from error
        finally:
            self._give_back(child, usable)
        return _extracted(answer)

    @property
    def pids(self) -> tuple[int, ...]:
        """Ids of the processes that wait for work."""
        with self._condition:
            return tuple(child.pid for child in self._idle)

    def close(self) -> None:
        """End all processes; jobs that run are waited for, at most as long as a job may take."""
        deadline = time.monotonic() + self._timeout_s + 5
        with self._condition:
            self._closed = True
            idle, self._idle = self._idle, []
            self._condition.notify_all()
        for child in idle:
            child.retire()
            self._release()
        with self._condition:
            while self._busy > 0 and time.monotonic() < deadline:
                self._condition.wait(max(0.05, deadline - time.monotonic()))

    def __enter__(self) -> Self:
        """Nothing is started before it is needed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    _busy = 0

    def _take(self) -> _Child:
        with self._condition:
            while not self._closed and not self._idle and self._free == 0:
                self._condition.wait()
            if self._closed:
                raise InfrastructureFault("extractor_unavailable", detail="closing")
            self._busy += 1
            if self._idle:
                return self._idle.pop()
            self._free -= 1
        try:
            child = _Child(self._memory_bytes)
        except OSError as error:
            with self._condition:
                self._busy -= 1
            self._release()
            raise InfrastructureFault("extractor_unavailable", detail=str(error)) from error
        with self._condition:
            self.started += 1
        return child

    def _give_back(self, child: _Child, usable: bool) -> None:
        keep = False
        with self._condition:
            self._busy -= 1
            if usable and child.jobs < self._max_jobs and not self._closed:
                self._idle.append(child)
                keep = True
            self._condition.notify_all()
        if keep:
            return
        if usable:
            child.retire()
        else:
            child.kill()
            with self._condition:
                self.killed += 1
        self._release()

    def _release(self) -> None:
        with self._condition:
            self._free += 1
            self._condition.notify_all()


def _extracted(answer: dict[str, Any]) -> Extracted:
    """Rebuild the answer's value field by field; a child that says anything else is not believed."""
    if "failed" in answer:
        log.info("extraction failed: %s", answer["failed"])
        raise PageRefused(Refusal.EXTRACT_EMPTY, str(answer["failed"]))
    if "refused" in answer:
        raise PageRefused(Refusal(str(answer["refused"])), str(answer.get("detail", "")))
    said = answer["extracted"]
    return Extracted(
        text=str(said["text"]),
        title=str(said["title"]),
        lang=str(said["lang"]),
        format=str(said["format"]),
        extractor=str(said["extractor"]),
        encoding=str(said["encoding"]),
        dated_at=float(said["dated_at"]),
        recorded_origin=str(said["recorded_origin"]),
        licence=str(said["licence"]),
        page_quality=tuple(float(one) for one in said["page_quality"]),
        notes=tuple((str(code), str(detail)) for code, detail in said["notes"]),
    )
