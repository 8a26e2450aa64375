"""``neurodesk undo``: restore the exact bytes that a promotion changed."""

from __future__ import annotations

import click

from neurodesk.app.commands.promote import undo
from neurodesk.app.decide import TERMINAL, decide_to_undo
from neurodesk.cli.root import print_json
from neurodesk.cli.seat import Seat, decision_options


@click.command("undo")
@click.argument("promotion_id")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def command(seat: Seat, promotion_id: str, why: str) -> None:
    """Undo PROMOTION_ID (`neurodesk history PATH` shows it); its draft is in review again."""
    decision = decide_to_undo(seat.profile, promotion_id, who=seat.actor.who, where=TERMINAL, why=why)
    done = undo(seat.profile, decision)
    if seat.as_json:
        print_json({"undo": done.promotion_id, "undoes": promotion_id, "path": done.path})
        return
    click.echo(f"{done.path} is as it was before {promotion_id}.")
