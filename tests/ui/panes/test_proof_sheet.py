"""A proof pack from the window: what leaves is listed first, more than passages by a tick each (SPEC R11)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from neurodesk.app.queries.proofs import Origin, verify_pack
from neurodesk.app.queries.session import tree_hashes
from neurodesk.domain.articles import DraftState
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.articles.pane import ArticlesPane
from neurodesk.ui.panes.review.actions import review_actions
from neurodesk.ui.panes.review.pages import UNDO_LINK
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.panes.review.proof_sheet import PROOF_LINK, ProofSheet
from tests.ui.panes.desk_window import desk_on, dialog, place, press, unnamed, wait_for
from tests.ui.panes.test_review_keys import opened_review, walk_to_ready

Key = Qt.Key


def promoted(desk: Desk) -> ReviewPane:
    """Promote the first draft of the list."""
    pane = opened_review(desk)
    walk_to_ready(desk, pane)
    press(desk, Key.Key_A)
    wait_for(lambda: pane.session.state is DraftState.APPROVED)
    press(desk, Key.Key_P)
    sheet = dialog(desk, PromoteSheet)
    assert isinstance(sheet, PromoteSheet)
    wait_for(sheet.promote_button.isEnabled)
    press(desk, Key.Key_P, Qt.KeyboardModifier.AltModifier)
    wait_for(lambda: pane.session.state is DraftState.PROMOTED)
    return pane


def opened_sheet(desk: Desk) -> ProofSheet:
    sheet = dialog(desk, ProofSheet)
    assert isinstance(sheet, ProofSheet)
    wait_for(sheet.save_button.isEnabled, "the list is made")
    return sheet


def test_r11_a_proof_pack_leaves_the_window_only_after_its_list_was_shown(
    qapp: QApplication, demo: Path, tmp_path: Path, kb_of: Callable[[Path], Path]
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        pane.export_proof()
        assert "promoted draft" in desk.window.toast.accessibleName()
        assert not desk.window.findChildren(ProofSheet)
        promoted(desk)
        pane.export_proof()
        sheet = opened_sheet(desk)
        assert not unnamed(sheet)
        assert sheet.cancel_button.isDefault()
        assert not any(box.isChecked() for box in (sheet.snapshots, sheet.internal, sheet.review))
        listed = sheet.listing.toPlainText()
        assert "Quoted passages" in listed
        assert "The approval by Ada" in listed
        assert "whole text" not in listed
        assert "The reviewer's text" not in listed
        sheet.snapshots.setChecked(True)
        assert not sheet.save_button.isEnabled(), "what is saved is what is listed"
        wait_for(sheet.save_button.isEnabled)
        assert "whole text" in sheet.listing.toPlainText()
        sheet.snapshots.setChecked(False)
        wait_for(sheet.save_button.isEnabled)
        assert "whole text" not in sheet.listing.toPlainText()
        # What a knowledge base holds is written by the promotion alone.
        sheet.save_to(kb_of(demo) / "pack.zip")
        wait_for(sheet.save_button.isEnabled, "it is refused and the sheet stays")
        assert sheet.isVisible()
        assert not (kb_of(demo) / "pack.zip").exists()
        target = tmp_path / "pack.zip"
        sheet.save_to(target)
        wait_for(target.is_file, "it is written")
        wait_for(lambda: "signed with the key" in desk.window.toast.accessibleName(), "it says so")
        found = verify_pack(target, desk.services.profile.paths.root)
        assert found.holds
        assert found.origin is Origin.KNOWN
        assert not found.pack.snapshots
        assert found.pack.review is None


def test_r11_the_history_of_an_article_offers_its_proof_pack(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = promoted(desk)
        node = pane.session.view.draft.base_node_id  # type: ignore[union-attr]
        desk.show("articles")
        articles = place(desk, "articles", ArticlesPane)
        articles.show_target(node)
        wait_for(lambda: articles.view is not None and articles.view.promotions, "its history is read")
        assert "Export a proof pack" in articles.health.toPlainText()
        articles._on_link(f"{PROOF_LINK}{pane.session.draft_id}")
        opened_sheet(desk).reject()


def test_r11_a_pack_of_what_does_not_verify_is_refused_with_the_reason(
    qapp: QApplication, demo: Path, kb_of: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = promoted(desk)
        path = kb_of(demo) / pane.session.view.promotions[-1].path  # type: ignore[union-attr]
        path.write_text(path.read_text() + "\nThe moon is made of 17 cheeses.\n")
        told: list[object] = []
        desk.services.failed.connect(told.append)
        pane.export_proof()
        wait_for(lambda: told, "it is said")
        assert getattr(told[0], "code", "") == "proof_fails"
        wait_for(lambda: not [one for one in desk.window.findChildren(ProofSheet) if one.isVisible()])


def test_p5_a_promotion_is_undone_from_the_history_in_a_later_session(
    qapp: QApplication, demo: Path, kb_of: Callable[[Path], Path]
) -> None:
    before = tree_hashes(kb_of(demo))
    with desk_on(qapp, demo, "review") as desk:
        draft = promoted(desk).session.draft_id
        assert tree_hashes(kb_of(demo)) != before
    with desk_on(qapp, demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        pane.show_target(draft)
        wait_for(lambda: pane.session.state is DraftState.PROMOTED, "it is shown")
        press(desk, Key.Key_H)
        page = pane.inspector._pages["history"]
        wait_for(lambda: "Promoted · undo" in page.toPlainText(), "the history offers it")
        row = pane.session.view.promotions[-1]  # type: ignore[union-attr]
        page.link_activated.emit(f"{UNDO_LINK}{row.id}")
        wait_for(lambda: tree_hashes(kb_of(demo)) == before, "the files are as before")
        wait_for(lambda: pane.session.state is DraftState.IN_REVIEW, "the draft is back")


def test_p2_the_keys_of_the_place_are_those_of_the_design(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        keys = {key for spec in review_actions(pane) for key in spec.keys}
        assert set("JKNSDECARXPU1234") | {"Space"} <= keys
        assert not keys & {"Return", "Enter"}, "nothing is decided by Enter"
