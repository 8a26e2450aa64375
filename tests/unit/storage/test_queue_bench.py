"""The queue's measurement measures what it says, on every store that is there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from neurodesk.app.queries.queue_bench import TimeBox, measure, ratios, why_waiting
from neurodesk.cli.root import main
from neurodesk.storage.queue_bench import LEVELS, OTHERS, OwnQueue, timed

ACTS = {"enqueue", "duplicate_enqueue", "reserve_complete", "heartbeat", "why_waiting"}


def test_every_act_is_timed_at_both_levels_with_and_without_deferred_rows(tmp_path: Path) -> None:
    found = measure(tmp_path, 1_000, lambda _: None, most=3)
    own = [one for one in found["points"] if one["store"] == "neurodesk"]
    assert {one["act"] for one in own} == ACTS
    assert {one["synchronous"] for one in own} == {"NORMAL", "FULL"}
    assert {one["deferred_ahead"] for one in own} == {0, 1_000}
    assert all(one["operations"] == 3 and one["per_s"] > 0 for one in found["points"])
    assert {"raw", "raw_bare"} <= {one["store"] for one in found["points"]}
    assert set(found["ratios"]) == {"NORMAL", "FULL"}
    named = {one["store"] for one in found["points"]} | set(found["skipped"])
    assert {"huey", "litequeue", "persist-queue"} <= named


def test_the_levels_are_what_they_are_called(tmp_path: Path) -> None:
    own = OwnQueue(tmp_path, why_waiting)
    try:
        own.fill(10)
        for name, number in LEVELS.items():
            next(own.points(number))[1](0)
            assert own._database.level == name
            assert own._database.write(lambda tx: tx.scalar("PRAGMA synchronous")) == number
    finally:
        own.close()


def test_raw_sql_writes_the_same_rows_as_the_queue(tmp_path: Path) -> None:
    def counted(points: object, own: OwnQueue) -> dict[str, int]:
        tables = ("task_transition", "attempt", "budget_entry", "activity")
        before = {one: own._raw.execute(f"SELECT COUNT(*) FROM {one}").fetchone()[0] for one in tables}
        for act, operation in points:  # type: ignore[attr-defined]
            if act == "reserve_complete":
                operation(0)
                break
        return {
            one: own._raw.execute(f"SELECT COUNT(*) FROM {one}").fetchone()[0] - before[one] for one in tables
        }

    own = OwnQueue(tmp_path, why_waiting)
    try:
        own.fill(10)
        assert counted(own.points(2), own) == counted(own.raw_points(2), own)
    finally:
        own.close()


def test_a_store_that_is_not_installed_is_skipped_with_a_clear_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("huey.storage", "litequeue", "persistqueue"):
        monkeypatch.setitem(sys.modules, name, None)
    found = measure(tmp_path, 1_000, lambda _: None, most=1)
    assert set(found["skipped"]) == {"huey", "litequeue", "persist-queue"}
    assert all("neurodesk[bench]" in why for why in found["skipped"].values())


@pytest.mark.parametrize("make", OTHERS, ids=lambda make: make.name)
def test_the_other_queues_are_filled_and_worked(make: object, tmp_path: Path) -> None:
    try:
        other = make(tmp_path)  # type: ignore[operator]
    except ImportError:
        pytest.skip("not installed")
    try:
        other.fill(20)
        acts = {act: timed(operation, 5, 60.0)["operations"] for act, operation in other.points(2)}
    finally:
        other.close()
    assert acts == {"enqueue": 5, "reserve_complete": 5}


def test_ratios_are_quotients_of_mean_middle_and_processor_times() -> None:
    def point(store: str, waiting: int, per_s: float) -> dict[str, object]:
        return {
            "store": store,
            "waiting": waiting,
            "deferred_ahead": 0,
            "synchronous": "FULL",
            "act": "reserve_complete",
            "per_s": per_s,
            "p50_ms": waiting / 1_000.0,
            "cpu_ms": waiting / 2_000.0 + 1.0,
        }

    points = [
        point("neurodesk", 1_000, 100.0),
        point("neurodesk", 10_000, 80.0),
        point("raw", 1_000, 150.0),
        point("raw", 10_000, 160.0),
        point("litequeue", 10_000, 40.0),
    ]
    assert ratios(points) == {
        "FULL": {
            "by_size": 1.25,
            "by_size_p50": 10.0,
            "by_size_cpu": 4.0,
            "raw_by_size": 0.94,
            "to_raw": 2.0,
            "to_litequeue": 0.5,
        }
    }


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "queue", "--json", "--max-rows", "1000", "--operations", "2"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["points"]


def test_slow_points_are_cut_short_so_that_the_whole_run_ends_in_time() -> None:
    now = [0.0]
    box = TimeBox(100, 600.0, lambda: now[0])
    spent = []
    for _ in range(100):
        allowed = box.next_s()
        now[0] += allowed  # every point takes all it may
        spent.append(allowed)
    assert now[0] <= 660.0
    assert max(spent) == spent[0] == 18.0
    assert timed(lambda n: None, 10, 0.0)["operations"] == 1
