"""Fetches hostile pages over real sockets and tells what became of each; run as a process of its own.

Prints one JSON object: for each bomb its reason, and by how many MiB this process and the extraction child
grew at most above what they took idle.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import sys
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import psutil

from neurodesk.domain.evidence import PageRefused, SearchHit
from neurodesk.net.loopback_web import Asked, LoopbackAuthority, LoopbackWeb, Send, response
from neurodesk.net.page_client import FetchLimits, PageClient
from neurodesk.providers.extract.child import ExtractionChildren
from neurodesk.providers.search.web_pages import WebPages
from neurodesk.settings.clock import SystemClock
from tests.unit.net.page_parts import Names, lists

MIB = 1024 * 1024
HTML = "Content-Type: text/html; charset=utf-8\r\n"
STEP = "<p>Step {n}: run <code>logrotate -f /etc/logrotate.d/app{n}</code> once and read its answer.</p>"
STEPS = "".join(STEP.format(n=n) for n in range(30))
GOOD = f"""<!doctype html><html lang="en"><head><title>Rotate logs</title></head>
<body><main><h1>Rotate logs</h1>{STEPS}</main></body></html>""".encode()


def zeros(packer: Any, megabytes: int) -> bytes:
    """Compress so many megabytes of one letter."""
    block = b"a" * MIB
    return b"".join([*(packer.compress(block) for _ in range(megabytes)), packer.flush()])


def docx_bomb() -> bytes:
    """Return an archive of half a megabyte whose text takes 200."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as text:
            for _ in range(200):
                text.write(b"<w:p>" * (MIB // 5))
    return out.getvalue()


def pdf_bomb() -> bytes:
    """Return a document whose one stream takes 200 MB decompressed."""
    stream = zeros(zlib.compressobj(9), 200)
    head = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    head += b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    page = b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n"
    body = (
        b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(stream) + stream + b"\nendstream endobj\n"
    )
    return head + page + body + b"trailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF"


def head(*lines: str) -> bytes:
    return ("HTTP/1.1 200 OK\r\n" + HTML + "".join(f"{line}\r\n" for line in lines) + "\r\n").encode()


def forever(pieces: Iterator[bytes], pause_s: float = 0.0) -> Callable[[Asked, Send], bool]:
    def answer(_asked: Asked, send: Send) -> bool:
        for piece in pieces:
            send(piece)
            if pause_s:
                time.sleep(pause_s)
        return False

    return answer


def fixed(data: bytes) -> Callable[[Asked, Send], bool]:
    def answer(_asked: Asked, send: Send) -> bool:
        send(data)
        return False

    return answer


def endless(first: bytes, again: bytes) -> Iterator[bytes]:
    yield first
    while True:
        yield again


def bombs() -> dict[str, Callable[[Asked, Send], bool]]:
    """Return the hostile answers by path."""
    gzipped = zeros(zlib.compressobj(9, wbits=31), 256)
    attributes = b"".join(b"a%d=1 " % n for n in range(100_000))
    chunk = b"10000\r\n" + b"a" * 65_536 + b"\r\n"
    return {
        "gzip": fixed(head("Content-Encoding: gzip") + gzipped),
        "gzip_pdf": fixed(head("Content-Encoding: gzip") + gzip.compress(b"%PDF-1.7 ") + gzipped),
        "gzip_twice": fixed(head("Content-Encoding: gzip") + gzip.compress(gzipped)),
        "brotli": fixed(head("Content-Encoding: br") + bytes.fromhex("8b ff ff 3f 80")),
        "zstd": fixed(head("Content-Encoding: zstd") + b"\x28\xb5\x2f\xfd" + b"\x00" * 3000),
        "megabytes_50": forever(iter([head(f"Content-Length: {50 * MIB}"), *[b"a" * MIB] * 50])),
        "megabytes_20": forever(iter([head(f"Content-Length: {20 * MIB}"), *[b"a" * MIB] * 20])),
        "chunks_without_end": forever(endless(head("Transfer-Encoding: chunked"), chunk)),
        "slow_body": forever(endless(head(), b"a"), 0.05),
        "slow_headers": forever(endless(b"HTTP/1.1 200 OK\r\n", b"a"), 0.05),
        "silence": forever(endless(b"", b""), 0.05),
        "headers_without_end": forever(endless(b"HTTP/1.1 200 OK\r\n", b"X-A: " + b"b" * 900 + b"\r\n")),
        "continue_without_end": forever(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), 0.01),
        "redirects_without_end": fixed(b"HTTP/1.1 302 Found\r\nLocation: /redirects_without_end\r\n\r\n"),
        "nested": fixed(response(200, [("Content-Type", "text/html")], b"<div>" * 100_000 + b"text")),
        "nested_text": fixed(response(200, [("Content-Type", "text/markdown")], b"> " * 100_000 + b"text")),
        "attributes": fixed(response(200, [("Content-Type", "text/html")], b"<a " + attributes + b">x</a>")),
        "docx": fixed(response(200, [("Content-Type", "application/octet-stream")], docx_bomb())),
        "pdf": fixed(response(200, [("Content-Type", "application/pdf")], pdf_bomb())),
    }  # fmt: skip


class Peak:
    """Looks every few milliseconds at how much memory this process and its children take."""

    def __init__(self) -> None:
        self._me = psutil.Process()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.own = self.children = 0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def look(self) -> tuple[int, int]:
        own, children = self._me.memory_info().rss, 0
        for one in self._me.children():
            try:
                children = max(children, one.memory_info().rss)
            except psutil.Error:
                continue
        return own, children

    def take(self) -> tuple[int, int]:
        """Return the peaks since the last call."""
        peaks = max((self.own, self.children), self.look()), (self.own, self.children)
        self.own = self.children = 0
        return max(one[0] for one in peaks), max(one[1] for one in peaks)

    def _watch(self) -> None:
        while not self._stop.wait(0.005):
            own, children = self.look()
            self.own, self.children = max(self.own, own), max(self.children, children)


def main() -> None:
    pages = bombs() | {"good": fixed(response(200, [("Content-Type", "text/html")], GOOD))}

    def answer(asked: Asked, send: Send) -> bool:
        found = pages.get(asked.target[1:])
        if found is None:
            send(response(404))
            return True
        return found(asked, send)

    authority = LoopbackAuthority()
    with LoopbackWeb(answer) as web, ExtractionChildren(1, job_timeout_s=8.0) as children:
        client = PageClient(
            lists,
            resolver=Names(),
            connector=web,
            is_own=lambda _address: False,
            delay_s=lambda: 0.0,
            limits=FetchLimits(total_s=float(sys.argv[1])),
            tls=authority.client_tls(),
        )
        fetcher = WebPages(client, children, SystemClock())

        async def one(name: str) -> str:
            hit = SearchHit(f"http://a.example/{name}", name, "", "test", "", 0)
            try:
                return f"fetched {len((await fetcher.fetch(hit)).text) > 500}"
            except PageRefused as refused:
                return f"{refused.reason} {refused.detail}"[:100]

        async def run() -> dict[str, Any]:
            told: dict[str, Any] = {"first": {"end": await one("good")}}
            peak = Peak()
            idle = peak.look()
            peak.start()
            for name in [*bombs(), "good"]:
                if name in sys.argv[2:]:
                    continue
                peak.take()
                started = time.process_time()
                end = await one(name)
                own, child = peak.take()
                told[name] = {
                    "end": end,
                    "own_mib": max(0, own - idle[0]) // MIB,
                    "child_mib": max(0, child - idle[1]) // MIB,
                    "cpu_s": round(time.process_time() - started, 2),
                }
            peak.stop()
            return told

        print(json.dumps(asyncio.run(run())))


if __name__ == "__main__":
    main()
