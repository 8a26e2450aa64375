"""A name server on loopback that changes its answers, and a resolver that asks it over real sockets."""

from __future__ import annotations

import ipaddress
import socket
import struct
import threading
from collections.abc import Sequence
from typing import Self

A, AAAA = 1, 28


class DnsStub:
    """Answers A and AAAA queries over UDP; each question to a name uses up the next of its answers.

    Attributes:
        questions: names asked for, once a look-up (A and AAAA count as one).
    """

    def __init__(self, answers: dict[str, Sequence[Sequence[str]]]) -> None:
        self._answers = answers
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.questions: list[str] = []
        self.port = int(self._socket.getsockname()[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join(10)
        self._socket.close()

    def _serve(self) -> None:
        while True:
            query, peer = self._socket.recvfrom(512)
            if not query:
                return
            name, kind, end = _question(query)
            if kind == A:
                self.questions.append(name)
            turns = self._answers.get(name, [[]])
            turn = turns[min(max(self.questions.count(name), 1), len(turns)) - 1]
            version = 4 if kind == A else 6
            found = [one for one in map(ipaddress.ip_address, turn) if one.version == version]
            head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(found), 0, 0)
            records = b"".join(
                b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 0, len(one.packed)) + one.packed for one in found
            )
            self._socket.sendto(head + query[12:end] + records, peer)


class StubResolver:
    """Fills ``Resolver`` by asking a ``DnsStub``."""

    def __init__(self, stub: DnsStub) -> None:
        self._stub = stub

    async def lookup(self, host: str) -> Sequence[str]:
        """See ``neurodesk.net.resolver.Resolver``."""
        found = [str(one) for kind in (A, AAAA) for one in self._ask(host, kind)]
        if not found:
            raise OSError("no such name")
        return found

    def _ask(self, host: str, kind: int) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
        labels = b"".join(bytes([len(one)]) + one.encode() for one in host.split("."))
        query = struct.pack(">HHHHHH", 7, 0x0100, 1, 0, 0, 0) + labels + b"\x00" + struct.pack(">HH", kind, 1)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.settimeout(10)
            asking.sendto(query, ("127.0.0.1", self._stub.port))
            answer = asking.recv(4096)
        count = struct.unpack(">H", answer[6:8])[0]
        place, found = len(query), []
        for _ in range(count):
            length = struct.unpack(">H", answer[place + 10 : place + 12])[0]
            found.append(ipaddress.ip_address(answer[place + 12 : place + 12 + length]))
            place += 12 + length
        return found


def _question(query: bytes) -> tuple[str, int, int]:
    labels, place = [], 12
    while query[place]:
        labels.append(query[place + 1 : place + 1 + query[place]].decode())
        place += 1 + query[place]
    kind = struct.unpack(">H", query[place + 1 : place + 3])[0]
    return ".".join(labels), kind, place + 5
