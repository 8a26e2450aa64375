"""``neurodesk activity``: the feed of scans, tasks, searches, fetches and decisions."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from pathlib import Path

import click

from neurodesk.app.sentences import activity_line, local_time
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.storage.activity_store import ActivityLine, ActivityStore

_LOOK_EVERY_S = 0.5


@click.command("activity")
@click.option("--task", "task_id", default="", metavar="ID", help="Only of this task.")
@click.option(
    "--limit",
    default=50,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Print so many lines at most.",
)
@click.option("--follow", is_flag=True, help="Go on printing until Ctrl+C.")
@profile_options
def command(
    task_id: str,
    limit: int,
    follow: bool,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Show the newest lines of the activity feed (with --follow and --json: one object a line)."""
    with opened(data_dir, overrides) as profile:
        feed = ActivityStore(profile.database)
        lines = feed.newest(limit=limit, task_id=task_id)
        if as_json and not follow:
            print_json({"activity": [dataclasses.asdict(line) for line in lines]})
            return
        _print(lines, as_json)
        seen = lines[-1].id if lines else 0
        while follow:
            time.sleep(_LOOK_EVERY_S)
            lines = feed.after(seen, task_id=task_id)
            _print(lines, as_json)
            seen = lines[-1].id if lines else seen


def _print(lines: Sequence[ActivityLine], as_json: bool) -> None:
    for line in lines:
        if as_json:
            click.echo(json.dumps(dataclasses.asdict(line), ensure_ascii=False))
        else:
            where = line.task_id or "-"
            click.echo(f"{local_time(line.at)}  {where:26} {activity_line(line.code, line.params)}")
