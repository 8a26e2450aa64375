"""The queue's store on a real database file (SPEC Q1-Q9)."""

from __future__ import annotations

import sqlite3

import pytest

from neurodesk.domain.errors import BadInput, IllegalTransition, RuleRefused, StaleLease
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import (
    EnqueueAnswer,
    NewTask,
    Origin,
    Outcome,
    QueueRules,
    TaskState,
)
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore, require_live_lease
from tests.queue_parts import FOUND, HOUR, NOW, OWNER, rows, running, spoil

# -- asking (Q4) --------------------------------------------------------------------------------------


def test_a_new_task_keeps_everything_that_was_asked(store: TaskStore, database: Database) -> None:
    database.write(
        lambda tx: tx.execute(
            "INSERT INTO node (id, kind, title, body, source_key, content_hash, created_at, updated_at)"
            " VALUES ('n1', 'article', '', '', 'kb', '', 0, 0)"
        )
    )
    new = NewTask(
        topic="ZFS Größe",
        question="How?",
        research_questions=("a", "b"),
        queries=("q1",),
        seed_node_ids=("n1",),
        priority=0.75,
        requested_by=Origin.SCANNER,
        reason="stub",
        signals=(("age", 0.5), ("stub", 0.25)),
        filter_keys=("kb", "example.org"),
        article_type="how_to",
    )
    task = store.enqueue(new, NOW).task
    for name in (
        "topic question research_questions queries seed_node_ids priority requested_by reason signals "
        "filter_keys article_type kind"
    ).split():
        assert getattr(task, name) == getattr(new, name), name
    assert (task.state, task.attempts, task.max_attempts, task.created_at) == (TaskState.QUEUED, 0, 3, NOW)
    assert store.get(task.id) == task


def test_an_empty_filter_is_not_all(store: TaskStore) -> None:
    assert store.enqueue(NewTask("a", filter_keys=()), NOW).task.filter_keys == ()
    assert store.enqueue(NewTask("b", filter_keys=None), NOW).task.filter_keys is None


def test_a_duplicate_of_a_waiting_task_returns_it(store: TaskStore) -> None:
    first = store.enqueue(NewTask("ZFS"), NOW)
    second = store.enqueue(NewTask("zfs."), NOW + 1)
    assert (first.created, second.created) == (True, False)
    assert second.task == first.task


def test_a_duplicate_with_a_higher_priority_raises_a_waiting_task(store: TaskStore) -> None:
    store.enqueue(NewTask("zfs", priority=0.5), NOW)
    answer = store.enqueue(NewTask("zfs", priority=0.9), NOW)
    assert (answer.created, answer.raised_from, answer.task.priority) == (False, 0.5, 0.9)
    assert store.enqueue(NewTask("zfs", priority=0.6), NOW).task.priority == 0.9


def test_a_duplicate_does_not_touch_a_running_task(store: TaskStore) -> None:
    task = running(store)
    answer = store.enqueue(NewTask("zfs", priority=1.0), NOW, force=True)
    assert (answer.created, answer.task.id, answer.task.priority) == (False, task.id, task.priority)


@pytest.mark.parametrize(("after_h", "created"), [(167.9, False), (168.0, True)])
def test_the_cooldown_lasts_168_hours_from_the_end(store: TaskStore, after_h: float, created: bool) -> None:
    task = running(store)
    store.complete(task.id, task.lease_token, NOW + 60, FOUND)
    answer = store.enqueue(NewTask("zfs"), NOW + 60 + after_h * HOUR)
    assert answer.created is created
    if not created:
        assert (answer.answer, answer.task.id) == (EnqueueAnswer.COOLDOWN, task.id)


def test_a_forced_repeat_makes_a_new_row_and_shows_why_the_last_one_found_nothing(store: TaskStore) -> None:
    task = running(store)
    nothing = TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0, reason="nothing_passed_the_gates")
    store.complete(task.id, task.lease_token, NOW, nothing)
    answer = store.enqueue(NewTask("zfs"), NOW + 1, force=True)
    assert answer.created
    assert answer.task.id != task.id
    assert answer.earlier is not None
    assert (answer.earlier.id, answer.earlier.outcome) == (task.id, Outcome.NO_USEFUL_EVIDENCE)
    assert answer.earlier.result_reason == "nothing_passed_the_gates"


def test_the_index_alone_refuses_a_second_live_row(store: TaskStore, database: Database) -> None:
    task = store.enqueue(NewTask("zfs"), NOW).task
    for state in ("queued", "reserved", "running", "deferred"):
        with pytest.raises(sqlite3.IntegrityError, match=r"task\.dedupe_key"):
            database.write(
                lambda tx, s=state: tx.execute(
                    "INSERT INTO task (id, topic, priority, state, dedupe_key, requested_by, created_at,"
                    " updated_at) VALUES ('x', '', 0, ?, ?, 'curator', 0, 0)",
                    (s, task.dedupe_key),
                )
            )


def test_a_seed_that_does_not_exist_is_named_and_nothing_is_queued(
    store: TaskStore, database: Database
) -> None:
    with pytest.raises(BadInput, match="seed_unknown") as caught:
        store.enqueue(NewTask("zfs", seed_node_ids=("n9", "n8")), NOW)
    assert caught.value.params["ids"] == "n9, n8"
    assert rows(database, "SELECT * FROM task") == []


def test_a_damaged_row_that_holds_the_key_is_named(store: TaskStore, database: Database) -> None:
    task = store.enqueue(NewTask("zfs"), NOW).task
    spoil(database, "signals", "{", task.id)
    with pytest.raises(RuleRefused, match="task_damaged"):
        store.enqueue(NewTask("zfs"), NOW)
    store.cancel(task.id, NOW)  # the way out that the notice names
    assert store.enqueue(NewTask("zfs"), NOW + 200 * HOUR).created


# -- reserving (Q5) -----------------------------------------------------------------------------------


def test_reserve_takes_the_highest_priority_then_the_oldest(store: TaskStore) -> None:
    store.enqueue(NewTask("late", priority=0.7), NOW + 2)
    store.enqueue(NewTask("old", priority=0.7), NOW)
    store.enqueue(NewTask("high", priority=0.9, requested_by=Origin.SCANNER), NOW + 5)
    taken = [store.reserve(OWNER, NOW + 9) for _ in range(4)]
    assert [task and task.topic for task in taken] == ["high", "old", "late", None]


def test_reserve_charges_the_attempt_and_gives_a_random_token(store: TaskStore, database: Database) -> None:
    store.enqueue(NewTask("a"), NOW)
    store.enqueue(NewTask("b"), NOW)
    one, other = store.reserve(OWNER, NOW), store.reserve(OWNER, NOW)
    assert one is not None
    assert other is not None
    assert (one.state, one.attempts, one.lease_owner) == (TaskState.RESERVED, 1, OWNER)
    assert one.lease_expires_at == NOW + 90
    assert len({one.lease_token, other.lease_token, ""}) == 3
    attempts = rows(database, "SELECT * FROM attempt WHERE task_id = ?", one.id)
    assert [(a["number"], a["token"], a["charged"], a["ended_at"]) for a in attempts] == [
        (1, one.lease_token, 1, 0.0)
    ]


def test_reserve_leaves_the_origins_that_a_gate_holds(store: TaskStore, database: Database) -> None:
    store.enqueue(NewTask("scan", priority=1.0, requested_by=Origin.SCANNER), NOW)
    before = rows(database, "SELECT * FROM task_transition")
    assert store.reserve(OWNER, NOW, origins=[Origin.CURATOR]) is None
    assert store.reserve(OWNER, NOW, origins=[]) is None
    assert rows(database, "SELECT * FROM task_transition") == before
    mine = store.enqueue(NewTask("mine", priority=0.1), NOW).task
    taken = store.reserve(OWNER, NOW, origins=[Origin.CURATOR])
    assert taken is not None
    assert taken.id == mine.id


def test_a_deferred_task_comes_back_when_it_is_due_and_not_before(store: TaskStore) -> None:
    task = running(store)
    store.fail(task.id, task.lease_token, NOW, "broken")
    assert store.next_due_at() == NOW + 300
    assert store.reserve(OWNER, NOW + 299.9) is None
    again = store.reserve(OWNER, NOW + 300)
    assert again is not None
    assert (again.id, again.attempts) == (task.id, 2)
    assert store.next_due_at() == 0.0


def test_the_best_of_many_due_tasks_is_taken(store: TaskStore, database: Database) -> None:
    def fill(tx: object) -> None:
        tx.many(  # type: ignore[attr-defined]
            "INSERT INTO task (id, topic, priority, state, dedupe_key, requested_by, created_at, updated_at,"
            " not_before) VALUES (?, 't', ?, 'deferred', ?, 'curator', 0, 0, ?)",
            [(f"t{n:04}", n / 1000, f"k{n}", NOW + n) for n in range(450)],
        )

    database.write(fill)
    task = store.reserve(OWNER, NOW + 1000)
    assert task is not None
    assert task.id == "t0449"
    assert store.next_due_at() == 0.0


def test_hot_statements_use_their_index(database: Database) -> None:
    def plan(text: str) -> str:
        return " ".join(row["detail"] for row in rows(database, f"EXPLAIN QUERY PLAN {text}"))

    first = plan(
        "SELECT * FROM task WHERE state = 'queued' AND requested_by = 'curator'"
        " ORDER BY priority DESC, created_at, id LIMIT 1"
    )
    assert "task_ready" in first
    assert "TEMP B-TREE" not in first
    live = plan(
        "SELECT * FROM task WHERE dedupe_key = 'k' AND state IN ('queued', 'reserved', 'running', 'deferred')"
    )
    assert "task_live_key" in live


# -- leases (Q5) --------------------------------------------------------------------------------------


def test_a_late_result_is_refused_after_lease_expiry_even_if_nobody_took_the_task(
    store: TaskStore, database: Database
) -> None:
    task = running(store)
    late = NOW + 90
    for act in (
        lambda: store.complete(task.id, task.lease_token, late, FOUND),
        lambda: store.fail(task.id, task.lease_token, late, "x"),
        lambda: store.defer_for_infrastructure(task.id, task.lease_token, late, "x"),
        lambda: store.defer_for_stop(task.id, task.lease_token, late, "x"),
        lambda: store.renew(task.id, task.lease_token, late),
        lambda: database.write(lambda tx: require_live_lease(tx, task.id, task.lease_token, late)),
    ):
        with pytest.raises(StaleLease, match="lease_stale"):
            act()
    assert store.get(task.id) == task


def test_a_foreign_token_is_refused_and_so_is_a_task_that_does_not_exist(store: TaskStore) -> None:
    task = running(store)
    for task_id, token in ((task.id, "lease_other"), (task.id, ""), ("task_none", task.lease_token)):
        with pytest.raises(StaleLease):
            store.complete(task_id, token, NOW, FOUND)
        with pytest.raises(StaleLease):
            store.renew(task_id, token, NOW)


def test_the_old_owner_cannot_finish_what_another_took_over(store: TaskStore) -> None:
    old = running(store)
    store.recover("host:2:r", NOW + 100)
    new = store.reserve("host:2:r", NOW + 100)
    assert new is not None
    assert new.id == old.id
    with pytest.raises(StaleLease):
        store.complete(old.id, old.lease_token, NOW + 101, FOUND)
    store.start(new.id, new.lease_token, NOW + 101, "d")
    assert store.complete(new.id, new.lease_token, NOW + 102, FOUND).state is TaskState.COMPLETED


def test_renewing_keeps_a_lease_for_45_minutes_without_a_finished_stage(store: TaskStore) -> None:
    task = running(store)
    now = NOW
    while now + 60 < NOW + 45 * 60:
        now += 60
        store.renew(task.id, task.lease_token, now)
    assert store.get(task.id).lease_expires_at == NOW + 45 * 60
    with pytest.raises(StaleLease):
        store.renew(task.id, task.lease_token, NOW + 45 * 60)


def test_a_finished_stage_begins_the_45_minutes_anew(store: TaskStore, database: Database) -> None:
    task = running(store)
    now = NOW
    for _ in range(44):
        now += 60
        store.renew(task.id, task.lease_token, now)
    database.write(lambda tx: require_live_lease(tx, task.id, task.lease_token, now))
    for _ in range(30):
        now += 60
        store.renew(task.id, task.lease_token, now)
    assert store.get(task.id).lease_expires_at == now + 90


def test_a_stage_result_of_a_lost_lease_stores_nothing(store: TaskStore, database: Database) -> None:
    task = running(store)

    def commit(tx: object) -> None:
        tx.execute("INSERT INTO app_state VALUES ('result', '', 0)")  # type: ignore[attr-defined]
        require_live_lease(tx, task.id, "lease_other", NOW)  # type: ignore[arg-type]

    with pytest.raises(StaleLease):
        database.write(commit)
    assert rows(database, "SELECT * FROM app_state") == []


def test_a_living_owner_renews_across_a_clock_jump(store: TaskStore) -> None:
    task = running(store)
    jumped = NOW + 3 * HOUR
    with pytest.raises(StaleLease):
        store.renew(task.id, task.lease_token, jumped)
    store.renew(task.id, task.lease_token, jumped, jump_s=3 * HOUR)
    assert store.recover(OWNER, jumped) == []
    assert store.complete(task.id, task.lease_token, jumped + 10, FOUND).state is TaskState.COMPLETED


def test_a_jump_is_no_excuse_for_a_lease_that_ran_out_before(store: TaskStore) -> None:
    task = running(store)
    with pytest.raises(StaleLease):
        store.renew(task.id, task.lease_token, NOW + 100 + HOUR, jump_s=HOUR)


# -- running and the budget (Q9) ----------------------------------------------------------------------


def test_a_ledger_row_a_start_and_none_for_a_resumption(store: TaskStore) -> None:
    store.enqueue(NewTask("zfs", requested_by=Origin.SCANNER), NOW)
    task = store.reserve(OWNER, NOW)
    assert task is not None
    assert store.budget_used("2026-06-01") == 0
    store.start(task.id, task.lease_token, NOW, "2026-06-01")
    store.defer_for_infrastructure(task.id, task.lease_token, NOW, "search_blocked", retry_after_s=5)
    again = store.reserve(OWNER, NOW + 5)
    assert again is not None
    started = store.start(again.id, again.lease_token, NOW + 5, "2026-06-02")
    assert started.started_at == NOW
    assert (store.budget_used("2026-06-01"), store.budget_used("2026-06-02")) == (1, 0)


def test_the_curators_tasks_are_outside_the_budget(store: TaskStore, database: Database) -> None:
    running(store)
    assert len(rows(database, "SELECT * FROM budget_entry")) == 1
    assert store.budget_used("2026-06-01") == 0


def test_a_task_cannot_start_twice(store: TaskStore) -> None:
    task = running(store)
    with pytest.raises(IllegalTransition):
        store.start(task.id, task.lease_token, NOW, "d")


def test_a_reserved_task_cannot_complete_without_running(store: TaskStore) -> None:
    store.enqueue(NewTask("zfs"), NOW)
    task = store.reserve(OWNER, NOW)
    assert task is not None
    with pytest.raises(IllegalTransition):
        store.complete(task.id, task.lease_token, NOW, FOUND)


# -- endings (Q3, Q6) ---------------------------------------------------------------------------------


def test_a_completed_task_keeps_its_outcome_and_gives_up_its_lease(
    store: TaskStore, database: Database
) -> None:
    task = running(store)
    done = store.complete(task.id, task.lease_token, NOW + 5, FOUND)
    assert (done.state, done.outcome) == (TaskState.COMPLETED, Outcome.EVIDENCE_ONLY)
    assert (done.evidence_count, done.article_id, done.article_path) == (3, "a1", "staging/a1.md")
    assert (done.finished_at, done.lease_token, done.lease_owner) == (NOW + 5, "", "")
    attempt = rows(database, "SELECT * FROM attempt")[0]
    assert (attempt["result"], attempt["charged"], attempt["ended_at"]) == ("completed", 1, NOW + 5)


def test_no_useful_evidence_is_a_completed_task(store: TaskStore) -> None:
    task = running(store)
    done = store.complete(task.id, task.lease_token, NOW, TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0))
    assert (done.state, done.outcome) == (TaskState.COMPLETED, Outcome.NO_USEFUL_EVIDENCE)


def test_an_infrastructure_fault_gives_the_charge_back(store: TaskStore, database: Database) -> None:
    task = running(store)
    deferred = store.defer_for_infrastructure(
        task.id, task.lease_token, NOW, "search_blocked", retry_after_s=120, detail="captcha"
    )
    assert (deferred.state, deferred.attempts, deferred.not_before) == (TaskState.DEFERRED, 0, NOW + 120)
    assert (deferred.deferral_reason, deferred.last_error) == ("search_blocked", "captcha")
    assert deferred.outcome is None
    attempt = rows(database, "SELECT * FROM attempt")[0]
    assert (attempt["charged"], attempt["result"], attempt["reason"]) == (0, "deferred", "search_blocked")


def test_20_infrastructure_deferrals_in_a_row_park_the_task_until_try_again(store: TaskStore) -> None:
    store.enqueue(NewTask("zfs"), NOW)
    now = NOW
    for count in range(1, 21):
        task = store.reserve(OWNER, now)
        assert task is not None
        store.start(task.id, task.lease_token, now, "d")
        task = store.defer_for_infrastructure(task.id, task.lease_token, now, "model_unavailable")
        assert task.parked is (count == 20)
        now = task.not_before
    assert store.reserve(OWNER, now + 1e6) is None
    store.try_again(task.id, now)
    again = store.reserve(OWNER, now)
    assert again is not None
    assert (again.attempts, again.infrastructure_deferrals, again.parked) == (1, 0, False)


def test_a_task_fault_backs_off_and_fails_after_3_charged_tries(store: TaskStore, database: Database) -> None:
    store.enqueue(NewTask("zfs"), NOW)
    now, waits = NOW, []
    for _ in range(3):
        task = store.reserve(OWNER, now)
        assert task is not None
        store.start(task.id, task.lease_token, now, "d")
        task = store.fail(task.id, task.lease_token, now, "unreadable", detail="why")
        waits.append(task.not_before - now)
        now = task.not_before
    assert waits[:2] == [300.0, 1200.0]
    assert (task.state, task.outcome, task.attempts) == (TaskState.FAILED, Outcome.FAILED, 3)
    assert (task.last_error, task.deferral_reason) == ("why", "")
    assert [row["charged"] for row in rows(database, "SELECT charged FROM attempt")] == [1, 1, 1]


def test_max_attempts_is_fixed_when_a_task_is_made(database: Database) -> None:
    store = TaskStore(database, lambda: QueueRules(max_attempts=1))
    task = running(store)
    assert task.max_attempts == 1
    assert store.fail(task.id, task.lease_token, NOW, "x").state is TaskState.FAILED


def test_a_stopped_task_costs_nothing_and_waits_when_the_curator_stopped_it(store: TaskStore) -> None:
    one = running(store, "a")
    stopped = store.defer_for_stop(one.id, one.lease_token, NOW, "shutdown")
    assert (stopped.attempts, stopped.parked, stopped.not_before) == (0, False, NOW)
    again = store.reserve(OWNER, NOW)
    assert again is not None
    store.start(again.id, again.lease_token, NOW, "d")
    parked = store.defer_for_stop(again.id, again.lease_token, NOW, "stopped_by_curator", parked=True)
    assert parked.parked
    assert store.reserve(OWNER, NOW + 1e6) is None


# -- recovery (Q6, Q7) --------------------------------------------------------------------------------


def test_orphans_of_an_earlier_process_here_are_deferred_at_once_and_stay_charged(
    store: TaskStore, database: Database
) -> None:
    task = running(store)
    store.enqueue(NewTask("reserved only"), NOW)
    reserved = store.reserve(OWNER, NOW)
    assert reserved is not None
    assert set(store.recover("host:2:x", NOW + 1, role_start=True)) == {task.id, reserved.id}
    orphan = store.get(task.id)
    assert (orphan.state, orphan.attempts, orphan.not_before) == (TaskState.DEFERRED, 1, NOW + 1)
    assert (orphan.deferral_reason, orphan.parked) == ("earlier_process", False)
    attempt = rows(database, "SELECT * FROM attempt WHERE task_id = ?", task.id)[0]
    assert (attempt["charged"], attempt["ended_at"]) == (1, NOW + 1)


def test_leases_of_this_process_and_of_another_machine_are_left_until_they_expire(store: TaskStore) -> None:
    mine = running(store, "mine")
    store.enqueue(NewTask("theirs"), NOW)
    theirs = store.reserve("elsewhere:1:r", NOW)
    assert theirs is not None
    assert store.recover(OWNER, NOW + 1, role_start=True) == []
    assert store.recover("host:2:r", NOW + 1) == []
    assert set(store.recover(OWNER, NOW + 90)) == {mine.id, theirs.id}


def test_a_task_that_kills_the_process_ends_after_max_attempts(store: TaskStore) -> None:
    store.enqueue(NewTask("deadly"), NOW)
    for process in range(3):
        task = store.reserve(f"host:{process}:r", NOW)
        assert task is not None
        store.start(task.id, task.lease_token, NOW, "d")
        store.recover(f"host:{process + 1}:r", NOW, role_start=True)
    assert store.get(task.id).state is TaskState.FAILED
    assert store.reserve("host:9:r", NOW + 1e6) is None


# -- the curator's acts (Q8) --------------------------------------------------------------------------


def test_cancel_ends_waiting_and_reserved_tasks_and_gives_the_charge_back(
    store: TaskStore, database: Database
) -> None:
    queued = store.enqueue(NewTask("queued"), NOW).task
    store.cancel(queued.id, NOW, "no need")
    assert store.get(queued.id).state is TaskState.CANCELLED
    store.enqueue(NewTask("reserved"), NOW)
    reserved = store.reserve(OWNER, NOW)
    assert reserved is not None
    store.cancel(reserved.id, NOW)
    cancelled = store.get(reserved.id)
    assert (cancelled.state, cancelled.attempts, cancelled.lease_token) == (TaskState.CANCELLED, 0, "")
    assert rows(database, "SELECT charged FROM attempt")[0]["charged"] == 0
    with pytest.raises(StaleLease):
        store.start(reserved.id, reserved.lease_token, NOW, "d")


def test_a_running_task_is_not_cancelled_but_can_be_asked_to_stop(store: TaskStore) -> None:
    task = running(store)
    with pytest.raises(IllegalTransition, match="task_is_running"):
        store.cancel(task.id, NOW)
    assert not store.stop_requested(task.id)
    store.request_stop(task.id, NOW)
    assert store.stop_requested(task.id)
    assert store.renew(task.id, task.lease_token, NOW)
    done = store.complete(task.id, task.lease_token, NOW, FOUND)  # it may finish first
    assert (done.state, done.stop_requested) == (TaskState.COMPLETED, False)


def test_a_cancelled_topic_rests_too(store: TaskStore) -> None:
    task = store.enqueue(NewTask("zfs", requested_by=Origin.SCANNER), NOW).task
    store.cancel(task.id, NOW)
    assert not store.enqueue(NewTask("zfs", requested_by=Origin.SCANNER), NOW + 1).created


def test_acts_on_tasks_that_do_not_exist_or_do_not_fit_are_refused(store: TaskStore) -> None:
    for act in (
        lambda: store.cancel("none", NOW),
        lambda: store.request_stop("none", NOW),
        lambda: store.set_priority("none", 0.5, NOW),
        lambda: store.try_again("none", NOW),
        lambda: store.get("none"),
    ):
        with pytest.raises(BadInput, match="task_unknown"):
            act()
    task = running(store)
    with pytest.raises(RuleRefused, match="task_not_waiting"):
        store.set_priority(task.id, 0.5, NOW)
    with pytest.raises(RuleRefused, match="task_not_deferred"):
        store.try_again(task.id, NOW)
    waiting = store.enqueue(NewTask("b"), NOW).task
    with pytest.raises(RuleRefused, match="task_not_running"):
        store.request_stop(waiting.id, NOW)


def test_a_changed_priority_changes_the_order(store: TaskStore) -> None:
    store.enqueue(NewTask("a", priority=0.5), NOW)
    b = store.enqueue(NewTask("b", priority=0.4), NOW).task
    store.set_priority(b.id, 0.6, NOW)
    task = store.reserve(OWNER, NOW)
    assert task is not None
    assert task.id == b.id


# -- history (Q1, W11) --------------------------------------------------------------------------------


def test_every_transition_is_a_row_with_its_reason(store: TaskStore, database: Database) -> None:
    task = running(store)
    store.fail(task.id, task.lease_token, NOW + 1, "unreadable")
    moves = rows(database, "SELECT from_state, to_state, reason, worker, at FROM task_transition ORDER BY id")
    assert [tuple(move) for move in moves] == [
        ("", "queued", "", "", NOW),
        ("queued", "reserved", "", OWNER, NOW),
        ("reserved", "running", "", OWNER, NOW),
        ("running", "deferred", "unreadable", OWNER, NOW + 1),
    ]
