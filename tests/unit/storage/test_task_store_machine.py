"""Store and model side by side under every act in any order (SPEC Q1-Q9).

The model below is written without the product's rules: states, charges and times are spelled out once more.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from neurodesk.domain.errors import NeuroDeskError, StaleLease
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import LeaseRules, NewTask, Origin, Outcome, QueueRules
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore, require_live_lease

COOLDOWN_S = 5000.0
EXPIRY_S = 90.0
STAGE_S = 600.0
MAX_ATTEMPTS = 3
RULES = QueueRules(COOLDOWN_S, MAX_ATTEMPTS, LeaseRules(EXPIRY_S, STAGE_S, 20.0))
TOPICS = ["zfs pool", "RAID 5", "RAID 6", "dns"]
LIVE = {"queued", "reserved", "running", "deferred"}
LEASED = {"reserved", "running"}


@dataclass
class Modelled:
    """One task as it must be."""

    topic: str
    priority: float
    origin: Origin
    created_at: float
    order: int
    state: str = "queued"
    attempts: int = 0
    not_before: float = 0.0
    token: str = ""
    expires_at: float = 0.0
    stage_at: float = 0.0
    finished_at: float = 0.0
    faults: int = 0
    parked: bool = False
    stop: bool = False
    started: bool = False

    def drop_lease(self) -> None:
        self.token, self.expires_at, self.stage_at, self.stop = "", 0.0, 0.0, False


class QueueMachine(RuleBasedStateMachine):
    """Drives a real database file and the model together."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "queue.db"
        self.tasks: dict[str, Modelled] = {}
        self.now = 1_000_000.0
        self.process = 1
        self.old_tokens: list[tuple[str, str]] = []
        self.starts = 0

    @property
    def owner(self) -> str:
        return f"host:{self.process}:r"

    @initialize()
    def open(self) -> None:
        self.database = Database(self.path).open()
        self.store = TaskStore(self.database, lambda: RULES, jitter=lambda: 0.5)

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    def pick(self, number: int, states: set[str]) -> str:
        found = sorted(
            (key for key, one in self.tasks.items() if one.state in states),
            key=lambda key: self.tasks[key].order,
        )
        assume(found)
        return found[number % len(found)]

    def refused(self, code: str, act: object) -> None:
        with pytest.raises(NeuroDeskError) as caught:
            act()  # type: ignore[operator]
        assert caught.value.code == code

    # -- asking -------------------------------------------------------------------------------------

    @rule(
        topic=st.sampled_from(TOPICS),
        shouted=st.booleans(),
        priority=st.sampled_from([0.2, 0.5, 0.9]),
        origin=st.sampled_from([Origin.CURATOR, Origin.SCANNER]),
        force=st.booleans(),
    )
    def enqueue(self, topic: str, shouted: bool, priority: float, origin: Origin, force: bool) -> None:
        same = {key: one for key, one in self.tasks.items() if one.topic == topic}
        live = [key for key, one in same.items() if one.state in LIVE]
        last = max((one.finished_at for one in same.values()), default=0.0)
        new = NewTask(topic.upper() if shouted else topic, priority=priority, requested_by=origin)
        answer = self.store.enqueue(new, self.now, force=force)
        if live:
            assert (answer.created, answer.task.id) == (False, live[0])
            one = self.tasks[live[0]]
            if one.state in ("queued", "deferred") and priority > one.priority:
                assert answer.raised_from == one.priority
                one.priority = priority
            else:
                assert answer.raised_from is None
        elif last and abs(self.now - last) < COOLDOWN_S and not force:
            assert not answer.created
            assert answer.task.id in same
        else:
            assert answer.created
            assert answer.task.id not in self.tasks
            self.tasks[answer.task.id] = Modelled(topic, priority, origin, self.now, len(self.tasks))

    # -- working ------------------------------------------------------------------------------------

    @rule(origins=st.sampled_from([tuple(Origin), (Origin.CURATOR,), (Origin.SCANNER,)]))
    def reserve(self, origins: tuple[Origin, ...]) -> None:
        for one in self.tasks.values():
            if one.state == "deferred" and not one.parked and one.not_before <= self.now:
                one.state = "queued"
        ready = {k: o for k, o in self.tasks.items() if o.state == "queued" and o.origin in origins}
        task = self.store.reserve(self.owner, self.now, origins=origins)
        if not ready:
            assert task is None
            return
        assert task is not None
        best = min((-one.priority, one.created_at) for one in ready.values())
        one = self.tasks[task.id]
        assert (-one.priority, one.created_at) == best
        assert task.lease_token not in [token for _, token in self.old_tokens]
        one.state, one.token = "reserved", task.lease_token
        one.attempts += 1
        one.stage_at, one.expires_at = self.now, self.now + EXPIRY_S

    def holds(self, one: Modelled) -> bool:
        return self.now < one.expires_at

    def fenced(self, key: str, act: object) -> bool:
        """Run an act with the task's token; a lease that has run out must refuse it."""
        if self.holds(self.tasks[key]):
            act()  # type: ignore[operator]
            return True
        self.refused("lease_stale", act)
        return False

    def end(self, key: str, state: str, not_before: float = 0.0) -> None:
        one = self.tasks[key]
        self.old_tokens.append((key, one.token))
        one.drop_lease()
        one.state, one.not_before = state, not_before
        if state in ("completed", "failed"):
            one.finished_at = self.now

    @rule(number=st.integers(0, 9))
    def start(self, number: int) -> None:
        key = self.pick(number, {"reserved"})
        one = self.tasks[key]
        if self.fenced(key, lambda: self.store.start(key, one.token, self.now, "day")):
            one.state = "running"
            if not one.started:
                self.starts += 1
            one.started = True

    @rule(number=st.integers(0, 9))
    def finish_a_stage(self, number: int) -> None:
        key = self.pick(number, {"running"})
        one = self.tasks[key]
        if self.fenced(
            key,
            lambda: self.database.write(
                lambda tx: require_live_lease(tx, key, one.token, self.now, RULES.lease)
            ),
        ):
            one.stage_at, one.expires_at = self.now, max(one.expires_at, self.now + EXPIRY_S)

    @rule(number=st.integers(0, 9))
    def heartbeat(self, number: int) -> None:
        key = self.pick(number, LEASED)
        one = self.tasks[key]
        answers: list[bool] = []
        if self.fenced(key, lambda: answers.append(self.store.renew(key, one.token, self.now))):
            assert answers == [one.stop]
            one.expires_at = min(self.now + EXPIRY_S, one.stage_at + STAGE_S)

    @rule(number=st.integers(0, 9))
    def complete(self, number: int) -> None:
        key = self.pick(number, {"running"})
        one = self.tasks[key]
        result = TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0)
        if self.fenced(key, lambda: self.store.complete(key, one.token, self.now, result)):
            one.faults = 0
            self.end(key, "completed")

    @rule(number=st.integers(0, 9))
    def task_fault(self, number: int) -> None:
        key = self.pick(number, {"running"})
        one = self.tasks[key]
        if self.fenced(key, lambda: self.store.fail(key, one.token, self.now, "broken")):
            one.faults = 0
            if one.attempts >= MAX_ATTEMPTS:
                self.end(key, "failed")
            else:
                self.end(key, "deferred", self.now + {1: 300.0, 2: 1200.0}[one.attempts])

    @rule(number=st.integers(0, 9), asked=st.sampled_from([None, 40.0]), times=st.sampled_from([1, 1, 1, 19]))
    def infrastructure_fault(self, number: int, asked: float | None, times: int) -> None:
        key = self.pick(number, LEASED)
        one = self.tasks[key]
        if one.state == "running" and times > 1:  # a long row of faults, without 19 rounds of the machine
            self.database.write(
                lambda tx: tx.execute("UPDATE task SET infrastructure_deferrals = 19 WHERE id = ?", (key,))
            )
            one.faults = 19
        if self.fenced(
            key,
            lambda: self.store.defer_for_infrastructure(
                key, one.token, self.now, "search_blocked", retry_after_s=asked
            ),
        ):
            one.attempts -= 1
            one.faults += 1
            one.parked = one.faults >= 20
            wait = asked or min(60.0 * 2 ** (one.faults - 1), 3600.0)
            self.end(key, "deferred", self.now + wait)

    @rule(number=st.integers(0, 9), parked=st.booleans())
    def stop(self, number: int, parked: bool) -> None:
        key = self.pick(number, LEASED)
        one = self.tasks[key]
        if self.fenced(
            key, lambda: self.store.defer_for_stop(key, one.token, self.now, "shutdown", parked=parked)
        ):
            one.attempts -= 1
            one.parked = parked
            self.end(key, "deferred", self.now)

    @rule(number=st.integers(0, 99))
    def late_result(self, number: int) -> None:
        assume(self.old_tokens)
        key, token = self.old_tokens[number % len(self.old_tokens)]
        result = TaskResult(Outcome.ARTICLE_CREATED, 9, "id", "path")
        with pytest.raises(StaleLease):
            self.store.complete(key, token, self.now, result)
        with pytest.raises(StaleLease):
            self.database.write(lambda tx: require_live_lease(tx, key, token, self.now))
        with pytest.raises(StaleLease):
            self.store.renew(key, token, self.now)

    # -- the curator --------------------------------------------------------------------------------

    @rule(number=st.integers(0, 99))
    def cancel(self, number: int) -> None:
        key = self.pick(number, LIVE | {"completed", "failed", "cancelled"})
        one = self.tasks[key]
        if one.state == "running":
            self.refused("task_is_running", lambda: self.store.cancel(key, self.now))
        elif one.state not in LIVE:
            self.refused("task_is_finished", lambda: self.store.cancel(key, self.now))
        else:
            self.store.cancel(key, self.now)
            if one.state == "reserved":
                one.attempts -= 1
                self.old_tokens.append((key, one.token))
            one.drop_lease()
            one.state, one.not_before, one.parked, one.finished_at = "cancelled", 0.0, False, self.now

    @rule(number=st.integers(0, 9))
    def ask_to_stop(self, number: int) -> None:
        key = self.pick(number, LIVE)
        one = self.tasks[key]
        if one.state == "running":
            self.store.request_stop(key, self.now)
            one.stop = True
        else:
            self.refused("task_not_running", lambda: self.store.request_stop(key, self.now))

    @rule(number=st.integers(0, 9), priority=st.sampled_from([0.1, 0.7]))
    def set_priority(self, number: int, priority: float) -> None:
        key = self.pick(number, LIVE)
        one = self.tasks[key]
        if one.state in ("queued", "deferred"):
            self.store.set_priority(key, priority, self.now)
            one.priority = priority
        else:
            self.refused("task_not_waiting", lambda: self.store.set_priority(key, priority, self.now))

    @rule(number=st.integers(0, 9))
    def try_again(self, number: int) -> None:
        key = self.pick(number, LIVE)
        one = self.tasks[key]
        if one.state == "deferred":
            self.store.try_again(key, self.now)
            one.state, one.parked, one.not_before, one.faults = "queued", False, 0.0, 0
        else:
            self.refused("task_not_deferred", lambda: self.store.try_again(key, self.now))

    # -- time and processes -------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([1.0, 45.0, 89.0, 90.0, 301.0, 700.0, 6000.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(seconds=st.sampled_from([7200.0, -7200.0, 200_000.0]))
    def clock_jumps_and_living_owners_renew_first(self, seconds: float) -> None:
        alive = [key for key, one in self.tasks.items() if one.state in LEASED and self.holds(one)]
        self.now += seconds
        for key in alive:
            one = self.tasks[key]
            self.store.renew(key, one.token, self.now, jump_s=seconds)
            one.stage_at += seconds
            one.expires_at = min(self.now + EXPIRY_S, one.stage_at + STAGE_S)
        assert set(self.store.recover(self.owner, self.now)).isdisjoint(alive)
        self.lose(lambda one: one.expires_at <= self.now)

    def lose(self, lost: object) -> set[str]:
        keys = {k for k, one in self.tasks.items() if one.state in LEASED and lost(one)}  # type: ignore[operator]
        for key in keys:
            one = self.tasks[key]
            one.faults = 0
            if one.attempts >= MAX_ATTEMPTS:
                self.end(key, "failed")
            else:
                self.end(key, "deferred", self.now)
        return keys

    @rule()
    def expired_leases_are_recovered(self) -> None:
        found = set(self.store.recover(self.owner, self.now))
        assert found == self.lose(lambda one: one.expires_at <= self.now)

    @rule()
    def restart(self) -> None:
        self.database.close()
        self.process += 1
        self.open()
        found = set(self.store.recover(self.owner, self.now, role_start=True))
        assert found == self.lose(lambda one: True)

    # -- always -------------------------------------------------------------------------------------

    @invariant()
    def store_and_model_agree(self) -> None:
        rows = self.database.read(lambda rx: rx.sql("SELECT * FROM task"))
        assert {row["id"] for row in rows} == set(self.tasks)
        for row in rows:
            one = self.tasks[row["id"]]
            seen = {
                "state": row["state"],
                "priority": row["priority"],
                "attempts": row["attempts"],
                "not_before": pytest.approx(row["not_before"]),
                "token": row["lease_token"],
                "expires_at": row["lease_expires_at"],
                "stage_at": row["lease_started_at"],
                "faults": row["infrastructure_deferrals"],
                "parked": bool(row["parked"]),
                "stop": bool(row["stop_requested"]),
                "finished_at": row["finished_at"],
                "started": row["started_at"] > 0,
            }
            assert {name: getattr(one, name) for name in seen} == seen

    @invariant()
    def one_live_task_a_key_and_every_charge_has_its_attempt(self) -> None:
        def query(rx: object) -> tuple[list[object], ...]:
            sql = rx.sql  # type: ignore[attr-defined]
            return (
                sql(
                    "SELECT dedupe_key FROM task WHERE state IN ('queued','reserved','running','deferred')"
                    " GROUP BY dedupe_key HAVING COUNT(*) > 1"
                ),
                sql(
                    "SELECT id FROM task WHERE attempts !="
                    " (SELECT COUNT(*) FROM attempt WHERE task_id = task.id AND charged = 1)"
                ),
                sql(
                    "SELECT id FROM task WHERE (state IN ('reserved', 'running')) !="
                    " (SELECT COUNT(*) FROM attempt WHERE task_id = task.id AND ended_at = 0)"
                ),
                sql("SELECT task_id FROM budget_entry GROUP BY task_id HAVING COUNT(*) > 1"),
            )

        assert self.database.read(query) == ([], [], [], [])
        assert self.database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM budget_entry")) == self.starts

    @invariant()
    def every_transition_begins_where_the_last_one_ended(self) -> None:
        rows = self.database.read(
            lambda rx: rx.sql("SELECT task_id, from_state, to_state FROM task_transition ORDER BY id")
        )
        state: dict[str, str] = {}
        for row in rows:
            assert row["from_state"] == state.get(row["task_id"], "")
            state[row["task_id"]] = row["to_state"]
        assert state == {key: one.state for key, one in self.tasks.items()}


def test_store_and_model_agree_under_every_act_in_any_order() -> None:
    run_state_machine_as_test(
        QueueMachine,
        settings=settings(
            max_examples=25,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
