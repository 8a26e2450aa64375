"""Claims as the widgets show them, and what keeps a draft from being approved, worded for the bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from neurodesk.domain.articles import Reason, Verdict
from neurodesk.domain.decisions import JudgedClaim, blocking_reasons, riskiest_first
from neurodesk.domain.review_effort import review_minutes
from neurodesk.ui.widgets.lamps import ClaimMark, Lamp

# The palette words drafts from the start; what opens them comes with the place.
if TYPE_CHECKING:
    from neurodesk.app.queries.drafts import DeskDraft

LAMPS = {
    Verdict.SUPPORTED: Lamp.SUPPORTED,
    Verdict.PARTIALLY_SUPPORTED: Lamp.PARTIAL,
    Verdict.UNSUPPORTED: Lamp.UNSUPPORTED,
    Verdict.CONTRADICTED: Lamp.CONTRADICTED,
}


def lamp_of(verdict: Verdict | None) -> Lamp:
    """Return the lamp of a verdict; nobody's verdict is *unchecked*."""
    return LAMPS[verdict] if verdict is not None else Lamp.UNCHECKED


def marks_of(claims: Sequence[JudgedClaim]) -> list[ClaimMark]:
    """Return the claims as the article view and the strip show them; exempt units have no lamp."""
    return [
        ClaimMark(
            one.id,
            one.claim.start,
            one.claim.end,
            lamp_of(one.verdict),
            bool(one.seen_at),
            one.claim.text,
        )
        for one in claims
        if not one.claim.exempt
    ]


def with_seen(claims: Sequence[JudgedClaim], seen: Collection[str], now: float) -> list[JudgedClaim]:
    """Return the claims with those seen meanwhile, before the store answers."""
    return [replace(one, seen_at=now) if one.id in seen and not one.seen_at else one for one in claims]


def minutes_of(claims: Sequence[JudgedClaim], characters: int) -> int:
    """Return about how many minutes are left of a draft's review, as the list says it."""
    asserting = [one for one in claims if not one.claim.exempt]
    unseen = Counter(str(one.verdict or "") for one in asserting if not one.seen_at)
    share = sum(unseen.values()) / len(asserting) if asserting else 0.0
    return review_minutes(unseen, round(characters * share))


def shown_with(claims: Sequence[JudgedClaim], claim_id: str) -> list[str]:
    """Return the units that are on the screen with a claim: itself and the exempt ones around it.

    Headings and connecting phrases assert nothing and have no passage: they are seen with what they
    stand beside.
    """
    place = next((n for n, one in enumerate(claims) if one.id == claim_id), -1)
    if place < 0:
        return []
    first = place
    while first > 0 and claims[first - 1].claim.exempt:
        first -= 1
    last = place
    while last + 1 < len(claims) and claims[last + 1].claim.exempt:
        last += 1
    return [one.id for one in claims[first : last + 1]]


def next_open(claims: Sequence[JudgedClaim], current: str) -> str:
    """Return the riskiest claim that was not seen, then the riskiest that still blocks; "" without one."""
    blocking = {dict(one.params).get("claim", "") for one in blocking_reasons(claims)}
    others = [one for one in riskiest_first(claims) if not one.claim.exempt and one.id != current]
    unseen = next((one.id for one in others if not one.seen_at), "")
    return unseen or next((one.id for one in others if one.id in blocking), "")


def blocks_of(desk: DeskDraft, claims: Sequence[JudgedClaim]) -> tuple[Reason, ...]:
    """Return what keeps a draft from being approved, with what was seen meanwhile."""
    conflict = desk.plan.conflict
    return (
        *blocking_reasons(claims, ticks=desk.draft.ticks, extra_ticks=desk.plan.extra_ticks),
        *((conflict,) if conflict is not None and conflict.code != "target_missing" else ()),
    )


def block_counts(blocks: Sequence[Reason], exempt: Collection[str] = ()) -> Counter[str]:
    """Return how often each blocking code occurs; units that assert nothing are not counted as claims."""
    return Counter(one.code for one in blocks if dict(one.params).get("claim", "") not in exempt)


def needs_reasons(blocks: Sequence[Reason]) -> bool:
    """Tell whether only typed reasons for unsupported claims are missing (*approve with reason*)."""
    codes = {one.code for one in blocks}
    return codes == {"claim_unsupported"}
