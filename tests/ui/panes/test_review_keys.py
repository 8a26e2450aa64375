"""The whole way of a draft by keyboard alone, in the real window (SPEC P2 to P5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from neurodesk.app.queries.drafts import draft_history, show_draft
from neurodesk.app.queries.session import changed_files, tree_hashes
from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from tests.ui.panes.desk_window import desk_on, dialog, place, press, settle, type_text, unnamed, wait_for

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def opened_review(desk: Desk) -> ReviewPane:
    pane = place(desk, "review", ReviewPane)
    wait_for(lambda: pane.session.view is not None, "the first draft is shown")
    return pane


def walk_to_ready(desk: Desk, pane: ReviewPane) -> None:
    """Look at every claim and tick what must be ticked, with N and T alone."""
    for _ in range(len(pane.session.claims())):
        if all(one.seen_at for one in pane.session.claims()):
            break
        press(desk, Key.Key_N)
    assert all(one.seen_at for one in pane.session.claims())
    for _ in pane.session.claims():
        claim = pane.session.claim()
        if claim is not None and claim.must_be_ticked and not claim.ticked_at:
            assert "Press T to tick" in pane.bar.accessibleName()
            press(desk, Key.Key_T)
            wait_for(lambda: (found := pane.session.claim()) and found.ticked_at, "the tick is stored")
        if not pane.session.blocks():
            break
        wait_for(lambda: "Press N" in pane.bar.accessibleName(), "the bar names the key that leads on")
        press(desk, Key.Key_N)
    wait_for(lambda: not pane.session.blocks(), "nothing blocks")


def test_a_draft_is_reviewed_promoted_and_undone_by_keyboard_alone(
    qapp: QApplication, demo: Path, kb_of: Callable[[Path], Path]
) -> None:
    before = tree_hashes(kb_of(demo))
    with desk_on(qapp, demo, "queue") as desk:
        press(desk, Key.Key_3, CTRL)
        pane = opened_review(desk)
        draft = pane.session.draft_id
        assert pane.session.state is DraftState.IN_REVIEW
        press(desk, Key.Key_A)
        settle()
        assert pane.session.state is DraftState.IN_REVIEW
        assert "not seen" in desk.window.toast.accessibleName()
        walk_to_ready(desk, pane)
        press(desk, Key.Key_P)
        assert not desk.window.findChildren(PromoteSheet)
        press(desk, Key.Key_A)
        wait_for(lambda: pane.session.state is DraftState.APPROVED, "A approves")
        assert tree_hashes(kb_of(demo)) == before
        seen = pane.session.view.desk.seen  # type: ignore[union-attr]
        press(desk, Key.Key_P)
        sheet = dialog(desk, PromoteSheet)
        assert isinstance(sheet, PromoteSheet)
        wait_for(sheet.promote_button.isEnabled, "the sheet is loaded")
        assert sheet.cancel_button.isDefault()
        assert not sheet.promote_button.isDefault()
        assert not unnamed(sheet)
        press(desk, Key.Key_Return)
        wait_for(lambda: not desk.window.findChildren(PromoteSheet), "Enter cancels")
        assert tree_hashes(kb_of(demo)) == before
        press(desk, Key.Key_P)
        sheet = dialog(desk, PromoteSheet)
        assert isinstance(sheet, PromoteSheet)
        wait_for(sheet.promote_button.isEnabled, "the sheet is loaded")
        sheet.promote_button.setFocus()
        QTest.keyClick(sheet.promote_button, Key.Key_Return)
        assert sheet.isVisible(), "Enter on the focused button neither promotes nor closes in silence"
        assert "Space" in sheet.reason.text()
        assert tree_hashes(kb_of(demo)) == before
        press(desk, Key.Key_P, Qt.KeyboardModifier.AltModifier)
        wait_for(lambda: pane.session.state is DraftState.PROMOTED, "the article is promoted")
        said = pane.bar.accessibleName()
        assert "Conflict" not in said, "the promotion itself is no conflict with the file"
        assert "storage/" in said or ".md" in said
        changed = changed_files(before, tree_hashes(kb_of(demo)))
        assert len(changed) == 1
        profile = desk.services.profile
        promoted = next(one for one in draft_history(profile, draft) if one.act == "promote")
        assert promoted.hashes["seen"] == seen
        assert (promoted.who, promoted.place) == ("Ada", "desk")
        press(desk, Key.Key_U)
        wait_for(lambda: pane.session.state is DraftState.IN_REVIEW, "U undoes it")
        assert tree_hashes(kb_of(demo)) == before


def test_the_list_its_model_and_every_control_can_be_read_aloud(
    qapp: QApplication, shared_demo: Path
) -> None:
    with desk_on(qapp, shared_demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        QAbstractItemModelTester(pane.list.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
        opened_review(desk)
        wait_for(lambda: pane.list.model.rowCount() > 1)
        index = pane.list.model.index(0, 0)
        wait_for(lambda: "supported" in str(index.data()), "a row speaks its lamps")
        assert not unnamed(pane)
        pane.list.field.setText("certbot")
        wait_for(lambda: pane.list.model.rowCount() == 1, "the filter finds one draft")
        pane.list.field.setText("nothing of the kind")
        wait_for(lambda: pane.centre.stack.currentWidget() is pane.centre.empty, "says why it is empty")
        pane.list.reset()
        wait_for(lambda: pane.list.model.rowCount() > 1)


def test_a_verdict_moves_on_is_stored_and_taken_back_with_u(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        first = pane.session.marks()[0].id
        pane.session.go(first)
        press(desk, Key.Key_3)
        assert pane.session.claim_id == pane.session.marks()[1].id

        def own() -> Verdict | None:
            return next(c for c in pane.session.claims() if c.id == first).human_verdict

        wait_for(lambda: own() is Verdict.UNSUPPORTED, "the verdict is stored")
        assert any(one.code == "claim_unsupported" for one in pane.session.blocks())
        press(desk, Key.Key_U)
        wait_for(lambda: own() is None, "U takes it back")


def test_an_edited_claim_is_checked_by_code_saved_and_restored(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        session = pane.session
        claim = next(one for one in session.claims() if one.claim.kind == "sentence")
        session.go(claim.id)
        version = session.view.draft.version  # type: ignore[union-attr]
        press(desk, Key.Key_E)
        assert pane.editor.active
        type_text(desk, "The moon is made of 17 cheeses jn.")
        wait_for(lambda: "unsupported" in pane.editor.verdict.text(), "code judged it at once")
        press(desk, Key.Key_Return, CTRL)
        wait_for(lambda: session.view is not None and session.view.draft.version > version, "it is stored")
        assert "cheeses jn." in session.view.draft.text  # type: ignore[union-attr]
        wait_for(lambda: pane.centre.saved.text().startswith("Saved"), "it says so")
        assert session.claim() is not None
        assert session.claim().verdict is Verdict.UNSUPPORTED  # type: ignore[union-attr]
        press(desk, Key.Key_U)
        wait_for(lambda: "cheeses" not in session.view.draft.text, "U restores")  # type: ignore[union-attr]


def test_what_cannot_be_saved_is_said_and_stays_in_the_field(
    qapp: QApplication, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from neurodesk.app.commands import review
    from neurodesk.domain.errors import StorageFault

    def full(*_args: object, **_more: object) -> None:
        raise StorageFault("disk_full", path="neurodesk.db", detail="")

    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_E)
        monkeypatch.setattr(review, "edit", full)
        type_text(desk, "Typed while the disk is full.")
        press(desk, Key.Key_Return, CTRL)
        wait_for(lambda: "Not saved" in pane.centre.saved.text(), "the truth is told")
        assert pane.editor.active
        assert pane.editor.isVisible()
        assert pane.editor.field.toPlainText() == "Typed while the disk is full."
        monkeypatch.undo()
        pane.editor.finish()
        wait_for(lambda: "while the disk is full" in pane.session.view.draft.text)  # type: ignore[union-attr]


def test_rejecting_asks_for_a_reason_and_can_be_taken_back(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        draft = pane.session.draft_id
        press(desk, Key.Key_X)
        asked = dialog(desk, ReasonDialog)
        assert isinstance(asked, ReasonDialog)
        assert asked.cancel_button.isDefault()
        assert not asked.act_button.isEnabled()
        type_text(desk, "Says nothing new")
        press(desk, Key.Key_Return, CTRL)
        profile = desk.services.profile

        def state() -> DraftState:
            return show_draft(profile, draft).draft.state

        wait_for(lambda: pane.session.state is DraftState.REJECTED, "it is rejected")
        assert state() is DraftState.REJECTED
        press(desk, Key.Key_U)
        wait_for(lambda: pane.session.state is DraftState.IN_REVIEW, "U takes it back")


def test_a_change_on_disk_shows_three_versions_and_loses_nothing(
    qapp: QApplication, demo: Path, kb_of: Callable[[Path], Path]
) -> None:
    from neurodesk.ui.dialogs.three_way import ThreeWayDialog

    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        path = kb_of(demo) / pane.session.view.draft.base_path  # type: ignore[union-attr]
        mine = pane.session.view.draft.text  # type: ignore[union-attr]
        path.write_text(path.read_text() + "\nAdded by a colleague.\n")
        pane.session.refresh()
        wait_for(lambda: "changed in the meantime" in pane.bar.accessibleName(), "the bar says so")
        press(desk, Key.Key_B)
        three = dialog(desk, ThreeWayDialog)
        assert isinstance(three, ThreeWayDialog)
        wait_for(three.take_button.isEnabled, "the three texts are there")
        wait_for(lambda: "Added by a colleague" in three.disk.toPlainText(), "the disk's text")
        press(desk, Key.Key_T, Qt.KeyboardModifier.AltModifier)
        wait_for(lambda: "changed in the meantime" not in pane.bar.accessibleName(), "settled")
        assert pane.session.view.draft.text == mine  # type: ignore[union-attr]
        assert "Added by a colleague" in path.read_text()


def test_another_version_is_taken_from_the_history_and_given_back(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        first = pane.session.view.draft.text  # type: ignore[union-attr]
        pane.session.edit(first.replace(".", " indeed.", 1))
        wait_for(lambda: pane.session.view.draft.version == 2, "the edit is stored")  # type: ignore[union-attr]
        pane._on_page_link("version:1")
        wait_for(lambda: pane.session.view.draft.text == first, "the first text is the draft")  # type: ignore[union-attr]
        wait_for(desk.window.toast.isVisible, "it is said")
        press(desk, Key.Key_U)
        wait_for(lambda: " indeed." in pane.session.view.draft.text, "U gives the edit back")  # type: ignore[union-attr]


def test_a_toast_stands_above_the_bar_that_names_the_next_key_and_a_ready_approval_shows_no_lock(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        walk_to_ready(desk, pane)
        toast = desk.window.toast
        assert toast.isVisible(), "the last tick said so"

        def room_px() -> int:
            top = pane.bar.mapToGlobal(pane.bar.rect().topLeft()).y()
            return top - toast.mapToGlobal(toast.rect().bottomLeft()).y()

        assert 0 < room_px() < 24
        assert pane.bar.act_button("approve").icon_name == "approve"
        press(desk, Key.Key_A)
        wait_for(lambda: pane.session.state is DraftState.APPROVED, "A approves")
        wait_for(lambda: 0 < room_px() < 24, "it stays just above the bar when other acts stand in it")
