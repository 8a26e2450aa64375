"""``neurodesk export --proof``: carry an article's proof to another machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from neurodesk.app.commands.proofs import Included, pack_target, prepare_pack, save_pack
from neurodesk.app.signing_key import fingerprint, signing_key
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import RuleRefused


@click.command("export")
@click.option("--proof", "subject", required=True, metavar="ARTICLE", help="Draft id or path of an article.")
@click.option(
    "--to", "target", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option("--snapshots", is_flag=True, help="Add the whole text of every source that may leave.")
@click.option("--internal", is_flag=True, help="Add passages of your own knowledge base.")
@click.option("--review", is_flag=True, help="Add the reviewer's text.")
@click.option("--yes", is_flag=True, help="Write what is listed without asking.")
@click.option("--list", "only_list", is_flag=True, help="List what would leave; write nothing.")
@profile_options
def command(
    subject: str,
    target: Path,
    snapshots: bool,
    internal: bool,
    review: bool,
    yes: bool,
    only_list: bool,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Write a proof pack: article, claims, quoted passages, hashes, approval, in one signed file.

    `neurodesk verify FILE` checks it on any machine, offline.
    """
    with opened(data_dir, overrides) as profile:
        if not only_list:
            pack_target(profile, target)
        prepared = prepare_pack(profile, subject, Included(snapshots, internal, review))
        leaving = prepared.leaving
        if not as_json:
            _tell(leaving)
        if only_list:
            if as_json:
                print_json({"leaving": leaving})
            return
        if (snapshots or internal or review) and not yes:
            if as_json or not sys.stdin.isatty():
                raise RuleRefused("export_unconfirmed")
            click.confirm("Write this file?", abort=True)
        key = signing_key(profile)
        save_pack(profile, prepared, target, key)
    if as_json:
        print_json({"path": str(target), "key": fingerprint(key.public), "leaving": leaving})
        return
    click.echo(f"Written: {target}, signed with the key {fingerprint(key.public)}.")
    click.echo(f"Check it anywhere: neurodesk verify {target}")


def _tell(leaving: dict[str, Any]) -> None:
    click.echo(f"This leaves: “{leaving['title']}” with {leaving['claims']} claims.")
    for one in leaving["passages"]:
        click.echo(f"  {one['passages']} passages of “{one['title']}” ({one['origin']})")
    for title in leaving["withheld"]:
        click.echo(f"  nothing of “{title}” (your own; --internal would add its passages)")
    if leaving["snapshots"]:
        click.echo(f"  {leaving['snapshots']} whole texts, {leaving['snapshot_characters']} characters")
    if leaving["review"]:
        click.echo("  the reviewer's text")
    who = leaving["approved_by"]
    click.echo(f"  the approval by {who}" if who else "  no approval: nobody promoted it")
