"""What is slow and faulty in the night's own process: the extractor; and hits that lead to the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import SearchHit, SourceText
from neurodesk.domain.ports import PageFetcher, SearchProvider
from neurodesk.pipeline.tools import ResearchTools
from neurodesk.worker.night.clock import NightClock
from neurodesk.worker.night.script import Fault, NightScript
from neurodesk.worker.night.wire import PAGES_AT

# Range of simulated seconds that reading a page takes on a small machine.
FETCH_S = (2.0, 15.0)
LIBRARY_AT = "library://"


class NightSearch:
    """A search provider whose pages are read from the library: nothing is fetched from the network."""

    def __init__(self, inner: SearchProvider) -> None:
        self._inner = inner
        self.name = inner.name
        self.leaves_machine = False  # the night's server is this machine's

    def available(self) -> str:
        """See the provider."""
        return self._inner.available()

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """See ``ports.SearchProvider``."""
        return [
            replace(one, uri=LIBRARY_AT + unquote(one.uri.removeprefix(PAGES_AT)))
            for one in await self._inner.search(query, limit=limit)
        ]


class NightFetcher:
    """A fetcher that takes its time and whose extractor is sometimes away."""

    def __init__(self, inner: PageFetcher, script: NightScript, clock: NightClock) -> None:
        self._inner = inner
        self._script = script
        self._clock = clock

    def handles(self, uri: str) -> bool:
        """See the fetcher."""
        return self._inner.handles(uri)

    async def fetch(self, hit: SearchHit) -> SourceText:
        """See ``ports.PageFetcher``."""
        await self._clock.sleep(self._script.step_seconds("fetch", hit.uri, *FETCH_S))
        if self._script.fault_until(Fault.EXTRACTOR_DOWN, self._clock.elapsed_s):
            raise InfrastructureFault(str(Fault.EXTRACTOR_DOWN))
        return await self._inner.fetch(hit)


def in_weather(
    tools: ResearchTools, search: SearchProvider, script: NightScript, clock: NightClock
) -> ResearchTools:
    """Return the same tools, which search by ``search`` alone and fetch by the script."""
    return replace(
        tools,
        providers=lambda: [NightSearch(search)],
        fetchers=tuple(NightFetcher(one, script, clock) for one in tools.fetchers),
    )
