"""``neurodesk event``: hand in an event as the API takes it (SPEC G4, I2)."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.commands.events import TYPE_UNKNOWN, EventAnswer, receive
from neurodesk.cli import exit_codes
from neurodesk.cli.given_file import read_given
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.domain.json_fields import parse_json

MAX_BYTES = 1024 * 1024


@click.command("event")
@click.argument("file", metavar="FILE|-")
@profile_options
def command(file: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> int:
    """Take one event from FILE, or from standard input with "-".

    Exit code 4 says that its type is unknown, 3 that the curator takes no events now: nothing was queued.
    """
    value = parse_json(_read(file))
    with opened(data_dir, overrides) as profile:
        answer = receive(profile, value)
    if as_json:
        print_json(
            {
                "result": str(answer.result),
                "reason": answer.reason,
                "detail": answer.detail,
                "task": None if answer.task is None else answer.task.id,
            }
        )
        return _exit_code(answer)
    tail = "" if answer.task is None else f" {answer.task.id} ({answer.task.state})"
    click.echo(f"{answer.result}: {answer.detail}{tail}")
    return _exit_code(answer)


def _exit_code(answer: EventAnswer) -> int:
    if answer.reason == TYPE_UNKNOWN:
        return exit_codes.BAD_INPUT
    return exit_codes.REFUSED if answer.reason else exit_codes.OK


def _read(file: str) -> bytes:
    data = read_given(file, MAX_BYTES, unreadable="event_unreadable")
    if data is None:
        raise BadInput("json_invalid", detail=f"larger than {MAX_BYTES} bytes")
    return data
