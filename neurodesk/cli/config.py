"""``neurodesk config``: show, set and reset settings."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.settings.catalog import BY_KEY, CATALOG


@click.group("config")
def command() -> None:
    """Show and change settings."""


@command.command("list")
@profile_options
def list_(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show every setting, its value and where the value comes from."""
    with opened(data_dir, overrides) as profile:
        current = profile.settings.current
        rows = [
            {
                "key": one.key,
                "value": current[one.key],
                "origin": current.effective(one.key).origin,
                "default": one.default,
                "expects": one.expectation,
                "environment": one.environment,
            }
            for one in CATALOG
        ]
    if as_json:
        print_json({"settings": rows, "problems": list(current.problems)})
        return
    for row in rows:
        click.echo(f"{row['key']:34} {_typed(row['value']):24} ({row['origin']})")
    for problem in current.problems:
        click.echo(f"ignored: {problem}", err=True)


def _typed(value: object) -> str:
    """Return a value as ``config set`` takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, tuple) else f"{value}"


@command.command("set")
@click.argument("key")
@click.argument("value")
@profile_options
def set_(
    key: str,
    value: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Store VALUE for KEY; takes effect at once."""
    if key not in BY_KEY:
        raise BadInput("setting_unknown", key=key)
    with opened(data_dir, overrides) as profile:
        stored = profile.settings.set(key, BY_KEY[key].parse(value))
    if as_json:
        print_json({"key": key, "value": stored})
    else:
        click.echo(f"{key} = {_typed(stored)}")


@command.command("reset")
@click.argument("key")
@profile_options
def reset(key: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Return KEY to its default."""
    with opened(data_dir, overrides) as profile:
        profile.settings.reset(key)
        value = profile.settings.current[key]
    if as_json:
        print_json({"key": key, "value": value})
    else:
        click.echo(f"{key} = {_typed(value)}")
