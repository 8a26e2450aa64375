"""The live search view: what a task's search does, as it happens, and again from its log (SPEC W4, W11)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands import tasks
from neurodesk.app.queries.search_live import search_picture
from neurodesk.domain.search_events import SearchStep
from neurodesk.domain.tasks import NewTask
from neurodesk.storage.search_event_store import SearchEventStore
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.panes.queue.search_rows import KEPT
from tests.ui.panes.desk_window import desk_on, place, press, unnamed, wait_for

ZFS, CAKE, GONE = "https://docs.example.org/zfs", "https://cakes.example.org/", "https://gone.example.org/a"


class Log:
    """Writes steps as the worker does, one second apart."""

    def __init__(self, desk: Desk, task_id: str) -> None:
        self._store = SearchEventStore(desk.services.profile.database)
        self._task_id, self._at = task_id, 1_800_000_000.0

    def add(self, kind: SearchStep, **data: object) -> None:
        self._at += 1
        self._store.add(self._at, self._task_id, 0, kind, data)

    def found(self, uri: str, title: str, *, kept: bool, reason: str = "") -> None:
        query = {"query": "zfs load key", "provider": "searxng", "score": 0.41}
        self.add(SearchStep.FOUND, uri=uri, title=title, kept=kept, reason=reason, **query)

    def whole(self) -> None:
        query = {"query": "zfs load key", "provider": "searxng", "wide": False}
        self.add(SearchStep.ASKED, **query)
        self.add(SearchStep.ANSWERED, **query, hits=3)
        self.found(ZFS, "Unlock a dataset", kept=True)
        self.found(CAKE, "<b>Cakes</b>", kept=False, reason="snippet_irrelevant")
        self.found(GONE, "Gone", kept=True)
        self.add(SearchStep.FETCHING, uri=ZFS, title="Unlock a dataset")
        self.add(SearchStep.FETCHED, uri=ZFS, verdict="fetched", reason="", detail="", chars=1200)
        self.add(SearchStep.FETCHING, uri=GONE, title="Gone")
        self.add(SearchStep.FETCHED, uri=GONE, verdict="refused", reason="timeout", detail="", chars=0)
        self.add(SearchStep.JUDGED, uri=ZFS, verdict="kept", reason="", detail="", score=0.72)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "queue") as made:
        tasks.ask(made.services.profile, NewTask("Unlock a dataset"))
        pane = place(made, "queue", QueuePane)
        wait_for(lambda: pane.detail._detail is not None, "the task is shown")
        yield made


def lines(pane: QueuePane) -> list[tuple[str, str, str]]:
    rows = pane.search.rows
    return [
        (one.title, one.second or one.broken, one.right)
        for one in (
            rows.data(rows.index(row), int(Qt.ItemDataRole.UserRole) + 1) for row in range(rows.rowCount())
        )
    ]


def test_w11_the_search_is_shown_as_it_happens_with_the_reason_and_gate_of_each_refusal(desk: Desk) -> None:
    pane = place(desk, "queue", QueuePane)
    QAbstractItemModelTester(pane.search.rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    pane.table.setFocus()
    press(desk, Qt.Key.Key_S)
    wait_for(lambda: "Nothing has been searched yet" in pane.search.empty.accessibleName(), "it says so")
    log = Log(desk, pane.detail.task_id)
    query = {"query": "zfs load key", "provider": "searxng", "wide": False}
    log.add(SearchStep.ASKED, **query)
    wait_for(lambda: lines(pane) == [("zfs load key", "SearXNG · asked, no answer yet", "")], "it asks")
    log.add(SearchStep.ANSWERED, **query, hits=1)
    log.found(ZFS, "Unlock a dataset", kept=True)
    log.add(SearchStep.FETCHING, uri=ZFS, title="Unlock a dataset")
    wait_for(lambda: len(lines(pane)) == 2 and "is being read" in lines(pane)[1][1], "it reads")
    assert lines(pane)[0] == ("zfs load key", "SearXNG · 1 result", "1.0 s")
    log.add(SearchStep.FETCHED, uri=ZFS, verdict="refused", reason="timeout", detail="", chars=0)
    wait_for(lambda: "took too long" in lines(pane)[1][1], "it was refused")
    pane.search.list.setCurrentIndex(pane.search.rows.index(1))
    wait_for(lambda: "Dropped by the fetch: took too long." in pane.search.facts.text(), "the gate is named")
    assert not unnamed(pane.detail)
    press(desk, Qt.Key.Key_S)
    assert pane.detail._pages.currentIndex() == 0


def test_w11_a_finished_search_is_replayed_from_its_log_by_key(desk: Desk) -> None:
    pane = place(desk, "queue", QueuePane)
    Log(desk, pane.detail.task_id).whole()
    pane.table.setFocus()
    press(desk, Qt.Key.Key_S)
    wait_for(lambda: len(lines(pane)) == 4, "the query and its pages")
    assert [one[0] for one in lines(pane)] == ["zfs load key", "Unlock a dataset", "<b>Cakes</b>", "Gone"]
    wait_for(lambda: "kept 0.72" in lines(pane)[1][1], "the newest step")
    assert "excerpt does not fit" in lines(pane)[2][1]
    assert "1 kept, 2 refused" in pane.search.now.text()
    view = pane.search
    view.slider.setFocus()
    for _ in range(4):  # back from step 10 to 6: the first page is being read
        press(desk, Qt.Key.Key_Left)
    wait_for(lambda: view.shot is not None and view.shot.step == 6, "an earlier moment")
    assert view.now.text() == "Reading now: Unlock a dataset"
    press(desk, Qt.Key.Key_End)
    wait_for(lambda: view.shot is not None and view.shot.step == 10, "the end again")
    pane.table.setFocus()
    press(desk, Qt.Key.Key_W)
    wait_for(lambda: view.shot is not None and view.shot.step == 1, "it begins at its beginning")
    view._player.setInterval(1)
    wait_for(
        lambda: not view._player.isActive() and view.shot is not None and view.shot.step == 10, "to its end"
    )
    assert view.play.text() == "Replay"


def test_w4_pages_are_filtered_by_what_became_of_them(desk: Desk) -> None:
    pane = place(desk, "queue", QueuePane)
    Log(desk, pane.detail.task_id).whole()
    pane.turn_search()  # on a narrow screen the column is behind its button
    wait_for(lambda: len(lines(pane)) == 4, "all")
    pane.search.chips.set_choice(KEPT)
    pane.search.chips.chosen.emit(KEPT)
    wait_for(lambda: [one[0] for one in lines(pane)] == ["zfs load key", "Unlock a dataset"], "the kept one")


def test_w11_a_search_that_a_real_worker_made_can_be_looked_at_afterwards(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "queue") as made:
        pane = place(made, "queue", QueuePane)
        wait_for(lambda: pane.detail._detail is not None, "a task is shown")
        picture = search_picture(made.services.profile, pane.detail.task_id)
        pane.turn_search()  # on a narrow screen the column is behind its button
        wait_for(lambda: len(lines(pane)) == len(picture.queries) + len(picture.pages), "all of it")
        refused = [one for one in picture.pages if one.state == "refused"]
        assert refused
        assert all(one.gate for one in refused), "each refusal names what dropped it"
