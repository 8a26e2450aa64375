"""Evidence and the reasons why a candidate is refused (SPEC W3-W7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EvidenceState(StrEnum):
    """The states of SPEC W6."""

    FETCHED = "fetched"
    REJECTED = "rejected"
    PENDING_ARTICLE_REVIEW = "pending_article_review"
    LEARNED = "learned"
    GROUNDED = "grounded"
    SUPERSEDED = "superseded"


# Reason of a superseded record of which only address, hash and this reason are left (SPEC W6).
ERASED = "erased"


class SourceOrigin(StrEnum):
    """Where a text came from (SPEC section 0, "Words")."""

    KB = "kb"
    WEB = "web"
    LIBRARY = "library"


class Refusal(StrEnum):
    """Reason codes of refused candidates (SPEC W4)."""

    SNIPPET_IRRELEVANT = "snippet_irrelevant"
    DOMAIN_DENIED = "domain_denied"
    DOMAIN_NOT_IN_FILTER = "domain_not_in_filter"
    DUPLICATE_URL = "duplicate_url"
    DUPLICATE_CONTENT = "duplicate_content"
    OWN_TEXT = "own_text"
    LOW_QUALITY = "low_quality"
    FETCH_FAILED = "fetch_failed"
    SSRF_BLOCKED = "ssrf_blocked"
    TOO_LARGE = "too_large"
    BAD_TYPE = "bad_type"
    TIMEOUT = "timeout"
    EMPTY_TEXT = "empty_text"
    EXTRACT_EMPTY = "extract_empty"
    CHALLENGE_PAGE = "challenge_page"
    ENCODING_DAMAGED = "encoding_damaged"
    FULLTEXT_IRRELEVANT = "fulltext_irrelevant"
    STALE_SOURCE = "stale_source"
    PAGE_BUDGET = "page_budget"
    ROBOTS_DENIED = "robots_denied"
    LOCAL_ONLY = "local_only"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result of a search provider; its snippet is never evidence (SPEC W3).

    Attributes:
        score: the provider's own score, higher is better, not comparable between providers.
        rank: 0-based position in the provider's answer.
    """

    uri: str
    title: str
    snippet: str
    provider: str
    query: str
    rank: int
    score: float = 0.0
    published_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SourceText:
    """A fetched, extracted full text with its provenance: the only thing that may become evidence.

    Attributes:
        dated_at: the date that the page states for itself, UTC epoch seconds, 0 when unknown.
        recorded_origin: the URL that a library document says it came from, or "".
        page_quality: 0..1 for each page of a paged document, empty otherwise.
        internal: fetched from a host on the curator's list of internal hosts (SPEC W5).
        etag, last_modified: as the server gave them: a later look asks with them (SPEC P7).
    """

    requested_uri: str
    final_uri: str
    title: str
    text: str
    origin: SourceOrigin
    source_key: str
    host: str
    lang: str
    extractor: str
    retrieved_at: float
    dated_at: float = 0.0
    recorded_origin: str = ""
    licence: str = ""
    collection: str = ""
    page_quality: tuple[float, ...] = ()
    injection_passages: tuple[str, ...] = ()
    internal: bool = False
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A stored piece of evidence (SPEC W6)."""

    id: str
    task_id: str
    requested_uri: str
    final_uri: str
    host: str
    source_key: str
    title: str
    text: str
    sha256: str
    retrieved_at: float
    origin: SourceOrigin
    lang: str
    extractor: str
    relevance: float
    quality: float
    trust: float
    evidence_count: int
    confidence: float
    state: EvidenceState
    node_id: str = ""
    collection: str = ""
    recorded_origin: str = ""
    licence: str = ""
    dated_at: float = 0.0
    independent: bool = True
    injection_passages: tuple[str, ...] = ()
    internal: bool = False
    page_quality: tuple[float, ...] = ()

    @property
    def source(self) -> SourceText:
        """The text with its provenance, as the gates read it."""
        return SourceText(
            requested_uri=self.requested_uri,
            final_uri=self.final_uri,
            title=self.title,
            text=self.text,
            origin=self.origin,
            source_key=self.source_key,
            host=self.host,
            lang=self.lang,
            extractor=self.extractor,
            retrieved_at=self.retrieved_at,
            dated_at=self.dated_at,
            recorded_origin=self.recorded_origin,
            licence=self.licence,
            collection=self.collection,
            injection_passages=self.injection_passages,
            internal=self.internal,
        )


@dataclass(frozen=True, slots=True)
class SessionEvidenceLimits:
    """Bounds of the web evidence of a question: in memory only, never stored, indexed or learned (SPEC A3).

    Attributes:
        keep_s: seconds after which an item is forgotten.
        sessions: questions of which evidence is held at once; one more forgets the oldest.
        items: texts of all sessions together; max_bytes: their UTF-8 bytes.
    """

    keep_s: float = 2 * 3600.0
    sessions: int = 3
    items: int = 40
    max_bytes: int = 8 * 1024 * 1024


class PageRefused(Exception):
    """A candidate gives no usable evidence (SPEC W4).

    Args:
        reason: the refusal code.
        detail: plain text for the log, never shown as markup.
        requested: whether the page was really asked for, which the page budget counts (SPEC W3).
    """

    def __init__(self, reason: Refusal, detail: str = "", *, requested: bool = True) -> None:
        self.reason = reason
        self.detail = detail
        self.requested = requested
        super().__init__(reason, detail)
