"""The window while something underneath fails: a crashing loop, a slow model, a lost folder (issue 10)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, outcomes, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.library import collections
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_extractor, open_profile, open_research, open_worker
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.tasks import NewTask, TaskState
from neurodesk.providers.extract.registry import InProcess
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.storage.activity_store import ActivityStore
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.main import run_window
from neurodesk.ui.panes.outcomes.window import OutcomesDialog
from neurodesk.worker import host
from neurodesk.worker.loop import RunMode, WorkerLoop
from tests.queue_parts import rows
from tests.ui.panes.desk_window import desk_on, press, settle, wait_for
from tests.ui.test_desk_life import _close_when

MODELS = ("gemma3:12b", "qwen3:8b")
# A model call that is still under way when the window is closed.
CALL_S = 60.0


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "queue") as made:
        yield made


@pytest.mark.expects_log("the worker's loop ended by a bug")
@pytest.mark.expects_log("a bug was met in the worker's loop: RuntimeError")
def test_a_worker_loop_that_crashes_again_and_again_is_started_again_and_the_window_says_so(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes, wait = iter([True, True, True]), WorkerLoop._wait

    async def crashing(self: WorkerLoop, seconds: float) -> None:
        if next(crashes, False):
            raise RuntimeError("a bug of the loop")
        await wait(self, seconds)

    monkeypatch.setattr(WorkerLoop, "_wait", crashing)
    monkeypatch.setattr(host, "RESTART_S", (0.01, 0.01, 30.0))
    with desk_on(qapp, tmp_path / "p", "queue", with_worker=True) as desk:
        banner = desk.window.banner
        wait_for(lambda: "started again" in banner.accessibleName(), "the first restart is said")
        assert "Nothing is lost" in banner.accessibleName()
        wait_for(lambda: "again and again" in banner.accessibleName(), "and that it goes on")
        assert "30 s" in banner.accessibleName()
        reports = list(desk.services.profile.paths.logs.glob("report-*.txt"))
        assert len(reports) == 1, "a kind of bug is one report"
        assert "a bug of the loop" in reports[0].read_text("utf-8")
        assert str(reports[0]) in banner.accessibleName()
        profile = desk.services.profile
        said = rows(profile.database, "SELECT code FROM activity WHERE code = 'worker_restarted'")
        assert len(said) == 3
        desk.window.toggle_activity()
        wait_for(lambda: "bug" in spoken(desk.window.feed), "the feed has it too")
    # It waits for its next start here, and the window closed all the same.


def spoken(feed: Any) -> str:
    model = feed.model
    texts = (model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount()))
    return " ".join(str(one) for one in texts)


def researched_profile(folder: Path, url: str) -> None:
    with open_profile(folder) as profile, open_extractor() as extractor:
        kb = knowledge.register_kb(profile, sample.copy_kb(folder.with_name("kb"), fresh=False))
        knowledge.import_kb(profile, kb.id)
        with sample.library_folder() as texts:
            library.add_collection(profile, texts, "lib")
            library.index(profile, extractor, "lib")
        profile.settings.set("article.language", "en")
        profile.settings.set("models.ollama_urls", [url])
        question = "How do I replace a failed disk in a ZFS pool?"
        tasks.ask(profile, NewTask(topic="Replace a failed disk in a ZFS pool", question=question))


def receipts(profile: Profile) -> dict[str, float]:
    found = rows(profile.database, "SELECT stage, at FROM receipt")
    return {row["stage"]: row["at"] for row in found}


@pytest.mark.timeout(150)
def test_closing_in_a_model_call_of_a_minute_does_not_wait_for_it_and_loses_nothing(
    qapp: QApplication, tmp_path: Path
) -> None:
    writing, let_go = threading.Event(), threading.Event()
    answered: list[bool] = []

    def slow(body: dict[str, Any]) -> Scripted:
        reply = scripted_reply(body)
        if '"article"' in reply.content and not let_go.is_set():
            writing.set()
            answered.append(let_go.wait(CALL_S))
        return reply

    folder = tmp_path / "p"
    with LoopbackNode(MODELS, slow) as node:
        researched_profile(folder, node.url)
        found: list[Any] = []
        timer = _close_when(lambda _window: writing.is_set(), found)
        assert run_window(folder, {}) == 0
        timer.stop()
        assert len(found) == 1
        assert answered == [], "the model was still at work when the window had closed"
        let_go.set()
        with open_profile(folder) as profile:
            (task,) = rows(profile.database, "SELECT id, state, lease_token, attempts FROM task")
            assert (task["state"], task["lease_token"], task["attempts"]) == ("deferred", "", 0)
            before = receipts(profile)
            assert set(before) == {"plan", "search", "fetch", "gate"}
            with (
                open_research(profile) as runner,
                open_worker(profile, runner, mode=RunMode.UNTIL_IDLE) as run,
            ):
                assert run.join(90)
            assert task_store(profile).get(task["id"]).state is TaskState.COMPLETED
            after = receipts(profile)
            assert {stage: after[stage] for stage in before} == before, "no finished stage was done again"
            begun = [one.code for one in ActivityStore(profile.database).after(task_id=task["id"])]
            assert begun.count("task_started") == 2
    assert host.STOP_TIMEOUT_S + host.ABORT_TIMEOUT_S < 10, "DESIGN: a busy application ends within 10 s"


def test_s3_a_folder_that_is_gone_is_said_with_what_is_safe_and_taken_back_when_it_returns(
    desk: Desk, tmp_path: Path
) -> None:
    kb, away = tmp_path / "articles", tmp_path / "elsewhere"
    sample.copy_kb(kb, fresh=False)
    profile, window = desk.services.profile, desk.window
    registered = knowledge.register_kb(profile, kb)
    window.lost_folders.look()
    settle(200)
    assert not window.banner.isVisible()
    kb.rename(away)
    window.lost_folders.look()
    wait_for(window.banner.isVisible, "it is said")
    said = window.banner.accessibleName()
    assert registered.name in said
    assert str(kb) in said
    assert "stay in NeuroDesk" in said
    assert "Connect its drive" in said
    window.banner.act_wanted.emit()
    wait_for(lambda: window.place == "settings", "the link leads to the knowledge bases")
    away.rename(kb)
    window.lost_folders.look()
    wait_for(lambda: not window.banner.isVisible(), "it is back")


def test_s3_a_library_folder_that_is_gone_is_said_and_said_again_when_it_is_back(
    desk: Desk, tmp_path: Path
) -> None:
    texts, away = tmp_path / "papers", tmp_path / "elsewhere"
    texts.mkdir()
    (texts / "chrony.txt").write_text("Run chronyc makestep to set the clock at once.\n", "utf-8")
    profile, window = desk.services.profile, desk.window
    added = library.add_collection(profile, texts, "Papers")
    library.index(profile, InProcess(), "Papers")
    window.lost_folders.look()
    settle(200)
    assert not window.banner.isVisible()
    # The drive is taken off: its place stays, and is empty.
    texts.rename(away)
    texts.mkdir()
    window.lost_folders.look()
    wait_for(window.banner.isVisible, "it is said")
    words = window.banner.accessibleName()
    assert "Papers" in words
    assert str(texts) in words
    assert "is searched" in words
    (found,) = collections(profile)
    assert found.usable == 1, "what was read is kept"
    texts.rmdir()
    away.rename(texts)
    told: list[ChangeSet] = []
    leave = profile.bus.subscribe(told.append)
    window.lost_folders.look()
    wait_for(lambda: not window.banner.isVisible(), "it is back")
    leave()
    assert "there again: Papers" in window.toast.accessibleName(), "and that is said too"
    assert ChangeSet.of((Kind.COLLECTION, added.id)) in told, "who watches the folder takes it up again"


def test_s3_of_two_lost_folders_the_one_that_is_still_away_stays_said(desk: Desk, tmp_path: Path) -> None:
    profile, window = desk.services.profile, desk.window
    kb, texts = tmp_path / "articles", tmp_path / "papers"
    sample.copy_kb(kb, fresh=False)
    texts.mkdir()
    knowledge.register_kb(profile, kb, name="Desk")
    library.add_collection(profile, texts, "Papers")
    kb.rename(tmp_path / "kb2")
    texts.rename(tmp_path / "texts2")
    window.lost_folders.look()
    wait_for(lambda: "2 folders" in window.banner.accessibleName(), "both in one notice")
    (tmp_path / "kb2").rename(kb)
    window.lost_folders.look()
    wait_for(lambda: "The folder of Papers" in window.banner.accessibleName(), "the other one stays")
    assert window.banner.isVisible()
    window.banner.act_wanted.emit()
    wait_for(lambda: window.place == "settings", "the link leads to the library")


def test_outcomes_that_wait_stand_in_the_status_bar_and_open_from_there(desk: Desk) -> None:
    bar, profile = desk.window.status_bar, desk.services.profile
    item = bar.item("outcomes")
    wait_for(lambda: desk.window.status_items.found is not None, "the bar has read")
    assert not item.isVisible()
    body = {"run": "1", "decision": "accepted", "input": "How?", "proposed": "So.", "confirmed": "So."}
    outcomes.receive(profile, body, "api:helpdesk")
    wait_for(item.isVisible, "it appears")
    assert item.accessibleName() == "Outcomes that wait: 1 outcome waits"
    popover = item.open_popover()
    assert "none counts before you confirm it" in popover.accessibleName()
    popover.close()
    press(desk, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    view = desk.window.findChild(OutcomesDialog)
    assert view is not None
    wait_for(lambda: view.model.rowCount() == 1, "it is the one that waits")
