"""SearXNG as a search provider: one client, its diagnoses apart, waits as told (SPEC W2, Q3, Q6)."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from neurodesk.domain.errors import BadInput, InfrastructureFault, RuleRefused
from neurodesk.domain.evidence import SearchHit
from neurodesk.domain.model_calls import caller
from neurodesk.domain.models import Failure
from neurodesk.domain.ports import Clock
from neurodesk.domain.query_words import language_of
from neurodesk.domain.searxng import (
    GENERAL,
    OTHER_WAIT_S,
    PROVIDER,
    WAIT_S,
    SearchProblem,
    base_url,
    leaves_machine,
    other_scheme,
    problem_of,
    read_answer,
    search_url,
    tame_query,
)
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.settings.load import Settings

# A word that every engine knows and that tells nothing about the profile.
TEST_QUERY = "encyclopedia"
_EXCEPTION = re.compile(r"^[A-Z]\w*: ")


class SearchLog(Protocol):
    """Hears of each query before it is sent, and how it ended (SPEC W10)."""

    def begin(self, query: str, target: str, *, test: bool) -> int:
        """Store what is about to be sent; returns what ``end`` is told."""
        ...

    def health(self, target: str) -> None:
        """Store that the server was asked how it is; nothing but the address is sent."""
        ...

    def end(self, row: int, result: str) -> None:
        """Store how it ended: the number of hits, or the code of a problem."""
        ...


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a look at the server gave; ``problem`` is None when it answers as it should.

    Attributes:
        params: values for the wording: address, detail, engines, seconds.
        hits: results of the look.
        blocked: engines that did not answer although others did.
    """

    problem: SearchProblem | None
    params: dict[str, object] = field(default_factory=dict)
    hits: int = 0
    blocked: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ServerState:
    """How the server is, for the status line and the gate.

    Attributes:
        fault: "" when nothing is known to be wrong, else a ``SearchProblem``.
        retry_at: UTC epoch seconds when it is asked again.
    """

    name: str
    fault: str
    retry_at: float = 0.0


@dataclass(frozen=True, slots=True)
class _Held:
    """A problem that is remembered, so that a server that said *wait* is left alone."""

    base: str
    problem: SearchProblem
    until: float
    params: dict[str, object]


class SearxngProvider:
    """Searches one SearXNG server over its JSON API (fills ``SearchProvider`` and ``WideningSearch``).

    Usable from several threads and loops.

    Args:
        settings: the present settings; asked at each use.
        clock: measures waits.
        queue: the one queue for searches, fetches and model calls (SPEC M3); None where the caller holds a
            place in it already: two places for one search would lock the queue.
        log: hears of each query before it is sent.
        changed: told when the server's state changed.
    """

    name = PROVIDER
    leaves_machine = True

    def __init__(
        self,
        settings: Callable[[], Settings],
        clock: Clock,
        queue: WorkQueue | None,
        log: SearchLog,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._queue = queue
        self._log = log
        self._changed = changed
        self._held: _Held | None = None
        self.http = EndpointClient(
            self._origins,
            local_only=lambda: settings().switch("network.local_only"),
            connect_s=lambda: min(10.0, settings().number("searxng.timeout_s")),
        )

    # -- what gates and lists ask --------------------------------------------------------------------

    def available(self) -> str:
        """Return "" when it is switched on and named, else ``searxng_off`` or ``no_address``.

        A server that cannot answer now stays available: its searches raise, so that the task is deferred
        instead of ending without evidence (SPEC Q3).
        """
        settings = self._settings()
        if not settings.switch("web.searxng"):
            return "searxng_off"
        return "" if settings.text("searxng.url").strip() else str(SearchProblem.NO_ADDRESS)

    def state(self) -> ServerState:
        """Return what is known of the server without asking it."""
        try:
            base = self._base()
        except InfrastructureFault as fault:
            return ServerState(PROVIDER, str(fault.params["problem"]))
        held = self._held_for(base)
        if held is None:
            return ServerState(PROVIDER, "")
        return ServerState(PROVIDER, str(held.problem), held.until)

    # -- search --------------------------------------------------------------------------------------

    async def search(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Return hits, best first.

        Raises:
            InfrastructureFault: ``search_blocked`` with the ``problem``; never an empty list for a fault.
        """
        return await self._search(query, limit, ",".join(self._settings().items("searxng.categories")))

    async def search_widely(self, query: str, *, limit: int) -> Sequence[SearchHit]:
        """Search again in the general category and in all languages, for when nothing relevant came.

        Raises:
            InfrastructureFault: as ``search``.
        """
        return await self._search(query, limit, GENERAL, language="all")

    async def _search(
        self, query: str, limit: int, categories: str, language: str | None = None
    ) -> Sequence[SearchHit]:
        text = tame_query(query)
        if not text:
            return ()
        base = self._base()
        held = self._held_for(base)
        if held is not None:
            raise _fault(held.problem, held.until - self._clock.time(), held.params)
        spoken = language_of(text) if language is None else language
        url = search_url(base, text, language=spoken, categories=categories)
        before = self._held
        async with self._queue.slot(caller().priority) if self._queue else contextlib.nullcontext():
            found = await self._ask(base, url, text, test=False)
        answer = read_answer(found, query, limit)
        if answer is None:
            raise self._hold(base, SearchProblem.BAD_ANSWER, None, {})
        if not answer.hits and answer.blocked:
            raise self._hold(base, SearchProblem.ENGINES_BLOCKED, None, {"engines": _engines(answer.blocked)})
        self._release(before)
        return answer.hits

    async def _ask(self, base: str, url: str, query: str, *, test: bool) -> object:
        """Send one search; the row of the log stands before it."""
        row = await asyncio.to_thread(self._log.begin, query, f"{base}/search", test=test)
        result = "cancelled"
        try:
            async with asyncio.timeout(self._settings().number("searxng.timeout_s")):
                found = await self.http.json("GET", url)
            results = found.get("results") if isinstance(found, dict) else None
            result = str(len(results)) if isinstance(results, list) else str(SearchProblem.BAD_ANSWER)
            return found
        except TimeoutError:
            result = str(SearchProblem.TIMEOUT)
            raise self._hold(base, SearchProblem.TIMEOUT, None, {}) from None
        except RuleRefused as refused:
            result = refused.code
            problem = SearchProblem.LOCAL_ONLY if refused.code == "local_only" else SearchProblem.BAD_ADDRESS
            raise _fault(problem, OTHER_WAIT_S, {"address": base}) from refused
        except EndpointFault as fault:
            problem = problem_of(fault.failure, fault.status, fault.detail)
            result = str(problem)
            detail = {"status": fault.status, "detail": _said(fault.detail)}
            raise self._hold(base, problem, fault.retry_after_s, detail) from fault
        finally:
            self._log.end(row, result)

    # -- health and test -----------------------------------------------------------------------------

    def states(self) -> list[ServerState]:
        """Return the server's state in a list, empty while nothing is to be watched (see ``HealthWatch``)."""
        return [] if self.available() else [self.state()]

    async def check_health(self) -> None:
        """Ask whether the server can be reached at all; no query is sent.

        Only *unreachable* comes and goes by this: whether engines answer is seen by a search alone.
        """
        try:
            base = self._base()
        except InfrastructureFault:
            return
        held, before = self._held_for(base), self._held
        if held is not None and held.problem not in _SEEN_BY_HEALTH:
            return
        try:
            if leaves_machine(base):
                self._log.health(f"{base}/healthz")
            async with asyncio.timeout(self._settings().number("searxng.timeout_s")):
                async with self.http.stream("GET", f"{base}/healthz"):
                    pass
        except TimeoutError:
            self._hold(base, SearchProblem.TIMEOUT, None, {})
        except RuleRefused:
            return
        except EndpointFault as fault:
            problem = problem_of(fault.failure, fault.status, fault.detail)
            if fault.failure is Failure.STATUS or problem not in _SEEN_BY_HEALTH:
                self._release(before)  # it answers; a proxy may well hide this page
            else:
                self._hold(base, problem, None, {"detail": _said(fault.detail)})
        else:
            self._release(before)

    async def diagnose(self) -> Diagnosis:
        """Search for one harmless word now and say what is wrong, whatever was remembered (SPEC W2)."""
        try:
            base = self._base()
            categories = ",".join(self._settings().items("searxng.categories"))
            url = search_url(base, TEST_QUERY, language="en", categories=categories)
            found = await self._ask(base, url, TEST_QUERY, test=True)
            answer = read_answer(found, TEST_QUERY, 100)
            if answer is None:
                raise self._hold(base, SearchProblem.BAD_ANSWER, None, {})
            if not answer.hits and answer.blocked:
                raise self._hold(
                    base, SearchProblem.ENGINES_BLOCKED, None, {"engines": _engines(answer.blocked)}
                )
        except InfrastructureFault as fault:
            params = {**fault.params, "seconds": round(fault.retry_after_s or 0.0)}
            return Diagnosis(SearchProblem(str(fault.params["problem"])), params)
        self._release(self._held)
        return Diagnosis(None, {"address": base}, len(answer.hits), answer.blocked)

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        await self.http.aclose()

    # -- inside --------------------------------------------------------------------------------------

    def _origins(self) -> Sequence[str]:
        try:
            return (base_url(self._settings().text("searxng.url")),)
        except BadInput:
            return ()

    def _base(self) -> str:
        settings = self._settings()
        text = settings.text("searxng.url").strip()
        if not text:
            raise _fault(SearchProblem.NO_ADDRESS, OTHER_WAIT_S, {"address": ""})
        try:
            base = base_url(text)
        except BadInput as error:
            raise _fault(SearchProblem.BAD_ADDRESS, OTHER_WAIT_S, dict(error.params)) from error
        if settings.switch("network.local_only") and leaves_machine(base):
            raise _fault(SearchProblem.LOCAL_ONLY, OTHER_WAIT_S, {"address": base})
        return base

    def _held_for(self, base: str) -> _Held | None:
        held = self._held
        now = self._clock.time()
        if held is None or held.base != base or not now < held.until:
            return None
        return held

    def _hold(
        self, base: str, problem: SearchProblem, told_s: float | None, params: dict[str, object]
    ) -> InfrastructureFault:
        """Remember a problem for as long as the server asked, or as its kind suggests; returns the fault."""
        wait_s = WAIT_S.get(problem, OTHER_WAIT_S) if told_s is None else max(1.0, told_s)
        before = self._held_for(base)
        if problem is SearchProblem.WRONG_SCHEME:
            params = {**params, "scheme": urlsplit(base).scheme, "other": other_scheme(base)}
        self._held = _Held(base, problem, self._clock.time() + wait_s, {"address": base, **params})
        if before is None or before.problem is not problem:
            self._changed()
        return _fault(problem, wait_s, self._held.params)

    def _release(self, before: _Held | None) -> None:
        """Forget a problem that stood before a good answer was asked for, not one that came meanwhile."""
        if self._held is not None and self._held is before:
            self._held = None
            self._changed()


_SEEN_BY_HEALTH = frozenset(
    {
        SearchProblem.UNREACHABLE,
        SearchProblem.TIMEOUT,
        SearchProblem.WRONG_SCHEME,
        SearchProblem.TLS_FAILED,
    }
)


def _fault(problem: SearchProblem, wait_s: float, params: dict[str, object]) -> InfrastructureFault:
    return InfrastructureFault(
        "search_blocked", retry_after_s=wait_s, problem=str(problem), provider=PROVIDER, **params
    )


def _said(detail: str) -> str:
    """Return what a failed request said, without the name of the exception, which helps nobody."""
    return _EXCEPTION.sub("", detail[:200])


def _engines(blocked: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name}: {why}" for name, why in blocked)[:300]
