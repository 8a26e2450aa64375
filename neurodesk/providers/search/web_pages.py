"""Public web pages as full texts: fetched through the guard, read in the supervised child (SPEC W3-W5)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Protocol
from urllib.parse import unquote, urlsplit

from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.extraction import Document, Extracted, Extractor
from neurodesk.domain.fetching import Conditional, FetchCode, FetchedPage, FetchRefused
from neurodesk.domain.living import SourceLook, SourceState
from neurodesk.domain.ports import Clock
from neurodesk.domain.quality import page_wall
from neurodesk.domain.screening import web_key
from neurodesk.pipeline.index_library import suspected_instructions
from neurodesk.providers.extract.registry import ENDINGS

_WEB = re.compile(r"https?://", re.IGNORECASE)
_GONE = frozenset({"404", "410"})


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
            etag=page.etag,
            last_modified=page.last_modified,
        )

    async def look(self, uri: str, known: Conditional | None = None) -> SourceLook:
        """Look at a page again (SPEC P7); nothing that the other side does is raised.

        Args:
            uri: as it was read the last time.
            known: what came with the text that is known.

        Raises:
            InfrastructureFault: ``extractor_unavailable``.
        """
        off = self._off()
        if off:
            return SourceLook(SourceState.FAILED, detail=off)
        page = await self._client.fetch(uri, conditional=known)
        if isinstance(page, FetchRefused):
            gone = page.code is FetchCode.HTTP_STATUS and page.detail in _GONE
            state = SourceState.GONE if gone else SourceState.FAILED
            return SourceLook(state, detail=_said(page), requested=page.requested)
        if page.not_modified:
            return SourceLook(
                SourceState.UNCHANGED,
                etag=page.etag,
                last_modified=page.last_modified,
                not_modified=True,
                requested=True,
            )
        try:
            extracted = await asyncio.to_thread(self._extractor.extract, document_of(page))
        except PageRefused as refused:
            return SourceLook(SourceState.FAILED, detail=refused.reason.value, requested=True)
        wall = page_wall(extracted.title, extracted.text)
        if wall is not None or not extracted.text.strip():
            # A page in front of the wanted one says nothing about what the wanted one says.
            return SourceLook(SourceState.FAILED, detail=wall[1] if wall else "empty_text", requested=True)
        return SourceLook(
            SourceState.CHANGED,
            extracted.text,
            page.etag,
            page.last_modified,
            moved_to=page.final_url if page.moved else "",
            requested=True,
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
