"""Findings of the scanner: what looks wrong, where, by which signals (SPEC G1, G2, G5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from neurodesk.domain.living import ChangedSentence
from neurodesk.domain.profile import NodeProfileData

NO_PROFILE = NodeProfileData()


class FindingType(StrEnum):
    """What can look wrong; each has one sentence in the documentation (``FINDING_SENTENCES``)."""

    CONTRADICTION = "contradiction"
    NEAR_DUPLICATE = "near_duplicate"
    STUB = "stub"
    STUB_SECTION = "stub_section"
    MISSING_SECTION = "missing_section"
    AGED = "aged"
    BROKEN_LINK = "broken_link"
    ORPHAN = "orphan"
    TWIN_DIFFERS = "twin_differs"
    NO_EVIDENCE = "no_evidence"
    SOURCE_CHANGED = "source_changed"
    TWIN_BEHIND = "twin_behind"
    UNANSWERED = "unanswered_question"


class FindingState(StrEnum):
    """What the curator decided about a finding (SPEC G5)."""

    OPEN = "open"
    DISMISSED = "dismissed"
    SNOOZED = "snoozed"
    STILL_CORRECT = "still_correct"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal of a finding: its own strength (0..1) and its share of the finding's score (0..1)."""

    name: str
    strength: float
    share: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of an article's body that shows the finding."""

    node_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that looks wrong.

    Attributes:
        score: 0..1, comparable over all types.
        values: for a contradiction the two differing values, as they stand in the texts.
        section: heading of the section that is missing or empty, "" otherwise.
        subject: what tells two findings of one type and pair apart, such as the place of a contradiction.
        detail: what a person needs to read it: code and parameters.
        text_hash: hash of what it rests on; a dismissed finding comes back when it changes (SPEC G2).
    """

    type: FindingType
    node_id: str
    score: float
    signals: tuple[Signal, ...]
    passages: tuple[Passage, ...] = ()
    other_node_id: str = ""
    values: tuple[str, str] | None = None
    section: str = ""
    detail: tuple[tuple[str, str], ...] = ()
    text_hash: str = ""
    subject: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What makes two findings of different scans the same one."""
        pair = sorted((self.node_id, self.other_node_id)) if self.other_node_id else [self.node_id]
        return (self.type.value, *pair, self.section, self.subject)


class ScanNode(NamedTuple):
    """An active article as the scanner sees it; ``path`` is relative to its KB.

    A scan of a large knowledge base makes one for each article: a named tuple is made fastest.

    ``body`` and ``profile`` stay empty where a digest of the text is stored: the scanner then asks ``Texts``
    for what a finding shows.
    """

    id: str
    path: str
    title: str
    lang: str
    source_key: str
    content_hash: str
    dated_at: float
    verified_at: float
    body: str = ""
    profile: NodeProfileData = NO_PROFILE
    evidence_count: int = 0
    own_draft: bool = False


class Texts(Protocol):
    """Gives the text of single articles, for a scan that does not hold them all."""

    def body(self, node_id: str) -> str:
        """Return an article's body."""

    def shingles(self, node_id: str) -> Sequence[int]:
        """Return an article's stored shingles, sorted."""


@dataclass(frozen=True, slots=True)
class ScanLink:
    """A link of an article; ``target_id`` is "" when it leads nowhere."""

    src: str
    target: str
    target_id: str
    line: int
    broken: bool


@dataclass(frozen=True, slots=True)
class ScanInput:
    """Everything a scan reads.

    Attributes:
        now: UTC epoch seconds; ages count from here.
        links: links as written; those in ``edges`` may be left out.
        edges: pairs of node ids of which the first links to the second.
        twins: pairs of node ids that translate one another.
        accepted_contradictions: pairs that the curator accepted (SPEC G1: only these count for candidates).
        rejected_pairs: (edge kind, id, id) of contradictions and duplicates that the curator rejected.
        changed_sources: by node id the promoted sentences whose source changed (SPEC P7).
        twins_behind: (article, its translation that was promoted anew) (SPEC P8).
        unanswered: (question, best node id or "") of questions that found no answer.
        busy: node ids that seed a live task (SPEC G2).
        resting: node ids researched within the cooldown (SPEC G2).
    """

    now: float
    nodes: tuple[ScanNode, ...]
    links: tuple[ScanLink, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    twins: tuple[tuple[str, str], ...] = ()
    accepted_contradictions: frozenset[tuple[str, str]] = frozenset()
    rejected_pairs: frozenset[tuple[str, str, str]] = frozenset()
    changed_sources: Mapping[str, tuple[ChangedSentence, ...]] = field(default_factory=dict)
    twins_behind: tuple[tuple[str, str], ...] = ()
    unanswered: tuple[tuple[str, str], ...] = ()
    busy: frozenset[str] = frozenset()
    resting: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CandidateNode:
    """A node that may become a task, with the signals that speak for it, strongest first."""

    node_id: str
    score: float
    signals: tuple[Signal, ...]
    missing_sections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScanResult:
    """The two lists of a scan (SPEC G1), each best first with full tie-breaking."""

    findings: tuple[Finding, ...]
    candidates: tuple[CandidateNode, ...]
    seconds: dict[str, float] = field(default_factory=dict)
