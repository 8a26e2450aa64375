"""Coming back: the hand-over note, the place and thing as they were left, and search over everything (I1)."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication

from neurodesk.app.queries.find import find_in_texts, find_things
from neurodesk.app.queries.handover import handover
from neurodesk.bootstrap import open_profile
from neurodesk.ui.application.desk import LAYOUT_FILE
from neurodesk.ui.panes.articles.pane import ArticlesPane
from neurodesk.ui.panes.gaps.pane import GapsPane
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.palette import HIT_ROLE
from neurodesk.ui.theme import ThemeChoice, theme
from tests.ui.panes.desk_window import desk_on, place, press, unnamed, wait_for


def leave_at(data: Path, at: float) -> None:
    store = LayoutStore(data / LAYOUT_FILE)
    store.keep("here_at", at)
    store.save()


def test_the_note_says_what_came_since_the_curator_left_and_each_count_leads_there(
    qapp: QApplication, demo: Path
) -> None:
    with open_profile(demo) as profile:
        expected = handover(profile, 1.0)
        assert expected.drafts > 1
        assert expected.contradictions > 0
        assert handover(profile, profile.clock.time() + 1).is_empty
    leave_at(demo, 1.0)
    with desk_on(qapp, demo, "queue") as desk:
        bar = desk.window.handover
        wait_for(bar.isVisible, "the note is there")
        assert f"{expected.drafts} drafts" in bar.accessibleName()
        assert "contradiction" in bar.accessibleName()
        assert not unnamed(bar)
        before = bar.close_button.icon().cacheKey()
        theme().configure(choice=ThemeChoice.HC_DARK)
        assert bar.close_button.icon().cacheKey() != before, "its cross is drawn in the ink of the new theme"
        words = {link.text(): link for link in bar.links}
        next(link for text, link in words.items() if "contradiction" in text).click()
        wait_for(lambda: desk.window.place == "gaps", "the link leads there")
        gaps = place(desk, "gaps", GapsPane)
        assert str(gaps.types.currentData()) == "contradiction"
        wait_for(lambda: gaps.model.rowCount() == expected.contradictions, "as many as the note says")
        next(link for text, link in words.items() if "draft" in text).click()
        wait_for(lambda: desk.window.place == "review", "drafts are in Review")
    with desk_on(qapp, demo, "queue") as desk:
        QTest.qWait(300)
        assert not desk.window.handover.isVisible(), "told once"


def test_a_first_start_has_nothing_to_hand_over(qapp: QApplication, tmp_path: Path) -> None:
    with desk_on(qapp, tmp_path / "p", "queue") as desk:
        QTest.qWait(200)
        assert not desk.window.handover.isVisible()


def test_after_a_crash_place_draft_and_claim_are_as_they_were(
    qapp: QApplication, demo: Path, tmp_path: Path
) -> None:
    crashed = tmp_path / "crashed-layout.json"
    with desk_on(qapp, demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        wait_for(lambda: pane.session.view is not None, "a draft is open")
        for _ in range(2):
            press(desk, Qt.Key.Key_J)
        claim = pane.session.claim_id
        desk.window.resume.keep()
        # What stands on disk now is what a killed process would leave behind.
        shutil.copy(demo / LAYOUT_FILE, crashed)
        draft = pane.session.draft_id
        desk.window.open_place("queue")
    shutil.copy(crashed, demo / LAYOUT_FILE)
    with desk_on(qapp, demo, "") as desk:
        assert desk.window.place == "review"
        pane = place(desk, "review", ReviewPane)
        wait_for(lambda: pane.session.view is not None and pane.session.draft_id == draft, "the same draft")
        assert pane.session.claim_id == claim


def test_after_a_crash_the_article_is_scrolled_and_the_window_arranged_as_it_was(
    qapp: QApplication, demo: Path, tmp_path: Path
) -> None:
    crashed = tmp_path / "crashed-layout.json"
    with desk_on(qapp, demo, "articles") as desk:
        desk.window.resize(780, 620)  # the offscreen screen is 800 wide
        pane = place(desk, "articles", ArticlesPane)
        wait_for(lambda: pane.view is not None, "an article is open")
        bar = pane.reader.browser.verticalScrollBar()
        for row in range(pane.model.rowCount()):
            pane.rows.setCurrentIndex(pane.model.index(row, 0))
            QTest.qWait(60)
            if bar.maximum() > 200:
                break
        bar.setValue(150)
        press(desk, Qt.Key.Key_F8)
        QTest.qWait(60)
        article, scrolled = pane.target, bar.value()
        size = desk.window.size()
        desk.window.resume.keep()
        shutil.copy(demo / LAYOUT_FILE, crashed)  # what a killed process would leave behind
        bar.setValue(0)
        press(desk, Qt.Key.Key_F8)
        desk.window.resize(730, 560)
        desk.window.open_place("queue")
    assert scrolled > 0
    shutil.copy(crashed, demo / LAYOUT_FILE)
    with desk_on(qapp, demo, "") as desk:
        assert desk.window.place == "articles"
        pane = place(desk, "articles", ArticlesPane)
        wait_for(lambda: pane.target == article, "the same article")
        bar = pane.reader.browser.verticalScrollBar()
        wait_for(lambda: bar.value() == scrolled, f"scrolled to {scrolled}, not {bar.value()}")
        assert desk.window.size() == size
        assert desk.window.activity.isVisible()
        # The curator's own scrolling wins from now on.
        bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
        pane.reader.browser.page_filled.emit()
        QTest.qWait(50)
        assert bar.value() == 0


def test_the_selected_task_is_selected_again(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        pane = place(desk, "queue", QueuePane)
        wait_for(lambda: pane.model.rowCount() > 2 and pane.detail.task_id, "tasks are there")
        pane.table.setCurrentIndex(pane.model.index(2, 0))
        chosen = pane.current_id()
    with desk_on(qapp, demo, "queue") as desk:
        pane = place(desk, "queue", QueuePane)
        wait_for(lambda: pane.detail.task_id == chosen, "the same task")
        assert pane.current_id() == chosen


def test_failures_are_shown_by_their_chip(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        desk.window.go("queue", "group:failed")
        pane = place(desk, "queue", QueuePane)
        assert pane.chips.choice == "failed"


def test_ctrl_k_finds_tasks_articles_sources_settings_and_words_inside_articles(
    qapp: QApplication, demo: Path
) -> None:
    with open_profile(demo) as profile:
        inside = find_in_texts(profile, "certbot", 8)
        titles = find_things(profile, "article", "certbot", 8)
        assert inside
        assert {one.id for one in inside} - {one.id for one in titles}, "words that no title holds"
        assert find_things(profile, "source", "zfs", 8)
        begun = find_in_texts(profile, "certb", 8)
        assert {one.id for one in begun} >= {one.id for one in inside[:1]}, "a word that is still being typed"
        assert find_in_texts(profile, '" OR * (', 8) == []
    with desk_on(qapp, demo, "queue") as desk:
        press(desk, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = desk.window.palette_popup
        palette.field.setText("zfs")

        def groups() -> set[str]:
            model = palette.model
            hits = (model.index(row).data(HIT_ROLE) for row in range(model.rowCount()))
            return {hit.group for hit in hits if hit is not None}

        wanted = {"Tasks", "Articles", "Sources", "In the text of articles"}
        wait_for(lambda: wanted <= groups(), "every kind is found")
        palette.field.setText("quiet")
        wait_for(lambda: "Settings" in groups(), "settings too")
        palette.close()


def test_a_thing_that_is_gone_meanwhile_is_passed_over_quietly(qapp: QApplication, demo: Path) -> None:
    for name in ("queue", "gaps", "review", "evidence", "articles", "graph", "settings"):
        store = LayoutStore(demo / LAYOUT_FILE)
        store.keep("targets", {name: "gone"})
        store.save()
        with desk_on(qapp, demo, name) as desk:
            QTest.qWait(300)
            assert desk.window.place == name
            assert not desk.window.banner.isVisible(), f"{name}: {desk.window.banner.accessibleName()}"
