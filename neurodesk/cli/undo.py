"""``neurodesk undo``: restore the exact bytes that a promotion changed."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.commands.promote import undo
from neurodesk.app.decide import TERMINAL, decide_to_undo
from neurodesk.cli.review import actor_of, as_option
from neurodesk.cli.root import opened, print_json, profile_options


@click.command("undo")
@click.argument("promotion_id")
@click.option("--why", default="", help="A remark for the audit.")
@as_option
@profile_options
def command(
    promotion_id: str, why: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Undo PROMOTION_ID (``neurodesk history PATH`` shows it); its draft is in review again."""
    with opened(data_dir, overrides) as profile:
        who = actor_of(profile, name).who
        decision = decide_to_undo(profile, promotion_id, who=who, where=TERMINAL, why=why)
        done = undo(profile, decision)
    if as_json:
        print_json({"undo": done.promotion_id, "undoes": promotion_id, "path": done.path})
        return
    click.echo(f"{done.path} is as it was before {promotion_id}.")
