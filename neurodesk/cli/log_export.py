"""The options of a command that shows a log or writes the whole of it into a file, and how that is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from neurodesk.app.export_file import write_export
from neurodesk.app.profile import Profile
from neurodesk.cli.root import print_json


def log_export_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--export FILE`` and ``--as csv|json``; the command is called with ``target`` and ``kind``."""

    @click.option(
        "--export", "target", type=click.Path(path_type=Path, dir_okay=False), help="Write all here."
    )
    @click.option(
        "--as",
        "kind",
        type=click.Choice(["csv", "json"]),
        default="csv",
        show_default=True,
        help="Format of the file.",
    )
    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapped


def write_log(profile: Profile, target: Path, text: str, as_json: bool) -> None:
    """Write an exported log and say where it is and how large.

    Raises:
        RuleRefused, BadInput, StorageFault: see ``write_export``.
    """
    write_export(profile, target, text)
    shown = {"file": str(target), "bytes": len(text.encode())}
    print_json(shown) if as_json else click.echo(f"{shown['bytes']} bytes in {target}")
