"""The worker in its thread, beside other processes (SPEC Q7, Q11, Q12)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands import tasks as commands
from neurodesk.app.commands.worker import AbsentWorker
from neurodesk.app.external import ExternalChanges
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import why
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile, open_worker
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Task, TaskState
from neurodesk.storage.db import Database
from neurodesk.worker.loop import WorkerLoop
from tests.api_parts import eventually
from tests.queue_parts import FOUND, rows

PATIENCE_S = 20.0

ADDER = """
import sys
from pathlib import Path
from neurodesk.app.commands import tasks
from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import NewTask
with open_profile(Path(sys.argv[1])) as profile:
    print(tasks.ask(profile, NewTask(sys.argv[2])).answer.task.id)
"""


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as opened:
        opened.database.write(
            lambda tx: tx.execute(
                "INSERT INTO collection (id, name, root, created_at, indexed_at)"
                " VALUES ('c', 'c', '/c', 1, 1)"
            )
        )
        yield opened


class Runner:
    """A runner that tells when it began and goes on when it may."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.may_end = threading.Event()
        self.threads: set[str] = set()

    async def __call__(self, task: Task, context: RunContext) -> TaskResult:
        self.threads.add(threading.current_thread().name)
        self.began.set()
        while not self.may_end.is_set():
            await asyncio.sleep(0.005)
            context.checkpoint()
        return FOUND


def reached(profile: Profile, task_id: str, state: TaskState) -> bool:
    """Wait for a task's state with the database's own changes."""
    changed = threading.Event()
    leave = profile.bus.subscribe(lambda _: changed.set())
    try:
        for _ in range(int(PATIENCE_S * 10)):
            changed.clear()
            if task_store(profile).get(task_id).state is state:
                return True
            changed.wait(0.1)
        return False
    finally:
        leave()


def test_a_command_in_the_application_wakes_the_waiting_worker(profile: Profile) -> None:
    runner = Runner()
    runner.may_end.set()
    with open_worker(profile, runner) as host:
        task = commands.ask(profile, NewTask("zfs")).answer.task
        assert reached(profile, task.id, TaskState.COMPLETED)
        assert runner.threads == {"neurodesk-worker"}
    assert host.status().task_id == ""
    assert host.status().state == "stopped"


def test_a_task_added_by_another_process_is_noticed_and_run(profile: Profile) -> None:
    runner = Runner()
    runner.may_end.set()
    with open_worker(profile, runner):
        adding = [sys.executable, "-c", ADDER, str(profile.paths.root), "from outside"]
        task_id = subprocess.run(adding, check=True, capture_output=True, text=True).stdout.strip()
        assert reached(profile, task_id, TaskState.COMPLETED)


def test_a_second_worker_is_refused_while_the_first_works(profile: Profile) -> None:
    with open_worker(profile, Runner()), pytest.raises(RuleRefused, match="worker_role_held"):  # noqa: SIM117
        with open_worker(profile, Runner()):
            raise AssertionError


def test_leaving_stops_a_running_task_after_its_step_without_a_charge(profile: Profile) -> None:
    runner = Runner()
    with open_worker(profile, runner) as host:
        task = commands.ask(profile, NewTask("zfs")).answer.task
        assert runner.began.wait(PATIENCE_S)
        assert host.status().task_id == task.id
        assert why(profile).code == "task_running"
    left = task_store(profile).get(task.id)
    assert (left.state, left.attempts, left.deferral_reason) == (TaskState.DEFERRED, 0, "shutdown")


def test_a_step_that_does_not_end_is_cancelled_and_its_lease_given_back(profile: Profile) -> None:
    began = threading.Event()

    async def stubborn(task: Task, context: RunContext) -> TaskResult:
        began.set()
        await asyncio.sleep(3600)
        raise AssertionError

    with open_worker(profile, stubborn) as host:
        task = commands.ask(profile, NewTask("zfs")).answer.task
        assert began.wait(PATIENCE_S)
        assert host.stop(timeout_s=0.05)
    left = task_store(profile).get(task.id)
    assert (left.state, left.attempts, left.deferral_reason) == (TaskState.DEFERRED, 0, "shutdown")


@pytest.mark.expects_log("the worker's step did not end")
def test_a_step_that_blocks_the_thread_loses_its_lease_and_its_late_result(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurodesk.worker.host.ABORT_TIMEOUT_S", 0.05)
    began, may_end = threading.Event(), threading.Event()

    async def blocking(task: Task, context: RunContext) -> TaskResult:
        began.set()
        may_end.wait(PATIENCE_S)
        return FOUND

    with open_worker(profile, blocking) as host:
        task = commands.ask(profile, NewTask("zfs")).answer.task
        assert began.wait(PATIENCE_S)
        assert not host.stop(timeout_s=0.05)
        left = task_store(profile).get(task.id)
        assert (left.state, left.attempts, left.deferral_reason) == (TaskState.DEFERRED, 0, "shutdown")
        may_end.set()
        assert host.join(PATIENCE_S)
    assert task_store(profile).get(task.id).state is TaskState.DEFERRED


def test_stop_after_step_reaches_the_running_task_from_a_command(profile: Profile) -> None:
    runner = Runner()
    with open_worker(profile, runner):
        task = commands.ask(profile, NewTask("zfs")).answer.task
        assert runner.began.wait(PATIENCE_S)
        commands.stop_after_step(profile, task.id)
        assert reached(profile, task.id, TaskState.DEFERRED)
    assert task_store(profile).get(task.id).parked
    again = commands.try_again(profile, task.id)
    assert again.answer.task.state is TaskState.QUEUED


def test_scan_now_and_wake_reach_the_worker_of_this_process_only(profile: Profile) -> None:
    scanned = threading.Event()

    async def scan() -> None:
        scanned.set()

    with open_worker(profile, Runner(), scan=scan) as host:
        assert host.wake() or host.status().state == "starting"
        host.scan_now()
        assert scanned.wait(PATIENCE_S)
    absent = AbsentWorker()
    assert (absent.wake(), absent.scan_now(), absent.status().state) == (False, False, "absent")


def test_writes_of_another_process_are_published_and_own_ones_are_not(profile: Profile) -> None:
    heard: list[ChangeSet] = []
    watch = ExternalChanges(profile.database, profile.bus)
    watch.look()
    leave = profile.bus.subscribe(heard.append)
    commands.ask(profile, NewTask("own"))
    heard.clear()
    assert not watch.look()
    other = Database(profile.paths.database).open()
    other.write(lambda tx: tx.execute("INSERT INTO app_state VALUES ('x', '', 0)"))
    other.close()
    assert watch.look()
    assert not watch.look()
    leave()
    assert heard == [ChangeSet.of((Kind.EXTERNAL, ""))]


def test_twenty_workers_one_after_another_leave_no_thread_behind(profile: Profile) -> None:
    with open_worker(profile, Runner()):
        pass
    before = {thread.name for thread in threading.enumerate()}
    for _ in range(20):
        with open_worker(profile, Runner()):
            pass
    assert {thread.name for thread in threading.enumerate()} == before


def test_a_changed_setting_is_told_on_the_bus(profile: Profile) -> None:
    heard: list[ChangeSet] = []
    leave = profile.bus.subscribe(heard.append)
    profile.settings.set("worker.autonomous", True)
    leave()
    assert heard == [ChangeSet.of((Kind.SETTING, "worker.autonomous"))]


def test_a_loop_that_crashes_is_started_again_and_the_feed_says_so(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes = iter([True, True])
    wait = WorkerLoop._wait

    async def crashing(self: WorkerLoop, seconds: float) -> None:
        if next(crashes, False):
            raise RuntimeError("a bug of the loop")
        await wait(self, seconds)

    monkeypatch.setattr(WorkerLoop, "_wait", crashing)
    monkeypatch.setattr("neurodesk.worker.host.RESTART_S", (0.01,))
    runner = Runner()
    runner.may_end.set()
    monkeypatch.setattr("neurodesk.worker.host.log.exception", lambda *_: None)
    with open_worker(profile, runner) as host:
        eventually(lambda: host.restarts == 2)
        added = commands.ask(profile, NewTask("after the crash")).answer.task
        eventually(lambda: task_store(profile).get(added.id).state is TaskState.COMPLETED)
    said = rows(profile.database, "SELECT params FROM activity WHERE code = 'worker_restarted'")
    assert len(said) == 2
    assert "a bug of the loop" in said[0]["params"]


def test_a_loop_that_crashes_again_and_again_can_still_be_stopped(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crashing(self: WorkerLoop, seconds: float) -> None:
        raise RuntimeError("a bug of the loop")

    monkeypatch.setattr(WorkerLoop, "_wait", crashing)
    monkeypatch.setattr("neurodesk.worker.host.log.exception", lambda *_: None)
    with open_worker(profile, Runner()) as host:
        eventually(lambda: host.restarts >= 1)
        assert host.stop()
