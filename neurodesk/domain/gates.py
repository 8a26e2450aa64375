"""Gates: may a task of this origin start now, and if not, what opens the way (SPEC Q10, Q11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from neurodesk.domain.budget import within_budget
from neurodesk.domain.tasks import Origin


class Gate(StrEnum):
    """The gates in the order in which they are asked."""

    PAUSE = "pause"
    AUTONOMY = "autonomy"
    SEARCH = "search"
    QUIET = "quiet_hours"
    IDLE = "idle"
    BUDGET = "budget"
    MODEL = "model"


GATES: tuple[Gate, ...] = tuple(Gate)
# The curator's own tasks run with autonomy off, outside idle, quiet hours and budget (SPEC Q10).
CURATOR_GATES: tuple[Gate, ...] = (Gate.PAUSE, Gate.SEARCH, Gate.MODEL)


@dataclass(frozen=True, slots=True)
class GateSnapshot:
    """Everything the gates look at, taken at one moment.

    Attributes:
        now: UTC epoch seconds.
        searxng_fault: "" when SearXNG answers, else the code of what is wrong.
        searxng_retry_at: when SearXNG is asked again, 0 when unknown.
        quiet_until: end of the quiet hours that ``now`` falls into, 0 outside.
        idle_for_s: seconds since the last input or interactive model call ended.
        interactive_calls: interactive model calls in flight or waiting.
        budget_used: autonomous tasks that started on this local day.
        budget_opens_at: first instant of the next local day.
        model_fault: "" when a model or the embedded engine can work, else the code of what is wrong.
        model_retry_at: when the models are asked again, 0 when unknown.
    """

    now: float
    paused: bool = False
    autonomous: bool = False
    searxng_on: bool = False
    searxng_fault: str = ""
    searxng_retry_at: float = 0.0
    manual_web: bool = False
    library_ready: bool = False
    quiet_until: float = 0.0
    idle_only: bool = True
    idle_after_s: float = 60.0
    idle_for_s: float = float("inf")
    interactive_calls: int = 0
    budget_used: int = 0
    budget_limit: int = 12
    budget_opens_at: float = 0.0
    model_fault: str = ""
    model_retry_at: float = 0.0


@dataclass(frozen=True, slots=True)
class ClosedGate:
    """A gate that blocks.

    Attributes:
        code: what is the matter, worded by the surface.
        opens_at: UTC epoch seconds, None when an event opens it and no time is known.
        opens_on: the event that opens it.
    """

    gate: Gate
    code: str
    opens_at: float | None
    opens_on: str
    params: Mapping[str, object] = field(default_factory=dict)


def first_closed_gate(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    """Return the first gate that holds tasks of this origin, None when they may start (SPEC Q10)."""
    for gate in CURATOR_GATES if origin is Origin.CURATOR else GATES:
        closed = _CHECKS[gate](snapshot, origin)
        if closed is not None:
            return closed
    return None


def open_origins(snapshot: GateSnapshot) -> tuple[Origin, ...]:
    """Return the origins whose tasks may start now."""
    return tuple(origin for origin in Origin if first_closed_gate(snapshot, origin) is None)


def gate_for_running(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    """Return the gate that closed under a running task; its own start does not count against it (SPEC Q3)."""
    for gate in CURATOR_GATES if origin is Origin.CURATOR else GATES:
        if gate is Gate.BUDGET:
            continue
        closed = _CHECKS[gate](snapshot, origin)
        if closed is not None:
            return closed
    return None


def may_scan(snapshot: GateSnapshot) -> bool:
    """Tell whether a scheduled scan may run: it is autonomous work, but needs neither search nor model."""
    gates = (Gate.PAUSE, Gate.AUTONOMY, Gate.QUIET, Gate.IDLE)
    return all(_CHECKS[gate](snapshot, Origin.SCANNER) is None for gate in gates)


def _pause(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    return ClosedGate(Gate.PAUSE, "worker_paused", None, "resume") if snapshot.paused else None


def _autonomy(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if snapshot.autonomous:
        return None
    return ClosedGate(Gate.AUTONOMY, "autonomy_off", None, "autonomy_on")


def _search(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if snapshot.library_ready:
        return None
    if not snapshot.searxng_on:
        return ClosedGate(Gate.SEARCH, "no_search", None, "search_added")
    if origin is Origin.CURATOR and not snapshot.manual_web:
        return ClosedGate(Gate.SEARCH, "manual_web_off", None, "manual_web_on")
    if snapshot.searxng_fault:
        return ClosedGate(
            Gate.SEARCH,
            "search_unavailable",
            snapshot.searxng_retry_at or None,
            "search_answers",
            {"fault": snapshot.searxng_fault},
        )
    return None


def _quiet(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if snapshot.quiet_until <= snapshot.now:
        return None
    return ClosedGate(Gate.QUIET, "quiet_hours", snapshot.quiet_until, "quiet_hours_end")


def _idle(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if not snapshot.idle_only:
        return None
    if snapshot.interactive_calls > 0:
        return ClosedGate(Gate.IDLE, "interactive_call", None, "idle", {"calls": snapshot.interactive_calls})
    missing_s = snapshot.idle_after_s - snapshot.idle_for_s
    if missing_s <= 0:
        return None
    return ClosedGate(Gate.IDLE, "not_idle", snapshot.now + missing_s, "idle")


def _budget(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if within_budget(snapshot.budget_used, snapshot.budget_limit):
        return None
    return ClosedGate(
        Gate.BUDGET,
        "budget_spent",
        snapshot.budget_opens_at,
        "next_day",
        {"used": snapshot.budget_used, "limit": snapshot.budget_limit},
    )


def _model(snapshot: GateSnapshot, origin: Origin) -> ClosedGate | None:
    if not snapshot.model_fault:
        return None
    return ClosedGate(
        Gate.MODEL,
        "model_unavailable",
        snapshot.model_retry_at or None,
        "model_answers",
        {"fault": snapshot.model_fault},
    )


_CHECKS: Mapping[Gate, Callable[[GateSnapshot, Origin], ClosedGate | None]] = {
    Gate.PAUSE: _pause,
    Gate.AUTONOMY: _autonomy,
    Gate.SEARCH: _search,
    Gate.QUIET: _quiet,
    Gate.IDLE: _idle,
    Gate.BUDGET: _budget,
    Gate.MODEL: _model,
}


# -- why is nothing running? --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QueueFacts:
    """What the queue holds at the moment of a snapshot.

    Attributes:
        worker_alive: some process holds the worker role.
        running_task: id of the task that runs, or "".
        waiting_origins: origins of the queued tasks, the first task's origin first.
        next_due_at: when the first deferred task is due, 0 when none is.
        next_check_at: when the worker looks again, 0 when unknown.
        looks: queries that wait for the curator's look (SPEC W10).
    """

    worker_alive: bool
    running_task: str = ""
    waiting_origins: tuple[Origin, ...] = ()
    next_due_at: float = 0.0
    next_check_at: float = 0.0
    parked: int = 0
    looks: int = 0


QUEUE_EMPTY = "queue_empty"  # code of ``Why``: no gate holds anything back


@dataclass(frozen=True, slots=True)
class Why:
    """The one line that answers "why is nothing running?" (SPEC Q10)."""

    code: str
    gate: Gate | None = None
    opens_at: float | None = None
    opens_on: str = ""
    params: Mapping[str, object] = field(default_factory=dict)


def why_nothing_runs(snapshot: GateSnapshot, facts: QueueFacts) -> Why:
    """Answer with the first thing that keeps the queue still, and when or by what it goes on (SPEC Q10)."""
    if facts.running_task:
        return Why("task_running", params={"task": facts.running_task})
    waiting = list(facts.waiting_origins)
    closed = [first_closed_gate(snapshot, origin) for origin in waiting]
    if not waiting:
        if facts.looks:  # the curator can open it now, whatever is due by itself later
            return Why("queries_wait", opens_on="queries_looked", params={"queries": facts.looks})
        if facts.next_due_at:
            due_at = max(facts.next_due_at, snapshot.now)
            return Why("all_deferred", opens_at=due_at, opens_on="task_due")
        if facts.parked:
            return Why("all_parked", opens_on="try_again", params={"parked": facts.parked})
        return Why(QUEUE_EMPTY, opens_on="task_added")
    first = closed[0]
    if first is not None and all(one is not None for one in closed):
        return Why(first.code, first.gate, first.opens_at, first.opens_on, first.params)
    if not facts.worker_alive:  # named behind the gates: while one is closed a worker would not help
        return Why("no_worker", opens_on="worker_starts")
    return Why("next_check", opens_at=facts.next_check_at or None, opens_on="next_check")
