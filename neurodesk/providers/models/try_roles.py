"""One small real call as a role, for the curator who wants to see that it works (SPEC I1, first run)."""

from __future__ import annotations

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.models import Role
from neurodesk.domain.planning import PlanRequest
from neurodesk.domain.research import AuthorBrief, BriefSource
from neurodesk.pipeline.prompts.author import author_prompt
from neurodesk.pipeline.prompts.planner import planner_prompt
from neurodesk.pipeline.prompts.reviewer import reviewer_prompt
from neurodesk.providers.models.part_author import write_one_part
from neurodesk.providers.models.room import ModelRoom
from neurodesk.providers.models.structured import Build

TEXT = "The pool stays online while a failed disk is replaced.\n\nThe resilver ends without errors."
SOURCE = BriefSource(
    ref="try",
    title="Replacing a disk",
    uri="library://try/disk.md",
    text=TEXT,
    sha256="",
    lang="en",
    origin=SourceOrigin.LIBRARY,
    source_key="library:try",
    independence_key="library:try",
    confidence=0.6,
    relevance=1.0,
)
BRIEF = AuthorBrief("Replacing a disk", (), ArticleType.CONCEPT, "en", (SOURCE,))


async def try_role(room: ModelRoom, role: str) -> dict[str, object]:
    """Call a role's model once, with its real prompt and schema; a small author is asked for one section.

    Returns:
        ``model``, ``node``, ``seconds`` and what it said, shortened.

    Raises:
        InfrastructureFault, TaskFault, RuleRefused: why it does not work.
    """
    clock = room.pool.clock
    began = clock.monotonic()
    wanted = Role(role)
    if wanted is Role.EMBEDDING:
        (vector,) = await room.pool.embed(room.model_of(wanted), [TEXT])
        said, node = f"A vector of {len(vector)} numbers.", ""
        return _told(room.model_of(wanted), node, clock.monotonic() - began, said)
    if wanted is Role.AUTHOR and (await room.structured.capacity(wanted)).small:
        answer = await write_one_part(room.structured, BRIEF)
    else:
        answer = await room.structured.ask(wanted, _builds()[wanted], answer_tokens=600)
    return _told(answer.model, answer.node, clock.monotonic() - began, str(answer.value))


def _told(model: str, node: str, seconds: float, said: str) -> dict[str, object]:
    return {"model": model, "node": node, "seconds": round(seconds, 3), "said": said[:600]}


def _builds() -> dict[Role, Build]:
    plan = PlanRequest("Replace a failed disk in a ZFS pool", "", (), (), 0.5, ())
    units = [("", "The pool stays online while a failed disk is replaced.")]
    return {
        Role.AUTHOR: lambda room, mark: author_prompt(BRIEF, room, mark),
        Role.PLANNER: lambda room, mark: planner_prompt(plan, room, mark),
        Role.REVIEWER: lambda room, mark: reviewer_prompt(units, (SOURCE,), room, mark),
    }
