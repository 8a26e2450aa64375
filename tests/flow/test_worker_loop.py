"""The worker's loop on a real profile with a clock moved by hand (SPEC Q3, Q5-Q12)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from neurodesk.app.commands import worker as worker_commands
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import Endpoint, why
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile
from neurodesk.domain.errors import InfrastructureFault, StaleLease, StorageFault, TaskFault
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Origin, Outcome, Task, TaskState
from neurodesk.storage.activity_store import ActivityStore
from neurodesk.storage.task_store import TaskStore
from neurodesk.worker.gates import gate_reader, live_facts
from neurodesk.worker.idle import IdleWatch
from neurodesk.worker.loop import RunMode, WorkerLoop
from neurodesk.worker.parts import Scan, WorkerParts
from tests.queue_parts import FOUND, OWNER, HandClock

Run = Callable[[Task, RunContext], Awaitable[TaskResult]]


@dataclass
class Bench:
    """A profile with a worker whose runner the test chooses."""

    profile: Profile
    clock: HandClock
    store: TaskStore
    idle: IdleWatch
    ran: list[str] = field(default_factory=list)
    models: Endpoint = field(default_factory=Endpoint)

    def worker(
        self, run: Run | None = None, *, scan: Scan | None = None, mode: RunMode = RunMode.UNTIL_IDLE
    ) -> WorkerLoop:
        async def finds(task: Task, context: RunContext) -> TaskResult:
            self.ran.append(task.topic)
            return await run(task, context) if run else FOUND

        live = live_facts(self.idle, models=lambda: self.models)
        parts = WorkerParts(
            self.store,
            ActivityStore(self.profile.database),
            self.clock,
            OWNER,
            finds,
            gate_reader(self.profile, live),
            scan,
        )
        return WorkerLoop(parts, mode)

    def ask(self, topic: str = "zfs", **values: object) -> Task:
        return self.store.enqueue(NewTask(topic, **values), self.clock.time()).task  # type: ignore[arg-type]

    def task(self, task: Task) -> Task:
        return self.store.get(task.id)

    def written(self) -> int:
        """Rows in the tables that a worker writes."""
        return int(
            self.profile.database.read(
                lambda rx: rx.scalar(
                    "SELECT (SELECT COUNT(*) FROM task_transition) + (SELECT COUNT(*) FROM attempt)"
                    " + (SELECT COUNT(*) FROM activity) + (SELECT COUNT(*) FROM budget_entry)"
                )
            )
        )


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    clock = HandClock()
    with open_profile(tmp_path / "profile", clock=clock) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO collection (id, name, root, created_at, indexed_at)"
                " VALUES ('c', 'c', '/c', 1, 1)"
            )
        )
        yield Bench(profile, clock, task_store(profile), IdleWatch(clock))


# -- endings (Q3, Q6) ---------------------------------------------------------------------------------


def test_a_queued_task_is_run_to_its_outcome(bench: Bench) -> None:
    task = bench.ask()
    asyncio.run(bench.worker().run())
    done = bench.task(task)
    assert (done.state, done.outcome, done.evidence_count) == (TaskState.COMPLETED, Outcome.EVIDENCE_ONLY, 3)


def test_tasks_are_worked_one_at_a_time_best_first(bench: Bench) -> None:
    inside = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        assert not inside
        inside.append(task.id)
        await asyncio.sleep(0)
        inside.remove(task.id)
        return FOUND

    for topic, priority in (("b", 0.5), ("a", 0.9), ("c", 0.1)):
        bench.ask(topic, priority=priority)
    worker = bench.worker(run)
    asyncio.run(worker.run())
    assert bench.ran == ["a", "b", "c"]
    assert worker.worked_tasks == 3


def test_an_infrastructure_fault_defers_without_a_charge_and_honours_retry_after(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        raise InfrastructureFault("search_blocked", retry_after_s=77.0)

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    deferred = bench.task(task)
    assert (deferred.state, deferred.attempts) == (TaskState.DEFERRED, 0)
    assert (deferred.deferral_reason, deferred.not_before) == ("search_blocked", bench.clock.time() + 77.0)


def test_a_full_disk_is_not_the_tasks_fault(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        raise StorageFault("disk_full", detail="x")

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    assert (bench.task(task).attempts, bench.task(task).deferral_reason) == (0, "disk_full")


def test_a_task_fault_is_charged(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        raise TaskFault("plan_empty")

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    deferred = bench.task(task)
    assert (deferred.state, deferred.attempts, deferred.deferral_reason) == (
        TaskState.DEFERRED,
        1,
        "plan_empty",
    )
    assert deferred.not_before > bench.clock.time()


@pytest.mark.expects_log("met a bug")
def test_a_bug_is_charged_and_logged_and_the_worker_lives(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        if task.topic == "bad":
            raise ZeroDivisionError("oops")
        return FOUND

    bad = bench.ask("bad", priority=0.9)
    good = bench.ask("good", priority=0.1)
    asyncio.run(bench.worker(run).run())
    assert (bench.task(bad).attempts, bench.task(bad).deferral_reason) == (1, "bug")
    assert "ZeroDivisionError" in bench.task(bad).last_error
    assert bench.task(good).state is TaskState.COMPLETED


@pytest.mark.parametrize("raises", [True, False])
def test_a_result_after_the_lease_ended_is_dropped_and_the_task_tried_again(
    bench: Bench, raises: bool
) -> None:
    seen: list[str] = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        seen.append(task.id)
        if len(seen) == 1:
            bench.clock.passes(200.0)  # nobody renewed in time
            if raises:
                raise StaleLease("lease_stale", task=task.id)
        return FOUND

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    done = bench.task(task)
    assert (done.state, done.attempts, len(seen)) == (TaskState.COMPLETED, 2, 2)
    feed = ActivityStore(bench.profile.database).after(0)
    assert "result_refused" in [line.code for line in feed]


def test_a_result_right_after_a_clock_jump_counts(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        bench.clock.jumps(3 * 3600.0)
        context.renew_lease()
        return FOUND

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    assert (bench.task(task).state, bench.task(task).attempts) == (TaskState.COMPLETED, 1)


def test_a_cancel_between_reserve_and_start_wins(bench: Bench) -> None:
    task = bench.ask()
    start = bench.store.start

    def cancelled_first(*arguments: object) -> Task:
        bench.store.cancel(task.id, bench.clock.time())
        return start(*arguments)  # type: ignore[arg-type]

    bench.store.start = cancelled_first  # type: ignore[method-assign]
    asyncio.run(bench.worker().run())
    assert bench.ran == []
    assert bench.task(task).state is TaskState.CANCELLED


# -- gates (Q10) --------------------------------------------------------------------------------------


def test_a_task_that_a_gate_holds_stays_queued_and_nothing_is_written(bench: Bench) -> None:
    task = bench.ask(requested_by=Origin.SCANNER, priority=1.0)
    before = bench.written()
    asyncio.run(bench.worker().run())
    assert (bench.task(task), bench.written()) == (task, before)
    assert why(bench.profile, next_check_at=5.0).code == "autonomy_off"


def test_the_curators_task_runs_past_a_scanner_task_that_is_held(bench: Bench) -> None:
    held = bench.ask("scan", requested_by=Origin.SCANNER, priority=1.0)
    bench.ask("mine", priority=0.1)
    asyncio.run(bench.worker().run())
    assert bench.ran == ["mine"]
    assert bench.task(held).state is TaskState.QUEUED


def test_switching_autonomy_on_takes_effect_at_the_next_look(bench: Bench) -> None:
    bench.ask(requested_by=Origin.SCANNER)
    asyncio.run(bench.worker().run())
    assert bench.ran == []
    bench.profile.settings.set("worker.autonomous", True)
    asyncio.run(bench.worker().run())
    assert bench.ran == ["zfs"]


def test_autonomous_tasks_wait_until_the_curator_is_idle(bench: Bench) -> None:
    bench.profile.settings.set("worker.autonomous", True)
    bench.ask(requested_by=Origin.SCANNER)
    bench.idle.input_seen()
    asyncio.run(bench.worker().run())
    assert bench.ran == []
    bench.clock.passes(60.0)
    asyncio.run(bench.worker().run())
    assert bench.ran == ["zfs"]


def test_the_budget_holds_autonomous_tasks_over_restarts(bench: Bench) -> None:
    bench.profile.settings.set("worker.autonomous", True)
    bench.profile.settings.set("worker.max_tasks_per_day", 2)
    for number in range(4):
        bench.ask(f"topic {number}", requested_by=Origin.SCANNER)
    asyncio.run(bench.worker().run())
    asyncio.run(bench.worker().run())
    assert len(bench.ran) == 2
    bench.clock.passes(24 * 3600.0)
    asyncio.run(bench.worker().run())
    assert len(bench.ran) == 4


def test_a_gate_that_closes_while_a_task_runs_is_its_deferral_reason(bench: Bench) -> None:
    async def run(task: Task, context: RunContext) -> TaskResult:
        context.checkpoint()
        bench.models = Endpoint("no_node")
        context.checkpoint()
        return FOUND

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    deferred = bench.task(task)
    assert (deferred.state, deferred.attempts, deferred.deferral_reason) == (
        TaskState.DEFERRED,
        0,
        "model_unavailable",
    )
    assert (deferred.infrastructure_deferrals, deferred.parked) == (0, False)
    bench.models = Endpoint()
    asyncio.run(bench.worker().run())
    assert bench.task(task).state is TaskState.COMPLETED


def test_pause_lets_nothing_start_and_resume_does(bench: Bench) -> None:
    bench.ask()
    worker_commands.pause(bench.profile)
    asyncio.run(bench.worker().run())
    assert bench.ran == []
    worker_commands.resume(bench.profile)
    asyncio.run(bench.worker().run())
    assert bench.ran == ["zfs"]


def test_wake_bypasses_no_gate(bench: Bench) -> None:
    bench.ask(requested_by=Origin.SCANNER)

    async def night() -> None:
        worker = bench.worker(mode=RunMode.FOREVER)
        running = asyncio.ensure_future(worker.run())
        for _ in range(5):
            await asyncio.sleep(0.01)
            assert worker.wake()
        worker.stop()
        await running
        assert not worker.wake()

    asyncio.run(night())
    assert bench.ran == []


# -- stopping (Q8) ------------------------------------------------------------------------------------


def test_a_task_leaves_after_its_step_when_the_curator_says_so(bench: Bench) -> None:
    steps = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        if steps:  # it came back although the curator stopped it
            steps.append(-1)
            return FOUND
        for step in range(3):
            steps.append(step)
            if step == 0:
                bench.store.request_stop(task.id, bench.clock.time())
            context.checkpoint()
        return FOUND

    task = bench.ask()
    asyncio.run(bench.worker(run).run())
    parked = bench.task(task)
    assert steps == [0]
    assert (parked.state, parked.parked, parked.attempts) == (TaskState.DEFERRED, True, 0)
    assert parked.deferral_reason == "stopped_by_curator"


def test_a_task_that_lost_its_lease_leaves_at_its_next_step(bench: Bench) -> None:
    worker: list[WorkerLoop] = []
    passed: list[bool] = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        if not passed:
            bench.clock.passes(200.0)
            worker[0].tick_heartbeat()
            passed.append(True)
            context.checkpoint()
            passed.append(False)
        return FOUND

    task = bench.ask()
    worker.append(bench.worker(run))
    asyncio.run(worker[0].run())
    assert passed == [True]
    assert (bench.task(task).state, bench.task(task).attempts) == (TaskState.COMPLETED, 2)


def test_the_end_of_the_program_defers_the_task_without_a_charge(bench: Bench) -> None:
    worker: list[WorkerLoop] = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        worker[0].stop()
        context.checkpoint()
        raise AssertionError

    task = bench.ask()
    worker.append(bench.worker(run))
    asyncio.run(worker[0].run())
    left = bench.task(task)
    assert (left.state, left.attempts, left.deferral_reason) == (TaskState.DEFERRED, 0, "shutdown")
    assert (left.not_before, left.parked) == (bench.clock.time(), False)


# -- waiting and scanning (Q11) -----------------------------------------------------------------------


def test_it_waits_until_the_first_task_is_due(bench: Bench) -> None:
    calls = []

    async def run(task: Task, context: RunContext) -> TaskResult:
        calls.append(bench.clock.time())
        if len(calls) == 1:
            raise InfrastructureFault("search_blocked", retry_after_s=41.0)
        worker.stop()
        return FOUND

    bench.ask()
    worker = bench.worker(run, mode=RunMode.FOREVER)
    asyncio.run(worker.run())
    assert calls[1] - calls[0] == pytest.approx(41.0)
    assert sum(bench.clock.slept) == pytest.approx(41.0)


def test_once_works_one_task_at_most(bench: Bench) -> None:
    bench.ask("a")
    bench.ask("b")
    asyncio.run(bench.worker(mode=RunMode.ONCE).run())
    assert len(bench.ran) == 1


def test_scans_come_at_their_interval_and_only_with_autonomy(bench: Bench) -> None:
    scanned: list[float] = []
    begin = bench.clock.time()

    async def scan() -> None:
        scanned.append(bench.clock.time() - begin)
        if len(scanned) == 3:
            worker.stop()

    worker = bench.worker(scan=scan)
    asyncio.run(worker.run())
    assert scanned == []
    bench.profile.settings.set("worker.autonomous", True)
    worker = bench.worker(scan=scan, mode=RunMode.FOREVER)
    asyncio.run(worker.run())
    assert scanned == [pytest.approx(n * 1800.0) for n in range(3)]


def test_scan_now_runs_the_scanner_at_once_even_with_autonomy_off(bench: Bench) -> None:
    scanned: list[str] = []

    async def scan() -> None:
        scanned.append("x")

    worker = bench.worker(scan=scan)
    worker.scan_now()
    asyncio.run(worker.run())
    assert scanned == ["x"]


@pytest.mark.expects_log("a scan met a bug")
def test_a_scan_that_fails_is_told_in_the_feed_and_tasks_run_still(bench: Bench) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    async def known() -> None:
        raise StorageFault("locked")

    bench.ask()
    for scan in (broken, known):
        worker = bench.worker(scan=scan)
        worker.scan_now()
        asyncio.run(worker.run())
    feed = ActivityStore(bench.profile.database).after(0)
    failed = [line.params["reason"] for line in feed if line.code == "scan_failed"]
    assert failed == ["bug", "locked"]
    assert bench.ran == ["zfs"]


@pytest.mark.expects_log("the worker waits: disk_full")
@pytest.mark.expects_log("the worker met a bug and goes on")
def test_faults_of_the_store_do_not_end_the_worker(bench: Bench) -> None:
    reserve, faults = bench.store.reserve, [StorageFault("disk_full", detail="x"), ZeroDivisionError()]

    def failing(*arguments: object, **named: object) -> Task | None:
        if faults:
            raise faults.pop(0)
        worker.stop()
        return reserve(*arguments, **named)  # type: ignore[arg-type]

    bench.ask()
    bench.store.reserve = failing  # type: ignore[method-assign]
    worker = bench.worker(mode=RunMode.FOREVER)
    asyncio.run(worker.run())
    assert bench.ran == ["zfs"]


@pytest.mark.expects_log("the worker waits: interrupted")
@pytest.mark.expects_log("the worker met a bug and goes on")
def test_a_fault_while_it_reckons_its_wait_does_not_end_the_worker(bench: Bench) -> None:
    due_at, faults = bench.store.next_due_at, [StorageFault("interrupted"), ZeroDivisionError()]

    def failing() -> float:
        if faults:
            raise faults.pop(0)
        worker.stop()
        return due_at()

    bench.store.next_due_at = failing  # type: ignore[method-assign]
    worker = bench.worker(mode=RunMode.FOREVER)
    asyncio.run(worker.run())
    assert faults == []
    assert worker.status().state == "stopped"


def test_it_recovers_what_an_earlier_process_left(bench: Bench) -> None:
    task = bench.ask()
    left = bench.store.reserve("host:99:x", bench.clock.time())
    assert left is not None
    asyncio.run(bench.worker().run())
    assert (bench.task(task).state, bench.task(task).attempts) == (TaskState.COMPLETED, 2)
