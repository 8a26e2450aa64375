"""The ledger over zones, clock changes, jumps and restarts: never more than the limit a day (SPEC Q9)."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.budget import local_day, next_day_start, within_budget
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import NewTask, Origin, Outcome
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore

LIMIT = 2
# Evenings before clocks go forward or back, in zones that change at night and at midnight.
STARTS = {
    "Europe/Berlin": (1774731600.0, 1792875600.0),
    "America/Sao_Paulo": (1541289600.0, 1518912000.0),
    "America/Havana": (1773547200.0, 1793505600.0),
    "Asia/Kathmandu": (1780000000.0,),
}
FOUND = TaskResult(Outcome.EVIDENCE_ONLY, 1)


@st.composite
def nights(draw: st.DrawFn) -> tuple[str, float, list[float]]:
    name = draw(st.sampled_from(sorted(STARTS)))
    start = draw(st.sampled_from(STARTS[name]))
    # Hours pass, the clock jumps back and forth; 0 is a restart in between.
    moves = draw(
        st.lists(st.sampled_from([0.0, 0.4, 1.0, 5.0, 24.0, -0.5, -3.0, -24.0]), min_size=3, max_size=12)
    )
    return name, start, moves


@settings(max_examples=20, deadline=None)
@given(nights())
def test_no_local_day_ever_starts_more_than_its_budget(night: tuple[str, float, list[float]]) -> None:
    name, now, moves = night
    zone = ZoneInfo(name)
    started: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        database = Database(path).open()
        try:
            for number, hours in enumerate(moves):
                if hours == 0.0:
                    database.close()
                    database = Database(path).open()
                now += hours * 3600.0
                store, day = TaskStore(database), local_day(now, zone)
                if not within_budget(store.budget_used(day), LIMIT):
                    assert next_day_start(now, zone) > now
                    continue
                store.enqueue(NewTask(f"topic {number}", requested_by=Origin.SCANNER), now)
                task = store.reserve("host:1:r", now)
                assert task is not None
                store.start(task.id, task.lease_token, now, day)
                store.complete(task.id, task.lease_token, now, FOUND)
                started.append(day)
            stored = {
                row[0]: row[1]
                for row in database.read(
                    lambda rx: rx.sql("SELECT local_day, COUNT(*) FROM budget_entry GROUP BY local_day")
                )
            }
        finally:
            database.close()
    assert stored == dict(Counter(started))
    assert all(number <= LIMIT for number in stored.values())


def test_the_curators_tasks_are_in_the_ledger_and_outside_the_budget(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as database:
        store = TaskStore(database)
        for number in range(3):
            store.enqueue(NewTask(f"mine {number}"), 1e9)
            task = store.reserve("host:1:r", 1e9)
            assert task is not None
            store.start(task.id, task.lease_token, 1e9, "2001-09-09")
        assert database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM budget_entry")) == 3
        assert store.budget_used("2001-09-09") == 0
