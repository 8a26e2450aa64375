"""What the pool asks of a node and what a node answers, whatever protocol it speaks (SPEC M9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from neurodesk.domain.models import is_cloud_model, same_model


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a chat; role is ``system``, ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One generation.

    Attributes:
        schema: JSON schema that the reply has to follow, None for free text.
        num_ctx: context window in tokens; servers with a fixed window ignore it.
        num_predict: most tokens of the reply.
        think: whether a thinking model may think; None leaves it to the node.
        keep_alive_s: how long the model stays loaded afterwards.
    """

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, object] | None = None
    num_ctx: int = 0
    num_predict: int = 1024
    temperature: float = 0.2
    seed: int = 0
    think: bool | None = None
    keep_alive_s: int = 900

    @property
    def prompt_chars(self) -> int:
        """Characters of all messages."""
        return sum(len(one.content) for one in self.messages)


@dataclass(slots=True)
class RawReply:
    """A reply as it came; durations in seconds, 0 when the node does not say.

    Attributes:
        done_reason: ``stop``, ``length``, or "" when the stream ended without its last line.
        prompt_tokens: as reported, 0 when it was not.
        stopped: why we stopped the stream ourselves, "" when we did not.
    """

    content: str = ""
    thinking: str = ""
    done_reason: str = ""
    prompt_tokens: int = 0
    reply_tokens: int = 0
    load_s: float = 0.0
    eval_s: float = 0.0
    model: str = ""
    remote_host: str = ""
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class NodeModel:
    """A model that a node has.

    Attributes:
        size_bytes: of the file, 0 when unknown.
        context_length: the model's own, 0 when unknown.
        capabilities: as listed, empty when the node does not say.
    """

    name: str
    digest: str = ""
    size_bytes: int = 0
    context_length: int = 0
    capabilities: tuple[str, ...] = ()
    remote_host: str = ""

    @property
    def is_cloud(self) -> bool:
        """Whether prompts to it leave the node (SPEC M10)."""
        return is_cloud_model(self.name, self.remote_host)


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in a node's memory; ``on_gpu_bytes`` below ``size_bytes`` means partly on the CPU."""

    name: str
    size_bytes: int
    on_gpu_bytes: int
    context_length: int = 0


@dataclass(frozen=True, slots=True)
class NodeReport:
    """What a health check found."""

    version: str = ""
    models: tuple[NodeModel, ...] = ()
    loaded: tuple[LoadedModel, ...] = field(default=())

    def model(self, name: str) -> NodeModel | None:
        """Return a model by its name; a missing tag means ``latest``."""
        return next((one for one in self.models if same_model(one.name, name)), None)


OnPiece = Callable[[str, str], str]
"""``on_piece(content, thinking)`` hears each piece; a text as its answer stops the stream and says why."""


class NodeClient(Protocol):
    """A node; Ollama's own protocol and the OpenAI-compatible one fill it."""

    async def report(self) -> NodeReport:
        """List the models, and what is loaded.

        Raises:
            EndpointFault: the node does not answer as it should.
        """
        ...

    async def chat(self, request: ChatRequest, on_piece: OnPiece) -> RawReply:
        """Generate; leaving it early makes the node stop.

        Raises:
            EndpointFault: as its failure says; a stream without its last line is ``CUT``.
        """
        ...

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """Return one vector a text, and the tokens that they took.

        Raises:
            EndpointFault: ``TOO_LONG`` when a text does not fit.
        """
        ...


def whole(value: object) -> int:
    """Return a count from foreign JSON, 0 for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def text(value: object) -> str:
    """Return a text from foreign JSON, "" for anything else."""
    return value if isinstance(value, str) else ""


def vectors(value: object, count: int) -> list[list[float]] | None:
    """Return vectors from foreign JSON, None unless all are there, of one length and finite."""
    if not isinstance(value, list) or len(value) != count:
        return None
    found = []
    for row in value:
        if not isinstance(row, list) or not row:
            return None
        if not all(isinstance(one, int | float) and abs(one) < 1e30 for one in row):
            return None
        found.append([float(one) for one in row])
    return found if len({len(row) for row in found}) <= 1 else None
