"""Comparing the facts of a claim with those of a source unit (SPEC R4, K4)."""

from __future__ import annotations

from functools import lru_cache

from neurodesk.domain.facts.compare_literals import LiteralComparer
from neurodesk.domain.facts.compare_numbers import NumberComparer
from neurodesk.domain.facts.compare_terms import TermComparer
from neurodesk.domain.facts.result import FactsResult, Finding, Outcome, gather, reason
from neurodesk.domain.facts.tokens import content, tokenize

_FOCUSED = 0.8
# Every fact of one side may have to meet every fact of the other; a text without sentences must not hang.
_MOST_PAIRS = 150_000


@lru_cache(maxsize=4096)
def compare(
    claim: str, source: str, heading: str = "", *, claim_is_code: bool = False, source_is_code: bool = False
) -> FactsResult:
    """Compare numbers, units, bounds, dates, versions, literals, negation and conditions (SPEC R4).

    Args:
        claim: text of the unit to be judged.
        source: the *whole* source unit that holds the quotation.
        heading: the heading above the source unit; its facts count as the unit's.
        claim_is_code, source_is_code: every line is a command or configuration line.

    Returns:
        The worst outcome with all differences. Words that are no facts are not looked at: whether the source
        speaks of the claim's subject at all is the judge's question.
    """
    if len(tokenize(claim)) * len(tokenize(source)) > _MOST_PAIRS:
        return gather((Finding(Outcome.NOT_DECIDABLE, reason("unit_too_long")),))
    focus = "" if claim_is_code or source_is_code else _focus(claim, source)
    if focus:
        # The sentence that states the claim decides; only what it leaves open is asked of the rest.
        near = _compare(claim, focus, heading, claim_is_code=False, source_is_code=False)
        if near.outcome in (Outcome.AGREES, Outcome.CONTRADICTS):
            return near
    return _compare(claim, source, heading, claim_is_code=claim_is_code, source_is_code=source_is_code)


def _compare(
    claim: str, source: str, heading: str, *, claim_is_code: bool, source_is_code: bool
) -> FactsResult:
    numbers = NumberComparer(claim, source, heading)
    literals = LiteralComparer(
        claim, source, heading, claim_is_code=claim_is_code, source_is_code=source_is_code
    )
    findings: list[Finding] = [*literals.findings()]
    if not claim_is_code:
        findings.extend(numbers.findings())
        findings.extend(TermComparer(claim, source, heading).findings())
    return gather(findings, (*numbers.missing, *literals.missing))


def _focus(claim: str, source: str) -> str:
    """Find the sentence of a longer unit that has nearly all a claim speaks of; "" when none has."""
    words = content(claim)
    tokens = tokenize(source)
    if not words or not tokens or tokens[-1].sentence == tokens[0].sentence:
        return ""
    held: dict[int, set[str]] = {}
    bounds: dict[int, tuple[int, int]] = {}
    for token in tokens:
        start = bounds.get(token.sentence, (token.start, 0))[0]
        bounds[token.sentence] = (start, token.end)
        if token.concept:
            held.setdefault(token.sentence, set()).update((token.concept, *token.parts))
    if not held:
        return ""
    best = max(held, key=lambda sentence: (len(words & held[sentence]), -sentence))
    if len(words & held[best]) < _FOCUSED * len(words):
        return ""
    start, end = bounds[best]
    return source[start:end]
