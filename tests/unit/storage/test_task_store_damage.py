"""Rows that cannot be worked are set aside; the queue lives (SPEC Q13)."""

from __future__ import annotations

import pytest

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.tasks import (
    NewTask,
)
from neurodesk.storage import queue_leases
from neurodesk.storage.db import Database
from neurodesk.storage.task_rows import DamagedTask, task_or_damage
from neurodesk.storage.task_store import TaskStore
from tests.queue_parts import NOW, OWNER, rows, running, spoil


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("kind", "from_the_future", "kind_unknown"),
        ("kind", b"\x00", "row_damaged"),
        ("queries", "[1]", "row_damaged"),
        ("queries", "{", "row_damaged"),
        ("research_questions", "[" * 100_000, "row_damaged"),
        ("signals", '[["a"]]', "row_damaged"),
        ("extra", "[]", "row_damaged"),
        ("extra", '{"schema": 2}', "schema_newer"),
        ("outcome", "glory", "row_damaged"),
        ("attempts", "many", "row_damaged"),
        ("priority", "high", "row_damaged"),
        ("created_at", "long ago", "row_damaged"),
        ("seed_node_ids", '["gone"]', "seed_deleted"),
    ],
)
def test_a_row_that_cannot_be_worked_is_set_aside_and_the_next_one_taken(
    store: TaskStore, database: Database, column: str, value: object, reason: str
) -> None:
    bad = store.enqueue(NewTask("bad", priority=0.9), NOW).task
    good = store.enqueue(NewTask("good", priority=0.1), NOW).task
    spoil(database, column, value, bad.id)
    taken = store.reserve(OWNER, NOW)
    assert taken is not None
    assert taken.id == good.id
    row = rows(database, "SELECT * FROM task WHERE id = ?", bad.id)[0]
    assert (row["state"], row["parked"], row["deferral_reason"]) == ("deferred", 1, reason)
    assert store.reserve(OWNER, NOW + 1e6) is None
    moves = rows(database, "SELECT to_state, reason FROM task_transition WHERE task_id = ?", bad.id)
    assert tuple(moves[-1]) == ("deferred", reason)


def test_a_row_that_no_gate_knows_is_set_aside_at_role_start(store: TaskStore, database: Database) -> None:
    bad = store.enqueue(NewTask("bad"), NOW).task
    spoil(database, "requested_by", "martian", bad.id)
    assert store.reserve(OWNER, NOW) is None
    store.recover(OWNER, NOW, role_start=True)
    row = rows(database, "SELECT * FROM task WHERE id = ?", bad.id)[0]
    assert (row["state"], row["parked"], row["last_error"]) == ("deferred", 1, "requested_by")


def test_a_damaged_row_in_a_list_is_a_value_and_by_id_a_refusal(store: TaskStore, database: Database) -> None:
    task = store.enqueue(NewTask("zfs"), NOW).task
    spoil(database, "extra", "[]", task.id)
    row = rows(database, "SELECT * FROM task")[0]
    assert task_or_damage(row) == DamagedTask(task.id, "queued", "extra")
    with pytest.raises(RuleRefused, match="task_damaged"):
        store.get(task.id)


def test_a_running_row_that_was_damaged_does_not_stop_the_recovery(
    store: TaskStore, database: Database
) -> None:
    bad, worse, good = running(store, "bad"), running(store, "worse"), running(store, "good")
    spoil(database, "attempts", "many", bad.id)
    spoil(database, "lease_expires_at", "soon", worse.id)
    assert set(store.recover("host:2:r", NOW, role_start=True)) == {bad.id, worse.id, good.id}
    row = rows(database, "SELECT * FROM task WHERE id = ?", bad.id)[0]
    assert (row["state"], row["parked"], row["deferral_reason"]) == ("deferred", 1, "row_damaged")


def test_many_poisoned_rows_are_set_aside_in_steps(store: TaskStore, database: Database) -> None:
    def fill(tx: object) -> None:
        tx.many(  # type: ignore[attr-defined]
            "INSERT INTO task (id, topic, kind, priority, state, dedupe_key, requested_by, created_at,"
            " updated_at) VALUES (?, 't', 'odd', 0.9, 'queued', ?, 'curator', 0, 0)",
            [(f"t{n:04}", f"k{n}") for n in range(queue_leases.STEP_ROWS + 1)],
        )

    database.write(fill)
    good = store.enqueue(NewTask("good", priority=0.1), NOW).task
    assert store.reserve(OWNER, NOW) is None  # the step is full; nothing is lost
    taken = store.reserve(OWNER, NOW)
    assert taken is not None
    assert taken.id == good.id


def test_many_rows_that_no_gate_knows_are_set_aside_in_steps(store: TaskStore, database: Database) -> None:
    count = queue_leases.STEP_ROWS + 1

    def fill(tx: object) -> None:
        tx.many(  # type: ignore[attr-defined]
            "INSERT INTO task (id, topic, priority, state, dedupe_key, requested_by, created_at, updated_at)"
            " VALUES (?, 't', 0.9, 'queued', ?, 'martian', 0, 0)",
            [(f"t{n:04}", f"k{n}") for n in range(count)],
        )

    database.write(fill)
    store.recover(OWNER, NOW, role_start=True)
    states = rows(database, "SELECT state, parked, COUNT(*) FROM task GROUP BY state, parked")
    assert [tuple(row) for row in states] == [("deferred", 1, count)]


def test_a_state_of_a_newer_program_neither_runs_nor_stops_the_others(
    store: TaskStore, database: Database
) -> None:
    future = store.enqueue(NewTask("future", priority=0.9), NOW).task
    good = store.enqueue(NewTask("good", priority=0.1), NOW).task
    spoil(database, "state", "dreaming", future.id)
    assert store.recover(OWNER, NOW, role_start=True) == []
    taken = store.reserve(OWNER, NOW)
    assert taken is not None
    assert taken.id == good.id
    shown = [task_or_damage(row) for row in rows(database, "SELECT * FROM task WHERE state = 'dreaming'")]
    assert shown == [DamagedTask(future.id, "dreaming", "state")]
    assert store.enqueue(NewTask("future"), NOW).created  # it does not hold its topic for ever
