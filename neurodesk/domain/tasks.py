"""Research tasks: types and the pure rules of the queue (SPEC Q1-Q8).

Nothing here reads a clock, a random source or a database: the store and the tests' model both call these
functions, so a rule stands in one place.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from neurodesk.domain.errors import BadInput, IllegalTransition, StaleLease


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


# What a task does: research a topic, or mend the draft that it names (SPEC R7).
RESEARCH, REPAIR = "research", "repair"


@dataclass(frozen=True, slots=True)
class NewTask:
    """What is asked of the queue (SPEC Q1, Q4); ``article_id`` is the draft that a repair is about."""

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
    kind: str = RESEARCH
    article_type: str = ""
    article_id: str = ""


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
    kind: str = RESEARCH
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

    @property
    def result_reason(self) -> str:
        """Why a finished task gave what it gave; "" while it is not finished."""
        return str(self.extra.get("result_reason", ""))


# -- states (SPEC Q2) ---------------------------------------------------------------------------------

TRANSITIONS: Mapping[TaskState, frozenset[TaskState]] = MappingProxyType(
    {
        # A queued row that cannot be worked (unknown kind, damaged) is set aside as deferred (SPEC Q13).
        TaskState.QUEUED: frozenset({TaskState.RESERVED, TaskState.DEFERRED, TaskState.CANCELLED}),
        TaskState.RESERVED: frozenset(
            {TaskState.RUNNING, TaskState.DEFERRED, TaskState.FAILED, TaskState.CANCELLED}
        ),
        TaskState.RUNNING: frozenset({TaskState.COMPLETED, TaskState.DEFERRED, TaskState.FAILED}),
        TaskState.DEFERRED: frozenset({TaskState.QUEUED, TaskState.CANCELLED}),
        TaskState.COMPLETED: frozenset(),
        TaskState.FAILED: frozenset(),
        TaskState.CANCELLED: frozenset(),
    }
)
LIVE = frozenset({TaskState.QUEUED, TaskState.RESERVED, TaskState.RUNNING, TaskState.DEFERRED})
WAITING = frozenset({TaskState.QUEUED, TaskState.DEFERRED})
LEASED = frozenset({TaskState.RESERVED, TaskState.RUNNING})
CANCELLABLE = frozenset({TaskState.QUEUED, TaskState.DEFERRED, TaskState.RESERVED})


def check_transition(task_id: str, old: TaskState, new: TaskState) -> None:
    """Let an allowed transition pass (SPEC Q2).

    Raises:
        IllegalTransition: ``task_transition_forbidden``.
    """
    if new not in TRANSITIONS[old]:
        raise IllegalTransition("task_transition_forbidden", task=task_id, old=str(old), new=str(new))


def check_cancel(task_id: str, state: TaskState) -> None:
    """Let a cancel pass in queued, deferred and reserved only (SPEC Q8).

    Raises:
        IllegalTransition: ``task_is_running`` (ask for a stop after the step), ``task_is_finished``.
    """
    if state in CANCELLABLE:
        return
    code = "task_is_running" if state is TaskState.RUNNING else "task_is_finished"
    raise IllegalTransition(code, task=task_id, state=str(state))


# -- the rules' numbers (SPEC Q4-Q6, Q14) -------------------------------------------------------------

# Of a topic or a question, also of an event.
MAX_TEXT_CHARACTERS = 2_000
BACKOFF_BASE_S = 300.0
BACKOFF_FACTOR = 4.0
BACKOFF_MAX_S = 6 * 3600.0
BACKOFF_JITTER = 0.1
# An endpoint that is down is looked at again soon, then rarely: 1, 2, 4 ... 60 minutes.
INFRASTRUCTURE_BASE_S = 60.0
INFRASTRUCTURE_MAX_S = 3600.0
# So many deferrals in a row wait exactly as long as the other side asked.
AS_ASKED = 3
PARK_AFTER = 20


@dataclass(frozen=True, slots=True)
class LeaseRules:
    """How long a lease lives (SPEC Q5).

    Attributes:
        expiry_s: a lease that nobody renews ends after this.
        stage_s: renewing helps for at most this long without a finished stage.
        heartbeat_s: how often the owner renews.
    """

    expiry_s: float = 90.0
    stage_s: float = 45 * 60.0
    heartbeat_s: float = 20.0


@dataclass(frozen=True, slots=True)
class QueueRules:
    """The queue's settings (SPEC Q14)."""

    cooldown_s: float = 168 * 3600.0
    max_attempts: int = 3
    lease: LeaseRules = field(default_factory=LeaseRules)


# -- duplicates (SPEC Q4) -----------------------------------------------------------------------------

_DASHES = re.compile("[\u2010-\u2015]")
_EDGES = " \t.,;:!?\"'`()[]{}<>«»‹›„“”‚‘’…¿¡*"
_KEY_CHARACTERS = 200


def dedupe_key(new: NewTask) -> str:
    """Return the stable key under which a topic stands in the queue once (SPEC Q4).

    The topic, or the question when there is no topic, in NFC: words are casefolded and lose their hyphens and
    outer punctuation; tokens with a digit (numbers, versions, error codes) stay as they are but for
    punctuation around them, so that 1.2 and 12, or -5 and 5, are different.

    Raises:
        BadInput: ``task_topic_empty``.
    """
    text = unicodedata.normalize("NFC", new.topic if new.topic.strip() else new.question)
    if not text.strip():
        raise BadInput("task_topic_empty")
    words: list[str] = []
    for token in _DASHES.sub("-", text).split():
        bare = token.strip(_EDGES)
        if any(one.isdigit() for one in bare):
            words.append(bare)
        else:
            words.extend(part for part in bare.casefold().split("-") if part)
    key = " ".join(words) or " ".join(text.casefold().split())
    if len(key) > _KEY_CHARACTERS:
        digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        key = f"{key[: _KEY_CHARACTERS - 33]} {digest[:32]}"
    return ":".join(part for part in (new.kind, new.article_id, key) if part)


def check_new(new: NewTask) -> str:
    """Check a request and return its dedupe key.

    Raises:
        BadInput: ``task_topic_empty``, ``task_text_long``, ``task_priority_invalid``, ``task_text_invalid``
            (no UTF-8).
    """
    check_priority(new.priority)
    if max(len(new.topic), len(new.question)) > MAX_TEXT_CHARACTERS:
        raise BadInput("task_text_long", most=MAX_TEXT_CHARACTERS)
    texts = (
        new.topic,
        new.question,
        new.reason,
        *new.research_questions,
        *new.queries,
        *new.seed_node_ids,
        *(new.filter_keys or ()),
    )
    for text in texts:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise BadInput("task_text_invalid", text=ascii(text[:80])) from error
    return dedupe_key(new)


def check_priority(priority: float) -> float:
    """Return a priority.

    Raises:
        BadInput: ``task_priority_invalid`` when it is not a number from 0 to 1.
    """
    if not (math.isfinite(priority) and 0.0 <= priority <= 1.0):
        raise BadInput("task_priority_invalid", priority=priority)
    return float(priority)


def in_cooldown(finished_at: float, now: float, cooldown_s: float) -> bool:
    """Tell whether a topic finished at ``finished_at`` rests still (SPEC Q4).

    The distance counts in both directions: a clock that was once far ahead must not lock a topic for years.
    """
    return finished_at > 0 and abs(now - finished_at) < cooldown_s


class EnqueueAnswer(StrEnum):
    """What the queue does with what it is asked."""

    CREATE = "create"
    LIVE = "live"
    COOLDOWN = "cooldown"


def judge_enqueue(
    *,
    has_live: bool,
    last_finished_at: float,
    now: float,
    cooldown_s: float,
    force: bool,
) -> EnqueueAnswer:
    """Decide on a request by what stands under its key (SPEC Q4).

    A forced repeat passes over the cooldown, but never makes a second live row.
    """
    if has_live:
        return EnqueueAnswer.LIVE
    if not force and in_cooldown(last_finished_at, now, cooldown_s):
        return EnqueueAnswer.COOLDOWN
    return EnqueueAnswer.CREATE


def raises_priority(state: TaskState, stored: float, asked: float) -> bool:
    """Tell whether a duplicate lifts the task that stands there: only a waiting one (SPEC Q4)."""
    return state in WAITING and asked > stored


# -- leases (SPEC Q5) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lease:
    """The part of a task's row that fences its owner."""

    state: TaskState
    token: str
    expires_at: float
    started_at: float

    def shifted(self, jump_s: float) -> Lease:
        """Return the lease after the wall clock jumped by ``jump_s`` under a living owner (SPEC Q5)."""
        return Lease(self.state, self.token, self.expires_at + jump_s, self.started_at + jump_s)


def fresh_expiry(stage_started_at: float, now: float, rules: LeaseRules) -> float:
    """Return when a lease renewed now ends: a short expiry, but never past the stage's limit (SPEC Q5)."""
    return min(now + rules.expiry_s, stage_started_at + rules.stage_s)


def lease_holds(lease: Lease, token: str, now: float) -> bool:
    """Tell whether ``token`` still holds the lease; one that has expired does not, taken or not (SPEC Q5)."""
    return lease.state in LEASED and bool(token) and lease.token == token and now < lease.expires_at


def check_lease(task_id: str, lease: Lease | None, token: str, now: float) -> None:
    """Let the holder of a living lease pass (SPEC Q5).

    Raises:
        StaleLease: ``lease_stale``; the result is refused and nothing is changed.
    """
    if lease is None or not lease_holds(lease, token, now):
        raise StaleLease("lease_stale", task=task_id)


def machine_of(owner: str) -> str:
    """Return the machine part of a lease owner, which reads ``machine:process:random``."""
    return owner.rsplit(":", 2)[0] if owner.count(":") >= 2 else ""


# -- how an attempt ends (SPEC Q6) --------------------------------------------------------------------


def backoff_s(attempt: int, jitter: float) -> float:
    """Return the wait after a task's own error: 5 min x 4^(n-1), give or take a tenth, at most 6 h (SPEC Q6).

    Args:
        attempt: the charged attempt that failed, from 1.
        jitter: a random number 0 <= j < 1.
    """
    steps = min(max(attempt, 1) - 1, 10)  # beyond that the limit holds anyway
    return _jittered(BACKOFF_BASE_S * BACKOFF_FACTOR**steps, jitter, BACKOFF_MAX_S)


def infrastructure_wait_s(deferrals: int, retry_after_s: float | None, jitter: float) -> float:
    """Return the wait after an infrastructure fault; what the other side asked for is honoured (SPEC Q6).

    A node that is down asks for half a minute each time. Taken at its word again and again, a task would be
    parked after ten minutes; so after some deferrals in a row our own, longer and longer wait is the least.

    Args:
        deferrals: consecutive infrastructure deferrals, this one included, from 1.
        retry_after_s: seconds that the other side asked to wait, at most 6 h of it count.
        jitter: a random number 0 <= j < 1.
    """
    if retry_after_s is None or not math.isfinite(retry_after_s):
        return _own_wait_s(deferrals, jitter)
    asked_s = min(max(retry_after_s, 1.0), BACKOFF_MAX_S)
    if deferrals <= AS_ASKED:
        return asked_s
    return max(asked_s, _own_wait_s(deferrals - AS_ASKED, jitter))


def _own_wait_s(deferrals: int, jitter: float) -> float:
    steps = min(max(deferrals, 1) - 1, 10)
    return _jittered(INFRASTRUCTURE_BASE_S * 2.0**steps, jitter, INFRASTRUCTURE_MAX_S)


def _jittered(wait_s: float, jitter: float, most_s: float) -> float:
    return min(wait_s * (1.0 - BACKOFF_JITTER + 2 * BACKOFF_JITTER * jitter), most_s)


@dataclass(frozen=True, slots=True)
class Ending:
    """What becomes of a task whose attempt ended without a result.

    Attributes:
        state: deferred or failed.
        charged: whether the attempt counts (SPEC Q6).
        attempts: charged tries after this ending.
        not_before: when it is due again, UTC epoch seconds.
        parked: waits for the curator's *try again*.
    """

    state: TaskState
    charged: bool
    attempts: int
    not_before: float
    reason: str
    infrastructure_deferrals: int
    parked: bool = False


def end_by_infrastructure(
    *,
    attempts: int,
    deferrals: int,
    reason: str,
    retry_after_s: float | None,
    now: float,
    jitter: float,
) -> Ending:
    """End an attempt by the environment's fault: charge given back, parked after 20 in a row (SPEC Q6)."""
    count = deferrals + 1
    return Ending(
        state=TaskState.DEFERRED,
        charged=False,
        attempts=max(attempts - 1, 0),
        not_before=now + infrastructure_wait_s(count, retry_after_s, jitter),
        reason=reason,
        infrastructure_deferrals=count,
        parked=count >= PARK_AFTER,
    )


def end_by_stop(*, attempts: int, deferrals: int, reason: str, now: float, parked: bool) -> Ending:
    """End an attempt that was asked to stop: a gate closed, the program ends, or the curator said so.

    Nobody's fault, so the charge is given back and the row of infrastructure deferrals is neither lengthened
    nor broken. What the curator stopped is parked: it must not start again by itself (SPEC Q3, Q8).
    """
    return Ending(
        state=TaskState.DEFERRED,
        charged=False,
        attempts=max(attempts - 1, 0),
        not_before=now,
        reason=reason,
        infrastructure_deferrals=deferrals,
        parked=parked,
    )


def end_by_task_fault(*, attempts: int, max_attempts: int, reason: str, now: float, jitter: float) -> Ending:
    """End an attempt by the task's own error: charged, with backoff, failed at the last try (SPEC Q6)."""
    if attempts >= max_attempts:
        return Ending(TaskState.FAILED, True, attempts, 0.0, reason, 0)
    return Ending(TaskState.DEFERRED, True, attempts, now + backoff_s(attempts, jitter), reason, 0)


def end_by_lost_lease(*, attempts: int, max_attempts: int, reason: str, now: float) -> Ending:
    """End an attempt whose owner died or fell silent: charged, and due at once (SPEC Q6).

    So a task that kills the process ends after ``max_attempts``.
    """
    if attempts >= max_attempts:
        return Ending(TaskState.FAILED, True, attempts, 0.0, reason, 0)
    return Ending(TaskState.DEFERRED, True, attempts, now, reason, 0)
