"""The research queue on disk (SPEC Q1-Q9, Q13): the rules stand in ``domain.tasks``, the statements beside.

Statements are SQL because the model layer costs five times as much on a reserve (measured).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import NewTask, Origin, QueueRules, Task
from neurodesk.storage import queue_leases, queue_requests
from neurodesk.storage.db import Database, Rx, Tx
from neurodesk.storage.queue_leases import KNOWN_KINDS, STEP_ROWS, require_live_lease
from neurodesk.storage.queue_requests import Enqueued
from neurodesk.storage.task_rows import task_by_id

__all__ = ["Enqueued", "TaskStore", "budget_used", "next_due_at", "require_live_lease", "stop_requested"]


def stop_requested(rx: Rx, task_id: str) -> bool:
    """Tell whether a stop after the step was asked for."""
    return bool(rx.scalar("SELECT stop_requested FROM task WHERE id = ?", (task_id,)))


def budget_used(rx: Rx, local_day: str) -> int:
    """Count the autonomous tasks that started on a local day; the curator's run outside it (SPEC Q9, Q10)."""
    return int(
        rx.scalar(
            "SELECT COUNT(*) FROM budget_entry JOIN task ON task.id = budget_entry.task_id"
            " WHERE budget_entry.local_day = ? AND task.requested_by != 'curator'",
            (local_day,),
        )
    )


def next_due_at(rx: Rx) -> float:
    """Return when the first deferred task is due, 0 when none is."""
    return float(
        rx.scalar(
            "SELECT MIN(not_before) FROM task INDEXED BY task_due WHERE state = 'deferred' AND parked = 0"
        )
        or 0.0
    )


class TaskStore:
    """The queue of a profile's database; each method is one transaction.

    Args:
        database: the open database.
        rules: asked at each call, so that a changed setting counts at once.
        jitter: a random number 0 <= j < 1 for backoff.
        kinds: kinds of tasks that this program can work.
    """

    def __init__(
        self,
        database: Database,
        rules: Callable[[], QueueRules] = QueueRules,
        *,
        jitter: Callable[[], float] = random.random,
        kinds: frozenset[str] = KNOWN_KINDS,
    ) -> None:
        self._database = database
        self._rules = rules
        self._jitter = jitter
        self._kinds = kinds

    @property
    def rules(self) -> QueueRules:
        """The rules that count now."""
        return self._rules()

    def enqueue(self, new: NewTask, now: float, *, force: bool = False) -> Enqueued:
        """See ``queue_requests.enqueue``."""
        rules = self._rules()
        return self._database.write(lambda tx: queue_requests.enqueue(tx, new, now, rules, force=force))

    def reserve(self, owner: str, now: float, *, origins: Sequence[Origin] = tuple(Origin)) -> Task | None:
        """See ``queue_leases.reserve``; a long row of due tasks is promoted in short steps before."""
        rules = self._rules()

        def step(tx: Tx) -> tuple[bool, Task | None]:
            if queue_leases.promote_due(tx, now) == STEP_ROWS:
                return False, None
            return True, queue_leases.reserve(
                tx, owner, now, rules, origins=origins, kinds=self._kinds, promote=False
            )

        while True:
            over, task = self._database.write(step)
            if over:
                return task

    def start(self, task_id: str, token: str, now: float, local_day: str) -> Task:
        """See ``queue_leases.start``."""
        return self._database.write(lambda tx: queue_leases.start(tx, task_id, token, now, local_day))

    def renew(self, task_id: str, token: str, now: float, *, jump_s: float = 0.0) -> bool:
        """See ``queue_leases.renew``."""
        lease = self._rules().lease
        return self._database.write(
            lambda tx: queue_leases.renew(tx, task_id, token, now, lease, jump_s=jump_s)
        )

    def complete(self, task_id: str, token: str, now: float, result: TaskResult) -> Task:
        """See ``queue_leases.complete``."""
        return self._database.write(lambda tx: queue_leases.complete(tx, task_id, token, now, result))

    def defer_for_infrastructure(
        self,
        task_id: str,
        token: str,
        now: float,
        reason: str,
        *,
        retry_after_s: float | None = None,
        detail: str = "",
    ) -> Task:
        """See ``queue_leases.defer_for_infrastructure``."""
        jitter = self._jitter()
        return self._database.write(
            lambda tx: queue_leases.defer_for_infrastructure(
                tx, task_id, token, now, reason, retry_after_s=retry_after_s, jitter=jitter, detail=detail
            )
        )

    def defer_for_stop(
        self, task_id: str, token: str, now: float, reason: str, *, parked: bool = False
    ) -> Task:
        """See ``queue_leases.defer_for_stop``."""
        return self._database.write(
            lambda tx: queue_leases.defer_for_stop(tx, task_id, token, now, reason, parked=parked)
        )

    def fail(self, task_id: str, token: str, now: float, reason: str, *, detail: str = "") -> Task:
        """See ``queue_leases.fail``."""
        jitter = self._jitter()
        return self._database.write(
            lambda tx: queue_leases.fail(tx, task_id, token, now, reason, jitter=jitter, detail=detail)
        )

    def recover(self, owner: str, now: float, *, role_start: bool = False) -> list[str]:
        """See ``queue_leases.recover``; at role start rows that no reserve would see are set aside too."""
        if role_start:
            while self._database.write(lambda tx: queue_leases.set_aside_unreachable(tx, now)) == STEP_ROWS:
                pass
        return self._database.write(lambda tx: queue_leases.recover(tx, owner, now, role_start=role_start))

    def cancel(self, task_id: str, now: float, reason: str = "") -> None:
        """See ``queue_requests.cancel``."""
        self._database.write(lambda tx: queue_requests.cancel(tx, task_id, now, reason))

    def request_stop(self, task_id: str, now: float) -> None:
        """See ``queue_requests.request_stop``."""
        self._database.write(lambda tx: queue_requests.request_stop(tx, task_id, now))

    def set_priority(self, task_id: str, priority: float, now: float) -> None:
        """See ``queue_requests.set_priority``."""
        self._database.write(lambda tx: queue_requests.set_priority(tx, task_id, priority, now))

    def try_again(self, task_id: str, now: float) -> None:
        """See ``queue_requests.try_again``."""
        self._database.write(lambda tx: queue_requests.try_again(tx, task_id, now))

    def get(self, task_id: str) -> Task:
        """Return one task.

        Raises:
            BadInput: ``task_unknown``.
            RuleRefused: ``task_damaged``.
        """
        return self._database.read(lambda rx: task_by_id(rx, task_id))

    def stop_requested(self, task_id: str) -> bool:
        """See ``stop_requested``."""
        return self._database.read(lambda rx: stop_requested(rx, task_id))

    def budget_used(self, local_day: str) -> int:
        """See ``budget_used``."""
        return self._database.read(lambda rx: budget_used(rx, local_day))

    def next_due_at(self) -> float:
        """See ``next_due_at``."""
        return self._database.read(next_due_at)
