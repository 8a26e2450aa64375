"""Which network addresses the fetcher may connect to (SPEC W5); pure, and the same on every Python.

``ipaddress.is_global`` alone is not enough: it lets addresses of this machine through in translated spellings
and its answer changes with patch releases. So our own lists decide, and it only confirms.
"""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

# IANA special-purpose registries and what clouds put at addresses that look public.
_SPECIAL_V4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(net), why)
    for net, why in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by carriers"),
        ("127.0.0.0/8", "this machine"),
        ("168.63.129.16/32", "cloud platform"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarks"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_SPECIAL_V6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(net), why)
    for net, why in (
        ("2001::/23", "protocol assignments"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("3ffe::/16", "6bone"),
        ("3fff::/20", "documentation"),
    )
)
# A host of the curator's list may be inside the own net, but never what no page is served from.
_INTERNAL: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("100.64.0.0/10"),
    IPv4Network("127.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv6Network("::1/128"),
    IPv6Network("fc00::/7"),
)
# Names of cloud metadata services inside the private ranges.
_METADATA = frozenset(
    map(ipaddress.ip_address, ("100.100.100.200", "100.100.100.100", "fd00:ec2::254", "fd20:ce::254"))
)
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address in its canonical form or a full IPv6 spelling; None for anything else, zones too."""
    if "%" in text or not text.isascii():
        return None
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def why_not_public(text: str) -> str:
    """Return why a connection to an address is refused, "" when it is public."""
    address = read_address(text)
    if address is None:
        return "not a plain address"
    if isinstance(address, IPv4Address):
        return _why_not_v4(address)
    if address in _NAT64:
        inner = _why_not_v4(IPv4Address(int(address) & 0xFFFFFFFF))
        return f"translates to {inner}" if inner else ""
    if address not in _GLOBAL_V6:
        return "outside the global range"
    for net, why in _SPECIAL_V6:
        if address in net:
            return why
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return "tunnel"
    return "" if address.is_global else "special"


def why_not_internal(text: str) -> str:
    """Return why even a host on the curator's list may not have this address, "" when it may."""
    address = read_address(text)
    if address is None:
        return "not a plain address"
    if address in _METADATA:
        return "cloud platform"
    if any(address.version == net.version and address in net for net in _INTERNAL):
        return ""
    return why_not_public(text)


def _why_not_v4(address: IPv4Address) -> str:
    for net, why in _SPECIAL_V4:
        if address in net:
            return why
    return "" if address.is_global else "special"
