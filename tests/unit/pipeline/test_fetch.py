"""Fetching side by side: the result is as by rank, the budget exact, a fault ends all (SPEC W3, Q12)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.research import StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.search_events import SearchStep
from neurodesk.pipeline.fetch import fetch_selected
from neurodesk.pipeline.queued import QueuedFetcher
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.settings.clock import SystemClock


class Fetcher:
    """Answers when it is told to; counts who is on the way."""

    def __init__(self, answer: Callable[[SearchHit], SourceText]) -> None:
        self._answer = answer
        self.gates: dict[str, asyncio.Event] = {}
        self.started: list[str] = []
        self.ended: list[str] = []
        self.cancelled: list[str] = []
        self.peak = 0

    def handles(self, uri: str) -> bool:
        return uri.startswith("https://")

    async def fetch(self, hit: SearchHit) -> SourceText:
        self.started.append(hit.uri)
        self.peak = max(self.peak, len(self.started) - len(self.ended))
        try:
            if hit.uri in self.gates:
                await self.gates[hit.uri].wait()
            else:
                await asyncio.sleep(0)
            return self._answer(hit)
        except asyncio.CancelledError:
            self.cancelled.append(hit.uri)
            raise
        finally:
            self.ended.append(hit.uri)


def hits(*names: str) -> list[SearchHit]:
    return [SearchHit(f"https://{n}.example/", n, "", "p", "q", i) for i, n in enumerate(names)]


def source(hit: SearchHit, final: str = "") -> SourceText:
    uri = final or hit.uri
    return SourceText(
        hit.uri, uri, hit.title, f"text of {hit.uri}", SourceOrigin.WEB, "k", "h", "en", "x", 1.0
    )


def context(seen: list[tuple[SearchStep, str]]) -> RunContext:
    return RunContext(
        "token",
        SystemClock(),
        lambda: None,
        lambda: None,
        lambda *_a, **_p: None,
        lambda step, _pass, data: seen.append((step, str(data["uri"]))),
    )


async def run(found: list[SearchHit], fetcher: object, seen: list[tuple[SearchStep, str]]) -> StageResult:
    return await fetch_selected(
        "t",
        found,
        [fetcher],
        context(seen),
        seeds=(),
        pass_number=0,
        phase="research",  # type: ignore[list-item]
    )


def test_q12_two_pages_are_on_their_way_at_once_and_never_more_stand_in_the_queue() -> None:
    found = hits(*(f"h{n}" for n in range(100)))
    fetcher = Fetcher(source)

    async def work() -> StageResult:
        # The queue refuses the third that waits: a hundred pages of one task must not fill it.
        return await run(found, QueuedFetcher(fetcher, WorkQueue(waiting=2)), [])

    result = asyncio.run(work())
    assert fetcher.peak == 2
    assert (result.data["attempted"], result.data["requests"]) == (100, 100)
    assert [one.source.final_uri for one in result.evidence] == [hit.uri for hit in found]


def test_q12_who_comes_last_changes_nothing_in_the_result() -> None:
    """The best ranked page is the slowest: order and duplicates are still those of the ranks."""
    found = hits("first", "second", "third")

    def answer(hit: SearchHit) -> SourceText:
        return source(hit, "https://same.example/" if hit.title in ("first", "third") else "")

    async def work() -> tuple[StageResult, list[tuple[SearchStep, str]]]:
        fetcher, seen = Fetcher(answer), list[tuple[SearchStep, str]]()
        fetcher.gates[found[0].uri] = asyncio.Event()
        task = asyncio.create_task(run(found, fetcher, seen))
        while len(fetcher.ended) < 2:
            await asyncio.sleep(0)
        fetcher.gates[found[0].uri].set()
        return await task, seen

    result, seen = asyncio.run(work())
    assert [one.source.requested_uri for one in result.evidence] == [found[0].uri, found[1].uri]
    assert [(one.uri, one.reason) for one in result.candidates] == [
        (found[0].uri, ""),
        (found[1].uri, ""),
        (found[2].uri, "duplicate_url"),
    ]
    assert result.data["requests"] == 3
    # W11: the feed says what happened when it happened, and corrects itself once.
    ends = [uri for step, uri in seen if step is SearchStep.FETCHED]
    assert ends == [found[1].uri, found[2].uri, found[0].uri, found[2].uri]


def test_w3_only_real_requests_count_against_the_budget() -> None:
    found = [*hits("good", "robots", "gone"), SearchHit("ftp://x", "", "", "p", "q", 3)]

    def answer(hit: SearchHit) -> SourceText:
        if hit.title == "robots":
            raise PageRefused(Refusal.ROBOTS_DENIED, requested=False)
        if hit.title == "gone":
            raise PageRefused(Refusal.FETCH_FAILED, "http_status: 404")
        return source(hit)

    result = asyncio.run(run(found, Fetcher(answer), []))
    assert (result.data["attempted"], result.data["requests"]) == (4, 2)
    assert [one.reason for one in result.candidates] == ["", "robots_denied", "fetch_failed", "bad_type"]


def test_q3_a_fault_ends_the_other_fetches_and_is_raised_as_it_is() -> None:
    found = hits("fault", "hangs", "never")

    def answer(hit: SearchHit) -> SourceText:
        raise InfrastructureFault("extractor_unavailable")

    async def work() -> Fetcher:
        fetcher = Fetcher(answer)
        fetcher.gates[found[1].uri] = asyncio.Event()
        with pytest.raises(InfrastructureFault, match="extractor_unavailable"):
            await run(found, fetcher, [])
        return fetcher

    fetcher = asyncio.run(work())
    assert fetcher.cancelled == [found[1].uri]
    assert found[2].uri not in fetcher.started
