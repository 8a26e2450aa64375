"""``neurodesk history``: what was promoted to a file, by whom, and what was undone."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.queries.drafts import draft_history, file_history
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options


@click.command("history")
@click.argument("path")
@click.option("--kb", default="", help="Name or id of the knowledge base, where several hold that path.")
@profile_options
def command(path: str, kb: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show the promotions and undos of PATH, newest first, with the decisions behind them."""
    with opened(data_dir, overrides) as profile:
        rows = file_history(profile, path, kb)
        audit = {row.draft_id: draft_history(profile, row.draft_id) for row in rows}
    entries = [
        {
            "promotion": row.id,
            "kind": row.kind,
            "phase": row.phase.value,
            "at": row.created_at,
            "who": str(row.decision.get("who", "")),
            "where": str(row.decision.get("where", "")),
            "draft": row.draft_id,
            "undone_at": row.undone_at,
            "audit": row.audit_seq,
            "decisions": [
                {"at": one.at, "who": one.who, "act": one.act, "why": one.why} for one in audit[row.draft_id]
            ],
        }
        for row in rows
    ]
    if as_json:
        print_json({"path": path, "history": entries})
        return
    for row in rows:
        tail = f", undone {local_time(row.undone_at)}" if row.undone_at else ""
        click.echo(
            f"{local_time(row.created_at)}  {row.kind:9} {row.phase.value:11}"
            f" by {row.decision.get('who', '')}"
            f"  {row.id} (draft {row.draft_id}, audit {row.audit_seq}{tail})"
        )
    if not rows:
        click.echo("Nothing was promoted to this path.")
