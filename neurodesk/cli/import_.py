"""``neurodesk import``: read a knowledge base into the profile."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.import_run import Progress
from neurodesk.cli.root import opened, print_json, profile_options

_STAGES = {
    "reading": "Reading files",
    "removing": "Noting removed files",
    "links": "Resolving links",
    "profiles": "Noting facts",
    "twins": "Pairing translations",
}


@click.command("import")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", default="", help="Name of the knowledge base; the folder's name when left out.")
@profile_options
def command(folder: Path, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Read the articles below FOLDER; nothing in it is changed.

    A second import parses only what changed since.
    """
    with opened(data_dir, overrides) as profile:
        kb = register_kb(profile, folder, name)
        done = import_kb(profile, kb.id, progress=None if as_json else _show)
    report = done.report.as_json()
    if as_json:
        print_json({"kb_id": kb.id, "root": kb.root, **report})
        return
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    click.echo(
        f"{report['kb']}: {report['files']} files, {report['imported']} imported,"
        f" {report['unchanged']} unchanged, {len(report['moved'])} moved, {len(report['removed'])} removed"
        f" ({report['seconds']['total']:.1f} s)"
    )
    click.echo(
        f"{report['links']} links, {report['broken_links']} of them broken; {report['twins']} translations"
    )
    for problem in report["problems"]:
        detail = f" ({problem['detail']})" if problem["detail"] else ""
        click.echo(f"  {problem['path']}: {problem['code'].replace('_', ' ')}{detail}")


def _show(progress: Progress) -> None:
    if sys.stderr.isatty():
        label = _STAGES.get(progress.stage, progress.stage)
        click.echo(f"\r\033[K{label} {progress.done}/{progress.total}", nl=False, err=True)
