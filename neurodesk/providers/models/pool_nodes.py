"""The nodes of a pool: health, loads, and who may get a call for a model (SPEC M1, M2, M10)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.models import (
    Failure,
    NodeAddress,
    NodeLoad,
    Protocol,
    same_model,
    scheme_trouble,
)
from neurodesk.domain.ports import Clock
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.providers.models.node_client import LoadedModel, NodeClient, NodeModel, NodeReport
from neurodesk.providers.models.ollama import OllamaClient
from neurodesk.providers.models.openai import OpenAiClient

T = TypeVar("T")


@dataclass(slots=True)
class PoolNode:
    """A node with what is known of it.

    Attributes:
        fault: why it cannot be used, "" when it answered the last health check.
        checked: whether it was ever asked.
        last_model: the model that this pool used there last; "" before the first call.
        windows: num_ctx that a model was last loaded with.
    """

    address: NodeAddress
    client: NodeClient
    load: NodeLoad
    report: NodeReport = field(default_factory=NodeReport)
    fault: str = "not_checked"
    fault_detail: str = ""
    checked: bool = False
    last_model: str = ""
    windows: dict[str, int] = field(default_factory=dict)

    def has(self, model: str) -> NodeModel | None:
        """Return the model if the node is healthy and may serve it, cloud rule included (SPEC M10)."""
        if self.fault:
            return None
        found = self.report.model(model)
        return None if found is None or (found.is_cloud and not self.address.allow_cloud) else found

    def is_warm(self, model: str) -> bool:
        """Whether the model stands in the node's memory, as far as is known."""
        if self.last_model:
            return same_model(self.last_model, model)
        return any(same_model(one.name, model) for one in self.report.loaded)


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node as it is shown.

    Attributes:
        cooling_s: seconds until it may be tried again, 0 when it may.
        loaded: names of the models in its memory; ``memory`` with their sizes.
    """

    name: str
    url: str
    protocol: str
    fault: str
    detail: str
    models: tuple[NodeModel, ...]
    loaded: tuple[str, ...]
    in_flight: int
    requests: int
    mean_s: float
    cooling_s: float
    is_loopback: bool
    memory: tuple[LoadedModel, ...] = ()


class PoolNodes:
    """Knows the configured nodes and asks all of them at once how they are.

    Args:
        addresses: the configured nodes; read anew at each check, so that a changed setting counts.
        http: the client that may ask them.
        clock: times the checks.
        limit_s: how long a health check may take.
        wanted: the models of the roles, of which more than the name has to be known.
        local: makes the client of a file that is served here.
        prepare: does on a thread, before each check, what calls must not wait for: reads tokens.
    """

    def __init__(
        self,
        addresses: Callable[[], Sequence[NodeAddress]],
        http: EndpointClient,
        clock: Clock,
        *,
        limit_s: float = 10.0,
        wanted: Callable[[], Sequence[str]] = tuple,
        local: Callable[[NodeAddress], NodeClient] | None = None,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self._prepare = prepare
        self._wanted = wanted
        self._local = local
        self._addresses = addresses
        self._http = http
        self._clock = clock
        self._limit_s = limit_s
        self._nodes: dict[NodeAddress, PoolNode] = {}
        self.checked_at = float("-inf")

    def current(self) -> list[PoolNode]:
        """Return the nodes of the present settings; what is known of those that stayed is kept."""
        wanted = self._addresses()
        if list(self._nodes) != list(wanted):
            self._nodes = {one: self._nodes.get(one) or self._made(one) for one in wanted}
            self.checked_at = float("-inf")
        return list(self._nodes.values())

    async def check(self) -> None:
        """Ask every node at once."""
        if self._prepare is not None:
            await asyncio.to_thread(self._prepare)
        await asyncio.gather(*(self._check(one) for one in self.current()))
        self.checked_at = self._clock.monotonic()

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        await self._http.aclose()

    def with_model(self, model: str) -> list[PoolNode]:
        """Return the healthy nodes that have a model and may serve it."""
        return [one for one in self.current() if one.has(model)]

    def digests(self, model: str) -> tuple[str, ...]:
        """Return the different digests that the pool's nodes give for a model (SPEC M2)."""
        found = (one.has(model) for one in self.current())
        return tuple(sorted({one.digest for one in found if one is not None and one.digest}))

    def missing(self, model: str) -> str:
        """Return why no node serves a model: the code that helps most."""
        nodes = self.current()
        if not nodes:
            return "no_node"
        alive = [one for one in nodes if not one.fault]
        if not alive:
            return nodes[0].fault if len(nodes) == 1 else "no_node_answers"
        if any(one.report.model(model) for one in alive):
            return "cloud_model_refused"
        return "model_missing"

    def states(self) -> list[NodeState]:
        """Return all nodes as they are shown."""
        now = self._clock.monotonic()
        return [
            NodeState(
                name=one.address.name,
                url=one.address.url,
                protocol=one.address.protocol.value,
                fault=one.fault,
                detail=one.fault_detail,
                models=one.report.models,
                loaded=tuple(model.name for model in one.report.loaded),
                in_flight=one.load.in_flight,
                requests=one.load.requests,
                mean_s=one.load.mean_s,
                cooling_s=max(0.0, one.load.cooldown_until - now),
                is_loopback=one.address.is_loopback,
                memory=one.report.loaded,
            )
            for one in self.current()
        ]

    def _made(self, address: NodeAddress) -> PoolNode:
        client: NodeClient
        if address.protocol is Protocol.OLLAMA:
            client = OllamaClient(address, self._http, self._wanted)
        elif address.protocol is Protocol.LOCAL and self._local is not None:
            client = self._local(address)
        else:
            client = OpenAiClient(address, self._http)
        return PoolNode(address, client, NodeLoad(address))

    async def _check(self, node: PoolNode) -> None:
        try:
            node.report = await within(self._clock, self._limit_s, node.client.report())
            node.fault = node.fault_detail = ""
        except EndpointFault as fault:
            node.fault, node.fault_detail = fault_code(fault), fault.detail
        except RuleRefused as refused:
            node.fault, node.fault_detail = refused.code, ""
        node.checked = True


def fault_code(fault: EndpointFault) -> str:
    """Return a short code of why a node cannot be used."""
    trouble = scheme_trouble(fault.failure, fault.status, fault.detail)
    if trouble:
        return trouble
    if fault.failure is Failure.STATUS:
        return {401: "unauthorized", 403: "forbidden", 429: "rate_limited", 503: "busy"}.get(
            fault.status, f"status_{fault.status}"
        )
    return str(fault.failure)


async def within(clock: Clock, limit_s: float, work: Awaitable[T]) -> T:
    """Wait for something, at most so many seconds of a clock.

    Raises:
        EndpointFault: ``FIRST_TOKEN_TIMEOUT``; the work was cancelled.
    """
    doing: asyncio.Future[T] = asyncio.ensure_future(work)
    limit: asyncio.Future[None] = asyncio.ensure_future(clock.sleep(limit_s))
    both: set[asyncio.Future[Any]] = {doing, limit}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise EndpointFault(Failure.FIRST_TOKEN_TIMEOUT, detail=f"no answer within {limit_s:g} s")
    finally:
        await ended(doing, limit)


async def ended(*tasks: asyncio.Future[Any]) -> None:
    """Cancel what still runs, and wait until it has let go of its connection."""
    left = [one for one in tasks if not one.done()]
    for one in left:
        one.cancel()
    if left:
        await asyncio.gather(*left, return_exceptions=True)
