"""A simulated night continued over many kills: nothing lost or done twice, attempts exact (SPEC S1, Q6, Q13).

``NEURODESK_NIGHT_KILLS=200`` is the long run of 8 hours; ``NEURODESK_NIGHT_SEED`` chooses another night.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import TaskState
from tests.queue_parts import rows

KILLS = int(os.environ.get("NEURODESK_NIGHT_KILLS", "20"))
SEED = int(os.environ.get("NEURODESK_NIGHT_SEED", "5"))
HOURS = 8.0 if KILLS >= 100 else 1.0
# Jumps of the clock in an hour of such a night, measured; kills are spread over the whole of it.
JUMPS_AN_HOUR = 330
LIVES = Path(__file__).with_name("night_lives.py")


class Lives:
    """Lets the night live again and again."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(LIVES), str(root), str(SEED), str(HOURS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def live(self, kill_at: int | None) -> bool:
        """Live until the ``kill_at``-th jump; returns whether the night came to its own end before."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline().split()[1])
        for jumps, line in enumerate(self._process.stdout, 1):
            if line.startswith("ended"):
                status = int(line.split()[1])
                assert status in {0, signal.SIGKILL}, "a life ended by an error"
                return status == 0
            if jumps == kill_at:
                os.kill(pid, signal.SIGKILL)
        raise AssertionError("the lives ended by themselves")

    def close(self) -> None:
        self._process.communicate(timeout=60)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="lives are forked")
@pytest.mark.timeout(300 + 10 * KILLS)
def test_a_night_continued_over_kills_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    root = tmp_path / "profile"
    dice = random.Random(SEED)
    lives = Lives(root)
    kills = 0
    most = max(2, int(2 * 0.9 * HOURS * JUMPS_AN_HOUR / KILLS))
    over = False
    while kills < KILLS and not over:
        over = lives.live(dice.randint(1, most))
        kills += not over
    while not over:
        over = lives.live(None)
    lives.close()
    assert kills >= KILLS * 0.8, "the night was over before it was killed often enough"

    with open_profile(root) as profile:
        database = profile.database
        found = rows(database, "SELECT * FROM task")
        attempts = rows(database, "SELECT * FROM attempt")
        transitions = rows(database, "SELECT * FROM task_transition ORDER BY id")
        evidence = rows(database, "SELECT task_id, final_uri FROM evidence")
        drafts = rows(database, "SELECT id, task_id, version, state, staging_name FROM draft")
        budget = rows(database, "SELECT task_id FROM budget_entry")
        receipts = rows(database, "SELECT task_id, stage, pass_number FROM receipt")
        check = rows(database, "PRAGMA integrity_check")
        staged = {one.name for one in profile.paths.staging.iterdir()}
    assert [row[0] for row in check] == ["ok"]

    # Nothing lost: whatever was ever queued is there, in a state that nobody holds.
    assert found
    assert {row["id"] for row in found} == {row["task_id"] for row in transitions}
    states = {row["id"]: TaskState(row["state"]) for row in found}
    assert not {TaskState.RESERVED, TaskState.RUNNING} & set(states.values())
    assert TaskState.COMPLETED in states.values()
    for task_id, state in states.items():
        assert [row["to_state"] for row in transitions if row["task_id"] == task_id][-1] == state

    # Nothing run twice to effect.
    assert max(Counter(r["task_id"] for r in transitions if r["to_state"] == "completed").values()) == 1
    for doubled in (
        Counter(tuple(row) for row in evidence),
        Counter(tuple(row) for row in receipts),
        Counter(row["task_id"] for row in drafts),
        Counter(row["task_id"] for row in budget),
    ):
        assert max(doubled.values(), default=1) == 1
    assert {row["version"] for row in drafts} <= {1}
    # A draft that the review refused is kept beside staging (SPEC R9); of all others each has one file.
    on_desk = [row["staging_name"] for row in drafts if row["state"] != "rejected" and row["staging_name"]]
    assert sorted(staged) == sorted(on_desk)
    created = {row["id"] for row in found if row["outcome"] == "article_created"}
    assert created <= {row["task_id"] for row in drafts if row["staging_name"] in staged}

    # Attempts exact: each has ended once; the charged ones are what the task says; a kill costs one at most.
    assert all(row["ended_at"] > 0 for row in attempts)
    charged = Counter(row["task_id"] for row in attempts if row["charged"])
    assert {row["id"]: row["attempts"] for row in found if row["attempts"]} == dict(charged)
    lost = [row for row in attempts if row["reason"] in {"earlier_process", "lease_expired"}]
    assert 0 < len(lost) <= kills
    assert all(row["charged"] for row in lost)
