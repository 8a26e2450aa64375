"""``neurodesk run``: the worker without a window."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

import click

from neurodesk import bootstrap
from neurodesk.app.queries import gates, tasks
from neurodesk.app.sentences import activity_line, why_line
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.storage.activity_store import ActivityLine, ActivityStore
from neurodesk.worker.host import WorkerHost
from neurodesk.worker.loop import RunMode

_LOOK_EVERY_S = 0.5


@click.command("run")
@click.option("--once", is_flag=True, help="Work one task at most, then end.")
@click.option("--until-idle", is_flag=True, help="End as soon as nothing can start any more.")
@profile_options
def command(
    once: bool, until_idle: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Work the research queue until you stop it (Ctrl+C: after its step; twice: at once)."""
    if once and until_idle:
        raise click.UsageError("--once and --until-idle exclude one another.")
    mode = RunMode.ONCE if once else RunMode.UNTIL_IDLE if until_idle else RunMode.FOREVER
    with opened(data_dir, overrides) as profile:
        feed = ActivityStore(profile.database)
        before = feed.newest(limit=1)
        seen = before[-1].id if before else 0
        with (
            bootstrap.open_background(profile),
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, scan=bootstrap.scanner(profile), mode=mode) as host,
            _Signals(host),
        ):
            ended = False
            while not ended:
                ended = host.join(_LOOK_EVERY_S)
                for line in feed.after(seen):
                    seen = line.id
                    if not as_json:
                        _print_line(line)
            worked, fault = host.loop.worked_tasks, host.loop.last_fault
            answer = gates.why(profile)  # asked while this process still is the worker
        if fault is not None:
            raise fault
        counts = tasks.count_by_state(profile)
    if as_json:
        print_json({"worked": worked, "counts": counts, "why": answer.code})
        return
    click.echo(f"{worked} task(s) worked. {why_line(answer)}")


def _print_line(line: ActivityLine) -> None:
    click.echo(f"{line.task_id or '-':26} {activity_line(line.code, line.params)}")


class _Signals:
    """Turns Ctrl+C and SIGTERM into a stop after the step, a second one into a stop at once."""

    def __init__(self, host: WorkerHost) -> None:
        self._host = host
        self._asked = False
        self._former: dict[int, object] = {}

    def __enter__(self) -> None:
        for one in (signal.SIGINT, signal.SIGTERM):
            self._former[one] = signal.signal(one, self._received)

    def __exit__(self, *_: object) -> None:
        for one, handler in self._former.items():
            signal.signal(one, handler)  # type: ignore[arg-type]

    def _received(self, _number: int, _frame: FrameType | None) -> None:
        if self._asked:
            self._host.abort()
        self._asked = True
        self._host.request_stop()
