"""The queue of searches, fetches and model calls as its users see it: loops, threads, cancelling (M2, M3)."""

from __future__ import annotations

import asyncio
import sys
import threading
from contextvars import Context
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.models import IN_FLIGHT, WAITING, Priority, Ticket
from neurodesk.pipeline.work_queue import WorkQueue


@dataclass(eq=False)
class Visitor:
    """Somebody who wants a place, and what became of it."""

    number: int
    priority: Priority
    started: bool = False
    task: asyncio.Task[None] = field(init=False)
    leave: asyncio.Event = field(default_factory=asyncio.Event)


class Room:
    """A queue with something else that is taken with each place, as a node is, and those who came."""

    def __init__(self, in_flight: int, waiting: int) -> None:
        self.queue = WorkQueue(in_flight, waiting)
        self.limits = in_flight, waiting
        self.held = 0
        self.came: list[Visitor] = []
        self.waiting: list[Visitor] = []
        self.refused: list[str] = []

    def come(self, priority: Priority) -> None:
        visitor = Visitor(len(self.came), priority)
        self.came.append(visitor)
        visitor.task = asyncio.get_running_loop().create_task(self._visit(visitor), context=Context())

    async def _visit(self, visitor: Visitor) -> None:
        self.waiting.append(visitor)
        try:
            ticket = await self.queue.acquire(
                visitor.priority, taken=lambda: self._taken(visitor), undone=self._undone
            )
        except RuleRefused as refused:
            self.waiting.remove(visitor)
            self.refused.append(refused.code)
            return
        except asyncio.CancelledError:
            if visitor in self.waiting:
                self.waiting.remove(visitor)
            raise
        try:
            await visitor.leave.wait()
        finally:
            self.held -= 1
            self.queue.release(ticket)

    def _taken(self, visitor: Visitor) -> None:
        """Called under the queue's lock at the moment of the grant."""
        waiting = [one for one in self.waiting if not one.task.cancelling()]
        assert all(visitor.priority <= one.priority for one in waiting), "passed a higher class"
        elders = [one for one in waiting if one.priority == visitor.priority and one is not visitor]
        assert all(visitor.number < one.number for one in elders), "passed one that came before"
        self.waiting.remove(visitor)
        visitor.started = True
        self.held += 1

    def _undone(self) -> None:
        self.held -= 1

    def check(self) -> None:
        working, waiting = self.queue.counts()
        assert working <= self.limits[0]
        assert waiting <= self.limits[1]
        assert self.held == working, "what is taken with a place is given back with it"

    def working(self) -> list[Visitor]:
        return [one for one in self.came if one.started and not one.task.done() and not one.leave.is_set()]


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("come"), st.sampled_from(Priority)),
        st.tuples(st.sampled_from(["leave", "cancel", "turn"]), st.integers(0, 9)),
    ),
    max_size=60,
)


async def _played(acts: list[tuple[str, int]], in_flight: int, waiting: int) -> Room:
    room = Room(in_flight, waiting)
    for act, value in acts:
        there = [one for one in room.came if not one.task.done()]
        if act == "come":
            room.come(Priority(value))
        elif act == "leave" and room.working():
            room.working()[value % len(room.working())].leave.set()
        elif act == "cancel" and there:  # before it came, waiting, granted but not awake, or working
            there[value % len(there)].task.cancel()
        elif act == "turn":
            await asyncio.sleep(0)
        room.check()
    return room


@settings(max_examples=150, deadline=None)
@given(ACTS, st.integers(1, 3), st.integers(0, 5))
def test_m3_cancellation_at_any_point_leaks_no_place_and_breaks_no_order(
    acts: list[tuple[str, int]], in_flight: int, waiting: int
) -> None:
    async def work() -> None:
        room = await _played(acts, in_flight, waiting)
        for one in room.came:
            one.leave.set()
        ends = await asyncio.gather(*(one.task for one in room.came), return_exceptions=True)
        assert all(one is None or isinstance(one, asyncio.CancelledError) for one in ends), ends
        # A finite load is served whole: who was neither refused nor cancelled had its turn.
        served = sum(one.started for one, end in zip(room.came, ends, strict=True) if end is None)
        assert served + len(room.refused) == sum(end is None for end in ends)
        assert (room.queue.counts(), room.held) == ((0, 0), 0)

    asyncio.run(work())


@pytest.mark.parametrize("turns", range(4))
def test_m2_a_call_cancelled_between_its_grant_and_its_start_gives_back_what_it_took(turns: int) -> None:
    async def work() -> None:
        room = Room(1, 4)
        room.come(Priority.MANUAL)
        await asyncio.sleep(0)
        room.come(Priority.MANUAL)
        room.come(Priority.AUTONOMOUS)
        await asyncio.sleep(0)
        first, second, third = room.came
        first.leave.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        second.task.cancel()
        await asyncio.wait([second.task])
        third.leave.set()
        await asyncio.wait_for(third.task, 5)
        assert (third.started, room.queue.counts(), room.held) == (True, (0, 0), 0)

    asyncio.run(work())


def test_m3_two_work_sixty_four_wait_and_the_next_one_is_refused() -> None:
    async def work() -> None:
        room = Room(IN_FLIGHT, WAITING)
        for _ in range(IN_FLIGHT + WAITING + 1):
            room.come(Priority.AUTONOMOUS)
        await asyncio.sleep(0)
        assert (IN_FLIGHT, WAITING) == room.queue.counts() == (2, 64)
        assert room.refused == ["work_queue_full"]
        for one in room.came:
            one.leave.set()
        await asyncio.gather(*(one.task for one in room.came))
        assert room.queue.counts() == (0, 0)

    asyncio.run(work())


def test_m3_a_loop_that_ends_while_it_waits_takes_no_place_with_it() -> None:
    async def work() -> None:
        queue = WorkQueue(in_flight=1)
        ticket = await queue.acquire(Priority.MANUAL)
        other = asyncio.new_event_loop()
        waits = other.create_task(queue.acquire(Priority.MANUAL), context=Context())

        def turn_once() -> None:
            other.call_soon(other.stop)
            other.run_forever()

        await asyncio.to_thread(turn_once)
        assert queue.counts() == (1, 1)
        waits._log_destroy_pending = False  # type: ignore[attr-defined]  # the point of the test
        other.close()
        queue.release(ticket)
        assert queue.counts() == (0, 0)

    asyncio.run(work())


def test_m3_many_threads_with_loops_of_their_own_share_the_queue_without_a_lost_wake() -> None:
    """Each thread comes and goes many times while threads change as often as the interpreter lets them."""
    queue, inside, peak, lock = WorkQueue(in_flight=2, waiting=64), 0, 0, threading.Lock()
    problems: list[BaseException] = []

    async def visits() -> None:
        nonlocal inside, peak
        for number in range(150):
            ticket: Ticket = await queue.acquire(Priority(number % 3))
            with lock:
                inside += 1
                peak = max(peak, inside)
            await asyncio.sleep(0)
            with lock:
                inside -= 1
            if number % 5 == 0:
                ticket = await queue.again(ticket, lambda: None)
            queue.release(ticket)

    def thread() -> None:
        try:
            asyncio.run(asyncio.wait_for(visits(), 60))
        except BaseException as error:
            problems.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=thread) for _ in range(6)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    finally:
        sys.setswitchinterval(before)
    assert not problems
    assert (peak <= 2, queue.counts()) == (True, (0, 0))
