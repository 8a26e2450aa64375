"""The real window over a real profile, driven by keys, for tests of the places."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from neurodesk.ui.application.desk import Desk, open_desk

W = TypeVar("W", bound=QWidget)
TIMEOUT_S = 15.0
OVERRIDES = {
    "ui.theme": "light",
    "ui.language": "en",
    "ui.reduced_motion": "true",
    "curator.name": "Ada",
}


@contextmanager
def desk_on(
    app: QApplication,
    data_dir: Path,
    place: str,
    overrides: dict[str, str] | None = None,
    *,
    with_worker: bool = False,
) -> Iterator[Desk]:
    """Open the desk at a place, and close it in order."""
    with open_desk(app, data_dir, {**OVERRIDES, **(overrides or {})}, with_worker=with_worker) as desk:
        desk.show(place)
        desk.window.activateWindow()
        wait_for(desk.window.isVisible)
        wait_for(desk.window.isActiveWindow)
        wait_for(QApplication.focusWidget, "something has the focus")
        yield desk
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def wait_for(check: Callable[[], object], what: str = "") -> None:
    """Let events pass until a condition holds; fails after 15 s."""
    until = time.monotonic() + TIMEOUT_S
    while not check():
        if time.monotonic() > until:
            raise AssertionError(f"never came true: {what or check}")
        QTest.qWait(5)


def settle(ms: int = 60) -> None:
    """Let what is under way arrive."""
    QTest.qWait(ms)


def press(desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key as a person does: it goes to whatever has the focus."""
    if QApplication.focusWidget() is None:
        # Without a window manager nobody hands the focus back when a dialog closes.
        desk.window.activateWindow()
        wait_for(QApplication.focusWidget, "something has the focus")
    target = QApplication.focusWidget() or desk.window
    QTest.keyClick(target, key, modifier)
    QCoreApplication.processEvents()


def type_text(desk: Desk, text: str) -> None:
    """Type into whatever has the focus."""
    QTest.keyClicks(QApplication.focusWidget() or desk.window, text)


def dialog(desk: Desk, kind: type[QDialog]) -> QDialog:
    """Wait for a dialog of the window and return it."""

    def open_ones() -> list[QDialog]:
        return [one for one in desk.window.findChildren(kind) if one.isVisible()]

    wait_for(open_ones, f"{kind.__name__} opens")
    found = open_ones()[0]
    # A window manager hands the keys over a moment later.
    wait_for(lambda: found.isActiveWindow() and QApplication.focusWidget(), f"{kind.__name__} has the keys")
    return found


def place(desk: Desk, name: str, kind: type[W]) -> W:
    """Return the widget of an open place."""
    found = desk.window.place_widget(name)
    assert isinstance(found, kind)
    return found


def unnamed(root: QWidget) -> list[str]:
    """Return the controls below a widget that a screen reader could not name."""
    from PySide6.QtWidgets import (
        QAbstractItemView,
        QAbstractSpinBox,
        QComboBox,
        QLineEdit,
        QPushButton,
        QTextEdit,
        QToolButton,
    )

    kinds = (QAbstractItemView, QComboBox, QLineEdit, QPushButton, QTextEdit, QToolButton)
    faults = []
    for one in root.findChildren(QWidget):
        if not isinstance(one, kinds) or one.objectName().startswith("qt_") or not one.isVisibleTo(root):
            continue
        if isinstance(one.parent(), (QComboBox, QAbstractSpinBox, QLineEdit)):
            continue
        inside_combo = any(isinstance(parent, QComboBox) for parent in _parents(one) if parent is not root)
        if inside_combo or one.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if not (one.accessibleName() or getattr(one, "text", lambda: "")()):
            faults.append(f"{type(one).__name__} {one.objectName()} at {one.mapTo(root, QPoint(0, 0))}")
    return faults


def _parents(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()
