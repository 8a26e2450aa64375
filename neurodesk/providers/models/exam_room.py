"""Let a reviewer model sit an exam: with the real prompt, in the real batches, its verdicts as it gives them.

What code would correct afterwards is left out: the exam grades the model (SPEC O7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import STRICTNESS, Verdict
from neurodesk.domain.errors import TaskFault
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.exam import ExamItem
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.models import Role
from neurodesk.domain.research import BriefSource
from neurodesk.pipeline.prompts.parts import Prompt
from neurodesk.pipeline.prompts.reviewer import Lot, reviewer_prompt
from neurodesk.providers.models.llm_reviewer import ANSWER_TOKENS, lot_of, verdicts_of
from neurodesk.providers.models.structured import Answer, Structured


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a model answered.

    Attributes:
        verdicts: by item id; an item that the model left out is missing.
        broken: batches whose reply could not be read.
    """

    verdicts: dict[str, Verdict]
    model: str
    digest: str
    prompt_version: str
    broken: int


async def sit(
    structured: Structured, items: Sequence[ExamItem], on_batch: Callable[[int, int], None] | None = None
) -> Sitting:
    """Ask the reviewer model about every item.

    Args:
        on_batch: told how many items were asked, and of how many.

    Raises:
        InfrastructureFault: ``model_unavailable``: an exam that was not sat to the end counts for nothing.
    """
    verdicts: dict[str, Verdict] = {}
    model, digest, broken = structured.model_of(Role.REVIEWER), "", 0
    lot = lot_of(await structured.capacity(Role.REVIEWER))
    for at in range(0, len(items), lot.units):
        batch = items[at : at + lot.units]
        try:
            answer = await _ask(structured, batch, lot)
        except TaskFault:
            broken += 1
        else:
            model, digest = answer.model, answer.digest
            for number, verdict in verdicts_of(answer.value, len(batch)):
                item = batch[number - 1]
                before = verdicts.get(item.id, verdict)
                verdicts[item.id] = max(before, verdict, key=lambda one: STRICTNESS[one])
        if on_batch is not None:
            on_batch(min(at + lot.units, len(items)), len(items))
    return Sitting(verdicts, model, digest, lot.version, broken)


async def _ask(structured: Structured, batch: Sequence[ExamItem], lot: Lot) -> Answer:
    sources = [_source(item) for item in batch]
    units = [("", item.claim) for item in batch]

    def build(room: int, mark: str) -> Prompt:
        return reviewer_prompt(units, sources, room, mark, lot=lot)

    return await structured.ask(Role.REVIEWER, build, answer_tokens=ANSWER_TOKENS, temperature=0.0)


def _source(item: ExamItem) -> BriefSource:
    return BriefSource(
        ref=item.id,
        title="",
        uri="",
        text=item.source,
        sha256=sha256_text(item.source),
        lang=item.lang,
        origin=SourceOrigin.KB,
        source_key="",
        independence_key=item.id,
        confidence=1.0,
        relevance=1.0,
    )


class ExamLeft(Exception):
    """The exam was left before its end; it counts for nothing."""
