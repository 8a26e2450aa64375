"""The extractive author: selects and orders sentences of the sources, never changes a word (SPEC E1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from neurodesk.domain.articles import ArticleType, Reason, Verdict
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Edit, RepairItem, Span
from neurodesk.domain.units import UnitKind, split_article
from neurodesk.providers.models.embedded import LABEL, MODEL
from neurodesk.providers.models.embedded.compose import Draft, how_to, prose
from neurodesk.providers.models.embedded.extract import Taken, key_of
from neurodesk.providers.models.embedded.material import Material
from neurodesk.providers.models.embedded.rank import on_subject, rank
from neurodesk.providers.models.embedded.reviewer import review
from neurodesk.providers.models.embedded.revise import revise
from neurodesk.providers.models.embedded.sections import ReadSource

OPERATIONAL = (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING)
# How many sources are tried as the one that gives the procedure.
MAX_TRIES = 3
MAX_MENDS = 2
FAILING = (Verdict.UNSUPPORTED, Verdict.CONTRADICTED)
# A unit of these kinds may fall away without leaving a hole.
DROPPABLE = (UnitKind.SENTENCE, UnitKind.ITEM, UnitKind.LIST_INTRO, UnitKind.CAPTION)
# A heading that no source carries gives way to a plain one.
REPLACEABLE = (*DROPPABLE, UnitKind.HEADING)

Compose = Callable[[Taken], Draft | Reason]


class EmbeddedAuthor:
    """Writes without a language model; the same brief always gives the same article."""

    label = LABEL
    translates = False

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """Return an article made of whole sentences of the sources, or the reasons why there is none."""
        return await asyncio.to_thread(compose, brief)

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """Delete what failed and may go: the engine writes no sentence of its own (SPEC R3, E1).

        A step, a command or a title stays: without it the article would have a hole, so that the review's
        refusal stands. What did not fail stays too, whatever is wished: the engine cannot follow words.
        """
        kinds = {kind.value for kind in DROPPABLE}
        return [Edit(item.claim_id, None) for item in items if item.kind in kinds and item.verdict in FAILING]


def compose(brief: AuthorBrief) -> AuthoredArticle:
    """Write the article of a brief, held against the code judge before it is handed over."""
    ranked = rank(brief)
    if not ranked:
        return _refused(brief, Reason("no_source_in_language", (("lang", brief.lang),)))
    reads = [one.read for one in on_subject(ranked)]
    if not reads:
        return _refused(brief, Reason("no_source_on_subject"))
    material = Material(brief.sources, brief.base_text, brief.base_ref)
    refusals: list[Reason] = []
    fallback: AuthoredArticle | None = None
    for attempt in _attempts(brief, reads, material):
        made, accepted = _checked(attempt, brief, material)
        if isinstance(made, Reason):
            refusals.append(made)
        elif accepted:
            return made
        else:
            fallback = fallback or made
    return fallback or _refused(brief, *dict.fromkeys(refusals))


def _attempts(brief: AuthorBrief, sources: Sequence[ReadSource], material: Material) -> list[Compose]:
    """Return the ways to write the article, best first."""
    if brief.base_text:
        orders = [
            [sources[first], *sources[:first], *sources[first + 1 :]]
            for first in range(min(MAX_TRIES, len(sources)))
        ]
        return [partial(revise, brief, order, material) for order in orders]
    if brief.article_type in OPERATIONAL:
        return [partial(how_to, brief, one, material) for one in sources[:MAX_TRIES]]
    return [partial(prose, brief, sources, material)]


def _checked(
    attempt: Compose, brief: AuthorBrief, material: Material
) -> tuple[AuthoredArticle | Reason, bool]:
    """Compose and judge; sentences that do not stand the judgement are left out and the rest judged again."""
    unwanted: frozenset[str] = frozenset()
    mends = 0
    while True:
        taken = Taken(unwanted)
        draft = attempt(taken)
        if isinstance(draft, Reason):
            return draft, False
        article = _article(draft, brief, taken)
        found = review(article, brief, material=material)
        if found.accepted:
            return article, True
        failing = {
            key_of(claim.text)
            for claim in found.claims
            if claim.verdict in FAILING and claim.kind in REPLACEABLE and not claim.exempt
        }
        if failing <= unwanted or mends == MAX_MENDS:
            return article, False
        unwanted |= failing
        mends += 1


def _article(draft: Draft, brief: AuthorBrief, taken: Taken) -> AuthoredArticle:
    return AuthoredArticle(
        text=draft.text,
        title=draft.title,
        lang=brief.lang,
        article_type=draft.article_type,
        spans=spans_of(draft.text, draft.reads),
        label=LABEL,
        model=MODEL,
        omitted=tuple(taken.omitted),
    )


def spans_of(text: str, reads: Sequence[ReadSource]) -> tuple[Span, ...]:
    """Return for each unit of the article the first source that holds it word for word."""
    spans = []
    for unit in split_article(text).units:
        words = text[unit.start : unit.end]
        for read in reads:
            if words in read.source.text or words in read.text:
                spans.append(Span(unit.start, unit.end, read.source.ref, words))
                break
    return tuple(spans)


def _refused(brief: AuthorBrief, *reasons: Reason) -> AuthoredArticle:
    return AuthoredArticle(
        text="",
        title="",
        lang=brief.lang,
        article_type=brief.article_type,
        spans=(),
        label=LABEL,
        model=MODEL,
        refusals=reasons,
    )
