"""Reuse of earlier research: through the intent guard, with its full texts scored again (SPEC W8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.evidence import Evidence, EvidenceState
from neurodesk.domain.identity import derived_id
from neurodesk.domain.intent import IntentReason, IntentVerdict, compare, intent_of
from neurodesk.domain.ports import EarlierRequest
from neurodesk.domain.relevance import make_anchors, text_relevance
from neurodesk.domain.research import NewEvidence, Plan
from neurodesk.domain.tasks import Task

DAY_S = 86_400.0
# As many voices as end a search early.
ENOUGH_SOURCES = 2
ENOUGH_TEXTS = 3


@dataclass(frozen=True, slots=True)
class Reuse:
    """What earlier research gives.

    Attributes:
        verdicts: (earlier task, reason, detail), stored with the plan.
        evidence: texts that count for this task now; empty unless they cover its question.
    """

    verdicts: tuple[tuple[str, str, str], ...]
    evidence: tuple[NewEvidence, ...]

    def as_json(self) -> dict[str, object]:
        """Return it in the form of the plan's receipt."""
        return {
            "verdicts": [list(one) for one in self.verdicts],
            "evidence": [one.id for one in self.evidence],
        }


def guard(task: Task, earlier: EarlierRequest) -> IntentVerdict:
    """Say whether research for an earlier request may be used for a task.

    The same request asked again is asked because it is to be researched anew.
    """
    if earlier.dedupe_key == task.dedupe_key:
        return IntentVerdict(IntentReason.SAME_REQUEST)
    return compare(intent_of(task.topic, task.question), intent_of(earlier.topic, earlier.question))


def reuse_earlier(
    task: Task,
    plan: Plan,
    found: Sequence[Evidence],
    requests: Sequence[EarlierRequest],
    *,
    now: float,
    max_age_days: float,
    min_relevance: float,
) -> Reuse:
    """Judge earlier research for a task's articles, and take it over if it covers the question.

    Args:
        found: what earlier tasks learned for the same articles.
        requests: what those tasks were asked.
        max_age_days: older texts are fetched anew; 0 reuses nothing.
        min_relevance: what a full text must score against the current question.
    """
    anchors = make_anchors(plan.topic, plan.questions, plan.queries)
    verdicts: list[tuple[str, str, str]] = []
    kept: dict[str, NewEvidence] = {}
    for request in requests:
        verdict = guard(task, request)
        mine = [one for one in found if one.task_id == request.task_id]
        if verdict.compatible and mine:
            fresh = [one for one in mine if now - one.retrieved_at <= max_age_days * DAY_S]
            scored = [(one, text_relevance(anchors, one.title, one.text).score) for one in fresh]
            fitting = [(one, score) for one, score in scored if score >= min_relevance]
            if not fresh:
                verdict = IntentVerdict(IntentReason.TOO_OLD)
            elif not fitting:
                best = max(score for _, score in scored)
                verdict = IntentVerdict(IntentReason.NOT_COVERED, f"{best:.2f} of {min_relevance:g}")
            for one, score in fitting:
                kept.setdefault(one.sha256, _taken_over(task, plan, one, score))
        verdicts.append((request.task_id, str(verdict.reason), verdict.detail))
    taken = tuple(kept.values())
    sources = {one.source.source_key for one in taken}
    enough = len(sources) >= ENOUGH_SOURCES or len(taken) >= ENOUGH_TEXTS
    return Reuse(tuple(verdicts), taken if enough else ())


def _taken_over(task: Task, plan: Plan, one: Evidence, relevance: float) -> NewEvidence:
    return NewEvidence(
        id=derived_id("e", task.id, one.final_uri),
        source=one.source,
        sha256=one.sha256,
        relevance=relevance,
        quality=one.quality,
        trust=one.trust,
        confidence=one.confidence,
        evidence_count=one.evidence_count,
        independent=one.independent,
        state=EvidenceState.LEARNED,
        seeds=plan.seed_node_ids,
    )


def with_reuse(data: dict[str, object], reuse: Reuse) -> dict[str, object]:
    """Return a plan's receipt with the stored verdicts."""
    return {**data, "reuse": reuse.as_json()}
