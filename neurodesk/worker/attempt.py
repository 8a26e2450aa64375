"""One attempt at one task: lease, heartbeat, runner, and what its ending means (SPEC Q3, Q5, Q6, Q8)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from neurodesk.domain.budget import local_day
from neurodesk.domain.errors import (
    EnvironmentFault,
    InfrastructureFault,
    NeuroDeskError,
    StaleLease,
)
from neurodesk.domain.gates import gate_for_running
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext, StepStop, StopCause
from neurodesk.domain.search_events import SearchStep
from neurodesk.domain.tasks import Task
from neurodesk.worker.heartbeat import Heartbeat
from neurodesk.worker.parts import WorkerParts

log = logging.getLogger(__name__)

DETAIL_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class _Ending:
    """How the runner ended: the statement that stores it."""

    store: Callable[[float], object]


class Attempt:
    """Works one reserved task to its ending.

    Args:
        parts: what the worker works with.
        task: as reserved; its token fences everything that is stored.
        stopping: tells whether the program ends.
    """

    def __init__(self, parts: WorkerParts, task: Task, stopping: Callable[[], bool]) -> None:
        self._parts = parts
        self._task = task
        self._token = task.lease_token
        self._stopping = stopping
        self._heartbeat = Heartbeat(parts.store, task.id, self._token, parts.clock)
        self._running: asyncio.Future[TaskResult] | None = None

    @property
    def task_id(self) -> str:
        """The task."""
        return self._task.id

    async def run(self) -> None:
        """Enter running, run, store the ending; a lost lease stores nothing."""
        parts = self._parts
        now = parts.clock.time()
        try:
            task = parts.store.start(self.task_id, self._token, now, local_day(now, parts.zone))
        except StaleLease:  # cancelled between reserve and start: the cancel has won (SPEC Q8)
            return
        if not parts.heartbeat_by_hand:
            self._heartbeat.start()
        try:
            ending = await self._run(task)
        finally:
            self._heartbeat.stop()
        self._store(ending)

    def tick(self) -> None:
        """Let the heartbeat look at the clocks, for a clock that is driven by hand."""
        self._heartbeat.tick()

    def abort(self) -> None:
        """Cancel the runner; call it on the worker's loop."""
        if self._running is not None:
            self._running.cancel()

    def release(self) -> None:
        """Give the lease back for a runner that does not end; its late result is refused (SPEC Q5)."""
        self._store(self._stopped(StopCause.SHUTDOWN, str(StopCause.SHUTDOWN)))

    async def _run(self, task: Task) -> _Ending | None:
        parts, store = self._parts, self._parts.store
        context = RunContext(
            token=self._token,
            clock=parts.clock,
            checkpoint=lambda: self._checkpoint(task),
            renew_lease=self._heartbeat.renew_now,
            report=self._report,
            trace=self._trace,
        )
        self._running = asyncio.ensure_future(parts.runner(task, context))
        try:
            result = await self._running
        except StaleLease:
            self._report("result_refused")
            return None
        except StepStop as stop:
            return self._stopped(stop.cause, stop.reason)
        except asyncio.CancelledError:
            if not self._stopping():
                raise
            return self._stopped(StopCause.SHUTDOWN, str(StopCause.SHUTDOWN))
        except InfrastructureFault as fault:
            return self._environment(fault, fault.retry_after_s)
        except EnvironmentFault as fault:  # disk full, folder gone: not the task's fault either
            return self._environment(fault, None)
        except NeuroDeskError as fault:
            code, detail = fault.code, str(fault)[:DETAIL_CHARACTERS]
            return _Ending(lambda now: store.fail(self.task_id, self._token, now, code, detail=detail))
        except Exception as error:
            log.exception("task %s met a bug", self.task_id)
            detail = f"{type(error).__name__}: {error}"[:DETAIL_CHARACTERS]
            return _Ending(lambda now: store.fail(self.task_id, self._token, now, "bug", detail=detail))
        return _Ending(lambda now: store.complete(self.task_id, self._token, now, result))

    def _environment(self, fault: EnvironmentFault, retry_after_s: float | None) -> _Ending:
        detail = str(fault)[:DETAIL_CHARACTERS]
        return _Ending(
            lambda now: self._parts.store.defer_for_infrastructure(
                self.task_id, self._token, now, fault.code, retry_after_s=retry_after_s, detail=detail
            )
        )

    def _stopped(self, cause: StopCause, reason: str) -> _Ending:
        parked = cause in (StopCause.CURATOR, StopCause.LOOK)  # both wait for a person
        return _Ending(
            lambda now: self._parts.store.defer_for_stop(
                self.task_id, self._token, now, reason, parked=parked
            )
        )

    def _store(self, ending: _Ending | None) -> None:
        if ending is None:
            return
        try:
            self._heartbeat.renew_now()  # a clock jump must not make this living owner look dead (SPEC Q5)
            ending.store(self._parts.clock.time())
        except StaleLease:
            self._report("result_refused")

    def _checkpoint(self, task: Task) -> None:
        if self._heartbeat.lost:
            raise StaleLease("lease_stale", task=self.task_id)
        if self._parts.store.stop_requested(self.task_id):
            raise StepStop(StopCause.CURATOR)
        if self._stopping():
            raise StepStop(StopCause.SHUTDOWN)
        closed = gate_for_running(self._parts.snapshot(), task.requested_by)
        if closed is not None:
            raise StepStop(StopCause.GATE, closed.code)

    def _trace(self, step: SearchStep, pass_number: int, data: dict[str, object]) -> None:
        if self._parts.events is not None:
            self._parts.events.add(self._parts.clock.time(), self.task_id, pass_number, step, data)

    def _report(self, code: str, **params: object) -> None:
        self._parts.activity.add(self._parts.clock.time(), code, self.task_id, **params)
