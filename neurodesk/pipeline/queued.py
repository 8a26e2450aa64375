"""Searches and fetches take their turn in the one bounded queue with the model calls (SPEC M3)."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from neurodesk.domain.errors import InfrastructureFault, RuleRefused
from neurodesk.domain.evidence import SearchHit, SourceText
from neurodesk.domain.model_calls import caller
from neurodesk.domain.ports import PageFetcher, SearchProvider, WideningSearch
from neurodesk.pipeline.tools import ResearchTools
from neurodesk.pipeline.work_queue import WorkQueue


class QueuedSearch:
    """A search provider whose searches wait for a place.

    Args:
        provider: who searches.
        queue: the queue of this process.
    """

    def __init__(self, provider: SearchProvider, queue: WorkQueue) -> None:
        self._provider = provider
        self._queue = queue
        self.name = provider.name
        self.leaves_machine = provider.leaves_machine

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Search; see ``SearchProvider``. A full queue is a fault of the moment: the task is deferred."""
        async with _place(self._queue):
            return await self._provider.search(query, limit=limit)

    def available(self) -> str:
        """Return what is missing; see ``SearchProvider``."""
        return self._provider.available()


class QueuedWideSearch(QueuedSearch):
    """The same for a provider that can search again more widely (fills ``WideningSearch``)."""

    def __init__(self, provider: SearchProvider, wide: WideningSearch, queue: WorkQueue) -> None:
        super().__init__(provider, queue)
        self._wide = wide

    async def search_widely(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Search again; see ``WideningSearch``."""
        async with _place(self._queue):
            return await self._wide.search_widely(query, limit=limit)


class QueuedFetcher:
    """A page fetcher whose fetches wait for a place; arguments as ``QueuedSearch``."""

    def __init__(self, fetcher: PageFetcher, queue: WorkQueue) -> None:
        self._fetcher = fetcher
        self._queue = queue

    def handles(self, uri: str) -> bool:
        """Tell whether it is responsible; see ``PageFetcher``."""
        return self._fetcher.handles(uri)

    async def fetch(self, hit: SearchHit) -> SourceText:
        """Fetch; see ``PageFetcher``. A full queue is a fault of the moment: the task is deferred."""
        async with _place(self._queue):
            return await self._fetcher.fetch(hit)


def queued(tools: ResearchTools, queue: WorkQueue) -> ResearchTools:
    """Return the tools with every search and fetch behind the queue."""
    providers = tools.providers
    return replace(
        tools,
        providers=lambda: [_queued_search(one, queue) for one in providers()],
        fetchers=tuple(QueuedFetcher(one, queue) for one in tools.fetchers),
    )


def _queued_search(provider: SearchProvider, queue: WorkQueue) -> SearchProvider:
    if isinstance(provider, WideningSearch):
        return QueuedWideSearch(provider, provider, queue)
    return QueuedSearch(provider, queue)


@contextlib.asynccontextmanager
async def _place(queue: WorkQueue) -> AsyncIterator[None]:
    try:
        ticket = await queue.acquire(caller().priority)
    except RuleRefused as refused:
        raise InfrastructureFault(refused.code, waiting=refused.params.get("waiting", 0)) from refused
    try:
        yield
    finally:
        queue.release(ticket)
