"""``neurodesk eval claims``: measure the embedded judge or a reviewer model on labelled claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app.export_file import export_target
from neurodesk.app.profile import Profile
from neurodesk.app.queries import evaluate
from neurodesk.cli import exit_codes
from neurodesk.cli.ask_reviewer import ask_reviewer
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.models import Role
from neurodesk.domain.ports import Embedder
from neurodesk.pipeline.evaluate_claims import LabelledClaim, passes, report
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.providers.models.claims_room import FIRST, Answers, judged

PASS_NAMES = {"again": "judged again", "other_order": "in another order", "other_words": "in other words"}


@click.command("claims")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--reviewer",
    type=click.Choice(["embedded", "model"]),
    default="embedded",
    show_default=True,
    help="Who judges: the embedded judge, or the reviewer's model of the profile's settings.",
)
@click.option("--seed", default=1, show_default=True, help="Seed of the bootstrap intervals.")
@click.option("--words-only", is_flag=True, help="Judge without the embedded encoder.")
@click.option("--flips/--no-flips", default=True, help="Judge everything again, for the verdicts that flip.")
@click.option(
    "--answers",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep a model's answers in this file; a run that was stopped goes on from it.",
)
@profile_options
def claims(
    file: Path,
    reviewer: str,
    seed: int,
    words_only: bool,
    flips: bool,
    answers: Path | None,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> int:
    """Measure who judges claims on FILE: JSON lines of claim, evidence and label.

    False accept is the share of refuted and not-enough-information claims that are called supported; support
    recall the share of supported ones that are called so. A citation is right when it stands in the claim's
    evidence and the claim is labelled supported. A flip is another verdict when a claim is judged again, in
    another order, or in other words that mean the same. Intervals are 95 %.

    With a model, batches, prompt and code judge are those of a review. Ctrl+C prints the figures of what was
    judged so far.
    """
    encoder = None if words_only else bootstrap.embedded_encoder()
    if reviewer == "embedded":
        found = evaluate.claims_report(file, seed, encoder, again=flips)
    else:
        rows = evaluate.read_rows(file)
        with opened(data_dir, overrides) as profile:
            target = export_target(profile, answers) if answers is not None else None
            found = _by_model(
                profile, rows, Answers.opened(target), seed, encoder, again=flips, quiet=as_json
            )
    if as_json:
        print_json(found)
    else:
        _tell(found)
    return 0 if found["complete"] else exit_codes.STOPPED


def _by_model(
    profile: Profile,
    rows: Sequence[LabelledClaim],
    answers: Answers,
    seed: int,
    encoder: Embedder | None,
    *,
    again: bool,
    quiet: bool,
) -> dict[str, Any]:
    model = bootstrap.model_room(profile).model_of(Role.REVIEWER)
    wanted = {FIRST: list(rows), **(passes(rows, seed) if again else {})}
    complete = ask_reviewer(profile, wanted, answers, quiet=quiet)
    similarity = similarity_of(encoder) if encoder is not None else None
    done = {name: judged(name, model, asked, answers, similarity) for name, asked in wanted.items()}
    first = done.pop(FIRST)
    return {
        "reviewer": model,
        "digests": sorted(answers.digests),
        "prompt_version": answers.version,
        "similarity": encoder.profile.model if encoder is not None else "",
        "complete": complete,
        **report(first, seed, done),
    }


def _rate(figure: dict[str, Any]) -> str:
    if figure.get("value") is None:
        return "-".rjust(20)
    return f"{figure['value']:.3f} [{figure['low']:.3f}, {figure['high']:.3f}]"


def _tell(found: dict[str, Any]) -> None:
    groups = {**found["by_source"], **found["by_source_and_languages"], "all": found["all"]}
    if found["before_code"]:
        groups["all, before code"] = found["before_code"]
    width = max(map(len, groups))
    names = ("balanced_accuracy", "false_accept", "support_recall", "citation_precision", "citation_recall")
    heads = "  ".join(name.replace("_", " ").ljust(20) for name in names)
    click.echo(f"{'':{width}}  rows  {heads.rstrip()}")
    for name, figures in groups.items():
        rates = "  ".join(_rate(figures[one]).ljust(20) for one in names)
        click.echo(f"{name:{width}} {figures['rows']:5}  {rates.rstrip()}")
    for name, figure in found["flips"].items():
        counts = f"({figure['hits']} of {figure['of']})"
        click.echo(f"verdicts that flip, {PASS_NAMES[name]}: {_rate(figure).strip()} {counts}")
    if found["all"]["unjudged"]:
        click.echo(f"{found['all']['unjudged']} claims got no verdict: the review is incomplete there.")
    if len(found.get("digests", ())) > 1:
        click.echo("Two versions of the model answered: these figures are of neither.")
    if not found["complete"]:
        click.echo("Stopped: the figures are of what was judged so far.")
