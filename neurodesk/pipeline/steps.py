"""Runs the stages of one task: each once, its result and receipt stored together (SPEC Q13)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from neurodesk.domain.ports import Clock, TaskLedger
from neurodesk.domain.research import StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import Stage, Task


class Steps:
    """The stages of one task that are done, and the way to do the next.

    Args:
        ledger: where results and receipts go.
        task: the task that is running.
        context: token, stop wish and activity feed of the worker.
        clock: measures how long a stage took.
    """

    def __init__(self, ledger: TaskLedger, task: Task, context: RunContext, clock: Clock) -> None:
        self._ledger = ledger
        self._task = task
        self._context = context
        self._clock = clock
        self._done = {(one.stage, one.pass_number): one.data for one in ledger.receipts(task.id)}

    def done(self, stage: Stage, pass_number: int = 0) -> bool:
        """Tell whether a stage has its receipt."""
        return (stage, pass_number) in self._done

    async def take(
        self, stage: Stage, pass_number: int, work: Callable[[], Awaitable[StageResult]]
    ) -> dict[str, object]:
        """Do a stage, or return what it gave when it was done before a crash.

        Raises:
            StaleLease: another worker holds the task now; nothing of this stage was stored.
            StepStop: the task leaves after this step; the stage is stored.
        """
        key = (stage, pass_number)
        if key not in self._done:
            self._context.report("stage_started", stage=stage.value, pass_number=pass_number)
            started = self._clock.monotonic()
            result = await work()
            duration = self._clock.monotonic() - started
            await asyncio.to_thread(self._context.renew_lease)
            await asyncio.to_thread(
                self._ledger.commit,
                self._task.id,
                self._context.token,
                stage,
                pass_number,
                result,
                duration_s=duration,
            )
            self._done[key] = result.data
            self._context.report(
                "stage_finished", stage=stage.value, pass_number=pass_number, duration_s=round(duration, 3)
            )
            self._context.checkpoint()
        return self._done[key]
