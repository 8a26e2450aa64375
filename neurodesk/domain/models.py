"""The pool's rules without input or output: addresses, order, failover, queue (SPEC M1-M3, M10)."""

from __future__ import annotations

import bisect
import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from urllib.parse import urlsplit

from neurodesk.domain.errors import BadInput, RuleRefused

COOLDOWN_S = 30.0
IN_FLIGHT = 2
WAITING = 64
OLLAMA_PORT = 11434


class Role(StrEnum):
    """What a model is asked to be (SPEC M1); Ask is written by the author's model."""

    PLANNER = "planner"
    AUTHOR = "author"
    REVIEWER = "reviewer"
    EMBEDDING = "embedding"
    ASK = "ask"


class Priority(IntEnum):
    """The three classes of SPEC M3; a smaller number goes first."""

    INTERACTIVE = 0
    MANUAL = 1
    AUTONOMOUS = 2


class Protocol(StrEnum):
    """What a node speaks (SPEC M1, M9)."""

    OLLAMA = "ollama"
    OPENAI = "openai"
    LOCAL = "local"  # a GGUF file that this application serves to itself


# -- addresses ----------------------------------------------------------------------------------------

_ENTRY = re.compile(r"(?:(?P<name>[^\W_][\w .-]{0,39})=)?(?P<url>[^;\s]+)(?P<rest>(?:;[a-z]+=[^;\s]+)*)")
_HOST = re.compile(r"[^\W_](?:[\w.-]{0,251}[^\W_])?")
_TAILS = re.compile(
    r"(?:/api(?:/(?:chat|generate|embed|embeddings|tags|ps|show|version))?"
    r"|/v1(?:/(?:chat/completions|models|embeddings|completions))?)?/*$"
)


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """A configured node.

    Attributes:
        name: shown, and the last tie-breaker of the order; the host with its port unless one was given.
        url: scheme, host, port and, behind a proxy, a path; without a slash at its end.
        weight: how many requests count as one when nodes are compared (SPEC M1); 1 for equal nodes.
        max_in_flight: calls that this node gets at once.
    """

    name: str
    url: str
    protocol: Protocol = Protocol.OLLAMA
    weight: float = 1.0
    max_in_flight: int = 1
    allow_cloud: bool = False

    @property
    def host(self) -> str:
        """The host without brackets."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_loopback(self) -> bool:
        """Whether prompts to it stay on this machine, as far as the address tells."""
        return self.protocol is Protocol.LOCAL or is_loopback_host(self.host)


def is_loopback_host(host: str) -> bool:
    """Tell whether a host is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_private_host(host: str) -> bool:
    """Tell whether a host is this machine or surely of a private network.

    An address tells by its range, a name by being bare or local; another name is
    not private, wherever it may resolve to (SPEC M10).
    """
    if is_loopback_host(host):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(
            (".local", ".lan", ".internal", ".home.arpa", ".intranet", ".intern", ".corp", ".home")
        )
    return address.is_private and not address.is_unspecified


def is_node(text: str) -> bool:
    """Tell whether a text can be read as a node; whether a cloud may be one is asked elsewhere."""
    try:
        parse_node(text, allow_cloud=True)
    except BadInput:
        return False
    return True


def parse_node(text: str, protocol: Protocol = Protocol.OLLAMA, *, allow_cloud: bool = False) -> NodeAddress:
    """Read a node's address in any spelling: with or without scheme, port, path of an endpoint, slash.

    ``name=`` before it names the node, ``;weight=2`` and ``;inflight=2`` behind it set its limits.

    Raises:
        BadInput: ``node_address_invalid``.
    """
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise BadInput("node_address_invalid", address=text[:200])
    raw = match["url"]
    if "://" not in raw:
        raw = "http://" + (f"[{raw}]" if _is_ipv6(raw) else raw)
    try:
        parts = urlsplit(raw)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadInput("node_address_invalid", address=text[:200]) from None
    scheme = parts.scheme.lower()
    bad_host = not (_is_ipv6(host) or _HOST.fullmatch(host))
    if scheme not in ("http", "https") or bad_host or parts.username is not None or parts.query:
        raise BadInput("node_address_invalid", address=_without_secret(text))
    if _is_unspecified(host):  # the address a server listens on, copied from its settings: it means here
        host = "127.0.0.1"
    if port is None and scheme == "http":
        port = OLLAMA_PORT if protocol is Protocol.OLLAMA else 80
    shown = f"[{host}]" if ":" in host else host
    place = shown if port is None else f"{shown}:{port}"
    weight, in_flight = _limits(match["rest"], text)
    return NodeAddress(
        name=(match["name"] or "").strip() or place,
        url=f"{scheme}://{place}{_TAILS.sub('', parts.path)}",
        protocol=protocol,
        weight=weight,
        max_in_flight=in_flight,
        allow_cloud=allow_cloud,
    )


def _limits(rest: str, text: str) -> tuple[float, int]:
    weight, in_flight = 1.0, 1
    for pair in filter(None, rest.split(";")):
        key, _, value = pair.partition("=")
        try:
            if key == "weight":
                weight = float(value)
            elif key == "inflight":
                in_flight = int(value)
            else:
                raise ValueError
        except ValueError:
            raise BadInput("node_address_invalid", address=text[:200]) from None
    if not (0.01 <= weight <= 100 and 1 <= in_flight <= 16):
        raise BadInput("node_address_invalid", address=text[:200])
    return weight, in_flight


def _is_ipv6(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).version == 6
    except ValueError:
        return False


def _is_unspecified(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _without_secret(text: str) -> str:
    return re.sub(r"//[^/@]*@", "//…@", text)[:200]


# -- models -------------------------------------------------------------------------------------------


def full_model_name(name: str) -> str:
    """Return a model's name with its tag; none means ``latest`` (SPEC M1)."""
    last = name.rsplit("/", 1)[-1]
    return name if ":" in last else f"{name}:latest"


def same_model(one: str, other: str) -> bool:
    """Tell whether two names mean one model."""
    return full_model_name(one).casefold() == full_model_name(other).casefold()


def is_cloud_model(name: str, remote_host: str = "") -> bool:
    """Tell whether a model sends its prompts away through the local port (SPEC M10)."""
    base, _, tag = full_model_name(name).casefold().rpartition(":")
    return bool(remote_host) or base.endswith("-cloud") or tag == "cloud" or tag.endswith("-cloud")


# -- failures -----------------------------------------------------------------------------------------


class Failure(StrEnum):
    """How a call to a node can fail."""

    CONNECT = "connect"
    CONNECT_TIMEOUT = "connect_timeout"
    FIRST_TOKEN_TIMEOUT = "first_token_timeout"  # noqa: S105
    STALLED = "stalled"
    CUT = "cut"
    UNDECODABLE = "undecodable"
    STREAM_ERROR = "stream_error"
    STATUS = "status"
    MODEL_MISSING = "model_missing"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_LONG = "prompt_too_long"
    TOO_LARGE = "reply_too_large"
    ENGINE_MISSING = "local_engine_missing"
    FILE_MISSING = "model_file_missing"
    FILE_INVALID = "model_file_invalid"


def scheme_trouble(failure: Failure, status: int, detail: str) -> str:
    """Return ``wrong_scheme`` or ``tls_failed`` when a request failed by the way to the server, else ""."""
    if failure is Failure.CONNECT:
        if "WRONG_VERSION_NUMBER" in detail or "record layer failure" in detail.lower():
            return "wrong_scheme"
        return "tls_failed" if "CERTIFICATE_VERIFY_FAILED" in detail or "SSL" in detail else ""
    plain_to_tls = failure is Failure.STATUS and status == 400
    return "wrong_scheme" if plain_to_tls and "http request was sent to https" in detail.lower() else ""


# States of the node or of the way to it. Named one by one: a failure that is new moves no call by itself.
_AWAY = frozenset(
    {
        Failure.CONNECT,
        Failure.CONNECT_TIMEOUT,
        Failure.FIRST_TOKEN_TIMEOUT,
        Failure.STALLED,
        Failure.CUT,
        Failure.UNDECODABLE,
        Failure.STREAM_ERROR,
        Failure.MODEL_MISSING,
        Failure.OUT_OF_MEMORY,
        Failure.ENGINE_MISSING,
        Failure.FILE_MISSING,
        Failure.FILE_INVALID,
    }
)


def fails_over(failure: Failure, status: int = 0) -> bool:
    """Tell whether another node may take over (SPEC M2).

    Yes on connection errors, timeouts, 408, 429, 5xx, undecodable outer JSON, and on a node that lacks the
    model, the memory for it, or what runs it: that is a state of the node, not of the request. No on other
    4xx, nor on a prompt or reply that is too large: it is so everywhere.
    """
    if failure is Failure.STATUS:
        return status in (408, 429) or 500 <= status <= 599
    return failure in _AWAY


# -- order of nodes -----------------------------------------------------------------------------------


@dataclass(slots=True)
class NodeLoad:
    """What is counted of a node.

    Attributes:
        requests: calls given to it so far, failed ones among them.
        busy_s, finished: sum and number of the finished calls' durations.
        cooldown_until: monotonic seconds; before that it gets no call.
    """

    address: NodeAddress
    in_flight: int = 0
    requests: int = 0
    busy_s: float = 0.0
    finished: int = 0
    cooldown_until: float = float("-inf")

    @property
    def mean_s(self) -> float:
        """Mean duration of its finished calls, 0 before the first."""
        return self.busy_s / self.finished if self.finished else 0.0

    def cooling(self, now: float) -> bool:
        """Whether a failure forbids calls now; a health success does not shorten that (SPEC M2)."""
        return now < self.cooldown_until

    def failed(self, now: float, cooldown_s: float = COOLDOWN_S) -> None:
        """Start the cooldown."""
        self.cooldown_until = max(self.cooldown_until, now + cooldown_s)

    @property
    def order(self) -> tuple[int, float, float, str]:
        """Fewest in flight, fewest requests, shortest mean duration, name (SPEC M2)."""
        return self.in_flight, self.requests / self.address.weight, self.mean_s, self.address.name


def choose_node(nodes: Iterable[NodeLoad], now: float) -> NodeLoad | None:
    """Return the node for a call that starts at this moment, None when each is busy or cooling (SPEC M2)."""
    free = [one for one in nodes if one.in_flight < one.address.max_in_flight and not one.cooling(now)]
    return min(free, key=lambda one: one.order, default=None)


# -- queue --------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Ticket:
    """A place in the queue.

    Attributes:
        ready: whether what it needs besides a place is free now; asked when its turn comes.
    """

    priority: Priority
    number: int
    ready: Callable[[], bool] = field(repr=False)

    @property
    def order(self) -> tuple[int, int]:
        """Class first, then the order of coming."""
        return int(self.priority), self.number


class WorkLine:
    """The one bounded queue for searches, fetches and model calls (SPEC M3); holds no thread and no clock.

    The head of the line is the oldest waiter of the highest class. Nobody passes it, so that a lower class
    never overtakes and none of a class overtakes its elders.

    Args:
        in_flight: places that work at once.
        waiting: places that wait; one more is refused.
    """

    def __init__(self, in_flight: int = IN_FLIGHT, waiting: int = WAITING) -> None:
        self._limit = in_flight
        self._room = waiting
        self._next = 0
        self._line: list[Ticket] = []
        self.running: list[Ticket] = []

    @property
    def waiting(self) -> tuple[Ticket, ...]:
        """Who waits, first first."""
        return tuple(self._line)

    def enter(self, priority: Priority, ready: Callable[[], bool] = lambda: True) -> Ticket:
        """Take a place at the end of one's class.

        Raises:
            RuleRefused: ``work_queue_full``; nothing was queued.
        """
        ticket = Ticket(priority, self._next, ready)
        can_start = not self._line and len(self.running) < self._limit and ready()
        if not can_start and len(self._line) >= self._room:
            raise RuleRefused("work_queue_full", waiting=len(self._line), limit=self._room)
        self._next += 1
        bisect.insort(self._line, ticket, key=lambda one: one.order)
        return ticket

    def requeue(self, ticket: Ticket) -> None:
        """Give a running ticket its old place back: a failover loses no turn, nor is it refused."""
        self.running.remove(ticket)
        bisect.insort(self._line, ticket, key=lambda one: one.order)

    def grant(self) -> Ticket | None:
        """Let the head of the line start if it can; ask again until None."""
        if self._line and len(self.running) < self._limit and self._line[0].ready():
            ticket = self._line.pop(0)
            self.running.append(ticket)
            return ticket
        return None

    def leave(self, ticket: Ticket) -> None:
        """Give the place free, whether it waited or worked; leaving twice is harmless."""
        if ticket in self.running:
            self.running.remove(ticket)
        elif ticket in self._line:
            self._line.remove(ticket)
