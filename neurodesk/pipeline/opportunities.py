"""Opportunities: the planner by rule turns the best candidates into plans, or says why not (SPEC G3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import Reason
from neurodesk.domain.planning import PlanRequest, SeedView, plan_by_rule, validate_plan
from neurodesk.domain.research import Plan
from neurodesk.domain.scanning import CandidateNode, Finding, FindingType
from neurodesk.domain.section_roles import role_of

# What only the organisation itself can know; enough such traces make an article an internal matter.
_INTERNAL = re.compile(
    r"(?<![\d.])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})(?![\d.])"
    r"|\b[\w-]+\.(?:intern|internal|local|lan|corp|intranet)\b"
    r"|\b(?:our (?:team|office|company|policy|policies|colleagues)"
    r"|unsere?[mnrs]? (?:team|büro|firma|richtlinien?|kolleg\w+)"
    r"|room \d|raum \d|ext(?:ension)?\.? \d{2,}|durchwahl|betriebsrat|works council|company policy"
    r"|dienstanweisung)\b",
    re.IGNORECASE,
)
_CODE_SPAN = re.compile(r"`([^`\n]{2,40})`|^\s*(?:\$ |sudo )?([a-z][\w.-]{2,24})(?=\s)", re.MULTILINE)
INTERNAL_PER_1000_WORDS = 12.0
MAX_KEYWORDS = 6
# These a person can mend from the other version of the article; the web adds nothing.
_MENDED_INSIDE = frozenset({FindingType.TWIN_DIFFERS, FindingType.NEAR_DUPLICATE, FindingType.BROKEN_LINK})


@dataclass(frozen=True, slots=True)
class SeedText:
    """The candidate's own text, and the title of its translation."""

    node_id: str
    title: str
    lang: str
    body: str
    headings: tuple[str, ...]
    twin_title: str = ""


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A plan for one candidate.

    Attributes:
        rejected: why it does not become a task, "" when it may.
        reasons: what validation dropped or changed.
    """

    node_id: str
    plan: Plan
    question: str
    signals: tuple[tuple[str, float], ...]
    missing_sections: tuple[str, ...]
    rejected: str = ""
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannerLimits:
    """Settings of the planner (SPEC Q14)."""

    opportunity_limit: int = 8
    min_priority: float = 0.65
    max_queries: int = 6


def find_opportunities(
    candidates: Sequence[CandidateNode],
    findings: Sequence[Finding],
    texts: Mapping[str, SeedText],
    limits: PlannerLimits,
) -> tuple[Opportunity, ...]:
    """Return a plan for each of the best candidates, rejected ones with their reason.

    Args:
        candidates: best first.
        findings: of the same scan.
        texts: the candidates' own texts; the only node ids a plan may name.
        limits: how many, from which priority on.
    """
    by_node: dict[str, list[Finding]] = {}
    for one in findings:
        for node_id in dict.fromkeys((one.node_id, one.other_node_id)):
            if node_id in texts:
                by_node.setdefault(node_id, []).append(one)
    chosen = [one for one in candidates if one.node_id in texts][: limits.opportunity_limit]
    return tuple(_plan(one, by_node.get(one.node_id, []), texts[one.node_id], limits) for one in chosen)


def _plan(
    candidate: CandidateNode, findings: Sequence[Finding], text: SeedText, limits: PlannerLimits
) -> Opportunity:
    mine = [one for one in findings if one.node_id == text.node_id or one.type is FindingType.CONTRADICTION]
    german = text.lang == "de"
    questions = [question for one in mine for question in _questions(one, text, german)]
    sections = candidate.missing_sections
    topic = _topic(text, mine, german)
    request = PlanRequest(
        topic=topic,
        question="",
        research_questions=tuple(dict.fromkeys(questions))[:6],
        queries=tuple(query for query in (text.title, text.twin_title) if query),
        priority=candidate.score,
        seeds=(
            SeedView(text.node_id, text.title, text.lang, text.headings, _keywords(text), text.twin_title),
        ),
        missing_sections=tuple(_plain(section) for section in sections),
        max_queries=limits.max_queries,
    )
    plan, reasons = validate_plan(plan_by_rule(request), (text.node_id,), limits.max_queries)
    return Opportunity(
        node_id=text.node_id,
        plan=plan,
        question=plan.questions[0] if plan.questions else topic,
        signals=tuple((one.name, one.strength) for one in candidate.signals),
        missing_sections=sections,
        rejected=_rejection(plan, mine, text, limits),
        reasons=reasons,
    )


def _rejection(plan: Plan, findings: Sequence[Finding], text: SeedText, limits: PlannerLimits) -> str:
    """Say why research outside would add nothing, or why the plan cannot stand; "" when it may."""
    if not plan.queries or len(plan.topic) < 4:
        return "no_topic"
    words = len(text.body.split())
    if words and len(_INTERNAL.findall(text.body)) * 1000.0 / max(words, 80) >= INTERNAL_PER_1000_WORDS:
        return "internal_matter"
    if findings and all(_mended_inside(one) for one in findings if one.score >= 0.3):
        return "translation_has_it"
    if plan.priority < limits.min_priority:
        return "below_min_priority"
    return ""


def _mended_inside(finding: Finding) -> bool:
    if finding.type in _MENDED_INSIDE:
        return True
    from_twin = ("how", "twin") in finding.detail
    return from_twin and finding.type in {FindingType.MISSING_SECTION, FindingType.STUB_SECTION}


def _topic(text: SeedText, findings: Sequence[Finding], german: bool) -> str:
    """Return a narrow topic: the title, and the part of it that is lacking when there is one."""
    title = " ".join(text.title.split())
    whole = any(one.type is FindingType.STUB for one in findings)
    if whole or not findings:
        return title
    best = findings[0]
    if best.type in {FindingType.STUB_SECTION, FindingType.MISSING_SECTION} and best.section:
        return f"{title}: {_plain(best.section)}"
    if best.type is FindingType.AGED:
        return f"{title}: {'aktueller Stand' if german else 'current state'}"
    return title


def _questions(finding: Finding, text: SeedText, german: bool) -> tuple[str, ...]:
    """Return what to find out, in the article's language."""
    title, section = text.title, _plain(finding.section)
    role = role_of(section)
    detail = dict(finding.detail)
    match finding.type:
        case FindingType.STUB:
            return (
                (
                    f"Welche Schritte gehören vollständig zu: {title}?",
                    f"Woran erkennt man den Erfolg von: {title}?",
                )
                if german
                else (f"What are the complete steps to: {title}?", f"How is the result verified: {title}?")
            )
        case FindingType.STUB_SECTION | FindingType.MISSING_SECTION:
            if role == "validation":
                return (
                    f"Wie prüft man das Ergebnis: {title}?"
                    if german
                    else f"How is the result verified: {title}?",
                )
            if role == "rollback":
                return (
                    f"Wie macht man es rückgängig: {title}?" if german else f"How is it undone: {title}?",
                )
            return (f"{title}: {section}",)
        case FindingType.AGED:
            release = detail.get("release", "")
            if release:
                return (
                    f"Was hat sich seit {release} geändert: {title}?"
                    if german
                    else f"What changed since {release}: {title}?",
                )
            return (
                f"Welche Angaben sind heute überholt: {title}?"
                if german
                else f"Which statements are outdated today: {title}?",
            )
        case FindingType.CONTRADICTION if ("accepted", "yes") in finding.detail and finding.values:
            one, other = finding.values
            if not one:
                return ()
            return (f"{title}: {one} oder {other}?" if german else f"{title}: {one} or {other}?",)
        case FindingType.UNANSWERED:
            return (detail.get("question", ""),)
        case FindingType.SOURCE_CHANGED:
            return (f"Was gilt heute: {title}?" if german else f"What holds today: {title}?",)
        case _:
            return ()


def _plain(section: str) -> str:
    """Return a heading without its step number."""
    return (
        re.sub(
            r"^\W*(?:step|schritt|part|teil|phase)?\s*\d+(?:\.\d+)*\s*[-–—:.)]*\s*",
            "",
            section,
            flags=re.IGNORECASE,
        )
        or section
    )


def _keywords(text: SeedText) -> tuple[str, ...]:
    """Return the code identifiers that an article names most, for a query of their own."""
    counts: dict[str, int] = {}
    for match in _CODE_SPAN.finditer(text.body):
        word = (match[1] or match[2] or "").strip()
        if (
            word
            and " " not in word
            and not _INTERNAL.search(word)
            and re.fullmatch(r"[A-Za-z][\w.+-]+", word)
        ):
            counts[word] = counts.get(word, 0) + 1
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    return tuple(word for word in ordered if counts[word] >= 2)[:MAX_KEYWORDS]
