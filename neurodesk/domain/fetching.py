"""What the guarded fetcher is asked and what it answers (SPEC W4, W5, W10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.evidence import Refusal


class Purpose(StrEnum):
    """Why a connection to another machine is made; stands in the log of outgoing requests (SPEC W10)."""

    PAGE = "page"
    ROBOTS = "robots"
    SEARCH = "search"
    PROMPT = "prompt"
    TEST = "test"
    HEALTH = "health"


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """A request that is about to leave; told before the connection is made.

    Attributes:
        url: as it is asked, without fragment.
        host: name or address as it stands in the URL, IDNA, lower case.
        internal: the host is on the curator's list of internal hosts.
        sent_bytes: size of the body.
        text: what the request says in words, such as a search query; "" for a page.
    """

    method: str
    url: str
    host: str
    purpose: Purpose
    internal: bool = False
    sent_bytes: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Conditional:
    """What is known of an earlier answer; "" for what it did not state (SPEC P7)."""

    etag: str = ""
    last_modified: str = ""


class FetchCode(StrEnum):
    """Why nothing was fetched."""

    URL_INVALID = "url_invalid"
    SCHEME_REFUSED = "scheme_refused"
    USERINFO_REFUSED = "userinfo_refused"
    HOST_INVALID = "host_invalid"
    PORT_REFUSED = "port_refused"
    ADDRESS_REFUSED = "address_refused"
    HOST_UNKNOWN = "host_unknown"
    DOMAIN_DENIED = "domain_denied"
    DOMAIN_NOT_ALLOWED = "domain_not_allowed"
    LOCAL_ONLY = "local_only"
    ROBOTS_DENIED = "robots_denied"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    REDIRECT_INVALID = "redirect_invalid"
    REDIRECT_DOWNGRADE = "redirect_downgrade"
    REDIRECT_TO_INTERNAL = "redirect_to_internal"
    CONNECT_FAILED = "connect_failed"
    TLS_FAILED = "tls_failed"
    TIMEOUT = "timeout"
    HEADERS_TOO_LARGE = "headers_too_large"
    HTTP_STATUS = "http_status"
    ENCODING_REFUSED = "encoding_refused"
    BODY_DAMAGED = "body_damaged"
    TOO_LARGE = "too_large"
    BAD_TYPE = "bad_type"


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page as it came, bounded and decompressed, not yet read.

    Attributes:
        requested_url, final_url: without fragment; equal when no redirect was followed.
        status: 200 to 299, or 304 with empty data when ``not_modified``.
        data: the body; at most 4 MiB for a page, 25 MiB for a document.
        kind: ``text`` (also HTML), ``pdf`` or ``archive`` (docx), as its first bytes say.
        media_type: as the server declared it, without parameters, lower case, "" when it did not.
        charset: as the server declared it, "" when it did not.
        internal: it came from a host on the curator's list of internal hosts.
        hops: redirects that were followed.
        moved: every one of them said that the page is there for good (301, 308).
    """

    requested_url: str
    final_url: str
    status: int
    data: bytes
    kind: str
    media_type: str = ""
    charset: str = ""
    etag: str = ""
    last_modified: str = ""
    internal: bool = False
    hops: int = 0
    moved: bool = False

    @property
    def not_modified(self) -> bool:
        """Whether the server says that the earlier answer still holds."""
        return self.status == 304


@dataclass(frozen=True, slots=True)
class FetchRefused:
    """Nothing was fetched.

    Attributes:
        hop: 0 for the address asked for, 1 for the first redirect's target, and so on.
        detail: plain text for the log; foreign text in it is shortened.
        url: the address of that hop, as far as it could be read.
        requested: whether the page itself was asked for: what the page budget counts (SPEC W3).
        retry_after_s: what the server asked to wait.
    """

    code: FetchCode
    hop: int = 0
    detail: str = ""
    url: str = ""
    requested: bool = False
    retry_after_s: float | None = None

    @property
    def refusal(self) -> Refusal:
        """The reason code of the candidate (SPEC W4)."""
        return _REFUSALS.get(self.code, Refusal.FETCH_FAILED)


class FetchStop(Exception):
    """Ends a fetch from within; the client turns it into a ``FetchRefused``.

    Args:
        code: why.
        detail: plain text for the log.
        retry_after_s: what the server asked to wait.
    """

    def __init__(self, code: FetchCode, detail: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.retry_after_s = retry_after_s


_REFUSALS = {
    FetchCode.URL_INVALID: Refusal.SSRF_BLOCKED,
    FetchCode.SCHEME_REFUSED: Refusal.SSRF_BLOCKED,
    FetchCode.USERINFO_REFUSED: Refusal.SSRF_BLOCKED,
    FetchCode.HOST_INVALID: Refusal.SSRF_BLOCKED,
    FetchCode.PORT_REFUSED: Refusal.SSRF_BLOCKED,
    FetchCode.ADDRESS_REFUSED: Refusal.SSRF_BLOCKED,
    FetchCode.LOCAL_ONLY: Refusal.LOCAL_ONLY,
    FetchCode.REDIRECT_DOWNGRADE: Refusal.SSRF_BLOCKED,
    FetchCode.REDIRECT_TO_INTERNAL: Refusal.SSRF_BLOCKED,
    FetchCode.REDIRECT_INVALID: Refusal.SSRF_BLOCKED,
    FetchCode.DOMAIN_DENIED: Refusal.DOMAIN_DENIED,
    FetchCode.DOMAIN_NOT_ALLOWED: Refusal.DOMAIN_DENIED,
    FetchCode.ROBOTS_DENIED: Refusal.ROBOTS_DENIED,
    FetchCode.TIMEOUT: Refusal.TIMEOUT,
    FetchCode.TOO_LARGE: Refusal.TOO_LARGE,
    FetchCode.BAD_TYPE: Refusal.BAD_TYPE,
}
