"""``neurodesk queries``: look at queries before they go to the web (SPEC W10)."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk import bootstrap
from neurodesk.app.commands import queries as commands
from neurodesk.app.queries import outgoing
from neurodesk.app.sentences import reason_word
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.privacy import OutgoingQuery


@click.group("queries")
def command() -> None:
    """Look at queries to the web: what waits, what was sent, what was kept here."""


@command.command("list")
@click.argument("task_id", required=False, default="")
@profile_options
def list_queries(task_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show the queries that wait for your look, or all of TASK_ID with what became of them."""
    with opened(data_dir, overrides) as profile:
        found = (
            outgoing.queries_of_task(profile, task_id)
            if task_id
            else [one for task in outgoing.waiting_queries(profile) for one in task.queries]
        )
    if as_json:
        print_json({"queries": [dataclasses.asdict(one) for one in found]})
        return
    for one in found:
        click.echo(_line(one))
    if not found:
        click.echo("No query waits.")


@command.command("approve")
@click.argument("query_ids", metavar="ID...", type=int, nargs=-1, required=True)
@click.option("--text", help="Send these words instead; for one ID.")
@profile_options
def approve(
    query_ids: tuple[int, ...],
    text: str | None,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Let queries be sent; their task goes on when none of it waits any more."""
    if text is not None and len(query_ids) != 1:
        raise click.UsageError("--text goes with one ID.")
    with opened(data_dir, overrides) as profile:
        if text is None:
            commands.approve(profile, query_ids)
        else:
            commands.approve_edited(profile, bootstrap.query_guard(profile), query_ids[0], text)
    _say(as_json, "approved", query_ids)


@command.command("refuse")
@click.argument("query_ids", metavar="ID...", type=int, nargs=-1, required=True)
@profile_options
def refuse(
    query_ids: tuple[int, ...], data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Keep queries here; their task goes on without them."""
    with opened(data_dir, overrides) as profile:
        commands.refuse(profile, query_ids)
    _say(as_json, "refused", query_ids)


def _say(as_json: bool, what: str, query_ids: tuple[int, ...]) -> None:
    if as_json:
        print_json({what: list(query_ids)})
    else:
        click.echo(f"{len(query_ids)} {what}.")


def _line(one: OutgoingQuery) -> str:
    cuts = ", ".join(f"{cut.text} ({cut.kind})" for cut in one.cuts)
    kept = f"   kept here: {cuts}" if cuts else ""
    reason = f" ({reason_word(one.reason)})" if one.reason else ""
    return f"{one.id:5}  {one.state:9}{reason}  {one.text or one.query}{kept}"
