"""The first run: a wizard over the real settings, with real tests of real nodes (SPEC I1)."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.settings.catalog import CATALOG
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.first_run.lesson import DESK_PX, Lesson, tasks
from neurodesk.ui.first_run.steps import Autonomy, NodesStep, SettingRows
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.panes.review.actions import review_actions
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from tests.ui.panes.desk_window import unnamed


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with open_desk(qapp, tmp_path / "p", {"ui.language": "en"}, with_worker=False) as made:
        made.window.resize(1440, 900)
        yield made


def wizard_of(desk: Desk) -> FirstRun | None:
    shown = [one for one in desk.window.findChildren(FirstRun) if one.isVisible()]
    return shown[0] if shown else None


def values(desk: Desk) -> list[object]:
    return [desk.services.profile.settings.current[one.key] for one in CATALOG if not one.replaced_by]


def opened(desk: Desk, qtbot: Any) -> FirstRun:
    qtbot.waitUntil(lambda: wizard_of(desk) is not None, timeout=20_000)
    found = wizard_of(desk)
    assert found is not None
    return found


def test_an_empty_profile_is_greeted_and_every_step_can_be_skipped_without_any_connection(
    qtbot: Any, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    real: Callable[..., Any] = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> Any:
        if self.family != socket.AF_UNIX:
            asked.append(address)
        return real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **_more: asked.append(given) or [])
    desk.show("queue", greet=True)
    wizard = opened(desk, qtbot)
    before = values(desk)
    for place, step in enumerate(wizard.steps):
        assert wizard.place == place
        qtbot.wait(30)
        assert not unnamed(wizard), step.id
        if place + 1 < len(wizard.steps):
            wizard.skip.click()
    assert wizard.next.text() == "Finish"
    wizard.next.click()
    assert wizard_of(desk) is None
    assert asked == []
    assert values(desk) == before
    assert not desk.services.profile.settings.current.switch("worker.autonomous")


def test_it_goes_on_where_it_was_left_and_stays_away_once_it_is_over(
    qapp: QApplication, qtbot: Any, tmp_path: Path
) -> None:
    with open_desk(qapp, tmp_path / "p", {"ui.language": "en"}, with_worker=False) as desk:
        desk.show("queue", greet=True)
        wizard = opened(desk, qtbot)
        wizard.next.click()
        wizard.skip.click()
        assert wizard.steps[wizard.place].id == "nodes"
    with open_desk(qapp, tmp_path / "p", {"ui.language": "en"}, with_worker=False) as desk:
        desk.show("queue", greet=True)
        wizard = opened(desk, qtbot)
        assert wizard.steps[wizard.place].id == "nodes"
        assert wizard.done_steps == {"look"}
        QTest.keyClick(wizard, Qt.Key.Key_Escape)
        assert "Set up NeuroDesk" in desk.window.toast.accessibleName()
    with open_desk(qapp, tmp_path / "p", {"ui.language": "en"}, with_worker=False) as desk:
        desk.show("queue", greet=True)
        qtbot.waitUntil(lambda: desk.window.first_steps.is_bare, timeout=20_000)
        assert wizard_of(desk) is None
        desk.window.actions_table.run("first_run")
        assert opened(desk, qtbot).steps[opened(desk, qtbot).place].id == "nodes"


def test_another_language_is_taken_at_once_and_the_wizard_stays(
    qapp: QApplication, qtbot: Any, tmp_path: Path
) -> None:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as desk:
        desk.services.profile.settings.set("ui.language", "en")
        desk.show("queue", greet=True)
        wizard = opened(desk, qtbot)
        rows = wizard.findChildren(SettingRows)[-1]
        rows.rows["ui.language"].wanted.emit("ui.language", "de")
        qtbot.waitUntil(
            lambda: (one := wizard_of(desk)) is not None and one.windowTitle() == "NeuroDesk einrichten",
            timeout=20_000,
        )


def test_a_node_is_tested_step_by_step_and_a_failure_has_one_remedy(qtbot: Any, desk: Desk) -> None:
    desk.show("queue")
    desk.window.open_first_run()
    wizard = opened(desk, qtbot)
    wizard.go(2)
    step = wizard.findChildren(NodesStep)[-1]
    (card,) = step.cards
    card.field.setText("not an address!")
    card.test()
    assert "no address of a node" in card._said.text()
    card.field.setText("workshop=127.0.0.1:9")
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(card.climbed), timeout=20_000)
    assert [(str(one.rung), one.fault) for one in card.climbed] == [("reached", "connect")]
    assert "Models found: not tested" in card.accessibleName()
    assert card.line.text() == "ollama serve"
    assert wizard.next.isEnabled()
    with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
        card.field.setText(f"workshop={node.url}")
        card.test()
        qtbot.waitUntil(lambda: card.is_ready, timeout=20_000)
        assert "Reached: version 0.12.0" in card.accessibleName()
        assert "Answers with one token: gemma3:12b" in card.accessibleName()
        assert step.sum.text() == "1 of 1 nodes ready, that is enough to go on."
        settings = desk.services.profile.settings
        assert settings.current.items("models.ollama_urls") == (f"workshop={node.url}",)
        settings.set("models.reviewer", "gemma3:12b")
        wizard.go(3)
        page = wizard.findChildren(NodesPage)[-1]
        qtbot.waitUntil(lambda: page.shown is not None and bool(page.shown.warnings), timeout=20_000)
        assert page.shown is not None
        authors = [one for one in page.shown.roles if one.role == "author"]
        assert [one.fault for one in authors] == [""], "the tested node plays its role at once"
        assert "author_and_reviewer_are_one_model" in [one.code for one in page.shown.warnings]


def test_autonomy_is_off_until_a_preset_is_chosen(qtbot: Any, desk: Desk) -> None:
    desk.show("queue")
    desk.window.open_first_run()
    wizard = opened(desk, qtbot)
    wizard.go(5)
    presets = wizard.findChildren(Autonomy)[-1]
    assert presets.choices["off"].isChecked()
    presets.choices["careful"].click()
    settings = desk.services.profile.settings
    qtbot.waitUntil(lambda: settings.current.number("worker.min_priority") == 0.8, timeout=20_000)
    assert settings.current.switch("worker.autonomous")
    assert settings.current.switch("worker.idle_only")
    assert settings.current.whole("worker.max_tasks_per_day") == 3


@pytest.mark.parametrize("language", list(Language))
def test_the_bar_of_the_lesson_is_seen_whole_in_a_small_window(
    qtbot: Any, qapp: QApplication, desk: Desk, language: Language
) -> None:
    install_language(qapp, language)
    try:
        wizard = FirstRun(desk.window.context)
        qtbot.addWidget(wizard)
        wizard.resize(1140, 760)
        wizard.show()
        for place in range(len(wizard.steps)):
            wizard.go(place)
            QTest.qWait(20)
        [lesson] = wizard.findChildren(Lesson)
        qtbot.waitUntil(lambda: lesson.desk.height() >= DESK_PX, timeout=5_000)
        assert lesson.inspector.source.passage.height() >= 90, "nothing of the lesson is folded away"
        assert lesson.bar.height() >= lesson.bar.minimumSizeHint().height()
        end = lesson.bar.mapTo(wizard, lesson.bar.rect().bottomLeft()).y()
        assert end < wizard.next.parentWidget().mapTo(wizard, wizard.rect().topLeft()).y()
    finally:
        install_language(qapp, Language.ENGLISH)


def test_the_lesson_teaches_the_keys_of_review(qtbot: Any) -> None:
    lesson = Lesson()
    qtbot.addWidget(lesson)
    lesson.show()
    done: list[bool] = []
    lesson.finished.connect(lambda: done.append(True))
    draft = lesson.draft
    first, second, third = [one.id for one in draft.asserting]
    assert [one.verdict for one in draft.asserting] == [
        Verdict.SUPPORTED,
        Verdict.SUPPORTED,
        Verdict.CONTRADICTED,
    ]
    assert "Approval locked" in lesson.bar.accessibleName() or draft.blocks()
    QTest.keyClicks(lesson, "x")
    assert "press J" in lesson.state.text()
    for key, at in (("j", second), ("k", first), ("t", first), ("n", third)):
        QTest.keyClicks(lesson, key)
        assert draft.current == at == lesson.centre.strip.current_id()
    assert draft.asserting[0].must_be_ticked
    assert "30 seconds" in lesson.inspector.source.passage.toPlainText()
    QTest.keyClicks(lesson, "e")
    assert "30 seconds" in lesson.centre.article.toPlainText()
    assert draft.claim().verdict is Verdict.SUPPORTED, "checked anew by code"
    assert not draft.blocks()
    lesson.inspector.verdicts[Verdict.SUPPORTED].click()
    QTest.keyClicks(lesson, "a")
    assert draft.state is DraftState.APPROVED
    QTest.keyClicks(lesson, "p")
    assert draft.state is DraftState.PROMOTED
    QTest.keyClicks(lesson, "u")
    assert draft.state is DraftState.APPROVED
    assert lesson.is_over
    assert done == [True]
    assert "question mark" in lesson.words.text()


def test_every_key_of_the_lesson_is_the_key_of_its_act_in_review(desk: Desk) -> None:
    desk.show("review")
    pane = desk.window.place_widget("review")
    assert isinstance(pane, ReviewPane)
    keys = {spec.id: spec.keys for spec in review_actions(pane)}
    assert [(task.action, (task.key,)) for task in tasks()] == [
        (task.action, keys[task.action]) for task in tasks()
    ]


def test_it_goes_on_at_the_very_step_after_a_kill(tmp_path: Path) -> None:
    code = """
import os, signal, sys
from pathlib import Path
from PySide6.QtTest import QTest
from neurodesk.ui.application.desk import open_desk
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.main import application
app = application()
with open_desk(app, Path(sys.argv[1]), {"ui.language": "en"}, with_worker=False) as desk:
    desk.show("queue")
    desk.window.open_first_run()
    wizard = desk.window.findChildren(FirstRun)[-1]
    print(wizard.steps[wizard.place].id, flush=True)
    wizard.skip.click()
    wizard.next.click()
    wizard.skip.click()
    QTest.qWait(10)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "p")], capture_output=True, text=True, check=False
        )
        for _ in range(2)
    ]
    assert [one.stdout.strip() for one in said] == ["look", "roles"], said[0].stderr
    assert [one.returncode for one in said] == [-9, -9]
