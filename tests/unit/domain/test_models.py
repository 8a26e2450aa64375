"""The pool's rules: addresses, order of nodes, failover, cooldown, and the one queue (SPEC M1-M3, M10)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.models import (
    Failure,
    NodeAddress,
    NodeLoad,
    Priority,
    Protocol,
    Ticket,
    WorkLine,
    choose_node,
    fails_over,
    is_cloud_model,
    is_private_host,
    parse_node,
    same_model,
)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("gpu1", "http://gpu1:11434"),
        ("127.0.0.1", "http://127.0.0.1:11434"),
        ("localhost:11434/", "http://localhost:11434"),
        ("http://gpu1", "http://gpu1:11434"),
        ("http://gpu1:8000/", "http://gpu1:8000"),
        ("http://gpu1:11434/api", "http://gpu1:11434"),
        ("http://gpu1:11434/api/", "http://gpu1:11434"),
        ("http://gpu1:11434/api/chat", "http://gpu1:11434"),
        ("HTTP://GPU1:11434/api/tags", "http://gpu1:11434"),
        ("https://models.example.org", "https://models.example.org"),
        ("https://models.example.org/ollama/api/", "https://models.example.org/ollama"),
        ("::1", "http://[::1]:11434"),
        ("[::1]:9000", "http://[::1]:9000"),
        ("0.0.0.0:11434", "http://127.0.0.1:11434"),
        ("  http://gpu1:11434//  ", "http://gpu1:11434"),
    ],
)
def test_an_address_is_read_in_any_spelling(text: str, url: str) -> None:
    assert parse_node(text).url == url


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/v1/models"])
def test_an_openai_address_needs_no_v1(tail: str) -> None:
    assert parse_node(f"http://gpu1:8080{tail}", Protocol.OPENAI).url == "http://gpu1:8080"


def test_an_address_may_carry_name_and_limits() -> None:
    node = parse_node("big box=http://gpu1;weight=2;inflight=3")
    assert (node.name, node.weight, node.max_in_flight) == ("big box", 2.0, 3)
    assert parse_node("gpu1").name == "gpu1:11434"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ftp://gpu1",
        "http://",
        "http://user:secret@gpu1",
        "http://gpu1:99999",
        "a b",
        "gpu1;weight=x",
        "gpu1;inflight=0",
        "http://gpu1?x=1",
        "http://gpu 1",
    ],
)
def test_a_wrong_address_is_refused_without_telling_secrets(text: str) -> None:
    with pytest.raises(BadInput, match="node_address_invalid") as caught:
        parse_node(text)
    assert "secret" not in str(caught.value)


def test_a_name_without_tag_means_latest() -> None:
    assert same_model("embeddinggemma", "embeddinggemma:latest")
    assert same_model("hub.example:5000/x/Gemma3", "hub.example:5000/x/gemma3:latest")
    assert not same_model("gemma3:12b", "gemma3")


@pytest.mark.parametrize(
    ("name", "host", "is_cloud"),
    [
        ("gpt-oss:120b-cloud", "", True),
        ("x-cloud", "", True),
        ("x:cloud", "", True),
        ("x", "h.example", True),
        ("cloudy:7b", "", False),
        ("gemma3:12b", "", False),
    ],
)
def test_models_that_send_prompts_away_are_known(name: str, host: str, is_cloud: bool) -> None:
    assert is_cloud_model(name, host) is is_cloud


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("gpu1", True),
        ("gpu1.local", True),
        ("fd00::1", True),
        ("8.8.8.8", False),
        ("models.example.org", False),
        ("0.0.0.0", False),
    ],
)
def test_private_hosts_are_told_from_public_ones(host: str, private: bool) -> None:
    assert is_private_host(host) is private


def test_failover_exactly_on_the_failures_of_the_rule() -> None:
    moved = {status for status in range(400, 600) if fails_over(Failure.STATUS, status)}
    assert moved == {408, 429, *range(500, 600)}
    away = {Failure.CONNECT, Failure.CONNECT_TIMEOUT, Failure.FIRST_TOKEN_TIMEOUT, Failure.STALLED}
    away |= {Failure.CUT, Failure.UNDECODABLE, Failure.STREAM_ERROR, Failure.MODEL_MISSING}
    away |= {Failure.OUT_OF_MEMORY}
    # A node that has nothing to run its model with is not there, like one that cannot be reached.
    away |= {Failure.ENGINE_MISSING, Failure.FILE_MISSING, Failure.FILE_INVALID}
    assert {one for one in Failure if fails_over(one)} == away


# -- order --------------------------------------------------------------------------------------------

loads = st.builds(
    lambda name, flight, requests, finished, busy: NodeLoad(
        NodeAddress(name, f"http://{name}", max_in_flight=3), flight, requests, busy, finished
    ),
    st.text("abc", min_size=1, max_size=2),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from([0.0, 1.0, 4.0]),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(loads, max_size=6, unique_by=lambda one: one.address.name), st.randoms())
def test_the_node_is_the_one_with_fewest_in_flight_then_requests_then_duration_then_name(
    nodes: list[NodeLoad], random: object
) -> None:
    chosen = choose_node(nodes, now=0.0)
    free = [one for one in nodes if one.in_flight < 3]
    if not free:
        assert chosen is None
        return
    assert chosen is not None
    for other in free:
        if other.in_flight != chosen.in_flight:
            assert chosen.in_flight < other.in_flight
        elif other.requests != chosen.requests:
            assert chosen.requests < other.requests
        elif other.mean_s != chosen.mean_s:
            assert chosen.mean_s < other.mean_s
        else:
            assert chosen.address.name <= other.address.name
    assert choose_node(nodes[::-1], now=0.0) is chosen


def test_a_failed_node_is_left_alone_for_its_cooldown() -> None:
    node = NodeLoad(NodeAddress("a", "http://a"))
    node.failed(100.0)
    assert choose_node([node], 129.9) is None
    assert choose_node([node], 130.0) is node
    node.failed(100.0)
    node.failed(110.0)
    assert choose_node([node], 139.0) is None


def test_weight_counts_requests_of_a_strong_node_less() -> None:
    strong = NodeLoad(NodeAddress("b", "http://b", weight=2.0), requests=3)
    weak = NodeLoad(NodeAddress("a", "http://a"), requests=2)
    assert choose_node([weak, strong], 0.0) is strong


# -- queue --------------------------------------------------------------------------------------------


class Desk:
    """A queue that is watched: who may be granted is decided from the outside, by an independent rule."""

    def __init__(self, in_flight: int, waiting: int) -> None:
        self.line = WorkLine(in_flight, waiting)
        self.limits = (in_flight, waiting)
        self.waiting: list[Ticket] = []
        self.running: list[Ticket] = []
        self.granted: list[Ticket] = []

    def pump(self) -> None:
        while (ticket := self.line.grant()) is not None:
            assert all(ticket.priority <= one.priority for one in self.waiting)
            elders = [one for one in self.waiting if one.priority == ticket.priority]
            assert elders[0] is ticket, "passed one that came before"
            self.waiting.remove(ticket)
            self.running.append(ticket)
            self.granted.append(ticket)
            assert len(self.running) <= self.limits[0]
        assert self.line.waiting == tuple(sorted(self.waiting, key=lambda one: one.priority))


@settings(max_examples=80, deadline=None)
@given(
    st.integers(1, 3),
    st.integers(0, 6),
    st.lists(
        st.one_of(
            st.tuples(st.just("enter"), st.sampled_from(Priority)),
            st.tuples(st.sampled_from(["finish", "cancel", "again"]), st.integers(0, 8)),
        ),
        max_size=40,
    ),
)
def test_classes_in_order_fifo_inside_never_above_the_limits(
    in_flight: int, waiting: int, acts: list[tuple[str, int]]
) -> None:
    desk = Desk(in_flight, waiting)
    for act, value in acts:
        if act == "enter":
            full = len(desk.waiting) >= waiting and (bool(desk.waiting) or len(desk.running) >= in_flight)
            if full:
                with pytest.raises(RuleRefused, match="work_queue_full"):
                    desk.line.enter(Priority(value))
            else:
                desk.waiting.append(desk.line.enter(Priority(value)))
        elif act == "cancel" and desk.waiting:
            gone = desk.waiting.pop(value % len(desk.waiting))
            desk.line.leave(gone)
        elif act == "finish" and desk.running:
            desk.line.leave(desk.running.pop(value % len(desk.running)))
        elif act == "again" and desk.running:
            back = desk.running.pop(value % len(desk.running))
            desk.line.requeue(back)
            place = sum(one.number < back.number for one in desk.waiting if one.priority == back.priority)
            same = [one for one in desk.waiting if one.priority == back.priority]
            at = desk.waiting.index(same[place]) if place < len(same) else len(desk.waiting)
            desk.waiting.insert(at, back)
        desk.pump()
    # A finite load is served whole: no class starves for ever.
    while desk.running:
        desk.line.leave(desk.running.pop(0))
        desk.pump()
    assert not desk.waiting


def test_a_head_that_cannot_start_is_not_passed_by_others() -> None:
    line = WorkLine()
    free = [False]
    first = line.enter(Priority.MANUAL, lambda: free[0])
    second = line.enter(Priority.AUTONOMOUS)
    assert line.grant() is None
    free[0] = True
    assert [line.grant(), line.grant()] == [first, second]
