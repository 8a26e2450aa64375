"""Facts of German and English text: what they are, and whether a claim and its source agree (R4, K4)."""

from __future__ import annotations

from neurodesk.domain.facts.compare import compare
from neurodesk.domain.facts.figures import Quantities, Quantity
from neurodesk.domain.facts.quantities import find_quantities
from neurodesk.domain.facts.result import FactsResult, Finding, Outcome, reason
from neurodesk.domain.facts.tokens import content, language, tokenize

__all__ = [
    "FactsResult",
    "Finding",
    "Outcome",
    "Quantities",
    "Quantity",
    "compare",
    "content",
    "find_quantities",
    "language",
    "reason",
    "tokenize",
]
