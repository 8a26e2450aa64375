"""What the tests of models share: a clock that waits until it is moved, and a pool over loopback nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from neurodesk.domain.model_calls import ModelCall
from neurodesk.domain.models import NodeAddress, Protocol, parse_node
from neurodesk.net.endpoint_client import EndpointClient
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.node_client import ChatRequest, Message
from neurodesk.providers.models.pool import ModelPool, PoolLimits
from neurodesk.providers.models.pool_nodes import PoolNodes

MODEL = "gemma3:12b"


class WaitingClock:
    """A clock that stands still; who sleeps on it wakes when it is moved past the time."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def time(self) -> float:
        """Return the wall clock."""
        return self.now

    def monotonic(self) -> float:
        """Return the steady clock."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock was moved that far."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, future))
        await future

    def passes(self, seconds: float) -> None:
        """Move the clock and wake who is due."""
        self.now += seconds
        for due, future in self._sleepers:
            if due <= self.now and not future.done():
                future.set_result(None)
        self._sleepers = [one for one in self._sleepers if not one[1].done()]


def address_of(node: LoopbackNode, name: str, protocol: Protocol = Protocol.OLLAMA) -> NodeAddress:
    """Return a node's address under a name."""
    return parse_node(f"{name}={node.url}", protocol)


def pool_over(
    addresses: Sequence[NodeAddress],
    clock: WaitingClock | None = None,
    *,
    limits: PoolLimits | None = None,
    calls: list[ModelCall] | None = None,
    tokens: Callable[[str], str] = lambda _url: "",
    queue: WorkQueue | None = None,
) -> ModelPool:
    """Return a pool."""
    clock = clock or WaitingClock()
    http = EndpointClient(lambda: [one.url for one in addresses], tokens=tokens)
    return ModelPool(
        PoolNodes(lambda: addresses, http, clock),
        queue or WorkQueue(),
        clock,
        limits=lambda: limits or PoolLimits(),
        trace=(calls if calls is not None else []).append,
    )


def request(text: str = "hello", model: str = MODEL, **more: object) -> ChatRequest:
    """Return a request with one message."""
    return ChatRequest(model=model, messages=(Message("user", text),), num_predict=64, **more)  # type: ignore[arg-type]


def words(count: int) -> str:
    """Return so many different words: a reply that repeats itself would be stopped."""
    return " ".join(f"word{number}" for number in range(count))


async def until(condition: Callable[[], bool], limit_s: float = 4.0) -> None:
    """Let the loop and the server's threads go on until something holds."""
    for _ in range(int(limit_s * 500)):
        if condition():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("never came true")
