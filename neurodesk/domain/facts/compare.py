"""Comparing the facts of a claim with those of a source unit (SPEC R4, K4)."""

from __future__ import annotations

from functools import lru_cache

from neurodesk.domain.facts.compare_literals import LiteralComparer
from neurodesk.domain.facts.compare_numbers import NumberComparer
from neurodesk.domain.facts.compare_terms import TermComparer
from neurodesk.domain.facts.result import FactsResult, Finding, gather


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
    numbers = NumberComparer(claim, source, heading)
    literals = LiteralComparer(
        claim, source, heading, claim_is_code=claim_is_code, source_is_code=source_is_code
    )
    findings: list[Finding] = [*literals.findings()]
    if not claim_is_code:
        findings.extend(numbers.findings())
        findings.extend(TermComparer(claim, source, heading).findings())
    return gather(findings, (*numbers.missing, *literals.missing))
