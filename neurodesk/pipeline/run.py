"""The life of one research task: plan, search, fetch, gate, author, review, stage (SPEC W1, R2, R7)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from neurodesk.domain.planning import strip_question
from neurodesk.domain.research import Plan, StageResult, TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import REPAIR, Outcome, Stage, Task
from neurodesk.pipeline.answer_changes import answer
from neurodesk.pipeline.plan import finish_plan, plan_from_json, prepare_plan
from neurodesk.pipeline.reuse import with_reuse
from neurodesk.pipeline.tools import ResearchTools
from neurodesk.pipeline.work import TaskWork
from neurodesk.pipeline.write_article import ArticleWork

SECOND_TRY_PASS = 50


async def research(task: Task, tools: ResearchTools, context: RunContext) -> TaskResult:
    """Work on a task until an outcome stands.

    Raises:
        InfrastructureFault: deferred without a charge; finished stages stay.
        StepStop: the task leaves after a step.
        StaleLease: another worker holds the task.
    """
    work = TaskWork(task, tools, context)

    async def make_plan() -> StageResult:
        draft = await asyncio.to_thread(prepare_plan, task, tools.knowledge, work.limits)
        found = finish_plan(draft, await tools.planner.plan(draft.request), work.limits)
        reuse = await asyncio.to_thread(work.reuse, plan_from_json(found.data["plan"]))
        return replace(found, data=with_reuse(found.data, reuse), evidence=reuse.evidence)

    if task.kind == REPAIR:
        return await answer(work)
    planned = await work.steps.take(Stage.PLAN, 0, make_plan)
    plan = plan_from_json(planned["plan"])
    pages_left = work.limits.max_pages
    reused = reused_ids(planned)
    if reused:
        context.report("research_reused", texts=len(reused))
    for pass_number in range(0 if reused else work.limits.max_rounds):
        queries = queries_of(plan, pass_number, work.limits.max_queries)
        if not queries:
            break
        used, new = await work.round(plan, queries, pass_number, "research", pages_left)
        pages_left -= used
        if pages_left <= 0 or (new and questions_covered(work)):
            break
    if not work.learned() and work.failed_queries and pages_left > 0:
        # What could not be asked is no proof that nothing is there: asked again, or deferred (SPEC Q3).
        await work.round(
            plan, tuple(work.failed_queries), SECOND_TRY_PASS, "research", pages_left, strict=True
        )
    learned = work.learned()
    if not learned:
        return TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0, reason="nothing_passed_the_gates")
    if not work.limits.write_articles:
        return TaskResult(Outcome.EVIDENCE_ONLY, len(learned), reason="article_synthesis_is_off")
    return await ArticleWork(work, plan).run()


def reused_ids(planned: Mapping[str, object]) -> list[object]:
    """Return the texts that were taken over with the plan; receipts of before know none."""
    reuse = planned.get("reuse")
    found = reuse.get("evidence") if isinstance(reuse, dict) else None
    return found if isinstance(found, list) else []


def queries_of(plan: Plan, pass_number: int, max_queries: int) -> tuple[str, ...]:
    """Return a round's queries: first the plan's, later the research questions that are still open."""
    if pass_number == 0:
        return plan.queries
    asked = set(plan.queries)
    more = [strip_question(one) for one in plan.questions]
    still_open = [one for one in dict.fromkeys(more) if one and one not in asked]
    start = (pass_number - 1) * max_queries
    return tuple(still_open[start : start + max_queries])


def questions_covered(work: TaskWork) -> bool:
    """Tell whether the search may end early: two sources or three texts are enough."""
    learned = work.learned()
    return len({one.source_key for one in learned}) >= 2 or len(learned) >= 3
