"""``neurodesk bench queue``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("queue")
@click.option(
    "--max-rows",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(1_000, 1_000_000),
    help="Largest number of waiting rows.",
)
@click.option("--operations", type=click.IntRange(1, 100_000), help="Operations a point, for a quick look.")
@standalone_options
def bench_queue(max_rows: int, operations: int | None, as_json: bool) -> None:
    """Measure the queue from 1,000 to 1,000,000 waiting rows, beside raw sqlite3 and other queues."""
    from neurodesk.app.queries.queue_bench import measure

    def say(text: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\033[K{text}", nl=False, err=True)

    with tempfile.TemporaryDirectory(prefix="neurodesk-bench-") as folder:
        found = measure(Path(folder), max_rows, say, most=operations)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        print_json(found)
        return
    click.echo(
        f"{'store':14} {'waiting':>9} {'deferred':>9} {'sync':6} {'act':18}"
        f" {'per s':>10} {'p50 ms':>9} {'p99 ms':>9} {'cpu ms':>9}"
    )
    for one in found["points"]:
        click.echo(
            f"{one['store']:14} {one['waiting']:9} {one['deferred_ahead']:9} {one['synchronous']:6}"
            f" {one['act']:18} {one['per_s']:10.1f} {one['p50_ms']:9.3f} {one['p99_ms']:9.3f}"
            f" {one['cpu_ms']:9.3f}"
        )
    for name, why in found["skipped"].items():
        click.echo(f"{name}: {why}")
    for level, quotients in found["ratios"].items():
        shown = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in quotients.items())
        click.echo(f"reserve + complete, {level}: {shown}")
