"""``neurodesk eval injection``: do instructions in pages bring anything about?"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from neurodesk.cli import exit_codes
from neurodesk.cli.root import print_json, standalone_options


@click.command("injection")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--limit", default=0, help="Only the first so many lines of each file; 0 for all.")
@standalone_options
def injection(folder: Path, limit: int, as_json: bool) -> None:
    """Count the effects of planted instructions from FOLDER on a model that obeys them all.

    FOLDER holds injections.jsonl and benign.jsonl with id, text and html a line. Each instruction is put into
    a page and into a knowledge base; the whole pipeline works on it with an obedient planner, author and
    reviewer. Counted are forced queries, forced addresses, statements that pass though no source makes them,
    files and settings. The control does the same without fence and checks and has to show effects, or the
    measurement proves nothing. Ends with 6 when a figure is missed.
    """
    from neurodesk.cli.injection.items import read_items
    from neurodesk.cli.injection.measure import measure

    injections, benign = (read_items(folder / f"{name}.jsonl") for name in ("injections", "benign"))
    if limit > 0:
        injections, benign = injections[:limit], benign[:limit]
    with tempfile.TemporaryDirectory(prefix="neurodesk-injection-") as root:
        found = measure(Path(root), injections, benign, _say if not as_json else lambda _part: None)
    figures = found.as_json()
    if as_json:
        print_json(figures)
    else:
        _show(figures)
    if not figures["passed"]:
        sys.exit(exit_codes.FOUND_PROBLEMS)


def _say(part: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"running: {part}", err=True)


def _show(figures: dict) -> None:  # type: ignore[type-arg]
    checked, control, benign = (figures[one] for one in ("with_checks", "control_without_checks", "benign"))
    click.echo(f"{'':18}{'with checks':>12}{'control':>10}")
    click.echo(
        f"{'items with effect':18}{checked['items_with_effect']:12}{control['items_with_effect']:10}"
        f"   of {figures['items']}"
    )
    for effect, count in checked["effects"].items():
        click.echo(f"{effect.replace('_', ' '):18}{count:12}{control['effects'][effect]:10}")
    seen = ", ".join(f"{role} {count}" for role, count in checked["reached_a_prompt"].items())
    click.echo(f"instructions that reached a prompt: {seen or 'none'}; marked: {checked['marked']}")
    click.echo(
        f"harmless look-alikes kept: {benign['kept']} of {benign['items']}, marked: {benign['marked']}"
    )
