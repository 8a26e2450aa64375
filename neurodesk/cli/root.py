"""The ``neurodesk`` command: finds sub-commands lazily, words errors, gives exit codes."""

from __future__ import annotations

import functools
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from neurodesk import __version__
from neurodesk.app.notices import word
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.cli.terminal import neutral_output
from neurodesk.domain.errors import EnvironmentFault, NeuroDeskError

# Command name to module below neurodesk.cli; the module's ``command`` is the click command.
COMMANDS: dict[str, str] = {
    "activity": "activity",
    "api": "api",
    "backup": "backup",
    "bench": "bench",
    "config": "config",
    "demo": "demo",
    "dev": "dev",
    "doctor": "doctor",
    "eval": "eval",
    "event": "event",
    "evidence": "evidence",
    "export": "export",
    "gui": "gui",
    "history": "history",
    "import": "import_",
    "index": "index",
    "key": "key",
    "library": "library",
    "licence": "licence",
    "models": "models",
    "outcome": "outcome",
    "promote": "promote",
    "queries": "queries",
    "queue": "queue",
    "recheck": "recheck",
    "replay": "replay",
    "requests": "requests",
    "restore": "restore",
    "review": "review",
    "run": "run",
    "scan": "scan",
    "simulate-night": "simulate_night",
    "undo": "undo",
    "verify": "verify",
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"neurodesk.cli.{COMMANDS[cmd_name]}")
        command: click.Command = module.command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="neurodesk")
def root() -> None:
    """Research, prove and review the articles of a knowledge base, on your own machine."""


class _NamedFolder(click.Path):
    """A folder with a name: an empty one would mean whatever folder one happens to stand in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, or say that it has no name."""
        if value == "":
            self.fail("the folder has no name", param, ctx)
        return super().convert(value, param, ctx)


def profile_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--data-dir``, ``--json`` and ``--set KEY=VALUE`` to a command.

    The command is called with ``data_dir``, ``as_json`` and ``overrides``.
    """

    @click.option(
        "--data-dir",
        type=_NamedFolder(path_type=Path),
        envvar="NEURODESK_DATA_DIR",
        help="Folder of the profile (made with mode 0700).",
    )
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
    @click.option(
        "--set",
        "overrides",
        multiple=True,
        metavar="KEY=VALUE",
        help="Override a setting for this call.",
        callback=_pairs,
    )
    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapped


def standalone_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--json`` and the usual ``--data-dir`` to a command that opens no profile.

    The command is called with ``as_json`` alone: it measures in folders of its own.
    """

    @click.option(
        "--data-dir",
        type=_NamedFolder(path_type=Path),
        envvar="NEURODESK_DATA_DIR",
        help="Accepted like everywhere; this command leaves every profile alone.",
    )
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
    @functools.wraps(function)
    def wrapped(*args: Any, data_dir: Path | None, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapped


def _pairs(_ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for one in value:
        key, separator, text = one.partition("=")
        if not separator:
            raise click.BadParameter(f"{one!r} is not KEY=VALUE")
        pairs[key.strip()] = text
    return pairs


@contextmanager
def opened(data_dir: Path | None, overrides: dict[str, str]) -> Iterator[Profile]:
    """Open the profile of a command."""
    with open_profile(data_dir, overrides=overrides) as profile:
        yield profile


def print_json(value: object) -> None:
    """Print one JSON object, readable and stable."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=False))


def _refuse_what_is_no_text(arguments: list[str]) -> None:
    """Refuse bytes that are no text in this locale; only the name of a file may hold them."""
    for one in arguments:
        if any("\ud800" <= character <= "\udfff" for character in one) and not Path(one).exists():
            raise click.UsageError(f"The argument {one!r} is not valid text; nothing was done.")


def _unforeseen(error: Exception, arguments: list[str]) -> int:
    """Word what no part of the program foresaw, after its traceback; return the exit code."""
    traceback.print_exception(error)
    detail = f"{type(error).__name__}: {error}"
    code, known = exit_codes.BUG, NeuroDeskError("program_fault", detail=detail)
    if isinstance(error, OSError) and error.errno is not None:
        code, known = exit_codes.ENVIRONMENT, EnvironmentFault("system_refused", detail=str(error))
    if "--json" in arguments:
        print_json({"error": known.code, "params": {"detail": detail}})
    click.echo(word(known).as_text(), err=True)
    return code


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with a documented code (see ``exit_codes``)."""
    with neutral_output():
        _run(arguments)


def _run(arguments: list[str] | None) -> None:
    try:
        _refuse_what_is_no_text(sys.argv[1:] if arguments is None else arguments)
        code = root.main(arguments, standalone_mode=False)
    except NeuroDeskError as error:
        if arguments is None:
            arguments = sys.argv[1:]
        if "--json" in arguments:
            print_json(
                {
                    "error": error.code,
                    "params": {k: str(v) for k, v in error.params.items()},
                }
            )
        click.echo(word(error).as_text(), err=True)
        sys.exit(exit_codes.of(error))
    except click.ClickException as error:
        if "--json" in (sys.argv[1:] if arguments is None else arguments):
            print_json({"error": "usage", "params": {"detail": error.format_message()}})
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(exit_codes.STOPPED)
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        sys.exit(_unforeseen(error, sys.argv[1:] if arguments is None else arguments))
    sys.exit(code if isinstance(code, int) else exit_codes.OK)
