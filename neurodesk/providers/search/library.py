"""The local library as a search provider and page fetcher, usable offline exactly like the web (SPEC L1)."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from neurodesk.domain.errors import BadInput, EnvironmentFault
from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.extraction import Extractor, Provenance
from neurodesk.domain.identity import sha256_bytes
from neurodesk.domain.library import FileRecord, LibraryFile, PassageHit
from neurodesk.domain.ports import Clock
from neurodesk.domain.query_words import language_of
from neurodesk.domain.screening import library_key, library_uri, split_library_uri
from neurodesk.pipeline.index_library import file_record
from neurodesk.pipeline.stem import match_expression, query_tokens
from neurodesk.storage.library_files import opened_collection
from neurodesk.storage.library_store import LibraryStore

SNIPPET_CHARS = 700
MAX_QUERY_TOKENS = 40


class LibraryProvider:
    """Searches the library's passages and reads its files.

    Fills ``SearchProvider`` and ``PageFetcher``.

    Args:
        store: the library's tables.
        extractor: reads files that changed since they were indexed.
        clock: gives the time of retrieval.
    """

    name = "library"
    leaves_machine = False

    def __init__(self, store: LibraryStore, extractor: Extractor, clock: Clock) -> None:
        self._store = store
        self._extractor = extractor
        self._clock = clock

    # -- search -------------------------------------------------------------------------------------

    def available(self) -> str:
        """Return "" when there is something to search, else ``library_empty``."""
        return "" if self._store.has_text() else "library_empty"

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Return the files whose best passage fits, best first; the snippet is that passage."""
        return await asyncio.to_thread(self.search_now, query, limit)

    def search_now(self, query: str, limit: int) -> list[SearchHit]:
        """The same on the calling thread."""
        tokens = query_tokens(query, language_of(query))[:MAX_QUERY_TOKENS]
        found = self._store.search(match_expression(tokens), limit=limit)
        return [
            SearchHit(
                uri=library_uri(one.collection, one.path),
                title=one.title,
                snippet=snippet_of(one),
                provider=self.name,
                query=query,
                rank=rank,
                score=one.score,
                published_at=one.dated_at,
            )
            for rank, one in enumerate(found)
        ]

    # -- fetch --------------------------------------------------------------------------------------

    def handles(self, uri: str) -> bool:
        """Tell whether a URI names a file of the library."""
        return split_library_uri(uri) is not None

    async def fetch(self, hit: SearchHit) -> SourceText:
        """Return the file's text as it is now; a file that changed is read and indexed anew.

        Raises:
            PageRefused: the file is gone, is not to be read, or gives no usable text.
            InfrastructureFault: ``extractor_unavailable``.
        """
        return await asyncio.to_thread(self.fetch_now, hit.uri)

    def fetch_now(self, uri: str) -> SourceText:
        """The same on the calling thread."""
        parts = split_library_uri(uri)
        if parts is None:
            raise PageRefused(Refusal.BAD_TYPE, "not a library address")
        name, path = parts
        path = unicodedata.normalize("NFC", path)
        try:
            collection = self._store.collection(name)
        except BadInput as error:
            raise PageRefused(Refusal.FETCH_FAILED, "the collection was removed") from error
        (data, size, mtime_ns, media_type), holder = _read_any_form(Path(collection.root), path)
        known = self._store.file(name, path)
        if known is None or known.file_hash != sha256_bytes(data) or not _is_whole(known):
            record = file_record(self._extractor, path, data, size, mtime_ns, media_type, holder)
            self._store.put_files(collection.id, [record], self._clock.time())
            if record.refusal:
                raise PageRefused(Refusal(record.refusal), record.detail)
            return _source(uri, name, record, record.text, self._clock.time())
        if known.refusal:
            raise PageRefused(Refusal(known.refusal), known.detail)
        return _source(uri, name, known, self._store.text(known.text_sha256), self._clock.time())


def _is_whole(known: LibraryFile) -> bool:
    return bool(known.refusal or known.text_sha256)


def _read_any_form(root: Path, path: str) -> tuple[tuple[bytes, int, int, str], Provenance]:
    """Read a file whose name may be spelled composed or decomposed (SPEC K1), and what its holder states."""
    names = dict.fromkeys((path, unicodedata.normalize("NFD", path)))
    refused: PageRefused | None = None
    try:
        with opened_collection(root) as source:
            for name in names:
                try:
                    return source.read(name), source.provenance
                except PageRefused as error:
                    refused = refused or error
    except (OSError, EnvironmentFault) as error:
        raise PageRefused(Refusal.FETCH_FAILED, str(error)) from error
    assert refused is not None
    raise refused


def _source(
    uri: str, collection: str, known: LibraryFile | FileRecord, text: str, retrieved_at: float
) -> SourceText:
    return SourceText(
        requested_uri=uri,
        final_uri=library_uri(collection, known.path),
        title=known.title,
        text=text,
        origin=SourceOrigin.LIBRARY,
        source_key=library_key(collection),
        host="",
        lang=known.lang,
        extractor=known.extractor,
        retrieved_at=retrieved_at,
        dated_at=known.dated_at,
        recorded_origin=known.recorded_origin,
        licence=known.licence,
        collection=collection,
        page_quality=known.page_quality,
        injection_passages=known.injection_passages,
    )


def snippet_of(hit: PassageHit) -> str:
    """Return the passage with the headings above it, at most ``SNIPPET_CHARS`` characters, whole words."""
    text = f"{hit.heading}: {hit.text}" if hit.heading and not hit.text.startswith("#") else hit.text
    flat = " ".join(text.split())
    if len(flat) <= SNIPPET_CHARS:
        return flat
    cut = flat.rfind(" ", 0, SNIPPET_CHARS)
    return f"{flat[: cut if cut > 0 else SNIPPET_CHARS]} …"
