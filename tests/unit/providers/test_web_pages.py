"""Web pages as full texts: each refusal has its reason, the budget counts what was asked (SPEC W3, W4)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from neurodesk.domain.evidence import SearchHit, SourceOrigin
from neurodesk.domain.fetch_policy import FetchPolicy
from neurodesk.domain.fetching import FetchCode, FetchRefused
from neurodesk.domain.research import StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.net.loopback_web import LoopbackAuthority, LoopbackWeb, response
from neurodesk.net.page_client import PageClient
from neurodesk.pipeline.fetch import fetch_selected
from neurodesk.providers.extract.registry import InProcess
from neurodesk.providers.search.web_pages import WebPages
from neurodesk.settings.clock import SystemClock
from tests.unit.net.page_parts import HTML, Names, Site, lists, moved

STEPS = "".join(
    f"<p>Step {n}: run <code>logrotate -f app{n}</code> and read its answer.</p>" for n in range(20)
)
ARTICLE = f"""<!doctype html><html lang="en"><head><title>Rotate logs</title></head>
<body><main><h1>Rotate logs</h1>{STEPS}</main></body></html>""".encode()
SITE = {
    "/robots.txt": response(200, [], b"User-agent: *\nDisallow: /private\n"),
    "/good": response(200, HTML, ARTICLE),
    "/good.pdf": response(200, HTML, ARTICLE),
    "/plain": response(
        200, [("Content-Type", "text/plain")], b"Step one: stop the service.\n\nStep two: start it."
    ),
    "/moved": moved("https://b.example/good"),
    "/inside": moved("http://10.0.0.1/"),
    "/empty": response(200, HTML, b""),
    "/picture": response(200, [("Content-Type", "image/png")], b"\x89PNG"),
    "/gone": response(404),
    "/packed": response(200, [("Content-Encoding", "br")], b"x"),
    "/large": response(200, [*HTML, ("X", "y")], b"<p>" + b"a" * (5 * 1024 * 1024)),
}


def run(
    urls: Sequence[str],
    *,
    policy: FetchPolicy | None = None,
    off: str = "",
    keys: frozenset[str] | None = None,
) -> StageResult:
    authority = LoopbackAuthority()
    site = Site(dict(SITE))
    with LoopbackWeb(site, tls=authority.server_tls(["a.example", "b.example"])) as web:
        client = PageClient(
            lambda: policy or lists(),
            resolver=Names(),
            connector=web,
            is_own=lambda _address: False,
            delay_s=lambda: 0.0,
            tls=authority.client_tls(),
        )
        pages = WebPages(client, InProcess(), SystemClock(), off=lambda: off)
        context = RunContext("t", SystemClock(), lambda: None, lambda: None, lambda *_a, **_p: None)
        hits = [SearchHit(url, "Title", "", "searxng", "q", rank) for rank, url in enumerate(urls)]
        return asyncio.run(
            fetch_selected(
                "task", hits, (pages,), context, seeds=(), pass_number=0, phase="research",
                admits=lambda key: keys is None or key in keys,
            )
        )  # fmt: skip


def reasons(result: StageResult) -> dict[str, str]:
    return {one.uri: one.reason for one in result.candidates}


def test_w6_a_page_becomes_a_text_with_its_provenance() -> None:
    result = run(["http://www.a.example/good#part", "https://a.example/moved", "http://a.example/plain"])
    assert set(reasons(result).values()) == {""}
    first, second, third = (one.source for one in result.evidence)
    assert first.requested_uri == "http://www.a.example/good#part"
    assert first.final_uri == "http://www.a.example/good"
    assert (first.host, first.source_key, first.origin) == ("www.a.example", "a.example", SourceOrigin.WEB)
    assert (first.title, first.lang) == ("Rotate logs", "en")
    assert "logrotate -f app7" in first.text
    assert (second.final_uri, second.source_key) == ("https://b.example/good", "b.example")
    assert "stop the service" in third.text


def test_w4_each_refusal_of_a_page_has_its_reason() -> None:
    expected = {
        "http://127.0.0.1/": "ssrf_blocked",
        "http://2130706433/": "ssrf_blocked",
        "http://user@a.example/": "ssrf_blocked",
        "http://a.example:22/": "ssrf_blocked",
        "http://a.example/inside": "ssrf_blocked",
        "http://bad.example/": "domain_denied",
        "http://a.example/private/x": "robots_denied",
        "http://unknown.test/": "fetch_failed",
        "http://a.example/gone": "fetch_failed",
        "http://a.example/packed": "fetch_failed",
        "http://a.example/picture": "bad_type",
        "http://a.example/good.pdf": "bad_type",
        "http://a.example/large": "too_large",
        "http://a.example/empty": "empty_text",
        "ftp://a.example/": "bad_type",
    }
    result = run(list(expected), policy=lists(deny=["bad.example"]))
    assert reasons(result) == expected
    details = {one.uri: one.detail for one in result.candidates}
    assert details["http://a.example/inside"].startswith(
        "address_refused: 10.0.0.1: private after 1 redirects"
    )
    assert all(details[url] for url in expected if not url.endswith("/empty"))


def test_w3_the_page_budget_counts_only_pages_that_were_asked_for() -> None:
    never = ["http://127.0.0.1/", "http://a.example/private/x", "http://unknown.test/", "ftp://a.example/"]
    asked = [
        "http://a.example/good",
        "http://a.example/gone",
        "http://a.example/inside",
        "http://a.example/large",
    ]
    result = run([*never, *asked])
    assert (result.data["attempted"], result.data["requests"]) == (8, 4)


def test_k5_a_redirect_out_of_the_source_filter_is_refused() -> None:
    result = run(["http://a.example/moved", "http://a.example/good"], keys=frozenset({"a.example"}))
    assert reasons(result) == {
        "http://a.example/moved": "domain_not_in_filter",
        "http://a.example/good": "",
    }


def test_w5_a_page_of_a_listed_internal_host_is_marked() -> None:
    result = run(["http://a.example/good", "http://b.example/good"], policy=lists(internal=["a.example:80"]))
    assert {one.source.host: one.source.internal for one in result.evidence} == {
        "a.example": True,
        "b.example": False,
    }


def test_spec_0_nothing_is_asked_for_while_the_switch_is_off() -> None:
    result = run(["http://a.example/good"], off="web.manual_research is off")
    assert reasons(result) == {"http://a.example/good": "fetch_failed"}
    assert result.data["requests"] == 0
    assert result.candidates[0].detail == "web.manual_research is off"


def test_w4_every_code_of_the_guard_has_a_reason() -> None:
    assert {FetchRefused(code).refusal.value for code in FetchCode} == {
        "ssrf_blocked", "domain_denied", "robots_denied", "local_only",
        "timeout", "too_large", "bad_type", "fetch_failed",
    }  # fmt: skip
