"""``neurodesk bench import`` and ``neurodesk bench search``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("import")
@click.argument("folder", type=click.Path(path_type=Path))
@standalone_options
def bench_import(folder: Path, as_json: bool) -> None:
    """Import FOLDER into a temporary profile and show files/s and MB/s by stage."""
    from neurodesk.app.queries.import_bench import measure
    from neurodesk.bootstrap import open_profile

    with (
        tempfile.TemporaryDirectory(prefix="neurodesk-bench-") as data_dir,
        open_profile(Path(data_dir)) as one,
    ):
        found = measure(one, folder)
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['files']} files, {found['bytes'] / 1e6:.1f} MB, {found['problems']} problems")
    click.echo(f"{'':34} {'seconds':>9} {'files/s':>9} {'MB/s':>8}")
    rows = [("plain reading", found["plain_reading"]), ("reading and hashing", found["reading_and_hashing"])]
    rows += [(f"first import: {name}", one) for name, one in found["first_import"].items()]
    rows += [(f"second import: {name}", one) for name, one in found["second_import"].items()]
    for name, one in rows:
        label = name.replace("_", " ")
        click.echo(f"{label:34} {one['seconds']:9.3f} {one['files_per_s']:9.1f} {one['mb_per_s']:8.2f}")
    click.echo(f"first import: {found['first_import_cpu_ms_a_file']} ms of processor time a file")
    click.echo(
        f"second import: {found['second_import_by_reading_and_hashing']} times reading and hashing,"
        f" {found['second_import_parsed']} files parsed"
    )
    if found["vectors_after"]:
        vectors = found["vectors_after"]
        click.echo(f"vectors afterwards: {vectors['passages']} passages in {vectors['seconds']:.1f} s")


@click.command("search")
@click.option("--chunks", default=100_000, show_default=True, help="How many passages.")
@click.option("--queries", default=200, show_default=True, help="How many questions each way.")
@standalone_options
def bench_search(chunks: int, queries: int, as_json: bool) -> None:
    """Measure search over made-up passages: text, vectors, fusion, bare FTS5, exact numpy."""
    from neurodesk.app.queries.bench_passages import filled_database
    from neurodesk.app.queries.search_bench import measure
    from neurodesk.bootstrap import embedded_encoder
    from neurodesk.settings.clock import SystemClock

    encoder = embedded_encoder()
    with filled_database(chunks, encoder, SystemClock(), _show) as database:
        found = measure(database, encoder, queries, _show)
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['passages']} passages, {found['vectors']} vectors, {found['queries']} questions")
    for name, one in found["ways"].items():
        click.echo(f"{name.replace('_', ' '):14} p50 {one['p50_ms']:8.1f} ms   p99 {one['p99_ms']:8.1f} ms")
    click.echo(
        f"recall@10 of the vector index: {found['recall_at_10_of_vectors']},"
        f" of sign bits {found['recall_at_10_of_sign_bits']};"
        f" {found['index_mb_in_memory']} MB in memory"
    )


def _show(stage: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{stage} {done}/{total}", nl=False, err=True)
