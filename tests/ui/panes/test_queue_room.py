"""One task in the queue: its stages, what was kept and dropped and why, and the acts on it (issue 10)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.queries.task_detail import task_detail
from neurodesk.app.queue import task_store
from neurodesk.domain.privacy import QUERIES_WAIT
from neurodesk.domain.tasks import NewTask, TaskState
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.desk.words import reason_word, stage_word
from neurodesk.ui.panes.outgoing.window import OutgoingDialog
from neurodesk.ui.panes.queue.detail import SEARCH
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.widgets.stage_timeline import StageTimeline
from tests.queue_parts import rows
from tests.ui.panes.desk_window import desk_on, place, press, wait_for
from tests.ui.panes.test_outgoing import lay_queries


def queue(desk: Desk) -> QueuePane:
    pane = place(desk, "queue", QueuePane)
    wait_for(lambda: pane.detail.task_id, "a task is shown")
    return pane


def spoken(pane: QueuePane) -> str:
    timeline = pane.detail.findChild(StageTimeline)
    assert timeline is not None
    return "\n".join(one.accessibleName() for one in timeline.findChildren(QWidget) if one.accessibleName())


def test_the_stages_say_how_long_what_was_asked_what_was_kept_and_which_gate_dropped_the_rest(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        pane, profile = queue(desk), desk.services.profile
        (row,) = rows(
            profile.database,
            "SELECT task_id, COUNT(DISTINCT verdict) AS n FROM candidate GROUP BY task_id"
            " ORDER BY n DESC, task_id LIMIT 1",
        )
        profile.database.write(
            lambda tx: tx.execute("UPDATE receipt SET duration_s = 12.0 WHERE task_id = ?", (row["task_id"],))
        )
        pane.show_target(row["task_id"])
        wait_for(lambda: pane.detail.task_id == row["task_id"], "it is shown")
        detail = task_detail(profile, row["task_id"])
        wait_for(lambda: "12 s" in spoken(pane), "durations stand beside the stages")
        said = spoken(pane)
        kinds = {sample.kind for stage in detail.stages for sample in stage.samples}
        assert {"query", "kept"} <= kinds
        assert kinds - {"query", "kept"}, "something was dropped"
        for stage in detail.stages:
            assert stage_word(stage.stage) in said
            for sample in stage.samples[:4]:
                assert sample.text.split("\n")[0][:20] in said
                if sample.reason:
                    assert reason_word(sample.reason) in said


def test_see_all_of_a_stage_leads_there(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "queue") as desk:
        pane = queue(desk)
        timeline = pane.detail.findChild(StageTimeline)
        assert timeline is not None
        timeline.all_wanted.emit("search.0")
        assert pane.detail.tabs.choice == SEARCH, "hits and queries stand in its search"
        timeline.all_wanted.emit("gate.0")
        wait_for(lambda: desk.window.place == "evidence", "texts stand in Evidence")


def test_q8_del_on_a_running_task_asks_it_to_stop_after_its_step(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        pane, profile = queue(desk), desk.services.profile
        task_commands.ask(profile, NewTask(topic="Descale the humidifier at night", priority=0.99))
        store, now = task_store(profile), profile.clock.time()
        reserved = store.reserve("here:1", now)
        assert reserved is not None
        store.start(reserved.id, reserved.lease_token, now, "2026-01-01")
        desk.services.profile.bus.publish(task_commands.ask(profile, NewTask(topic="Another")).changes)
        pane.show_target(reserved.id)
        wait_for(lambda: (line := pane._current_line()) and line.state == "running", "it runs")
        wait_for(lambda: pane.detail._cancel.accessibleName() == "Stop after this step", "the button says so")
        pane.table.setFocus()
        press(desk, Qt.Key.Key_Delete)
        wait_for(lambda: store.get(reserved.id).stop_requested, "it was asked to stop")
        assert store.get(reserved.id).state is TaskState.RUNNING, "a generation that runs is not aborted"
        wait_for(lambda: not pane.detail._cancel.isEnabled(), "asked once")
        assert "not aborted" in pane.strip._note.text() or "not aborted" in pane.detail._story.text()


def test_q4_t_researches_a_finished_task_again_and_keeps_the_old_one(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        pane, store = queue(desk), task_store(desk.services.profile)
        old = pane.current_id()
        assert store.get(old).state is TaskState.COMPLETED
        pane.table.setFocus()
        press(desk, Qt.Key.Key_T)
        wait_for(lambda: pane.current_id() not in ("", old), "the repeat is shown")
        again = store.get(pane.current_id())
        assert again.topic == store.get(old).topic
        assert again.state is TaskState.QUEUED
        assert store.get(old).state is TaskState.COMPLETED


def test_w10_the_line_why_nothing_runs_leads_to_the_queries_that_wait(
    qapp: QApplication, tmp_path: Path
) -> None:
    with desk_on(qapp, tmp_path / "p", "queue") as desk:
        task_id, profile = lay_queries(desk), desk.services.profile
        profile.database.write(
            lambda tx: tx.execute(
                "UPDATE task SET state = 'deferred', parked = 1, deferral_reason = ? WHERE id = ?",
                (QUERIES_WAIT, task_id),
            )
        )
        profile.settings.set("worker.interval_m", 29.0)  # a change that the strip hears of
        pane = place(desk, "queue", QueuePane)
        wait_for(pane.strip.look.isVisible, "the way there stands in the line")
        assert "F9" in pane.strip.accessibleName()
        button = pane.strip.look
        assert isinstance(button, QAbstractButton)
        button.click()
        view = desk.window.findChild(OutgoingDialog)
        assert view is not None
        assert view.isVisible()
