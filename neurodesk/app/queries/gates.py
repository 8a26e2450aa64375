"""Why is nothing running? The gates' snapshot and the one-line answer (SPEC Q10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo

from neurodesk.app.profile import Profile
from neurodesk.domain.budget import local_day, next_day_start, quiet_until
from neurodesk.domain.gates import (
    CURATOR_GATES,
    GATES,
    Gate,
    GateSnapshot,
    QueueFacts,
    Why,
    first_closed_gate,
    why_nothing_runs,
)
from neurodesk.domain.tasks import Origin
from neurodesk.storage.db import Rx
from neurodesk.storage.query_store import waiting_count
from neurodesk.storage.role_lock import role_holder
from neurodesk.storage.task_store import budget_used, next_due_at

PAUSED = "worker.paused"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What is known of an endpoint: "" or the code of its fault, and when it is asked again (0: unknown)."""

    fault: str = ""
    retry_at: float = 0.0


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """What only a running process knows; the defaults are those of a process without a window.

    Attributes:
        searxng, models: state of the endpoints; the embedded engine counts as a model (SPEC Q10).
        idle_for_s: see ``worker.idle``.
        interactive_calls: in flight or waiting.
    """

    searxng: Callable[[], Endpoint] = Endpoint
    models: Callable[[], Endpoint] = Endpoint
    idle_for_s: Callable[[], float] = lambda: float("inf")
    interactive_calls: Callable[[], int] = lambda: 0


def gate_snapshot(
    profile: Profile, live: LiveFacts | None = None, zone: tzinfo | None = None
) -> GateSnapshot:
    """Take everything the gates look at; reads only.

    Args:
        live: facts of this process.
        zone: time zone of the budget and the quiet hours, this machine's own when None.
    """
    live = live or LiveFacts()
    settings = profile.settings.current
    now = profile.clock.time()
    day = local_day(now, zone)

    def query(rx: Rx) -> tuple[bool, bool, int]:
        paused = bool(rx.scalar("SELECT value FROM app_state WHERE key = ?", (PAUSED,)))
        library = bool(rx.scalar("SELECT EXISTS (SELECT 1 FROM collection WHERE indexed_at > 0)"))
        return paused, library, budget_used(rx, day)

    paused, library_ready, used = profile.database.read(query)
    searxng = live.searxng()
    models = live.models()
    no_address = not settings.text("searxng.url").strip()
    return GateSnapshot(
        now=now,
        paused=paused,
        autonomous=settings.switch("worker.autonomous"),
        searxng_on=settings.switch("web.searxng"),
        searxng_fault="no_address" if no_address else searxng.fault,
        searxng_retry_at=searxng.retry_at,
        manual_web=settings.switch("web.manual_research"),
        library_ready=library_ready,
        quiet_until=quiet_until(now, settings.text("worker.quiet_hours"), zone),
        idle_only=settings.switch("worker.idle_only"),
        idle_after_s=settings.number("worker.idle_after_s"),
        idle_for_s=live.idle_for_s(),
        interactive_calls=live.interactive_calls(),
        budget_used=used,
        budget_limit=settings.whole("worker.max_tasks_per_day"),
        budget_opens_at=next_day_start(now, zone),
        model_fault=models.fault,
        model_retry_at=models.retry_at,
    )


def queue_facts(rx: Rx, now: float, *, worker_alive: bool, next_check_at: float = 0.0) -> QueueFacts:
    """Read what the queue holds; due deferred tasks count as waiting, the worker promotes them at reserve."""
    waiting: list[tuple[float, float, Origin]] = []
    for origin in Origin:
        row = rx.one(
            "SELECT priority, created_at FROM task WHERE state = 'queued' AND requested_by = ?"
            " ORDER BY priority DESC, created_at, id LIMIT 1",
            (str(origin),),
        )
        if row is not None:
            waiting.append((-row["priority"], row["created_at"], origin))
    due = rx.sql(
        "SELECT requested_by, MAX(priority) AS priority, MIN(created_at) AS created_at FROM task"
        " INDEXED BY task_due WHERE state = 'deferred' AND parked = 0 AND not_before <= ?"
        " GROUP BY requested_by",
        (now,),
    )
    known = {str(origin): origin for origin in Origin}
    waiting.extend(
        (-row["priority"], row["created_at"], known[row["requested_by"]])
        for row in due
        if row["requested_by"] in known
    )
    running = rx.scalar(
        "SELECT id FROM task INDEXED BY task_leased WHERE state IN ('reserved', 'running')"
        " AND state = 'running' ORDER BY id LIMIT 1"
    )
    parked = rx.scalar(
        "SELECT COUNT(*) FROM task INDEXED BY task_parked WHERE state = 'deferred' AND parked = 1"
    )
    return QueueFacts(
        worker_alive=worker_alive,
        running_task=running or "",
        waiting_origins=tuple(dict.fromkeys(origin for _, _, origin in sorted(waiting))),
        next_due_at=next_due_at(rx),
        next_check_at=next_check_at,
        parked=parked,
        looks=waiting_count(rx),
    )


def why(
    profile: Profile,
    live: LiveFacts | None = None,
    *,
    next_check_at: float = 0.0,
    zone: tzinfo | None = None,
) -> Why:
    """Answer "why is nothing running?" for this profile, whichever process works it (SPEC Q10)."""
    snapshot = gate_snapshot(profile, live, zone)
    alive = role_holder(profile.paths.root) is not None
    facts = profile.database.read(
        lambda rx: queue_facts(rx, snapshot.now, worker_alive=alive, next_check_at=next_check_at)
    )
    return why_nothing_runs(snapshot, facts)


@dataclass(frozen=True, slots=True)
class GateStep:
    """One gate in the order of asking: ``passed``, ``closed`` (it blocks) or ``not_reached``."""

    gate: Gate
    state: str


@dataclass(frozen=True, slots=True)
class GateLine:
    """The answer to "why is nothing running?" with the gates behind it (SPEC Q10).

    Attributes:
        origin: whose gates are shown: of the first waiting task, the scanner's when none waits.
        only_curator: the curator's own tasks would run although the scanner's may not.
    """

    why: Why
    origin: Origin
    steps: tuple[GateStep, ...]
    snapshot: GateSnapshot
    only_curator: bool


def gate_line(
    profile: Profile,
    live: LiveFacts | None = None,
    *,
    next_check_at: float = 0.0,
    zone: tzinfo | None = None,
) -> GateLine:
    """Answer "why is nothing running?" and say which gates are passed, which one blocks (SPEC Q10)."""
    snapshot = gate_snapshot(profile, live, zone)
    alive = role_holder(profile.paths.root) is not None
    facts = profile.database.read(
        lambda rx: queue_facts(rx, snapshot.now, worker_alive=alive, next_check_at=next_check_at)
    )
    origin = facts.waiting_origins[0] if facts.waiting_origins else Origin.SCANNER
    closed = first_closed_gate(snapshot, origin)
    steps: list[GateStep] = []
    reached = True
    for gate in CURATOR_GATES if origin is Origin.CURATOR else GATES:
        if closed is not None and gate is closed.gate:
            steps.append(GateStep(gate, "closed"))
            reached = False
        else:
            steps.append(GateStep(gate, "passed" if reached else "not_reached"))
    scanner = first_closed_gate(snapshot, Origin.SCANNER)
    curator = first_closed_gate(snapshot, Origin.CURATOR)
    return GateLine(
        why_nothing_runs(snapshot, facts),
        origin,
        tuple(steps),
        snapshot,
        scanner is not None and curator is None,
    )
