"""``neurodesk requests``: every request that left this machine (SPEC W10)."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk.app.queries.activity import sent_requests
from neurodesk.app.queries.outgoing import export_requests
from neurodesk.app.sentences import local_time
from neurodesk.cli.log_export import log_export_options, write_log
from neurodesk.cli.root import opened, print_json, profile_options


@click.command("requests")
@click.option("--task", "task_id", default="", metavar="ID", help="Only of this task.")
@click.option("--purpose", default="", help="Only these: search, page, robots, prompt, test, health.")
@click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(1, 100_000), help="Show so many at most."
)
@log_export_options
@profile_options
def command(
    task_id: str,
    purpose: str,
    limit: int,
    target: Path | None,
    kind: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Show the newest requests that left this machine, or write the whole log into a file."""
    with opened(data_dir, overrides) as profile:
        if target is not None:
            write_log(profile, target, export_requests(profile, kind), as_json)
            return
        found = sent_requests(profile, limit=limit, purpose=purpose, task_id=task_id)
    if as_json:
        print_json({"requests": [dataclasses.asdict(one) for one in found]})
        return
    for one in found:
        parts = (one.purpose, one.content, one.target, one.result or "open", one.task_id)
        click.echo(f"{local_time(one.at)}  {'  '.join(part for part in parts if part)}")
    if not found:
        click.echo("Nothing has left this machine.")
