"""``neurodesk eval``: measure parts of the product on labelled data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app.queries import evaluate
from neurodesk.cli.eval_article import article
from neurodesk.cli.eval_extract import extract
from neurodesk.cli.eval_injection import injection
from neurodesk.cli.eval_retrieval import retrieval
from neurodesk.cli.root import print_json, standalone_options


@click.group("eval")
def command() -> None:
    """Measure parts of the product on labelled data; nothing is changed."""


command.add_command(article)
command.add_command(extract)
command.add_command(injection)
command.add_command(retrieval)


def _rate(figure: dict[str, Any]) -> str:
    if figure.get("value") is None:
        return "-".rjust(19)
    return f"{figure['value']:.3f} [{figure['low']:.3f}, {figure['high']:.3f}]"


@command.command("claims")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seed", default=1, show_default=True, help="Seed of the bootstrap intervals.")
@click.option("--words-only", is_flag=True, help="Judge without the embedded encoder.")
@standalone_options
def claims(file: Path, seed: int, words_only: bool, as_json: bool) -> None:
    """Measure the code judge on FILE: JSON lines of claim, evidence and label.

    False accept is the share of refuted and not-enough-information claims that the judge calls supported;
    support recall the share of supported ones that it calls so. Intervals are 95 %.
    """
    report = evaluate.claims_report(file, seed, None if words_only else bootstrap.embedded_encoder())
    if as_json:
        print_json(report)
        return
    width = max(len(name) for name in (*report["by_source_and_languages"], "all"))
    click.echo(f"{'':{width}}  rows  {'balanced accuracy':22} {'false accept':22} support recall")
    groups = {**report["by_source"], **report["by_source_and_languages"], "all": report["all"]}
    for name, figures in groups.items():
        rates = (figures["balanced_accuracy"], figures["false_accept"], figures["support_recall"])
        click.echo(f"{name:{width}} {figures['rows']:5}  {'  '.join(_rate(rate) for rate in rates)}")
