"""The scripted model and search servers of a night, in a process of their own.

They speak the real protocols over loopback and live by the night's clock: a handler that takes time asks the
night over a connection and answers when the night says that this time has passed. The same process serves a
night that is continued: who connects last is the clock.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Client, Connection, Listener
from typing import Any
from urllib.parse import quote

from neurodesk.providers.models.loopback_node import Fault as NodeFault
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts, scripted_reply
from neurodesk.providers.search.loopback_searxng import Asked, Found, LoopbackSearxng, SearchFault
from neurodesk.worker.night.script import Fault
from neurodesk.worker.night.wire import PAGES_AT, key_of_body, key_of_search

MODELS = ("night-author", "night-reviewer")
_START_TIMEOUT_S = 60.0
_RESULTS = 10
_SNIPPET_CHARACTERS = 600
_WORD = re.compile(r"\w{4,}")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where the servers are, and the key that opens the connection of the clock."""

    node_url: str
    search_url: str
    clock_port: int
    key: bytes

    def connect(self) -> Connection:
        """Become the clock."""
        return Client(("127.0.0.1", self.clock_port), authkey=self.key)


@contextlib.contextmanager
def open_servers() -> Iterator[ServerAddress]:
    """Start the servers' process and end it; it ends by itself when this one is killed."""
    context = multiprocessing.get_context("spawn")
    key = os.urandom(32)
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, key), name="neurodesk-night-servers", daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(_START_TIMEOUT_S):
            raise TimeoutError("the servers of the night did not start")
        node_url, search_url, clock_port = here.recv()
        yield ServerAddress(node_url, search_url, clock_port, key)
    finally:
        here.close()
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join()


# -- the servers' process -----------------------------------------------------------------------------


def _serve(parent: Connection, key: bytes) -> None:
    clock = _NightLink()
    with (
        Listener(("127.0.0.1", 0), authkey=key) as listener,
        _NightNode(clock) as node,
        _NightSearxng(clock) as search,
    ):
        threading.Thread(target=_accept, args=(listener, clock, search), daemon=True).start()
        parent.send((node.url, search.url, listener.address[1]))
        with contextlib.suppress(EOFError, OSError):
            parent.recv()  # nothing ever comes: this is how the other process's end is heard
    os._exit(0)  # handlers that wait for a clock that is gone wait for ever


def _accept(listener: Listener, clock: _NightLink, search: _NightSearxng) -> None:
    while True:
        try:
            connection = listener.accept()
            search.pages = [Page(*one) for one in json.loads(connection.recv_bytes())]
        except (OSError, EOFError, multiprocessing.AuthenticationError):
            continue
        clock.follow(connection)
        connection.send_bytes(b"ready")


class _ClockGone(Exception):
    """The night was ended while a handler waited."""


@dataclass(slots=True)
class _Waiting:
    done: threading.Event
    value: Any = None


class _NightLink:
    """The night's clock as the handlers see it; safe from all their threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._connection: Connection | None = None
        self._waiting: dict[int, _Waiting] = {}

    def follow(self, connection: Connection) -> None:
        """Live by this clock from now on; who waits for a former one is given up."""
        with self._lock:
            former, self._waiting = self._waiting, {}
            self._connection = connection
        for one in former.values():
            one.done.set()
        threading.Thread(target=self._listen, args=(connection,), daemon=True).start()

    def fault(self, *kinds: Fault) -> float:
        """Return until when one of these faults holds, in seconds of the night; 0 when all is well."""
        return float(self._ask("fault", [str(one) for one in kinds]))

    def take(self, key: str, step: str, what: str) -> None:
        """Let the time pass that a step takes.

        Args:
            key: of the request, see ``wire``.
            what: what is worked on; with the night's seed it gives the time.
        """
        self._ask("take", key, step, what)

    def _ask(self, *message: object) -> Any:
        waiting = _Waiting(threading.Event())
        with self._lock:
            if self._connection is None:
                raise _ClockGone
            number = next(self._numbers)
            self._waiting[number] = waiting
            try:
                self._connection.send_bytes(json.dumps([number, *message]).encode())
            except OSError:
                raise _ClockGone from None
        waiting.done.wait()
        if waiting.value is None:
            raise _ClockGone
        return waiting.value

    def _listen(self, connection: Connection) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, value = json.loads(connection.recv_bytes())
                with self._lock:
                    waiting = self._waiting.pop(number, None)
                if waiting is not None:
                    waiting.value = value
                    waiting.done.set()


class _NightNode(LoopbackNode):
    """A model node that is slow and sometimes down, by the night's script."""

    def __init__(self, clock: _NightLink) -> None:
        super().__init__(MODELS, self._reply)
        self._clock = clock

    def next_fault(self) -> NodeFault | None:
        """Return what to play for a request."""
        down = self._clock.fault(Fault.MODEL_DOWN)
        return NodeFault("status", 503, "the model cannot be loaded now") if down else None

    def _reply(self, body: dict[str, Any]) -> Scripted:
        messages = body.get("messages") or []
        prompt = "\n".join(str(one.get("content", "")) for one in messages)
        # Marks and fences differ from call to call; what stands between them does not.
        what = "\n".join(f"{label}\n{text}" for label, text in fenced_parts(prompt))
        self._clock.take(key_of_body(body), "model", what or prompt)
        return scripted_reply(body)


@dataclass(frozen=True, slots=True)
class Page:
    """What the search server knows of a page."""

    path: str
    title: str
    text: str


class _NightSearxng(LoopbackSearxng):
    """A search server over the pages of the night, sometimes limited."""

    def __init__(self, clock: _NightLink) -> None:
        self._clock = clock
        self.pages: Sequence[Page] = ()
        super().__init__(self._find)

    @property
    def always(self) -> SearchFault | None:
        """What to play for a search."""
        return SearchFault("engines_blocked") if self._clock.fault(Fault.SEARCH_BLOCKED) else None

    @always.setter
    def always(self, _value: SearchFault | None) -> None:
        """The script alone decides."""

    def _find(self, asked: Asked) -> list[Found]:
        self._clock.take(key_of_search(asked.raw), "search", asked.query)
        words = set(_WORD.findall(asked.query.casefold()))
        ranked = sorted(
            (
                (len(words & set(_WORD.findall(f"{one.title} {one.text}".casefold()))), one)
                for one in self.pages
            ),
            key=lambda pair: (-pair[0], pair[1].path),
        )
        return [
            Found(f"{PAGES_AT}{quote(one.path)}", one.title, _snippet(one.text, words))
            for shared, one in ranked[:_RESULTS]
            if shared
        ]


def _snippet(text: str, words: set[str]) -> str:
    """Return the paragraph that shares the most words with a query."""
    paragraphs = [one for one in re.split(r"\n\s*\n", text) if one.strip()] or [text]
    best = max(paragraphs, key=lambda one: len(words & set(_WORD.findall(one.casefold()))))
    return " ".join(best.split())[:_SNIPPET_CHARACTERS]
