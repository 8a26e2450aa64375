"""``neurodesk bench scan``."""

from __future__ import annotations

import sys

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("scan")
@click.option(
    "--nodes", "sizes", multiple=True, type=int, default=(1_000, 10_000, 100_000), show_default=True,
    help="How many articles; may be given several times.",
)  # fmt: skip
@click.option("--changed", default=20, show_default=True, help="Articles changed before the second scan.")
@standalone_options
def bench_scan(sizes: tuple[int, ...], changed: int, as_json: bool) -> None:
    """Scan made-up knowledge bases, whole and after a few changes; four links an article."""
    from neurodesk.app.queries.scan_bench import measure

    found = measure(tuple(sizes), changed, _show)
    if as_json:
        print_json(found)
        return
    click.echo(
        f"{'articles':>9} {'links':>9} {'whole s':>9} {'us/node':>9} {'after changes s':>16} {'findings':>9}"
    )
    for row in found["rows"]:
        click.echo(
            f"{row['nodes']:9} {row['edges']:9} {row['seconds']:9.3f} {row['microseconds_a_node']:9.2f}"
            f" {row['seconds_after_change']:16.3f} {row['findings']:9}"
        )
    click.echo(f"time a node: largest over smallest {found['time_a_node_ratio']}")


def _show(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(text, err=True)
