"""A SearXNG on loopback that speaks the real protocol and plays faults by script (for tests and by hand).

It has no engines: a function gives the results. What it answers, and how it fails, is as a real server does.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

FORBIDDEN = (
    "<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n"
    "<p>You don&#39;t have the permission to access the requested resource.</p>\n"
)
PAGE = (
    "<!DOCTYPE html><html><head><title>SearXNG</title></head>"
    "<body><form action='/search'></form></body></html>"
)
KINDS = (
    "json_disabled",
    "limiter",
    "engines_blocked",
    "html",
    "foreign_page",
    "server_error",
    "redirect",
    "login",
    "garbage",
    "not_searxng",
    "slow",
    "cut",
)


@dataclass(frozen=True, slots=True)
class Found:
    """One result that the server gives."""

    url: str
    title: str
    content: str = ""
    engine: str = "loopback"
    published: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One search that came in."""

    query: str
    language: str
    categories: str
    raw: str


@dataclass(frozen=True, slots=True)
class SearchFault:
    """A way to fail, for one search.

    Attributes:
        kind: one of ``KINDS``.
        retry_after: value of the header, for ``limiter``; "" sends none.
    """

    kind: str
    retry_after: str = ""


Answer = Callable[[Asked], Sequence[Found]]


@dataclass(slots=True)
class _Record:
    asked: list[Asked] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    peak: int = 0


class LoopbackSearxng:
    """A server in its own threads; use it with ``with``.

    Args:
        answer: gives the results of a search.
        prefix: the path it lives below, such as ``/searxng``.
        blocked: engines that never answer, with their reasons.
        port: 0 takes a free one.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        prefix: str = "",
        blocked: Sequence[tuple[str, str]] = (),
        port: int = 0,
    ) -> None:
        self.answer = answer
        self.prefix = prefix
        self.blocked = blocked
        self.record = _Record()
        self.faults: deque[SearchFault] = deque()
        self.always: SearchFault | None = None
        self.released = threading.Event()
        self.lock = threading.Lock()
        self.busy = 0
        server = self

        class Handler(_Handler):
            served = server

        self._server = _Server(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="loopback-searxng", daemon=True
        )

    @property
    def url(self) -> str:
        """Its address, with the path it lives below."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}{self.prefix}"

    @property
    def queries(self) -> list[str]:
        """The queries that came in, in their order."""
        with self.lock:
            return [one.query for one in self.record.asked]

    def play(self, *faults: SearchFault) -> None:
        """Play these, one for each search to come."""
        self.faults.extend(faults)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


def from_list(found: Sequence[Mapping[str, str]]) -> Answer:
    """Return an answer that gives those of a list that share a word of four letters with the query."""

    def answer(asked: Asked) -> list[Found]:
        words = {word for word in asked.query.casefold().split() if len(word) >= 4}
        return [
            Found(one["url"], one.get("title", ""), one.get("content", ""))
            for one in found
            if words & set(f"{one.get('title', '')} {one.get('content', '')}".casefold().split())
        ]

    return answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves is no error here."""


class _Handler(BaseHTTPRequestHandler):
    served: LoopbackSearxng
    protocol_version = "HTTP/1.0"
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Stay quiet."""

    def do_GET(self) -> None:
        server, parts = self.served, urlsplit(self.path)
        with server.lock:
            server.record.paths.append(self.path)
        path = parts.path.removeprefix(server.prefix) if parts.path.startswith(server.prefix) else "?"
        if path == "/healthz":
            self._send(200, "OK", "text/plain; charset=utf-8")
        elif path == "/search":
            self._search(parts.query)
        elif path in ("", "/"):
            self._send(200, PAGE, "text/html; charset=utf-8")
        else:
            self._send(404, "<html><title>Page not found</title></html>", "text/html; charset=utf-8")

    def _search(self, raw: str) -> None:
        server, fields = self.served, parse_qs(raw, keep_blank_values=True)

        def value(name: str) -> str:
            return fields.get(name, [""])[0]

        if not value("q"):
            self._json(400, {"error": "No query"})
            return
        asked = Asked(value("q"), value("language"), value("categories"), raw)
        with server.lock:
            server.record.asked.append(asked)
            server.busy += 1
            server.record.peak = max(server.record.peak, server.busy)
            fault = server.faults.popleft() if server.faults else server.always
        try:
            if fault is not None:
                self._fail(fault, asked)
            elif value("format") != "json":
                self._send(200, PAGE, "text/html; charset=utf-8")
            else:
                self._json(200, _answer(asked.query, server.answer(asked), server.blocked))
        finally:
            with server.lock:
                server.busy -= 1

    def _fail(self, fault: SearchFault, asked: Asked) -> None:
        html, kind = "text/html; charset=utf-8", fault.kind
        if kind == "json_disabled":
            self._send(403, FORBIDDEN, html)
        elif kind == "limiter":
            more = {"Retry-After": fault.retry_after} if fault.retry_after else {}
            self._send(429, "Too Many Requests", html, more)
        elif kind == "engines_blocked":
            blocked = (("startpage", "Suspended: CAPTCHA"), ("brave", "too many requests"))
            self._json(200, _answer(asked.query, (), blocked))
        elif kind == "html":
            self._send(200, PAGE, html)
        elif kind == "foreign_page":
            self._send(200, "<!doctype html><title>Router</title><h1>Please sign in</h1>", html)
        elif kind == "redirect":
            self._send(302, "", html, {"Location": "https://login.example/"})
        elif kind == "login":
            self._send(401, "", html, {"WWW-Authenticate": "Basic realm=search"})
        elif kind == "garbage":
            self._send(200, '{"query": "x", "results": [', "application/json")
        elif kind == "not_searxng":
            self._json(200, {"hello": "world"})
        elif kind == "server_error":
            self._send(502, "<html>Bad Gateway</html>", html)
        elif kind == "slow":
            self.served.released.wait(20)
            self._json(200, _answer(asked.query, (), ()))
        else:
            self.close_connection = True

    def _json(self, status: int, body: Mapping[str, object]) -> None:
        self._send(status, json.dumps(body), "application/json")

    def _send(self, status: int, text: str, kind: str, more: Mapping[str, str] | None = None) -> None:
        raw = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in (more or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)


def _answer(query: str, found: Sequence[Found], blocked: Sequence[tuple[str, str]]) -> dict[str, object]:
    results = []
    for place, one in enumerate(found, 1):
        parts = urlsplit(one.url)
        results.append(
            {
                "url": one.url,
                "title": one.title,
                "content": one.content,
                "engine": one.engine,
                "template": "default.html",
                "parsed_url": [parts.scheme, parts.netloc, parts.path, "", parts.query, ""],
                "img_src": "",
                "thumbnail": "",
                "priority": "",
                "engines": [one.engine],
                "positions": [place],
                "score": 1.0 / place,
                "category": "general",
                "publishedDate": one.published,
            }
        )
    return {
        "query": query,
        "results": results,
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [list(one) for one in blocked],
    }
