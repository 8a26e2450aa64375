"""The guarded client of public pages (SPEC W5): every connection goes to an address that was checked."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass

import httpcore

from neurodesk import __version__
from neurodesk.domain import robots
from neurodesk.domain.fetch_policy import FetchPolicy
from neurodesk.domain.fetching import (
    Conditional,
    FetchCode,
    FetchedPage,
    FetchRefused,
    FetchStop,
    OutgoingRequest,
    Purpose,
)
from neurodesk.domain.ip_rules import why_not_internal, why_not_public
from neurodesk.domain.media_kind import is_refused_type
from neurodesk.domain.models import is_loopback_host
from neurodesk.domain.web_address import WebAddress, follow, parse_web_address
from neurodesk.net.body import BodyLimits, read_body, read_start
from neurodesk.net.certificates import client_tls
from neurodesk.net.endpoint_client import retry_seconds
from neurodesk.net.pinned import Connector, PinnedConnection, TcpConnector
from neurodesk.net.resolver import Resolver, SystemResolver, is_own_address, to_ascii
from neurodesk.net.robots_cache import RobotsCache
from neurodesk.net.turns import HostRests, HostTurns

PRODUCT = "NeuroDesk"
USER_AGENT = f"{PRODUCT}/{__version__} (reads single pages for one curator; keeps robots.txt)"
TOTAL_S = 20.0
MAX_REDIRECTS = 5
MAX_HEADERS = 200
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FOR_GOOD = frozenset({301, 308})
# 204 to 206 are no whole page.
_GOOD = frozenset({200, 201, 202, 203})
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:\-]{1,40})", re.IGNORECASE)
_FIELD = re.compile(r"[\x20-\x7e]{1,500}")
_ACCEPT = (
    "text/html,application/xhtml+xml,text/plain,text/markdown,application/pdf,"
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document;q=0.9,*/*;q=0.1"
)


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one fetch may take; the defaults are the rule."""

    total_s: float = TOTAL_S
    body: BodyLimits = BodyLimits()  # noqa: RUF009 - frozen


@dataclass(slots=True)
class _Progress:
    """How far a fetch has come: what a refusal says."""

    hop: int = 0
    url: str = ""
    requested: bool = False
    from_outside: bool = False
    for_good: bool = True


class PageClient:
    """Fetches single pages from public hosts, and from the internal ones that the curator listed.

    Resolver, connector, own addresses and certificates are exchanged here and nowhere else: no setting and
    no environment variable reaches them. Cookies are never kept, proxies never used.

    Args:
        policy: ports and hosts, read anew with each fetch.
        on_request: told of each request before its connection is made (SPEC W10).
        local_only: whether only loopback may be asked (SPEC W10).
        delay_s: pause at one host.
        is_own: whether an address belongs to this machine.
    """

    def __init__(
        self,
        policy: Callable[[], FetchPolicy],
        *,
        on_request: Callable[[OutgoingRequest], None] = lambda _request: None,
        local_only: Callable[[], bool] = lambda: False,
        delay_s: Callable[[], float] = lambda: 1.0,
        limits: FetchLimits = FetchLimits(),
        resolver: Resolver | None = None,
        connector: Connector | None = None,
        is_own: Callable[[str], bool] = is_own_address,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._policy = policy
        self._on_request = on_request
        self._local_only = local_only
        self._delay_s = delay_s
        self._limits = limits
        self._resolver = resolver or SystemResolver()
        self._connector = connector or TcpConnector()
        self._is_own = is_own
        self._tls = tls
        self._turns = HostTurns()
        self._robots = RobotsCache()

    async def fetch(self, url: str, *, conditional: Conditional | None = None) -> FetchedPage | FetchRefused:
        """Fetch one page.

        Args:
            url: as it was found.
            conditional: what is known of an earlier answer; the page may then be ``not_modified``.

        Returns:
            The page, or why there is none; nothing that the other side does is raised.
        """
        progress = _Progress(url=url[:200])
        policy = self._policy()
        try:
            address = parse_web_address(url, to_ascii)
            progress.url = address.url
            return await self._walk(address, policy, progress, conditional)
        except FetchStop as refused:
            return FetchRefused(
                refused.code,
                progress.hop,
                refused.detail[:300],
                progress.url,
                progress.requested,
                refused.retry_after_s,
            )

    async def _walk(
        self,
        start: WebAddress,
        policy: FetchPolicy,
        progress: _Progress,
        conditional: Conditional | None,
    ) -> FetchedPage:
        """Fetch, hop by hop; the deadline counts from the first host's turn on."""
        address = start
        async with contextlib.AsyncExitStack() as turn:
            self._admit(address, policy, progress)
            await self._take_turn(turn, address)
            try:
                async with asyncio.timeout(self._limits.total_s):
                    while True:
                        found = await self._hop(start, address, policy, progress, conditional)
                        if isinstance(found, FetchedPage):
                            return found
                        if found.host != address.host:
                            await turn.aclose()
                            await self._take_turn(turn, found)
                        address = found
            except TimeoutError:
                raise FetchStop(FetchCode.TIMEOUT, f"more than {self._limits.total_s:g} s") from None

    async def _take_turn(self, turn: contextlib.AsyncExitStack, address: WebAddress) -> None:
        def pause() -> float:
            known = self._robots.known(address.origin)
            return max(self._delay_s(), known.delay_s if known else 0.0)

        try:
            await turn.enter_async_context(self._turns.at(address.host, pause))
        except HostRests as rests:
            raise FetchStop(FetchCode.HTTP_STATUS, "the host asked to rest", rests.seconds) from None

    async def _hop(
        self,
        start: WebAddress,
        address: WebAddress,
        policy: FetchPolicy,
        progress: _Progress,
        conditional: Conditional | None,
    ) -> FetchedPage | WebAddress:
        """Ask one address; return the page, or where its redirect leads, already admitted."""
        internal = policy.is_internal(address)
        async with self._connected(address, internal=internal) as connection:
            await self._keep_robots(address, connection, policy, progress)
            self._tell(address, Purpose.PAGE, internal=internal)
            progress.requested = True
            # What is known of the page asked for says nothing about the one that a redirect leads to.
            known = conditional if address == start else None
            async with connection.get(address.target, _headers(known)) as response:
                headers = _read_headers(response)
                if response.status in _REDIRECTS:
                    progress.for_good = progress.for_good and response.status in _FOR_GOOD
                    return self._next(address, headers, policy, progress)
                if response.status == 304 and known is not None:
                    return _page(start, address, progress, response.status, b"", "text", headers, internal)
                self._check_status(address, response.status, headers)
                media_type, charset = _content_type(headers)
                if is_refused_type(media_type):
                    raise FetchStop(FetchCode.BAD_TYPE, media_type[:60])
                body = await read_body(
                    response.aiter_stream(),
                    encoding=headers.get("content-encoding", ""),
                    charset=charset,
                    stated_bytes=_whole(headers.get("content-length", "")),
                    limits=self._limits.body,
                )
                return _page(
                    start, address, progress, response.status, body.data, body.kind, headers, internal
                )

    @contextlib.asynccontextmanager
    async def _connected(self, address: WebAddress, *, internal: bool) -> AsyncIterator[PinnedConnection]:
        """Look the name up once, check every answer, and give the connection to what was checked."""
        addresses = await self._checked(address, internal=internal)
        connection = PinnedConnection(address, addresses, self._connector, self._tls or client_tls())
        try:
            with _as_refusals():
                yield connection
        finally:
            with contextlib.suppress(Exception):
                await connection.aclose()

    async def _checked(self, address: WebAddress, *, internal: bool) -> Sequence[str]:
        if address.literal:
            found: Sequence[str] = (address.host,)
        else:
            try:
                found = await self._resolver.lookup(address.host)
            except OSError as error:
                raise FetchStop(FetchCode.HOST_UNKNOWN, str(error)[:200]) from error
        if not found:
            raise FetchStop(FetchCode.HOST_UNKNOWN)
        for one in found:
            why = why_not_internal(one) if internal else why_not_public(one)
            if not why and not internal and self._is_own(one):
                why = "an address of this machine"
            if why:
                raise FetchStop(FetchCode.ADDRESS_REFUSED, f"{one[:60]}: {why}")
            if self._local_only() and not is_loopback_host(one):
                raise FetchStop(FetchCode.LOCAL_ONLY)
        return found

    def _admit(self, address: WebAddress, policy: FetchPolicy, progress: _Progress) -> None:
        """Decide what needs no look-up.

        Raises:
            FetchStop: by list, port, *local only*, or because a public page leads to an internal host.
        """
        # A look-up would already leave this machine: under *local only* the name itself must say loopback.
        if self._local_only() and not is_loopback_host(address.host):
            raise FetchStop(FetchCode.LOCAL_ONLY)
        code = policy.why_not(address)
        if code is not None:
            raise FetchStop(code, address.host_header)
        if policy.is_internal(address):
            if progress.from_outside:
                raise FetchStop(FetchCode.REDIRECT_TO_INTERNAL, address.host_header)
        else:
            progress.from_outside = True

    def _next(
        self, address: WebAddress, headers: dict[str, str], policy: FetchPolicy, progress: _Progress
    ) -> WebAddress:
        location = headers.get("location", "")
        progress.hop += 1
        progress.url = location[:200]
        if not location:
            raise FetchStop(FetchCode.REDIRECT_INVALID, "no Location, or several")
        if progress.hop > MAX_REDIRECTS:
            raise FetchStop(FetchCode.TOO_MANY_REDIRECTS, f"more than {MAX_REDIRECTS}")
        target = follow(address, location, to_ascii)
        progress.url = target.url
        if address.scheme == "https" and target.scheme == "http":
            raise FetchStop(FetchCode.REDIRECT_DOWNGRADE)
        self._admit(target, policy, progress)
        return target

    def _check_status(self, address: WebAddress, status: int, headers: dict[str, str]) -> None:
        if status in _GOOD:
            return
        wait = retry_seconds(headers.get("retry-after", "")) if status in {429, 503} else None
        self._turns.rest(address.host, wait or 0.0)
        raise FetchStop(FetchCode.HTTP_STATUS, str(status), wait)

    # -- robots.txt ----------------------------------------------------------------------------------

    async def _keep_robots(
        self, address: WebAddress, connection: PinnedConnection, policy: FetchPolicy, progress: _Progress
    ) -> None:
        rules = self._robots.known(address.origin)
        if rules is None:
            rules = await self._ask_robots(address, connection, policy, progress)
        if not rules.allows(address.target):
            raise FetchStop(FetchCode.ROBOTS_DENIED, address.target[:200])

    async def _ask_robots(
        self, address: WebAddress, connection: PinnedConnection, policy: FetchPolicy, progress: _Progress
    ) -> robots.RobotRules:
        """Read the site's rules over the connection that the page will use."""
        origin = address.origin
        beside = _Progress(from_outside=progress.from_outside)
        place = WebAddress(address.scheme, address.host, address.port, "/robots.txt", address.literal)
        try:
            rules = await self._read_robots(place, connection, policy, beside)
            for _ in range(MAX_REDIRECTS):
                if isinstance(rules, robots.RobotRules):
                    break
                place = rules
                async with self._connected(place, internal=policy.is_internal(place)) as other:
                    rules = await self._read_robots(place, other, policy, beside)
        except FetchStop:
            if place.origin == origin:
                raise
            rules = robots.NOTHING_FORBIDDEN  # its rules are kept where nobody may look
        if isinstance(rules, WebAddress):
            rules = robots.NOTHING_FORBIDDEN
        self._robots.keep(origin, rules)
        return rules

    async def _read_robots(
        self, place: WebAddress, connection: PinnedConnection, policy: FetchPolicy, beside: _Progress
    ) -> robots.RobotRules | WebAddress:
        self._tell(place, Purpose.ROBOTS, internal=policy.is_internal(place))
        async with connection.get(place.target, _headers(None)) as response:
            headers = _read_headers(response)
            if response.status in _REDIRECTS:
                try:
                    return self._next(place, headers, policy, beside)
                except FetchStop:
                    return robots.NOTHING_FORBIDDEN
            if response.status in _GOOD:
                data = await read_start(
                    response.aiter_stream(),
                    encoding=headers.get("content-encoding", ""),
                    limit=robots.MAX_BYTES + 1,
                )
                return robots.read_robots(data, PRODUCT)
            if response.status >= 500 or response.status == 429:
                return robots.EVERYTHING_FORBIDDEN
            await read_start(response.aiter_stream(), encoding="", limit=robots.MAX_BYTES)
            return robots.NOTHING_FORBIDDEN

    def _tell(self, address: WebAddress, purpose: Purpose, *, internal: bool) -> None:
        self._on_request(OutgoingRequest("GET", address.url, address.host, purpose, internal))


def _headers(conditional: Conditional | None) -> list[tuple[str, str]]:
    headers = [("User-Agent", USER_AGENT), ("Accept", _ACCEPT), ("Accept-Encoding", "gzip")]
    if conditional is not None:
        for name, value in (
            ("If-None-Match", conditional.etag),
            ("If-Modified-Since", conditional.last_modified),
        ):
            if _FIELD.fullmatch(value):
                headers.append((name, value))
    return headers


def _read_headers(response: httpcore.Response) -> dict[str, str]:
    """Return the headers by lower-case name; of a repeated one the first, but of differing Locations none."""
    if len(response.headers) > MAX_HEADERS:
        raise FetchStop(FetchCode.HEADERS_TOO_LARGE, f"{len(response.headers)} headers")
    found: dict[str, str] = {}
    for raw_name, raw in response.headers:
        name = raw_name.decode("latin-1").lower()
        try:
            value = raw.decode("utf-8")
        except UnicodeDecodeError:
            value = raw.decode("latin-1")
        if name == "content-encoding" and name in found:
            found[name] += f", {value}"
        elif name == "location" and found.get(name, value) != value:
            found[name] = ""
        else:
            found.setdefault(name, value)
    return found


def _page(
    start: WebAddress,
    address: WebAddress,
    progress: _Progress,
    status: int,
    data: bytes,
    kind: str,
    headers: dict[str, str],
    internal: bool,
) -> FetchedPage:
    media_type, charset = _content_type(headers)
    return FetchedPage(
        requested_url=start.url,
        final_url=address.url,
        status=status,
        data=data,
        kind=kind,
        media_type=media_type[:100],
        charset=charset,
        etag=headers.get("etag", "")[:500],
        last_modified=headers.get("last-modified", "")[:100],
        internal=internal,
        hops=progress.hop,
        moved=progress.hop > 0 and progress.for_good,
    )


def _content_type(headers: dict[str, str]) -> tuple[str, str]:
    text = headers.get("content-type", "")
    charset = _CHARSET.search(text)
    return text.partition(";")[0].strip().lower(), charset[1] if charset else ""


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


@contextlib.contextmanager
def _as_refusals() -> Iterator[None]:
    try:
        yield
    except httpcore.TimeoutException as error:
        raise FetchStop(FetchCode.TIMEOUT, type(error).__name__) from error
    except httpcore.ConnectError as error:
        code = FetchCode.TLS_FAILED if _is_tls(error) else FetchCode.CONNECT_FAILED
        raise FetchStop(code, str(error)[:200]) from error
    except httpcore.ProtocolError as error:
        large = "too long" in str(error) or "too large" in str(error)
        code = FetchCode.HEADERS_TOO_LARGE if large else FetchCode.BODY_DAMAGED
        raise FetchStop(code, str(error)[:200]) from error
    except (httpcore.NetworkError, OSError) as error:
        if isinstance(error, TimeoutError):
            raise
        code = FetchCode.TLS_FAILED if _is_tls(error) else FetchCode.CONNECT_FAILED
        raise FetchStop(code, f"{type(error).__name__}: {error}"[:200]) from error


def _is_tls(error: BaseException | None) -> bool:
    seen = 0
    while error is not None and seen < 8:
        if isinstance(error, ssl.SSLError):
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False
