"""The life of one research task: plan, search, fetch, gate, author, review, stage (SPEC W1, R2, R7)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from neurodesk.domain.evidence import Evidence, EvidenceState
from neurodesk.domain.research import Plan, StageResult, TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import Outcome, Stage, Task
from neurodesk.pipeline.fetch import fetch_selected
from neurodesk.pipeline.learn import judge_fetched
from neurodesk.pipeline.plan import plan_from_json, plan_task
from neurodesk.pipeline.search import HITS_PER_QUERY, hits_from_json, search_round
from neurodesk.pipeline.steps import Steps
from neurodesk.pipeline.tools import Limits, ResearchTools
from neurodesk.pipeline.write_article import ArticleWork, after_question


class Research:
    """One task on its way; everything it knows is in the ledger, so that a crash loses at most one stage.

    Args:
        task: the task as reserved.
        tools: what it works with.
        context: token, stop wish and activity feed of the worker.
    """

    def __init__(self, task: Task, tools: ResearchTools, context: RunContext) -> None:
        self.task = task
        self.tools = tools
        self.context = context
        self.limits = Limits.of(tools.settings())
        self.steps = Steps(tools.ledger, task, context, tools.clock)

    async def run(self) -> TaskResult:
        """Work until an outcome stands.

        Raises:
            InfrastructureFault: deferred without a charge; finished stages stay.
            StepStop: the task leaves after a step.
            StaleLease: another worker holds the task.
        """
        planned = await self.steps.take(Stage.PLAN, 0, self._plan)
        plan = plan_from_json(planned["plan"])
        pages_left = self.limits.max_pages
        for pass_number in range(self.limits.max_rounds):
            queries = self._queries_of(plan, pass_number)
            if not queries:
                break
            used, new = await self.round(plan, queries, pass_number, "research", pages_left)
            pages_left -= used
            if pages_left <= 0 or (new and self._questions_covered(plan)):
                break
        learned = self.learned()
        if not learned:
            return TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0, reason="nothing_passed_the_gates")
        if not self.limits.write_articles:
            return TaskResult(Outcome.EVIDENCE_ONLY, len(learned), reason="article_synthesis_is_off")
        return await ArticleWork(self, plan).run()

    async def round(
        self, plan: Plan, queries: Sequence[str], pass_number: int, phase: str, page_budget: int
    ) -> tuple[int, int]:
        """Search, fetch and judge once.

        Returns:
            (real fetches, texts that passed the gates).
        """
        screen = self.tools.screen().for_plan(plan, self.task.filter_keys)
        limit = HITS_PER_QUERY if phase == "research" else self.limits.article_results

        async def search() -> StageResult:
            return await search_round(
                queries,
                self.tools.providers(),
                screen,
                self.context,
                pass_number=pass_number,
                phase=phase,
                limit=limit,
                page_budget=page_budget,
                known_uris=[one.requested_uri for one in self.tools.ledger.evidence(self.task.id)],
            )

        found = await self.steps.take(Stage.SEARCH, pass_number, search)
        hits = hits_from_json(found["selected"])

        async def fetch() -> StageResult:
            return await fetch_selected(
                self.task.id,
                hits,
                self.tools.fetchers,
                self.context,
                seeds=plan.seed_node_ids,
                pass_number=pass_number,
                phase=phase,
            )

        await self.steps.take(Stage.FETCH, pass_number, fetch)

        async def gate() -> StageResult:
            state = EvidenceState.LEARNED if phase == "research" else EvidenceState.PENDING_ARTICLE_REVIEW
            return await asyncio.to_thread(
                judge_fetched,
                self.tools.ledger.evidence(self.task.id),
                self.tools.knowledge.learned_for(plan.seed_node_ids),
                screen,
                seeds=plan.seed_node_ids,
                pass_number=pass_number,
                phase=phase,
                state=state,
            )

        judged = await self.steps.take(Stage.GATE, pass_number, gate)
        return len(hits), len(_list(judged["kept"]))

    def learned(self) -> list[Evidence]:
        """Return this task's texts that passed the gates of its search rounds."""
        return [
            one
            for one in self.tools.ledger.evidence(self.task.id)
            if one.state in (EvidenceState.LEARNED, EvidenceState.GROUNDED)
        ]

    def pending(self) -> list[Evidence]:
        """Return what was fetched for the article and no claim has used yet (SPEC W6)."""
        return [
            one
            for one in self.tools.ledger.evidence(self.task.id)
            if one.state is EvidenceState.PENDING_ARTICLE_REVIEW
        ]

    async def _plan(self) -> StageResult:
        return await asyncio.to_thread(plan_task, self.task, self.tools.knowledge, self.limits)

    def _queries_of(self, plan: Plan, pass_number: int) -> tuple[str, ...]:
        """First the plan's queries; later rounds ask the research questions that are still open."""
        if pass_number == 0:
            return plan.queries
        asked = set(plan.queries)
        more = [after_question(one) for one in plan.questions]
        open_ones = [one for one in dict.fromkeys(more) if one and one not in asked]
        start = (pass_number - 1) * self.limits.max_queries
        return tuple(open_ones[start : start + self.limits.max_queries])

    def _questions_covered(self, plan: Plan) -> bool:
        """Two independent texts end the search early; a single one is worth another round."""
        return len({one.source_key for one in self.learned()}) >= 2 or len(self.learned()) >= 3


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
