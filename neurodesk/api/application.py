"""The guarded application: every request is checked here before an endpoint sees it (SPEC I3)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from neurodesk.api.endpoints import ENDPOINTS, Call, Endpoint
from neurodesk.api.limits import REFUSED_PER_MINUTE, RateLimit
from neurodesk.api.openapi import document, page
from neurodesk.api.problems import bug, problem
from neurodesk.api.served import Served
from neurodesk.app.commands.tokens import authenticate
from neurodesk.domain.api_tokens import ApiToken
from neurodesk.domain.errors import BadInput, NeuroDeskError, RuleRefused
from neurodesk.domain.json_fields import parse_json

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 1024 * 1024
BODY_TIMEOUT_S = 10.0
JSON = "application/json"
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def check_origin(request: Request) -> None:
    """Refuse what a web page sends: the API is for programs (SPEC I3).

    Raises:
        RuleRefused: ``api_origin_refused``.
    """
    if "origin" in request.headers:
        raise RuleRefused("api_origin_refused")


def check_host(request: Request, port: int) -> None:
    """Refuse a foreign name in Host, as after DNS rebinding (SPEC I3).

    Raises:
        RuleRefused: ``api_host_refused``.
    """
    allowed = {f"127.0.0.1:{port}", f"localhost:{port}"}
    given = request.headers.getlist("host")
    if len(given) != 1 or given[0].lower() not in allowed:
        raise RuleRefused("api_host_refused", host=", ".join(given)[:200])


def check_type(request: Request) -> None:
    """Refuse a body that is not JSON; a form of a web page can send no other type unasked (SPEC I3).

    Raises:
        RuleRefused: ``api_type_refused``.
    """
    given = request.headers.getlist("content-type")
    if request.method == "GET" and not given:
        return
    kind, _, parameters = (given[0] if len(given) == 1 else "").partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if kind.strip().lower() != JSON or charset not in ("", "charset=utf-8"):
        raise RuleRefused("api_type_refused", type=", ".join(given)[:200])


async def read_body(request: Request) -> bytes:
    """Read the body, counted while it arrives.

    Raises:
        RuleRefused: ``api_body_too_large``, ``api_body_slow``.
    """
    too_large = RuleRefused("api_body_too_large", most=MAX_BODY_BYTES)
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MAX_BODY_BYTES:
        raise too_large
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for part in request.stream():
                data += part
                if len(data) > MAX_BODY_BYTES:
                    raise too_large
    except TimeoutError:
        raise RuleRefused("api_body_slow", seconds=BODY_TIMEOUT_S) from None
    return bytes(data)


class Gatekeeper:
    """Checks requests in a fixed order and hands them to their endpoints.

    Args:
        served: what the endpoints work with.
        port: where this server listens.
        executor: its threads may wait for the database; the loop never does.
        long: for what works for seconds, so that nothing else waits behind it.
    """

    def __init__(self, served: Served, port: int, executor: Executor, long: Executor) -> None:
        self._served = served
        self._port = port
        self._executor = executor
        self._long = long
        settings = served.profile.settings
        monotonic = served.profile.clock.monotonic
        self._limit = RateLimit(lambda: settings.current.whole("api.requests_per_minute"), monotonic)
        self._refusals = RateLimit(lambda: REFUSED_PER_MINUTE, monotonic)

    def guarded(self, handler: Handler) -> Handler:
        """Return the handler behind the checks that need no token; its errors become problems."""

        async def guard(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                check_host(request, self._port)
                check_origin(request)
                check_type(request)
                response = await handler(request)
            except _RateLimited as error:
                headers["Retry-After"] = str(error.wait_s)
                response = problem(error, headers)
            except NeuroDeskError as error:
                response = problem(error)
            except ClientDisconnect:
                response = Response(status_code=400)
            except Exception:
                log.exception("a request of the API met a bug")
                response = bug()
            response.headers.update(_HEADERS)
            return response

        return guard

    def endpoint(self, one: Endpoint) -> Handler:
        """Return the handler of an endpoint: token, rate, scope, body, then its own work."""

        async def handle(request: Request) -> Response:
            token = await self._token(request)
            if one.scope not in token.scopes:
                raise RuleRefused("api_scope_missing", scope=str(one.scope), name=token.name)
            body = parse_json(await read_body(request)) if request.method == "POST" else None
            call = Call(token, body, request.path_params, request.query_params)
            status, values = await self._wait(
                lambda: one.handle(self._served, call), self._long if one.long else self._executor
            )
            return JSONResponse(values, status)

        return self.guarded(handle)

    async def _token(self, request: Request) -> ApiToken:
        scheme, _, text = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not text.strip():
            raise RuleRefused("api_token_missing")
        token = await self._wait(lambda: authenticate(self._served.profile, text.strip()))
        if token is None:
            _take(self._refusals, "")
            raise RuleRefused("api_token_refused")
        _take(self._limit, token.id)
        return token

    async def _wait(self, work: Callable[[], T], executor: Executor | None = None) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor or self._executor, work)


class _RateLimited(RuleRefused):
    """Too many requests; says when to come back."""

    def __init__(self, wait_s: int) -> None:
        self.wait_s = wait_s
        super().__init__("api_rate_limited", seconds=wait_s)


def _take(limit: RateLimit, key: str) -> None:
    wait_s = limit.take(key)
    if wait_s:
        raise _RateLimited(wait_s)


def application(served: Served, port: int, executor: Executor, long: Executor) -> Starlette:
    """Build the application.

    Args:
        port: where it listens; a request must name it in Host.
        executor: runs what may wait.
        long: runs what works for seconds.
    """
    keeper = Gatekeeper(served, port, executor, long)

    async def openapi(request: Request) -> Response:
        return JSONResponse(document())

    async def docs(request: Request) -> Response:
        return HTMLResponse(page())

    async def failed(request: Request, error: Exception) -> Response:
        code = getattr(error, "status_code", 404)
        wrong = "api_method_wrong" if code == 405 else "api_path_unknown"

        async def refuse(request: Request) -> Response:
            raise BadInput(wrong, method=request.method, path=request.url.path[:200])

        return await keeper.guarded(refuse)(request)

    routes = [Route(one.path, keeper.endpoint(one), methods=[one.method]) for one in ENDPOINTS]
    routes += [
        Route("/openapi.json", keeper.guarded(openapi), methods=["GET"]),
        Route("/docs", keeper.guarded(docs), methods=["GET"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: failed})
    app.router.redirect_slashes = False  # a redirect would answer before the guards
    return app
