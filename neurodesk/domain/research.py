"""What the stages of a research task hand to one another (SPEC W1, R1-R8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from neurodesk.domain.articles import ArticleType, Claim, DraftKind, Reason
from neurodesk.domain.evidence import EvidenceState, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.tasks import Outcome, Stage


@dataclass(frozen=True, slots=True)
class Plan:
    """What a task asks and how it searches (SPEC G3): queries are one line, at most 120 characters."""

    topic: str
    questions: tuple[str, ...]
    queries: tuple[str, ...]
    article_type: ArticleType
    rationale: str
    priority: float
    seed_node_ids: tuple[str, ...]
    author: str = "rule"


@dataclass(frozen=True, slots=True)
class BriefSource:
    """One source that the author may use; its text is untrusted data (SPEC W9).

    Attributes:
        ref: evidence id or node id.
        independence_key: sources with the same key count once (SPEC W7).
    """

    ref: str
    title: str
    uri: str
    text: str
    sha256: str
    lang: str
    origin: SourceOrigin
    source_key: str
    independence_key: str
    confidence: float
    relevance: float
    dated_at: float = 0.0
    licence: str = ""


@dataclass(frozen=True, slots=True)
class AuthorBrief:
    """Everything the author gets (SPEC R2, R3, E1).

    Attributes:
        lang: "de" or "en", decided before writing.
        base_text: for a revision the whole production article, else "".
        headings: the KB's own section names by role ("prerequisites" -> "Voraussetzungen").
        avoid_terms: (term, term to use) of the KB's style guide.
        address: ``formal`` (Sie), ``informal`` (du) or "", in German articles.
    """

    topic: str
    questions: tuple[str, ...]
    article_type: ArticleType
    lang: str
    sources: tuple[BriefSource, ...]
    base_text: str = ""
    base_ref: str = ""
    headings: tuple[tuple[str, str], ...] = ()
    avoid_terms: tuple[tuple[str, str], ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of the written article and the source it was taken from; offsets are in the article text."""

    start: int
    end: int
    ref: str
    quote: str


@dataclass(frozen=True, slots=True)
class AuthoredArticle:
    """A complete visible article, or the reasons why none can be written.

    Attributes:
        text: the article without front matter; "" when nothing was written.
        spans: where each part came from.
        omitted: what was left out and why, for the desk.
        label: shown wherever the output shows, such as "extractive, no language model".
    """

    text: str
    title: str
    lang: str
    article_type: ArticleType
    spans: tuple[Span, ...]
    label: str
    model: str
    digest: str = ""
    prompt_sha256: str = ""
    omitted: tuple[Reason, ...] = ()
    refusals: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A finding of the structure, process-language or risk rules (SPEC R5, R6)."""

    rule: str
    severity: str
    line: int
    start: int
    end: int
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """The reviewer's and the code's judgement of one article version (SPEC R4, R5)."""

    claims: tuple[Claim, ...]
    complete: bool
    findings: tuple[RuleFinding, ...]
    missing_evidence_queries: tuple[str, ...] = ()
    rewrite_instructions: tuple[tuple[str, str], ...] = ()
    label: str = ""
    model: str = ""
    digest: str = ""
    prompt_sha256: str = ""
    accepted: bool = False
    blocking: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairItem:
    """All that an author sees of one failing unit in a repair pass (SPEC R3); ``kind`` as in ``Claim``."""

    claim_id: str
    sentence: str
    before: str
    after: str
    verdict: str
    instruction: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """An author's answer to a repair item: a new text for the unit, or None to delete it."""

    claim_id: str
    text: str | None


@dataclass(frozen=True, slots=True)
class NewCandidate:
    """A search hit with what became of it, to be stored (SPEC W4).

    Attributes:
        verdict: ``selected``, ``fetched``, ``kept`` or ``refused``.
        evidence_id: the text that was kept; a redirect gave it another address than the hit's.
    """

    uri: str
    title: str
    snippet: str
    provider: str
    query: str
    rank: int
    verdict: str
    reason: str = ""
    detail: str = ""
    score: float = 0.0
    pass_number: int = 0
    phase: str = "research"
    evidence_id: str = ""

    @classmethod
    def of(
        cls,
        hit: SearchHit,
        verdict: str,
        reason: str = "",
        detail: str = "",
        *,
        score: float = 0.0,
        pass_number: int = 0,
        phase: str = "research",
    ) -> NewCandidate:
        """Return what became of a hit."""
        return cls(
            uri=hit.uri,
            title=hit.title,
            snippet=hit.snippet,
            provider=hit.provider,
            query=hit.query,
            rank=hit.rank,
            verdict=verdict,
            reason=reason,
            detail=detail,
            score=score,
            pass_number=pass_number,
            phase=phase,
        )


@dataclass(frozen=True, slots=True)
class NewEvidence:
    """An accepted or pending full text, to be stored (SPEC W6)."""

    id: str
    source: SourceText
    sha256: str
    relevance: float
    quality: float
    trust: float
    confidence: float
    evidence_count: int
    independent: bool
    state: EvidenceState
    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewDraft:
    """A draft to be staged (SPEC R8).

    Attributes:
        answers: the version that the curator sent back and this one answers; 0 for a draft of its own.
        note: what stands beside the version in the history.
    """

    id: str
    kind: DraftKind
    article: AuthoredArticle
    review: Review
    text: str
    kb_id: str = ""
    base_node_id: str = ""
    base_path: str = ""
    base_hash: str = ""
    target_path: str = ""
    categories: tuple[str, ...] = ()
    risk: float = 0.0
    accepted: bool = True
    sidecar: dict[str, object] = field(default_factory=dict)
    answers: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class StageResult:
    """What one stage found; stored with its receipt in one transaction (SPEC Q13)."""

    data: dict[str, object]
    candidates: tuple[NewCandidate, ...] = ()
    evidence: tuple[NewEvidence, ...] = ()
    refused_evidence: tuple[tuple[str, str], ...] = ()
    draft: NewDraft | None = None


@dataclass(frozen=True, slots=True)
class StageReceipt:
    """A stored stage of a task."""

    stage: Stage
    pass_number: int
    data: dict[str, object]


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended well (SPEC Q3)."""

    outcome: Outcome
    evidence_count: int
    article_id: str = ""
    article_path: str = ""
    reason: str = ""
