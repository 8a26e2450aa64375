"""Answer a draft that the curator sent back: targeted research, repair, another check (SPEC R7, R10, P4).

The author gets only the units that failed or carry a comment, with the curator's words as instruction; the
rest stays byte for byte. The answer is a new version of the same draft.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from neurodesk.domain.articles import ArticleType, Claim, DraftKind, Reason
from neurodesk.domain.decisions import JudgedClaim, SentBack
from neurodesk.domain.diff import Change
from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import Evidence
from neurodesk.domain.research import (
    AuthorBrief,
    AuthoredArticle,
    NewDraft,
    Plan,
    RepairItem,
    Review,
    Span,
    StageResult,
    TaskResult,
)
from neurodesk.domain.tasks import Outcome, Stage
from neurodesk.pipeline.article_json import article_as_json, article_from_json
from neurodesk.pipeline.brief import Assignment, assign
from neurodesk.pipeline.plan import finish_plan, plan_from_json, prepare_plan
from neurodesk.pipeline.repair import FAILING, moved_spans, splice
from neurodesk.pipeline.work import TaskWork
from neurodesk.pipeline.write_article import REPAIR_PASS, ArticleWork

MAX_QUERY_CHARS = 120
# A wish about the whole article goes with each of its units, up to as many.
MAX_WISHED_UNITS = 40


async def answer(work: TaskWork) -> TaskResult:
    """Work on a draft that was sent back until its next version lies on the desk."""
    tools, task = work.tools, work.task

    async def make_plan() -> StageResult:
        found = await asyncio.to_thread(tools.knowledge.sent_back, task.article_id)
        if found is None:
            return StageResult({"gone": True})
        asked = replace(task, queries=(*queries_of(found), *task.queries))
        draft = await asyncio.to_thread(prepare_plan, asked, tools.knowledge, work.limits)
        planned = finish_plan(draft, await tools.planner.plan(draft.request), work.limits)
        return replace(planned, data={**planned.data, "version": found.draft.version})

    planned = await work.steps.take(Stage.PLAN, 0, make_plan)
    version = planned.get("version")
    found = (
        await asyncio.to_thread(tools.knowledge.sent_back, task.article_id, version)
        if isinstance(version, int)
        else None
    )
    if found is None:
        return TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0, reason="draft_gone")
    near = planned["near"]
    assert isinstance(near, list)
    return await AnswerWork(work, plan_from_json(planned["plan"]), found, [str(one) for one in near]).run()


def queries_of(found: SentBack) -> tuple[str, ...]:
    """Return what to look for: the words of each unit that failed or that the curator commented on."""
    texts = (one.claim.text for one in wanted_units(found) if one.verdict in FAILING or one.comment)
    return tuple(dict.fromkeys(_short(text) for text in texts))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MAX_QUERY_CHARS else words[:MAX_QUERY_CHARS].rsplit(" ", 1)[0]


def wanted_units(found: SentBack) -> list[JudgedClaim]:
    """Return the units that may change: those that fail and those commented on, else all that assert."""
    open_ones = [one for one in found.claims if not one.claim.exempt]
    chosen = [one for one in open_ones if one.verdict in FAILING or one.comment.strip()]
    return chosen or open_ones[:MAX_WISHED_UNITS]


def change_items(found: SentBack) -> tuple[RepairItem, ...]:
    """Return what the author may see: each wanted unit with neighbours, verdict and the curator's words."""
    places = {one.id: place for place, one in enumerate(found.claims)}
    items = []
    for one in wanted_units(found):
        place = places[one.id]
        words = [one.comment.strip(), found.wish.strip(), *(_told(reason) for reason in one.claim.reasons)]
        items.append(
            RepairItem(
                claim_id=one.id,
                kind=one.claim.kind,
                sentence=one.claim.text,
                before=found.claims[place - 1].claim.text if place else "",
                after=found.claims[place + 1].claim.text if place + 1 < len(found.claims) else "",
                verdict=one.verdict.value if one.verdict else "",
                instruction=" ".join(word for word in words if word),
            )
        )
    return tuple(items)


def _told(reason: Reason) -> str:
    """Return what a reason tells the author: its code, or how the translation's original reads now (P8)."""
    said = dict(reason.params)
    match said.get("change"):
        case Change.CHANGED:
            return f'The original said "{said["before"]}" and says now "{said["after"]}".'
        case Change.ADDED:
            return f'Keep this and say after it what the original says there now: "{said["after"]}".'
        case Change.REMOVED:
            return "The original says this no more: delete it."
        case _:
            return reason.code


class AnswerWork(ArticleWork):
    """The answer to one draft that was sent back; the last step is its next version.

    Args:
        found: the draft in the version that the curator sent back.
        near: ids of articles near its subject.
    """

    def __init__(self, work: TaskWork, plan: Plan, found: SentBack, near: Sequence[str]) -> None:
        super().__init__(work, plan)
        self._found = found
        self._near = near
        self._twin = str(found.draft.data.get("twin", ""))
        self._earlier: list[Evidence] = []

    async def run(self) -> TaskResult:
        """Search for what failed, let the author answer, check, and lay the new version on the desk.

        A translation follows its original: nothing is searched for, and only a model can write it.

        Raises:
            InfrastructureFault: ``model_unavailable``: the draft is of a translation, and no model answers.
        """
        if self._twin and not self._tools.author.translates:
            raise InfrastructureFault("model_unavailable", model="", fault="author", endpoint="models")
        self._assignment = await asyncio.to_thread(self._assign)
        self._earlier = list(await asyncio.to_thread(self._knowledge.evidence, tuple(self._found.evidence)))
        limits = self._work.limits
        queries = self._plan.queries[: limits.article_queries]
        kept = 0
        if queries and limits.article_fetches and not self._twin:
            _, kept = await self._work.round(
                self._plan, queries, REPAIR_PASS, "article", limits.article_fetches
            )
        article = await self._change()
        edited = article.text != self._found.draft.text
        attempts: list[dict[str, object]] = [
            {"round": 0, "edited": edited, "new_sources": kept, "wish": self._found.wish}
        ]
        result = await self._check(article, len(self._work.pending()), attempts)
        draft_id = self._draft_id()
        path = await asyncio.to_thread(self._tools.staging.publish, draft_id)
        version = await asyncio.to_thread(self._knowledge.sent_back, draft_id)
        same = version is None or version.draft.text == self._found.draft.text
        outcome = Outcome.EVIDENCE_ONLY if same and not edited else Outcome.ARTICLE_CREATED
        reason = "draft_unchanged" if outcome is Outcome.EVIDENCE_ONLY else result.reason
        return TaskResult(
            outcome, result.evidence_count, article_id=draft_id, article_path=path, reason=reason
        )

    def _assign(self) -> Assignment:
        draft = self._found.draft
        near = assign(self._work.task, self._plan, self._near, self._knowledge)
        base = next(iter(self._knowledge.nodes((draft.base_node_id,))), None) if draft.base_node_id else None
        original = self._knowledge.nodes((self._twin,)) if self._twin else ()
        others = [one for one in (near.base, *near.internal) if one is not None and one.id != self._twin]
        others = [*original, *others]
        internal = tuple(one for one in others if base is None or one.id != base.id)
        kind = DraftKind.REVISION if base is not None else DraftKind.NEW
        return Assignment(kind, base, internal, (Reason("changes_requested", (("draft", draft.id),)),))

    async def _change(self) -> AuthoredArticle:
        found = self._found

        async def work() -> StageResult:
            brief, _ = await asyncio.to_thread(self._brief)
            pending = {one.id for one in self._work.pending()}
            news = tuple(one for one in brief.sources if one.ref in pending or one.ref == self._twin)
            items = change_items(found)
            edits = await self._tools.author.repair(items, news, found.draft.lang)
            before = self._article()
            units: list[Claim] = [one.claim for one in found.claims]
            allowed = frozenset(item.claim_id for item in items)
            text = splice(before.text, units, edits, allowed=allowed)
            changed = replace(before, text=text, spans=moved_spans(before.text, before.spans, text))
            return StageResult(
                {
                    "article": article_as_json(changed),
                    "edits": [[edit.claim_id, edit.text] for edit in edits],
                    "kind": self._assignment.kind.value,
                    "decisions": [],
                }
            )

        written = await self._steps.take(Stage.AUTHOR, 0, work)
        return article_from_json(written["article"])

    def _article(self) -> AuthoredArticle:
        draft = self._found.draft
        sidecar = draft.data.get("sidecar")
        who = sidecar.get("author", {}) if isinstance(sidecar, dict) else {}
        spans = [
            Span(one.claim.start, one.claim.end, ref.ref, ref.quote)
            for one in self._found.claims
            for ref in one.claim.refs
        ]
        return AuthoredArticle(
            text=draft.text,
            title=draft.title,
            lang=draft.lang,
            article_type=ArticleType(draft.article_type),
            spans=tuple(spans),
            label=str(who.get("label") or self._tools.author.label),
            model=str(who.get("model", "")),
            digest=str(who.get("digest", "")),
            prompt_sha256=str(who.get("prompt_sha256", "")),
        )

    # -- what differs from an article of its own --------------------------------------------------------

    def _evidence(self) -> list[Evidence]:
        """What the draft rests on already, then what was fetched for the answer."""
        own = self._work.pending()
        texts = {one.sha256 for one in self._earlier}
        return [*self._earlier, *(one for one in own if one.sha256 not in texts)]

    def _language(self) -> tuple[str, Reason]:
        return self._found.draft.lang, Reason("language_of_draft")

    def _draft_id(self) -> str:
        return self._found.draft.id

    def _draft(
        self,
        article: AuthoredArticle,
        review: Review,
        brief: AuthorBrief,
        attempts: list[dict[str, object]],
        why: Reason,
    ) -> NewDraft:
        made = super()._draft(article, review, brief, attempts, why)
        return replace(made, answers=self._found.draft.version, note=self._found.wish)
