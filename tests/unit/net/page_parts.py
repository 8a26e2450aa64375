"""What the tests of the guarded client share: watched sockets, scripted names, a site, a fetch."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

from neurodesk.domain.fetch_policy import FetchPolicy
from neurodesk.domain.fetching import (
    Conditional,
    FetchCode,
    FetchedPage,
    FetchRefused,
)
from neurodesk.net.loopback_web import Answer, Asked, LoopbackAuthority, LoopbackWeb, Send, response
from neurodesk.net.page_client import PageClient
from neurodesk.net.resolver import to_ascii

PUBLIC, OTHER = "93.184.215.14", "1.1.1.1"
HTML = [("Content-Type", "text/html; charset=utf-8")]
PAGE = b"<!doctype html><p>Page</p>"
Found = FetchedPage | FetchRefused


class Watched:
    """Every connection and look-up of this process, by the interpreter's audit hook."""

    def __init__(self) -> None:
        self.on = False
        self.connects: list[Any] = []
        self.lookups: list[Any] = []

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "socket.connect":
            self.connects.append(args[1])
        elif event == "socket.getaddrinfo":
            self.lookups.append(args[0])


WATCHED = Watched()
sys.addaudithook(WATCHED.hook)


class Names:
    """Answers from a table and counts."""

    def __init__(self, table: dict[str, Sequence[str]] | None = None) -> None:
        self.table = table or {}
        self.asked: list[str] = []

    async def lookup(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        if host in self.table:
            return self.table[host]
        if host.endswith(".example"):
            return [PUBLIC]
        raise OSError("no such name")


class Site:
    """Serves by path and remembers what was asked."""

    def __init__(self, pages: dict[str, bytes | Callable[[Asked, Send], bool]]) -> None:
        self.pages = {"/robots.txt": response(404)} | pages
        self.asked: list[Asked] = []

    def __call__(self, asked: Asked, send: Send) -> bool:
        self.asked.append(asked)
        found = self.pages.get(asked.target, response(200, HTML, PAGE))
        if callable(found):
            return found(asked, send)
        send(found)
        return True

    @property
    def targets(self) -> list[str]:
        return [one.target for one in self.asked if one.target != "/robots.txt"]


def lists(**given: list[str]) -> FetchPolicy:
    base = {"ports": ["80", "443", "8080", "8443"], "allow": [], "deny": [], "internal": []}
    return FetchPolicy.of(**(base | given), to_ascii=to_ascii)


def fetch(
    site: Answer,
    *urls: str,
    names: Any = None,
    policy: FetchPolicy | None = None,
    dead: Sequence[str] = (),
    conditional: Conditional | None = None,
    **options: Any,
) -> tuple[list[Found], LoopbackWeb]:
    authority = LoopbackAuthority()
    with LoopbackWeb(site, tls=authority.server_tls(["a.example", "b.example", PUBLIC]), dead=dead) as web:
        options = {"delay_s": lambda: 0.0, "is_own": lambda _address: False} | options
        client = PageClient(
            lambda: policy or lists(),
            resolver=names or Names(),
            connector=web,
            tls=authority.client_tls(),
            **options,
        )

        async def all_of_them() -> list[Found]:
            return [await client.fetch(url, conditional=conditional) for url in urls]

        return asyncio.run(all_of_them()), web


def refused(found: Found) -> tuple[FetchCode, int]:
    assert isinstance(found, FetchRefused), found
    return found.code, found.hop


def page(found: Found) -> FetchedPage:
    assert isinstance(found, FetchedPage), found
    return found


def moved(location: str, status: int = 302) -> bytes:
    return response(status, [("Location", location)])
