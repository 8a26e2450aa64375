"""Hostile texts in titles, articles, pages, file names: nothing loads, nothing freezes (SPEC S4)."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from neurodesk import bootstrap
from neurodesk.app.commands.knowledge import rescan_kb
from neurodesk.app.queries.knowledge import knowledge_bases
from neurodesk.ui.panes import PLACES
from neurodesk.ui.panes.evidence.pane import EvidencePane
from neurodesk.ui.panes.review.pane import ReviewPane
from tests.ui.panes.desk_window import desk_on, place, settle, wait_for

NEST = 20_000
LONGEST_S = 20.0


@pytest.fixture
def tracker() -> Iterator[tuple[str, list[str]]]:
    """A server that notes every request: there must be none."""
    asked: list[str] = []

    class Note(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Note)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", asked
    server.shutdown()
    server.server_close()
    thread.join()


def hostile(address: str) -> str:
    """A text with everything that a page could try."""
    return (
        f"# <img src={address}/title.png> \u202egnp.exe\n\n<script src={address}/s.js>alert(1)</script>\n\n"
        f"![a](file:///etc/passwd) ![b]({address}/p.png) ![c](../../../../etc/shadow.png)\n\n"
        f'<iframe src="{address}/i.html"></iframe><img src="{address}/q.png">'
        f'<link href="{address}/c.css">\n\n'
        f"[file](file:///etc/passwd) [js](javascript:alert(1)) [d](data:text/html,x)\n\n"
        + "<div>" * NEST
        + " deep\n\n"
        + "> " * 400
        + "quoted\n"
    )


def test_nothing_loads_and_nothing_freezes_in_any_place(
    qapp: QApplication, demo: Path, tracker: tuple[str, list[str]]
) -> None:
    address, asked = tracker
    text = hostile(address)
    kb = demo.with_name("profile-kb")
    for name in ("000-<b>x<b> & \u202efdp.md", "001-<img src=x onerror=y>.md", "002-" + "w" * 180 + ".md"):
        (kb / name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()
    title = f"<img src='{address}/t.png'>\u202ey <b>bold</b>"
    with bootstrap.open_profile(demo) as profile:
        rescan_kb(profile, knowledge_bases(profile)[0].id)

        def plant(tx: object) -> None:
            execute = tx.execute  # type: ignore[attr-defined]
            execute("INSERT OR IGNORE INTO text (sha256, body, created_at) VALUES (?, ?, 0)", (digest, text))
            execute("UPDATE evidence SET title = ?, sha256 = ?", (title, digest))
            execute("UPDATE candidate SET title = ?, snippet = ?", (title, text[:400]))
            execute("UPDATE draft SET title = ?", (title,))
            execute("UPDATE task SET topic = ?, question = ?", (title, title))

        profile.database.write(plant)
    with desk_on(qapp, demo, "queue") as desk:
        for name in PLACES:
            began = time.monotonic()
            desk.window.go(name)
            wait_for(lambda name=name: desk.window.place == name)
            wait_for(lambda: not desk.services.runner.open_count, f"{name} has read what it shows")
            settle(150)
            assert time.monotonic() - began < LONGEST_S, f"{name} froze"
        evidence = place(desk, "evidence", EvidencePane)
        wait_for(lambda: evidence.reading is not None and evidence.reading.view is not None)
        wait_for(lambda: "deep" in evidence.text.toPlainText() or evidence.text.toPlainText())
        assert "‹RLO›" in evidence.page.toPlainText()
        review = place(desk, "review", ReviewPane)
        wait_for(lambda: review.session.view is not None, "a draft is shown")
        for label in desk.window.findChildren(QLabel):
            assert "\u202e" not in label.text()
    assert asked == []
