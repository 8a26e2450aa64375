"""Research tasks: states, outcomes, stages (SPEC Q1-Q6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class TaskState(StrEnum):
    """The states of SPEC Q2."""

    QUEUED = "queued"
    RESERVED = "reserved"
    RUNNING = "running"
    DEFERRED = "deferred"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Outcome(StrEnum):
    """What a finished task gave; separate from its state (SPEC Q3)."""

    EVIDENCE_ONLY = "evidence_only"
    ARTICLE_CREATED = "article_created"
    NO_USEFUL_EVIDENCE = "no_useful_evidence"
    FAILED = "failed"


class Stage(StrEnum):
    """The stages of a task; each commits a receipt with its result (SPEC Q13)."""

    PLAN = "plan"
    SEARCH = "search"
    FETCH = "fetch"
    GATE = "gate"
    AUTHOR = "author"
    REVIEW = "review"


STAGES: tuple[Stage, ...] = tuple(Stage)


class Origin(StrEnum):
    """Who asked for a task (SPEC Q10)."""

    CURATOR = "curator"
    SCANNER = "scanner"
    EVENT = "event"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class NewTask:
    """What is asked of the queue (SPEC Q1, Q4)."""

    topic: str
    question: str = ""
    research_questions: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    seed_node_ids: tuple[str, ...] = ()
    priority: float = 0.7
    requested_by: Origin = Origin.CURATOR
    reason: str = ""
    signals: tuple[tuple[str, float], ...] = ()
    filter_keys: tuple[str, ...] | None = None
    kind: str = "research"
    article_type: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A task as stored (SPEC Q1). Times are UTC epoch seconds."""

    id: str
    topic: str
    question: str
    research_questions: tuple[str, ...]
    queries: tuple[str, ...]
    seed_node_ids: tuple[str, ...]
    priority: float
    state: TaskState
    outcome: Outcome | None
    attempts: int
    max_attempts: int
    not_before: float
    dedupe_key: str
    requested_by: Origin
    reason: str
    signals: tuple[tuple[str, float], ...]
    filter_keys: tuple[str, ...] | None
    evidence_count: int
    article_path: str
    article_id: str
    created_at: float
    updated_at: float
    kind: str = "research"
    article_type: str = ""
    lease_owner: str = ""
    lease_token: str = ""
    lease_expires_at: float = 0.0
    lease_started_at: float = 0.0
    started_at: float = 0.0
    finished_at: float = 0.0
    last_error: str = ""
    deferral_reason: str = ""
    infrastructure_deferrals: int = 0
    parked: bool = False
    stop_requested: bool = False
    extra: dict[str, object] = field(default_factory=dict)
