"""What leaves this computer, in the window: the curator's look at queries, and the privacy log (SPEC W10)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands import tasks
from neurodesk.domain.fetching import Purpose
from neurodesk.domain.privacy import CheckedQuery
from neurodesk.domain.redaction import Cut
from neurodesk.domain.tasks import NewTask
from neurodesk.storage.query_store import queries_of, settle_queries
from neurodesk.storage.request_log import RequestLog
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.outgoing.window import OutgoingDialog
from tests.ui.panes.desk_window import desk_on, press, unnamed, wait_for


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "queue") as made:
        yield made


def lay_queries(desk: Desk) -> str:
    profile = desk.services.profile
    task = tasks.ask(profile, NewTask("Encrypted ZFS dataset")).answer.task
    checked = [
        CheckedQuery("zfs load key", "zfs load key"),
        CheckedQuery(
            "zfs Zenner 10.0.0.7 key", "zfs key", "", (Cut("name", "Zenner"), Cut("ip", "10.0.0.7"))
        ),
        CheckedQuery("zfs mount", "zfs mount"),
    ]
    profile.database.write(
        lambda tx: settle_queries(tx, task.id, checked, 1.0, first_looks=20, ask_always=False)
    )
    return task.id


def opened(desk: Desk) -> OutgoingDialog:
    found = [one for one in desk.window.findChildren(OutgoingDialog) if one.isVisible()]
    assert len(found) == 1
    wait_for(found[0].isActiveWindow, "it has the keys")
    return found[0]


def test_w10_waiting_queries_are_announced_and_decided_one_after_the_other_by_key(desk: Desk) -> None:
    look = desk.window.status_bar.item("look")
    assert look.isHidden()
    task_id = lay_queries(desk)
    wait_for(lambda: not look.isHidden() and look.text() == "3 queries wait", "the status bar says so")
    press(desk, Qt.Key.Key_F9)
    view = opened(desk).waiting
    wait_for(lambda: view.field.text() == "zfs load key" and view.list.hasFocus(), "the first one is shown")
    assert "Encrypted ZFS dataset" in view._task.text()
    press(desk, Qt.Key.Key_J)
    wait_for(lambda: view.field.text() == "zfs key", "the next one")
    assert "Zenner (name)" in view._kept.text()
    assert "10.0.0.7 (network address)" in view._kept.text()
    assert not unnamed(opened(desk))
    press(desk, Qt.Key.Key_X)
    wait_for(lambda: view.model.rowCount() == 2, "it is kept here")
    press(desk, Qt.Key.Key_K)
    wait_for(lambda: view.field.text() == "zfs load key", "back at the first")
    press(desk, Qt.Key.Key_E)
    QTest.keyClicks(QApplication.focusWidget(), "zfs load key prompt")
    press(desk, Qt.Key.Key_Return)
    wait_for(lambda: view.model.rowCount() == 1 and view.list.hasFocus(), "it is sent as changed")
    wait_for(lambda: view.field.text() == "zfs mount", "the last one is shown")
    press(desk, Qt.Key.Key_A)
    wait_for(lambda: "No query waits." in view.empty.accessibleName() and view.empty.isVisible(), "all done")
    found = desk.services.profile.database.read(lambda rx: queries_of(rx, task_id=task_id))
    assert [(one.state.value, one.text) for one in found] == [
        ("approved", "zfs load key prompt"),
        ("refused", "zfs key"),
        ("approved", "zfs mount"),
    ]
    wait_for(look.isHidden, "nothing waits any more")


def test_w10_words_that_are_private_are_not_sent_and_stay_in_the_field(desk: Desk) -> None:
    lay_queries(desk)
    view = desk.window.open_outgoing().waiting
    wait_for(lambda: view.field.text() == "zfs load key", "the first one is shown")
    view.field.setText("zfs mail anna@example.org")
    view.send()
    wait_for(view.fault.isVisible, "it says why")
    assert "anna@example.org" in view.fault.accessibleName()
    assert view.field.text() == "zfs mail anna@example.org"
    assert view.model.rowCount() == 3


def test_w10_every_request_that_left_is_listed_filtered_and_updated(desk: Desk) -> None:
    profile = desk.services.profile
    log = RequestLog(profile.database)
    now = time.time()
    first = log.begin(now, Purpose.SEARCH, "GET", "http://127.0.0.1:8888/search", "", "zfs load key")
    log.begin(now, Purpose.PAGE, "GET", "https://docs.example.org/100%_zfs")
    log.begin(now, Purpose.PROMPT, "POST", "http://gpu.example.org:11434/api/chat", "", "2,041 bytes")
    press(desk, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    view = opened(desk).log

    def seen() -> list[str]:
        rows = [view.model.row(row) for row in range(view.model.rowCount())]
        return [one[0].purpose for one in rows if one is not None]

    wait_for(lambda: seen() == ["prompt", "page", "search"], "all, newest first")
    assert not unnamed(opened(desk))
    log.end(first, "7")
    wait_for(lambda: view.model.row(2) is not None and view.model.row(2)[0].result == "7", "its result comes")
    view.field.setText("100%_")
    wait_for(lambda: seen() == ["page"], "words are no patterns")
    view.field.clear()
    view.chips.set_choice("prompt")
    view.chips.chosen.emit("prompt")
    wait_for(lambda: seen() == ["prompt"], "prompts only")
    wait_for(lambda: "gpu.example.org" in view.facts.text() and "2,041 bytes" in view.facts.text(), "in full")
    view.field.setText("nothing like that")
    wait_for(
        lambda: view.empty.isVisible() and "No request fits" in view.empty.accessibleName(), "it says so"
    )
    view.empty.act_wanted.emit()
    wait_for(lambda: len(seen()) == 3, "all again")
    view.table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.AscendingOrder)
    wait_for(lambda: seen() == ["page", "prompt", "search"], "sorted in SQL")
