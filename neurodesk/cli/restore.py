"""``neurodesk restore``: put a backup of the database back."""

from __future__ import annotations

import time
from pathlib import Path

import click

from neurodesk.app.commands.backup import backup_folder, list_backups, restore
from neurodesk.cli.root import print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.settings.paths import ProfilePaths, default_data_dir


@click.command("restore")
@click.argument("backup", required=False, type=click.Path(path_type=Path))
@profile_options
def command(backup: Path | None, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Put BACKUP, or the newest backup, in the place of the profile's database.

    The former database is kept beside it. Articles, staging and settings are not touched.
    """
    paths = ProfilePaths((data_dir or default_data_dir()).expanduser().absolute())
    if backup is None:
        newest = next(iter(list_backups(paths)), None)
        if newest is None:
            raise BadInput("backup_unknown", path=str(backup_folder(paths)))
        backup = newest.path
    former = restore(paths, backup, time.time())
    if as_json:
        print_json({"restored": str(backup), "former": str(former)})
    else:
        click.echo(f"Restored {backup}. The former database is {former}.")
