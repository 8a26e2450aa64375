"""The client of the endpoints: the configured origins, no proxy, no redirect (SPEC W5, M10)."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.models import Failure
from neurodesk.net import endpoint_client
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault, error_text


class Handler(BaseHTTPRequestHandler):
    """Answers by path."""

    seen: list[tuple[str, dict[str, str]]]

    def log_message(self, *_args: Any) -> None:
        """Stay quiet."""

    def do_GET(self) -> None:
        self.seen.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        body, status, headers = b'{"ok": true}', 200, {}
        if self.path == "/redirect":
            status, headers = 302, {"Location": "/elsewhere"}
        elif self.path == "/gzip":
            body, headers = gzip.compress(body), {"Content-Encoding": "gzip"}
        elif self.path == "/html":
            body = b"<html>no JSON</html>"
        elif self.path == "/busy":
            body, status, headers = b'{"error": {"message": "Loading model"}}', 503, {"Retry-After": "7"}
        elif self.path == "/line":
            body = b"x" * 300_000
        elif self.path == "/cookie":
            headers = {"Set-Cookie": "a=b"}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    seen: list[tuple[str, dict[str, str]]] = []

    class Mine(Handler):
        pass

    Mine.seen = seen
    with ThreadingHTTPServer(("127.0.0.1", 0), Mine) as one:
        thread = threading.Thread(target=one.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{one.server_port}", seen
        one.shutdown()
        thread.join()


def get(client: EndpointClient, *urls: str) -> list[Any]:
    async def all_of_them() -> list[Any]:
        try:
            return [await client.json("GET", url) for url in urls]
        finally:
            await client.aclose()

    return asyncio.run(all_of_them())


def test_only_configured_origins_are_asked(server: Any) -> None:
    url, seen = server
    client = EndpointClient(lambda: [f"{url}/base"])
    assert get(client, f"{url}/x") == [{"ok": True}]
    for other in (
        "http://127.0.0.1:1/x",
        url.replace("http:", "https:"),
        url.replace("127.0.0.1", "localhost"),
    ):
        with pytest.raises(RuleRefused, match="endpoint_not_configured"):
            get(client, other)
    assert len(seen) == 1


def test_proxies_of_the_environment_are_ignored(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    url, seen = server
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    get(EndpointClient(lambda: [url]), f"{url}/x")
    assert len(seen) == 1


def test_redirects_compression_and_html_are_faults(server: Any) -> None:
    url, seen = server
    client = EndpointClient(lambda: [url])
    ends = {}
    for path in ("/redirect", "/gzip", "/html", "/busy"):
        with pytest.raises(EndpointFault) as caught:
            get(client, url + path)
        ends[path] = (caught.value.failure, caught.value.status)
    assert ends == {
        "/redirect": (Failure.STATUS, 302),
        "/gzip": (Failure.UNDECODABLE, 0),
        "/html": (Failure.UNDECODABLE, 0),
        "/busy": (Failure.STATUS, 503),
    }
    assert "/elsewhere" not in [path for path, _ in seen]


def test_an_error_says_what_the_server_said_and_when_to_come_back(server: Any) -> None:
    url, _ = server
    with pytest.raises(EndpointFault) as caught:
        get(EndpointClient(lambda: [url]), f"{url}/busy")
    assert (caught.value.detail, caught.value.retry_after_s) == ("Loading model", 7.0)


def test_no_cookie_comes_back_and_nothing_compressed_is_asked_for(server: Any) -> None:
    url, seen = server
    get(EndpointClient(lambda: [url]), f"{url}/cookie", f"{url}/x")
    assert "cookie" not in seen[1][1]
    assert seen[1][1]["accept-encoding"] == "identity"


def test_a_line_without_end_is_not_kept(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    url, _ = server
    monkeypatch.setattr(endpoint_client, "MAX_LINE_BYTES", 100_000)
    client = EndpointClient(lambda: [url])

    async def read() -> None:
        try:
            async with client.stream("GET", f"{url}/line") as response:
                async for _ in client.lines(response):
                    pass
        finally:
            await client.aclose()

    with pytest.raises(EndpointFault, match="reply_too_large"):
        asyncio.run(read())


def test_local_only_and_bare_tokens_are_refused_before_anything_is_sent() -> None:
    urls = ["http://gpu1:11434", "http://models.example.org", "https://models.example.org"]
    with pytest.raises(RuleRefused, match="local_only"):
        get(EndpointClient(lambda: urls, local_only=lambda: True), urls[0])
    with pytest.raises(RuleRefused, match="token_over_plain_http"):
        get(EndpointClient(lambda: urls, tokens=lambda _url: "secret"), urls[1])


def test_a_token_goes_to_its_own_origin(server: Any) -> None:
    url, seen = server
    get(EndpointClient(lambda: [url], tokens=lambda one: "abc" if one.startswith(url) else ""), f"{url}/x")
    assert seen[0][1]["authorization"] == "Bearer abc"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"error": "model \'x\' not found"}', "model 'x' not found"),
        (b'{"error":{"message":"too long","type":"exceed"}}', "too long (exceed)"),
        (b"Too Many Requests", "Too Many Requests"),
        (b'{"detail": 1}', '{"detail": 1}'),
        (b"", ""),
    ],
)
def test_errors_are_read_in_every_shape(body: bytes, text: str) -> None:
    assert error_text(body) == text
