"""Keeps a lease alive from a thread that no event loop can stall (SPEC Q5)."""

from __future__ import annotations

import logging
import threading

from neurodesk.domain.errors import EnvironmentFault, StaleLease
from neurodesk.domain.ports import Clock
from neurodesk.storage.task_store import TaskStore

log = logging.getLogger(__name__)

# The thread looks at the clocks this often; it writes only when a renewal is due or the wall clock jumped.
LOOK_EVERY_S = 1.0
JUMP_S = 2.0


class Heartbeat:
    """Renews the lease of one running task.

    The wall clock's jumps are told from time that passed by the monotonic clock: the lease of a living owner
    moves with the jump, before anybody could call it expired.

    Args:
        store: the queue.
        task_id, token: the lease.
        clock: the worker's clock.
    """

    def __init__(self, store: TaskStore, task_id: str, token: str, clock: Clock) -> None:
        self._store = store
        self._task_id = task_id
        self._token = token
        self._clock = clock
        self._lock = threading.Lock()
        self._wall = clock.time()
        self._steady = clock.monotonic()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self.lost = False

    def start(self) -> None:
        """Start the thread."""
        self._thread = threading.Thread(target=self._beat, name="neurodesk-heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def renew_now(self) -> None:
        """Renew at once.

        Raises:
            StaleLease: the lease is lost.
        """
        with self._lock:
            self._renew()

    def tick(self) -> None:
        """Renew when it is due, or when the wall clock jumped; a lost lease is noted in ``lost``."""
        with self._lock:
            due = self._clock.monotonic() - self._steady >= self._store.rules.lease.heartbeat_s
            if not due and abs(self._jump_s()) < JUMP_S:
                return
            try:
                self._renew()
            except StaleLease:
                self._ended.set()
            except EnvironmentFault as fault:
                # A full disk may have space again at the next look, long before the lease expires.
                log.info("the lease of %s could not be renewed yet: %s", self._task_id, fault)

    def _jump_s(self) -> float:
        return (self._clock.time() - self._wall) - (self._clock.monotonic() - self._steady)

    def _renew(self) -> None:
        jump_s = self._jump_s()
        now, steady = self._clock.time(), self._clock.monotonic()
        try:
            self._store.renew(
                self._task_id, self._token, now, jump_s=jump_s if abs(jump_s) >= JUMP_S else 0.0
            )
        except StaleLease:
            self.lost = True
            raise
        self._wall, self._steady = now, steady

    def _beat(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            try:
                self.tick()
            except Exception:
                log.exception("the heartbeat failed")
