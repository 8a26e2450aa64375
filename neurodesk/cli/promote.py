"""``neurodesk promote``: put an approved draft into the knowledge base, by a person who saw it."""

from __future__ import annotations

import click

from neurodesk.app.commands.promote import promote
from neurodesk.app.decide import TERMINAL, decide_to_promote
from neurodesk.cli.root import print_json
from neurodesk.cli.seat import Seat, decision_options, pairs_of


@click.command("promote")
@click.argument("draft_id")
@click.option("--seen", default="", metavar="SHA256", help="The hash that `review show` printed.")
@click.option("--tick", "ticks", multiple=True, metavar="CLAIM", help="Tick a claim with this act.")
@click.option(
    "--reason", "reasons", multiple=True, metavar="CLAIM=TEXT", help="Why an unsupported claim stays."
)
@click.option("--kb", default="", help="Name or id of the knowledge base of a new article.")
@click.option("--folder", default=None, help="Folder of a new article below its root.")
@click.option("--note", default="", help="A remark for the audit.")
@decision_options
def command(
    seat: Seat,
    draft_id: str,
    seen: str,
    ticks: tuple[str, ...],
    reasons: tuple[str, ...],
    kb: str,
    folder: str | None,
    note: str,
) -> None:
    """Promote DRAFT_ID: write it into the knowledge base.

    Refused without --seen, when anything differs from what was seen, when the article changed on disk, and
    for a contradicted claim. Without a terminal it also needs the setting promotion.allow_unattended.
    """
    from neurodesk.app.commands.review import kb_named

    decision = decide_to_promote(
        seat.profile,
        draft_id,
        who=seat.actor.who,
        where=TERMINAL,
        seen_sha256=seen,
        ticks=ticks,
        reasons=pairs_of(reasons, "--reason"),
        kb_id=kb_named(seat.profile, kb) if kb else "",
        folder=folder,
        note=note,
    )
    done = promote(seat.profile, decision)
    if seat.as_json:
        print_json(
            {
                "promotion": done.promotion_id,
                "kb": done.kb_id,
                "path": done.path,
                "notes": [{"code": code, **dict(params)} for code, params in done.notes],
            }
        )
        return
    click.echo(f"Promoted to {done.path}. Undo: neurodesk undo {done.promotion_id}")
    for code, params in done.notes:
        click.echo(f"afterwards: {code.replace('_', ' ')} {' '.join(params.values())}", err=True)
