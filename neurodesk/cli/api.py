"""``neurodesk api``: tokens for programs of this machine, and what they may call (SPEC I3)."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.commands import tokens
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options, standalone_options
from neurodesk.domain.api_tokens import ApiToken, Scope


@click.group("api")
def command() -> None:
    """Manage the loopback API; `neurodesk config set api.enabled on` switches it on."""


@command.group("token")
def token() -> None:
    """Make, list and revoke tokens."""


def _values(one: ApiToken) -> dict[str, object]:
    return {
        "id": one.id,
        "name": one.name,
        "scopes": sorted(one.scopes),
        "created_at": one.created_at,
        "last_used_at": one.last_used_at,
        "revoked_at": one.revoked_at,
    }


@token.command("add")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice([str(one) for one in Scope]),
    help="What it may be used for; may be repeated.",
)
@profile_options
def add(
    name: str, scopes: tuple[str, ...], data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Make a token called NAME and show it once."""
    with opened(data_dir, overrides) as profile:
        made = tokens.add_token(profile, name, scopes)
    if as_json:
        print_json(_values(made.token) | {"token": made.text})
        return
    click.echo(made.text)
    click.echo("This is shown once and stored nowhere. Send it as `Authorization: Bearer TOKEN`.", err=True)


@token.command("list")
@profile_options
def list_(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """List tokens, without their secrets."""
    with opened(data_dir, overrides) as profile:
        found = tokens.list_tokens(profile)
    if as_json:
        print_json({"tokens": [_values(one) for one in found]})
        return
    for one in found:
        used = f"used {local_time(one.last_used_at)}" if one.last_used_at else "never used"
        state = used if one.live else f"revoked {local_time(one.revoked_at)}"
        click.echo(f"{one.id:22} {one.name:24} {','.join(sorted(one.scopes)):32} {state}")
    if not found:
        click.echo("no tokens")


@token.command("revoke")
@click.argument("name", metavar="NAME_OR_ID")
@profile_options
def revoke(name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Revoke a token; it opens nothing from the next request on."""
    with opened(data_dir, overrides) as profile:
        tokens.revoke_token(profile, name)
    if as_json:
        print_json({"revoked": name})
    else:
        click.echo(f"{name} is revoked.")


@command.command("openapi")
@standalone_options
def openapi(as_json: bool) -> None:
    """Print the OpenAPI document, which is JSON in any case."""
    from neurodesk.api.openapi import document  # an extra; needed by this command only

    print_json(document())
