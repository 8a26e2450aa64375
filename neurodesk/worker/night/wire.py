"""The night's side of its servers: who waits for them, and when the clock may jump.

The clock stands still while a request is on its way and the server has not yet said that it takes time; it
jumps when every open request sleeps at the server. So real time never stands in what the night gives.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

from neurodesk.worker.night.clock import NightClock
from neurodesk.worker.night.script import Fault, NightScript

# A name that is nobody's (RFC 2606); hits with it are read from the library, nothing is fetched there.
PAGES_AT = "https://night.invalid/"
SLOW_FACTOR = 4.0
# Ranges of simulated seconds that a step takes on a small machine.
SPANS_S = {"search": (1.0, 5.0), "model": (20.0, 160.0)}


def key_of_body(body: Any) -> str:
    """Return the key of a request with a JSON body."""
    return _digest(json.dumps(body, ensure_ascii=False))


def key_of_search(raw_query: str) -> str:
    """Return the key of a search by the query part of its address."""
    return _digest(raw_query)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Wire:
    """Counts requests and gives the servers their time.

    Args:
        connection: to the servers, see ``servers.ServerAddress.connect``.
        pages: (path, title, text) of what can be found.
    """

    def __init__(
        self,
        connection: Connection,
        script: NightScript,
        clock: NightClock,
        pages: Sequence[tuple[str, str, str]],
    ) -> None:
        self._connection = connection
        self._script = script
        self._clock = clock
        self._open: Counter[str] = Counter()
        self._asleep: dict[str, list[tuple[int, asyncio.Task[None]]]] = {}
        connection.send_bytes(json.dumps(pages).encode())
        connection.recv_bytes()  # from here on the servers live by this clock

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Hear the servers on the running loop."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._connection.fileno(), self._hear)
        try:
            yield
        finally:
            loop.remove_reader(self._connection.fileno())
            for sleeping in [one for group in self._asleep.values() for one in group]:
                sleeping[1].cancel()

    @property
    def still(self) -> bool:
        """Whether every open request sleeps at a server: then the clock may jump."""
        return all(len(self._asleep.get(key, ())) >= number for key, number in self._open.items())

    @property
    def asleep(self) -> int:
        """Requests that sleep at a server."""
        return sum(len(group) for group in self._asleep.values())

    @contextlib.contextmanager
    def on_the_way(self, method: str, url: str, content: bytes | None) -> Iterator[None]:
        """Hold this around a request until its answer was read or given up."""
        key = _digest(content.decode("utf-8")) if content is not None else key_of_search(urlsplit(url).query)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
            # A request that was given up must not sleep on: it would count for one to come.
            while len(self._asleep.get(key, ())) > self._open.get(key, 0):
                number, sleeping = self._asleep[key].pop()
                sleeping.cancel()
                self._answer(number, self._clock.elapsed_s)
            if not self._asleep.get(key, True):
                del self._asleep[key]

    def _hear(self) -> None:
        try:
            while self._connection.poll():
                number, kind, *given = json.loads(self._connection.recv_bytes())
                if kind == "fault":
                    ends = [self._script.fault_until(Fault(one), self._clock.elapsed_s) for one in given[0]]
                    self._answer(number, max(ends))
                else:
                    self._take(number, *given)
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(self._connection.fileno())

    def _take(self, number: int, key: str, step: str, what: str) -> None:
        if not self._open.get(key):
            self._answer(number, self._clock.elapsed_s)  # nobody waits for it any more
            return
        seconds = self._script.step_seconds(step, what, *SPANS_S[step])
        if self._script.fault_until(Fault.SLOW_REPLIES, self._clock.elapsed_s):
            seconds *= SLOW_FACTOR
        sleeping = asyncio.ensure_future(self._sleep(number, key, seconds))
        self._asleep.setdefault(key, []).append((number, sleeping))

    async def _sleep(self, number: int, key: str, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._asleep[key] = [one for one in self._asleep[key] if one[0] != number]
        if not self._asleep[key]:
            del self._asleep[key]
        self._answer(number, self._clock.elapsed_s)

    def _answer(self, number: int, value: float) -> None:
        with contextlib.suppress(OSError):
            self._connection.send_bytes(json.dumps([number, value]).encode())
