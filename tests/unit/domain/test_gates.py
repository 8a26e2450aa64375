"""Gates in their order, by origin, and the one-line answer (SPEC Q10, Q11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from neurodesk.domain.gates import (
    GATES,
    Gate,
    GateSnapshot,
    QueueFacts,
    first_closed_gate,
    gate_for_running,
    may_scan,
    open_origins,
    why_nothing_runs,
)
from neurodesk.domain.tasks import Origin

OPEN = GateSnapshot(now=1000.0, autonomous=True, library_ready=True)
CLOSED: dict[Gate, dict[str, object]] = {
    Gate.PAUSE: {"paused": True},
    Gate.AUTONOMY: {"autonomous": False},
    Gate.SEARCH: {"library_ready": False},
    Gate.QUIET: {"quiet_until": 2000.0},
    Gate.IDLE: {"idle_for_s": 10.0},
    Gate.BUDGET: {"budget_used": 12, "budget_opens_at": 5000.0},
    Gate.MODEL: {"model_fault": "no_node", "model_retry_at": 1015.0},
}
AUTONOMOUS = [Origin.SCANNER, Origin.EVENT, Origin.GOAL]


def closing(*gates: Gate) -> GateSnapshot:
    snapshot = OPEN
    for gate in gates:
        snapshot = replace(snapshot, **CLOSED[gate])  # type: ignore[arg-type]
    return snapshot


@pytest.mark.parametrize("origin", list(Origin))
def test_nothing_blocks_when_every_gate_is_open(origin: Origin) -> None:
    assert first_closed_gate(OPEN, origin) is None
    assert origin in open_origins(OPEN)


@pytest.mark.parametrize("gate", list(Gate))
@pytest.mark.parametrize("origin", AUTONOMOUS)
def test_each_gate_alone_holds_autonomous_tasks(gate: Gate, origin: Origin) -> None:
    closed = first_closed_gate(closing(gate), origin)
    assert closed is not None
    assert closed.gate is gate


@pytest.mark.parametrize("index", range(len(GATES)))
def test_the_first_closed_gate_in_order_is_named(index: int) -> None:
    closed = first_closed_gate(closing(*GATES[index:]), Origin.SCANNER)
    assert closed is not None
    assert closed.gate is GATES[index]


def test_the_order_is_pause_autonomy_search_quiet_idle_budget_model() -> None:
    assert [str(gate) for gate in GATES] == [
        "pause",
        "autonomy",
        "search",
        "quiet_hours",
        "idle",
        "budget",
        "model",
    ]


def test_the_curators_tasks_run_with_autonomy_off_outside_idle_quiet_hours_and_budget() -> None:
    held = closing(Gate.AUTONOMY, Gate.QUIET, Gate.IDLE, Gate.BUDGET)
    assert first_closed_gate(held, Origin.CURATOR) is None
    assert open_origins(held) == (Origin.CURATOR,)


@pytest.mark.parametrize("gate", [Gate.PAUSE, Gate.SEARCH, Gate.MODEL])
def test_the_curators_tasks_need_search_and_model_and_no_pause(gate: Gate) -> None:
    closed = first_closed_gate(closing(gate), Origin.CURATOR)
    assert closed is not None
    assert closed.gate is gate


@pytest.mark.parametrize(
    ("values", "curator", "scanner"),
    [
        ({"searxng_on": False}, "no_search", "no_search"),
        ({"searxng_on": True}, "manual_web_off", ""),
        ({"searxng_on": True, "manual_web": True}, "", ""),
        (
            {"searxng_on": True, "manual_web": True, "searxng_fault": "down"},
            "search_unavailable",
            "search_unavailable",
        ),
    ],
)
def test_search_is_possible_with_a_library_or_a_searxng_that_answers(
    values: dict[str, object], curator: str, scanner: str
) -> None:
    snapshot = replace(OPEN, library_ready=False, **values)  # type: ignore[arg-type]
    for origin, code in ((Origin.CURATOR, curator), (Origin.SCANNER, scanner)):
        closed = first_closed_gate(snapshot, origin)
        assert ("" if closed is None else closed.code) == code
    assert first_closed_gate(replace(snapshot, library_ready=True), Origin.CURATOR) is None


def test_idle_opens_when_the_silence_is_long_enough() -> None:
    closed = first_closed_gate(replace(OPEN, idle_for_s=10.0, idle_after_s=60.0), Origin.SCANNER)
    assert closed is not None
    assert closed.opens_at == 1050.0
    assert first_closed_gate(replace(OPEN, idle_for_s=60.0), Origin.SCANNER) is None
    assert first_closed_gate(replace(OPEN, idle_for_s=0.0, idle_only=False), Origin.SCANNER) is None


def test_an_interactive_call_is_never_idle() -> None:
    closed = first_closed_gate(replace(OPEN, interactive_calls=1, idle_for_s=1e9), Origin.SCANNER)
    assert closed is not None
    assert (closed.code, closed.opens_at) == ("interactive_call", None)


@pytest.mark.parametrize(
    ("gate", "opens_at"),
    [
        (Gate.PAUSE, None),
        (Gate.AUTONOMY, None),
        (Gate.SEARCH, None),
        (Gate.QUIET, 2000.0),
        (Gate.IDLE, 1050.0),
        (Gate.BUDGET, 5000.0),
        (Gate.MODEL, 1015.0),
    ],
)
def test_each_gate_says_when_or_by_what_it_opens(gate: Gate, opens_at: float | None) -> None:
    closed = first_closed_gate(closing(gate), Origin.SCANNER)
    assert closed is not None
    assert closed.opens_at == opens_at
    assert closed.opens_on


def test_a_running_task_is_not_stopped_by_the_budget_that_it_used_up() -> None:
    assert gate_for_running(closing(Gate.BUDGET), Origin.SCANNER) is None
    for gate in set(Gate) - {Gate.BUDGET}:
        closed = gate_for_running(closing(gate), Origin.SCANNER)
        assert closed is not None
        assert closed.gate is gate
    assert gate_for_running(closing(Gate.IDLE), Origin.CURATOR) is None


def test_a_scheduled_scan_needs_neither_search_nor_model_nor_budget() -> None:
    assert may_scan(closing(Gate.SEARCH, Gate.MODEL, Gate.BUDGET))
    for gate in (Gate.PAUSE, Gate.AUTONOMY, Gate.QUIET, Gate.IDLE):
        assert not may_scan(closing(gate))


# -- why is nothing running? --------------------------------------------------------------------------


def facts(*waiting: Origin, **values: object) -> QueueFacts:
    return QueueFacts(**({"worker_alive": True, "waiting_origins": waiting} | values))  # type: ignore[arg-type]


def test_a_running_task_is_the_answer_before_anything_else() -> None:
    why = why_nothing_runs(closing(Gate.PAUSE), facts(Origin.SCANNER, running_task="t1"))
    assert (why.code, why.params["task"]) == ("task_running", "t1")


def test_an_empty_queue_says_what_it_waits_for() -> None:
    assert why_nothing_runs(OPEN, facts()).code == "queue_empty"
    assert why_nothing_runs(OPEN, facts(parked=2)).code == "all_parked"
    why = why_nothing_runs(OPEN, facts(next_due_at=1500.0, parked=2))
    assert (why.code, why.opens_at) == ("all_deferred", 1500.0)


def test_a_missing_worker_is_named_only_when_it_would_help() -> None:
    why = why_nothing_runs(OPEN, facts(Origin.SCANNER, worker_alive=False))
    assert (why.code, why.opens_on) == ("no_worker", "worker_starts")
    assert why_nothing_runs(closing(Gate.PAUSE), facts(Origin.SCANNER, worker_alive=False)).gate is Gate.PAUSE


def test_the_first_gate_of_the_first_task_is_named_with_its_time() -> None:
    why = why_nothing_runs(closing(Gate.IDLE, Gate.BUDGET), facts(Origin.SCANNER))
    assert (why.code, why.gate, why.opens_at) == ("not_idle", Gate.IDLE, 1050.0)


def test_a_task_of_another_origin_that_may_run_means_only_the_next_check_is_missing() -> None:
    held = closing(Gate.AUTONOMY)
    why = why_nothing_runs(held, facts(Origin.SCANNER, Origin.CURATOR, next_check_at=1060.0))
    assert (why.code, why.opens_at) == ("next_check", 1060.0)
    assert why_nothing_runs(held, facts(Origin.SCANNER, Origin.EVENT)).code == "autonomy_off"
