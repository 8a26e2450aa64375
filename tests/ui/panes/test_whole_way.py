"""From an empty profile to a promoted article and back, by keyboard alone in the real window (issue 5).

Import of a knowledge base, a library, a scan, a task that the worker researches, review, promotion, undo. The
same runs on a real X server with a window manager, in a process of its own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from neurodesk.app import sample
from neurodesk.app.queries.session import changed_files, tree_hashes
from neurodesk.domain.articles import DraftState
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.panes.settings.pane import SettingsPane
from tests.ui.panes.desk_window import desk_on, dialog, place, press, type_text, wait_for
from tests.ui.panes.test_review_keys import walk_to_ready

Key = Qt.Key
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
RESEARCH_S = 120.0
ON_SCREEN = "NEURODESK_TEST_ON_SCREEN"


def until(check: Callable[[], object], what: str, seconds: float = RESEARCH_S) -> None:
    """Wait for what the worker does."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, what
        QTest.qWait(20)


def command(desk: Desk, words: str) -> None:
    """Run a command by the palette: Ctrl+K, its words, Enter."""
    press(desk, Key.Key_K, CTRL)
    palette = desk.window.palette_popup
    wait_for(palette.isVisible, "the palette opens")
    QTest.keyClicks(palette.field, words)
    wait_for(lambda: palette.list.currentIndex().isValid(), f"{words} is found")
    QTest.keyClick(palette.field, Key.Key_Return)
    wait_for(lambda: not palette.isVisible(), "the palette closes")


def add_folder(desk: Desk, words: str, folder: Path) -> None:
    """Choose a folder in the file dialog and add it, by keys."""
    command(desk, words)
    dialog(desk, QFileDialog)
    wait_for(lambda: isinstance(QApplication.focusWidget(), QLineEdit), "the path can be typed")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.selectAll()
    type_text(desk, str(folder))
    QTest.keyClick(field, Key.Key_Return)
    wait_for(lambda: not desk.window.findChildren(QFileDialog), "the folder is chosen")
    found = dialog(desk, AddFolderDialog)
    assert isinstance(found, AddFolderDialog)
    wait_for(found.act.isEnabled, "the folder was counted")
    assert found.name.hasFocus(), "the name can be typed at once"
    QTest.keyClick(found.name, Key.Key_Return)
    until(lambda: not desk.services.jobs.open_jobs() and not desk.services.commands.open_count, words)


def card_facts(desk: Desk, count: int) -> str:
    """Return what the page of folders says of its cards, when there are as many."""
    pane = place(desk, "settings", SettingsPane)
    from neurodesk.ui.panes.settings.folders import FolderPage

    page = pane.findChild(FolderPage)
    assert page is not None
    wait_for(lambda: len(page.cards) == count, "the folder is listed")
    return " ".join(one.accessibleName() for one in page.cards.values())


@pytest.mark.timeout(400)
def test_from_an_empty_profile_to_a_promoted_article_and_back_by_keyboard_alone(
    qapp: QApplication, tmp_path: Path
) -> None:
    if os.environ.get(ON_SCREEN):
        assert qapp.platformName() == "xcb"
    kb = sample.copy_kb(tmp_path / "articles", fresh=False)
    library = tmp_path / "manuals"
    with sample.library_folder() as shipped:
        shutil.copytree(shipped, library)
    before = tree_hashes(kb)
    with desk_on(qapp, tmp_path / "profile", "queue", with_worker=True) as desk:
        wait_for(lambda: desk.services.worker.ready, "the worker is there")
        add_folder(desk, "add a knowledge base", kb)
        until(lambda: "40 articles" in card_facts(desk, 1), "the articles are counted")
        add_folder(desk, "local library", library)
        until(lambda: "documents usable" in card_facts(desk, 1), "the documents are counted")
        press(desk, Key.Key_1, CTRL)
        command(desk, "scan now")
        until(lambda: "Scanned:" in desk.window.toast.accessibleName(), "the scan is over")
        press(desk, Key.Key_N, CTRL)
        asked = dialog(desk, NewTaskDialog)
        assert isinstance(asked, NewTaskDialog)
        type_text(desk, "Extend an LVM logical volume")
        wait_for(asked.ask_button.isEnabled, "it was looked for duplicates")
        press(desk, Key.Key_Return, CTRL)
        wait_for(lambda: not desk.window.findChildren(NewTaskDialog), "the task is asked")
        command(desk, "wake the queue")
        press(desk, Key.Key_3, CTRL)
        pane = place(desk, "review", ReviewPane)
        until(lambda: pane.session.view is not None, "the worker's draft lies on the desk")
        assert pane.session.state is DraftState.IN_REVIEW
        walk_to_ready(desk, pane)
        press(desk, Key.Key_A)
        wait_for(lambda: pane.session.state is DraftState.APPROVED, "A approves")
        assert tree_hashes(kb) == before
        press(desk, Key.Key_P)
        sheet = dialog(desk, PromoteSheet)
        assert isinstance(sheet, PromoteSheet)
        wait_for(sheet.promote_button.isEnabled, "the sheet is loaded")
        press(desk, Key.Key_P, ALT)
        wait_for(lambda: pane.session.state is DraftState.PROMOTED, "Alt+P promotes")
        assert len(changed_files(before, tree_hashes(kb))) == 1
        press(desk, Key.Key_U)
        wait_for(lambda: pane.session.state is DraftState.IN_REVIEW, "U takes it back")
        assert tree_hashes(kb) == before


@contextlib.contextmanager
def x_server() -> Iterator[str]:
    """Start an X server and a window manager; yields the display's name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    manager = None
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        assert number.isdigit(), "Xvfb gave no display"
        display = f":{number}"
        env = {**os.environ, "DISPLAY": display}
        manager = subprocess.Popen(
            ["openbox", "--sm-disable"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        yield display
    finally:
        for process in (manager, server):
            if process is not None:
                process.terminate()
                process.wait(timeout=20)


@pytest.mark.skipif(
    bool(os.environ.get(ON_SCREEN)), reason="this is the run on the X server: it starts no other"
)
@pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("openbox")),
    reason="Xvfb and openbox are not installed; packaging/setup_neurodesk.py test installs them on Debian",
)
@pytest.mark.timeout(400)
def test_the_same_way_on_an_x_server_with_a_window_manager() -> None:
    name = test_from_an_empty_profile_to_a_promoted_article_and_back_by_keyboard_alone.__name__
    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", ON_SCREEN: "1"}
        env.pop("WAYLAND_DISPLAY", None)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{__file__}::{name}"],
            env=env,
            capture_output=True,
            text=True,
            timeout=360,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "1 passed" in done.stdout
