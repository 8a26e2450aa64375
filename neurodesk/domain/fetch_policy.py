"""Where pages may come from: ports, allowed, denied and internal hosts (SPEC W5); pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from neurodesk.domain.fetching import FetchCode, FetchStop
from neurodesk.domain.web_address import ToAscii, WebAddress, parse_web_address, read_host

DEFAULT_WEB_PORTS = frozenset({80, 443, 8080, 8443})
_SCHEME = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """What the curator's settings say about hosts.

    Attributes:
        allow: domains that pages may come from with their subdomains, None for all.
        deny: domains that they may not come from; wins over everything.
        internal: (host, port) of the own net that may be read.
    """

    ports: frozenset[int] = DEFAULT_WEB_PORTS
    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] = ()
    internal: frozenset[tuple[str, int]] = frozenset()

    @classmethod
    def of(
        cls,
        *,
        ports: Iterable[str],
        allow: Iterable[str],
        deny: Iterable[str],
        internal: Iterable[str],
        to_ascii: ToAscii,
    ) -> Self:
        """Read the entries as people write them: with scheme, path, port, ``*.`` or capitals.

        What is no host is left out. A list of allowed domains that holds nothing readable allows nothing.
        """
        wanted = [one for one in allow if one.strip()]
        return cls(
            ports=frozenset(int(one) for one in map(str.strip, ports) if is_port(one)),
            allow=tuple(_domains(wanted, to_ascii)) if wanted else None,
            deny=tuple(_domains(deny, to_ascii)),
            internal=frozenset(
                found for one in internal if (found := internal_host(one, to_ascii)) is not None
            ),
        )

    def is_internal(self, address: WebAddress) -> bool:
        """Tell whether the curator listed this very host and port."""
        return (address.host, address.port) in self.internal

    def why_not(self, address: WebAddress) -> FetchCode | None:
        """Return why nothing may be fetched from there, before any name is looked up."""
        if _listed(address.host, self.deny):
            return FetchCode.DOMAIN_DENIED
        if self.is_internal(address):
            return None
        if self.allow is not None and not _listed(address.host, self.allow):
            return FetchCode.DOMAIN_NOT_ALLOWED
        if address.port not in self.ports:
            return FetchCode.PORT_REFUSED
        return None


def is_port(entry: str) -> bool:
    """Tell whether a text is a port."""
    return entry.isascii() and entry.isdigit() and len(entry) < 6 and 0 < int(entry) < 65_536


def is_domain(entry: str) -> bool:
    """Tell whether an entry of the allowed or denied domains can be read."""
    return bool(_domains([entry], _roughly_ascii))


def is_internal_host(entry: str) -> bool:
    """Tell whether an entry of the internal hosts can be read."""
    return internal_host(entry, _roughly_ascii) is not None


def _roughly_ascii(label: str) -> str:
    """The standard library's older rule, enough to tell a name from a slip of the pen."""
    return label.encode("idna").decode("ascii")


def internal_host(entry: str, to_ascii: ToAscii) -> tuple[str, int] | None:
    """Read an entry of the internal hosts: ``host:port``, or with a scheme that says the port; else None."""
    entry = entry.strip()
    has_scheme = _SCHEME.match(entry) is not None
    try:
        address = parse_web_address(entry if has_scheme else f"http://{entry}", to_ascii)
    except FetchStop:
        return None
    says_port = has_scheme or entry.split("/", 1)[0].endswith(f":{address.port}")
    return (address.host, address.port) if says_port else None


def _domains(entries: Iterable[str], to_ascii: ToAscii) -> list[str]:
    found = []
    for entry in entries:
        name = _SCHEME.sub("", entry.strip(), count=1)
        name = re.split(r"[/?#]", name, maxsplit=1)[0].removeprefix("*.").removeprefix(".")
        if not name.startswith("["):
            name = name.partition(":")[0]
        try:
            found.append(read_host(name, to_ascii)[0].removeprefix("www."))
        except FetchStop:
            continue
    return found


def _listed(host: str, domains: Iterable[str]) -> bool:
    return any(host == one or host.endswith(f".{one}") for one in domains)
