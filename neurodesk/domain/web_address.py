"""The strict grammar of addresses that may be fetched (SPEC W5); pure.

Two readers of one URL that disagree about its host are how guards are passed. So there is one reader, and
what any other reader could take differently (backslashes, control characters, user names, numbers in other
spellings, look-alike dots) is refused instead of repaired.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from neurodesk.domain.fetching import FetchCode, FetchStop
from neurodesk.domain.ip_rules import read_address

MAX_URL_CHARS = 8_192
DEFAULT_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_AUTHORITY = re.compile(r"://([^/?#]*)(.*)", re.DOTALL)
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_\-]{0,61}[a-z0-9_])?")
_NUMERIC_LABEL = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)")
# Characters of RFC 3986, and those that servers write unescaped though they should not.
_URL_SAFE = "/?:@!$&'()*+,;=%-._~[]|^`{}\"<>"
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\x9f\\\ud800-\udfff\u2028\u2029\ufeff]")
# Dots that IDNA takes for a full stop.
_OTHER_DOTS = re.compile("[\u3002\uff0e\uff61]")

# Some scripts need them inside names.
_JOINERS = "\u200c\u200d"

ToAscii = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL that was read.

    Attributes:
        scheme: ``http`` or ``https``.
        host: ASCII, lower case, without brackets and final dot.
        target: path and query, percent-encoded, beginning with ``/``.
        literal: the host is an address, not a name.
    """

    scheme: str
    host: str
    port: int
    target: str
    literal: bool

    @property
    def host_header(self) -> str:
        """The host with brackets where needed, and the port when it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port as a URL without a path."""
        return f"{self.scheme}://{self.host_header}"

    @property
    def url(self) -> str:
        """The whole address in its one spelling, without fragment."""
        return self.origin + self.target


def parse_web_address(url: str, to_ascii: ToAscii) -> WebAddress:
    """Read a URL.

    Args:
        url: as it was found; leading and trailing blanks are not forgiven.
        to_ascii: turns one label with other letters into its A-label, raising ValueError.

    Raises:
        FetchStop: it is not in the grammar.
    """
    if not url or len(url) > MAX_URL_CHARS:
        raise FetchStop(FetchCode.URL_INVALID, "empty" if not url else "too long")
    if _FORBIDDEN.search(url):
        raise FetchStop(FetchCode.URL_INVALID, "a blank, control character or backslash")
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise FetchStop(FetchCode.SCHEME_REFUSED, "none")
    name = scheme[1].lower()
    if name not in DEFAULT_PORTS:
        raise FetchStop(FetchCode.SCHEME_REFUSED, name[:20])
    parts = _AUTHORITY.fullmatch(url, scheme.end(1))
    if parts is None:
        raise FetchStop(FetchCode.URL_INVALID, "no // behind the scheme")
    authority, rest = parts[1], parts[2].partition("#")[0]
    if "@" in authority:
        raise FetchStop(FetchCode.USERINFO_REFUSED)
    host, literal, port_text = _split_authority(authority, to_ascii)
    port = DEFAULT_PORTS[name] if port_text is None else _port(port_text)
    return WebAddress(name, host, port, _target(rest), literal)


def follow(base: WebAddress, location: str, to_ascii: ToAscii) -> WebAddress:
    """Read the target of a redirect, which may be relative.

    Raises:
        FetchStop: it is not in the grammar.
    """
    if len(location) > MAX_URL_CHARS or _FORBIDDEN.search(location):
        raise FetchStop(FetchCode.URL_INVALID, "too long, or a blank, control character or backslash")
    if _SCHEME.match(location):
        return parse_web_address(location, to_ascii)
    if location.startswith("//"):
        return parse_web_address(f"{base.scheme}:{location}", to_ascii)
    path, mark, query = location.partition("#")[0].partition("?")
    # Only the path is joined: what cannot hold a host cannot change it.
    own_path = base.target.partition("?")[0]
    joined = path if path.startswith("/") else f"{own_path.rpartition('/')[0]}/{path}" if path else own_path
    if not mark and not path:
        query, mark = base.target.partition("?")[2], "?" if "?" in base.target else ""
    return WebAddress(base.scheme, base.host, base.port, _target(joined + mark + query), base.literal)


def read_host(text: str, to_ascii: ToAscii) -> tuple[str, bool]:
    """Read a host name or a plain address, without port.

    Returns:
        (host in ASCII, whether it is an address).

    Raises:
        FetchStop: ``host_invalid``.
    """
    if text.startswith("["):
        inner = read_address(text[1:-1]) if text.endswith("]") else None
        if inner is None or inner.version != 6:
            raise FetchStop(FetchCode.HOST_INVALID, "not an IPv6 address")
        return str(inner), True
    if not text or _OTHER_DOTS.search(text) or "%" in text:
        raise FetchStop(FetchCode.HOST_INVALID, "empty, or characters that no name has")
    name = text.removesuffix(".")
    labels = [_label(one, to_ascii) for one in name.split(".")]
    if _NUMERIC_LABEL.fullmatch(labels[-1]):
        # Whatever ends in a number is an address to some resolvers: only the one plain spelling is taken.
        plain = read_address(text)
        if plain is None or plain.version != 4:
            raise FetchStop(FetchCode.HOST_INVALID, "a number in another spelling")
        return str(plain), True
    host = ".".join(labels)
    if len(host) > 253:
        raise FetchStop(FetchCode.HOST_INVALID, "too long")
    return host, False


def _split_authority(authority: str, to_ascii: ToAscii) -> tuple[str, bool, str | None]:
    if authority.startswith("["):
        inside, bracket, rest = authority.partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise FetchStop(FetchCode.HOST_INVALID, "characters behind the bracket")
        host, literal = read_host(inside + bracket, to_ascii)
        return host, literal, rest[1:] if rest else None
    name, colon, port = authority.partition(":")
    if ":" in port:
        raise FetchStop(FetchCode.HOST_INVALID, "IPv6 without brackets")
    host, literal = read_host(name, to_ascii)
    return host, literal, port if colon else None


def _port(text: str) -> int:
    if not _PORT.fullmatch(text) or int(text) > 65_535:
        raise FetchStop(FetchCode.PORT_REFUSED, text[:10])
    return int(text)


def _label(text: str, to_ascii: ToAscii) -> str:
    if text.isascii():
        label = text.lower()
        if label.startswith("xn--"):
            _check_a_label(label)
    else:
        try:
            label = to_ascii(text).lower()
        except ValueError as error:
            raise FetchStop(FetchCode.HOST_INVALID, "letters that no name has") from error
    if not _LABEL.fullmatch(label):
        raise FetchStop(FetchCode.HOST_INVALID, "an empty or odd label")
    return label


def _check_a_label(label: str) -> None:
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
        same = decoded.encode("punycode").decode("ascii") == label[4:]
    except (UnicodeError, ValueError, OverflowError) as error:
        raise FetchStop(FetchCode.HOST_INVALID, "a damaged xn-- label") from error
    odd = any(unicodedata.category(one)[0] in "CZ" and one not in _JOINERS for one in decoded)
    if not same or odd or decoded.isascii():
        raise FetchStop(FetchCode.HOST_INVALID, "a damaged xn-- label")


def _target(rest: str) -> str:
    path, mark, query = rest.partition("?")
    path = _without_dots(path or "/")
    return quote(path + mark + query, safe=_URL_SAFE)


def _without_dots(path: str) -> str:
    """Return a path without ``.`` and ``..``, also in their percent-encoded spelling."""
    kept: list[str] = []
    parts = path.split("/")[1:]
    for index, part in enumerate(parts):
        plain = re.sub("%2e", ".", part, flags=re.IGNORECASE)
        last = index == len(parts) - 1
        if plain == "..":
            del kept[-1:]
        elif plain != ".":
            kept.append(part)
            continue
        if last:
            kept.append("")
    return "/" + "/".join(kept)
