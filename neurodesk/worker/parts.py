"""What a worker works with; bound in the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import tzinfo

from neurodesk.domain.gates import GateSnapshot
from neurodesk.domain.ports import Clock
from neurodesk.domain.run_context import TaskRunner
from neurodesk.storage.activity_store import ActivityStore
from neurodesk.storage.search_event_store import SearchEventStore
from neurodesk.storage.task_store import TaskStore

Scan = Callable[[], Awaitable[object]]
Recheck = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class WorkerParts:
    """The parts of a worker.

    Attributes:
        owner: who holds the leases; from the role lock.
        runner: works one task to its result.
        snapshot: takes a fresh look at the gates.
        scan: runs the scanner once and enqueues what it finds worth it; None for no scanner.
        scan_interval_s: asked before each wait.
        recheck: looks at one source of promoted sentences again and tells whether more are due.
        zone: time zone of the budget's day, this machine's own when None.
        events: where the steps of searches are kept, None for nowhere.
        heartbeat_by_hand: for a clock that jumps; only ``WorkerLoop.tick_heartbeat`` renews, no thread.
    """

    store: TaskStore
    activity: ActivityStore
    clock: Clock
    owner: str
    runner: TaskRunner
    snapshot: Callable[[], GateSnapshot]
    scan: Scan | None = None
    scan_interval_s: Callable[[], float] = lambda: 1800.0
    recheck: Recheck | None = None
    zone: tzinfo | None = None
    heartbeat_by_hand: bool = False
    events: SearchEventStore | None = None
