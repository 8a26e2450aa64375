"""The heartbeat keeps a living owner's lease, whatever loop or clock does (SPEC Q5)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.domain.errors import StaleLease, StorageFault
from neurodesk.domain.tasks import LeaseRules, QueueRules
from neurodesk.settings.clock import SystemClock
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore
from neurodesk.worker import heartbeat as module
from neurodesk.worker.heartbeat import Heartbeat
from tests.queue_parts import NOW, HandClock, running


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TaskStore]:
    with Database(tmp_path / "queue.db") as database:
        yield TaskStore(database)


def beating(store: TaskStore, clock: HandClock) -> Heartbeat:
    task = running(store)
    return Heartbeat(store, task.id, task.lease_token, clock)


def expiry(store: TaskStore, heart: Heartbeat) -> float:
    return store.get(heart._task_id).lease_expires_at


def test_it_renews_every_20_seconds_and_not_before(store: TaskStore) -> None:
    clock = HandClock()
    heart = beating(store, clock)
    clock.passes(19.0)
    heart.tick()
    assert expiry(store, heart) == NOW + 90
    clock.passes(1.0)
    heart.tick()
    assert expiry(store, heart) == NOW + 20 + 90


@pytest.mark.parametrize("jump_s", [3 * 3600.0, -3 * 3600.0])
def test_after_a_clock_jump_the_living_owner_renews_first(store: TaskStore, jump_s: float) -> None:
    clock = HandClock()
    heart = beating(store, clock)
    clock.passes(1.0)
    clock.jumps(jump_s)
    heart.tick()
    assert not heart.lost
    assert expiry(store, heart) == clock.time() + 90
    assert store.recover("host:1:r", clock.time()) == []


def test_a_commit_right_after_a_jump_can_renew_without_waiting_for_the_thread(store: TaskStore) -> None:
    clock = HandClock()
    heart = beating(store, clock)
    clock.jumps(3600.0)
    heart.renew_now()
    assert expiry(store, heart) == clock.time() + 90


def test_a_lost_lease_is_noted_and_ends_the_beating(store: TaskStore) -> None:
    clock = HandClock()
    heart = beating(store, clock)
    clock.passes(100.0)
    heart.tick()
    assert heart.lost
    with pytest.raises(StaleLease):
        heart.renew_now()


def test_a_fault_of_the_disk_is_tried_again_at_the_next_look(
    store: TaskStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    heart = beating(store, clock)
    clock.passes(20.0)
    with monkeypatch.context() as patch:

        def full(*_: object, **__: object) -> bool:
            raise StorageFault("disk_full", detail="x")

        patch.setattr(store, "renew", full)
        heart.tick()
    assert not heart.lost
    clock.passes(1.0)
    heart.tick()
    assert expiry(store, heart) == NOW + 21 + 90


def test_the_thread_renews_while_the_owner_is_blocked(
    store: TaskStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY_S", 0.01)
    store._rules = lambda: QueueRules(lease=LeaseRules(heartbeat_s=0.0))
    task = running(store, now=time.time())

    heart = Heartbeat(store, task.id, task.lease_token, SystemClock())
    heart.start()
    changed = threading.Event()
    leave = store._database.subscribe(lambda _: changed.set())
    for _ in range(500):  # this thread does nothing for the lease, as a stalled loop would
        if store.get(task.id).lease_expires_at > task.lease_expires_at:
            break
        changed.wait(0.01)
    heart.stop()
    leave()
    assert store.get(task.id).lease_expires_at > task.lease_expires_at
    assert not heart.lost


@pytest.mark.expects_log("the heartbeat failed")
def test_a_bug_in_one_beat_does_not_end_the_heartbeat(
    store: TaskStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY_S", 0.01)
    heart = beating(store, HandClock())
    failed, went_on = threading.Event(), threading.Event()

    def tick() -> None:
        if failed.is_set():
            went_on.set()
            return
        failed.set()
        raise ZeroDivisionError

    monkeypatch.setattr(heart, "tick", tick)
    heart.start()
    assert went_on.wait(10)
    heart.stop()
