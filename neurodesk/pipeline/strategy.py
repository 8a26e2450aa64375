"""Strategy: when an article needs a small round of searching of its own (SPEC R2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.research import Plan
from neurodesk.domain.section_roles import role_of

OPERATIONAL = (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING)
MIN_STEPS = 3
MIN_INTERNAL = 3

_STEP = re.compile(r"\d{1,3}[.)]\s+\S")
_RECENT = re.compile(
    r"(?i)\b(?:latest|current|newest|up to date|end of life|eol|release[sd]?|deprecat\w*|"
    r"aktuell\w*|neueste\w*|"
    r"veraltet\w*|support-?ende|20[2-9]\d)\b"
)


@dataclass(frozen=True, slots=True)
class DraftShape:
    """What the strategy needs to know of a draft."""

    steps: int
    has_validation: bool


def shape_of(text: str) -> DraftShape:
    """Count the numbered steps of an article and look for a validation section that says something."""
    steps = 0
    fence = ""
    role = ""
    validation = False
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith(("```", "~~~")):
            fence = "" if fence and stripped.startswith(fence) else fence or stripped[:3]
            validation = validation or role == "validation"
            continue
        if not fence and stripped.startswith("#"):
            role = role_of(stripped.lstrip("#"))
        elif stripped and role == "validation":
            validation = True
        if not fence and role != "validation" and _STEP.match(stripped):
            steps += 1
    return DraftShape(steps, validation)


def recency_matters(plan: Plan) -> bool:
    """Tell whether topic or questions ask for what is current."""
    return bool(_RECENT.search(" ".join((plan.topic, *plan.questions))))


def reasons_before_writing(plan: Plan, internal_sources: int) -> tuple[Reason, ...]:
    """Return why a round comes before the first draft: recency, or too few coherent internal sources."""
    reasons = []
    if recency_matters(plan):
        reasons.append(Reason("recency_matters"))
    if plan.article_type in OPERATIONAL and internal_sources < MIN_INTERNAL:
        reasons.append(Reason("few_internal_sources", (("count", str(internal_sources)),)))
    return tuple(reasons)


def reasons_after_draft(plan: Plan, shape: DraftShape) -> tuple[Reason, ...]:
    """Return why a draft needs more material: fewer than three concrete steps, or no validation."""
    if plan.article_type not in OPERATIONAL:
        return ()
    reasons = []
    if shape.steps < MIN_STEPS:
        reasons.append(Reason("few_steps", (("count", str(shape.steps)),)))
    if not shape.has_validation:
        reasons.append(Reason("no_validation"))
    return tuple(reasons)


def article_queries(plan: Plan, lang: str, reasons: tuple[Reason, ...], limit: int) -> tuple[str, ...]:
    """Return the queries of the article phase: the topic with the words of what is missing."""
    words = {
        "de": {
            "few_steps": "Anleitung Schritte",
            "no_validation": "prüfen Ergebnis",
            "recency_matters": "aktuelle Version",
        },
        "en": {
            "few_steps": "how to steps",
            "no_validation": "verify result",
            "recency_matters": "current version",
        },
    }[lang if lang in ("de", "en") else "en"]
    default = {"de": "Anleitung", "en": "guide"}[lang if lang in ("de", "en") else "en"]
    asked = [f"{plan.topic} {words.get(reason.code, default)}" for reason in reasons]
    return tuple(dict.fromkeys(asked))[: max(0, limit)]
