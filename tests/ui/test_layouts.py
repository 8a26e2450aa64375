"""Layouts with a name, and the usual one (issue 10, item 1)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from neurodesk.ui.application.desk import LAYOUT_FILE, Desk
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.layouts import LayoutsDialog
from neurodesk.ui.shell.palette import HIT_ROLE
from tests.ui.panes.desk_window import desk_on, dialog, place, press, settle, unnamed, wait_for

Key, CTRL_ALT = Qt.Key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "review") as made:
        made.window.resize(1400, 860)
        settle()
        yield made


def opened(desk: Desk) -> LayoutsDialog:
    press(desk, Key.Key_L, CTRL_ALT)
    found = dialog(desk, LayoutsDialog)
    assert isinstance(found, LayoutsDialog)
    return found


def save(desk: Desk, name: str) -> None:
    shown = opened(desk)
    QTest.keyClicks(shown.field, name)
    QTest.keyClick(shown.field, Key.Key_Return)
    shown.reject()
    settle()


def shape(desk: Desk) -> tuple[bool, list[int], bool]:
    panes = place(desk, "review", ReviewPane).panes
    return desk.window.activity.isVisible(), panes.splitter.sizes(), panes._wants_left


def test_a_layout_is_saved_taken_and_deleted_by_keys_and_survives_a_restart(
    qapp: QApplication, tmp_path: Path, desk: Desk
) -> None:
    window, panes = desk.window, place(desk, "review", ReviewPane).panes
    panes.splitter.setSizes([260, 700, 440])
    panes.splitter.splitterMoved.emit(260, 1)
    save(desk, "Reading")
    reading = shape(desk)
    press(desk, Key.Key_F8)
    window.actions_table.run("fold.left")
    panes.splitter.setSizes([0, 900, 330])
    panes.splitter.splitterMoved.emit(900, 2)
    save(desk, "Watching")
    watching = shape(desk)
    assert watching != reading
    assert watching[0]
    shown = opened(desk)
    assert [shown.list.item(row).text() for row in range(shown.list.count())] == ["Reading", "Watching"]
    assert not unnamed(shown)
    shown.list.setCurrentRow(0)
    shown.list.setFocus()
    QTest.keyClick(shown.list, Key.Key_Return)
    wait_for(lambda: shape(desk) == reading, "arranged as it was saved")
    window.take_layout("Watching")
    wait_for(lambda: shape(desk) == watching, "and the other one")
    kept = LayoutStore(tmp_path / "p" / LAYOUT_FILE)
    assert kept.layout_names == ["Reading", "Watching"]
    shown = opened(desk)
    shown.list.setCurrentRow(1)
    shown.list.setFocus()
    QTest.keyClick(shown.list, Key.Key_Delete)
    assert shown.list.count() == 1
    assert shape(desk) == watching, "the window stays as it is"
    assert LayoutStore(tmp_path / "p" / LAYOUT_FILE).layout_names == ["Reading"]
    shown.reject()


def test_a_name_is_replaced_only_knowingly(desk: Desk) -> None:
    save(desk, "Mine")
    shown = opened(desk)
    QTest.keyClicks(shown.field, "Mine")
    assert shown.save_button.accessibleName() == "Replace"
    shown.field.clear()
    assert not shown.save_button.isEnabled()
    shown.reject()


def test_reset_gives_the_usual_sizes_and_keeps_what_is_saved(desk: Desk) -> None:
    usual = shape(desk)
    window, panes = desk.window, place(desk, "review", ReviewPane).panes
    press(desk, Key.Key_F8)
    window.actions_table.run("fold.left")
    panes.splitter.setSizes([0, 900, 330])
    panes.splitter.splitterMoved.emit(900, 2)
    save(desk, "Odd")
    assert shape(desk) != usual
    window.actions_table.run("layout.reset")
    wait_for(lambda: shape(desk) == usual, "as at the first start")
    assert window.layout_store.layout_names == ["Odd"]


def test_ctrl_k_takes_a_layout_by_its_name(desk: Desk) -> None:
    press(desk, Key.Key_F8)
    save(desk, "Night watch")
    press(desk, Key.Key_F8)
    press(desk, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = desk.window.palette_popup
    QTest.keyClicks(palette.field, "night w")

    def found() -> list[int]:
        rows = range(palette.model.rowCount())
        hits = [(row, palette.model.index(row).data(HIT_ROLE)) for row in rows]
        return [row for row, hit in hits if hit is not None and hit.text == "Night watch"]

    wait_for(found, "it is found")
    palette.list.setCurrentIndex(palette.model.index(found()[0]))
    QTest.keyClick(palette.field, Key.Key_Return)
    wait_for(desk.window.activity.isVisible, "activity is shown again")


@pytest.mark.parametrize("broken", [7, ["a"], {"Mine": 3}, {"Mine": {"docks": "?", "splitter.review": "x"}}])
def test_broken_layouts_cost_themselves_only(qapp: QApplication, tmp_path: Path, broken: object) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    store = LayoutStore(folder / LAYOUT_FILE)
    store.keep("layouts", broken)
    store.keep("folds.review", broken)
    store.save()
    with desk_on(qapp, folder, "review") as desk:
        for name in desk.window.layout_store.layout_names:
            desk.window.take_layout(name)
        assert desk.window.place == "review"


@pytest.mark.parametrize(
    "name",
    ["<b>bold</b><img src=x>", "a\u202egnp.exe", "nul\x00inside", "\ufffe\uffff", "x" * 1_000_000, "\ud800"],
    ids=["html", "bidi", "nul", "no character", "long", "surrogate"],
)
def test_s4_a_hostile_name_in_the_layout_file_is_shown_as_plain_text_and_can_be_deleted(
    qapp: QApplication, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    (folder / LAYOUT_FILE).write_text(json.dumps({"version": 1, "layouts": {name: {"docks": "?"}}}), "utf-8")
    with desk_on(qapp, folder, "review") as desk:
        shown = opened(desk)
        (text,) = [shown.list.item(row).text() for row in range(shown.list.count())]
        assert not set(text) & set("\u202e\x00\n")
        assert shown.width() < 1000
        desk.window.save_layout(name)
        assert all(
            one.textFormat() == Qt.TextFormat.PlainText for one in desk.window.toast.findChildren(QLabel)
        )
        shown.list.setCurrentRow(0)
        QTest.keyClick(shown.list, Key.Key_Delete)
        assert desk.window.layout_store.layout_names == []
        shown.reject()


def test_a_layout_file_nested_without_end_costs_the_layout_only(tmp_path: Path) -> None:
    file = tmp_path / LAYOUT_FILE
    file.write_text('{"version": 1, "layouts": ' + "[" * 200_000, "utf-8")
    store = LayoutStore(file)
    assert store.layout_names == []
    assert store.save()


def test_s3_a_layout_that_cannot_be_written_is_not_called_saved(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "p" / LAYOUT_FILE
    file.unlink(missing_ok=True)
    (file / "in the way").mkdir(parents=True)
    save(desk, "Night watch")
    said = desk.window.toast.accessibleName()
    assert "cannot be written" in said
    assert "Check space and rights" in said
    assert desk.window.layout_store.layout_names == ["Night watch"], "it holds while the window is open"
    (file / "in the way").rmdir()
    file.rmdir()
    desk.window.save_layout("Night watch")
    assert "saved" in desk.window.toast.accessibleName()
    assert LayoutStore(file).layout_names == ["Night watch"]


def test_folds_survive_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    for expected in (True, False):
        with desk_on(qapp, tmp_path / "p", "review") as desk:
            desk.window.resize(1400, 860)
            settle()
            assert place(desk, "review", ReviewPane).panes._wants_left is expected
            if expected:
                desk.window.actions_table.run("fold.left")
