"""Which bodies the guarded client takes (SPEC W5)."""

from __future__ import annotations

import gzip
import zlib

import pytest

from neurodesk.domain.fetching import (
    FetchCode,
)
from neurodesk.net.body import BodyLimits
from neurodesk.net.loopback_web import Asked, Send, response
from neurodesk.net.page_client import FetchLimits
from tests.unit.net.page_parts import (
    HTML,
    PAGE,
    Site,
    fetch,
    page,
    refused,
)


def encoded(body: bytes, encoding: str, **more: str) -> bytes:
    return response(200, [*HTML, ("Content-Encoding", encoding), *more.items()], body)


def test_w5_gzip_is_read_also_in_several_members_and_with_padding() -> None:
    members = gzip.compress(b"<p>one</p>") + gzip.compress(b"<p>two</p>") + b"\x00" * 64
    site = Site({"/1": encoded(gzip.compress(PAGE), "gzip"), "/2": encoded(members, "x-gzip")})
    (one, two), _ = fetch(site, "http://a.example/1", "http://a.example/2")
    assert page(one).data == PAGE
    assert page(two).data == b"<p>one</p><p>two</p>"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (encoded(b"x", "br"), FetchCode.ENCODING_REFUSED),
        (encoded(b"x", "zstd"), FetchCode.ENCODING_REFUSED),
        (encoded(zlib.compress(PAGE), "deflate"), FetchCode.ENCODING_REFUSED),
        (encoded(gzip.compress(gzip.compress(PAGE)), "gzip, gzip"), FetchCode.ENCODING_REFUSED),
        (encoded(b"no gzip", "gzip"), FetchCode.BODY_DAMAGED),
        (encoded(gzip.compress(PAGE * 99)[:-9], "gzip"), FetchCode.BODY_DAMAGED),
        (response(200, [("Content-Type", "image/png")], b"x"), FetchCode.BAD_TYPE),
        (response(200, HTML, b"\x89PNG\r\n\x1a\n" + b"\x00" * 99), FetchCode.BAD_TYPE),
        (response(200, HTML, b"\x7fELF" + b"\x00" * 5000), FetchCode.BAD_TYPE),
        (encoded(gzip.compress(gzip.compress(PAGE)), "gzip"), FetchCode.BAD_TYPE),
        (response(200, HTML, b"a" * 10_001), FetchCode.TOO_LARGE),
        (encoded(gzip.compress(b"a" * 10_001), "gzip"), FetchCode.TOO_LARGE),
        (response(200, HTML, b"%PDF-1.7" + b"a" * 20_001), FetchCode.TOO_LARGE),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\nx", FetchCode.TOO_LARGE),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort", FetchCode.BODY_DAMAGED),
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 300 + b"\r\n", FetchCode.HEADERS_TOO_LARGE),
        (b"HTTP/1.1 200 OK\r\nA: " + b"b" * 200_000, FetchCode.HEADERS_TOO_LARGE),
        (b"SSH-2.0-Server\r\n\r\n", FetchCode.BODY_DAMAGED),
        (b"", FetchCode.BODY_DAMAGED),
    ],
)
def test_w5_bodies_outside_the_limits_have_their_codes(answer: bytes, code: FetchCode) -> None:
    def once(_asked: Asked, send: Send) -> bool:
        send(answer)
        return False

    limits = FetchLimits(body=BodyLimits(10_000, 20_000))
    (found,), _ = fetch(Site({"/": once}), "http://a.example/", limits=limits)
    assert refused(found) == (code, 0)


def test_w5_a_document_may_be_larger_than_a_page() -> None:
    body = b"%PDF-1.7" + b"a" * 15_000
    limits = FetchLimits(body=BodyLimits(10_000, 20_000))
    site = Site({"/d": response(200, [("Content-Type", "application/pdf")], body)})
    (found,), _ = fetch(site, "http://a.example/d", limits=limits)
    assert (page(found).kind, page(found).media_type, len(page(found).data)) == (
        "pdf",
        "application/pdf",
        len(body),
    )
