"""SearXNG as rules: address in every spelling, query syntax, answers, and what can be wrong (SPEC W2)."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from urllib.parse import urlencode, urlsplit, urlunsplit

from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import SearchHit
from neurodesk.domain.models import Failure, is_loopback_host, is_private_host, scheme_trouble
from neurodesk.domain.planning import clean_query

PROVIDER = "searxng"
MAX_TITLE_CHARS = 300
MAX_SNIPPET_CHARS = 1_000
MAX_URI_CHARS = 2_000
GENERAL = "general"

_PAGES = re.compile(
    r"/(?:search|preferences|config|healthz|stats(?:/\w+)?|about|info(?:/.*)?|index\.html?)?/?$"
)
_HOST = re.compile(r"[^\W_](?:[\w.-]{0,251}[^\W_])?\.?")
# What SearXNG takes as orders when a word begins with it: engines and bangs, a language, a time limit.
_ORDER = re.compile(r"(?:^|(?<=\s))[!:<?\\]+")
_TAG = re.compile(r"<[^<>]{0,200}>")


class SearchProblem(StrEnum):
    """What can be wrong with a SearXNG server; each has its text and remedy in ``app.notices_search``."""

    NO_ADDRESS = "no_address"
    BAD_ADDRESS = "bad_address"
    LOCAL_ONLY = "local_only"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    WRONG_SCHEME = "wrong_scheme"
    TLS_FAILED = "tls_failed"
    JSON_DISABLED = "json_disabled"
    LIMITER = "limiter"
    ENGINES_BLOCKED = "engines_blocked"
    LOGIN_NEEDED = "login_needed"
    REDIRECTED = "redirected"
    HTML = "html"
    WRONG_PATH = "wrong_path"
    REFUSED = "refused"
    SERVER_ERROR = "server_error"
    BAD_ANSWER = "bad_answer"


# How long a search waits when the server itself names no time, in seconds.
WAIT_S: Mapping[SearchProblem, float] = {
    SearchProblem.LIMITER: 900.0,
    SearchProblem.ENGINES_BLOCKED: 600.0,
    SearchProblem.UNREACHABLE: 60.0,
    SearchProblem.TIMEOUT: 120.0,
    SearchProblem.SERVER_ERROR: 120.0,
}
OTHER_WAIT_S = 300.0


def base_url(text: str) -> str:
    """Return the address of a SearXNG server without a trailing slash, whatever was pasted (SPEC W2).

    With or without scheme (none: http for loopback and private hosts, else https), slash, ``/search``,
    ``?q=``; a path before that is kept, for servers below one.

    Raises:
        BadInput: ``searxng_address_invalid``.
    """
    raw = text.strip()
    shown = _without_secret(raw)
    if not raw or any(char.isspace() or unicodedata.category(char) == "Cc" for char in raw):
        raise BadInput("searxng_address_invalid", address=shown)
    if "://" not in raw:
        raw = (
            f"//[{raw}]"
            if raw.count(":") > 1 and "[" not in raw and "/" not in raw
            else f"//{raw.lstrip('/')}"
        )
    try:
        parts = urlsplit(raw)
        host, port = (parts.hostname or "").rstrip("."), parts.port
        if ":" not in host:
            host = host.encode("idna").decode("ascii") if host else ""
    except (ValueError, UnicodeError):
        raise BadInput("searxng_address_invalid", address=shown) from None
    if host in ("0.0.0.0", "::"):  # noqa: S104 - what it listens on, copied from its settings: it means here
        host = "127.0.0.1"
    literal = ":" in host
    scheme = parts.scheme.lower() or ("http" if is_private_host(host) else "https")
    bad_host = not literal and not _HOST.fullmatch(host)
    if scheme not in ("http", "https") or bad_host or parts.username is not None:
        raise BadInput("searxng_address_invalid", address=shown)
    place = f"[{host}]" if literal else host
    if port is not None and (scheme, port) not in (("http", 80), ("https", 443)):
        place = f"{place}:{port}"
    return urlunsplit((scheme, place, _PAGES.sub("", parts.path).rstrip("/"), "", ""))


def is_address(text: str) -> bool:
    """Tell whether a text can be read as the address of a SearXNG server."""
    try:
        base_url(text)
    except BadInput:
        return False
    return True


def _without_secret(text: str) -> str:
    return re.sub(r"//[^/@\s]*@", "//…@", text)[:200]


def leaves_machine(base: str) -> bool:
    """Tell whether the server is another machine than this one."""
    return not is_loopback_host(urlsplit(base).hostname or "")


def other_scheme(base: str) -> str:
    """Return the same address with https in place of http, or the other way round."""
    scheme, rest = base.split("://", 1)
    return f"{'http' if scheme == 'https' else 'https'}://{rest}"


def tame_query(query: str) -> str:
    """Return a query as SearXNG may get it, "" when nothing is left.

    One line of at most 120 characters, without ``site:`` and its kind, and without SearXNG's own orders
    (``!engine``, ``!!bang`` which redirects to foreign servers, ``:language``, ``<timeout``).
    """
    text, before = clean_query(query)[0], ""
    while text != before:  # what is cut off may bare another order
        before, text = text, clean_query(_ORDER.sub("", text))[0]
    return text


def search_url(base: str, query: str, *, language: str, categories: str) -> str:
    """Return the URL of one search in the JSON API."""
    fields = {"q": query, "format": "json", "language": language or "all", "categories": categories}
    return f"{base}/search?{urlencode({key: value for key, value in fields.items() if value})}"


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """An answer as it was understood; ``blocked`` names engines that did not answer, with their reasons."""

    hits: tuple[SearchHit, ...]
    blocked: tuple[tuple[str, str], ...] = ()


def read_answer(found: object, query: str, limit: int) -> SearchAnswer | None:
    """Read the JSON of an answer, None when it is none of SearXNG's; its texts are untrusted (SPEC W9)."""
    if not isinstance(found, dict) or not isinstance(found.get("results"), list):
        return None
    blocked = [
        (str(one[0])[:80], str(one[1])[:200])
        for one in found.get("unresponsive_engines") or ()
        if isinstance(one, list | tuple) and len(one) >= 2
    ]
    hits: dict[str, SearchHit] = {}
    for one in found["results"]:
        hit = _hit(one, query, len(hits))
        if hit is not None:
            hits.setdefault(hit.uri, hit)
        if len(hits) >= limit:
            break
    return SearchAnswer(tuple(hits.values()), tuple(blocked))


def _hit(one: object, query: str, rank: int) -> SearchHit | None:
    if not isinstance(one, dict):
        return None
    uri = one.get("url")
    if not isinstance(uri, str) or not uri.lower().startswith(("http://", "https://")):
        return None
    if len(uri) > MAX_URI_CHARS or any(ord(char) < 33 for char in uri):
        return None
    score = one.get("score")
    return SearchHit(
        uri=uri,
        title=_plain(one.get("title"), MAX_TITLE_CHARS),
        snippet=_plain(one.get("content"), MAX_SNIPPET_CHARS),
        provider=PROVIDER,
        query=query,
        rank=rank,
        score=float(score) if isinstance(score, int | float) and score == score else 0.0,
        published_at=_instant(one.get("publishedDate")),
    )


def _plain(value: object, limit: int) -> str:
    if not isinstance(value, str):
        return ""
    text = html.unescape(_TAG.sub(" ", value[: limit * 4]))
    text = "".join(" " if unicodedata.category(char).startswith("C") else char for char in text)
    return " ".join(text.split())[:limit]


def _instant(value: object) -> float:
    if not isinstance(value, str):
        return 0.0
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return 0.0
    return max(0.0, (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp())


def problem_of(failure: Failure, status: int, detail: str) -> SearchProblem:
    """Return what a failed request means, by how it failed and what the other side said."""
    trouble = scheme_trouble(failure, status, detail)
    if trouble:
        return SearchProblem(trouble)
    if failure in (Failure.CONNECT, Failure.CONNECT_TIMEOUT):
        return SearchProblem.UNREACHABLE
    if failure is Failure.UNDECODABLE:
        return SearchProblem.HTML if detail.lstrip().startswith("<") else SearchProblem.BAD_ANSWER
    if failure is Failure.STATUS:
        return _STATUS.get(status) or _status_group(status)
    if failure is Failure.TOO_LARGE:
        return SearchProblem.BAD_ANSWER
    return SearchProblem.UNREACHABLE


_STATUS: Mapping[int, SearchProblem] = {
    401: SearchProblem.LOGIN_NEEDED,
    403: SearchProblem.JSON_DISABLED,
    404: SearchProblem.WRONG_PATH,
    405: SearchProblem.WRONG_PATH,
    407: SearchProblem.LOGIN_NEEDED,
    410: SearchProblem.WRONG_PATH,
    429: SearchProblem.LIMITER,
}


def _status_group(status: int) -> SearchProblem:
    if 300 <= status < 400:
        return SearchProblem.REDIRECTED
    if status >= 500:
        return SearchProblem.SERVER_ERROR
    return SearchProblem.REFUSED if status >= 400 else SearchProblem.BAD_ANSWER
