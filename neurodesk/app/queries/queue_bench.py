"""The queue's speed by the number of waiting rows, beside raw SQL and other queues (``bench queue``)."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neurodesk.app.queries.gates import queue_facts
from neurodesk.storage.db import Database
from neurodesk.storage.queue_bench import (
    DEFERRED_AHEAD,
    LEVELS,
    OTHERS,
    Contender,
    OwnQueue,
    timed,
)

SIZES = (1_000, 10_000, 100_000, 1_000_000)
Say = Callable[[str], None]
# The whole run stays below twelve minutes, also where a commit takes ten milliseconds: then slow points are
# shorter, and each says how many operations it timed.
WHOLE_RUN_S = 600.0
OWN_POINTS = 8
OTHER_POINTS = 2


class TimeBox:
    """Shares the time of a run among its points; what fast points leave over goes to the slow ones.

    Args:
        points: how many points there are.
        whole_s: time for all of them, filling included.
    """

    def __init__(
        self, points: int, whole_s: float = WHOLE_RUN_S, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._left = points
        self._now = now
        self._end = now() + whole_s

    def next_s(self) -> float:
        """Return how long the next point may take, at most three equal shares of what is left."""
        share = max(self._end - self._now(), 0.0) / max(self._left, 1)
        self._left -= 1
        return max(1.0, share * 3)


def measure(folder: Path, max_rows: int, say: Say, *, most: int | None = None) -> dict[str, Any]:
    """Measure every store at every size up to ``max_rows``.

    Args:
        folder: where the files are made.
        say: told what is measured now.
        most: how many operations a point, None for what the contender stands.
    """
    sizes = [one for one in SIZES if one <= max_rows] or [max_rows]
    box = TimeBox(len(LEVELS) * (OWN_POINTS * (len(sizes) + 1) + OTHER_POINTS * len(OTHERS) * len(sizes)))
    points: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}

    def note(store: str, rows: int, level: str, act: str, found: dict[str, float], deferred: int = 0) -> None:
        points.append(
            {"store": store, "waiting": rows, "deferred_ahead": deferred, "synchronous": level, "act": act}
            | found
        )

    own = OwnQueue(folder, why_waiting)
    try:
        for rows in sizes:
            _measure_own(own, rows, 0, say, note, most, box)
    finally:
        own.close()
    (folder / "deferred").mkdir()
    behind = OwnQueue(folder / "deferred", why_waiting)
    try:
        behind.fill_deferred(min(DEFERRED_AHEAD, max_rows))
        _measure_own(behind, sizes[0], min(DEFERRED_AHEAD, max_rows), say, note, most, box)
    finally:
        behind.close()
    for make in OTHERS:
        try:
            other = make(folder)
        except ImportError as error:
            name = str(getattr(make, "name", make))
            skipped[name] = f"not installed ({error}); `pip install neurodesk[bench]` brings it"
            continue
        try:
            _measure_other(other, sizes, say, note, most, box)
        finally:
            other.close()
    return {
        "python": platform.python_version(),
        "points": points,
        "skipped": skipped,
        "ratios": ratios(points),
    }


def why_waiting(database: Database, now: float) -> object:
    """Answer what the pane asks: what waits, what is due, what runs."""
    return database.read(lambda rx: queue_facts(rx, now, worker_alive=True))


def _measure_own(
    own: OwnQueue,
    rows: int,
    deferred: int,
    say: Say,
    note: Callable[..., None],
    most: int | None,
    box: TimeBox,
) -> None:
    for level, number in LEVELS.items():
        say(f"{own.name} and raw: {rows} waiting, {level}")
        own.fill(rows)
        for act, operation in own.points(number):
            note(own.name, rows, level, act, timed(operation, most or own.operations, box.next_s()), deferred)
        own.fill(rows)
        for act, operation in own.raw_points(number):
            store = "raw_bare" if act.endswith("_bare") else "raw"
            found = timed(operation, most or own.operations, box.next_s())
            note(store, rows, level, act.removesuffix("_bare"), found, deferred)


def _measure_other(
    other: Contender, sizes: list[int], say: Say, note: Callable[..., None], most: int | None, box: TimeBox
) -> None:
    for rows in sizes:
        for level, number in LEVELS.items():
            say(f"{other.name}: {rows} waiting, {level}")
            other.fill(rows)
            for act, operation in other.points(number):
                note(other.name, rows, level, act, timed(operation, most or other.operations, box.next_s()))


def ratios(points: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the aims' quotients at each level, reserve and complete.

    ``by_size`` is the mean time of the largest size against the smallest. With many rows each act changes
    pages that no other one changes, and the disk's checkpoints have to write them: that is in the mean alone.
    So the same quotient of the middle times (``by_size_p50``), of processor time (``by_size_cpu``) and of the
    means of raw SQL (``raw_by_size``) stands beside it. ``to_raw`` is the worst against raw SQL,
    ``to_litequeue`` the worst against litequeue from 10,000 rows on (below 1 is faster).
    """
    found: dict[str, dict[str, float]] = {}
    for level in LEVELS:
        timed_here = {
            (one["store"], one["waiting"]): one
            for one in points
            if one["act"] == "reserve_complete" and one["synchronous"] == level and not one["deferred_ahead"]
        }
        rate = {key: one["per_s"] for key, one in timed_here.items()}
        sizes = sorted(rows for store, rows in rate if store == "neurodesk")
        if not sizes:
            continue
        own = {rows: rate["neurodesk", rows] for rows in sizes}
        least, most = (timed_here["neurodesk", rows] for rows in (sizes[0], sizes[-1]))
        quotients = {
            "by_size": round(least["per_s"] / most["per_s"], 2),
            "by_size_p50": round(most["p50_ms"] / least["p50_ms"], 2),
            "by_size_cpu": round(most["cpu_ms"] / least["cpu_ms"], 2),
            "raw_by_size": round(rate["raw", sizes[0]] / rate["raw", sizes[-1]], 2),
            "to_raw": round(max(rate["raw", rows] / own[rows] for rows in sizes), 2),
        }
        lite = [rate["litequeue", r] / own[r] for r in sizes if r >= 10_000 and ("litequeue", r) in rate]
        if lite:
            quotients["to_litequeue"] = round(max(lite), 4)
        found[level] = quotients
    return found
