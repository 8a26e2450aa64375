"""``neurodesk eval``: measure parts of the product on labelled data."""

from __future__ import annotations

import click

from neurodesk.cli.eval_article import article
from neurodesk.cli.eval_claims import claims
from neurodesk.cli.eval_extract import extract
from neurodesk.cli.eval_injection import injection
from neurodesk.cli.eval_retrieval import retrieval


@click.group("eval")
def command() -> None:
    """Measure parts of the product on labelled data; nothing is changed."""


command.add_command(article)
command.add_command(claims)
command.add_command(extract)
command.add_command(injection)
command.add_command(retrieval)
