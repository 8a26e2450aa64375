"""``neurodesk evidence``: what was kept, what was refused and why, and the texts themselves."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk.app.commands.erase import erase_evidence
from neurodesk.app.queries import evidence as queries
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.seat import Seat, decision_options


@click.group("evidence")
def command() -> None:
    """Sources that were kept, and candidates that were refused."""


@command.command("list")
@click.option("--task", default="", help="Only this task's evidence.")
@click.option(
    "--limit", default=200, show_default=True, type=click.IntRange(1, 100_000), help="List so many at most."
)
@profile_options
def list_(task: str, limit: int, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """List evidence that passed the gates, newest first."""
    with opened(data_dir, overrides) as profile:
        rows = queries.kept(profile, task_id=task, limit=limit)
        counts = queries.refusal_counts(profile, task_id=task)
    if as_json:
        print_json({"kept": [dataclasses.asdict(row) for row in rows], "refused_by_reason": dict(counts)})
        return
    if not rows:
        click.echo("No evidence yet. Add a library (`neurodesk library add DIR`) and ask something.")
    for row in rows:
        mark = " suspected injection" if row.suspected_injection else ""
        click.echo(f"{row.id}  {row.state:24} {row.confidence:.2f} {row.lang or '-':2} {row.title}{mark}")
        click.echo(f"{'':24}<- {row.uri}")
    if counts:
        click.echo("Refused: " + ", ".join(f"{n} {reason.replace('_', ' ')}" for reason, n in counts))


@command.command("refused")
@click.option("--task", default="", help="Only this task's candidates.")
@click.option("--reason", default="", help="Only this reason code.")
@click.option(
    "--limit", default=200, show_default=True, type=click.IntRange(1, 100_000), help="List so many at most."
)
@profile_options
def refused(
    task: str, reason: str, limit: int, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """List candidates that a gate refused, with the reason."""
    with opened(data_dir, overrides) as profile:
        rows = queries.refused(profile, task_id=task, reason=reason, limit=limit)
    if as_json:
        print_json({"refused": [dataclasses.asdict(row) for row in rows]})
        return
    for row in rows:
        detail = f" ({row.detail})" if row.detail else ""
        click.echo(f"{row.reason.replace('_', ' '):24} {row.uri}{detail}")
    if not rows:
        click.echo("No candidate was refused.")


@command.command("show")
@click.argument("evidence_id")
@profile_options
def show(evidence_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show one source with its provenance, its text and the claims that rest on it."""
    with opened(data_dir, overrides) as profile:
        view = queries.show(profile, evidence_id)
    if as_json:
        print_json(dataclasses.asdict(view))
        return
    one = view.evidence
    click.echo(f"{one.title}\n  {one.final_uri}\n  state: {one.state}, language: {one.lang or 'unknown'}")
    if view.erased_because:
        click.echo(f"  erased: {view.erased_because}")
    click.echo(f"  sha256: {one.sha256}\n  extractor: {one.extractor}")
    click.echo(f"  trust {one.trust:.2f}: {view.trust_reason}")
    click.echo(f"  confidence {one.confidence:.2f} from {one.evidence_count} independent voice(s)")
    for label, text in (("recorded origin", one.recorded_origin), ("licence", one.licence)):
        if text:
            click.echo(f"  {label}: {text}")
    if one.internal:
        click.echo("  from an internal host of your list")
    for passage in one.injection_passages:
        click.echo(f"  suspected injection: {passage}")
    for _, title in view.seeds:
        click.echo(f"  sought for: {title}")
    for draft_id, claim_id, text in view.claims:
        click.echo(f"  carries {draft_id}/{claim_id}: {text}")
    click.echo("\n" + one.text)


@command.command("erase")
@click.argument("evidence_id")
@click.option("--why", required=True, help="The reason; it stays with the tombstone and in the audit.")
@decision_options
def erase(seat: Seat, evidence_id: str, why: str) -> None:
    """Erase a source's text for good; hash and reason stay.

    Claims of open drafts that rest on it become unsupported, promoted sentences are flagged for the scanner.
    Backups made before still hold the text until they are rotated out. This cannot be undone.
    """
    _, found = erase_evidence(seat.profile, evidence_id, why, seat.actor)
    if seat.as_json:
        print_json(dataclasses.asdict(found))
        return
    click.echo(f"Erased {len(found.evidence)} record(s) of {found.uri}, sha256 {found.sha256}")
    if not found.text_gone:
        click.echo("The text stays in your library, which holds the same document.")
    for draft, claim in found.claims:
        click.echo(f"  unsupported now: {draft}/{claim}")
    for draft, claim in found.flagged:
        click.echo(f"  flagged in its article: {draft}/{claim}")
