"""The real search, fetch, author and reviewer, made slow and faulty by the script."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from neurodesk.app.queries.gates import Endpoint
from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import SearchHit, SourceText
from neurodesk.domain.ports import Author, PageFetcher, Reviewer, SearchProvider
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Edit, RepairItem, Review
from neurodesk.pipeline.tools import ResearchTools
from neurodesk.worker.night.clock import NightClock
from neurodesk.worker.night.script import Fault, NightScript

SLOW_FACTOR = 4.0
# Ranges of simulated seconds that a step takes on a small machine.
SEARCH_S = (1.0, 5.0)
FETCH_S = (2.0, 15.0)
AUTHOR_S = (60.0, 300.0)
REVIEW_S = (40.0, 200.0)


class NightNode:
    """One model node with one call at a time; a waiting question goes before waiting research (SPEC M3).

    A call that runs is never aborted.
    """

    def __init__(self) -> None:
        self._busy = False
        self._places = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def call(self, *, interactive: bool) -> AsyncIterator[None]:
        """Hold the node."""
        if self._busy:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((0 if interactive else 1, next(self._places), turn))
            await turn
        self._busy = True
        try:
            yield
        finally:
            self._busy = False
            self._waiting.sort(key=lambda one: one[:2])
            if self._waiting:
                # Taken here, so that nobody steps in between before the woken one runs.
                self._busy = True
                self._waiting.pop(0)[2].set_result(None)


class Weather:
    """What is wrong now, and how long a step takes.

    Args:
        script: the night.
        clock: its clock.
    """

    def __init__(self, script: NightScript, clock: NightClock) -> None:
        self.script = script
        self.clock = clock
        self.node = NightNode()

    def refuse(self, fault: Fault) -> None:
        """Raise when a fault holds.

        Raises:
            InfrastructureFault: the fault's code, with the seconds until it ends for a blocked search.
        """
        until = self.script.fault_until(fault, self.clock.elapsed_s)
        if until:
            left = until - self.clock.elapsed_s
            raise InfrastructureFault(
                str(fault), retry_after_s=left if fault is Fault.SEARCH_BLOCKED else None
            )

    async def take(self, step: str, key: str, span: tuple[float, float]) -> None:
        """Let a step's time pass."""
        seconds = self.script.step_seconds(step, key, *span)
        slow = self.script.fault_until(Fault.SLOW_REPLIES, self.clock.elapsed_s)
        await self.clock.sleep(seconds * (SLOW_FACTOR if slow else 1.0))

    def models(self) -> Endpoint:
        """Return the state of the model node as the gates see it."""
        until = self.script.fault_until(Fault.MODEL_DOWN, self.clock.elapsed_s)
        if not until:
            return Endpoint()
        return Endpoint("unreachable", self.clock.time() + until - self.clock.elapsed_s)


class NightSearch:
    """A search provider in that weather."""

    def __init__(self, inner: SearchProvider, weather: Weather) -> None:
        self._inner = inner
        self._weather = weather
        self.name = inner.name
        self.leaves_machine = inner.leaves_machine

    def available(self) -> str:
        """See the provider; a blocked search is noticed only when it is asked."""
        return self._inner.available()

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """See ``ports.SearchProvider``."""
        await self._weather.take("search", query, SEARCH_S)
        self._weather.refuse(Fault.SEARCH_BLOCKED)
        return await self._inner.search(query, limit=limit)


class NightFetcher:
    """A fetcher in that weather."""

    def __init__(self, inner: PageFetcher, weather: Weather) -> None:
        self._inner = inner
        self._weather = weather

    def handles(self, uri: str) -> bool:
        """See the fetcher."""
        return self._inner.handles(uri)

    async def fetch(self, hit: SearchHit) -> SourceText:
        """See ``ports.PageFetcher``."""
        await self._weather.take("fetch", hit.uri, FETCH_S)
        self._weather.refuse(Fault.EXTRACTOR_DOWN)
        return await self._inner.fetch(hit)


class NightAuthor:
    """An author that takes a model's time on the one node."""

    def __init__(self, inner: Author, weather: Weather) -> None:
        self._inner = inner
        self._weather = weather
        self.label = inner.label
        self.translates = inner.translates

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """See ``ports.Author``."""
        async with self._weather.node.call(interactive=False):
            await self._weather.take("author", brief.topic, AUTHOR_S)
            self._weather.refuse(Fault.MODEL_DOWN)
            return await self._inner.write(brief)

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """See ``ports.Author``."""
        async with self._weather.node.call(interactive=False):
            await self._weather.take("repair", " ".join(one.claim_id for one in items), AUTHOR_S)
            self._weather.refuse(Fault.MODEL_DOWN)
            return await self._inner.repair(items, new_sources, lang)


class NightReviewer:
    """A reviewer that takes a model's time on the one node."""

    def __init__(self, inner: Reviewer, weather: Weather) -> None:
        self._inner = inner
        self._weather = weather
        self.label = inner.label

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """See ``ports.Reviewer``."""
        async with self._weather.node.call(interactive=False):
            await self._weather.take("review", brief.topic, REVIEW_S)
            self._weather.refuse(Fault.MODEL_DOWN)
            return await self._inner.review(article, brief)


def in_weather(tools: ResearchTools, weather: Weather) -> ResearchTools:
    """Return the same tools, slow and faulty by the script."""
    return replace(
        tools,
        providers=lambda: [NightSearch(one, weather) for one in tools.providers()],
        fetchers=tuple(NightFetcher(one, weather) for one in tools.fetchers),
        author=NightAuthor(tools.author, weather),
        reviewer=NightReviewer(tools.reviewer, weather),
    )
