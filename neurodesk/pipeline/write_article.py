"""Write, check, repair and stage the article of a task (SPEC R1-R9)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from neurodesk.domain.articles import DraftKind, Reason, Verdict
from neurodesk.domain.errors import TaskFault
from neurodesk.domain.evidence import Evidence
from neurodesk.domain.identity import derived_id
from neurodesk.domain.research import (
    AuthorBrief,
    AuthoredArticle,
    Edit,
    NewDraft,
    Plan,
    Review,
    StageResult,
    TaskResult,
)
from neurodesk.domain.rights import rights_of
from neurodesk.domain.tasks import Outcome, Stage
from neurodesk.pipeline.article_json import (
    article_as_json,
    article_from_json,
    claim_as_json,
    evidence_as_json,
    reasons_as_json,
    review_as_json,
    review_from_json,
    rights_as_json,
)
from neurodesk.pipeline.brief import Assignment, assign, build_brief, language_of
from neurodesk.pipeline.learn import voice_of
from neurodesk.pipeline.repair import failing_units, moved_spans, queries_on_subject, repair_items, splice
from neurodesk.pipeline.strategy import (
    article_queries,
    reasons_after_draft,
    reasons_before_writing,
    shape_of,
)
from neurodesk.pipeline.work import TaskWork

ARTICLE_PASS = 100
AFTER_DRAFT_PASS = 101
REPAIR_PASS = 110
# What a repair can end in without the article being lost.
BROKEN_REPLIES = ("model_reply_invalid", "model_prompt_truncated", "model_prompt_too_long")


class ArticleWork:
    """The article phase of one task.

    Args:
        work: the task with its tools, limits and steps.
        plan: the task's validated plan.
    """

    def __init__(self, work: TaskWork, plan: Plan) -> None:
        self._work = work
        self._plan = plan
        self._tools = work.tools
        self._steps = work.steps
        self._knowledge = work.tools.knowledge

    async def run(self) -> TaskResult:
        """Write, check and repair until the draft is accepted or finally refused."""
        planned = await self._steps.take(Stage.PLAN, 0, _must_be_done)
        near = [str(one) for one in _items(planned["near"])]
        self._assignment = await asyncio.to_thread(assign, self._work.task, self._plan, near, self._knowledge)
        internal = len(self._assignment.internal) + (1 if self._assignment.base else 0)
        before = reasons_before_writing(self._plan, internal)
        if before:
            await self._article_round(before, ARTICLE_PASS)
        article = await self._write(0)
        if article.text:
            more = reasons_after_draft(self._plan, shape_of(article.text))
            if more and await self._article_round(more, AFTER_DRAFT_PASS):
                article = await self._write(1)
        learned = len(self._work.learned())
        if not article.text:
            return TaskResult(
                Outcome.EVIDENCE_ONLY,
                learned,
                reason=article.refusals[0].code if article.refusals else "no_article",
            )
        return await self._check(article, learned, [])

    async def _check(
        self, article: AuthoredArticle, learned: int, attempts: list[dict[str, object]]
    ) -> TaskResult:
        rounds = self._work.limits.repair_rounds
        for number in range(rounds + 1):
            last = number == rounds
            reviewed = await self._review(article, number, last, attempts)
            review = review_from_json(reviewed["review"])
            if review.accepted:
                draft_id = str(reviewed["draft_id"])
                path = await asyncio.to_thread(self._tools.staging.publish, draft_id)
                return TaskResult(Outcome.ARTICLE_CREATED, learned, article_id=draft_id, article_path=path)
            if last:
                break
            before = article.text
            article, found, fault = await self._repair(article, review, number)
            attempt = {"round": number + 1, "edited": article.text != before, "new_sources": found}
            attempts.append(attempt | ({"fault": fault} if fault else {}))
        return TaskResult(
            Outcome.EVIDENCE_ONLY, learned, article_id=self._draft_id(), reason="review_did_not_accept"
        )

    async def _article_round(self, reasons: Sequence[Reason], pass_number: int) -> int:
        """Search once for the article; what is found stays pending until a claim uses it (SPEC W6)."""
        limits = self._work.limits
        lang, _ = self._language()
        queries = article_queries(self._plan, lang, tuple(reasons), limits.article_queries)
        if not queries or not limits.article_fetches:
            return 0
        self._work.context.report(
            "article_round", reasons=[reason.code for reason in reasons], queries=list(queries)
        )
        _, kept = await self._work.round(self._plan, queries, pass_number, "article", limits.article_fetches)
        return kept

    async def _write(self, pass_number: int) -> AuthoredArticle:
        async def work() -> StageResult:
            brief, why = await asyncio.to_thread(self._brief)
            article = await self._tools.author.write(brief)
            return StageResult(
                {
                    "article": article_as_json(article),
                    "kind": self._assignment.kind.value,
                    "decisions": reasons_as_json((*self._assignment.reasons, why)),
                }
            )

        written = await self._steps.take(Stage.AUTHOR, pass_number, work)
        article = article_from_json(written["article"])
        refusals = [reason.code for reason in article.refusals]
        if article.text:
            self._work.context.report(
                "article_written", title=article.title, chars=len(article.text), refusals=refusals
            )
        else:
            self._work.context.report("article_not_written", reasons=refusals)
        return article

    async def _review(
        self, article: AuthoredArticle, number: int, last: bool, attempts: list[dict[str, object]]
    ) -> dict[str, object]:
        async def work() -> StageResult:
            brief, why = await asyncio.to_thread(self._brief)
            review = await self._tools.reviewer.review(article, brief)
            draft = None
            if review.accepted or last:
                draft = self._draft(article, review, brief, attempts, why)
            return StageResult(
                {"review": review_as_json(review), "draft_id": draft.id if draft else ""}, draft=draft
            )

        reviewed = await self._steps.take(Stage.REVIEW, number, work)
        review = review_from_json(reviewed["review"])
        self._work.context.report(
            "article_reviewed",
            accepted=review.accepted,
            blocking=[reason.code for reason in review.blocking],
            verdicts=verdict_counts(review),
        )
        return reviewed

    async def _repair(
        self, article: AuthoredArticle, review: Review, number: int
    ) -> tuple[AuthoredArticle, int, str]:
        """One repair round: search for what failed, let the author answer, splice (SPEC R7).

        Returns:
            The article, the number of texts found for it, and the code of what the author's reply lacked: an
            answer that never came whole changes nothing, and the next review refuses what still fails.
        """
        found = 0
        queries = queries_on_subject(review.missing_evidence_queries, self._plan)
        if queries:
            limits = self._work.limits
            before = {one.id for one in self._work.pending()}
            await self._work.round(
                self._plan,
                queries[: limits.article_queries],
                REPAIR_PASS + number,
                "article",
                limits.article_fetches,
                claims=[claim.text for claim in failing_units(review.claims)],
            )
            found = len({one.id for one in self._work.pending()} - before)

        async def work() -> StageResult:
            items = repair_items(review.claims, dict(review.rewrite_instructions))
            brief, _ = await asyncio.to_thread(self._brief)
            pending = {one.id for one in self._work.pending()}
            news = tuple(source for source in brief.sources if source.ref in pending)
            fault = ""
            edits: Sequence[Edit] = ()
            try:
                edits = await self._tools.author.repair(items, news, article.lang)
            except TaskFault as broken:
                if broken.code not in BROKEN_REPLIES:
                    raise
                fault = broken.code
            text = splice(article.text, review.claims, edits)
            repaired = replace(article, text=text, spans=moved_spans(article.text, article.spans, text))
            return StageResult(
                {
                    "article": article_as_json(repaired),
                    "edits": [[edit.claim_id, edit.text] for edit in edits],
                    "fault": fault,
                    "kind": self._assignment.kind.value,
                    "decisions": [],
                }
            )

        repaired = await self._steps.take(Stage.AUTHOR, REPAIR_PASS + number, work)
        return article_from_json(repaired["article"]), found, str(repaired.get("fault", ""))

    # -- material ---------------------------------------------------------------------------------------

    def _evidence(self) -> list[Evidence]:
        """This task's accepted texts, then what earlier tasks learned for the same articles."""
        own = [*self._work.learned(), *self._work.pending()]
        texts = {one.sha256 for one in own}
        earlier = [one for one in self._work.earlier(self._plan.seed_node_ids) if one.sha256 not in texts]
        return own + earlier

    def _language(self) -> tuple[str, Reason]:
        return language_of(
            self._assignment,
            self._evidence(),
            self._work.limits.article_language,
            translates=self._tools.author.translates,
        )

    def _brief(self) -> tuple[AuthorBrief, Reason]:
        lang, why = self._language()
        headings = self._knowledge.article_headings(lang)
        voice = partial(voice_of, screen=self._tools.screen())
        style = self._work.limits.style
        brief = build_brief(self._plan, self._assignment, self._evidence(), lang, headings, voice, style)
        return brief, why

    # -- draft ------------------------------------------------------------------------------------------

    def _draft_id(self) -> str:
        return derived_id("d", self._work.task.id)

    def _draft(
        self,
        article: AuthoredArticle,
        review: Review,
        brief: AuthorBrief,
        attempts: list[dict[str, object]],
        why: Reason,
    ) -> NewDraft:
        base = self._assignment.base
        kb_id, folder = self._knowledge.kb_of_seeds(
            (base.id,) if base else tuple(node.id for node in self._assignment.internal)
        )
        return NewDraft(
            id=self._draft_id(),
            kind=DraftKind.REVISION if base else DraftKind.NEW,
            article=article,
            review=review,
            text=article.text,
            kb_id=kb_id,
            base_node_id=base.id if base else "",
            base_path=base.path if base else "",
            base_hash=base.content_hash if base else "",
            target_path=base.path if base else folder,
            risk=risk_of(review),
            accepted=review.accepted,
            sidecar=sidecar_of(article, review, brief, self._evidence(), attempts, self._assignment, why),
        )


async def _must_be_done() -> StageResult:
    raise AssertionError("the plan is always done before the article phase")


def _items(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def verdict_counts(review: Review) -> dict[str, int]:
    """Return how many units have which verdict; exempt and unjudged ones are counted apart."""
    counts = dict.fromkeys((*(verdict.value for verdict in Verdict), "exempt", "unjudged"), 0)
    for claim in review.claims:
        key = "exempt" if claim.exempt else claim.verdict.value if claim.verdict else "unjudged"
        counts[key] += 1
    return counts


def risk_of(review: Review) -> float:
    """Return how urgently a person should look, 0..1: verdicts first, then risky commands."""
    weights = {
        Verdict.SUPPORTED: 0.0,
        Verdict.PARTIALLY_SUPPORTED: 0.5,
        Verdict.UNSUPPORTED: 0.8,
        Verdict.CONTRADICTED: 1.0,
    }
    judged = [claim for claim in review.claims if not claim.exempt]
    if not judged:
        return 1.0
    worst = max(weights.get(claim.verdict, 1.0) if claim.verdict else 1.0 for claim in judged)
    risky = any(claim.risk == "high" for claim in judged)
    single = any(claim.single_source for claim in judged)
    return round(min(1.0, 0.6 * worst + 0.25 * risky + 0.15 * single), 3)


def sidecar_of(
    article: AuthoredArticle,
    review: Review,
    brief: AuthorBrief,
    evidence: Sequence[Evidence],
    attempts: Sequence[dict[str, object]],
    assignment: Assignment,
    why: Reason,
) -> dict[str, object]:
    """Return what stands beside the visible article (SPEC R8)."""
    used = {
        ref.ref
        for claim in review.claims
        if claim.verdict in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
        for ref in claim.refs
    }
    by_id = {one.id: one for one in evidence}
    internal = [
        {"id": source.ref, "uri": source.uri, "title": source.title, "sha256": source.sha256, "origin": "kb"}
        for source in brief.sources
        if source.ref not in by_id
    ]
    return {
        "research_material": [*(evidence_as_json(one) for one in evidence), *internal],
        "article_review": review_as_json(review),
        "grounded_research_evidence": [evidence_as_json(by_id[ref]) for ref in sorted(used) if ref in by_id],
        "review_repair_attempts": list(attempts),
        "author": _who(article.label, article.model, article.digest, article.prompt_sha256),
        "reviewer": _who(review.label, review.model, review.digest, review.prompt_sha256),
        "decisions": reasons_as_json((*assignment.reasons, why)),
        "omitted": reasons_as_json(article.omitted),
        "claims": [claim_as_json(claim) for claim in review.claims],
        "rights": rights_as_json(rights_of(article.text, brief.sources)),
    }


def _who(label: str, model: str, digest: str, prompt_sha256: str) -> dict[str, str]:
    return {"label": label, "model": model, "digest": digest, "prompt_sha256": prompt_sha256}
