"""``neurodesk bench ui``: the desk at size."""

from __future__ import annotations

import importlib
import os

import click

from neurodesk.cli.root import print_json, standalone_options
from neurodesk.domain.errors import EnvironmentFault


@click.command("ui")
@click.option("--seconds", default=60.0, show_default=True, help="How long timers are watched, each time.")
@click.option("--tasks", default=100_000, show_default=True, help="How many tasks the queue holds.")
@click.option("--evidence", default=50_000, show_default=True, help="How many pieces of evidence.")
@click.option(
    "--growth-tasks", default=0, show_default=True, help="Over how many tasks growth of memory is measured."
)
@standalone_options
def bench_ui(seconds: float, tasks: int, evidence: int, growth_tasks: int, as_json: bool) -> None:
    """Measure the window at size: start, filter, next claim, stalls idle and at work, graph, memory."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        bench = importlib.import_module("neurodesk.ui.measure.bench")
    except ImportError as error:
        raise EnvironmentFault("gui_missing", detail=str(error)) from error
    found = bench.measure(seconds, tasks, evidence, lambda text: click.echo(text, err=True), growth_tasks)
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        click.echo(f"{name:20} {value}")
