"""Let the review model judge one claim again, on the curator's request (SPEC P3, R4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from neurodesk.app.commands.review import EDITABLE
from neurodesk.app.draft_sources import record_act, sources_of
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import show_draft
from neurodesk.domain.articles import ArticleType, Claim, DraftState, Verdict
from neurodesk.domain.decisions import Actor, JudgedClaim
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource
from neurodesk.pipeline.rejudge import JudgeSource
from neurodesk.storage import draft_store, evidence_store
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.staged_files import StagedFiles

OPINIONS = "opinions"


@dataclass(frozen=True, slots=True)
class Said:
    """What a review model said of one claim: the proved verdict, its own, and who it was."""

    claim: Claim
    said: Verdict
    label: str
    model: str
    digest: str


AskOne = Callable[[AuthoredArticle, AuthorBrief, Claim], Awaitable[Said]]


async def ask_reviewer(profile: Profile, draft_id: str, claim_id: str, ask: AskOne, actor: Actor) -> Said:
    """Ask the review model about one claim of a draft and keep what it said.

    Its quotations are held against the stored sources; its own verdict is the mildest possible. What the
    curator ticked on the claim no longer counts, and an approval is taken back. The draft may be edited
    meanwhile: an answer to words that are gone is not kept.

    Raises:
        BadInput: ``claim_unknown``, ``draft_unknown``. RuleRefused: ``draft_not_open``, ``seen_outdated``.
        InfrastructureFault, TaskFault: the model did not answer.
    """
    desk = show_draft(profile, draft_id)
    claim = next((one for one in desk.claims if one.id == claim_id), None)
    if claim is None:
        raise BadInput("claim_unknown", claim=claim_id, draft=draft_id)
    if desk.draft.state not in EDITABLE:
        raise RuleRefused("draft_not_open", draft=draft_id, state=desk.draft.state.value)
    draft = desk.draft
    sources = profile.database.read(
        lambda rx: [_brief_source(rx, one, draft.lang) for one in sources_of(rx, draft, list(desk.claims))]
    )
    kind = ArticleType(draft.article_type) if draft.article_type in set(ArticleType) else ArticleType.CONCEPT
    article = AuthoredArticle(draft.text, draft.title, draft.lang, kind, (), "", "")
    brief = AuthorBrief(draft.title, (), kind, draft.lang, tuple(sources))
    found = await ask(article, brief, claim.claim)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        newest = draft_store.read_draft(tx, draft_id)
        if newest.state not in EDITABLE:
            raise RuleRefused("draft_not_open", draft=draft_id, state=newest.state.value)
        same = _same(draft_store.judged_claims(tx, draft_id, newest.version), claim)
        if same is None:
            raise RuleRefused("seen_outdated", draft=draft_id)
        kept = replace(found.claim, id=same.id, start=same.claim.start, end=same.claim.end)
        draft_store.replace_claim(tx, newest, kept)
        opinion = {"verdict": found.said.value, "model": found.model, "label": found.label, "at": now}
        opinions = {**_opinions(newest.data.get(OPINIONS)), same.id: {**opinion, "text": same.claim.text}}
        draft_store.update_place(tx, newest, now, data={**newest.data, OPINIONS: opinions})
        record_act(tx, newest, actor, "ask_model", now, why=f"{same.id}: {found.model}, {found.said.value}")
        if newest.state is DraftState.APPROVED:
            draft_store.set_state(tx, newest, DraftState.IN_REVIEW, now)

    profile.database.write(store)
    StagedFiles(profile.database, profile.paths).publish_sidecar(draft_id)
    return found


def _opinions(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}


def _same(claims: Sequence[JudgedClaim], wanted: JudgedClaim) -> JudgedClaim | None:
    key = (wanted.claim.kind, wanted.claim.text)
    same = [one for one in claims if (one.claim.kind, one.claim.text) == key]
    return min(same, key=lambda one: abs(one.claim.start - wanted.claim.start)) if same else None


def _brief_source(rx: Rx, one: JudgeSource, lang: str) -> BriefSource:
    kept = evidence_store.read_evidence(rx, one.ref)
    return BriefSource(
        ref=one.ref,
        title=one.title,
        uri=one.uri,
        text=one.text,
        sha256=one.sha256,
        lang=kept.lang if kept is not None else lang,
        origin=kept.origin if kept is not None else SourceOrigin.KB,
        source_key=one.voice,
        independence_key=one.voice or one.ref,
        confidence=kept.confidence if kept is not None else 1.0,
        relevance=kept.relevance if kept is not None else 1.0,
    )
