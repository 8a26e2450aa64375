"""The planner that asks a language model; code validates what it says (SPEC G3)."""

from __future__ import annotations

from dataclasses import replace

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.models import Role
from neurodesk.domain.planning import PlanRequest, checked_type, plan_by_rule
from neurodesk.domain.prompt_budget import SMALL_MATERIAL_CHARS
from neurodesk.domain.research import Plan
from neurodesk.pipeline.prompts.parts import Prompt
from neurodesk.pipeline.prompts.planner import planner_prompt
from neurodesk.providers.models.structured import Structured

ANSWER_TOKENS = 900


class LlmPlanner:
    """Plans with a language model.

    Args:
        structured: makes the calls.
    """

    def __init__(self, structured: Structured) -> None:
        self._structured = structured

    async def plan(self, request: PlanRequest) -> Plan:
        """Return the model's plan; what the curator asked for, articles and priority stay as they were.

        Raises:
            InfrastructureFault, TaskFault: see ``Structured.ask``.
        """
        small = (await self._structured.capacity(Role.PLANNER)).small

        def build(room: int, mark: str) -> Prompt:
            most = min(room, SMALL_MATERIAL_CHARS) if small else room
            return planner_prompt(request, most, mark, small=small)

        answer = await self._structured.ask(Role.PLANNER, build, answer_tokens=ANSWER_TOKENS)
        value = answer.value
        base = plan_by_rule(request)
        own = [request.question] if request.question else []
        questions = dict.fromkeys([*own, *request.research_questions, *map(str.strip, value["questions"])])
        queries = list(request.queries)
        for pair in zip_longest_texts(value["queries_en"], value["queries_de"]):
            queries += pair
        chosen = (
            ArticleType(request.article_type)
            if request.article_type in set(ArticleType)
            else checked_type(ArticleType(value["article_type"]), request.topic, request.question)
        )
        return replace(
            base,
            questions=tuple(one for one in questions if one) or base.questions,
            queries=tuple(queries) or base.queries,
            article_type=chosen,
            rationale=value["rationale"].strip() or "model",
            author=answer.model,
        )


def zip_longest_texts(one: list[str], other: list[str]) -> list[list[str]]:
    """Return the texts of two lists in turn, so that a cut at any length keeps both languages."""
    count = max(len(one), len(other))
    return [[*one[place : place + 1], *other[place : place + 1]] for place in range(count)]
