"""What a running task may ask of the worker, and how it is told to stop (SPEC Q5, Q8, W11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.ports import Clock
from neurodesk.domain.research import TaskResult
from neurodesk.domain.search_events import SearchStep
from neurodesk.domain.tasks import Task


class StopCause(StrEnum):
    """Why a task stops after its step."""

    CURATOR = "stopped_by_curator"
    SHUTDOWN = "shutdown"
    GATE = "gate_closed"
    LOOK = "curator_looks"


class StepStop(NeuroDeskError):
    """Raised by ``RunContext.checkpoint`` to leave a task between two steps; the runner lets it pass.

    Args:
        cause: who asked.
        reason: the deferral reason; for a gate its code.
    """

    def __init__(self, cause: StopCause, reason: str = "") -> None:
        self.cause = cause
        self.reason = reason or str(cause)
        super().__init__("step_stop", reason=self.reason)


@dataclass(frozen=True, slots=True)
class RunContext:
    """The worker's side of one attempt.

    Attributes:
        token: the fencing token; handed to every commit of a stage.
        clock: the worker's clock.
        checkpoint: called between two steps; raises ``StepStop`` when the task should leave.
        renew_lease: called directly before a stage is committed, so that a clock jump does not make a living
            owner's lease look expired; raises ``StaleLease`` when it is lost.
        report: ``report(code, **params)`` adds a line to the activity feed.
        trace: ``trace(step, pass_number, data)`` adds a step of the search to the task's log (SPEC W11).
    """

    token: str
    clock: Clock
    checkpoint: Callable[[], None]
    renew_lease: Callable[[], None]
    report: Callable[..., None]
    trace: Callable[[SearchStep, int, dict[str, object]], None] = lambda _step, _pass_number, _data: None


TaskRunner = Callable[[Task, RunContext], Awaitable[TaskResult]]
