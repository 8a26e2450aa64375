"""``neurodesk replay``: how well knowledge and outcomes answer past cases (SPEC O6)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from neurodesk.cli import exit_codes
from neurodesk.cli.given_file import read_given
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.domain.replay import DEFAULT_K, MOST_K, read_case_lines

MAX_BYTES = 16 * 1024 * 1024


@click.command("replay")
@click.argument("file", metavar="FILE|-")
@click.option("--k", default=DEFAULT_K, show_default=True, type=click.IntRange(1, MOST_K), help="Depth.")
@profile_options
def command(file: str, k: int, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> int:
    """Replay the cases of FILE (JSON Lines, 1 to 500), or of standard input with "-".

    A case is {"question": ..., "expected_article": id, path or title, "expected_terms": [...],
    "expected_outcomes": [...]}. Nothing but the result is written; it is compared with the last run.
    Exit code 6 says that some cases could not be run: they are counted apart, the rest is measured.
    """
    from neurodesk.app.commands.replay import replay

    cases = read_case_lines(_read(file))
    with opened(data_dir, overrides) as profile:
        found = replay(profile, cases, k=k, progress=_show)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        print_json(found)
    else:
        _print(found)
    return exit_codes.FOUND_PROBLEMS if found["errors"] else exit_codes.OK


def _print(found: dict[str, Any]) -> None:
    compared = found["compared"]
    difference = compared["difference"] if compared else {}
    effective = found["effective_k"]
    click.echo(
        f"{found['cases']} cases, {found['errors']} errors; effective K {effective['knowledge']} articles,"
        f" {effective['outcomes']} outcomes"
    )
    rows = (
        ("Knowledge recall@K", "knowledge_recall"),
        ("Knowledge MRR", "knowledge_mrr"),
        ("Outcome recall@K", "outcome_recall"),
        ("Outcome MRR", "outcome_mrr"),
        ("Rescued by experience", "experience_rescued_cases"),
    )
    for shown, name in rows:
        value, change = found[name], difference.get(name)
        text = "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)
        click.echo(f"{shown:24} {text:>8}" + ("" if change is None else f"  {change:+g}"))
    if compared and not compared["same_cases"]:
        click.echo("The last run had other cases: the differences say little.")
    for one in found["error_cases"]:
        click.echo(f"case {one['case']}: {one['code']} {one['detail']}", err=True)


def _show(done: int, total: int) -> None:
    if sys.stderr.isatty() and done % 10 == 0:
        click.echo(f"\r\033[K{done}/{total}", nl=False, err=True)


def _read(file: str) -> bytes:
    data = read_given(file, MAX_BYTES, unreadable="replay_unreadable")
    if data is None:
        raise BadInput("replay_unreadable", path=file, detail=f"larger than {MAX_BYTES} bytes")
    return data
