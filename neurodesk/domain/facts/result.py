"""What comparing the facts of a claim with its source says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from neurodesk.domain.articles import Reason


class Outcome(StrEnum):
    """How the facts of a claim stand to those of its source.

    ``stricter``: the claim says more than the source (a bound dropped, a condition left out);
    ``not_decidable``: a fact of the claim is not in the source, or a wording could not be read.
    """

    AGREES = "agrees"
    STRICTER = "stricter"
    CONTRADICTS = "contradicts"
    NOT_DECIDABLE = "not_decidable"


_WEIGHT: Final = {Outcome.AGREES: 0, Outcome.NOT_DECIDABLE: 1, Outcome.STRICTER: 2, Outcome.CONTRADICTS: 3}


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference, with the spans it was read from (-1 where there is none)."""

    outcome: Outcome
    reason: Reason
    claim_start: int = -1
    claim_end: int = -1
    source_start: int = -1
    source_end: int = -1


@dataclass(frozen=True, slots=True)
class FactsResult:
    """All differences of one comparison; `outcome` is the worst of them.

    Attributes:
        missing: facts of the claim that the source does not hold, as written.
    """

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, worst first, each once."""
        ordered = sorted(self.findings, key=lambda f: -_WEIGHT[f.outcome])
        return tuple(dict.fromkeys(f.reason for f in ordered))


def reason(code: str, **params: object) -> Reason:
    """Make a reason with its values as text, in the order given."""
    return Reason(code, tuple((name, str(value)) for name, value in params.items()))


def gather(findings: Iterable[Finding], missing: Iterable[str] = ()) -> FactsResult:
    """Sum differences up into a result."""
    found = tuple(findings)
    outcome = max((f.outcome for f in found), key=_WEIGHT.__getitem__, default=Outcome.AGREES)
    return FactsResult(outcome, found, tuple(dict.fromkeys(missing)))
