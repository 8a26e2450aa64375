"""The worker beside a window: its own thread opens the pipeline, takes the role, and gives both back."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable

from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import NeuroDeskError, RuleRefused
from neurodesk.domain.ports import WorkerStatus
from neurodesk.worker.host import WorkerHost
from neurodesk.worker.idle import IdleWatch

log = logging.getLogger(__name__)

RETRY_ROLE_S = 5.0


class WorkerRoom:
    """Opens the worker off the GUI thread and closes it in order (fills ``ports.WorkerControl``).

    When another process holds the worker role, it asks again every some seconds and takes over (SPEC Q7).

    Args:
        profile: an open profile.
        failed: told, on the room's thread, why the worker could not be opened.
        crashed: told, on the worker's thread, of each bug that ended its loop; it goes on after some seconds.
    """

    def __init__(
        self,
        profile: Profile,
        failed: Callable[[BaseException], None],
        crashed: Callable[[Exception, float], None] = lambda _error, _wait_s: None,
    ) -> None:
        self.idle = IdleWatch(profile.clock)
        self._profile = profile
        self._failed, self._crashed = failed, crashed
        self._ending = threading.Event()
        self._host: WorkerHost | None = None
        self.held_by_other = False
        self.live = LiveFacts(idle_for_s=self.idle.idle_for_s, interactive_calls=self.idle.calls)
        self._thread = threading.Thread(target=self._run, name="neurodesk-worker-room", daemon=True)

    def start(self) -> None:
        """Open the worker; returns at once."""
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._ending.is_set():
                try:
                    self._open()
                    return
                except RuleRefused as refused:
                    if refused.code != "worker_role_held":
                        raise
                    self._say_held(True)
                self._ending.wait(RETRY_ROLE_S)
        except Exception as error:
            if not isinstance(error, NeuroDeskError):
                log.debug("the worker could not be opened", exc_info=True)
            self._failed(error)
        finally:
            self._profile.database.release_reader()

    def _open(self) -> None:
        # Imported here: the pipeline and its libraries take half a second that the window need not wait for.
        from neurodesk import bootstrap

        scan = bootstrap.scanner(self._profile)
        with contextlib.ExitStack() as stack:
            bootstrap.model_room(self._profile).pool.interactive = self.idle.interactive_call
            runner = stack.enter_context(bootstrap.open_research(self._profile))
            host = stack.enter_context(
                bootstrap.open_worker(
                    self._profile, runner, scan=scan, live=self.live, on_crash=self._crashed
                )
            )
            # After the role is held: the process that works also keeps what is derived up to date.
            stack.enter_context(bootstrap.open_background(self._profile))
            self._host = host
            self._say_held(False)
            self._ending.wait()
            self._host = None

    def _say_held(self, held: bool) -> None:
        self.held_by_other = held
        self._profile.bus.publish(ChangeSet.of((Kind.WORKER, "")))

    def stop(self, timeout_s: float | None = None) -> bool:
        """End the worker after its step (SPEC shutdown order); returns whether everything has ended."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    @property
    def ready(self) -> bool:
        """Whether the worker runs in this process."""
        return self._host is not None

    def wake(self) -> bool:
        """See ``ports.WorkerControl``."""
        return self._host is not None and self._host.wake()

    def scan_now(self) -> bool:
        """See ``ports.WorkerControl``."""
        return self._host is not None and self._host.scan_now()

    def status(self) -> WorkerStatus:
        """See ``ports.WorkerControl``; ``elsewhere`` when another process works, ``starting`` before."""
        host = self._host
        if host is not None:
            return host.status()
        return WorkerStatus("elsewhere" if self.held_by_other else "starting")
