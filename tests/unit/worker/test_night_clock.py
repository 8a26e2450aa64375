"""The clock that jumps when nothing is runnable, and the script that hangs on the seed alone."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.changes import Kind
from neurodesk.storage.db import Database, Tx
from neurodesk.worker.night.clock import NightClock, NightLoop
from neurodesk.worker.night.script import Act, Fault, NightScript, Window, write_script

QUESTIONS = ["a", "b", "c"]


def run(clock: NightClock, main: object) -> object:
    with asyncio.Runner(loop_factory=lambda: NightLoop(clock)) as runner:
        return runner.run(main)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=20))
def test_sleepers_wake_in_the_order_of_their_due_times(delays: list[float]) -> None:
    clock = NightClock(1000.0)
    woken: list[tuple[float, float]] = []

    async def sleeper(delay: float) -> None:
        await clock.sleep(delay)
        woken.append((delay, clock.elapsed_s))

    async def main() -> None:
        await asyncio.gather(*(sleeper(one) for one in delays))

    run(clock, main())
    assert woken == [(one, one) for one in sorted(delays)]
    assert clock.time() == 1000.0 + max(delays)


def test_a_whole_year_passes_without_waiting() -> None:
    clock = NightClock(0.0)

    async def main() -> None:
        for _ in range(365):
            await clock.sleep(86_400)

    run(clock, main())
    assert clock.monotonic() == 365 * 86_400


def test_the_clock_stands_still_while_a_thread_works() -> None:
    clock = NightClock(0.0)
    seen: list[float] = []
    go_on = threading.Event()

    def work() -> float:
        go_on.wait(5)
        return clock.elapsed_s

    async def sleeper() -> None:
        await clock.sleep(60)
        seen.append(clock.elapsed_s)

    async def main() -> float:
        sleeping = asyncio.ensure_future(sleeper())
        later = threading.Timer(0.05, go_on.set)  # nothing but the thread keeps the clock from jumping
        later.start()
        found = await asyncio.to_thread(work)
        await sleeping
        later.join()
        return found

    assert run(clock, main()) == 0.0
    assert seen == [60.0]


def test_a_cancelled_sleeper_does_not_move_the_clock() -> None:
    clock = NightClock(0.0)

    async def main() -> None:
        late = asyncio.ensure_future(clock.sleep(1e9))
        await clock.sleep(1)
        late.cancel()
        await clock.sleep(1)

    run(clock, main())
    assert clock.elapsed_s == 2.0


def test_a_continued_night_tells_each_jump_before_it_counts() -> None:
    told: list[float] = []
    clock = NightClock(0.0, 100.0, told.append)

    async def main() -> None:
        await clock.sleep(5)
        await clock.sleep(5)

    run(clock, main())
    assert (told, clock.elapsed_s) == ([105.0, 110.0], 110.0)


@given(st.integers(0, 10_000), st.sampled_from([1.0, 8.0]))
def test_the_same_seed_writes_the_same_script(seed: int, hours: float) -> None:
    script = write_script(seed, hours, QUESTIONS)
    assert script == write_script(seed, hours, QUESTIONS)
    assert script != write_script(seed + 1, hours, QUESTIONS)
    assert {one.act for one in script.happenings} == set(Act)
    assert {one.fault for one in script.windows} == set(Fault)
    assert all(0 <= one.at_s <= script.end_s for one in script.happenings)
    assert 1.0 <= script.step_seconds("x", "y", 1.0, 2.0) <= 2.0


def test_a_fault_holds_inside_its_window_only() -> None:
    script = NightScript(1, 1.0, (Window(Fault.SEARCH_BLOCKED, 10, 20),), ())
    assert [script.fault_until(Fault.SEARCH_BLOCKED, at) for at in (9.9, 10, 19.9, 20)] == [0, 20, 20, 0]
    assert script.fault_until(Fault.MODEL_DOWN, 15) == 0


def test_limits_and_timers_of_the_loop_live_by_the_clock_in_order_with_its_sleepers() -> None:
    clock = NightClock(0.0)
    order: list[tuple[str, float]] = []

    async def main() -> None:
        sleeping = asyncio.ensure_future(clock.sleep(30.0))
        asyncio.get_running_loop().call_later(10.0, lambda: order.append(("timer", clock.elapsed_s)))
        try:
            async with asyncio.timeout(20.0):
                await asyncio.Event().wait()
        except TimeoutError:
            order.append(("limit", clock.elapsed_s))
        await sleeping
        order.append(("sleeper", clock.elapsed_s))

    run(clock, main())
    assert order == [("timer", 10.0), ("limit", 20.0), ("sleeper", 30.0)]


def test_a_limit_ends_nothing_while_a_thread_works_however_long_that_takes() -> None:
    clock = NightClock(0.0)
    go_on = threading.Event()

    async def main() -> bool:
        later = threading.Timer(0.05, go_on.set)
        later.start()
        async with asyncio.timeout(0.001):  # would be over at once in real time
            found = await asyncio.to_thread(go_on.wait, 5)
        later.join()
        return found

    assert run(clock, main()) is True


def test_a_change_that_another_thread_still_writes_is_heard_before_the_clock_jumps(tmp_path: Path) -> None:
    clock = NightClock(0.0)
    heard: list[float] = []
    go_on = threading.Event()

    def slow_write(tx: Tx) -> None:
        go_on.wait(5)
        tx.changed(Kind.TASK)

    async def main(database: Database) -> None:
        woken, loop = asyncio.Event(), asyncio.get_running_loop()
        leave = database.subscribe(lambda _: loop.call_soon_threadsafe(woken.set) and None)
        later = threading.Timer(0.05, go_on.set)
        later.start()
        database.submit(slow_write)
        sleeping = asyncio.ensure_future(clock.sleep(60))
        await woken.wait()
        heard.append(clock.elapsed_s)
        await sleeping
        later.join()
        leave()

    with (
        Database(tmp_path / "night.db") as database,
        asyncio.Runner(loop_factory=lambda: NightLoop(clock, settle=database.settle)) as runner,
    ):
        runner.run(main(database))
    assert heard == [0.0]
    assert clock.elapsed_s == 60.0
