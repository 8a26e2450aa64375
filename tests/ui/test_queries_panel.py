"""The curator's look at queries in the window (SPEC W10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands import tasks
from neurodesk.domain.fetching import Purpose
from neurodesk.domain.privacy import CheckedQuery, QueryState
from neurodesk.domain.redaction import Cut
from neurodesk.domain.tasks import NewTask
from neurodesk.storage.query_store import queries_of, settle_queries
from neurodesk.storage.request_log import RequestLog
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.panes.activity.feed import ActivityPane
from neurodesk.ui.panes.outgoing.export import export_to
from neurodesk.ui.panes.queue.pane import QueuePane


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.show("queue")
        yield made


def test_w10_queries_are_approved_edited_and_kept_in_the_task(qtbot: Any, desk: Desk) -> None:
    profile = desk.services.profile
    task = tasks.ask(profile, NewTask("Encrypted ZFS dataset")).answer.task
    checked = [
        CheckedQuery("zfs load key", "zfs load key"),
        CheckedQuery("zfs Zenner key", "zfs key", "", (Cut("name", "Zenner"),)),
        CheckedQuery("zfs mount", "zfs mount"),
        CheckedQuery("a sentence of the article", "", "query_kb_sentence"),
    ]
    profile.database.write(
        lambda tx: settle_queries(tx, task.id, checked, 1.0, first_looks=20, ask_always=False)
    )
    pane = desk.window.place_widget("queue")
    assert isinstance(pane, QueuePane)
    pane.show_target(task.id)
    panel = pane.detail.queries
    qtbot.waitUntil(lambda: len(panel.rows) == 3, timeout=20_000)
    assert "3 queries" in panel.head.text()

    def states() -> list[tuple[str, str]]:
        found = profile.database.read(lambda rx: queries_of(rx, task_id=task.id))
        return [(one.state.value, one.text) for one in found]

    panel.rows[0].field.setText("zfs load key prompt")
    QTest.keyClick(panel.rows[0].field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: states()[0] == ("approved", "zfs load key prompt"), timeout=20_000)
    qtbot.waitUntil(lambda: len(panel.rows) == 2, timeout=20_000)
    panel.rows[0].refuse()
    qtbot.waitUntil(lambda: states()[1][0] == QueryState.REFUSED, timeout=20_000)
    qtbot.waitUntil(lambda: len(panel.rows) == 1, timeout=20_000)
    panel.rows[0].approve()
    qtbot.waitUntil(lambda: states()[2][0] == QueryState.APPROVED, timeout=20_000)
    assert states()[3][0] == QueryState.DROPPED
    qtbot.waitUntil(lambda: panel.rows == [], timeout=20_000)
    assert panel.isVisibleTo(pane.detail)


def test_w10_the_log_of_what_left_is_exported_from_the_activity(
    qtbot: Any, desk: Desk, tmp_path: Path
) -> None:
    profile = desk.services.profile
    RequestLog(profile.database).begin(1.0, Purpose.SEARCH, "GET", "http://s/search", "t", "zfs load key")
    feed = ActivityPane(DeskContext(desk.services, desk.window))
    qtbot.addWidget(feed)
    for name, mark in (("out.csv", "zfs load key"), ("out.json", '"purpose": "search"')):
        target = tmp_path / name
        export_to(feed._context, target, feed)
        qtbot.waitUntil(lambda target=target: target.exists() and target.stat().st_size > 0, timeout=20_000)
        assert mark in target.read_text("utf-8")
