"""Has the review model judge one claim again, behind the scenes and first in the queue (SPEC P3, M3)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from neurodesk.app.profile import Profile
from neurodesk.domain.decisions import Actor
from neurodesk.domain.models import Role
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.words import verdict_word

if TYPE_CHECKING:
    from neurodesk.app.commands.ask_reviewer import Said

JOB = "ask_model"
NODES = ("models.ollama_urls", "models.openai_urls")


def ask_model(context: DeskContext, draft_id: str, claim_id: str, actor: Actor) -> None:
    """Queue the question and say what came of it; in the GUI thread."""
    profile = context.profile
    settings = context.settings
    if not any(settings.items(key) for key in NODES) and not settings.text("models.local_file"):
        context.say(
            tr(
                "Review",
                "No model node is set; code has judged this claim already. Settings, Nodes adds one.",
            )
        )
        return
    context.say(tr("Review", "The review model is asked about this claim; go on meanwhile."))

    def told(found: Said) -> None:
        verdict = found.claim.verdict
        words = tr("Review", "{model} said: {said}. With the code's check: {verdict}")
        context.say(
            words.format(
                model=found.model,
                said=verdict_word(found.said),
                verdict=verdict_word(verdict) if verdict is not None else "–",
            )
        )

    context.services.jobs.start(
        JOB, claim_id, lambda _progress, _stopped: _asked(profile, draft_id, claim_id, actor), told
    )


def _asked(profile: Profile, draft_id: str, claim_id: str, actor: Actor) -> Said:
    """Ask on a thread of the background; the calls go before the machine's own."""
    from neurodesk import bootstrap
    from neurodesk.app.commands.ask_reviewer import Said, ask_reviewer
    from neurodesk.app.draft_sources import encoder_of
    from neurodesk.domain.articles import Claim
    from neurodesk.domain.model_calls import Caller, calling
    from neurodesk.domain.models import Priority
    from neurodesk.domain.research import AuthorBrief, AuthoredArticle
    from neurodesk.pipeline.similarity import similarity_of
    from neurodesk.providers.models.llm_reviewer import LlmReviewer

    room = bootstrap.model_room(profile)
    encoder = encoder_of(profile)
    reviewer = LlmReviewer(room.structured, similarity_of(encoder) if encoder is not None else None)

    async def ask(article: AuthoredArticle, brief: AuthorBrief, claim: Claim) -> Said:
        found = await reviewer.review_unit(article, brief, claim)
        return Said(found.claim, found.said, found.label, found.model, found.digest)

    async def whole() -> Said:
        try:
            await room.pool.refresh(room.model_of(Role.REVIEWER), wait=True)
            return await ask_reviewer(profile, draft_id, claim_id, ask, actor)
        finally:
            await room.pool.aclose()

    try:
        with calling(Caller("", Priority.INTERACTIVE)):
            return asyncio.run(whole())
    finally:
        profile.database.release_reader()
