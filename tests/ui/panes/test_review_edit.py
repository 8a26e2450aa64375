"""Editing in place in the real window: re-check by code, saving that tells the truth, composed text (P3)."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from neurodesk.app.queries.drafts import draft_history, show_draft
from neurodesk.app.queries.edit_check import EditChecker
from neurodesk.domain.articles import Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.domain.errors import StorageFault
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.storage.db import Database
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.review.pages import opinion as opinion_of
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.widgets.lamps import Lamp
from tests.ui.panes.desk_window import desk_on, place, press, settle, type_text, wait_for

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
RED = (Lamp.UNSUPPORTED, Lamp.CONTRADICTED)


def opened_review(desk: Desk) -> ReviewPane:
    pane = place(desk, "review", ReviewPane)
    wait_for(lambda: pane.session.view is not None, "the first draft is shown")
    return pane


def claim_with_digit(pane: ReviewPane) -> JudgedClaim:
    """Open the draft and claim whose sentence states a number that its source carries."""
    for draft in [str(pane.list.model.id_at(row)) for row in range(pane.list.model.rowCount())]:
        pane.show_target(draft)
        wait_for(lambda: pane.session.view is not None and pane.session.view.draft.id == draft)  # noqa: B023
        for one in pane.session.claims():
            plain = one.claim.kind in ("sentence", "step", "item") and one.verdict is Verdict.SUPPORTED
            if plain and re.search(r"\b\d+ [A-Za-z]", one.claim.text):
                pane.session.go(one.id)
                return one
    raise AssertionError("no draft of the sample states a number")


def flip_digit(pane: ReviewPane) -> None:
    """Replace the first number in the field by another one, as typing over a selection does."""
    field = pane.editor.field
    at = re.search(r"\b\d+(?= [A-Za-z])", field.toPlainText())
    assert at is not None
    cursor = QTextCursor(field.document())
    cursor.setPosition(at.start())
    cursor.setPosition(at.end(), QTextCursor.MoveMode.KeepAnchor)
    field.setTextCursor(cursor)
    cursor.insertText(str(int(at.group()) + 6))


def fill_up(database: Database) -> None:
    """Leave no page free and let the file not grow: what a full disk is to SQLite, which refuses itself."""
    database.write(lambda tx: tx.execute("CREATE TABLE ballast (body BLOB)"))
    pages = database.read(lambda rx: int(rx.scalar("PRAGMA page_count") or 0))
    database.write(lambda tx: tx.execute(f"PRAGMA max_page_count={pages}"))
    size = 1 << 16
    while size >= 16:
        try:
            database.write(lambda tx: tx.execute("INSERT INTO ballast VALUES (zeroblob(?))", (size,)))  # noqa: B023
        except StorageFault:
            size //= 2


def make_room(database: Database) -> None:
    """Let the file grow again."""
    database.write(lambda tx: tx.execute("PRAGMA max_page_count=1073741823"))


def test_p3_a_flipped_digit_turns_red_in_the_whole_article_without_a_model_call(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        wait_for(lambda: pane.list.model.rowCount() > 1)
        claim = claim_with_digit(pane)
        press(desk, Key.Key_E, SHIFT)
        field = pane.editor.field
        text = field.toPlainText()
        assert text == pane.session.view.draft.text  # type: ignore[union-attr]
        before = field.lamps()
        assert before == [one.lamp for one in pane.session.marks()]
        number = [one.id for one in pane.session.marks()].index(claim.id)
        start, end = field.claim_ranges()[number]
        at = re.search(r"\b\d+(?= [A-Za-z])", text[start:end])
        assert at is not None
        cursor = QTextCursor(field.document())
        cursor.setPosition(start + at.start())
        cursor.setPosition(start + at.end(), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(str(int(at.group()) + 6))
        assert field.lamps()[number] is Lamp.EDITED, "grey at once"
        assert [one for n, one in enumerate(field.lamps()) if n != number] == [
            one for n, one in enumerate(before) if n != number
        ], "its neighbours keep their lamps"
        wait_for(lambda: field.lamps()[number] in RED, "the changed sentence turns red")
        assert [one for n, one in enumerate(field.lamps()) if n != number] == [
            one for n, one in enumerate(before) if n != number
        ]
        assert "Checked by code" in pane.editor.verdict.text()
        calls = desk.services.profile.database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM model_call"))
        assert calls == 0
        pane.editor.restore()


def test_p3_only_what_changed_is_judged_and_it_is_what_saving_stores(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        wait_for(lambda: pane.list.model.rowCount() > 1)
        claim_with_digit(pane)
        view = pane.session.view
        assert view is not None
        checker = EditChecker(desk.services.profile, view.desk)
        text = view.draft.text
        assert checker.check(text, 0, len(text)).judged == 0
        press(desk, Key.Key_E)
        flip_digit(pane)
        changed = pane.editor.text()
        found = checker.check(changed, 0, len(changed))
        assert found.judged == sum(one.changed for one in found.units) == 1
        assert checker.check(changed + "\n", 0, len(changed)).judged == 0, "judged once is enough"
        pane.editor.finish()
        wait_for(lambda: pane.session.view.draft.text == changed, "it is stored")  # type: ignore[union-attr]
        stored = show_draft(desk.services.profile, view.draft.id)
        assert [one.verdict for one in stored.claims if not one.claim.exempt] == [
            one.verdict for one in found.units
        ]


def test_p3_a_late_answer_to_an_older_text_is_dropped(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_E)
        editor = pane.editor
        real = editor._checker
        assert real is not None
        held, asked = threading.Event(), threading.Event()

        class Slow(EditChecker):
            def check(self, text: str, start: int, end: int) -> Any:
                asked.set()
                held.wait(10)
                return real.check(text, start, end)  # type: ignore[union-attr]

        editor._checker = Slow(desk.services.profile, pane.session.view.desk)  # type: ignore[union-attr]
        type_text(desk, "Nothing carries this sentence.")
        wait_for(asked.is_set, "the check is under way")
        type_text(desk, " Nor this one.")
        held.set()
        wait_for(lambda: desk.services.runner.open_count == 0, "the late answer came")
        settle(30)
        assert editor.verdict.text() == "Edited; being checked …"
        assert set(editor.field.lamps()) == {Lamp.EDITED}
        wait_for(lambda: editor.field.lamps() == [Lamp.UNSUPPORTED] * 2, "the newer text is judged")
        editor.restore()


def test_p3_typing_runs_no_sql_and_no_judge_on_the_gui_thread(
    qapp: QApplication, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here: list[str] = []
    for name in ("read", "write"):
        real = getattr(Database, name)

        def watched(*args: Any, real: Any = real, **more: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                here.append(str(args[1]))
            return real(*args, **more)

        monkeypatch.setattr(Database, name, watched)
    check = EditChecker.check
    judged: list[bool] = []

    def noted(self: EditChecker, *args: Any) -> Any:
        judged.append(threading.current_thread() is threading.main_thread())
        return check(self, *args)

    monkeypatch.setattr(EditChecker, "check", noted)
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        here.clear()
        press(desk, Key.Key_E)
        type_text(desk, "The moon is made of 17 cheeses.")
        wait_for(lambda: "unsupported" in pane.editor.verdict.text(), "checked")
        wait_for(lambda: pane.centre.saved.text().startswith("Saved"), "saved by itself")
        assert judged
        assert not any(judged)
        assert not here
        pane.editor.finish()


def test_p3_a_claim_deleted_split_or_merged_keeps_the_lamps_at_their_sentences(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_E)
        editor = pane.editor
        type_text(desk, "The first half is true. The second half is not.")
        wait_for(lambda: len(editor.field.lamps()) == 2, "two sentences, two lamps")
        text = editor.field.toPlainText()
        assert [text[a:b] for a, b in editor.field.claim_ranges()] == [
            "The first half is true.",
            "The second half is not.",
        ]
        cursor = editor.field.textCursor()
        cursor.setPosition(text.index(". The"))
        cursor.setPosition(text.index(". The") + 5, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(" and the")
        assert set(editor.field.lamps()) == {Lamp.EDITED}
        wait_for(lambda: len(editor.field.lamps()) == 1, "merged: one lamp again")
        editor.field.selectAll()
        press(desk, Key.Key_Delete)
        assert editor.field.lamps() == []
        wait_for(lambda: "deleted" in editor.verdict.text(), "it says so")
        before = len(pane.session.claims())
        editor.finish()
        wait_for(lambda: len(pane.session.claims()) < before, "the claim is gone from the draft")
        press(desk, Key.Key_U)
        wait_for(lambda: len(pane.session.claims()) == before, "U brings it back")


def test_p3_undo_and_redo_in_the_field_move_the_lamps_with_the_text(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_E, SHIFT)
        field = pane.editor.field
        text, ranges, lamps = field.toPlainText(), field.claim_ranges(), field.lamps()
        cursor = QTextCursor(field.document())
        cursor.setPosition(ranges[0][0])
        field.setTextCursor(cursor)
        type_text(desk, "Mind this: ")
        wait_for(lambda: "Checked by code" in pane.editor.verdict.text(), "checked")
        shifted = len("Mind this: ")
        assert [a for a, _b in field.claim_ranges()][1:] == [a + shifted for a, _b in ranges][1:]
        press(desk, Key.Key_Z, CTRL)
        assert field.toPlainText() == text
        wait_for(lambda: field.lamps() == lamps and field.claim_ranges() == ranges, "as before")
        press(desk, Key.Key_Z, CTRL | SHIFT)
        wait_for(lambda: field.toPlainText().count("Mind this: ") == 1, "redone")
        pane.editor.restore()
        assert not pane.editor.active


def test_p3_composed_letters_are_no_text_until_they_are_committed(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_E)
        editor, field = pane.editor, pane.editor.field
        cursor = field.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        field.setTextCursor(cursor)
        text, lamps = field.toPlainText(), field.lamps()
        for composed in ("に", "にほ", "にほん"):
            QCoreApplication.sendEvent(field, QInputMethodEvent(composed, []))
            settle(10)
        assert field.toPlainText() == text
        assert field.lamps() == lamps
        assert not editor._check_timer.isActive()
        assert not editor._save_timer.isActive()
        # A verdict that arrives meanwhile must not end the composition.
        editor._check()
        wait_for(lambda: desk.services.runner.open_count == 0)
        settle(20)
        assert field.textCursor().block().layout().preeditAreaText() == "にほん"
        done = QInputMethodEvent("", [])
        done.setCommitString("日本")
        QCoreApplication.sendEvent(field, done)
        assert field.toPlainText() == text + "日本"
        assert editor._check_timer.isActive()
        assert editor._save_timer.isActive()
        wait_for(lambda: pane.centre.saved.text().startswith("Saved"), "saved by itself")
        assert show_draft(desk.services.profile, editor.draft_id).draft.text.count("日本") == 1
        editor.restore()
        wait_for(lambda: "日本" not in pane.session.view.draft.text)  # type: ignore[union-attr]


def test_p3_a_full_disk_is_said_and_the_text_stays_until_there_is_room(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        database = desk.services.profile.database
        fill_up(database)
        press(desk, Key.Key_E)
        long = "Typed while the disk is full."
        type_text(desk, long)
        wait_for(lambda: pane.centre.saved.text().startswith("Not saved:"), "the truth is told by itself")
        assert "full" in pane.centre.saved.text()
        assert pane.editor.active
        press(desk, Key.Key_Return, CTRL)
        wait_for(lambda: pane.editor.active and pane.editor.isVisible(), "it stays open")
        assert pane.editor.field.toPlainText() == long
        assert "Typed while" not in show_draft(desk.services.profile, pane.editor.draft_id).draft.text
        make_room(database)
        pane.editor.finish()
        wait_for(lambda: "Typed while" in pane.session.view.draft.text, "with room it is stored")  # type: ignore[union-attr]


def test_p3_a_staging_folder_that_refuses_is_said_and_the_version_is_safe(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        staging = desk.services.profile.paths.root / "staging"
        assert staging.is_dir()
        staging.rename(staging.with_name("staging-away"))
        staging.write_text("a file where the folder should be")
        press(desk, Key.Key_E)
        type_text(desk, "Kept in the database.")
        wait_for(lambda: "staging folder" in pane.centre.saved.text(), "what failed is said")
        assert pane.centre.saved.text().startswith("Saved, but")
        assert "Kept in the database." in show_draft(desk.services.profile, pane.session.draft_id).draft.text
        pane.editor.finish()


def test_p3_a_text_that_could_not_be_saved_never_lands_in_another_draft(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        wait_for(lambda: pane.list.model.rowCount() > 1)
        mine = pane.session.draft_id
        other = next(
            str(pane.list.model.id_at(row))
            for row in range(pane.list.model.rowCount())
            if pane.list.model.id_at(row) != mine
        )
        profile = desk.services.profile
        text = show_draft(profile, other).draft.text
        fill_up(profile.database)
        press(desk, Key.Key_E)
        type_text(desk, "Belongs to the first draft.")
        pane.show_target(other)
        wait_for(lambda: pane.editor.active and pane.session.draft_id == mine, "it comes back to its draft")
        make_room(profile.database)
        pane.editor.finish()
        wait_for(lambda: "Belongs to" in show_draft(profile, mine).draft.text, "stored where it belongs")
        assert show_draft(profile, other).draft.text == text


def test_p3_what_was_typed_is_stored_when_the_window_closes(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        mine = pane.session.draft_id
        press(desk, Key.Key_E)
        type_text(desk, "Typed a moment before the end.")
    with desk_on(qapp, demo, "review") as desk:
        assert "Typed a moment before" in show_draft(desk.services.profile, mine).draft.text


class _NodeThatDoubts:
    """Writes the reviewer's reply: every unit it is asked about is unsupported."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Scripted:
        prompt = str(body["messages"][-1]["content"])
        self.asked.append(prompt)
        verdicts = [{"unit": "U1", "verdict": "unsupported", "sources": []}]
        return Scripted(json.dumps({"verdicts": verdicts}))


def test_p3_on_request_the_review_model_judges_the_edited_claim_alone(qapp: QApplication, demo: Path) -> None:
    doubts = _NodeThatDoubts()
    with LoopbackNode(["judge:1b"], doubts) as node:
        overrides = {"models.ollama_urls": f"home={node.url}", "models.reviewer": "judge:1b"}
        with desk_on(qapp, demo, "review", overrides) as desk:
            pane = opened_review(desk)
            claim = next(one for one in pane.session.claims() if one.claim.kind == "sentence")
            pane.session.go(claim.id)
            press(desk, Key.Key_E)
            cursor = pane.editor.field.textCursor()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            pane.editor.field.setTextCursor(cursor)
            press(desk, Key.Key_Backspace)
            type_text(desk, " indeed.")
            press(desk, Key.Key_M, CTRL)

            def opinion() -> str:
                view = pane.session.view
                current = pane.session.claim()
                if view is None or current is None or "indeed." not in current.claim.text:
                    return ""
                return opinion_of(view, current.id)

            wait_for(lambda: "judge:1b" in opinion(), "what it said is kept with the claim")
            assert "Unsupported" in opinion()
            assert len(doubts.asked) == 1, "one claim, one call"
            assert "indeed." in doubts.asked[0]
            assert pane.session.claim().verdict is Verdict.UNSUPPORTED  # type: ignore[union-attr]
            history = draft_history(desk.services.profile, pane.session.draft_id)
            assert "ask_model" in [one.act for one in history]
            pane.editor.restore()


def test_p3_without_a_review_model_it_is_said_that_code_has_judged(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "review") as desk:
        pane = opened_review(desk)
        press(desk, Key.Key_M, SHIFT)
        wait_for(lambda: "No model node is set" in desk.window.toast.accessibleName(), "it says so")
        assert not desk.services.jobs.open_jobs()
        assert pane.session.state is not None
