"""What is kept of each attempt at a model call (SPEC M8), and whose call it is."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator
from dataclasses import dataclass

from neurodesk.domain.models import Priority


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One attempt at one node.

    Attributes:
        at: UTC epoch seconds of its start.
        attempt: 1 for the first node of a call, more behind a failover or a smaller window.
        wait_s: time in the queue; first_token_s: silence before the first piece; both in seconds.
        prompt_version: hash of the prompt's template; prompt_sha256: of the prompt itself.
        outcome: ``ok``, ``cancelled``, the failure's code, or why we stopped it ourselves.
        swap: the node had another model before, as far as this pool knows.
    """

    at: float
    task_id: str
    role: str
    node: str
    model: str
    digest: str
    priority: str
    attempt: int
    wait_s: float
    first_token_s: float
    duration_s: float
    prompt_tokens: int
    reply_tokens: int
    num_ctx: int
    prompt_version: str
    prompt_sha256: str
    outcome: str
    detail: str = ""
    truncated: bool = False
    swap: bool = False

    @property
    def tokens_per_s(self) -> float:
        """Speed of the reply, 0 when unknown."""
        writing_s = self.duration_s - self.first_token_s
        return self.reply_tokens / writing_s if self.reply_tokens and writing_s > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose call it is: the task, and its class in the queue (SPEC M3)."""

    task_id: str = ""
    priority: Priority = Priority.INTERACTIVE


# Vectors that are made in the background belong to no task.
INDEXING = Caller("", Priority.AUTONOMOUS)

_CALLER: contextvars.ContextVar[Caller] = contextvars.ContextVar("neurodesk_model_caller")


def caller() -> Caller:
    """Return whose call is made here; without a task around it is the person at the desk."""
    return _CALLER.get(Caller())


@contextlib.contextmanager
def calling(who: Caller) -> Iterator[None]:
    """Make all model calls inside calls of this task; threads and tasks started inside inherit it."""
    token = _CALLER.set(who)
    try:
        yield
    finally:
        _CALLER.reset(token)
