"""Public web pages as full texts: fetched through the guard, read in the supervised child (SPEC W3-W5)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Protocol
from urllib.parse import unquote, urlsplit

from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.extraction import Document, Extracted, Extractor
from neurodesk.domain.fetching import Conditional, FetchedPage, FetchRefused
from neurodesk.domain.ports import Clock
from neurodesk.domain.screening import web_key
from neurodesk.pipeline.index_library import suspected_instructions
from neurodesk.providers.extract.registry import ENDINGS

_WEB = re.compile(r"https?://", re.IGNORECASE)


class Fetches(Protocol):
    """The guarded client, or a scripted one."""

    async def fetch(self, url: str, *, conditional: Conditional | None = None) -> FetchedPage | FetchRefused:
        """Return a page, or why there is none."""
        ...


class WebPages:
    """Fills ``PageFetcher`` for http and https.

    Args:
        client: reaches the pages.
        extractor: reads what came, outside this process.
        clock: gives the time of retrieval.
        off: the code of the switch that forbids web pages now, "" when none does.
    """

    def __init__(
        self, client: Fetches, extractor: Extractor, clock: Clock, *, off: Callable[[], str] = lambda: ""
    ) -> None:
        self._client = client
        self._extractor = extractor
        self._clock = clock
        self._off = off

    def handles(self, uri: str) -> bool:
        """Tell whether a URI is of the web."""
        return _WEB.match(uri) is not None

    async def fetch(self, hit: SearchHit) -> SourceText:
        """Return the page's text.

        Raises:
            PageRefused: it may not or cannot be fetched, or gives no usable text.
            InfrastructureFault: ``extractor_unavailable``.
        """
        off = self._off()
        if off:
            raise PageRefused(Refusal.FETCH_FAILED, off, requested=False)
        found = await self._client.fetch(hit.uri)
        if isinstance(found, FetchRefused):
            raise PageRefused(found.refusal, _said(found), requested=found.requested)
        extracted = await asyncio.to_thread(self._extractor.extract, document_of(found))
        if not extracted.text.strip():
            raise PageRefused(Refusal.EMPTY_TEXT)
        return self._source(hit, found, extracted)

    def _source(self, hit: SearchHit, page: FetchedPage, extracted: Extracted) -> SourceText:
        host = urlsplit(page.final_url).hostname or ""
        return SourceText(
            requested_uri=hit.uri,
            final_uri=page.final_url,
            title=extracted.title or hit.title,
            text=extracted.text,
            origin=SourceOrigin.WEB,
            source_key=web_key(host),
            host=host,
            lang=extracted.lang,
            extractor=extracted.extractor,
            retrieved_at=self._clock.time(),
            dated_at=extracted.dated_at,
            recorded_origin=extracted.recorded_origin,
            licence=extracted.licence,
            page_quality=extracted.page_quality,
            injection_passages=suspected_instructions(extracted),
            internal=page.internal,
        )


def document_of(page: FetchedPage) -> Document:
    """Return a page for the extractor; an ending counts only where it is one of a document."""
    name = unquote(urlsplit(page.final_url).path.rsplit("/", 1)[-1])
    ending = f".{name.rsplit('.', 1)[-1].lower()}"
    return Document(
        page.data,
        name=name if ending in ENDINGS else "",
        media_type=page.media_type,
        charset=page.charset,
        uri=page.final_url,
    )


def _said(refused: FetchRefused) -> str:
    where = f" after {refused.hop} redirects, at {refused.url}" if refused.hop else ""
    return f"{refused.code}: {refused.detail}{where}" if refused.detail else f"{refused.code}{where}"
