import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QSplitter,
    QWidget,
)

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.shell.actions import ActionSpec, ActionTable, key_text
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.link_dialog import LinkDialog, may_open, real_host
from neurodesk.ui.shell.palette import HIT_ROLE, Hit, PaletteSource, score
from neurodesk.ui.shell.window import ShellWindow
from neurodesk.ui.widgets.parts import Keycap
from neurodesk.ui.widgets.status import Status, StatusButton
from tests.ui.gallery import ReviewSample, sample_window


@pytest.fixture
def window(qtbot: Any, runner: QueryRunner, tmp_path: Path) -> ShellWindow:
    made = sample_window(runner, tmp_path / "layout.json")
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    made.open_place("queue")
    QApplication.processEvents()
    return made


def test_ctrl_and_digit_opens_each_place(qtbot: Any, window: ShellWindow) -> None:
    window.activateWindow()
    for digit, place in enumerate(
        ("queue", "gaps", "review", "evidence", "articles", "graph", "settings"), 1
    ):
        action = window.actions_table.action(f"place.{place}")
        assert action.shortcut().toString() == f"Ctrl+{digit}"
        action.trigger()
        assert window.place == place
        assert window.top_bar.place_button(place).isChecked()


def test_places_are_built_once_and_only_when_opened(window: ShellWindow) -> None:
    assert window.place_widget("review") is None
    first = window.open_place("review")
    window.open_place("queue")
    assert window.open_place("review") is first


def test_two_actions_cannot_share_a_key_or_an_id(qtbot: Any) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    table = ActionTable(host)
    table.add(ActionSpec("a", "A", lambda: None, ("J",), place="review"))
    table.add(ActionSpec("b", "B", lambda: None, ("J",), place="queue"))
    with pytest.raises(ValueError, match="twice"):
        table.add(ActionSpec("a", "A", lambda: None))
    with pytest.raises(ValueError, match="belong to a"):
        table.add(ActionSpec("c", "C", lambda: None, ("J",), place="review"))
    with pytest.raises(ValueError, match="belong to a"):
        table.add(ActionSpec("d", "D", lambda: None, ("J",)))


def test_locked_action_does_not_run_and_says_why(qtbot: Any) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    ran: list[int] = []
    table = ActionTable(host)
    table.add(ActionSpec("approve", "Approve", lambda: ran.append(1), locked=lambda: "8 claims not seen"))
    assert not table.run("approve")
    assert ran == []
    assert table.spec("approve").reason() == "8 claims not seen"


def test_palette_finds_and_runs_a_command_by_keyboard(qtbot: Any, window: ShellWindow) -> None:
    QAbstractItemModelTester(window.palette_popup.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    window.open_palette()
    popup = window.palette_popup
    assert popup.isVisible()
    qtbot.keyClicks(popup.field, "grap")
    assert popup.list.currentIndex().data() == "Graph"
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert window.place == "graph"


def test_palette_arrows_skip_heads_and_escape_closes(qtbot: Any, window: ShellWindow) -> None:
    window.open_palette()
    popup = window.palette_popup
    seen = []
    for _ in range(popup.model.rowCount()):
        assert popup.list.currentIndex().data(HIT_ROLE) is not None
        seen.append(popup.list.currentIndex().row())
        qtbot.keyClick(popup.field, Qt.Key.Key_Down)
    assert seen == sorted(seen)
    qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_palette_asks_its_sources_off_the_gui_thread(qtbot: Any, runner: QueryRunner) -> None:
    ran: list[str] = []
    source = PaletteSource(
        "tasks", lambda text, limit: [Hit(f"Task {text}", "Tasks", lambda: ran.append(text))]
    )
    window = ShellWindow((), LayoutStore(None), runner, [source])
    qtbot.addWidget(window)
    window.open_palette()
    popup = window.palette_popup
    qtbot.keyClicks(popup.field, "zfs")
    rows = popup.model
    qtbot.waitUntil(lambda: any(rows.index(n).data() == "Task zfs" for n in range(rows.rowCount())))
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert ran == ["zfs"]


def test_scores_rank_whole_before_part_before_letters() -> None:
    texts = ["Open graph", "Graph", "Go to graph view", "Great report of all PHases", "Queue"]
    ranked = sorted((t for t in texts if score("graph", t)), key=lambda t: -score("graph", t))
    assert ranked[0] == "Graph"
    assert "Queue" not in ranked
    assert ranked[-1] == "Great report of all PHases"
    # Letters from the middle of words are chance: this German command holds z, f and s in that order.
    assert not score("zfs", "Einschätzung des Prüfmodells")


def test_key_sheet_shows_every_key_of_the_place(qtbot: Any, window: ShellWindow) -> None:
    window.open_key_sheet()
    shown = {cap.accessibleName() for cap in window.findChildren(Keycap)}
    for spec in window.actions_table:
        for key in spec.keys:
            assert key_text(key) in shown


def test_activity_dock_toggles_and_leaves_the_focus(qtbot: Any, window: ShellWindow) -> None:
    before = QApplication.focusWidget()
    window.toggle_activity()
    assert window.activity.isVisible()
    assert QApplication.focusWidget() is before
    window.toggle_activity()
    assert not window.activity.isVisible()


def test_layout_and_place_survive_a_restart(qtbot: Any, runner: QueryRunner, tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    first = sample_window(runner, path)
    qtbot.addWidget(first)
    first.resize(760, 600)
    first.show()
    first.toggle_activity()
    first.open_place("graph")
    first.close()
    second = sample_window(runner, path)
    qtbot.addWidget(second)
    second.restore("queue")
    second.show()
    assert second.place == "graph"
    assert second.activity.isVisible()
    assert second.width() == 760


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"version": 99}', '{"version": 1, "geometry": "%%", "docks": 3}']
)
def test_broken_layout_file_costs_the_layout_only(
    qtbot: Any, runner: QueryRunner, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "layout.json"
    path.write_text(content)
    window = sample_window(runner, path)
    qtbot.addWidget(window)
    window.restore("queue")
    assert window.place == "queue"


def test_splitter_sizes_of_another_shape_are_ignored(qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    path.write_text(json.dumps({"version": 1, "splitter.review": [1, 2, 3], "splitter.x": [-1, "a"]}))
    store = LayoutStore(path)
    splitter = QSplitter()
    qtbot.addWidget(splitter)
    splitter.addWidget(QWidget())
    splitter.addWidget(QWidget())
    assert not store.restore_splitter("review", splitter)
    assert not store.restore_splitter("x", splitter)
    store.keep_splitter("review", splitter)
    assert store.save()
    assert LayoutStore(path).restore_splitter("review", splitter)


def test_unwritable_layout_is_no_error(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("x")
    assert not LayoutStore(blocker / "layout.json").save()


def test_status_button_explains_itself_and_never_shrinks(qtbot: Any, window: ShellWindow) -> None:
    item = window.status_bar.item("nodes")
    popover = item.open_popover()
    assert "keller" in popover.accessibleName()
    popover.close()
    window.status_bar.say("nodes", Status("A much longer text than before 12/12", "server"))
    wide = item.minimumWidth()
    window.status_bar.say("nodes", Status("1/1", "server"))
    assert item.minimumWidth() == wide
    assert item.accessibleName() == "Knoten: 1/1"


def test_toast_answers_an_act_and_undoes_it(qtbot: Any, window: ShellWindow) -> None:
    undone: list[int] = []
    window.say("Promoted", "Undo", lambda: undone.append(1))
    assert window.toast.isVisible()
    window.say("Rejected", "Undo", lambda: undone.append(2))
    window.toast._undo.click()
    assert undone == [2]
    assert not window.toast.isVisible()


def test_link_is_opened_only_after_the_real_address_was_confirmed(qtbot: Any) -> None:
    opened: list[str] = []
    dialog = LinkDialog("https://bücher.example/x?a=1", open_url=opened.append)
    qtbot.addWidget(dialog)
    dialog.show()
    assert real_host("https://bücher.example/x") == "xn--bcher-kva.example"
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert opened == [], "Enter is Cancel"
    second = LinkDialog("https://example.org/", open_url=opened.append)
    qtbot.addWidget(second)
    second.open_button.click()
    assert opened == ["https://example.org/"]


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "javascript:alert(1)", "ssh://host", "//host/share", "relative.md", "https://",
     "http://user:pw@host/", "https://a b/", "vscode://x", "http://[::1", "https://x\n.example/"],
)  # fmt: skip
def test_links_of_other_kinds_are_never_opened(qtbot: Any, url: str) -> None:
    assert not may_open(url)
    dialog = LinkDialog(url, open_url=lambda _url: pytest.fail("opened"))
    qtbot.addWidget(dialog)
    assert not dialog.open_button.isEnabled()


@pytest.mark.parametrize("place", ["queue", "gaps", "review", "articles", "graph"])
def test_every_control_has_a_name_and_is_reachable(window: ShellWindow, place: str) -> None:
    window.open_place(place)
    QApplication.processEvents()
    nameless = []
    for kind in (QAbstractButton, QLineEdit, QAbstractItemView):
        for widget in window.findChildren(kind):
            inner = widget.objectName().startswith("qt_") or type(widget).__name__ in (
                "QHeaderView",
                "QTableCornerButton",
            )
            if inner or not widget.isVisibleTo(window):
                continue
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            if not (widget.accessibleName() or text):
                nameless.append(f"{type(widget).__name__} {widget.objectName()}")
    assert nameless == []
    unreachable = [
        widget.text()
        for widget in window.findChildren(QAbstractButton)
        if widget.isVisibleTo(window)
        and widget.focusPolicy() == Qt.FocusPolicy.NoFocus
        and not isinstance(widget.parent(), QAbstractItemView)
        and isinstance(widget, StatusButton)
    ]
    assert unreachable == []


def test_panes_of_the_open_place_fold_by_key(qtbot: Any, window: ShellWindow) -> None:
    review = window.open_place("review")
    assert isinstance(review, ReviewSample)
    window.resize(1300, 700)
    QApplication.processEvents()
    window.actions_table.run("fold.right")
    window.actions_table.run("fold.left")
    assert not review.rows.isVisible()
    window.actions_table.run("fold.left")
    assert review.rows.isVisible()


def test_a_first_window_fits_on_the_screen_with_its_frame(
    qtbot: Any, runner: QueryRunner, tmp_path: Path
) -> None:
    made = sample_window(runner, tmp_path / "none.json")
    qtbot.addWidget(made)
    made.resize(4000, 3000)
    made.restore("queue")
    made.show()
    room = made.screen().availableSize()
    assert made.height() < room.height()
    assert made.width() < room.width()
    assert made.size().expandedTo(made.minimumSize()) == made.size()
