"""The reviewer that is a language model; the code judge then only makes its verdicts stricter (SPEC R4)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from neurodesk.domain.articles import Claim, Verdict
from neurodesk.domain.errors import BadInput, TaskFault
from neurodesk.domain.judge import Similarity
from neurodesk.domain.models import Role
from neurodesk.domain.prompt_budget import Capacity
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Review
from neurodesk.domain.risk import risk_of
from neurodesk.domain.units import Article, Unit, split_article
from neurodesk.pipeline.prompts.parts import Fence, Prompt
from neurodesk.pipeline.prompts.reviewer import SMALL_LOT, WHOLE_LOT, Lot, reviewer_prompt
from neurodesk.providers.models.embedded.material import Material
from neurodesk.providers.models.embedded.reviewer import Opinion, UnitJudge, concluded
from neurodesk.providers.models.focus import focused, nearest
from neurodesk.providers.models.llm_author import label_of
from neurodesk.providers.models.structured import Answer, Structured

ANSWER_TOKENS = 2_400
# Characters of material that a batch is given; the prompt cuts further where a window is small.
MATERIAL_CHARS = 14_000

_REF = re.compile(r"[Rr]\s*(\d{1,3})")


@dataclass(frozen=True, slots=True)
class ReviewedUnit:
    """One unit with its verdict; ``said`` is the model's own, which the code may have made stricter."""

    claim: Claim
    said: Verdict
    label: str
    model: str
    digest: str


class LlmReviewer:
    """Judges with a language model, all batches of an article one after the other (SPEC M4).

    Args:
        structured: makes the calls.
        similarity: calibrated similarity for the code judge, 0..1.
    """

    def __init__(self, structured: Structured, similarity: Similarity | None = None) -> None:
        self._structured = structured
        self._similarity = similarity

    @property
    def label(self) -> str:
        """Shown wherever the output shows."""
        return label_of(self._structured.model_of(Role.REVIEWER))

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """Return one verdict a unit; what the model left out twice stays unjudged: incomplete (SPEC R4).

        A batch whose reply came broken twice is left out as well: the article was written, and a draft that
        nobody could judge is kept and shown, not lost.

        Raises:
            InfrastructureFault, TaskFault: see ``Structured.ask``; never ``model_reply_invalid``.
        """
        split, judge = await asyncio.to_thread(_prepare, article, brief, self._similarity)
        open_units = [unit for unit in split.units if judge.is_open(unit)]
        opinions: dict[str, Opinion] = {}
        last: Answer | None = None
        capacity = await self._structured.capacity(Role.REVIEWER)
        lot = lot_of(capacity)
        # Batches of a small model often are given the same texts: prompts that begin alike are read once.
        shown = [*(one.text for one in split.units), *(f"{one.title}\n{one.text}" for one in brief.sources)]
        fence = Fence(shown) if capacity.small else None
        for at in range(0, len(open_units), lot.units):
            batch = open_units[at : at + lot.units]
            for _ in range(2):  # what a reply leaves out is asked for once more
                missing = [unit for unit in batch if unit.id not in opinions]
                answer = await self._ask(missing, brief.sources, capacity, fence) if missing else None
                if answer is None:
                    break
                last = answer
                opinions |= opinions_of(answer.value, [one.id for one in missing], brief.sources)
        review = await asyncio.to_thread(_judged, judge, split, opinions, article, brief)
        return replace(
            review,
            label=self.label,
            model=last.model if last else self._structured.model_of(Role.REVIEWER),
            digest=last.digest if last else "",
            prompt_sha256=lot.version,
        )

    async def review_unit(self, article: AuthoredArticle, brief: AuthorBrief, claim: Claim) -> ReviewedUnit:
        """Judge one unit of an article, as ``review`` would: the unit of the claim's kind and words.

        Raises:
            InfrastructureFault, TaskFault: see ``Structured.ask``; ``model_reply_invalid`` also when the
                reply leaves the unit out twice. BadInput: ``claim_unknown``: the text has no such unit.
        """
        capacity = await self._structured.capacity(Role.REVIEWER)
        split, judge = await asyncio.to_thread(_prepare, article, brief, self._similarity)
        same = [one for one in split.units if (one.kind.value, one.text) == (claim.kind, claim.text)]
        if not same:
            raise BadInput("claim_unknown", claim=claim.id, draft=article.title)
        unit = min(same, key=lambda one: abs(one.start - claim.start))
        for _ in range(2):
            answer = await self._ask([unit], brief.sources, capacity, None)
            found = opinions_of(answer.value, [unit.id], brief.sources) if answer is not None else {}
            if answer is not None and unit.id in found:
                opinion = found[unit.id]
                judged = await asyncio.to_thread(judge.claim, unit, claim.ordinal, opinion)
                return ReviewedUnit(judged, opinion.verdict, self.label, answer.model, answer.digest)
        raise TaskFault(
            "model_reply_invalid",
            model=self._structured.model_of(Role.REVIEWER),
            role=Role.REVIEWER.value,
            problem="no verdict",
        )

    async def _ask(
        self, units: Sequence[Unit], sources: Sequence[BriefSource], capacity: Capacity, fence: Fence | None
    ) -> Answer | None:
        texts = [unit.text for unit in units]
        lot = lot_of(capacity)
        if capacity.small:
            near = nearest(sources, texts, capacity.material_chars())
        else:
            near = focused(sources, texts, MATERIAL_CHARS)
        shown = [(unit.heading_path[-1] if unit.heading_path else "", unit.text) for unit in units]

        def build(room: int, mark: str) -> Prompt:
            return reviewer_prompt(shown, near, room, mark, fence, lot)

        try:
            return await self._structured.ask(
                Role.REVIEWER, build, answer_tokens=ANSWER_TOKENS, temperature=0.0
            )
        except TaskFault as fault:
            if fault.code != "model_reply_invalid":
                raise
            return None


def lot_of(capacity: Capacity) -> Lot:
    """Return how much a reviewer's model is asked at once."""
    return SMALL_LOT if capacity.small else WHOLE_LOT


def _prepare(
    article: AuthoredArticle, brief: AuthorBrief, similarity: Similarity | None
) -> tuple[Article, UnitJudge]:
    split = split_article(article.text)
    return split, UnitJudge(
        article, brief, split, similarity, Material(brief.sources, brief.base_text, brief.base_ref)
    )


def _judged(
    judge: UnitJudge,
    split: Article,
    opinions: dict[str, Opinion],
    article: AuthoredArticle,
    brief: AuthorBrief,
) -> Review:
    claims: list[Claim] = []
    for ordinal, unit in enumerate(split.units):
        if judge.is_open(unit) and unit.id not in opinions:
            claims.append(_unjudged(unit, ordinal))
        else:
            claims.append(judge.claim(unit, ordinal, opinions.get(unit.id)))
    review = concluded(tuple(claims), split, article, brief)
    whole = all(claim.verdict is not None or claim.exempt for claim in claims)
    return review if whole else replace(review, complete=False, accepted=False)


def _unjudged(unit: Unit, ordinal: int) -> Claim:
    risk = risk_of(unit).level.value
    return Claim(unit.id, ordinal, unit.kind.value, unit.text, unit.start, unit.end, None, risk=risk)


def opinions_of(
    value: dict[str, Any], ids: Sequence[str], sources: Sequence[BriefSource]
) -> dict[str, Opinion]:
    """Return by id what a reply says of the units asked about; of two verdicts on one the stricter counts."""
    found: dict[str, Opinion] = {}
    for number, one in _numbered(value, len(ids)):
        quotes = tuple((ref_of(said["ref"], sources), said["quote"]) for said in one.get("sources", ()))
        opinion = Opinion(Verdict(one["verdict"]), tuple(dict.fromkeys(quotes)))
        before = found.get(ids[number - 1])
        if before is None or _strictness(opinion) > _strictness(before):
            found[ids[number - 1]] = opinion
    return found


def verdicts_of(value: dict[str, Any], count: int) -> Iterator[tuple[int, Verdict]]:
    """Yield the number of each unit asked about and its verdict, as the reply says them."""
    for number, one in _numbered(value, count):
        yield number, Verdict(one["verdict"])


def _numbered(value: dict[str, Any], count: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield what a reply says of U1 … U<count>; of other units nothing counts."""
    for one in value["verdicts"]:
        match = re.fullmatch(r"[Uu]\s*(\d{1,3})", one["unit"].strip())
        number = int(match[1]) if match else 0
        if 1 <= number <= count:
            yield number, one


def _strictness(opinion: Opinion) -> int:
    return list(Verdict).index(opinion.verdict)


def ref_of(said: str, sources: Sequence[BriefSource]) -> str:
    """Return the source that a ref means: R<n>, an id or an address; an unknown one stays as it was said."""
    said = said.strip()
    match = _REF.fullmatch(said)
    if match and 1 <= int(match[1]) <= len(sources):
        return sources[int(match[1]) - 1].ref
    return next((one.ref for one in sources if said in (one.ref, one.uri)), said)
