"""``neurodesk gui``: the window."""

from __future__ import annotations

import importlib
from pathlib import Path

import click

from neurodesk.cli.root import profile_options
from neurodesk.domain.errors import EnvironmentFault
from neurodesk.settings.paths import default_data_dir


@click.command("gui")
@profile_options
def command(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Open the desk."""
    raise SystemExit(open_window(data_dir or default_data_dir(), overrides))


def open_window(data_dir: Path, overrides: dict[str, str]) -> int:
    """Open the window on a profile and return its exit code.

    Raises:
        EnvironmentFault: ``gui_missing``, the extra with Qt is not installed.
    """
    try:
        window = importlib.import_module("neurodesk.ui.main")  # Qt is an extra; only this way needs it
    except ImportError as error:
        raise EnvironmentFault("gui_missing", detail=str(error)) from error
    return int(window.run_window(data_dir, overrides))
