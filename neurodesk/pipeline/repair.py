"""Repair: splice an author's edits; untouched sentences stay byte-identical (SPEC R3, R7)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from neurodesk.domain.articles import Claim, Verdict
from neurodesk.domain.numbering import count_steps_anew
from neurodesk.domain.relevance import make_anchors
from neurodesk.domain.research import Edit, Plan, RepairItem, Span

FAILING = (Verdict.UNSUPPORTED, Verdict.CONTRADICTED)

_EMPTY_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*")
_STEP = re.compile(r"(?m)^[ \t]*\d{1,3}[.)][ \t]")
_BLANK_LINES = re.compile(r"\n{3,}")


def failing_units(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the units that forbid acceptance, in the order of the text."""
    return tuple(claim for claim in claims if not claim.exempt and claim.verdict in FAILING)


def repair_items(claims: Sequence[Claim], instructions: dict[str, str]) -> tuple[RepairItem, ...]:
    """Return what the author may see: each failing unit with two neighbours, verdict and instruction."""
    items = []
    for place, claim in enumerate(claims):
        if claim.exempt or claim.verdict not in FAILING:
            continue
        items.append(
            RepairItem(
                claim_id=claim.id,
                kind=claim.kind,
                sentence=claim.text,
                before=claims[place - 1].text if place else "",
                after=claims[place + 1].text if place + 1 < len(claims) else "",
                verdict=claim.verdict.value if claim.verdict else "",
                instruction=instructions.get(claim.id, ", ".join(reason.code for reason in claim.reasons)),
            )
        )
    return tuple(items)


def splice(
    text: str, claims: Sequence[Claim], edits: Sequence[Edit], *, allowed: frozenset[str] | None = None
) -> str:
    """Return the text with the edited units replaced or removed.

    An edit of an unknown or exempt unit is ignored: the author may touch only what failed, or what is
    ``allowed``. A list item or line that an edit leaves empty goes whole; ordered lists are counted anew when
    an item came or went. Everything else stays byte for byte, blank lines in code too.
    """
    if allowed is None:
        allowed = frozenset(claim.id for claim in claims if claim.verdict in FAILING)
    known = {claim.id: claim for claim in claims if not claim.exempt and claim.id in allowed}
    wanted = {edit.claim_id: edit.text for edit in edits if edit.claim_id in known}
    result = text
    for claim in sorted((known[one] for one in wanted), key=lambda one: one.start, reverse=True):
        new = _BLANK_LINES.sub("\n\n", (wanted[claim.id] or "").strip())
        if new:
            result = result[: claim.start] + new + result[claim.end :]
        else:
            result = _without(result, claim.start, claim.end)
    if len(_STEP.findall(result)) != len(_STEP.findall(text)):
        result = count_steps_anew(result)
    return result


def _without(text: str, start: int, end: int) -> str:
    """Return the text without a unit, nor the list mark and the blank lines that it would leave behind."""
    while end < len(text) and text[end] in " \t":
        end += 1
    line = text.rfind("\n", 0, start) + 1
    if text[end : end + 1] == "\n" and _EMPTY_ITEM.fullmatch(text, line, start):
        start, end = line, end + 1
    before, after = text[:start].rstrip("\n"), text[end:].lstrip("\n")
    between = text[len(before) : start] + text[end : len(text) - len(after)]
    return before + between[:2] + after


def moved_spans(text: str, spans: Sequence[Span], new_text: str) -> tuple[Span, ...]:
    """Return the spans whose words still stand, at their new offsets, in the order of the text."""
    found = []
    at = 0
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        words = text[span.start : span.end]
        place = new_text.find(words, at) if words else -1
        if place >= 0:
            found.append(Span(place, place + len(words), span.ref, span.quote))
            at = place
    return tuple(found)


def queries_on_subject(queries: Sequence[str], plan: Plan) -> tuple[str, ...]:
    """Return the queries that name something the plan is about.

    They are made of the draft's sentences, and a page may have put a sentence there: what is beside the
    subject finds nothing that the gates keep, and would let the page say what is searched for (SPEC W9).
    """
    subject = _telling(plan.topic, *plan.questions, *plan.queries)
    return tuple(one for one in queries if subject & _telling(one))


def _telling(*texts: str) -> set[str]:
    anchors = make_anchors("", (), texts)
    return {term for query in anchors.queries for term, weight in query.terms if weight >= 1.0}
