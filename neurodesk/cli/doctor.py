"""``neurodesk doctor``: look at database, audit, promotions, knowledge bases and settings."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk import bootstrap
from neurodesk.app.queries.doctor import Level, examine
from neurodesk.cli import exit_codes
from neurodesk.cli.root import opened, print_json, profile_options

_MARKS = {Level.OK: "ok  ", Level.NOTE: "note", Level.PROBLEM: "BAD "}


@click.command("doctor")
@profile_options
def command(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> int:
    """Say what is wrong with the profile, what is safe and what to do; changes nothing.

    Calls nobody but SearXNG, and that only while it is switched on: with one test query.

    Exit code 6 when there is a problem.
    """
    with opened(data_dir, overrides) as profile:
        checks = examine(profile, bootstrap.look_at_searxng(profile))
    bad = any(one.level is Level.PROBLEM for one in checks)
    if as_json:
        print_json(
            {
                "healthy": not bad,
                "checks": [
                    {
                        "code": one.code,
                        "level": one.level.value,
                        "what": one.notice.what,
                        "safe": one.notice.safe,
                        "do": one.notice.do,
                        **one.params,
                    }
                    for one in checks
                ],
            }
        )
    else:
        for one in checks:
            click.echo(f"{_MARKS[one.level]} {one.notice.as_text()}")
    return exit_codes.FOUND_PROBLEMS if bad else exit_codes.OK
