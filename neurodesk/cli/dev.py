"""``neurodesk dev``: for those who build NeuroDesk; shown when the dev extra is installed."""

from __future__ import annotations

import importlib
import importlib.util
import os
from pathlib import Path

import click

from neurodesk.cli.root import print_json
from neurodesk.domain.errors import EnvironmentFault


def is_developer() -> bool:
    """Tell whether the dev extra is installed."""
    return importlib.util.find_spec("pytestqt") is not None


@click.group("dev", hidden=not is_developer())
def command() -> None:
    """Tools for building NeuroDesk."""


@command.command("screenshots")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Picture this profile (it is copied) instead of the sample.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def screenshots(folder: Path, data_dir: Path | None, as_json: bool) -> None:
    """Write a picture of every place into FOLDER: light, dark, English, German, 100 and 200 %."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        pictures = importlib.import_module("neurodesk.ui.measure.pictures")
    except ImportError as error:
        raise EnvironmentFault("gui_missing", detail=str(error)) from error
    written = pictures.take_pictures(folder, data_dir, lambda text: click.echo(text, err=True))
    if as_json:
        print_json({"folder": str(folder), "pictures": len(written)})
        return
    click.echo(f"{len(written)} pictures in {folder}")
