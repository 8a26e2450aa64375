"""``neurodesk import``: read a knowledge base into the profile."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.import_run import Progress
from neurodesk.cli.index import make_vectors
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.terminal import in_line
from neurodesk.domain.errors import InfrastructureFault, TaskFault
from neurodesk.storage.vector_index import lacks_vectors

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
@click.option("--no-vectors", is_flag=True, help="Leave the vectors of search to a later run.")
@profile_options
def command(
    folder: Path,
    name: str,
    no_vectors: bool,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Read the articles below FOLDER; nothing in it is changed.

    A second import parses only what changed since. The import stands when its report is printed; the vectors
    of search follow, and a stop there loses nothing.
    """
    with opened(data_dir, overrides) as profile:
        kb = register_kb(profile, folder, name)
        report = import_kb(profile, kb.id, progress=None if as_json else _show).report.as_json()
        if not as_json:
            _print_report(report)
        started = time.perf_counter()
        if not no_vectors and profile.database.read(lacks_vectors):
            try:
                report["embedded"] = make_vectors(profile, quiet=as_json)
            except (InfrastructureFault, TaskFault) as fault:  # the import stands without them
                report["vectors_wait"] = fault.code
        seconds = time.perf_counter() - started
    if as_json:
        print_json({"kb_id": kb.id, "root": kb.root, **report, "embedding_s": round(seconds, 4)})
    elif report.get("vectors_wait"):
        click.echo("The nodes make no vectors now: search goes by text. `neurodesk index` goes on with them.")
    elif report["embedded"]:
        click.echo(f"{report['embedded']} passages can be found by meaning ({seconds:.1f} s)")


def _print_report(report: dict[str, Any]) -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    click.echo(
        f"{report['kb']}: {report['files']} files, {report['imported']} imported,"
        f" {report['unchanged']} unchanged, {len(report['moved'])} moved, {len(report['removed'])} removed"
        f" ({report['seconds']['total']:.1f} s)"
    )
    if report["imported"]:
        click.echo(
            f"links: {report['links']}, broken ones: {report['broken_links']};"
            f" translations: {report['twins']}"
        )
    for problem in report["problems"]:
        detail = f" ({problem['detail']})" if problem["detail"] else ""
        click.echo(f"  {in_line(problem['path'])}: {problem['code'].replace('_', ' ')}{detail}")


def _show(progress: Progress) -> None:
    if sys.stderr.isatty():
        label = _STAGES.get(progress.stage, progress.stage)
        click.echo(f"\r\033[K{label} {progress.done}/{progress.total}", nl=False, err=True)
