"""What the pool adds to a call, against bare HTTP to the same loopback node, in one run."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx

from neurodesk.domain.model_calls import Caller
from neurodesk.domain.models import NodeAddress, Priority, Role, parse_node
from neurodesk.net.endpoint_client import EndpointClient
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.node_client import ChatRequest, Message
from neurodesk.providers.models.pool import ModelPool
from neurodesk.providers.models.pool_nodes import PoolNodes
from neurodesk.settings.clock import SystemClock

MODEL = "bench:latest"
PROMPT = "Say when the pool is online again. " * 40
_WARM_UP = 20


def measure(calls: int) -> dict[str, object]:
    """Return p50 and p99 in milliseconds: bare, pooled, and the difference call by call.

    Args:
        calls: how many each way, taken in turn so that a busy machine hits both alike.
    """
    with _node() as url:
        return asyncio.run(_measure(parse_node(f"bench={url}"), calls))


@contextlib.contextmanager
def _node() -> Iterator[str]:
    """Run the node in a process of its own, so that it shares no interpreter lock with what is measured."""
    command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        try:
            yield child.stdout.readline().strip()
        finally:
            child.stdin.close()


def serve() -> None:
    """Serve until the standard input ends; print the address first."""
    with LoopbackNode([MODEL], lambda _body: Scripted("online")) as node:
        sys.stdout.write(f"{node.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


async def _measure(address: NodeAddress, calls: int) -> dict[str, object]:
    http = EndpointClient(lambda: [address.url])
    clock = SystemClock()
    pool = ModelPool(PoolNodes(lambda: [address], http, clock), WorkQueue(), clock)
    request = ChatRequest(MODEL, (Message("user", PROMPT),), num_ctx=2048, num_predict=64)
    bare, pooled, work = [], [], []
    async with httpx.AsyncClient(trust_env=False, timeout=None) as client:  # noqa: S113
        for number in range(calls + _WARM_UP):
            before = time.process_time()
            one = await _bare(client, address.url, request)
            between = time.process_time()
            other = await _pooled(pool, request)
            after = time.process_time()
            if number >= _WARM_UP:
                bare.append(one)
                pooled.append(other)
                work.append((between - before, after - between))
    await pool.aclose()
    added = sorted(other - one for one, other in zip(bare, pooled, strict=True))
    p50 = {"bare": _at(sorted(bare), 0.5), "pool": _at(sorted(pooled), 0.5)}
    return {
        "calls": calls,
        "bare_ms": {"p50": p50["bare"], "p99": _at(sorted(bare), 0.99)},
        "pool_ms": {"p50": p50["pool"], "p99": _at(sorted(pooled), 0.99)},
        "overhead_ms": {"p50": round(p50["pool"] - p50["bare"], 3), "p99": _at(added, 0.99)},
        # Processor time of whole calls: what other programs take of the machine is not in it.
        "processor_ms": {
            "bare": _at(sorted(one for one, _ in work), 0.5),
            "pool": _at(sorted(other for _, other in work), 0.5),
            "overhead": _at(sorted(other - one for one, other in work), 0.5),
        },
        "aim_ms": 2.0,
        "within_aim": p50["pool"] - p50["bare"] < 2.0,
    }


async def _bare(client: httpx.AsyncClient, url: str, request: ChatRequest) -> float:
    """Return the seconds from the call to the first line of the answer; the rest is read as well."""
    body = {
        "model": request.model,
        "messages": [{"role": one.role, "content": one.content} for one in request.messages],
        "stream": True,
        "options": {"num_ctx": request.num_ctx, "num_predict": request.num_predict},
    }
    began, first = time.perf_counter(), 0.0
    content = json.dumps(body).encode()
    async with client.stream("POST", f"{url}/api/chat", content=content) as response:
        async for line in response.aiter_lines():
            first = first or time.perf_counter() - began
            json.loads(line)
    return first


async def _pooled(pool: ModelPool, request: ChatRequest) -> float:
    """Return the seconds from the call to the first piece, by the same clock, queue and choice included."""
    began, first = time.perf_counter(), 0.0

    def heard(_piece: str) -> None:
        nonlocal first
        first = first or time.perf_counter() - began

    await pool.chat(request, Role.AUTHOR, who=Caller("", Priority.MANUAL), heard=heard)
    return first


def _at(values: list[float], share: float) -> float:
    return round(values[min(len(values) - 1, int(len(values) * share))] * 1000, 3)
