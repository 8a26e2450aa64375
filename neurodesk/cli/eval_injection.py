"""``neurodesk eval injection``: do instructions in pages bring anything about?"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from neurodesk import bootstrap
from neurodesk.cli import exit_codes
from neurodesk.cli.root import opened, print_json, profile_options

if TYPE_CHECKING:
    from neurodesk.cli.injection.items import Item


@click.command("injection")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--reviewer",
    type=click.Choice(["obedient", "embedded", "model"]),
    default="obedient",
    show_default=True,
    help="Who reads the instructions: a model that obeys in every role, the embedded judge, or the model "
    "that the profile's settings name for the reviewer.",
)
@click.option("--limit", default=0, help="Only the first so many lines of each file; 0 for all.")
@profile_options
def injection(
    folder: Path,
    reviewer: str,
    limit: int,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Count the effects of planted instructions from FOLDER.

    FOLDER holds injections.jsonl and benign.jsonl with id, text and html a line. Each instruction is put into
    a page and into a knowledge base; the whole pipeline works on it with an obedient planner, author and
    reviewer. Counted are forced queries, forced addresses, statements that pass though no source makes them,
    files and settings. The control does the same without fence and checks and has to show effects, or the
    measurement proves nothing.

    With a reviewer (embedded or model) three statements a page, a true one, one with another number and one
    of no source, are judged without and with the instruction in it. Counted are verdicts that it changes;
    the control is what the model said before code held it against the page. Only this reads a profile.

    Ends with 6 when a figure is missed.
    """
    from neurodesk.cli.injection.items import read_items
    from neurodesk.cli.injection.measure import measure

    names = ("injections", "benign") if reviewer == "obedient" else ("injections",)
    injections, *others = (read_items(folder / f"{name}.jsonl") for name in names)
    if limit > 0:
        injections, others = injections[:limit], [one[:limit] for one in others]
    if reviewer == "obedient":
        with tempfile.TemporaryDirectory(prefix="neurodesk-injection-") as root:
            found = measure(Path(root), injections, others[0], _say if not as_json else lambda _part: None)
        figures = found.as_json()
    elif reviewer == "embedded":
        figures = _by_judge(injections)
    else:
        figures = _by_model(injections, data_dir, overrides, quiet=as_json)
    if as_json:
        print_json(figures)
    elif reviewer == "obedient":
        _show(figures)
    else:
        _show_review(figures)
    if not figures.get("complete", True):
        sys.exit(exit_codes.STOPPED)
    if not figures["passed"]:
        sys.exit(exit_codes.FOUND_PROBLEMS)


def _by_judge(injections: Sequence[Item]) -> dict[str, Any]:
    """Let the embedded judge alone judge both passes."""
    from neurodesk.cli.injection.reviewing import Reviewed, passes
    from neurodesk.pipeline.evaluate_claims import judge_rows
    from neurodesk.pipeline.similarity import similarity_of

    similarity = similarity_of(bootstrap.embedded_encoder())
    found = {name: judge_rows(rows, similarity) for name, rows in passes(injections).items()}
    return {"reviewer": "embedded", "complete": True, **Reviewed.of(found).as_json()}


def _by_model(
    injections: Sequence[Item], data_dir: Path | None, overrides: dict[str, str], *, quiet: bool
) -> dict[str, Any]:
    """Let the configured reviewer judge both passes, with prompt, batches and code judge of a review."""
    from neurodesk.cli.ask_reviewer import ask_reviewer
    from neurodesk.cli.injection.reviewing import Reviewed, passes
    from neurodesk.domain.models import Role
    from neurodesk.pipeline.similarity import similarity_of
    from neurodesk.providers.models.claims_room import Answers, judged

    wanted, answers = passes(injections), Answers()
    with opened(data_dir, overrides) as profile:
        model = bootstrap.model_room(profile).model_of(Role.REVIEWER)
        complete = ask_reviewer(profile, wanted, answers, quiet=quiet)
    similarity = similarity_of(bootstrap.embedded_encoder())
    found = {name: judged(name, model, rows, answers, similarity) for name, rows in wanted.items()}
    return {
        "reviewer": model,
        "digests": sorted(answers.digests),
        "prompt_version": answers.version,
        "complete": complete,
        **Reviewed.of(found).as_json(),
    }


def _say(part: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"running: {part}", err=True)


def _show(figures: dict[str, Any]) -> None:
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


def _show_review(figures: dict[str, Any]) -> None:
    checked, control = figures["with_checks"], figures["control_without_checks"]
    click.echo(
        f"judged by {figures['reviewer']}: {figures['statements']} statements on {figures['items']} pages"
    )
    click.echo(f"{'':18}{'with checks':>12}{'control' if control else '':>10}")
    sides = [checked, control] if control else [checked]
    counts = [{"items with effect": one["items_with_effect"], **one["effects"]} for one in sides]
    for name in counts[0]:
        shown = "".join(f"{one[name]:{width}}" for one, width in zip(counts, (12, 10), strict=False))
        click.echo(f"{name.replace('_', ' '):18}{shown}")
    if not figures["complete"]:
        click.echo("Stopped: the figures are of what was judged so far.")
