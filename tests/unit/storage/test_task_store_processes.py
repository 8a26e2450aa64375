"""Two real processes race on one queue file: enqueue, reserve, cancel (SPEC Q4, Q5, Q8)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from neurodesk.domain.tasks import NewTask
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore

ROUNDS = 60

RACER = """
import json, sys
from pathlib import Path
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.tasks import NewTask
from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore

path, act, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
won = []
with Database(path) as database:
    store = TaskStore(database)
    print("ready", flush=True)
    sys.stdin.readline()
    if act == "enqueue":
        for number in range(%(rounds)d):
            if store.enqueue(NewTask(f"topic {number}"), 1000.0).created:
                won.append(number)
    elif act == "reserve":
        while (task := store.reserve(f"host:{name}:r", 1000.0)) is not None:
            won.append(task.id)
    elif act == "cancel":
        for task_id in json.loads(sys.stdin.readline()):
            try:
                store.cancel(task_id, 1000.0)
                won.append(task_id)
            except NeuroDeskError as error:
                assert error.code in ("task_is_running", "task_is_finished"), error
    elif act == "run":
        while (task := store.reserve(f"host:{name}:r", 1000.0)) is not None:
            try:
                store.start(task.id, task.lease_token, 1000.0, "day")
                won.append(task.id)
            except NeuroDeskError as error:
                assert error.code == "lease_stale", error
print(json.dumps(won))
""" % {"rounds": ROUNDS}  # noqa: UP031 - braces are part of the program


def race(path: Path, acts: list[str], line: str = "") -> list[list[object]]:
    """Start one process an act, let them go at once, and return what each has won."""
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACER, str(path), act, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number, act in enumerate(acts)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    answers = []
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write(f"\n{line}\n")
        racer.stdin.flush()
    for racer in racers:
        output, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        answers.append(json.loads(output))
    return answers


def filled(path: Path) -> list[str]:
    with Database(path) as database:
        store = TaskStore(database)
        return [store.enqueue(NewTask(f"topic {n}"), 1000.0).task.id for n in range(ROUNDS)]


def states(path: Path) -> dict[str, str]:
    with Database(path) as database:
        return {
            row["id"]: row["state"] for row in database.read(lambda rx: rx.sql("SELECT id, state FROM task"))
        }


def test_two_processes_enqueueing_one_topic_at_once_make_one_row(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    one, other = race(path, ["enqueue", "enqueue"])
    assert sorted([*one, *other]) == list(range(ROUNDS))  # type: ignore[type-var]
    assert len(states(path)) == ROUNDS


def test_two_processes_never_reserve_one_task(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    ids = filled(path)
    one, other = race(path, ["reserve", "reserve"])
    assert sorted([*one, *other]) == sorted(ids)  # type: ignore[type-var]
    assert set(states(path).values()) == {"reserved"}


def test_a_cancel_wins_or_loses_against_a_start_but_never_both(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    ids = filled(path)
    cancelled, ran = race(path, ["cancel", "run"], json.dumps(ids))
    assert set(cancelled).isdisjoint(ran)
    assert sorted([*cancelled, *ran]) == sorted(ids)  # type: ignore[type-var]
    found = states(path)
    assert {found[one] for one in cancelled} <= {"cancelled"}  # type: ignore[index]
    assert {found[one] for one in ran} <= {"running"}  # type: ignore[index]


OPENER = """
import sys
from pathlib import Path
from neurodesk.storage.db import Database

print("ready", flush=True)
sys.stdin.readline()
for number in range(15):
    with Database(Path(sys.argv[1]) / f"{number}.db"):
        pass
"""


def test_processes_opening_new_profiles_at_once_all_get_the_whole_schema(tmp_path: Path) -> None:
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for opener in openers:
        assert opener.stdout is not None
        opener.stdout.readline()
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("\n")
        opener.stdin.flush()
    errors = [opener.communicate(timeout=60)[1] for opener in openers]
    assert errors == ["", "", ""]
