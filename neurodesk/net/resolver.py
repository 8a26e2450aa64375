"""Names to addresses: one bounded look-up, and which addresses are this machine's own (SPEC W5)."""

from __future__ import annotations

import asyncio
import functools
import socket
import threading
import unicodedata
from collections.abc import Callable, Sequence
from typing import Protocol

import idna

LOOKUPS = 4
LOOKUP_S = 8.0
_POLL_S = 0.02


class Resolver(Protocol):
    """Gives the addresses of a name: the system's, and scripted ones where the client is checked."""

    async def lookup(self, host: str) -> Sequence[str]:
        """Return every address, in the order to be tried.

        Raises:
            OSError: the name has none, or no answer came in time.
        """
        ...


class SystemResolver:
    """Asks the system in a few threads of its own.

    A look-up cannot be stopped: one that hangs keeps its thread, so there are never more than ``LOOKUPS`` of
    them, and they end with the process.

    Args:
        resolve: like ``socket.getaddrinfo``.
    """

    def __init__(
        self,
        resolve: Callable[..., Sequence[tuple[object, ...]]] = socket.getaddrinfo,
        lookup_s: float = LOOKUP_S,
    ) -> None:
        self._resolve = resolve
        self._lookup_s = lookup_s
        self._free = threading.BoundedSemaphore(LOOKUPS)

    async def lookup(self, host: str) -> Sequence[str]:
        """See ``Resolver``."""
        try:
            async with asyncio.timeout(self._lookup_s):
                while not self._free.acquire(blocking=False):  # noqa: ASYNC110 - loops of several threads wait
                    await asyncio.sleep(_POLL_S)
                loop = asyncio.get_running_loop()
                answer: asyncio.Future[list[str]] = loop.create_future()
                threading.Thread(
                    target=self._work, args=(host, loop, answer), name="neurodesk-lookup", daemon=True
                ).start()
                return await answer
        except TimeoutError:
            raise OSError("no answer in time") from None

    def _work(self, host: str, loop: asyncio.AbstractEventLoop, answer: asyncio.Future[list[str]]) -> None:
        try:
            found = self._resolve(host, None, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(str(one[4][0]) for one in found))  # type: ignore[index]
            tell = functools.partial(_answer, answer, addresses)
        except (OSError, UnicodeError) as error:
            tell = functools.partial(_fail, answer, OSError(str(error)))
        finally:
            self._free.release()
        try:
            loop.call_soon_threadsafe(tell)
        except RuntimeError:
            return  # the loop that asked has ended


def _answer(answer: asyncio.Future[list[str]], addresses: list[str]) -> None:
    if not answer.done():
        answer.set_result(addresses)


def _fail(answer: asyncio.Future[list[str]], error: OSError) -> None:
    if not answer.done():
        answer.set_exception(error)


def to_ascii(label: str) -> str:
    """Return the A-label of one label by IDNA 2008, which maps nothing but case.

    Raises:
        ValueError: it holds letters that no name has; ``idna.IDNAError`` is one.
    """
    return idna.encode(unicodedata.normalize("NFC", label.lower())).decode("ascii")


def is_own_address(address: str) -> bool:
    """Tell whether an address belongs to this machine: only own addresses can be bound; nothing is sent."""
    return not _binds_anything() and _binds(address)


@functools.cache
def _binds_anything() -> bool:
    """Some machines are set up to bind addresses that they do not have; then binding tells nothing."""
    return _binds("192.0.2.1")


def _binds(address: str) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True
