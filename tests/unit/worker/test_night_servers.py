"""The night's servers: another process, the night's clock (SPEC Q12, W2)."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.worker.night.clock import NightClock, NightLoop
from neurodesk.worker.night.script import Fault, NightScript, Window
from neurodesk.worker.night.servers import MODELS, ServerAddress, open_servers
from neurodesk.worker.night.wire import SLOW_FACTOR, SPANS_S, Wire

PAGES = [
    ("docs/disk.html", "Disk full", "Remove old logs when the disk is full."),
    ("docs/mail.html", "Mail queue", "Flush the queue of mails."),
]
SEARCH = "/search?format=json&q="


@pytest.fixture(scope="module")
def servers() -> Iterator[ServerAddress]:
    with open_servers() as found:
        yield found


def windows(*faults: Fault) -> tuple[Window, ...]:
    return tuple(Window(one, 0.0, 1e9) for one in faults)


def live(
    servers: ServerAddress, act: Callable[[EndpointClient, Wire], Awaitable[Any]], *faults: Fault
) -> tuple[Any, float]:
    """Act under a night's clock; return what came and how long it took there."""
    clock = NightClock(0.0)
    client = EndpointClient(lambda: [servers.node_url, servers.search_url])
    with contextlib.closing(servers.connect()) as connection:
        wire = Wire(connection, NightScript(7, 8.0, windows(*faults), ()), clock, PAGES)
        client.on_the_way = wire.on_the_way

        async def main() -> Any:
            with wire.listening():
                try:
                    return await act(client, wire)
                finally:
                    await client.aclose()

        with asyncio.Runner(loop_factory=lambda: NightLoop(clock, lambda: wire.still)) as runner:
            return runner.run(main()), clock.elapsed_s


def search(servers: ServerAddress, query: str) -> Callable[[EndpointClient, Wire], Awaitable[Any]]:
    return lambda client, wire: client.json("GET", servers.search_url + SEARCH + query)


def chat(servers: ServerAddress, text: str) -> Callable[[EndpointClient, Wire], Awaitable[Any]]:
    async def act(client: EndpointClient, wire: Wire) -> list[bytes]:
        body = {"model": MODELS[0], "messages": [{"role": "user", "content": text}]}
        async with client.stream("POST", servers.node_url + "/api/chat", body) as response:
            return [line async for line in client.lines(response)]

    return act


def test_the_servers_are_another_process_that_ends_with_the_night() -> None:
    def children() -> list[str]:
        return [one.name for one in multiprocessing.active_children() if "night" in one.name]

    before = len(children())
    with open_servers():
        assert len(children()) == before + 1
    assert len(children()) == before


def test_an_answer_takes_the_time_of_the_night_and_the_same_each_time(servers: ServerAddress) -> None:
    found, seconds = live(servers, search(servers, "disk%20full"))
    again, as_long = live(servers, search(servers, "disk%20full"))
    assert [one["title"] for one in found["results"]] == ["Disk full"]
    assert found == again
    assert seconds == as_long
    assert SPANS_S["search"][0] <= seconds <= SPANS_S["search"][1]
    _, other = live(servers, search(servers, "mail%20queue"))
    assert other != seconds


def test_slow_replies_take_as_much_longer_as_the_script_says(servers: ServerAddress) -> None:
    _, usual = live(servers, chat(servers, "hello"))
    _, slow = live(servers, chat(servers, "hello"), Fault.SLOW_REPLIES)
    assert SPANS_S["model"][0] <= usual <= SPANS_S["model"][1]
    assert slow == pytest.approx(usual * SLOW_FACTOR)


def test_a_blocked_search_names_its_engines_and_takes_no_time(servers: ServerAddress) -> None:
    found, seconds = live(servers, search(servers, "disk"), Fault.SEARCH_BLOCKED)
    assert found["results"] == []
    assert found["unresponsive_engines"]
    assert seconds == 0.0


def test_a_node_that_is_down_refuses_generations(servers: ServerAddress) -> None:
    with pytest.raises(EndpointFault) as refused:
        live(servers, chat(servers, "hello"), Fault.MODEL_DOWN)
    assert refused.value.status == 503


def test_requests_side_by_side_sleep_side_by_side(servers: ServerAddress) -> None:
    async def both(client: EndpointClient, wire: Wire) -> None:
        await asyncio.gather(
            search(servers, "disk%20full")(client, wire), search(servers, "mail%20queue")(client, wire)
        )

    alone = [live(servers, search(servers, one))[1] for one in ("disk%20full", "mail%20queue")]
    assert live(servers, both)[1] == max(alone)


def test_a_request_that_is_given_up_sleeps_no_longer(servers: ServerAddress) -> None:
    async def given_up(client: EndpointClient, wire: Wire) -> bool:
        asking = asyncio.ensure_future(chat(servers, "a long answer")(client, wire))
        while not wire.asleep:
            await asyncio.sleep(0)  # always runnable: the clock must not jump here
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
        return wire.asleep == 0 and wire.still

    still, _ = live(servers, given_up)
    assert still
    assert live(servers, search(servers, "disk%20full"))[0]["results"]  # and the servers live on
