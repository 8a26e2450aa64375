"""The queue place on a real profile: list, detail, acts, the new-task dialog, and why nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractButton, QApplication

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.queries.desk_bench import fill
from neurodesk.app.queries.tasks import TaskFilter, count_groups, task_ids, task_lines
from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, TaskState
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.panes.queue.pane import QueuePane


def queue_of(desk: Desk) -> QueuePane:
    pane = desk.window.place_widget("queue")
    assert isinstance(pane, QueuePane)
    return pane


@pytest.fixture
def desk(qapp: QApplication, qtbot: Any, tmp_path: Path) -> Iterator[Desk]:
    with open_profile(tmp_path / "p") as profile:
        for number, topic in enumerate(("Extend a volume", "Renew a certificate", "Rotate the logs")):
            task_commands.ask(profile, NewTask(topic=topic, priority=0.5 + number / 10))
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.window.resize(1280, 800)
        made.show("queue")
        qtbot.waitUntil(lambda: queue_of(made).detail.task_id != "", timeout=30_000)
        yield made


def topics(pane: QueuePane, qtbot: Any) -> list[str]:
    rows = range(pane.model.rowCount())
    qtbot.waitUntil(lambda: all(pane.model.row(row) is not None for row in rows), timeout=30_000)
    return [pane.model.row(row).topic for row in rows]


def test_what_waits_stands_by_priority_and_the_first_task_is_explained(qtbot: Any, desk: Desk) -> None:
    pane = queue_of(desk)
    QAbstractItemModelTester(pane.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert topics(pane, qtbot) == ["Rotate the logs", "Renew a certificate", "Extend a volume"]
    assert pane.detail.task_id == pane.current_id()


def test_the_strip_says_why_nothing_runs_and_which_gate_blocks(qtbot: Any, desk: Desk) -> None:
    pane = queue_of(desk)
    qtbot.waitUntil(lambda: "Why is nothing running?" in pane.strip.accessibleName(), timeout=30_000)
    assert "There is nothing to search" in pane.strip.accessibleName()
    qtbot.waitUntil(lambda: "blocks" in pane.strip._gates.accessibleName(), timeout=30_000)
    assert "Nothing to search: blocks" in pane.strip._gates.accessibleName()
    assert "Not paused: passed" in pane.strip._gates.accessibleName()
    assert "Models: not reached" in pane.strip._gates.accessibleName()


def test_the_pane_holds_the_seven_controls_of_autonomous_work(qtbot: Any, desk: Desk) -> None:
    pane = queue_of(desk)
    settings = desk.services.profile.settings
    fields = pane.controls.fields
    fields["worker.autonomous"].click()
    fields["worker.idle_only"].click()
    fields["worker.min_priority"].setValue(0.8)
    fields["worker.max_tasks_per_day"].setValue(3)
    fields["worker.tasks_per_scan"].setValue(2)

    def found() -> tuple[object, ...]:
        current = settings.current
        return (
            current.switch("worker.autonomous"),
            current.switch("worker.idle_only"),
            current.number("worker.min_priority"),
            current.whole("worker.max_tasks_per_day"),
            current.whole("worker.tasks_per_scan"),
        )

    qtbot.waitUntil(lambda: found() == (True, False, 0.8, 3, 2), timeout=30_000)
    buttons = {one.text() for one in pane.findChildren(QAbstractButton)}
    assert {"Scan", "Wake"} <= buttons
    settings.set("worker.max_tasks_per_day", 7)  # elsewhere, as another process does
    qtbot.waitUntil(lambda: fields["worker.max_tasks_per_day"].value() == 7, timeout=30_000)
    assert settings.current.whole("worker.tasks_per_scan") == 2, "showing a setting must not set it"


def test_typing_filters_in_sql_and_the_chips_count(qtbot: Any, desk: Desk) -> None:
    pane = queue_of(desk)
    pane.field.setText("certificate")
    qtbot.waitUntil(lambda: pane.model.rowCount() == 1, timeout=30_000)
    assert topics(pane, qtbot) == ["Renew a certificate"]
    pane.field.setText("no such thing")
    qtbot.waitUntil(lambda: pane._stack.currentWidget() is pane.empty, timeout=30_000)
    assert "No task matches the filter." in pane.empty.accessibleName()
    pane.empty.act_wanted.emit()
    qtbot.waitUntil(lambda: pane.model.rowCount() == 3, timeout=30_000)


def test_a_task_is_cancelled_by_key_and_asked_again_from_the_toast(qtbot: Any, desk: Desk) -> None:
    pane, profile = queue_of(desk), desk.services.profile
    qtbot.waitUntil(lambda: pane._current_line() is not None, timeout=30_000)
    first = pane.current_id()
    pane.cancel_or_stop()
    qtbot.waitUntil(lambda: count_groups(profile)["cancelled"] == 1, timeout=30_000)
    qtbot.waitUntil(desk.window.toast.isVisible, timeout=30_000)
    desk.window.toast._undo.click()
    qtbot.waitUntil(lambda: count_groups(profile)["open"] == 3, timeout=30_000)
    assert pane.model.row_of(first) >= 0


def test_plus_and_minus_change_the_priority_of_the_current_task(qtbot: Any, desk: Desk) -> None:
    pane, profile = queue_of(desk), desk.services.profile
    task_id = pane.current_id()
    qtbot.waitUntil(lambda: pane._current_line() is not None, timeout=30_000)
    pane._raise()

    def priority() -> float:
        return task_commands.task_store(profile).get(task_id).priority

    qtbot.waitUntil(lambda: abs(priority() - 0.75) < 1e-9, timeout=30_000)


def test_a_change_made_elsewhere_appears_without_losing_the_current_row(qtbot: Any, desk: Desk) -> None:
    pane, profile = queue_of(desk), desk.services.profile
    pane.table.setCurrentIndex(pane.model.index(1, 0))
    current = pane.current_id()
    task_commands.ask(profile, NewTask(topic="Replace a disk", priority=0.99))
    qtbot.waitUntil(lambda: pane.model.rowCount() == 4, timeout=30_000)
    assert pane.current_id() == current
    assert topics(pane, qtbot)[0] == "Replace a disk"


def test_the_dialog_warns_of_a_duplicate_while_typing_and_joins_it(qtbot: Any, desk: Desk) -> None:
    profile = desk.services.profile
    asked: list[task_commands.Asked] = []
    dialog = NewTaskDialog(desk.window.context, desk.window, on_asked=asked.append)
    dialog.show()
    assert not dialog.ask_button.isEnabled()
    dialog.topic.setText("  extend a VOLUME ")
    qtbot.waitUntil(dialog.notice.isVisible, timeout=30_000)
    assert "in the queue already" in dialog.notice.accessibleName()
    qtbot.mouseClick(dialog.ask_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(asked) == 1, timeout=30_000)
    assert asked[0].answer.answer is EnqueueAnswer.LIVE
    assert count_groups(profile)["all"] == 3


def test_a_topic_within_its_cooldown_is_repeated_only_after_the_warning(qtbot: Any, desk: Desk) -> None:
    profile = desk.services.profile
    done = task_commands.ask(profile, NewTask(topic="Tape drive")).answer.task
    profile.database.write(
        lambda tx: tx.execute(
            "UPDATE task SET state = 'completed', outcome = 'no_useful_evidence', finished_at = ?"
            " WHERE id = ?",
            (profile.clock.time(), done.id),
        )
    )
    asked: list[task_commands.Asked] = []
    dialog = NewTaskDialog(desk.window.context, desk.window, on_asked=asked.append)
    dialog.show()
    dialog.topic.setText("tape drive")
    qtbot.waitUntil(dialog.notice.isVisible, timeout=30_000)
    assert "researched before" in dialog.notice.accessibleName()
    assert "nothing useful found" in dialog.notice.accessibleName()
    assert dialog.ask_button.text() == "Repeat all the same"
    dialog.ask()
    qtbot.waitUntil(lambda: len(asked) == 1, timeout=30_000)
    assert asked[0].answer.created


def test_a_row_that_cannot_be_read_stands_in_the_list_as_damaged(qtbot: Any, desk: Desk) -> None:
    pane, profile = queue_of(desk), desk.services.profile
    task_id = pane.current_id()
    profile.database.write(lambda tx: tx.execute("UPDATE task SET queries = '{' WHERE id = ?", (task_id,)))
    task_commands.ask(profile, NewTask(topic="Another one", priority=0.1))
    qtbot.waitUntil(lambda: pane.model.rowCount() == 4, timeout=30_000)
    pane.model.refresh([task_id])
    row = pane.model.row_of(task_id)
    qtbot.waitUntil(
        lambda: pane.model.row(row) is not None and bool(pane.model.row(row).damaged), timeout=30_000
    )
    assert pane.model.index(row, 0).data() == "Damaged"


def test_the_list_order_reads_an_index_and_pages_a_large_queue(tmp_path: Path) -> None:
    with open_profile(tmp_path / "p") as profile:
        fill(profile, 3_000, 0)
        ids = task_ids(profile, TaskFilter())
        assert len(ids) == len(set(ids)) == 3_000
        from neurodesk.app.queries.tasks import WORK_FIRST

        plan = profile.database.read(
            lambda rx: [
                row["detail"]
                for row in rx.sql(f"EXPLAIN QUERY PLAN SELECT id FROM task WHERE 1 ORDER BY {WORK_FIRST}, id")
            ]
        )
        assert len(plan) == 1
        assert "INDEX task_list" in plan[0]
        states = [row["state"] for row in _states(profile, ids)]
    queued = [number for number, state in enumerate(states) if state == TaskState.QUEUED]
    finished = [number for number, state in enumerate(states) if state == TaskState.COMPLETED]
    assert max(queued) < min(finished)


def test_words_keep_the_order_of_the_whole_list_and_read_each_row_once(tmp_path: Path) -> None:
    with open_profile(tmp_path / "p") as profile:
        fill(profile, 800, 0)
        asked: list[str] = []
        everything = task_ids(profile, TaskFilter())
        profile.database.read(
            lambda _rx: profile.database.reader_connection().set_trace_callback(asked.append)
        )
        found = task_ids(profile, TaskFilter("all", "zfs rotation"))
        counts = count_groups(profile, "zfs rotation")
        profile.database.reader_connection().set_trace_callback(None)
        statements = [text for text in asked if text.startswith("SELECT")]
        plans = [
            row["detail"]
            for text in statements
            for row in profile.database.read(lambda rx, text=text: rx.sql(f"EXPLAIN QUERY PLAN {text}"))
        ]
        lines = task_lines(profile, everything)
    wanted = [one for one in everything if "ZFS" in lines[one].topic and "rotation" in lines[one].topic]
    assert found == wanted
    assert counts["all"] == len(wanted) > 0
    assert len(statements) == 2
    # Along an index each row would be looked up at its own place: three times the work.
    assert "SCAN task" in plans
    assert not [plan for plan in plans if "INDEX" in plan]


def _states(profile: Any, ids: list[str]) -> list[Any]:
    by_id = {row["id"]: row for row in profile.database.read(lambda rx: rx.sql("SELECT id, state FROM task"))}
    return [by_id[one] for one in ids]
