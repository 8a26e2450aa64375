"""Drafts, claims and verdicts (SPEC R4, R8, P1, P4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ArticleType(StrEnum):
    """The article types of SPEC R6."""

    HOW_TO = "how_to"
    TROUBLESHOOTING = "troubleshooting"
    CONCEPT = "concept"
    REFERENCE = "reference"


class Verdict(StrEnum):
    """The four verdicts of SPEC R4."""

    SUPPORTED = "supported"
    PARTIALLY_SUPPORTED = "partially_supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"


STRICTNESS: dict[Verdict, int] = {
    Verdict.SUPPORTED: 0,
    Verdict.PARTIALLY_SUPPORTED: 1,
    Verdict.UNSUPPORTED: 2,
    Verdict.CONTRADICTED: 3,
}


def stricter(one: Verdict, other: Verdict) -> Verdict:
    """Return the stricter of two verdicts; code only ever makes a verdict stricter (SPEC R4)."""
    return one if STRICTNESS[one] >= STRICTNESS[other] else other


class DraftState(StrEnum):
    """The states of SPEC P1."""

    IN_REVIEW = "in_review"
    CHANGES_REQUESTED = "changes_requested"
    APPROVED = "approved"
    PROMOTED = "promoted"
    REJECTED = "rejected"
    CONFLICT = "conflict"


class DraftKind(StrEnum):
    """The kinds of SPEC P1."""

    NEW = "new"
    REVISION = "revision"
    ARCHIVE = "archive"
    MERGE = "merge"
    RENAME = "rename"


class WrittenBy(StrEnum):
    """Who wrote a draft version (SPEC R10)."""

    MACHINE = "machine"
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A source of a claim with a verbatim quotation (SPEC R4).

    Attributes:
        ref: evidence id or node id.
        sha256: hash of the stored source text that was judged.
        start, end: offsets of the quotation in the stored source text, -1 when it was not found.
    """

    ref: str
    quote: str
    sha256: str
    start: int = -1
    end: int = -1
    uri: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason code with the values a person needs to read it."""

    code: str
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One unit of a draft with its verdict; ``start``/``end`` are offsets in the article text."""

    id: str
    ordinal: int
    kind: str
    text: str
    start: int
    end: int
    verdict: Verdict | None
    refs: tuple[SourceRef, ...] = ()
    reasons: tuple[Reason, ...] = ()
    exempt: bool = False
    risk: str = "normal"
    single_source: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What the curator saw when deciding: hashes that must equal what is on disk (SPEC P5)."""

    sha256: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A human's decision to promote; only the desk and the terminal make one (SPEC P5).

    Never construct this outside ``neurodesk.app.decide``: an import contract forbids it.

    Attributes:
        ticks: claim ids ticked by the curator.
        reasons: (claim id, typed reason) for *approve with reason*.
    """

    draft_id: str
    who: str
    where: str
    seen_sha256: str
    ticks: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    made_at: float
    kb_id: str = ""
    target_path: str = ""
    note: str = ""
