"""Ports: the seams that have two implementations now.

A Protocol stands here only when at least two classes fill it (a real one and another real one, or a
test's deterministic one). Everything else is imported directly.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from neurodesk.domain.decisions import SentBack
from neurodesk.domain.evidence import Evidence, SearchHit, SourceText
from neurodesk.domain.graph import Node
from neurodesk.domain.planning import PlanRequest, SeedView
from neurodesk.domain.research import (
    AuthorBrief,
    AuthoredArticle,
    BriefSource,
    Edit,
    Plan,
    RepairItem,
    Review,
    StageReceipt,
    StageResult,
)
from neurodesk.domain.tasks import Stage


class Clock(Protocol):
    """Time as the product sees it; tests and simulated nights bring their own."""

    def time(self) -> float:
        """Return UTC epoch seconds; may jump."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds of this clock."""
        ...


class SearchProvider(Protocol):
    """Finds candidates; SearXNG and the local library (SPEC L1, W2).

    Attributes:
        leaves_machine: what it is asked is sent elsewhere, so it passes the privacy check first (SPEC W10).
    """

    name: str
    leaves_machine: bool

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Return hits, best first.

        Raises:
            InfrastructureFault: the provider cannot answer (``search_blocked`` ...), never an empty list.
        """
        ...

    def available(self) -> str:
        """Return "" when the provider can answer, else the code of what is missing."""
        ...


@runtime_checkable
class WideningSearch(Protocol):
    """A search provider that can search again more widely, when nothing relevant came (SPEC W2)."""

    async def search_widely(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Return hits of a wider search, best first.

        Raises:
            InfrastructureFault: as ``SearchProvider.search``.
        """
        ...


class PageFetcher(Protocol):
    """Fetches one candidate and extracts its full text (SPEC W3, W5, L1)."""

    def handles(self, uri: str) -> bool:
        """Tell whether this fetcher is responsible for the URI's scheme."""
        ...

    async def fetch(self, hit: SearchHit) -> SourceText:
        """Return the full text.

        Raises:
            PageRefused: the page gives no usable text; carries a Refusal code (SPEC W4).
            InfrastructureFault: this machine or the provider cannot fetch at all.
        """
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors (SPEC K6)."""

    @property
    def profile(self) -> EmbeddingProfile:
        """What its vectors may be compared with."""
        ...

    def encode(self, texts: Sequence[str]) -> object:
        """Return a float32 array of shape (n, dimension) with rows of length 1 or 0."""
        ...

    def probability(self, cosine: float) -> float:
        """Return the calibrated similarity, 0..1, of a cosine (SPEC K6)."""
        ...


class RemoteEmbedder(Embedder):
    """An encoder on nodes: ``profile`` and ``encode`` may raise an InfrastructureFault or a TaskFault.

    A class and no protocol: to ask whether an object has a ``profile`` would be a call to the nodes.
    """

    @property
    @abstractmethod
    def present(self) -> EmbeddingProfile | None:
        """The profile as far as it is known without asking anybody, None when it never answered."""

    @property
    @abstractmethod
    def fault(self) -> str:
        """Why it cannot be asked now, "" when it can."""

    @abstractmethod
    def break_off(self) -> None:
        """End the calls that make vectors in the background; they raise an InfrastructureFault."""


@dataclass(frozen=True, slots=True)
class EmbeddingProfile:
    """What makes vectors comparable (SPEC K6)."""

    model: str
    digest: str
    dimension: int
    normalised: bool
    calibration: tuple[float, float]

    @property
    def key(self) -> str:
        """A short text that is equal exactly for comparable vectors."""
        return f"{self.model}:{self.digest[:16]}:{self.dimension}:{int(self.normalised)}"


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A retrieval result.

    Attributes:
        score: fused score, comparable within one answer only.
        text_score: BM25 part, higher is better, 0 when the text index did not find it.
        similarity: calibrated 0..1, 0 when vectors did not take part.
    """

    node_id: str
    chunk_id: int
    heading: str
    text: str
    score: float
    text_score: float
    similarity: float


class Retriever(Protocol):
    """Hybrid retrieval over the KB (SPEC K6)."""

    def search(self, query: str, *, limit: int, lang: str = "") -> Sequence[ScoredChunk]:
        """Return the best chunks, best first, ties broken by node id and chunk id."""
        ...


class Planner(Protocol):
    """Plans a task (SPEC G3); the embedded engine and language models fill it. Code validates the plan."""

    async def plan(self, request: PlanRequest) -> Plan:
        """Return what to ask and how to search.

        Raises:
            InfrastructureFault: ``model_unavailable``.
        """
        ...


class Author(Protocol):
    """Writes the visible article (SPEC R3); the embedded engine and language models fill it."""

    @property
    def label(self) -> str:
        """Shown wherever the output shows."""
        ...

    @property
    def translates(self) -> bool:
        """Whether it can write in another language than its sources have (SPEC R2)."""
        ...

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """Return an article, or one with empty text and refusals.

        Raises:
            InfrastructureFault: ``model_unavailable``.
        """
        ...

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """Answer the reviewer's feedback; sees nothing but the items and the newly found material (SPEC R3).

        Raises:
            InfrastructureFault: ``model_unavailable``.
        """
        ...


class Reviewer(Protocol):
    """Judges every unit of a finished article (SPEC R4); code then only makes verdicts stricter."""

    @property
    def label(self) -> str:
        """Shown wherever the output shows."""
        ...

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """Return one verdict for each unit.

        Raises:
            InfrastructureFault: ``model_unavailable``.
        """
        ...


class TaskLedger(Protocol):
    """Stage receipts of tasks (SPEC Q13)."""

    def receipts(self, task_id: str) -> tuple[StageReceipt, ...]:
        """Return what is done, in the order of stages and rounds."""
        ...

    def evidence(self, task_id: str) -> Sequence[Evidence]:
        """Return the fetched texts of a task, with their states."""
        ...

    def commit(
        self,
        task_id: str,
        token: str,
        stage: Stage,
        pass_number: int,
        result: StageResult,
        *,
        duration_s: float,
    ) -> None:
        """Store a stage's result and its receipt in one transaction.

        Raises:
            StaleLease: the token no longer holds; nothing was stored.
        """
        ...


class KnowledgeReader(Protocol):
    """What the pipeline asks of KB, graph and earlier research."""

    def nodes(self, node_ids: Sequence[str]) -> Sequence[Node]:
        """Return the active nodes among these, in the order asked."""
        ...

    def seed_views(self, node_ids: Sequence[str]) -> Sequence[SeedView]:
        """Return what the planner needs of these nodes; unknown ids are left out."""
        ...

    def find_seeds(self, text: str, filter_keys: Sequence[str] | None, limit: int) -> Sequence[SeedHit]:
        """Return KB articles near a text, best first, inside the source filter (SPEC W1, K5)."""
        ...

    def learned_for(self, node_ids: Sequence[str]) -> Sequence[Evidence]:
        """Return evidence that earlier tasks learned for these nodes."""
        ...

    def earlier_requests(self, task_ids: Sequence[str]) -> Sequence[EarlierRequest]:
        """Return what these tasks were asked, for the intent guard (SPEC W8)."""
        ...

    def article_headings(self, lang: str) -> Sequence[tuple[str, str]]:
        """Return the KB's own section names by role, as its articles use them (SPEC R2)."""
        ...

    def kb_of_seeds(self, node_ids: Sequence[str]) -> tuple[str, str]:
        """Return (KB id, folder) where a new article on these seeds would go, ("", "") when unknown."""
        ...

    def sent_back(self, draft_id: str, version: int = 0) -> SentBack | None:
        """Return a draft that was sent back, in one version (0 the one that counts); None when it is gone."""
        ...

    def evidence(self, ids: Sequence[str]) -> Sequence[Evidence]:
        """Return stored evidence by id, in the order asked; what is gone or rejected is left out."""
        ...


@dataclass(frozen=True, slots=True)
class EarlierRequest:
    """What an earlier task was asked."""

    task_id: str
    topic: str
    question: str
    dedupe_key: str


@dataclass(frozen=True, slots=True)
class SeedHit:
    """An article near a topic.

    Attributes:
        similarity: calibrated, 0..1.
        title_match: share of the topic's content words that stand in the title, 0..1.
    """

    node_id: str
    similarity: float
    title_match: float
    lang: str


class Staging(Protocol):
    """Lays an accepted draft on the desk (SPEC R8)."""

    def publish(self, draft_id: str) -> str:
        """Write the visible article and its sidecar; running it again changes nothing.

        Returns:
            The path of the visible article.

        Raises:
            StorageFault: the folder cannot be written; the draft is safe in the database.
        """
        ...


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """What the worker of this process does.

    Attributes:
        state: ``absent`` (another process or none holds the role), ``stopped``, ``starting``, ``waiting``,
            ``scanning``, ``running`` or ``stopping``.
        task_id: the task that runs, or "".
        next_check_at: UTC epoch seconds of the next look at the queue, 0 when unknown.
        next_scan_at: UTC epoch seconds of the next scheduled scan, 0 when none is due by time.
    """

    state: str
    task_id: str = ""
    next_check_at: float = 0.0
    next_scan_at: float = 0.0


class WorkerControl(Protocol):
    """How commands reach the worker: that of this process, or none because another has the role."""

    def wake(self) -> bool:
        """Look at the queue now instead of at the next check; bypasses no gate (SPEC Q11).

        Returns:
            Whether a worker of this process heard it.
        """
        ...

    def scan_now(self) -> bool:
        """Run the scanner at once (SPEC Q11); returns whether a worker of this process heard it."""
        ...

    def status(self) -> WorkerStatus:
        """Return what the worker does now."""
        ...
