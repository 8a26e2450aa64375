"""Idle is defined in one place and measured with the steady clock (SPEC Q10)."""

from __future__ import annotations

import math

from neurodesk.worker.idle import IdleWatch
from tests.queue_parts import HandClock


def test_a_process_without_a_window_is_idle_from_the_start() -> None:
    assert IdleWatch(HandClock()).idle_for_s() == math.inf


def test_input_begins_the_silence_anew() -> None:
    clock = HandClock()
    watch = IdleWatch(clock)
    watch.input_seen()
    clock.passes(59.0)
    assert watch.idle_for_s() == 59.0
    watch.input_seen()
    assert watch.idle_for_s() == 0.0


def test_a_call_in_flight_or_waiting_is_no_silence_and_its_end_begins_one() -> None:
    clock = HandClock()
    watch = IdleWatch(clock)
    with watch.interactive_call(), watch.interactive_call():
        clock.passes(300.0)
        assert (watch.calls(), watch.idle_for_s()) == (2, 0.0)
    clock.passes(7.0)
    assert (watch.calls(), watch.idle_for_s()) == (0, 7.0)


def test_a_wall_clock_that_jumps_makes_nobody_idle() -> None:
    clock = HandClock()
    watch = IdleWatch(clock)
    watch.input_seen()
    clock.jumps(3600.0)
    assert watch.idle_for_s() == 0.0
