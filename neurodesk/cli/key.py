"""``neurodesk key``: this profile's signing key, and the keys of others whose proof packs you know."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.signing_key import TrustedKeys, fingerprint, signing_key
from neurodesk.cli.root import opened, print_json, profile_options


@click.group("key")
def command() -> None:
    """Show the key that signs your proof packs; give names to the keys of others."""


@command.command("show")
@profile_options
def show(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Print this profile's public key and its fingerprint, to be handed to others."""
    with opened(data_dir, overrides) as profile:
        public = signing_key(profile).public
    if as_json:
        print_json({"public_key": public, "fingerprint": fingerprint(public)})
        return
    click.echo(f"public key:  {public}\nfingerprint: {fingerprint(public)}")


@command.command("trust")
@click.argument("public_key")
@click.option("--name", required=True, help="Whose key it is.")
@profile_options
def trust(
    public_key: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Give PUBLIC_KEY a name; compare its fingerprint with its owner first."""
    with opened(data_dir, overrides) as profile:
        TrustedKeys(profile.paths.root).trust(public_key, name)
    shown = fingerprint(public_key.strip().lower())
    if as_json:
        print_json({"public_key": public_key.strip().lower(), "fingerprint": shown, "name": name})
        return
    click.echo(f"{shown} is now known as {name}.")


@command.command("list")
@profile_options
def list_(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """List the keys that you gave names."""
    with opened(data_dir, overrides) as profile:
        known = TrustedKeys(profile.paths.root).all()
    rows = [{"public_key": key, "fingerprint": fingerprint(key), "name": name} for key, name in known.items()]
    if as_json:
        print_json({"keys": rows})
        return
    for row in rows:
        click.echo(f"{row['fingerprint']}  {row['name']}\n    {row['public_key']}")
    if not rows:
        click.echo("No key has a name yet: neurodesk key trust PUBLIC_KEY --name NAME")


@command.command("forget")
@click.argument("public_key")
@profile_options
def forget(public_key: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Take the name of PUBLIC_KEY back; its packs are of unknown origin again."""
    with opened(data_dir, overrides) as profile:
        TrustedKeys(profile.paths.root).forget(public_key)
    if as_json:
        print_json({"forgotten": public_key.strip().lower()})
        return
    click.echo("Forgotten.")
