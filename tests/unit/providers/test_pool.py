"""The pool over real sockets: order, failover, priorities, timeouts, cancellation (SPEC M1-M3, M6-M8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from contextvars import Context
from typing import Any

import pytest

from neurodesk.domain.errors import InfrastructureFault, RuleRefused, TaskFault
from neurodesk.domain.model_calls import Caller, ModelCall
from neurodesk.domain.models import Priority, Protocol, Role, parse_node
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models.embed_texts import TextEmbedder, cut_evenly
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode, Scripted, ServedModel
from neurodesk.providers.models.pool import ModelPool, PoolLimits
from tests.model_parts import MODEL, WaitingClock, address_of, pool_over, request, until, words

AUTO = Caller("t", Priority.AUTONOMOUS)
MANUAL = Caller("t", Priority.MANUAL)
DESK = Caller("", Priority.INTERACTIVE)


def echo(body: dict[str, Any]) -> Scripted:
    """Answer with the last message."""
    return Scripted(body["messages"][-1]["content"])


def nodes_with(stack: ExitStack, count: int, **options: Any) -> list[LoopbackNode]:
    """Start some nodes that have the model."""
    return [stack.enter_context(LoopbackNode([MODEL], echo, **options)) for _ in range(count)]


def run(pool: ModelPool, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run something, and close the pool's connections behind it."""

    async def whole() -> Any:
        try:
            return await work()
        finally:
            await pool.aclose()

    return asyncio.run(whole())


@pytest.mark.parametrize("protocol", Protocol)
def test_a_call_brings_the_reply_with_its_counts(protocol: Protocol) -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a", protocol)], calls=calls)
        reply = run(pool, lambda: pool.chat(request(words(60)), Role.AUTHOR, who=MANUAL))
    assert reply.raw.content == words(60)
    assert reply.raw.done_reason == "stop"
    assert reply.counted
    assert not reply.truncated
    (call,) = calls
    assert (call.outcome, call.node, call.role, call.priority) == ("ok", "a", "author", "manual")
    assert call.prompt_tokens == len(words(60)) // 4
    assert call.reply_tokens > 0


def test_calls_go_to_nodes_in_the_order_of_the_rule() -> None:
    with ExitStack() as stack:
        started = nodes_with(stack, 3)
        pool = pool_over([address_of(one, name) for one, name in zip(started, "cab", strict=True)])

        async def work() -> list[str]:
            return [(await pool.chat(request(), Role.AUTHOR, who=AUTO)).node for _ in range(6)]

        assert run(pool, work) == ["a", "b", "c", "a", "b", "c"]


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault("status", 503, "server busy"), "busy"),
        (Fault("status", 429), "rate_limited"),
        (Fault("status", 408), "status_408"),
        (Fault("status", 500), "status_500"),
        (Fault("cut"), "cut"),
        (Fault("no_done"), "cut"),
        (Fault("garbage"), "undecodable"),
        (Fault("error_line"), "stream_error"),
    ],
)
def test_a_failing_node_is_replaced_and_left_alone_for_its_cooldown(fault: Fault, outcome: str) -> None:
    calls: list[ModelCall] = []
    clock = WaitingClock()
    with ExitStack() as stack:
        first, second = nodes_with(stack, 2)
        pool = pool_over([address_of(first, "a"), address_of(second, "b")], clock, calls=calls)
        first.always = fault

        async def work() -> list[str]:
            names = [(await pool.chat(request(words(8)), Role.AUTHOR, who=AUTO)).node]
            first.always = None
            await pool.check_health()  # a health success does not shorten the cooldown
            clock.passes(29.0)
            names += [(await pool.chat(request(), Role.AUTHOR, who=AUTO)).node for _ in range(2)]
            clock.passes(1.5)
            names.append((await pool.chat(request(), Role.AUTHOR, who=AUTO)).node)
            return names

        assert run(pool, work) == ["b", "b", "b", "a"]
    assert [(one.node, one.outcome, one.attempt) for one in calls[:2]] == [("a", outcome, 1), ("b", "ok", 2)]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422])
def test_other_refusals_are_no_failover(status: int) -> None:
    with ExitStack() as stack:
        first, second = nodes_with(stack, 2)
        pool = pool_over([address_of(first, "a"), address_of(second, "b")])
        first.always = Fault("status", status, "no")
        with pytest.raises((TaskFault, InfrastructureFault)) as caught:
            run(pool, lambda: pool.chat(request(), Role.AUTHOR, who=AUTO))
        assert not second.record.calls
    expected = "model_unavailable" if status in (401, 403) else "model_refused"
    assert caught.value.code == expected


def test_a_node_that_lost_the_model_is_passed_over_without_cooldown() -> None:
    with ExitStack() as stack:
        first, second = nodes_with(stack, 2)
        pool = pool_over([address_of(first, "a"), address_of(second, "b")])

        async def work() -> str:
            await pool.check_health()
            first.models = [ServedModel("other")]
            return (await pool.chat(request(), Role.AUTHOR, who=AUTO)).node

        assert run(pool, work) == "b"
        assert [one.cooling_s for one in pool.states()] == [0.0, 0.0]


def test_with_one_of_three_nodes_killed_in_mid_stream_nothing_is_lost() -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        started = nodes_with(stack, 3)
        pool = pool_over(
            [address_of(one, name) for one, name in zip(started, "abc", strict=True)],
            calls=calls,
            queue=WorkQueue(in_flight=2, waiting=200),
        )

        def dying(body: dict[str, Any]) -> Scripted:
            if len(started[1].record.calls) == 5:
                started[1].kill()
            return echo(body)

        started[1].answer = dying

        async def work() -> list[Any]:
            texts = [f"call {number} {words(20)}" for number in range(100)]
            got = await asyncio.gather(*(pool.chat(request(text), Role.AUTHOR, who=AUTO) for text in texts))
            return [reply.raw.content == text for reply, text in zip(got, texts, strict=True)]

        assert run(pool, work) == [True] * 100
    assert max(one.attempt for one in calls) == 2
    assert sum(one.outcome != "ok" for one in calls) <= 2
    assert sum(one.node == "b" for one in calls) <= 6, "the dead node is not tried before its cooldown"


def test_no_node_left_is_named_with_the_time_to_try_again() -> None:
    clock = WaitingClock()
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")], clock)
        node.always = Fault("status", 500)
        with pytest.raises(InfrastructureFault, match="model_unavailable") as caught:
            run(pool, lambda: pool.chat(request(), Role.AUTHOR, who=AUTO))
    assert caught.value.retry_after_s == 30.0
    assert caught.value.params["fault"] == "status_500"


def test_an_unreachable_node_is_a_state_and_not_an_error() -> None:
    pool = pool_over([parse_node("a=http://127.0.0.1:9")])
    run(pool, pool.check_health)
    assert pool.fault_of(MODEL) == "connect"
    assert pool.states()[0].fault == "connect"


def test_availability_tells_what_is_missing() -> None:
    with ExitStack() as stack:
        node = stack.enter_context(
            LoopbackNode([MODEL, ServedModel("big:cloud", remote_host="h.example")], echo)
        )
        pool = pool_over([address_of(node, "a")])
        run(pool, pool.check_health)
        assert [pool.fault_of(one) for one in (MODEL, "qwen3:8b", "big:cloud")] == [
            "",
            "model_missing",
            "cloud_model_refused",
        ]
        with pytest.raises(RuleRefused, match="cloud_model_refused"):
            run(pool, lambda: pool.chat(request(model="big:cloud"), Role.AUTHOR))
        assert not node.record.calls
        allowed = pool_over([parse_node(f"a={node.url}", allow_cloud=True)])
        assert run(allowed, lambda: allowed.chat(request(model="big:cloud"), Role.AUTHOR)).node == "a"
    assert pool_over([]).fault_of(MODEL) == "no_node"


def test_different_digests_are_refused_when_that_is_wanted() -> None:
    with ExitStack() as stack:
        made = [LoopbackNode([ServedModel(MODEL, digest=digest)], echo) for digest in ("d1", "d2")]
        started = [stack.enter_context(one) for one in made]
        addresses = [address_of(one, name) for one, name in zip(started, "ab", strict=True)]
        strict = pool_over(addresses, limits=PoolLimits(require_same_digest=True))
        with pytest.raises(InfrastructureFault, match="model_digests_differ"):
            run(strict, lambda: strict.chat(request(), Role.AUTHOR))
        loose = pool_over(addresses)
        run(loose, lambda: loose.chat(request(), Role.AUTHOR))
        assert loose.nodes.digests(MODEL) == ("d1", "d2")


def test_tokens_are_sent_and_a_missing_one_is_told() -> None:
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1, token="abc")
        without = pool_over([address_of(node, "a")])
        run(without, without.check_health)
        assert without.fault_of(MODEL) == "unauthorized"
        pool = pool_over([address_of(node, "a")], tokens=lambda _url: "abc")
        assert run(pool, lambda: pool.chat(request(), Role.AUTHOR)).raw.content == "hello"


def test_a_token_never_goes_over_plain_http_to_a_public_address() -> None:
    pool = pool_over([parse_node("a=http://models.example.org:11434")], tokens=lambda _url: "abc")
    run(pool, pool.check_health)
    assert pool.fault_of(MODEL) == "token_over_plain_http"


# -- time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "limit_s", "outcome"),
    [(Fault("hang"), 600.0, "first_token_timeout"), (Fault("stall"), 120.0, "stalled")],
)
def test_a_silent_node_is_released_and_failed_over(fault: Fault, limit_s: float, outcome: str) -> None:
    calls: list[ModelCall] = []
    clock = WaitingClock()
    with ExitStack() as stack:
        first, second = nodes_with(stack, 2)
        pool = pool_over([address_of(first, "a"), address_of(second, "b")], clock, calls=calls)
        first.play(fault)

        async def work() -> str:
            await pool.check_health()
            call = asyncio.ensure_future(pool.chat(request(words(40)), Role.AUTHOR, who=AUTO))
            await until(lambda: bool(first.record.calls))
            if fault.kind == "stall":
                await until(lambda: bool(first.record.loads))
                await asyncio.sleep(0.1)
            clock.passes(limit_s - 1)
            await asyncio.sleep(0.02)
            assert not call.done()
            clock.passes(1.5)
            return (await call).node

        assert run(pool, work) == "b"
        assert [one.in_flight for one in pool.states()] == [0, 0]
    assert [one.outcome for one in calls] == [outcome, "ok"]


def test_a_warm_model_gets_less_time_for_its_first_token() -> None:
    clock = WaitingClock()
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")], clock)

        async def work() -> None:
            await pool.chat(request(), Role.AUTHOR, who=AUTO)
            node.play(Fault("hang"))
            call = asyncio.ensure_future(pool.chat(request(), Role.AUTHOR, who=AUTO))
            await until(lambda: len(node.record.calls) == 2)
            clock.passes(181.0)
            with pytest.raises(InfrastructureFault, match="first_token_timeout"):
                await call

        run(pool, work)


def test_a_cancelled_call_costs_the_node_nothing() -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")], calls=calls)
        node.play(Fault("stall"))

        async def work() -> None:
            call = asyncio.ensure_future(pool.chat(request(words(40)), Role.AUTHOR, who=AUTO))
            await until(lambda: bool(node.record.loads))
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            (state,) = pool.states()
            assert (state.in_flight, state.requests, state.mean_s, state.cooling_s) == (0, 0, 0.0, 0.0)
            assert (await pool.chat(request(), Role.AUTHOR, who=AUTO)).node == "a"

        run(pool, work)
    assert [one.outcome for one in calls] == ["cancelled", "ok"]


@pytest.mark.parametrize("turns", range(12))
def test_m2_a_call_cancelled_at_any_turn_of_the_loop_leaves_the_node_free(turns: int) -> None:
    """Also between the grant of the node and the call's first step, where the call itself cannot see it."""
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")])

        async def work() -> None:
            await pool.check_health()
            node.play(Fault("slow"))
            first = asyncio.ensure_future(pool.chat(request(), Role.AUTHOR, who=AUTO))
            await until(lambda: bool(node.record.calls))
            second = asyncio.ensure_future(pool.chat(request(), Role.AUTHOR, who=AUTO))
            await until(lambda: pool.queue.counts() == (1, 1))
            first.cancel()
            for _ in range(turns):
                await asyncio.sleep(0)
            second.cancel()
            await asyncio.wait([first, second])
            node.released.set()
            (state,) = pool.states()
            assert (state.in_flight, state.cooling_s, pool.queue.counts()) == (0, 0.0, (0, 0))
            assert (await pool.chat(request(), Role.AUTHOR, who=AUTO)).node == "a"

        run(pool, work)


def test_a_cancelled_wait_leaves_no_trace_in_the_queue() -> None:
    queue = WorkQueue(in_flight=1)

    async def work() -> None:
        somebody_else = Context()
        async with queue.slot(Priority.MANUAL):
            waiting = asyncio.create_task(queue.acquire(Priority.MANUAL), context=somebody_else)
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert queue.counts() == (1, 0)
        assert queue.counts() == (0, 0)

    asyncio.run(work())


# -- priorities ---------------------------------------------------------------------------------------


def test_an_interactive_call_waits_for_the_running_one_only() -> None:
    order: list[str] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)

        def noted(body: dict[str, Any]) -> Scripted:
            order.append(body["messages"][-1]["content"])
            return Scripted("done")

        node.answer = noted
        node.play(Fault("slow"))
        pool = pool_over([address_of(node, "a")])

        async def work() -> None:
            await pool.check_health()
            background = [
                asyncio.ensure_future(pool.chat(request(f"background {n}"), Role.AUTHOR, who=AUTO))
                for n in range(5)
            ]
            await until(lambda: bool(node.record.calls))
            manual = asyncio.ensure_future(pool.chat(request("manual"), Role.AUTHOR, who=MANUAL))
            await asyncio.sleep(0)
            desk = asyncio.ensure_future(pool.chat(request("desk"), Role.ASK, who=DESK))
            await asyncio.sleep(0.01)
            node.released.set()
            await asyncio.gather(*background, manual, desk)

        run(pool, work)
    assert order == ["background 0", "desk", "manual", *(f"background {n}" for n in range(1, 5))]
    assert node.record.peak == 1


def test_a_full_queue_refuses_the_person_and_defers_a_task() -> None:
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        node.play(Fault("slow"))
        pool = pool_over([address_of(node, "a")])

        async def work() -> None:
            await pool.check_health()
            made = [asyncio.ensure_future(pool.chat(request(), Role.AUTHOR, who=AUTO)) for _ in range(65)]
            await until(lambda: bool(node.record.calls))
            with pytest.raises(RuleRefused, match="work_queue_full"):
                await pool.chat(request(), Role.AUTHOR, who=DESK)
            for task in (AUTO, MANUAL):  # the worker defers its task for it, and charges no attempt (Q6)
                with pytest.raises(InfrastructureFault, match="work_queue_full"):
                    await pool.chat(request(), Role.AUTHOR, who=task)
                with pytest.raises(InfrastructureFault, match="work_queue_full"):
                    await pool.embed(MODEL, ["text"], who=task)
            node.released.set()
            assert len(await asyncio.gather(*made)) == 65

        run(pool, work)


def test_calls_from_two_loops_share_one_queue() -> None:
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")])

        async def some(name: str) -> list[str]:
            try:
                got = await asyncio.gather(
                    *(pool.chat(request(f"{name}{n}"), Role.AUTHOR, who=AUTO) for n in range(10))
                )
            finally:
                await pool.aclose()
            return [one.raw.content for one in got]

        async def both() -> list[list[str]]:
            other = asyncio.to_thread(lambda: asyncio.run(some("x")))
            return list(await asyncio.gather(some("y"), other))

        assert asyncio.run(both()) == [[f"{name}{n}" for n in range(10)] for name in "yx"]
        assert node.record.peak == 1


# -- context ------------------------------------------------------------------------------------------


def test_a_prompt_cut_in_silence_is_marked() -> None:
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")])

        async def work() -> list[bool]:
            whole = await pool.chat(request(words(800)), Role.AUTHOR)
            node.play(Fault("truncate"))
            cut = await pool.chat(request(words(800)), Role.AUTHOR)
            return [whole.truncated, cut.truncated]

        assert run(pool, work) == [False, True]


def test_one_window_serves_a_model_until_it_is_too_small() -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        pool = pool_over([address_of(node, "a")], calls=calls)

        async def work() -> None:
            for count in (10, 900, 10, 200):
                await pool.chat(request(words(count)), Role.AUTHOR)

        run(pool, work)
    assert [one.num_ctx for one in calls] == [2048, 4096, 4096, 4096]


def test_a_window_that_does_not_fit_into_memory_is_halved_once() -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        node.answer = lambda _body: Scripted("done")
        pool = pool_over([address_of(node, "a")], calls=calls)

        async def work() -> None:
            await pool.chat(request(words(2000)), Role.AUTHOR)
            node.memory_ctx = 4096
            await pool.chat(request(words(10)), Role.AUTHOR)
            with pytest.raises(InfrastructureFault, match="out_of_memory"):
                await pool.chat(request(words(2500)), Role.AUTHOR)

        run(pool, work)
    assert [(one.num_ctx, one.outcome) for one in calls] == [
        (8192, "ok"),
        (8192, "out_of_memory"),
        (4096, "ok"),
        (8192, "out_of_memory"),
    ]


def test_a_looping_reply_is_stopped_early() -> None:
    calls: list[ModelCall] = []
    with ExitStack() as stack:
        (node,) = nodes_with(stack, 1)
        node.answer = lambda _body: Scripted("x", pieces=("and again ",) * 4000)
        pool = pool_over([address_of(node, "a")], calls=calls)
        reply = run(pool, lambda: pool.chat(request(), Role.AUTHOR))
    assert reply.raw.stopped == "loop"
    assert len(reply.raw.content) < 4000
    assert calls[0].outcome == "loop"


# -- vectors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", Protocol)
def test_vectors_come_in_the_order_asked(protocol: Protocol) -> None:
    with ExitStack() as stack:
        node = stack.enter_context(LoopbackNode(["embeddinggemma"], echo))
        pool = pool_over([address_of(node, "a", protocol)])
        found = run(pool, lambda: pool.embed("embeddinggemma", ["aaa", "bbb", "aaa"]))
    assert found[0] == found[2] != found[1]


def test_long_texts_are_cut_by_us_and_the_limit_is_learned() -> None:
    with ExitStack() as stack:
        model = ServedModel("embeddinggemma", context_length=120)
        node = stack.enter_context(LoopbackNode([model], echo, lists_details=False))
        pool = pool_over([address_of(node, "a")])
        embedder = TextEmbedder(pool, "embeddinggemma")
        done: list[int] = []
        texts = [words(600), "short", "", words(600)]
        found = run(pool, lambda: embedder.vectors(texts, done.append))
        lengths = [len(part) for call in node.record.calls for part in call["input"]]
    assert found[0] == found[3] != found[1]
    assert all(abs(sum(one * one for one in row) - 1) < 1e-9 for row in (found[0], found[1]))
    assert found[2] == [0.0] * 8
    assert done == [4]
    assert max(lengths[-4:]) <= 483, "nothing too long is sent again"


@pytest.mark.parametrize("limit", [1, 7, 50, 1000])
def test_cut_parts_make_up_the_text(limit: int) -> None:
    text = words(60)
    parts = cut_evenly(text, limit)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= limit
