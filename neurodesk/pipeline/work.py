"""The work on one task: search, fetch and judge in rounds, all kept in the ledger (SPEC W1, Q13)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from neurodesk.domain.evidence import Evidence, EvidenceState
from neurodesk.domain.privacy import QUERIES_WAIT, SENT_STATES, QueryRequest, QueryState
from neurodesk.domain.research import Plan, StageResult
from neurodesk.domain.run_context import RunContext, StepStop, StopCause
from neurodesk.domain.search_events import SearchStep
from neurodesk.domain.tasks import Stage, Task
from neurodesk.pipeline.fetch import fetch_selected
from neurodesk.pipeline.learn import judge_fetched
from neurodesk.pipeline.reuse import Reuse, guard, reuse_earlier
from neurodesk.pipeline.search import HITS_PER_QUERY, hits_from_json, search_round
from neurodesk.pipeline.steps import Steps
from neurodesk.pipeline.tools import Limits, ResearchTools


class TaskWork:
    """One task on its way; a crash loses at most the stage that was running.

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
        self.failed_queries: dict[str, None] = {}

    async def round(
        self,
        plan: Plan,
        queries: Sequence[str],
        pass_number: int,
        phase: str,
        page_budget: int,
        *,
        strict: bool = False,
        claims: Sequence[str] | None = None,
    ) -> tuple[int, int]:
        """Search, fetch and judge once.

        Args:
            claims: the sentences that a repair searches for.
            strict: a search that fails defers the task even when others found something.

        Returns:
            (real fetches, texts that passed the gates).
        """
        screen = self.tools.screen().for_plan(plan, self.task.filter_keys)
        limit = HITS_PER_QUERY if phase == "research" else self.limits.article_results

        async def search() -> StageResult:
            providers = self.tools.providers()
            outgoing = {}
            if any(one.leaves_machine for one in providers):
                outgoing = await asyncio.to_thread(self._outgoing, plan, queries, claims)
            return await search_round(
                queries,
                providers,
                screen,
                self.context,
                pass_number=pass_number,
                phase=phase,
                limit=limit,
                page_budget=page_budget,
                known_uris=[one.requested_uri for one in self.tools.ledger.evidence(self.task.id)],
                outgoing=outgoing,
                strict=strict,
            )

        found = await self.steps.take(Stage.SEARCH, pass_number, search)
        failed = found.get("failed_queries")
        for query in queries:
            self.failed_queries.pop(query, None)
        self.failed_queries |= dict.fromkeys(map(str, failed if isinstance(failed, list) else ()))
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
                admits=screen.source_filter.admits,
            )

        asked_for = await self.steps.take(Stage.FETCH, pass_number, fetch)

        async def gate() -> StageResult:
            state = EvidenceState.LEARNED if phase == "research" else EvidenceState.PENDING_ARTICLE_REVIEW
            found = await asyncio.to_thread(
                judge_fetched,
                self.tools.ledger.evidence(self.task.id),
                self.tools.knowledge.learned_for(plan.seed_node_ids),
                screen,
                seeds=plan.seed_node_ids,
                pass_number=pass_number,
                phase=phase,
                state=state,
            )
            for one in found.candidates:
                step: dict[str, object] = {
                    "uri": one.uri,
                    "verdict": one.verdict,
                    "reason": one.reason,
                    "detail": one.detail,
                    "score": round(one.score, 3),
                }
                self.context.trace(SearchStep.JUDGED, pass_number, step)
            return found

        judged = await self.steps.take(Stage.GATE, pass_number, gate)
        requests = asked_for.get("requests", len(hits))
        assert isinstance(requests, int)
        return requests, len(_list(judged["kept"]))

    def _outgoing(self, plan: Plan, queries: Sequence[str], claims: Sequence[str] | None) -> dict[str, str]:
        """Return the text in which each query may leave this machine; dropped and refused ones have none.

        Raises:
            StepStop: some wait for the curator's look (SPEC W10); the task is parked without a charge.
        """
        request = QueryRequest(
            self.task,
            plan.seed_node_ids,
            tuple(queries),
            None if claims is None else tuple(claims),
        )
        found = self.tools.guard(request)
        if any(one.state is QueryState.WAITING for one in found):
            raise StepStop(StopCause.LOOK, QUERIES_WAIT)
        return {one.query: one.text for one in found if one.state in SENT_STATES}

    def earlier(self, node_ids: Sequence[str]) -> list[Evidence]:
        """Return what other tasks of a compatible intent learned for articles (SPEC W8)."""
        found = [one for one in self.tools.knowledge.learned_for(node_ids) if one.task_id != self.task.id]
        asked = self.tools.knowledge.earlier_requests([one.task_id for one in found])
        fitting = {one.task_id for one in asked if guard(self.task, one).compatible}
        return [one for one in found if one.task_id in fitting]

    def reuse(self, plan: Plan) -> Reuse:
        """Judge what earlier tasks learned for a plan's articles, and take it over if that covers it."""
        knowledge = self.tools.knowledge
        found = [one for one in knowledge.learned_for(plan.seed_node_ids) if one.task_id != self.task.id]
        return reuse_earlier(
            self.task,
            plan,
            found,
            knowledge.earlier_requests([one.task_id for one in found]),
            now=self.tools.clock.time(),
            max_age_days=self.limits.reuse_days,
            min_relevance=self.limits.min_relevance,
        )

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


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
