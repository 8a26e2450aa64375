"""Collecting cycles is held off by many and let go on by the last."""

from __future__ import annotations

import gc
import threading

import pytest

from neurodesk.domain.collecting import without_collecting


def test_the_last_of_several_holders_lets_it_go_on() -> None:
    assert gc.isenabled()
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with without_collecting():
            inside.set()
            leave.wait(20)

    thread = threading.Thread(target=other)
    with without_collecting():
        thread.start()
        assert inside.wait(20)
    assert not gc.isenabled(), "the other one still holds it"
    leave.set()
    thread.join(20)
    assert gc.isenabled()


def test_it_goes_on_after_a_fault_and_stays_off_where_it_was_off() -> None:
    with pytest.raises(ValueError, match="x"), without_collecting():
        raise ValueError("x")
    assert gc.isenabled()
    gc.disable()
    try:
        with without_collecting():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
