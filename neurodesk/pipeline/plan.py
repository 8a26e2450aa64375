"""Plan: what a task asks, how it searches, which articles it is about (SPEC W1, G3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.planning import PlanRequest, plan_by_rule, validate_plan
from neurodesk.domain.ports import KnowledgeReader, SeedHit
from neurodesk.domain.research import Plan, StageResult
from neurodesk.domain.tasks import Task
from neurodesk.pipeline.tools import Limits

# A found article counts as the task's own subject from here on: most of the topic stands in its title.
SEED_TITLE_MATCH = 0.75
SEED_SIMILARITY = 0.60
SEEDS_FOUND = 2


def choose_seeds(found: Sequence[SeedHit]) -> tuple[str, ...]:
    """Return the found articles that are about the topic itself, not merely near it."""
    return tuple(
        hit.node_id
        for hit in found[:SEEDS_FOUND]
        if hit.title_match >= SEED_TITLE_MATCH and hit.similarity >= SEED_SIMILARITY
    )


@dataclass(frozen=True, slots=True)
class PlanDraft:
    """What the planner is asked, and what was found on the way: the articles near, the reasons."""

    request: PlanRequest
    near: tuple[str, ...]
    reasons: tuple[Reason, ...]


def prepare_plan(task: Task, knowledge: KnowledgeReader, limits: Limits) -> PlanDraft:
    """Find the articles that a task is about, and put together what the planner is asked."""
    reasons: list[Reason] = []
    asked = [node.id for node in knowledge.nodes(task.seed_node_ids)]
    reasons += [Reason("seed_gone", (("id", one),)) for one in task.seed_node_ids if one not in asked]
    if task.filter_keys is not None:
        inside = {node.id for node in knowledge.nodes(asked) if node.source_key in task.filter_keys}
        reasons += [Reason("seed_not_in_filter", (("id", one),)) for one in asked if one not in inside]
        asked = [one for one in asked if one in inside]
    near = knowledge.find_seeds(f"{task.topic} {task.question}", task.filter_keys, 6)
    seeds = tuple(asked) or choose_seeds(near)
    if not asked and seeds:
        reasons.append(Reason("seeds_found_by_retrieval", (("count", str(len(seeds))),)))
    extra = task.extra.get("missing_sections")
    missing = tuple(str(one) for one in extra) if isinstance(extra, list | tuple) else ()
    request = PlanRequest(
        topic=task.topic,
        question=task.question,
        research_questions=task.research_questions,
        queries=task.queries,
        priority=task.priority,
        seeds=tuple(knowledge.seed_views(seeds)),
        article_type=task.article_type,
        missing_sections=missing,
        max_queries=limits.max_queries,
    )
    return PlanDraft(request, tuple(hit.node_id for hit in near), tuple(reasons))


def finish_plan(draft: PlanDraft, plan: Plan, limits: Limits) -> StageResult:
    """Validate a plan, whoever made it; what was dropped is kept with it as reasons (SPEC G3).

    A plan of which no query is left gets those of the rules.
    """
    seeds = tuple(seed.id for seed in draft.request.seeds)
    checked, dropped = validate_plan(plan, seeds, limits.max_queries)
    if not checked.queries:
        checked = replace(checked, queries=plan_by_rule(draft.request).queries)
    reasons = (*draft.reasons, *dropped)
    return StageResult(
        {
            "plan": plan_as_json(checked),
            "near": list(draft.near),
            "reasons": [[reason.code, dict(reason.params)] for reason in reasons],
        }
    )


def plan_as_json(plan: Plan) -> dict[str, object]:
    """Return a plan in the form of its receipt."""
    return {
        "topic": plan.topic,
        "questions": list(plan.questions),
        "queries": list(plan.queries),
        "article_type": plan.article_type.value,
        "rationale": plan.rationale,
        "priority": plan.priority,
        "seed_node_ids": list(plan.seed_node_ids),
        "author": plan.author,
    }


def plan_from_json(data: object) -> Plan:
    """Read a plan from its receipt."""
    assert isinstance(data, dict)
    return Plan(
        topic=str(data["topic"]),
        questions=tuple(data["questions"]),
        queries=tuple(data["queries"]),
        article_type=ArticleType(data["article_type"]),
        rationale=str(data["rationale"]),
        priority=float(data["priority"]),
        seed_node_ids=tuple(data["seed_node_ids"]),
        author=str(data["author"]),
    )
