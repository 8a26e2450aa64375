"""``neurodesk bench pool``."""

from __future__ import annotations

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("pool")
@click.option("--calls", default=300, show_default=True, help="How many calls each way.")
@standalone_options
def bench_pool(calls: int, as_json: bool) -> None:
    """Measure what the pool adds to a model call, against bare HTTP to the same loopback node."""
    from neurodesk.providers.models.pool_bench import measure

    found = measure(calls)
    if as_json:
        print_json(found)
        return
    click.echo(f"{'to the first byte':18} {'p50 ms':>8} {'p99 ms':>8}")
    for name, key in (("bare HTTP", "bare_ms"), ("through the pool", "pool_ms"), ("overhead", "overhead_ms")):
        row = found[key]
        assert isinstance(row, dict)
        click.echo(f"{name:18} {row['p50']:8.3f} {row['p99']:8.3f}")
    busy = found["processor_ms"]
    assert isinstance(busy, dict)
    click.echo(
        f"processor time of a whole call: {busy['bare']:.3f} ms bare, {busy['pool']:.3f} ms through the pool"
    )
