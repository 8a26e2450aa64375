"""Reads a body within its limits: raw bytes, gzip in bounded steps, the kind by the first bytes (SPEC W5).

A counter behind a decompressor is no limit: three kilobytes of brotli become gigabytes in one step. So only
gzip is asked for, anything else is refused, and no step gives more than ``STEP_BYTES``.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass

from neurodesk.domain.fetching import FetchCode, FetchStop
from neurodesk.domain.media_kind import HEAD_BYTES, kind_of

STEP_BYTES = 64 * 1024
MAX_PAGE_BYTES = 4 * 1024 * 1024
MAX_DOCUMENT_BYTES = 25 * 1024 * 1024
_PLAIN = frozenset({"", "identity"})
_GZIP = frozenset({"gzip", "x-gzip"})


class Gunzip:
    """Decompresses gzip, several members too, in steps of at most ``STEP_BYTES``."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(wbits=31)
        self._rest = b""
        self.complete = False

    def feed(self, chunk: bytes) -> None:
        """Take bytes as they came."""
        self._rest += chunk

    def step(self) -> bytes:
        """Return the next bytes, b"" when more input is needed.

        Raises:
            zlib.error: the data are damaged.
        """
        if self._inflate.eof:
            if not self._rest.startswith(b"\x1f\x8b"):
                self._rest = b""  # padding behind the last member
                return b""
            if len(self._rest) < 18:
                return b""
            self._inflate, self.complete = zlib.decompressobj(wbits=31), False
        out = self._inflate.decompress(self._rest, STEP_BYTES)
        self._rest = self._inflate.unused_data if self._inflate.eof else self._inflate.unconsumed_tail
        self.complete = self._inflate.eof
        return out or (self.step() if self._inflate.eof and self._rest else b"")


@dataclass(frozen=True, slots=True)
class Body:
    """A body that was read whole; ``kind`` as in ``FetchedPage``."""

    data: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """Bytes after decompression, and as many before it."""

    page: int = MAX_PAGE_BYTES
    document: int = MAX_DOCUMENT_BYTES


async def read_body(
    chunks: AsyncIterable[bytes], *, encoding: str, charset: str, stated_bytes: int, limits: BodyLimits
) -> Body:
    """Read a body to its end.

    Args:
        encoding: ``Content-Encoding``.
        stated_bytes: ``Content-Length``, 0 when unknown.

    Raises:
        FetchStop: ``encoding_refused``, ``too_large``, ``bad_type`` or ``body_damaged``.
    """
    gunzip = gunzip_for(encoding)
    if stated_bytes > limits.document:
        raise FetchStop(FetchCode.TOO_LARGE, f"{stated_bytes} bytes stated")
    out = bytearray()
    kind, limit, raw = "", limits.page, 0
    try:
        async for chunk in chunks:
            raw += len(chunk)
            for part in _parts(gunzip, chunk):
                out += part
                if not kind and len(out) >= HEAD_BYTES:
                    kind = _kind(out, charset)
                    limit = limits.page if kind == "text" else limits.document
                if len(out) > limit:
                    raise FetchStop(FetchCode.TOO_LARGE, f"more than {limit} bytes")
            if raw > limit:
                raise FetchStop(FetchCode.TOO_LARGE, f"more than {limit} bytes sent")
    except zlib.error as error:
        raise FetchStop(FetchCode.BODY_DAMAGED, str(error)) from error
    if gunzip is not None and raw and not gunzip.complete:
        raise FetchStop(FetchCode.BODY_DAMAGED, "the compressed data end too early")
    return Body(bytes(out), kind or _kind(out, charset))


async def read_start(chunks: AsyncIterable[bytes], *, encoding: str, limit: int) -> bytes:
    """Return at most the first bytes of a body; what is damaged ends it.

    Raises:
        FetchStop: ``encoding_refused``.
    """
    gunzip = gunzip_for(encoding)
    out, raw = bytearray(), 0
    try:
        async for chunk in chunks:
            raw += len(chunk)
            for part in _parts(gunzip, chunk):
                out += part
                if len(out) >= limit:
                    return bytes(out[:limit])
            if raw >= limit:
                break
    except zlib.error:
        return bytes(out)
    return bytes(out)


def gunzip_for(encoding: str) -> Gunzip | None:
    """Return what decompresses an answer, None when it is not compressed.

    Raises:
        FetchStop: ``encoding_refused``: nothing but gzip was asked for.
    """
    name = encoding.strip().lower()
    if name in _PLAIN:
        return None
    if name in _GZIP:
        return Gunzip()
    raise FetchStop(FetchCode.ENCODING_REFUSED, name[:40])


def _parts(gunzip: Gunzip | None, chunk: bytes) -> Iterator[bytes]:
    if gunzip is None:
        yield chunk
        return
    gunzip.feed(chunk)
    while part := gunzip.step():
        yield part


def _kind(data: bytearray, charset: str) -> str:
    kind = kind_of(bytes(data[:HEAD_BYTES]), charset)
    if not kind:
        raise FetchStop(FetchCode.BAD_TYPE, "binary data")
    return kind
