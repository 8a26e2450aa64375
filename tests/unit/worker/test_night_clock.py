"""The clock that jumps when nothing is runnable, and the script that hangs on the seed alone."""

from __future__ import annotations

import asyncio
import threading

from hypothesis import given
from hypothesis import strategies as st

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
        loop = asyncio.get_running_loop()
        loop.call_later(0.05, go_on.set)  # real time: nothing but the thread could let the clock jump before
        found = await asyncio.to_thread(work)
        await sleeping
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
