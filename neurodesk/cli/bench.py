"""``neurodesk bench``: measure speed on this machine."""

from __future__ import annotations

import click

from neurodesk.cli.bench_extract import bench_extract
from neurodesk.cli.bench_knowledge import bench_import, bench_search
from neurodesk.cli.bench_pool import bench_pool
from neurodesk.cli.bench_queue import bench_queue
from neurodesk.cli.bench_scan import bench_scan
from neurodesk.cli.bench_ui import bench_ui


@click.group("bench")
def command() -> None:
    """Measure speed on this machine; nothing of a profile is touched."""


command.add_command(bench_extract)
command.add_command(bench_import)
command.add_command(bench_search)
command.add_command(bench_ui)
command.add_command(bench_scan)
command.add_command(bench_queue)
command.add_command(bench_pool)
