"""The SearXNG client against a server on loopback that plays faults (SPEC W2, Q3, Q6)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.domain.errors import BadInput, InfrastructureFault
from neurodesk.domain.searxng import SearchProblem
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.search.loopback_searxng import Asked, Found, LoopbackSearxng, SearchFault
from neurodesk.providers.search.searxng import SearxngProvider
from neurodesk.settings.load import SettingsFile
from tests.queue_parts import HandClock


class Log:
    """Remembers what was said to it."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def begin(self, query: str, target: str, *, test: bool) -> int:
        self.rows.append([query, target, "test" if test else "search", ""])
        return len(self.rows) - 1

    def health(self, target: str) -> None:
        self.rows.append(["", target, "health", ""])

    def end(self, row: int, result: str) -> None:
        self.rows[row][3] = result


class Desk:
    """A provider with everything around it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "settings.toml"
        self.settings = SettingsFile(self.file, {})
        self.settings.set("web.searxng", True)
        self.clock = HandClock()
        self.log = Log()
        self.changes: list[str] = []
        self.provider = SearxngProvider(
            lambda: self.settings.current,
            self.clock,
            WorkQueue(),
            self.log,
            lambda: self.changes.append(self.provider.state().fault),
        )

    def search(self, query: str = "zfs replace disk") -> list[str]:
        return asyncio.run(self._search(query))

    async def _search(self, query: str) -> list[str]:
        try:
            return [one.uri for one in await self.provider.search(query, limit=10)]
        finally:
            await self.provider.aclose()

    def problem(self, query: str = "zfs replace disk") -> tuple[str, float]:
        with pytest.raises(InfrastructureFault) as caught:
            self.search(query)
        assert caught.value.code == "search_blocked"
        assert caught.value.retry_after_s is not None
        return str(caught.value.params["problem"]), caught.value.retry_after_s


def results(asked: Asked) -> list[Found]:
    return [Found("https://a.example/zfs", f"About {asked.query}", "zpool replace")]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def server(desk: Desk) -> Iterator[LoopbackSearxng]:
    with LoopbackSearxng(results) as running:
        desk.settings.set("searxng.url", running.url)
        yield running


def test_w2_a_search_gives_hits_and_stands_in_the_log(desk: Desk, server: LoopbackSearxng) -> None:
    assert desk.search("zfs\nreplace disk site:x.example") == ["https://a.example/zfs"]
    asked = server.record.asked[0]
    assert (asked.query, asked.language, asked.categories) == ("zfs replace disk", "all", "general,it")
    assert desk.log.rows == [["zfs replace disk", f"{server.url}/search", "search", "1"]]
    assert desk.search("Wie kann ich die Platte ersetzen")
    assert server.record.asked[1].language == "de"


@pytest.mark.parametrize(
    ("kind", "problem", "wait_s"),
    [
        ("json_disabled", "json_disabled", 300),
        ("limiter", "limiter", 900),
        ("engines_blocked", "engines_blocked", 600),
        ("html", "html", 300),
        ("garbage", "bad_answer", 300),
        ("not_searxng", "bad_answer", 300),
        ("redirect", "redirected", 300),
        ("login", "login_needed", 300),
        ("server_error", "server_error", 120),
        ("cut", "unreachable", 60),
    ],
)
def test_w2_each_fault_has_its_diagnosis_and_the_server_is_left_alone(
    desk: Desk, server: LoopbackSearxng, kind: str, problem: str, wait_s: float
) -> None:
    server.play(SearchFault(kind))
    assert desk.problem() == (problem, wait_s)
    assert desk.provider.state().fault == problem
    assert desk.provider.available() == ""  # a search raises, so that the task is deferred (Q3)
    asked = len(server.queries)
    desk.clock.passes(wait_s / 2)
    assert desk.problem() == (problem, wait_s / 2)  # the rest of the wait
    assert len(server.queries) == asked
    desk.clock.passes(wait_s)
    assert desk.search() == ["https://a.example/zfs"]
    assert desk.provider.state().fault == ""
    assert desk.changes == [problem, ""]


def test_w2_a_429_waits_as_told(desk: Desk, server: LoopbackSearxng) -> None:
    server.play(SearchFault("limiter", retry_after="47"))
    assert desk.problem() == ("limiter", 47.0)
    assert desk.provider.state().retry_at == desk.clock.time() + 47


def test_w2_a_429_with_a_date_waits_until_then(desk: Desk, server: LoopbackSearxng) -> None:
    server.play(SearchFault("limiter", retry_after="Wed, 21 Oct 2015 07:28:00 GMT"))
    assert desk.problem() == ("limiter", 1.0)


def test_w2_some_blocked_engines_are_no_fault(desk: Desk) -> None:
    with LoopbackSearxng(results, blocked=[("brave", "too many requests")]) as server:
        desk.settings.set("searxng.url", server.url)
        assert desk.search() == ["https://a.example/zfs"]


def test_q3_no_results_are_no_fault(desk: Desk) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        desk.settings.set("searxng.url", server.url)
        assert desk.search() == []
        assert desk.provider.state().fault == ""


def test_w2_a_server_below_a_path_is_found_and_without_it_not(desk: Desk) -> None:
    with LoopbackSearxng(results, prefix="/searxng") as server:
        desk.settings.set("searxng.url", f"{server.url}/search?q=")
        assert desk.search() == ["https://a.example/zfs"]
        desk.settings.set("searxng.url", server.url.removesuffix("/searxng"))
        assert desk.problem()[0] == "wrong_path"


def test_w2_nobody_there_is_unreachable_and_https_to_http_is_the_scheme(
    desk: Desk, server: LoopbackSearxng
) -> None:
    desk.settings.set("searxng.url", server.url.replace("http:", "https:"))
    assert desk.problem()[0] == "wrong_scheme"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        desk.settings.set("searxng.url", f"127.0.0.1:{free.getsockname()[1]}")
        assert desk.problem()[0] == "unreachable"


def test_w2_a_silent_server_ends_in_time(desk: Desk, server: LoopbackSearxng) -> None:
    desk.settings.set("searxng.timeout_s", 1.0)
    server.play(SearchFault("slow"))
    assert desk.problem()[0] == "timeout"


def test_w2_an_address_that_cannot_be_used_is_told_apart(desk: Desk) -> None:
    assert desk.provider.available() == "no_address"
    assert desk.problem()[0] == "no_address"
    with pytest.raises(BadInput, match="setting_invalid"):
        desk.settings.set("searxng.url", "ftp://x")
    desk.file.write_text('[searxng]\nurl = "ftp://x"\n[web]\nsearxng = true\n', encoding="utf-8")
    assert desk.settings.look()
    assert desk.problem()[0] == "bad_address"
    assert desk.provider.state().fault == "bad_address"
    desk.settings.set("web.searxng", False)
    assert desk.provider.available() == "searxng_off"


def test_w10_local_only_opens_no_connection_to_another_machine(desk: Desk) -> None:
    desk.settings.set("network.local_only", True)
    desk.settings.set("searxng.url", "https://search.example.org")
    assert desk.problem()[0] == "local_only"
    asyncio.run(desk.provider.check_health())
    assert desk.log.rows == []


def test_w2_another_address_is_asked_at_once(desk: Desk, server: LoopbackSearxng) -> None:
    server.play(SearchFault("limiter"))
    desk.problem()
    with LoopbackSearxng(results) as other:
        desk.settings.set("searxng.url", other.url)
        assert desk.search() == ["https://a.example/zfs"]


def test_m3_german_and_english_go_side_by_side_within_the_work_queue(
    desk: Desk, server: LoopbackSearxng
) -> None:
    import threading

    both = threading.Barrier(2, timeout=20)
    server.answer = lambda asked: (both.wait() >= 0 and results(asked)) or []

    async def four() -> int:
        queries = ("zfs Platte ersetzen", "replace the zfs disk", "zfs Schlüssel laden", "load the zfs key")
        found = await asyncio.gather(*(desk.provider.search(one, limit=5) for one in queries))
        await desk.provider.aclose()
        return sum(map(len, found))

    assert asyncio.run(four()) == 4
    assert server.record.peak == 2


def test_q10_health_sees_a_server_come_and_go_without_a_query(desk: Desk, server: LoopbackSearxng) -> None:
    async def look() -> None:
        await desk.provider.check_health()
        await desk.provider.aclose()

    assert [one.fault for one in desk.provider.states()] == [""]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        desk.settings.set("searxng.url", f"127.0.0.1:{free.getsockname()[1]}")
        asyncio.run(look())
        assert desk.provider.state().fault == "unreachable"
    desk.settings.set("searxng.url", server.url)
    asyncio.run(look())
    assert desk.provider.state().fault == ""
    assert server.queries == []
    assert desk.log.rows == []
    server.play(SearchFault("limiter"))
    desk.problem()
    asyncio.run(look())
    assert desk.provider.state().fault == "limiter"  # that it lives says nothing about its limiter
    desk.settings.set("web.searxng", False)
    assert desk.provider.states() == []


@pytest.mark.parametrize("kind", ["", "json_disabled", "limiter", "engines_blocked", "html"])
def test_w2_a_test_of_the_connection_says_what_is_wrong(
    desk: Desk, server: LoopbackSearxng, kind: str
) -> None:
    async def look() -> tuple[SearchProblem | None, int]:
        found = await desk.provider.diagnose()
        await desk.provider.aclose()
        return found.problem, found.hits

    if kind:
        server.play(SearchFault(kind))
    assert asyncio.run(look()) == ((SearchProblem(kind), 0) if kind else (None, 1))
    assert [row[2] for row in desk.log.rows] == ["test"]
