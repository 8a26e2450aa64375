"""A worker process for the crash tests: real queue, ledger and worker; it waits at each boundary.

Usage: staged_worker.py DATA_DIR. At each boundary it prints ``POINT task stage`` and waits for a line, so
that the test can kill it exactly there, or directly after it was let go.
"""

from __future__ import annotations

import sys
from pathlib import Path

from neurodesk.bootstrap import open_profile, open_worker
from neurodesk.domain.articles import ArticleType, DraftKind
from neurodesk.domain.evidence import EvidenceState, SourceOrigin, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.ports import Clock
from neurodesk.domain.research import (
    AuthoredArticle,
    NewCandidate,
    NewDraft,
    NewEvidence,
    Review,
    StageResult,
    TaskResult,
)
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import STAGES, Outcome, Stage, Task
from neurodesk.pipeline.steps import Steps
from neurodesk.storage.db import Database
from neurodesk.storage.task_ledger import StoredLedger
from neurodesk.worker.loop import RunMode


def at_boundary(point: str, task: Task, stage: str) -> None:
    """Tell the parent where this process is, and wait for its word."""
    print(f"{point} {task.id} {stage}", flush=True)
    sys.stdin.readline()


def source(task: Task, number: int, now: float) -> SourceText:
    text = f"{task.topic}: passage {number}"
    uri = f"library://docs/{task.topic}/{number}"
    return SourceText(
        uri, uri, task.topic, text, SourceOrigin.LIBRARY, "library:docs", "", "en", "text/1", now
    )


def result_of(stage: Stage, task: Task, now: float) -> StageResult:
    """Return what a stage of this task always finds."""
    if stage is Stage.SEARCH:
        hits = [
            NewCandidate(f"library://docs/{task.topic}/{n}", "t", "s", "library", "q", n, "kept")
            for n in range(4)
        ]
        return StageResult({"hits": 4}, candidates=tuple(hits))
    if stage is Stage.FETCH:
        texts = [source(task, n, now) for n in range(3)]
        evidence = [
            NewEvidence(
                derived_id("ev", task.id, one.final_uri),
                one,
                sha256_text(one.text),
                0.9,
                0.9,
                0.6,
                0.5,
                1,
                True,
                EvidenceState.FETCHED,
                (),
            )
            for one in texts
        ]
        return StageResult({"fetched": 3}, evidence=tuple(evidence))
    if stage is Stage.REVIEW:
        text = f"# {task.topic}\n\nText.\n"
        article = AuthoredArticle(
            text, task.topic, "en", ArticleType.HOW_TO, (), "extractive, no language model", "embedded"
        )
        draft_id = derived_id("draft", task.id)
        draft = NewDraft(draft_id, DraftKind.NEW, article, Review((), True, ()), text)
        return StageResult({"draft": draft_id}, draft=draft)
    return StageResult({"stage": str(stage)})


class Staged:
    """Takes every stage of a task, each behind its receipt."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._ledger = StoredLedger(database, clock)
        self._clock = clock

    async def __call__(self, task: Task, context: RunContext) -> TaskResult:
        steps = Steps(self._ledger, task, context, self._clock)
        for stage in STAGES:
            taken = []

            async def work(stage: Stage = stage, taken: list[Stage] = taken) -> StageResult:
                taken.append(stage)
                at_boundary("before", task, stage)
                found = result_of(stage, task, self._clock.time())
                at_boundary("commit", task, stage)
                return found

            await steps.take(stage, 0, work)
            if taken:
                at_boundary("after", task, stage)
        at_boundary("result", task, "-")
        return TaskResult(Outcome.ARTICLE_CREATED, 3, derived_id("draft", task.id))


def main() -> None:
    with open_profile(Path(sys.argv[1])) as profile:
        runner = Staged(profile.database, profile.clock)
        with open_worker(profile, runner, mode=RunMode.UNTIL_IDLE) as host:
            host.join()
    print("idle", flush=True)


if __name__ == "__main__":
    main()
