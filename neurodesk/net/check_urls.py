"""Runs a file of addresses with known verdicts through the real client (``neurodesk dev check-urls``).

Names are answered from the file and connections arrive at loopback servers, counted at their sockets.
Everything between is the client as it is shipped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from neurodesk.domain.fetch_policy import DEFAULT_WEB_PORTS, FetchPolicy
from neurodesk.domain.fetching import FetchedPage, FetchRefused, FetchStop
from neurodesk.domain.ip_rules import read_address, why_not_internal, why_not_public
from neurodesk.domain.web_address import follow, parse_web_address
from neurodesk.net.loopback_web import Answer, Asked, LoopbackAuthority, LoopbackWeb, Send, response
from neurodesk.net.page_client import PageClient
from neurodesk.net.resolver import to_ascii

_PAGE = b"<!doctype html><title>Page</title><p>A short page.</p>"
_NO_BODY = frozenset({101, 204, 304})
# A policy's names are read by what they speak of, the most special first; settings' own names fit too.
_POLICY_WORDS = (
    ("local_only", "local_only"),
    ("intern", "internal"),
    ("port", "ports"),
    ("den", "deny"),
    ("block", "deny"),
    ("allow", "allow"),
)


class VectorInvalid(ValueError):
    """A line of the file is not in its form; says which and why."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One line of the file; the names are those of its fields."""

    id: str
    url: str
    verdict: str
    resolves_to: tuple[str, ...] = ()
    resolves_sequence: tuple[tuple[str, ...], ...] = ()
    redirect_chain: tuple[str, ...] = ()
    redirect_resolves: Mapping[str, Sequence[str]] = field(default_factory=dict)
    response_headers: Mapping[str, str] = field(default_factory=dict)
    response_body: str | None = None
    response_status: int = 0
    env: Mapping[str, str] = field(default_factory=dict)
    local_interfaces: tuple[str, ...] = ()
    must_connect_to: str = ""
    max_lookups: int | None = None
    max_connections: int | None = None
    connect_fails_first: bool = False
    policy: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the client did with one address.

    Attributes:
        verdict: ``allow`` or ``block``.
        code: why it was blocked, "" when not.
        hop: 0 for the address itself, 1 for the first redirect.
        connected_to: addresses with ports, as connections arrived.
        wrong: what differs from the file, "" when nothing does.
    """

    id: str
    verdict: str
    code: str
    hop: int
    detail: str
    lookups: int
    connections: int
    connected_to: tuple[str, ...]
    wrong: str


class ScriptedResolver:
    """Gives the answers of a vector, in turn, and counts how often it was asked."""

    def __init__(self, vector: Vector) -> None:
        self._answers = {_plain(name): tuple(found) for name, found in vector.redirect_resolves.items()}
        self._own = _host_of(vector.url)
        self._sequence = vector.resolves_sequence or ((vector.resolves_to,) if vector.resolves_to else ())
        self._asked_own = 0
        self.lookups = 0

    async def lookup(self, host: str) -> Sequence[str]:
        """See ``Resolver``."""
        self.lookups += 1
        if host == self._own and self._sequence:
            self._asked_own += 1
            return self._sequence[min(self._asked_own, len(self._sequence)) - 1]
        if host not in self._answers:
            raise OSError("does not resolve")
        return self._answers[host]


def read_vectors(text: str) -> list[Vector]:
    """Read a file of JSON lines.

    Raises:
        VectorInvalid: a line is not in the form; nothing was run.
    """
    found = []
    known = set(Vector.__dataclass_fields__)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            row = {name: value for name, value in row.items() if name in known}
            for name in ("resolves_to", "redirect_chain", "local_interfaces"):
                row[name] = tuple(row.get(name) or ())
            row["resolves_sequence"] = tuple(map(tuple, row.get("resolves_sequence") or ()))
            vector = Vector(**row)
        except (ValueError, TypeError, AttributeError) as error:
            raise VectorInvalid(f"line {number}: {error}") from error
        if vector.verdict not in {"allow", "block"}:
            raise VectorInvalid(f"line {number}: verdict must be allow or block")
        found.append(vector)
    return found


def check_urls(vectors: Sequence[Vector]) -> list[Verdict]:
    """Run each address through the client, one after the other."""
    authority = LoopbackAuthority()

    async def all_of_them() -> list[Verdict]:
        return [await _check(one, authority) for one in vectors]

    return asyncio.run(all_of_them())


async def _check(vector: Vector, authority: LoopbackAuthority) -> Verdict:
    resolver = ScriptedResolver(vector)
    policy, local_only, unknown = _policy(vector)
    own = frozenset(map(_one_spelling, vector.local_interfaces))
    first = (*(vector.resolves_sequence[:1] or (vector.resolves_to,))[0], "")[0]
    with (
        _environment(vector.env),
        LoopbackWeb(
            _answers(vector),
            tls=authority.server_tls(_names(vector)),
            dead=(first,) if vector.connect_fails_first else (),
        ) as web,
    ):
        client = PageClient(
            lambda: policy,
            local_only=lambda: local_only,
            delay_s=lambda: 0.0,
            resolver=resolver,
            connector=web,
            is_own=lambda address: _one_spelling(address) in own,
            tls=authority.client_tls(),
        )
        found = await client.fetch(vector.url)
        connected = list(web.connections)
    judged = _judge(vector, found, resolver.lookups, connected, policy)
    return replace(judged, wrong=f"{judged.wrong}; {unknown}".strip("; ")) if unknown else judged


def _judge(
    vector: Vector,
    found: FetchedPage | FetchRefused,
    lookups: int,
    connected: Sequence[tuple[str, int]],
    policy: FetchPolicy,
) -> Verdict:
    refused = found if isinstance(found, FetchRefused) else None
    verdict = "block" if refused else "allow"
    addresses = {_one_spelling(address) for address, _ in connected}
    internal_ports = {port for _, port in policy.internal}
    wrong = []
    if verdict != vector.verdict:
        wrong.append(f"expected {vector.verdict}")
    for address, port in connected:
        why = why_not_internal(address) if port in internal_ports else why_not_public(address)
        if why or address in vector.local_interfaces:
            wrong.append(f"connected to {address}: {why or 'own address'}")
    if vector.must_connect_to and addresses != {_one_spelling(vector.must_connect_to)}:
        wrong.append(f"not connected to {vector.must_connect_to}")
    if vector.max_lookups is not None and lookups > vector.max_lookups:
        wrong.append(f"{lookups} look-ups")
    if vector.max_connections is not None and len(connected) > vector.max_connections:
        wrong.append(f"{len(connected)} connections")
    return Verdict(
        id=vector.id,
        verdict=verdict,
        code=refused.code.value if refused else "",
        hop=refused.hop if refused else found.hops if isinstance(found, FetchedPage) else 0,
        detail=refused.detail if refused else "",
        lookups=lookups,
        connections=len(connected),
        connected_to=tuple(f"[{a}]:{p}" if ":" in a else f"{a}:{p}" for a, p in connected),
        wrong="; ".join(wrong),
    )


def _answers(vector: Vector) -> Answer:
    """Return the servers' behaviour: redirects in turn, then the page; no robots.txt."""
    pages = iter(range(1_000_000))

    def answer(asked: Asked, send: Send) -> bool:
        if asked.target == "/robots.txt":
            send(response(404))
            return True
        number = next(pages)
        headers = list(vector.response_headers.items()) if number == 0 else []
        status = vector.response_status if number == 0 and vector.response_status else 200
        body = _PAGE if vector.response_body is None else vector.response_body.encode()
        if number < len(vector.redirect_chain):
            location = vector.redirect_chain[number]
            status = status if 300 <= status < 400 else 302
            headers.append(("Location", location))
            body = b""
        if not any(name.lower() == "content-type" for name, _ in headers):
            headers.append(("Content-Type", "text/html; charset=utf-8"))
        send(response(status, headers, b"" if status in _NO_BODY else body))
        return status != 101

    return answer


def _names(vector: Vector) -> list[str]:
    """Return every host that the client may speak TLS with, for the certificate."""
    names = {_host_of(vector.url), *map(_plain, vector.redirect_resolves)}
    with contextlib.suppress(FetchStop):
        address = parse_web_address(vector.url, to_ascii)
        for location in vector.redirect_chain:
            address = follow(address, location, to_ascii)
            names.add(address.host)
    return sorted(name for name in names if name and name.isascii()) or ["loopback.test"]


def _one_spelling(address: str) -> str:
    return str(read_address(address) or address)


def _host_of(url: str) -> str:
    try:
        return parse_web_address(url, to_ascii).host
    except FetchStop:
        pass
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _plain(name: str) -> str:
    try:
        return parse_web_address(f"http://{name}/", to_ascii).host
    except FetchStop:
        return name


def _policy(vector: Vector) -> tuple[FetchPolicy, bool, str]:
    """Return the lists, whether *local only* is on, and what of the policy is not known."""
    lists: dict[str, list[str]] = {"ports": [str(one) for one in sorted(DEFAULT_WEB_PORTS)]}
    local_only, unknown = False, []
    for name, value in vector.policy.items():
        kind = next((kind for word, kind in _POLICY_WORDS if word in name.lower()), "")
        if kind == "local_only":
            local_only = bool(value)
        elif kind:
            lists[kind] = [_entry(one) for one in (value if isinstance(value, list) else [value])]
        else:
            unknown.append(f"unknown policy {name}")
    policy = FetchPolicy.of(
        ports=lists["ports"],
        allow=lists.get("allow", ()),
        deny=lists.get("deny", ()),
        internal=lists.get("internal", ()),
        to_ascii=to_ascii,
    )
    return policy, local_only, "; ".join(unknown)


def _entry(value: object) -> str:
    """Return an entry of a list, also one that says host and port apart."""
    if isinstance(value, dict):
        value = list(value.values())
    return ":".join(map(str, value)) if isinstance(value, list) else str(value)


@contextlib.contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
