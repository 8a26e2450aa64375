"""The activity feed: bounded, and there after a restart (SPEC W11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurodesk.storage.activity_store import ActivityStore
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore
from tests.queue_parts import NOW, running


def test_the_feed_tells_what_happened_and_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Database(path) as database:
        task = running(TaskStore(database))
        ActivityStore(database).add(NOW, "searched", task.id, query="x" * 5000, hits=3)
    with Database(path) as database:
        feed = ActivityStore(database)
        lines = feed.after(0)
        assert [line.code for line in lines] == ["task_enqueued", "task_started", "searched"]
        assert len(str(lines[-1].params["query"])) == 2000
        assert lines[-1].params["hits"] == 3
        assert [line.code for line in feed.newest(limit=1)] == ["searched"]
        assert feed.after(lines[0].id, task_id=task.id) == lines[1:]
        assert feed.after(0, task_id="other") == []


def test_the_feed_is_bounded_on_disk_and_a_damaged_line_does_not_break_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurodesk.storage.activity_store.KEEP_ROWS", 100)
    feed = ActivityStore(database)
    for number in range(1000):
        feed.add(NOW, "searched", number=number)
    database.write(lambda tx: tx.execute("UPDATE activity SET params = '{' WHERE id = 1000"))
    lines = feed.after(0, limit=5000)
    assert [line.id for line in lines] == list(range(901, 1001))
    assert lines[-1].params == {"damaged": True}
    assert json.dumps(dict(lines[0].params)) == '{"number": 900}'
