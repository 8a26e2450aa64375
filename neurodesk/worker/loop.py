"""The worker's loop: recover, scan when due, ask the gates, reserve, run one task, wait (SPEC Q5-Q12)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import EnvironmentFault, NeuroDeskError
from neurodesk.domain.gates import first_closed_gate, may_scan, open_origins
from neurodesk.domain.ports import WorkerStatus
from neurodesk.domain.tasks import Origin
from neurodesk.worker.attempt import Attempt
from neurodesk.worker.parts import WorkerParts
from neurodesk.worker.run_mode import RunMode

__all__ = ["RunMode", "WorkerLoop"]

log = logging.getLogger(__name__)

# At least this often the queue is looked at; changes, due times and opening gates shorten the wait.
CHECK_EVERY_S = 60.0
SHORTEST_WAIT_S = 0.05
AFTER_FAULT_S = 5.0
_WAKING = (Kind.TASK, Kind.SETTING, Kind.COLLECTION, Kind.ENDPOINT, Kind.WORKER)


class WorkerLoop:
    """Works the queue on one asyncio loop, one task at a time (SPEC Q12).

    Everything but ``run`` may be called from any thread.

    Args:
        parts: what it works with.
        mode: stop after one task, when nothing can start any more, or only when told to.
    """

    def __init__(self, parts: WorkerParts, mode: RunMode = RunMode.FOREVER) -> None:
        self._parts = parts
        self._mode = mode
        # Reentrant, because a signal handler may interrupt its own thread in here.
        self._lock = threading.RLock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()
        self._stopping = False
        self._scan_wanted = False
        self._attempt: Attempt | None = None
        self._state = "starting"
        self._next_check_at = 0.0
        self._next_scan_at = 0.0
        self._recovered = False
        self.worked_tasks = 0
        self.last_fault: EnvironmentFault | None = None

    # -- from any thread ----------------------------------------------------------------------------

    def wake(self) -> bool:
        """Look at the queue now; bypasses no gate (SPEC Q11)."""
        return self._call(self._wake.set)

    def scan_now(self) -> bool:
        """Run the scanner at once (SPEC Q11); a task that runs is finished first (SPEC Q12).

        Returns: whether it will run: not without a scanner, nor after the loop's end.
        """
        if self._parts.scan is None:
            return False
        self._scan_wanted = True
        return self.wake()

    def stop(self) -> None:
        """End after the step that runs now."""
        self._stopping = True
        self.wake()

    def abort(self) -> None:
        """Cancel the step that runs now; its task is deferred without a charge."""
        attempt = self._attempt
        if attempt is not None:
            self._call(attempt.abort)

    def release(self) -> None:
        """Give back the lease of a step that cannot even be cancelled."""
        attempt = self._attempt
        if attempt is not None:
            attempt.release()

    def tick_heartbeat(self) -> None:
        """Let the running task's heartbeat look at the clocks, for a clock that is driven by hand."""
        attempt = self._attempt
        if attempt is not None:
            attempt.tick()

    def heard(self, changes: ChangeSet) -> None:
        """Look at the queue when a change may let something start; a listener for the bus."""
        if any(changes.touches(kind) for kind in _WAKING):
            self.wake()

    def status(self) -> WorkerStatus:
        """Return what it does now."""
        attempt = self._attempt
        state = "stopping" if self._stopping and self._state != "stopped" else self._state
        return WorkerStatus(
            state, attempt.task_id if attempt else "", self._next_check_at, self._next_scan_at
        )

    def _call(self, function: Callable[[], object]) -> bool:
        with self._lock:
            if self._loop is None:
                return False
            self._loop.call_soon_threadsafe(function)
            return True

    def crashed(self, detail: str, wait_s: float) -> None:
        """Say in the feed that the loop ended by a bug and goes on after ``wait_s`` seconds."""
        self._state = "restarting"
        try:
            self._parts.activity.add(
                self._parts.clock.time(), "worker_restarted", detail=detail[:500], seconds=wait_s
            )
        except EnvironmentFault as fault:
            log.warning("the restart of the worker could not be noted: %s", fault)

    # -- on the loop --------------------------------------------------------------------------------

    async def run(self) -> None:
        """Work until told to stop, or until the mode's end; needs the worker role (SPEC Q7)."""
        with self._lock:
            self._loop = asyncio.get_running_loop()
            self._wake = asyncio.Event()  # an event belongs to the loop that it was waited for on
        self._state = "waiting"
        try:
            while not self._stopping:
                self._wake.clear()
                worked = await self._guarded_step()
                if self._mode is RunMode.ONCE or (self._mode is RunMode.UNTIL_IDLE and not worked):
                    return
                if not worked and not self._stopping:
                    await self._wait(AFTER_FAULT_S if worked is None else self._guarded_wait_s())
        finally:
            with self._lock:
                self._loop = None
            self._state = "stopped"

    async def step(self) -> bool:
        """Do one round; returns whether a task was worked.

        A task that a gate holds stays queued and nothing is written (SPEC Q10).
        """
        parts = self._parts
        parts.store.recover(parts.owner, parts.clock.time(), role_start=not self._recovered)
        self._recovered = True
        await self._scan_if_due()
        origins = open_origins(parts.snapshot())
        if not origins or self._stopping:
            return False
        task = parts.store.reserve(parts.owner, parts.clock.time(), origins=origins)
        if task is None:
            return False
        self._attempt = Attempt(parts, task, lambda: self._stopping)
        self._state = "running"
        try:
            await self._attempt.run()
        finally:
            self._attempt = None
            self._state = "waiting"
        self.worked_tasks += 1
        return True

    async def _guarded_step(self) -> bool | None:
        """Do one round; None after a fault, which never ends the worker."""
        self.last_fault = None
        try:
            return await self.step()
        except EnvironmentFault as fault:
            log.warning("the worker waits: %s", fault)
            self.last_fault = fault
        except Exception:
            log.exception("the worker met a bug and goes on")
        return None

    async def _scan_if_due(self) -> None:
        parts = self._parts
        if parts.scan is None:
            return
        now = parts.clock.time()
        interval_s = parts.scan_interval_s()
        # A clock that was ahead, or a longer interval before, must not put the next scan off.
        self._next_scan_at = min(self._next_scan_at, now + interval_s)
        wanted, self._scan_wanted = self._scan_wanted, False
        if not wanted and (now < self._next_scan_at or not may_scan(parts.snapshot())):
            return
        self._next_scan_at = now + interval_s
        self._state = "scanning"
        await self._recheck()
        try:
            await parts.scan()
        except NeuroDeskError as fault:
            parts.activity.add(now, "scan_failed", reason=fault.code, detail=str(fault))
        except Exception as error:
            log.exception("a scan met a bug")
            parts.activity.add(now, "scan_failed", reason="bug", detail=f"{type(error).__name__}: {error}")
        finally:
            self._state = "waiting"

    async def _recheck(self) -> None:
        """Look again at what promoted sentences rest on, under the gates of a scan, before it."""
        parts = self._parts
        more = parts.recheck is not None
        try:
            while more and parts.recheck is not None and not self._stopping and may_scan(parts.snapshot()):
                more = await parts.recheck()
        except NeuroDeskError as fault:
            parts.activity.add(parts.clock.time(), "recheck_failed", reason=fault.code, detail=str(fault))
        except Exception as error:
            log.exception("a look at sources met a bug")
            detail = f"{type(error).__name__}: {error}"
            parts.activity.add(parts.clock.time(), "recheck_failed", reason="bug", detail=detail)

    def _guarded_wait_s(self) -> float:
        try:
            return self._wait_s()
        except EnvironmentFault as fault:
            log.warning("the worker waits: %s", fault)
        except Exception:
            log.exception("the worker met a bug and goes on")
        return AFTER_FAULT_S

    def _wait_s(self) -> float:
        """Return how long to wait: to the first due task, opening gate or scan, at most a minute."""
        parts = self._parts
        snapshot = parts.snapshot()
        now = snapshot.now
        moments = [now + CHECK_EVERY_S, parts.store.next_due_at()]
        closed = [first_closed_gate(snapshot, origin) for origin in Origin]
        moments.extend(one.opens_at for one in closed if one is not None and one.opens_at is not None)
        if parts.scan is not None and may_scan(snapshot):
            moments.append(self._next_scan_at)
        return max(min(moment for moment in moments if moment > now) - now, SHORTEST_WAIT_S)

    async def _wait(self, seconds: float) -> None:
        self._next_check_at = self._parts.clock.time() + seconds
        waits = [
            asyncio.ensure_future(self._wake.wait()),
            asyncio.ensure_future(self._parts.clock.sleep(seconds)),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
