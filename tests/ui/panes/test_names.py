"""Every window and dialog can be read aloud and walked by Tab (SPEC I5; issue 5, item 4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from neurodesk.app.commands import outcomes
from neurodesk.app.queries.settings import FolderCount
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.desk.words import state_word
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.approve_with_reason import ApproveWithReasonDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.dialogs.curator_name import CuratorNameDialog
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.dialogs.three_way import ThreeWayDialog
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.panes import PLACES
from neurodesk.ui.panes.evidence.compare import CompareDialog
from neurodesk.ui.panes.evidence.reading import Reading, read_evidence
from neurodesk.ui.panes.evidence.sources import BlockDialog
from neurodesk.ui.panes.outgoing import LOG, WAITING
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.shell.key_sheet import KeySheet
from neurodesk.ui.shell.link_dialog import LinkDialog
from neurodesk.ui.shell.palette import HIT_ROLE
from neurodesk.ui.widgets.lamps import Lamp, lamp_word
from tests.ui.panes.desk_window import desk_on, dialog, place, settle, unnamed, wait_for

MOST_TABS = 400
STEPS = 7
STATUS_ITEMS = ("worker", "pause", "look", "outcomes", "models", "search", "queue", "today", "activity")
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


class Flashes(QObject):
    """Follows which windows are shown: a widget that is shown before it has a parent is one for a moment."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.met: list[str] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note what is no dialog and no popup."""
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            popup = watched.windowType() in (
                Qt.WindowType.Popup,
                Qt.WindowType.ToolTip,
                Qt.WindowType.SplashScreen,
            )
            if not popup and not isinstance(watched, QDialog | QMainWindow):
                self.met.append(f"{type(watched).__name__} {watched.accessibleName()!r}")
        return False


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
    flashes = Flashes(qapp)
    with desk_on(qapp, shared_demo, name) as desk:
        assert desk.window.place_widget(name) is not None
        wait_for(lambda: not desk.services.runner.open_count, "the place has read what it shows")
        settle(300)
        assert not unnamed(desk.window)
        assert not unreached(desk.window)
        assert flashes.met == []


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
        "layouts": lambda: _layouts(desk),
        "find": lambda: _found(desk),
        "outgoing queries": lambda: window.open_outgoing(WAITING),
        "privacy log": lambda: window.open_outgoing(LOG),
        "outcomes": lambda: _outcomes(desk),
    }


def _layouts(desk: Desk) -> QDialog:
    desk.window.save_layout("Reading")
    return desk.window.open_layouts()


def _found(desk: Desk) -> QDialog:
    found = desk.window.open_find("zfs")
    wait_for(lambda: found.model.rowCount() > 0, "something is found")
    return found


def _outcomes(desk: Desk) -> QDialog:
    body = {"run": "1", "decision": "corrected", "input": "How?", "proposed": "So.", "confirmed": "Thus."}
    outcomes.receive(desk.services.profile, body, "api:helpdesk")
    found = desk.window.open_outcomes()
    wait_for(lambda: found.model.rowCount() == 1, "it waits")
    return found


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
            if not made.isVisible():
                made.open()
            dialog(desk, type(made))
            settle(150)
            assert made.windowTitle(), name
            assert not unnamed(made), name
            assert not unreached(made), name
            made.hide()
            made.reject()
            desk.window.activateWindow()
            settle(20)  # it goes before the next one is made: one window may show two of them


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


@pytest.mark.parametrize("step", range(STEPS))
def test_every_control_of_each_step_of_the_wizard_is_named_and_reached_by_tab(
    qapp: QApplication, shared_demo: Path, step: int
) -> None:
    with desk_on(qapp, shared_demo, "queue") as desk:
        desk.window.open_first_run()
        wizard = desk.window.findChild(FirstRun)
        assert wizard is not None
        assert len(wizard.steps) == STEPS
        dialog(desk, FirstRun)
        flashes = Flashes(qapp)
        wizard.go(step)
        wait_for(lambda: not desk.services.runner.open_count, "the step has read what it shows")
        settle(200)
        assert flashes.met == []
        assert not unnamed(wizard)
        assert not unreached(wizard)
        wizard.reject()


def test_the_palette_is_named_and_its_field_alone_takes_keys(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "queue") as desk:
        desk.window.open_palette()
        palette = desk.window.palette_popup
        wait_for(palette.isVisible, "it is open")
        assert palette.accessibleName()
        assert not unnamed(palette)
        assert wanted_controls(palette) == [palette.field], "arrow keys choose, Tab leads nowhere else"
        rows = range(palette.model.rowCount())
        spoken = [palette.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
        heads = [palette.model.index(row).data(HIT_ROLE) is None for row in rows]
        assert all(words or head for words, head in zip(spoken, heads, strict=True)), "every hit is spoken"
        palette.close()


@pytest.mark.parametrize("key", STATUS_ITEMS)
def test_every_status_item_is_a_named_button_that_explains_itself(
    qapp: QApplication, shared_demo: Path, key: str
) -> None:
    with desk_on(qapp, shared_demo, "queue") as desk:
        items = desk.window.status_items
        wait_for(lambda: items.found is not None, "the bar has read")
        item = desk.window.status_bar.item(key)
        assert item.accessibleName()
        assert item.focusPolicy() & Qt.FocusPolicy.TabFocus
        popover = item.open_popover()
        assert popover.accessibleName()
        assert not unnamed(popover)
        popover.close()


def test_no_state_is_told_by_colour_alone(qapp: QApplication, shared_demo: Path) -> None:
    """Every tinted mark has a word in what the screen reader gets: queue, drafts and the bars."""
    with desk_on(qapp, shared_demo, "queue") as desk:
        pane = place(desk, "queue", QueuePane)
        wait_for(lambda: pane.model.rowCount() > 0 and pane.model.row(0) is not None, "tasks are there")
        for row in range(pane.model.rowCount()):
            cells = [pane.model.index(row, column) for column in range(pane.model.columnCount())]
            words = " ".join(str(one.data(Qt.ItemDataRole.AccessibleTextRole)) for one in cells)
            line = pane.model.row(row)
            assert line is not None
            assert state_word(line.state) in words
        for key in STATUS_ITEMS:
            item = desk.window.status_bar.item(key)
            if item.isVisible():
                assert item.text().strip(), f"{key} has words beside its icon"
        desk.window.open_place("review")
        review = place(desk, "review", ReviewPane)
        wait_for(lambda: review.session.view is not None, "a draft is shown")
        assert {lamp_word(lamp) for lamp in Lamp} - {""} == {lamp_word(lamp) for lamp in Lamp}
        assert len({lamp_word(lamp) for lamp in Lamp}) == len(Lamp), "each lamp has a word of its own"
