"""How long a keystroke takes in a long article under edit, beside Qt's own fields (``bench ui``)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from neurodesk.app.queries.desk_bench import lay_draft
from neurodesk.bootstrap import open_profile
from neurodesk.ui.application.desk import open_desk
from neurodesk.ui.theme import theme

LINES, CLAIMS = 5_000, 200
TYPED = "It grows to 48 GiB with version 2.9. "
ROUNDS = 6
WALKED = 60
# Bursts of fast typing, a pause behind each: the checks and saves that typing starts fall between keys.
PAUSE_S, REST_S = 0.03, 1.55
BUDGET_MS = 50.0
Until = Callable[[Callable[[], bool]], None]


def long_article(lines: int = LINES, claims: int = CLAIMS) -> str:
    """Return an article of so many lines and sentences, its sections evenly over the lines."""
    parts, made = ["# Growing a volume", ""], 0
    while len(parts) < lines:
        if made < claims:
            parts += [f"Step {made} needs the volume to stay mounted while it grows to {made + 3} GiB.", ""]
            made += 1
        parts += [""] * max(1, (lines - len(parts)) // max(1, claims - made + 1) - 2)
    return "\n".join(parts[:lines]) + "\n"


def keystrokes(app: QApplication, folder: Path, until: Until) -> dict[str, Any]:
    """Type into the whole article in Review and into bare fields of the same text; ms for each key.

    A key counts from its press to the painted field; what the desk does between the keys (checking, saving,
    reading the draft again) is under way meanwhile, as when a person types.

    Args:
        folder: an empty place for a profile of its own.
        until: lets events pass until something holds.
    """
    text = long_article()
    with open_profile(folder) as profile:
        draft_id = lay_draft(profile, text)
    found: dict[str, Any] = {"lines": text.count("\n"), "budget_ms": BUDGET_MS}
    with open_desk(app, folder, {"curator.name": "bench"}, with_worker=False) as desk:
        desk.window.resize(1440, 900)
        desk.show("review")
        pane: Any = desk.window.place_widget("review")
        pane.show_target(draft_id)
        until(lambda: pane.session.view is not None and pane.session.view.draft.id == draft_id)
        found["claims"] = len(pane.session.marks())
        found["next_claim_in_review"] = _walked(app, pane)
        pane.edit_all()
        until(lambda: pane.editor.active and desk.services.runner.open_count == 0)
        found["review"] = _typed(app, pane.editor.field, REST_S)
        until(lambda: pane.session.view.draft.version > 1 and desk.services.runner.open_count == 0)
        found["versions_saved"] = pane.session.view.draft.version - 1
        pane.editor.finish()
        until(lambda: desk.services.runner.open_count == 0 and desk.services.commands.open_count == 0)
    for name, bare in (("plain_text_edit", QPlainTextEdit()), ("text_edit", QTextEdit())):
        bare.setFont(theme().font("reading"))
        bare.setPlainText(text)
        bare.resize(800, 700)
        bare.show()
        app.processEvents()
        found[name] = _typed(app, bare, PAUSE_S)
        bare.close()
        bare.deleteLater()
    return found


def _typed(app: QApplication, field: QPlainTextEdit | QTextEdit, rest_s: float) -> list[float]:
    """Type some sentences into the middle, with a flipped digit and a new line; ms for each key."""
    times: list[float] = []
    for turn in range(ROUNDS):
        cursor = field.textCursor()
        cursor.setPosition(field.document().characterCount() * (turn + 1) // (ROUNDS + 2))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        field.setTextCursor(cursor)
        field.ensureCursorVisible()
        app.processEvents()
        times += [_key(app, field, 0, char) for char in TYPED]
        times.append(_key(app, field, Qt.Key.Key_Backspace, ""))
        times.append(_key(app, field, Qt.Key.Key_Return, "\r"))
        _rest(app, rest_s)
    return times


def _walked(app: QApplication, pane: Any) -> list[float]:
    """Go from claim to claim in the whole place; ms from the act of J until everything is painted."""
    times: list[float] = []
    for _ in range(WALKED):
        began = time.perf_counter()
        pane.next_claim()
        pane.repaint()
        times.append((time.perf_counter() - began) * 1000)
        _rest(app, PAUSE_S)
    return times


def _key(app: QApplication, field: QPlainTextEdit | QTextEdit, key: int, text: str) -> float:
    """Send one key; ms from the press until the field is painted and what it started here is done."""
    began = time.perf_counter()
    none = Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        app.sendEvent(field, QKeyEvent(kind, key, none, text))
    field.viewport().repaint()
    app.processEvents()
    took = (time.perf_counter() - began) * 1000
    _rest(app, PAUSE_S)
    return took


def _rest(app: QApplication, seconds: float) -> None:
    """Let events pass for a while, asleep between them, as Qt's loop is between two keys."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop, loop.quit)
    loop.exec()
