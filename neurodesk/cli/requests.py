"""``neurodesk requests``: every request that left this machine (SPEC W10)."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk.app.export_file import write_export
from neurodesk.app.queries.activity import sent_requests
from neurodesk.app.queries.outgoing import export_requests
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options


@click.command("requests")
@click.option("--task", "task_id", default="", metavar="ID", help="Only of this task.")
@click.option("--purpose", default="", help="Only these: search, page, robots, prompt, test, health.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000))
@click.option("--export", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write all here.")
@click.option("--as", "kind", type=click.Choice(["csv", "json"]), default="csv", show_default=True)
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
            text = export_requests(profile, kind)
            write_export(profile, target, text)
            shown = {"file": str(target), "bytes": len(text.encode())}
            print_json(shown) if as_json else click.echo(f"{shown['bytes']} bytes in {target}")
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
