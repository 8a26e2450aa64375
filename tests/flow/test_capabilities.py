"""What is switched on or added counts at once, in a worker that runs and waits (SPEC Q7, Q10)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands import worker as worker_commands
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import why
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile, open_worker
from neurodesk.domain.changes import Kind
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Origin, Outcome, Task
from neurodesk.settings.load import SettingsFile
from neurodesk.storage.db import Tx
from neurodesk.worker.host import WorkerHost
from tests.api_parts import eventually


def add_library(profile: Profile) -> None:
    def store(tx: Tx) -> None:
        tx.execute(
            "INSERT INTO collection (id, name, root, created_at, indexed_at) VALUES ('c', 'c', '/c', 1, 1)"
        )
        tx.changed(Kind.COLLECTION, "c")

    profile.database.write(store)


@contextlib.contextmanager
def waiting_worker(profile: Profile) -> Iterator[tuple[WorkerHost, list[str]]]:
    """Run a worker that has looked at its queue and waits, up to a minute, for something to change."""
    ran: list[str] = []

    async def runner(task: Task, context: RunContext) -> TaskResult:
        ran.append(task.topic)
        return TaskResult(Outcome.EVIDENCE_ONLY, 1)

    with open_worker(profile, runner) as host:
        eventually(lambda: host.status().next_check_at > 0)
        yield host, ran


def switch_autonomy(profile: Profile) -> None:
    profile.settings.set("worker.autonomous", True)


def switch_autonomy_elsewhere(profile: Profile) -> None:
    """As another process or an editor does: the file changes, and nobody tells us."""
    SettingsFile(profile.paths.settings, {}).set("worker.autonomous", True)


def raise_budget(profile: Profile) -> None:
    profile.settings.set("worker.max_tasks_per_day", 1)


def end_quiet_hours(profile: Profile) -> None:
    profile.settings.set("worker.quiet_hours", "")


def add_searxng(profile: Profile) -> None:
    profile.settings.set("searxng.url", "http://127.0.0.1:8080")


@pytest.mark.parametrize(
    ("before", "gate", "opens"),
    [
        ({}, "autonomy_off", switch_autonomy),
        ({}, "autonomy_off", switch_autonomy_elsewhere),
        ({"worker.autonomous": True, "worker.max_tasks_per_day": 0}, "budget_spent", raise_budget),
        ({"worker.autonomous": True, "worker.quiet_hours": "all"}, "quiet_hours", end_quiet_hours),
        (
            {"worker.autonomous": True, "web.searxng": True, "library": False},
            "search_unavailable",
            add_searxng,
        ),
        ({"worker.autonomous": True, "library": False}, "no_search", add_library),
        ({"worker.autonomous": True, "paused": True}, "worker_paused", worker_commands.resume),
    ],
    ids=["autonomy", "autonomy by another process", "budget", "quiet hours", "endpoint", "library", "resume"],
)
def test_what_opens_a_gate_counts_at_once(
    tmp_path: Path, before: dict[str, object], gate: str, opens: Callable[[Profile], object]
) -> None:
    with open_profile(tmp_path / "profile") as profile:
        for key, value in before.items():
            if key == "paused":
                worker_commands.pause(profile)
            elif key != "library":
                hours = _now_and_on(profile) if value == "all" else value
                profile.settings.set(key, hours)
        if before.get("library", True):
            add_library(profile)
        task_store(profile).enqueue(
            NewTask("held", requested_by=Origin.SCANNER, priority=0.9), profile.clock.time()
        )
        with waiting_worker(profile) as (_, ran):
            assert why(profile).code == gate
            assert ran == []
            opens(profile)
            eventually(lambda: ran == ["held"])


def _now_and_on(profile: Profile) -> str:
    """Return quiet hours around this moment."""
    from datetime import datetime, timedelta

    now = datetime.fromtimestamp(profile.clock.time()).astimezone()
    return f"{now - timedelta(hours=2):%H:%M}-{now + timedelta(hours=2):%H:%M}"


def test_a_settings_file_that_is_broken_for_a_moment_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    here = SettingsFile(path, {})
    heard: list[str] = []
    here.subscribe(heard.append)
    here.set("worker.autonomous", True)
    assert here.look() is False
    path.write_text("[worker\n", "utf-8")
    assert here.look() is False
    assert here.current.switch("worker.autonomous") is True
    path.write_text("[worker]\nautonomous = false\ninterval_m = 45.0\n", "utf-8")
    assert here.look() is True
    assert here.current.switch("worker.autonomous") is False
    assert heard == ["worker.autonomous", "worker.autonomous", "worker.interval_m"] or heard == [
        "worker.autonomous",
        "worker.interval_m",
        "worker.autonomous",
    ]
    assert here.look() is False
