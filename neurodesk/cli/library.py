"""``neurodesk library``: folders of documents that research may read, offline."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from neurodesk.app.commands import library as commands
from neurodesk.app.queries import library as queries
from neurodesk.app.sentences import reason_word
from neurodesk.bootstrap import open_extractor
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.terminal import in_line
from neurodesk.domain.library import LibraryFile
from neurodesk.domain.screening import library_uri
from neurodesk.pipeline.index_library import IndexProgress, IndexReport, Progress


@click.group("library")
def command() -> None:
    """Collections of documents: add, index, look at, remove."""


@command.command("add")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", default="", help="Name of the collection; the folder's name when left out.")
@click.option("--no-index", is_flag=True, help="Only register the folder; index it later.")
@profile_options
def add(
    folder: Path, name: str, no_index: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Add FOLDER (or, with the extra zim, a ZIM archive) as a collection and index its files."""
    with opened(data_dir, overrides) as profile:
        made = commands.add_collection(profile, folder, name)
        reports: list[IndexReport] = []
        if not no_index:
            with open_extractor() as extractor:
                reports = commands.index(profile, extractor, made.name, progress=_progress(as_json))
    if as_json:
        print_json({"name": made.name, "root": made.root, "reports": [one.as_json() for one in reports]})
        return
    click.echo(f"Collection {made.name}: {made.root}")
    for report in reports:
        _print_report(report)


@command.command("index")
@click.argument("name", default="")
@click.option("--again", is_flag=True, help="Extract unchanged files anew, too.")
@profile_options
def index(name: str, again: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Bring the index of collection NAME, or of all, up to date with the files."""
    with opened(data_dir, overrides) as profile, open_extractor() as extractor:
        reports = commands.index(profile, extractor, name, again=again, progress=_progress(as_json))
    if as_json:
        print_json({"reports": [one.as_json() for one in reports]})
        return
    for report in reports:
        _print_report(report)


@command.command("list")
@profile_options
def list_(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show all collections."""
    with opened(data_dir, overrides) as profile:
        found = queries.collections(profile)
    if as_json:
        print_json({"collections": [_summary_as_json(one) for one in found]})
        return
    if not found:
        click.echo("No collections. `neurodesk library add FOLDER` adds one.")
    for one in found:
        refused = f", refused {one.files - one.usable}" if one.files != one.usable else ""
        click.echo(f"{one.collection.name:24} {one.usable} documents{refused}   {one.collection.root}")


@command.command("show")
@click.argument("name")
@profile_options
def show(name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show the files of collection NAME, or the text of one file by its library:// address."""
    with opened(data_dir, overrides) as profile:
        if name.startswith("library://"):
            file, text = queries.file_text(profile, name)
            if as_json:
                print_json({**_file_as_json(file), "text": text})
            else:
                click.echo(text or f"refused: {_why(file.refusal, file.detail)}")
            return
        summary = queries.collection(profile, name)
        listed = queries.files(profile, name)
    if as_json:
        print_json({**_summary_as_json(summary), "files": [_file_as_json(one) for one in listed]})
        return
    click.echo(f"{summary.collection.name}: {summary.collection.root}")
    for file in listed:
        state = (
            f"refused: {_why(file.refusal, file.detail)}"
            if file.refusal
            else f"{file.lang or '--'} {file.title}"
        )
        marks = "  ! suspected instructions" if file.injection_passages else ""
        click.echo(f"  {in_line(file.path):48} {state}{marks}")


@command.command("remove")
@click.argument("name")
@profile_options
def remove(name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Forget collection NAME; its folder and evidence taken from it stay."""
    with opened(data_dir, overrides) as profile:
        commands.remove_collection(profile, name)
    if as_json:
        print_json({"removed": name})
    else:
        click.echo(f"Collection {name} was removed; its files were not touched.")


def _progress(as_json: bool) -> Progress | None:
    if as_json or not sys.stderr.isatty():
        return None

    def tell(at: IndexProgress) -> None:
        click.echo(f"\r\033[K{at.done}/{at.total} {in_line(at.path[:60])}", nl=at.done == at.total, err=True)

    return tell


def _print_report(report: IndexReport) -> None:
    click.echo(
        f"{report.collection}: {report.found} files, {report.indexed} indexed, {report.unchanged} unchanged, "
        f"{report.gone} gone, {len(report.refused)} refused"
    )
    for path, reason, detail in report.refused:
        click.echo(f"  refused {in_line(path)}: {_why(reason, detail)}")
    for path, reason in report.skipped:
        click.echo(f"  left out {in_line(path)}: {_why(reason)}")


def _why(reason: str, detail: str = "") -> str:
    """Return why a file is not used, in words; the detail names what the reader met."""
    return f"{reason_word(reason)}{f' ({in_line(detail)})' if detail else ''}"


def _summary_as_json(one: queries.CollectionSummary) -> dict[str, object]:
    return {
        "name": one.collection.name,
        "root": one.collection.root,
        "files": one.files,
        "usable": one.usable,
        "refused": dict(one.refused),
        "indexed_at": one.collection.indexed_at,
    }


def _file_as_json(file: LibraryFile) -> dict[str, object]:
    return {
        "uri": library_uri(file.collection, file.path),
        "path": file.path,
        "title": file.title,
        "language": file.lang,
        "format": file.format,
        "refusal": file.refusal,
        "detail": file.detail,
        "recorded_origin": file.recorded_origin,
        "licence": file.licence,
        "dated_at": file.dated_at,
        "page_quality": list(file.page_quality),
        "suspected_instructions": list(file.injection_passages),
    }
