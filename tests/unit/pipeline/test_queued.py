"""Searches and fetches share the one bounded queue with model calls (SPEC M3)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import SearchHit, SourceText
from neurodesk.domain.model_calls import Caller, calling
from neurodesk.domain.models import Priority
from neurodesk.pipeline.queued import QueuedFetcher, QueuedSearch
from neurodesk.pipeline.work_queue import WorkQueue


class Gate:
    """A provider and fetcher that answers when it is opened, and counts who is inside."""

    name = "gate"
    leaves_machine = False

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.inside = self.peak = 0
        self.order: list[str] = []

    def available(self) -> str:
        return ""

    def handles(self, uri: str) -> bool:
        return uri.startswith("library:")

    async def _pass(self, name: str) -> None:
        self.order.append(name)
        self.inside += 1
        self.peak = max(self.peak, self.inside)
        await self.open.wait()
        self.inside -= 1

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        await self._pass(query)
        return []

    async def fetch(self, hit: SearchHit) -> SourceText:
        await self._pass(hit.uri)
        raise KeyError(hit.uri)


HIT = SearchHit(uri="library://a/b", title="", snippet="", provider="gate", query="", rank=1, score=0.0)


def test_two_searches_or_fetches_run_at_once_and_higher_classes_go_first() -> None:
    async def work() -> Gate:
        gate, queue = Gate(), WorkQueue()
        search, fetcher = QueuedSearch(gate, queue), QueuedFetcher(gate, queue)
        with calling(Caller("t", Priority.AUTONOMOUS)):
            running = [asyncio.ensure_future(search.search(f"q{number}", limit=1)) for number in range(6)]
            fetching = asyncio.ensure_future(fetcher.fetch(HIT))
        await asyncio.sleep(0.01)
        with calling(Caller("", Priority.INTERACTIVE)):
            desk = asyncio.ensure_future(search.search("desk", limit=1))
        await asyncio.sleep(0.01)
        assert (gate.inside, queue.counts()) == (2, (2, 6))
        gate.open.set()
        await asyncio.gather(*running, desk)
        with pytest.raises(KeyError):
            await fetching
        assert queue.counts() == (0, 0), "an error gives its place back"
        return gate

    gate = asyncio.run(work())
    assert gate.peak == 2
    assert gate.order == ["q0", "q1", "desk", "q2", "q3", "q4", "q5", HIT.uri]


def test_a_full_queue_puts_the_task_off_without_a_charge() -> None:
    async def work() -> str:
        gate, queue = Gate(), WorkQueue(in_flight=1, waiting=1)
        search = QueuedSearch(gate, queue)
        running = [asyncio.ensure_future(search.search(f"q{number}", limit=1)) for number in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(InfrastructureFault) as fault:
            await search.search("one too many", limit=1)
        gate.open.set()
        await asyncio.gather(*running)
        return fault.value.code

    assert asyncio.run(work()) == "work_queue_full"


def test_m3_who_holds_a_place_is_refused_a_second_one_instead_of_locking_the_queue() -> None:
    async def work() -> None:
        gate, queue = Gate(), WorkQueue()
        gate.open.set()
        inner = QueuedSearch(gate, queue)
        with pytest.raises(RuntimeError, match="must not wait for another"):
            await QueuedSearch(inner, queue).search("q", limit=1)
        assert queue.counts() == (0, 0)
        assert await inner.search("q", limit=1) == []  # given back, it may be had again

    asyncio.run(work())
