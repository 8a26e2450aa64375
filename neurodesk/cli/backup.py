"""``neurodesk backup``: a checked copy of the profile's database."""

from __future__ import annotations

import time
from pathlib import Path

import click

from neurodesk.app.commands.backup import back_up, list_backups
from neurodesk.cli.root import opened, print_json, profile_options


@click.command("backup")
@click.option("--list", "only_list", is_flag=True, help="Only list the backups there are.")
@profile_options
def command(only_list: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Copy the database, check the copy and note its hash; old copies are thinned."""
    with opened(data_dir, overrides) as profile:
        made = None if only_list else back_up(profile)
        found = list_backups(profile.paths)
    if as_json:
        print_json(
            {
                "made": str(made.path) if made else "",
                "backups": [
                    {"path": str(one.path), "made_at": one.made_at, "sha256": one.sha256} for one in found
                ],
            }
        )
        return
    for one in found:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.made_at))
        click.echo(f"{day}  {one.path}{'  (new)' if made and one.path == made.path else ''}")
    if not found:
        click.echo("There is no backup yet.")
