"""One search over everything, by key, with a list of what was found (issue 10, item 1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.queries.find_all import KINDS, Found, excerpt, find_all
from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import NewTask
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.find.window import PLACES, FindDialog
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.widgets.paged_model import ROW_ROLE
from tests.ui.panes.desk_window import desk_on, place, press, unnamed, wait_for

Key = Qt.Key
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(desk: Desk) -> FindDialog:
    press(desk, Key.Key_F, CTRL_SHIFT)
    found = desk.window.findChild(FindDialog)
    assert found is not None
    wait_for(lambda: found.isActiveWindow() and found.field.hasFocus(), "its field has the keys")
    return found


def shown(view: FindDialog) -> list[Found]:
    rows = range(view.model.rowCount())
    return [one for row in rows if (one := view.model.index(row, 0).data(ROW_ROLE)) is not None]


def test_i1_every_kind_is_found_with_its_passage_and_each_holds_every_word(demo: Path) -> None:
    with open_profile(demo) as profile:
        answer = find_all(profile, "zfs")
        assert set(answer.counts) == set(KINDS)
        assert all(answer.counts.values()), answer.counts
        both = find_all(profile, "zfs pool")
        for kind in KINDS:
            assert both.counts[kind] <= answer.counts[kind]
        for one in both.things:
            if one.kind == "draft":
                body = profile.database.read(
                    lambda rx, one=one: rx.scalar(  # type: ignore[misc]
                        "SELECT v.body FROM draft d JOIN draft_version v ON v.draft_id = d.id"
                        " AND v.version = d.version WHERE d.id = ?",
                        (one.id,),
                    )
                )
                assert "pool" in f"{one.title} {body}".lower()
        assert any(
            "zfs" in one.passage[start:end].lower() for one in answer.things for start, end in one.marks
        )
        assert find_all(profile, "zfs xyzzyplugh").things == ()
        assert find_all(profile, "   ").things == ()


@pytest.mark.parametrize("words", ['"', "zfs OR", "NEAR(", "*", "a* b*", "' --", "%_\\", "\x00", "ß" * 200])
def test_what_is_typed_is_never_syntax(demo: Path, words: str) -> None:
    with open_profile(demo) as profile:
        find_all(profile, words)


def test_words_are_found_whatever_their_case_and_umlauts(demo: Path) -> None:
    with open_profile(demo) as profile:
        for topic in ("Über Schlüssel", "Straße", "ÄNDERUNGEN"):
            task_commands.ask(profile, NewTask(topic=topic))
        for words in ("über schlüssel", "Straße", "änderungen"):
            assert find_all(profile, words).counts["task"] == 1, words


def test_more_than_is_shown_is_said(demo: Path) -> None:
    with open_profile(demo) as profile:
        for number in range(6):
            task_commands.ask(profile, NewTask(topic=f"Quorum of node {number}"))
        answer = find_all(profile, "quorum", most=4)
        assert answer.counts["task"] == 4
        assert "task" in answer.more


@pytest.mark.parametrize(
    ("text", "parts", "marked"),
    [
        ("One two three", ["two"], ["two"]),
        ("Straße und Strasse", ["strasse"], ["Straße", "Strasse"]),
        ("x " * 300 + "Über den Schlüssel hinaus", ["uber", "schlussel"], ["Über", "Schlüssel"]),
        ("nothing here", ["pool"], []),
        ("", ["pool"], []),
        ("carpool pool", ["pool"], ["pool"]),
        ("## Use `zpool` in [the **pool** guide](pool.md)", ["zpool", "pool"], ["zpool", "pool"]),
        ("ﬁx the ﬁle", ["file"], ["ﬁle"]),
    ],
)
def test_the_passage_shows_the_words_as_they_are_written(
    text: str, parts: list[str], marked: list[str]
) -> None:
    passage, marks = excerpt(text, parts)
    assert [passage[start:end] for start, end in marks] == marked


def test_i1_search_by_key_choose_a_kind_and_open_by_enter(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        view = opened(desk)
        assert not unnamed(view)
        QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal, view)
        QTest.keyClicks(view.field, "zfs")
        wait_for(lambda: {one.kind for one in shown(view)} == set(KINDS), "every kind is found")
        wait_for(lambda: "hits" in view.count.text(), "they are counted")
        QTest.keyClick(view.field, Key.Key_Down)
        assert view.list.currentIndex().row() == 1
        view.chips.set_choice("draft")
        view.chips.chosen.emit("draft")
        wait_for(lambda: {one.kind for one in shown(view)} == {"draft"}, "drafts alone")
        wanted = shown(view)[0]
        view.field.setFocus()
        QTest.keyClick(view.field, Key.Key_Return)
        wait_for(lambda: desk.window.place == "review", "Enter opens it")
        pane = place(desk, "review", ReviewPane)
        wait_for(lambda: pane.session.draft_id == wanted.id, "the draft that was chosen")
        assert not view.isVisible()
        again = opened(desk)
        assert again is view
        assert again.field.text() == "zfs", "it comes back as it was left"


@pytest.mark.parametrize("kind", KINDS)
def test_i1_each_kind_opens_in_its_place(qapp: QApplication, shared_demo: Path, kind: str) -> None:
    with desk_on(qapp, shared_demo, "settings") as desk:
        view = desk.window.open_find("zfs")
        wait_for(lambda: any(one.kind == kind for one in shown(view)), f"a {kind} is found")
        row, one = next((row, one) for row, one in enumerate(shown(view)) if one.kind == kind)
        view.list.setCurrentIndex(view.model.index(row, 0))
        view.open_current()
        wait_for(lambda: desk.window.place == PLACES[kind], "its place is open")
        widget = desk.window.place_widget(PLACES[kind])

        def target() -> str:
            return str(getattr(widget, "resume_target", "") or getattr(widget, "target", ""))

        wait_for(lambda: target().split("#")[0] == one.id, f"{target()} is not {one.id}")
        assert not desk.window.banner.isVisible()


def test_the_list_follows_changes_and_says_when_nothing_is_found(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "queue") as desk:
        view = opened(desk)
        QTest.keyClicks(view.field, "zebrafish")
        wait_for(lambda: "Nothing found." in view.empty.accessibleName() or view.empty.isVisible(), "empty")
        wait_for(lambda: not desk.services.runner.open_count, "it was searched")
        assert view.model.rowCount() == 0
        task_commands.ask(desk.services.profile, NewTask(topic="Zebrafish husbandry"))
        wait_for(
            lambda: [one.title for one in shown(view)] == ["Zebrafish husbandry"], "it appears by itself"
        )


def test_ctrl_k_leads_on_to_the_search_with_its_words(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "queue") as desk:
        place(desk, "queue", QueuePane)
        press(desk, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = desk.window.palette_popup
        QTest.keyClicks(palette.field, "resilver pool")
        words = "Search everything for “resilver pool”"

        def last() -> str:
            return str(palette.model.index(palette.model.rowCount() - 1).data())

        wait_for(lambda: last() == words, "the way on stands at the end")
        QTest.keyClick(palette.field, Key.Key_PageDown)
        QTest.keyClick(palette.field, Key.Key_PageDown)
        QTest.keyClick(palette.field, Key.Key_PageDown)
        assert palette.list.currentIndex().data() == words
        QTest.keyClick(palette.field, Key.Key_Return)
        view = desk.window.findChild(FindDialog)
        assert view is not None
        assert view.isVisible()
        assert view.field.text() == "resilver pool"
