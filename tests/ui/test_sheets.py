"""Small dialogs: as high as their words need at the width they have, the safe button before the act."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from neurodesk.ui.dialogs.approve_with_reason import ApproveWithReasonDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.dialogs.reason import ReasonDialog, ReasonQuestion
from neurodesk.ui.theme import install_theme
from neurodesk.ui.widgets.parts import PlainLabel
from neurodesk.ui.widgets.sheet import Sheet

LONG = "What failed or carries your comment is researched and changed; the rest stays. " * 4


def shown(app: QApplication, sheet: Sheet) -> Sheet:
    install_theme(app)
    sheet.show()
    app.processEvents()
    return sheet


def test_a_dialog_is_as_high_as_its_words_need_and_follows_them(qapp: QApplication) -> None:
    sheet = Sheet("Question", 420)
    words = PlainLabel("Short.", wrap=True)
    sheet.column.addWidget(words)
    shown(qapp, sheet)
    short = sheet.height()
    words.setText(LONG)
    qapp.processEvents()
    assert words.height() == words.heightForWidth(words.width())
    assert sheet.height() > short
    words.setText("Short.")
    qapp.processEvents()
    assert sheet.height() == short
    sheet.close()


def test_no_dialog_spreads_room_between_its_lines(qapp: QApplication) -> None:
    question = ReasonQuestion("Request changes", LONG, "What should change", "Request changes")
    sheets = (
        ConfirmDialog("Remove?", LONG, "Remove", lambda: None),
        ReasonDialog(question, lambda _text: None),
        ApproveWithReasonDialog([("u1", "Disks fail."), ("u2", LONG)], lambda _given: None),
    )
    for sheet in sheets:
        shown(qapp, sheet)
        for label in sheet.findChildren(PlainLabel):
            assert label.height() == label.heightForWidth(label.width()), label.text()
        sheet.close()


def test_the_safe_button_stands_before_the_act_in_each_dialog(qapp: QApplication) -> None:
    question = ReasonQuestion("Reject?", "It is kept.", "Reason", "Reject")
    confirm = ConfirmDialog("Remove?", "It stays.", "Remove", lambda: None)
    reason = ReasonDialog(question, lambda _text: None)
    approve = ApproveWithReasonDialog([("u1", "Disks fail.")], lambda _given: None)
    pairs: tuple[tuple[Sheet, QWidget, QWidget], ...] = (
        (confirm, confirm.no, confirm.yes),
        (reason, reason.cancel_button, reason.act_button),
        (approve, approve.cancel_button, approve.act_button),
    )
    for sheet, safe, act in pairs:
        shown(qapp, sheet)
        assert safe.geometry().right() < act.geometry().left()
        field_edge = sheet.width() - sheet.column.contentsMargins().right()
        assert act.geometry().right() + 1 == field_edge
        sheet.close()


def test_many_claims_scroll_and_leave_the_buttons_in_reach(qapp: QApplication) -> None:
    claims = [(f"u{number}", LONG) for number in range(30)]
    sheet = shown(qapp, ApproveWithReasonDialog(claims, lambda _given: None))
    assert sheet.height() < 600
    assert sheet.rect().contains(sheet.act_button.geometry())  # type: ignore[attr-defined]
    sheet.close()
