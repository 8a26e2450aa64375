"""The client of the curator's own endpoints: exactly the configured origins, nothing else (SPEC W5, M10).

EndpointFault(Exception)    why a request to an endpoint failed; the provider decides what it means
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

import httpx

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.models import Failure, is_loopback_host, is_private_host
from neurodesk.net.certificates import client_tls

CONNECT_S = 10.0
# A bare JSON answer is never larger; a long list of models has some kilobytes, 64 vectors some megabytes.
MAX_JSON_BYTES = 64 * 1024 * 1024
MAX_ERROR_BYTES = 64 * 1024
# How long the end of a stream is waited for once everything was said; else its connection is closed.
LAST_WORDS_S = 0.25
MAX_LINE_BYTES = 4 * 1024 * 1024
_DEFAULT_PORTS = {"http": 80, "https": 443}

LogRequest = Callable[[str, str, int], None]
OnTheWay = Callable[[str, str, bytes | None], AbstractContextManager[None]]


class EndpointFault(Exception):
    """A request to an endpoint failed.

    Args:
        failure: how.
        status: HTTP status, 0 when there was none.
        detail: what the other side said, shortened.
        retry_after_s: what the other side asked to wait.
    """

    def __init__(
        self, failure: Failure, *, status: int = 0, detail: str = "", retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"{failure} {status or ''} {detail}".strip())
        self.failure = failure
        self.status = status
        self.detail = detail
        self.retry_after_s = retry_after_s


def origin_of(url: str) -> tuple[str, str, int]:
    """Return (scheme, host, port) of a URL."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)


class EndpointClient:
    """HTTP to the configured endpoints.

    Proxies and certificates named in the environment are ignored, redirects are not followed, cookies are not
    kept, bodies are never decompressed. Usable from several event loops: each has its own connections.

    Args:
        origins: URLs whose origins may be asked; read anew with each request.
        tokens: bearer token of a URL, "" for none.
        local_only: whether only loopback may be asked (SPEC W10).
        log_request: told of each request that leaves this machine: method, URL, bytes sent (SPEC M10, W10).
        connect_s: limit for a connection to be made.
    """

    def __init__(
        self,
        origins: Callable[[], Iterable[str]],
        *,
        tokens: Callable[[str], str] = lambda _url: "",
        local_only: Callable[[], bool] = lambda: False,
        log_request: LogRequest = lambda _method, _url, _bytes: None,
        connect_s: Callable[[], float] = lambda: CONNECT_S,
    ) -> None:
        self._origins = origins
        self._tokens = tokens
        self._local_only = local_only
        self._log_request = log_request
        self._connect_s = connect_s
        # Held from a request to the end of its answer: method, URL, body. A simulated night waits by it.
        self.on_the_way: OnTheWay = lambda _method, _url, _body: contextlib.nullcontext()
        self._lock = threading.Lock()
        self._clients: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = (
            weakref.WeakKeyDictionary()
        )
        self._used: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, int] = weakref.WeakKeyDictionary()

    async def json(self, method: str, url: str, body: Mapping[str, object] | None = None) -> Any:
        """Ask for one JSON answer.

        Raises:
            EndpointFault: no connection, an error status, or something that is not JSON.
            RuleRefused: ``endpoint_not_configured``, ``local_only`` or ``token_over_plain_http``.
        """
        async with self.stream(method, url, body) as response:
            raw = await self._body(response, MAX_JSON_BYTES, strict=True)
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise EndpointFault(Failure.UNDECODABLE, detail=_shown(raw)) from None

    @contextlib.asynccontextmanager
    async def stream(
        self, method: str, url: str, body: Mapping[str, object] | None = None
    ) -> AsyncIterator[httpx.Response]:
        """Open an answer with a good status; leaving closes the connection, which stops a generation.

        Raises:
            EndpointFault, RuleRefused: as ``json``.
        """
        headers = self._headers(url)
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        if not is_loopback_host(urlsplit(url).hostname or ""):
            self._log_request(method, url, len(content or b""))
        client = self._client()
        request = client.build_request(method, url, content=content, headers=headers)
        with self.on_the_way(method, url, content), self._in_use():
            with _as_faults():
                response = await client.send(request, stream=True)
            try:
                if response.headers.get("content-encoding", "identity").lower() != "identity":
                    raise EndpointFault(
                        Failure.UNDECODABLE, detail="compressed although nothing was asked for"
                    )
                if response.status_code != 200:
                    raise await self._refusal(response)
                with _as_faults():
                    yield response
            finally:
                await response.aclose()

    async def lines(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """Yield the lines of an answer as they come, without their ends.

        Raises:
            EndpointFault: the connection broke, or a line has no end.
        """
        rest = b""
        with _as_faults():
            async for chunk in response.aiter_raw():
                rest += chunk
                *whole, rest = rest.split(b"\n")
                for line in whole:
                    yield line.rstrip(b"\r")
                if len(rest) > MAX_LINE_BYTES:
                    raise EndpointFault(Failure.TOO_LARGE, detail="a line without end")
        if rest.strip():
            yield rest

    @staticmethod
    async def finish(lines: AsyncIterator[bytes]) -> None:
        """Read the little that follows an answer's last word, so that the connection can be used again."""
        with contextlib.suppress(EndpointFault, TimeoutError):
            async with asyncio.timeout(LAST_WORDS_S):
                async for _ in lines:
                    pass

    async def aclose(self) -> None:
        """Close the connections of the running loop, unless somebody else's answer comes over one of them."""
        with self._lock:
            loop = asyncio.get_running_loop()
            client = None if self._used.get(loop) else self._clients.pop(loop, None)
        if client is not None:
            await client.aclose()

    @contextlib.contextmanager
    def _in_use(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        with self._lock:
            self._used[loop] = self._used.get(loop, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                self._used[loop] -= 1

    def _client(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        with self._lock:
            client = self._clients.get(loop)
            if client is None or client.is_closed:
                client = self._clients[loop] = httpx.AsyncClient(
                    trust_env=False,
                    verify=client_tls(),
                    follow_redirects=False,
                    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # keeps none
                    # Silence between tokens is timed by the caller, with its own clock (SPEC M7).
                    timeout=httpx.Timeout(None, connect=self._connect_s(), write=60.0),
                    limits=httpx.Limits(max_connections=32, keepalive_expiry=30.0),
                )
            return client

    def _headers(self, url: str) -> dict[str, str]:
        scheme, host, _ = origin = origin_of(url)
        if origin not in {origin_of(one) for one in self._origins()}:
            raise RuleRefused("endpoint_not_configured", host=host)
        if self._local_only() and not is_loopback_host(host):
            raise RuleRefused("local_only", host=host)
        headers = {"Accept-Encoding": "identity"}
        token = self._tokens(url)
        if token:
            if scheme != "https" and not is_private_host(host):
                raise RuleRefused("token_over_plain_http", host=host)
            headers["Authorization"] = f"Bearer {token}"
        return headers

    async def _body(self, response: httpx.Response, limit: int, *, strict: bool) -> bytes:
        parts, size = [], 0
        async for chunk in response.aiter_raw():
            parts.append(chunk)
            size += len(chunk)
            if size > limit:
                if strict:
                    raise EndpointFault(Failure.TOO_LARGE, status=response.status_code)
                break
        return b"".join(parts)

    async def _refusal(self, response: httpx.Response) -> EndpointFault:
        try:
            raw = await self._body(response, MAX_ERROR_BYTES, strict=False)
        except httpx.HTTPError:
            raw = b""
        return EndpointFault(
            Failure.STATUS,
            status=response.status_code,
            detail=error_text(raw),
            retry_after_s=retry_seconds(response.headers.get("retry-after", "")),
        )


def error_text(raw: bytes) -> str:
    """Return what an error body says: ``error`` is a text or an object with a message."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return _shown(raw)
    error = found.get("error", found) if isinstance(found, dict) else found
    if isinstance(error, dict):
        if not isinstance(error.get("message"), str):
            return _shown(raw)
        kind = f" ({error['type']})" if isinstance(error.get("type"), str) else ""
        return f"{error['message']}{kind}"[:500]
    return str(error)[:500]


def _shown(raw: bytes) -> str:
    return raw[:200].decode("utf-8", "replace")


def retry_seconds(text: str) -> float | None:
    """Read a Retry-After: seconds, or the moment until which to wait."""
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
        except (ValueError, TypeError):
            return None
    return seconds if 0 <= seconds <= 86_400 else None


@contextlib.contextmanager
def _as_faults() -> Any:
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise EndpointFault(Failure.CONNECT_TIMEOUT, detail=_named(error)) from error
    except (httpx.ConnectError, httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
        raise EndpointFault(Failure.CONNECT, detail=_named(error)) from error
    except httpx.HTTPError as error:
        raise EndpointFault(Failure.CUT, detail=_named(error)) from error


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
