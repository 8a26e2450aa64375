"""Every window and dialog can be read aloud and walked by Tab (SPEC I5; issue 5, item 4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from neurodesk.app.queries.settings import FolderCount
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.approve_with_reason import ApproveWithReasonDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.dialogs.curator_name import CuratorNameDialog
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.dialogs.three_way import ThreeWayDialog
from neurodesk.ui.panes import PLACES
from neurodesk.ui.panes.evidence.compare import CompareDialog
from neurodesk.ui.panes.evidence.reading import Reading, read_evidence
from neurodesk.ui.panes.evidence.sources import BlockDialog
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.shell.key_sheet import KeySheet
from neurodesk.ui.shell.link_dialog import LinkDialog
from tests.ui.panes.desk_window import desk_on, dialog, place, settle, unnamed, wait_for

MOST_TABS = 400
CONTROLS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)


def wanted_controls(root: QWidget) -> list[QWidget]:
    """Return the controls below a widget that Tab must reach."""
    return [
        one
        for one in root.findChildren(QWidget)
        if isinstance(one, CONTROLS)
        and one.isVisible()
        and one.isEnabled()
        and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None
        and one.width() > 0
    ]


def walked(root: QWidget) -> set[QWidget]:
    """Press Tab until the focus comes round; return what had it.

    In a text Tab goes from link to link first, so that the focus may stay for a while.
    """
    seen: list[QWidget] = []
    for _ in range(MOST_TABS):
        now = QApplication.focusWidget()
        if now is None or (now is not seen[-1] and now is seen[0] if len(seen) > 1 else False):
            break
        if not seen or now is not seen[-1]:
            seen.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    return set(seen)


def unreached(root: QWidget) -> list[str]:
    """Return the controls that Tab did not reach; one of a group of exclusive buttons is enough."""
    found = walked(root)
    missing = []
    for one in wanted_controls(root):
        group = one.group() if isinstance(one, QAbstractButton) else None
        if one in found or (group is not None and any(other in found for other in group.buttons())):
            continue
        missing.append(f"{type(one).__name__} {one.objectName()} {one.accessibleName()!r}")
    return missing


@pytest.mark.parametrize("name", PLACES)
def test_every_control_of_a_place_is_named_and_reached_by_tab(
    qapp: QApplication, shared_demo: Path, name: str
) -> None:
    with desk_on(qapp, shared_demo, name) as desk:
        assert desk.window.place_widget(name) is not None
        wait_for(lambda: not desk.services.runner.open_count, "the place has read what it shows")
        settle(300)
        assert not unnamed(desk.window)
        assert not unreached(desk.window)


def dialogs(desk: Desk) -> dict[str, Callable[[], QDialog]]:
    """Return a maker of each dialog that there is."""
    context, window = desk.window.context, desk.window
    draft = place(desk, "review", ReviewPane).session.draft_id
    words = ("Add a knowledge base", "It is only read.", "Add and read")
    return {
        "new task": lambda: NewTaskDialog(context, window, topic="Disks"),
        "reason": lambda: _reason(window),
        "confirm": lambda: ConfirmDialog("Remove?", "It stays.", "Remove", lambda: None, window),
        "name": lambda: CuratorNameDialog(lambda _name: None, context),
        "add folder": lambda: AddFolderDialog(
            context,
            Path("/nowhere"),
            words,
            lambda: FolderCount(usable=3, refused=0, bytes=100),
            lambda _name: None,
            window,
        ),
        "block": lambda: BlockDialog(context, "docs.example.org", lambda _aside: None),
        "three": lambda: ThreeWayDialog(context, draft, lambda: None),
        "keys": lambda: KeySheet(window.actions_table, "review", window),
        "promote": lambda: PromoteSheet(context, draft, "seen", lambda *_given: None, lambda: "seen"),
        "approve with reason": lambda: ApproveWithReasonDialog(
            [("u1", "Disks fail."), ("u2", "Pools resilver.")], lambda _given: None, window
        ),
        "compare": lambda: CompareDialog(context, _reading(desk), _reading(desk)),
        "link": lambda: LinkDialog("https://example.org/a", window),
    }


def _reading(desk: Desk) -> Reading:
    profile = desk.services.profile
    row_id = profile.database.read(lambda rx: rx.scalar("SELECT id FROM evidence WHERE state = 'grounded'"))
    found = read_evidence(profile, f"e:{row_id}")
    assert found is not None
    return found


def _reason(window: QWidget) -> QDialog:
    from neurodesk.ui.dialogs.reason import ReasonQuestion

    question = ReasonQuestion("Reject?", "It is kept.", "Reason", "Reject")
    return ReasonDialog(question, lambda _text: None, window)


def test_every_control_of_every_dialog_is_named_and_reached_by_tab(
    qapp: QApplication, shared_demo: Path
) -> None:
    with desk_on(qapp, shared_demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        wait_for(lambda: pane.session.view is not None, "a draft is shown")
        for name, make in dialogs(desk).items():
            made = make()
            made.open()
            dialog(desk, type(made))
            settle(150)
            assert made.windowTitle(), name
            assert not unnamed(made), name
            assert not unreached(made), name
            made.hide()
            made.reject()
            desk.window.activateWindow()


def test_the_three_versions_get_the_same_room(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "review") as desk:
        pane = place(desk, "review", ReviewPane)
        wait_for(lambda: pane.session.view is not None, "a draft is shown")
        made = ThreeWayDialog(desk.window.context, pane.session.draft_id, lambda: None)
        made.open()
        settle(100)
        widths = [view.width() for view in (made.base, made.yours, made.disk)]
        assert max(widths) - min(widths) <= 2
        made.reject()
