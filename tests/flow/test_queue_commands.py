"""``neurodesk queue``, ``run`` and ``activity`` as a person calls them (SPEC I2, Q4, Q8, Q10)."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from neurodesk import bootstrap
from neurodesk.app.profile import Profile
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.cli.root import main
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext, TaskRunner
from neurodesk.domain.tasks import NewTask, Origin, Outcome, Task
from tests.queue_parts import OWNER, spoil


class Shell:
    """Calls the command line on one profile."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--data-dir", str(self.root)])
        output = self._capsys.readouterr()
        assert ended.value.code == code, output.out + output.err
        return output.out + output.err

    def json(self, *arguments: str, code: int = 0) -> dict[str, object]:
        found: dict[str, object] = json.loads(self(*arguments, "--json", code=code))
        return found


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path / "profile", capsys)


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Bind a runner that finds nothing, and return what it ran."""
    ran: list[str] = []

    async def runner(task: Task, context: RunContext) -> TaskResult:
        ran.append(task.topic)
        context.report("searched", provider="library", query="q", hits=0)
        return TaskResult(Outcome.NO_USEFUL_EVIDENCE, 0, reason="nothing_passed_the_gates")

    @contextlib.contextmanager
    def bound(profile: Profile) -> Iterator[TaskRunner]:
        yield runner

    monkeypatch.setattr(bootstrap, "open_research", bound)
    return ran


def library(root: Path) -> None:
    with open_profile(root) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO collection (id, name, root, created_at, indexed_at)"
                " VALUES ('c', 'c', '/c', 1, 1)"
            )
        )


def test_add_then_list_then_show_then_cancel(shell: Shell) -> None:
    added = shell.json("queue", "add", "ZFS recovery", "--query", "zpool import", "--reason", "asked")
    task = added["task"]
    assert added["created"] is True
    assert "lease_token" not in task  # type: ignore[operator]
    task_id = task["id"]  # type: ignore[index]
    assert task_id in shell("queue", "list")
    assert shell.json("queue", "list", "--state", "queued")["counts"]["queued"] == 1  # type: ignore[index]
    shown = shell("queue", "show", task_id)
    assert "asked because: asked" in shown
    assert "0 of 3 charged" in shown
    assert "cancelled" in shell("queue", "cancel", task_id, "--reason", "no need")
    assert shell.json("queue", "show", task_id)["task"]["state"] == "cancelled"  # type: ignore[index]
    assert "finished" not in shell("queue", "cancel", task_id, code=exit_codes.REFUSED)


def test_a_duplicate_says_so_and_raises_the_priority(shell: Shell) -> None:
    shell("queue", "add", "ZFS", "--priority", "0.5")
    text = shell("queue", "add", "zfs", "--priority", "0.9")
    assert "stands in the queue already" in text
    assert "from 0.50 to 0.90" in text


def test_a_repeat_within_the_cooldown_shows_why_it_found_nothing_and_can_be_forced(
    shell: Shell, finds: list[str]
) -> None:
    library(shell.root)
    first = shell.json("queue", "add", "ZFS")["task"]["id"]  # type: ignore[index]
    shell("run", "--until-idle")
    assert finds == ["ZFS"]
    with open_profile(shell.root) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO candidate (task_id, uri, provider, verdict, reason, at)"
                " VALUES (?, 'u', 'library', 'refused', 'snippet_irrelevant', 0)",
                (first,),
            )
        )
    text = shell("queue", "add", "ZFS")
    assert "--force repeats it" in text
    assert "nothing useful found" in text
    assert "1 x excerpt does not fit" in text
    forced = shell.json("queue", "add", "ZFS", "--force")
    assert forced["created"] is True
    assert forced["earlier"]["id"] == first  # type: ignore[index]


def test_retry_asks_a_finished_task_anew_and_takes_a_deferred_one_back(shell: Shell) -> None:
    task_id = shell.json("queue", "add", "ZFS")["task"]["id"]  # type: ignore[index]
    shell("queue", "retry", task_id, code=exit_codes.REFUSED)
    with open_profile(shell.root) as profile:
        store, now = task_store(profile), profile.clock.time()
        task = store.reserve(OWNER, now)
        assert task is not None
        store.defer_for_infrastructure(task.id, task.lease_token, now, "search_blocked")
    assert "search engines block; due" in shell("queue", "list")
    assert "queued" in shell("queue", "retry", task_id)
    shell("queue", "cancel", task_id)
    again = shell.json("queue", "retry", task_id)
    assert again["id"] != task_id


def test_priority_and_stop_after_step_refuse_what_does_not_fit(shell: Shell) -> None:
    task_id = shell.json("queue", "add", "ZFS")["task"]["id"]  # type: ignore[index]
    assert "0.25" in shell("queue", "priority", task_id, "0.25")
    shell("queue", "priority", task_id, "1.5", code=exit_codes.BAD_INPUT)
    text = shell("queue", "stop-after-step", task_id, code=exit_codes.REFUSED)
    assert "only a running task" in text
    with open_profile(shell.root) as profile:
        store, now = task_store(profile), profile.clock.time()
        task = store.reserve(OWNER, now)
        assert task is not None
        store.start(task.id, task.lease_token, now, "d")
    assert "stop-after-step" in shell("queue", "cancel", task_id, code=exit_codes.REFUSED)
    assert "after its step" in shell("queue", "stop-after-step", task_id)


def test_why_names_the_first_thing_that_is_missing(shell: Shell, finds: list[str]) -> None:
    assert "Nothing is queued" in shell("queue", "why")
    shell("queue", "add", "ZFS")
    assert "nothing to search" in shell("queue", "why")
    ended = shell.json("run", "--until-idle")
    assert (ended["worked"], ended["why"], finds) == (0, "no_search", [])
    library(shell.root)
    assert "neurodesk run" in shell("queue", "why")
    assert "Nothing is queued" in shell("run", "--until-idle")
    assert finds == ["ZFS"]
    assert "no task unknown" in shell("queue", "show", "unknown", code=exit_codes.BAD_INPUT)


def test_a_damaged_row_does_not_break_the_list(shell: Shell) -> None:
    task_id = shell.json("queue", "add", "ZFS")["task"]["id"]  # type: ignore[index]
    with open_profile(shell.root) as profile:
        spoil(profile.database, "extra", "[]", task_id)  # type: ignore[arg-type]
    assert "damaged: extra" in shell("queue", "list")
    assert "damaged" in shell("queue", "show", task_id)


def test_run_once_prints_what_happened_and_the_feed_remembers_it(shell: Shell, finds: list[str]) -> None:
    library(shell.root)
    shell("queue", "add", "one")
    shell("queue", "add", "two")
    text = shell("run", "--once")
    assert "started, attempt 1" in text
    assert "1 task(s) worked" in text
    assert len(finds) == 1
    feed = shell.json("activity")["activity"]
    codes = [line["code"] for line in feed]  # type: ignore[attr-defined, index, union-attr]
    assert codes == ["task_enqueued", "task_enqueued", "task_started", "searched", "task_completed"]
    assert "completed: nothing useful found" in shell("activity", "--limit", "1")
    shell("run", "--once", "--until-idle", code=exit_codes.USAGE)


def test_a_scanner_task_waits_for_autonomy_and_the_pane_says_so(shell: Shell, finds: list[str]) -> None:
    library(shell.root)
    with open_profile(shell.root) as profile:
        task_store(profile).enqueue(NewTask("gap", requested_by=Origin.SCANNER), profile.clock.time())
    shell("run", "--until-idle")
    assert finds == []
    shell("run", "--until-idle", "--set", "worker.autonomous=on")
    assert finds == ["gap"]


def test_the_help_names_every_command() -> None:
    from neurodesk.cli.root import root

    result: Result = CliRunner().invoke(root, ["queue", "--help"])
    for name in ("list", "show", "add", "why", "cancel", "retry", "priority", "stop-after-step"):
        assert name in result.output


RUNNING = """
import asyncio, contextlib, sys
from neurodesk import bootstrap
from neurodesk.cli.root import main

async def endless(task, context):
    print("began", flush=True)
    while True:
        await asyncio.sleep(0.005)
        context.checkpoint()

@contextlib.contextmanager
def research(profile):
    yield endless

bootstrap.open_research = research
main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_run_after_its_step_without_a_charge(shell: Shell, number: signal.Signals) -> None:
    library(shell.root)
    task_id = shell.json("queue", "add", "endless")["task"]["id"]  # type: ignore[index]
    worker = subprocess.Popen(
        [sys.executable, "-c", RUNNING, "run", "--data-dir", str(shell.root)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    while worker.stdout.readline() != "began\n":
        assert worker.poll() is None
    assert "is running" in shell("queue", "why")
    worker.send_signal(number)
    output, _ = worker.communicate(timeout=30)
    assert worker.returncode == 0
    assert "1 task(s) worked" in output
    shown = shell("queue", "show", task_id)
    assert "NeuroDesk was closed (not charged)" in shown
    assert "0 of 3 charged" in shown


def test_the_feed_can_be_followed_while_others_write(shell: Shell) -> None:
    shell("queue", "add", "first")
    follower = subprocess.Popen(
        [sys.executable, "-m", "neurodesk", "activity", "--follow", "--json", "--data-dir", str(shell.root)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert follower.stdout is not None
    assert json.loads(follower.stdout.readline())["params"]["topic"] == "first"
    shell("queue", "add", "second")
    assert json.loads(follower.stdout.readline())["params"]["topic"] == "second"
    follower.kill()
    follower.communicate()
