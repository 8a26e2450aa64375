"""kill -9 at the boundaries of stages: nothing lost, nothing done twice, attempts exact (SPEC S1, Q6, Q13).

``NEURODESK_CRASH_KILLS`` raises the number of kills, ``NEURODESK_CRASH_SEED`` chooses other places.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import STAGES, NewTask
from tests.queue_parts import rows

KILLS = int(os.environ.get("NEURODESK_CRASH_KILLS", "8"))
SEED = int(os.environ.get("NEURODESK_CRASH_SEED", "7"))
WORKER = Path(__file__).with_name("staged_worker.py")
# before, commit and after each stage, and before the result is stored
POINTS_A_TASK = 3 * len(STAGES) + 1


@dataclass
class Killer:
    """Starts the worker again and again and kills it at chosen boundaries."""

    root: Path
    random: random.Random
    at_boundaries: int = 0
    in_between: int = 0
    finished: set[tuple[str, str]] = field(default_factory=set)

    def run(self, kill_at: int | None, *, let_go_first: bool = False) -> bool:
        """Run until the ``kill_at``-th boundary; returns False when the worker ran out of work before."""
        worker = subprocess.Popen(
            [sys.executable, str(WORKER), str(self.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"NEURODESK_QUEUE_MAX_ATTEMPTS": "20"},
        )
        assert worker.stdin is not None
        assert worker.stdout is not None
        for count, line in enumerate(worker.stdout, 1):
            if line == "idle\n":
                worker.communicate(timeout=30)
                assert worker.returncode == 0
                return False
            point, task, stage = line.split()
            # A stage whose receipt was seen is never taken again.
            assert (task, stage) not in self.finished, f"{stage} of {task} was done twice"
            if point == "after":
                self.finished.add((task, stage))
            if count == kill_at:
                if let_go_first:
                    worker.stdin.write("\n")
                    worker.stdin.flush()
                worker.kill()
                worker.communicate()
                self.at_boundaries += not let_go_first
                self.in_between += let_go_first
                return True
            worker.stdin.write("\n")
            worker.stdin.flush()
        raise AssertionError(f"the worker ended by itself: {worker.wait()}")


@pytest.mark.timeout(60 + 10 * KILLS)
def test_kill_9_at_stage_boundaries_loses_nothing_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEURODESK_QUEUE_MAX_ATTEMPTS", "20")
    root = tmp_path / "profile"
    tasks = 1 + KILLS // 3
    with open_profile(root) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO collection (id, name, root, created_at, indexed_at)"
                " VALUES ('c', 'c', '/c', 1, 1)"
            )
        )
        ids = [
            task_store(profile).enqueue(NewTask(f"topic {number}"), profile.clock.time()).task.id
            for number in range(tasks)
        ]
    killer = Killer(root, random.Random(SEED))
    for _ in range(KILLS):
        place = killer.random.randint(1, POINTS_A_TASK // 2)
        assert killer.run(place, let_go_first=killer.random.random() < 0.4), "no work left to kill"
    while killer.run(None):
        pass

    assert killer.at_boundaries + killer.in_between == KILLS
    with open_profile(root) as profile:
        database = profile.database
        found = {row["id"]: row for row in rows(database, "SELECT * FROM task")}
        attempts = rows(database, "SELECT * FROM attempt")
        receipts = rows(database, "SELECT task_id, stage FROM receipt")
        evidence = rows(database, "SELECT task_id, final_uri, evidence_count FROM evidence")
        drafts = rows(database, "SELECT task_id, version FROM draft")
        versions = rows(database, "SELECT * FROM draft_version")
        budget = rows(database, "SELECT task_id FROM budget_entry")
        check = rows(database, "PRAGMA integrity_check")
    assert [row[0] for row in check] == ["ok"]
    assert set(found) == set(ids)
    assert {(row["state"], row["outcome"]) for row in found.values()} == {("completed", "article_created")}
    assert sorted(map(tuple, receipts)) == sorted((one, str(stage)) for one in ids for stage in STAGES)
    assert len(evidence) == 3 * tasks
    assert {row["evidence_count"] for row in evidence} == {1}
    assert sorted(row["task_id"] for row in drafts) == sorted(ids)
    assert {row["version"] for row in drafts} == {1}
    assert len(versions) == tasks
    assert sorted(row["task_id"] for row in budget) == sorted(ids)
    # Each kill under a lease cost exactly one charged attempt; each task ended with exactly one more.
    lost = [row for row in attempts if row["reason"] == "earlier_process"]
    assert killer.at_boundaries <= len(lost) <= KILLS
    assert {row["charged"] for row in attempts} == {1}
    assert len(attempts) == tasks + len(lost)
    assert sum(row["attempts"] for row in found.values()) == len(attempts)


def test_a_task_that_kills_its_process_ends_after_max_attempts(tmp_path: Path) -> None:
    root = tmp_path / "profile"
    with open_profile(root) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO collection (id, name, root, created_at, indexed_at)"
                " VALUES ('c', 'c', '/c', 1, 1)"
            )
        )
        deadly = task_store(profile).enqueue(NewTask("deadly"), profile.clock.time()).task.id
    killer = Killer(root, random.Random(SEED))
    for _ in range(3):
        assert killer.run(1)
    assert not killer.run(1)
    with open_profile(root) as profile:
        ended = task_store(profile).get(deadly)
    assert (ended.state, ended.attempts, ended.last_error) == ("failed", 3, "earlier_process")
