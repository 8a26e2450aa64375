"""``neurodesk outcome``: decide on answers that other programs handed in (SPEC O1-O3)."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk.app.commands import outcomes
from neurodesk.app.decide import TERMINAL, decide_on_outcome
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.seat import Seat, decision_options
from neurodesk.domain.outcomes import Learning, OutcomeRecord, OutcomeState


@click.group("outcome")
def command() -> None:
    """List, confirm and reject outcomes; only a confirmed one is ever used."""


def _values(one: OutcomeRecord) -> dict[str, object]:
    values = dataclasses.asdict(one)
    return {"id": values.pop("id"), **values.pop("submission"), **values}


@command.command("list")
@click.option("--state", type=click.Choice([str(one) for one in OutcomeState]), help="Only these.")
@click.option(
    "--limit", default=200, show_default=True, type=click.IntRange(1, 10_000), help="List so many at most."
)
@profile_options
def list_(
    state: str | None, limit: int, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """List outcomes, what waits for you first."""
    with opened(data_dir, overrides) as profile:
        found = outcomes.list_outcomes(profile, OutcomeState(state) if state else None, limit)
    if as_json:
        print_json({"outcomes": [_values(one) for one in found]})
        return
    for one in found:
        learned = f", {one.learning}" if one.learning else ""
        question = " ".join(one.submission.question.split())[:60]
        click.echo(
            f"{one.id:24} {one.state}{learned:10} {one.submission.decision:10} {local_time(one.submitted_at)}"
            f"  {question}  ({one.source})"
        )
    if not found:
        click.echo("no outcomes")


@command.command("show")
@click.argument("outcome_id")
@profile_options
def show(outcome_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show what OUTCOME_ID says, to decide on it."""
    with opened(data_dir, overrides) as profile:
        one = outcomes.show_outcome(profile, outcome_id)
    if as_json:
        print_json(_values(one))
        return
    said = one.submission
    click.echo(
        f"{one.id}  {one.state}  {said.decision}  run {said.run}  ticket {said.ticket or '-'}  {one.source}"
    )
    click.echo(f"\nQuestion\n{said.question}\n\nProposed\n{said.proposed}\n\nConfirmed\n{said.confirmed}")
    if said.note:
        click.echo(f"\nNote\n{said.note}")
    if one.fault:
        click.echo(f"\nNot learned: {one.fault}")


@command.command("confirm")
@click.argument("outcome_id")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def confirm(seat: Seat, outcome_id: str, why: str) -> None:
    """Trust OUTCOME_ID; what it corrects is superseded."""
    verdict = decide_on_outcome(seat.profile, outcome_id, who=seat.actor.who, where=TERMINAL, why=why)
    done = outcomes.confirm(seat.profile, verdict)
    if seat.as_json:
        print_json(_values(done.outcome) | {"superseded": done.superseded})
        return
    replaced = f"; it supersedes {done.superseded}" if done.superseded else ""
    click.echo(f"{outcome_id} is active{replaced}.")
    _say_learning(done.outcome)


@command.command("reject")
@click.argument("outcome_id")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def reject(seat: Seat, outcome_id: str, why: str) -> None:
    """Refuse OUTCOME_ID; it is kept and never used."""
    verdict = decide_on_outcome(seat.profile, outcome_id, who=seat.actor.who, where=TERMINAL, why=why)
    done = outcomes.reject(seat.profile, verdict)
    if seat.as_json:
        print_json(_values(done.outcome))
    else:
        click.echo(f"{outcome_id} is rejected.")


@command.command("learn")
@click.argument("outcome_id")
@profile_options
def learn(outcome_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Send the confirmed OUTCOME_ID to the index again, after a fault."""
    with opened(data_dir, overrides) as profile:
        found = outcomes.learn(profile, outcome_id)
    if as_json:
        print_json(_values(found))
    else:
        _say_learning(found)


def _say_learning(one: OutcomeRecord) -> None:
    if one.learning is Learning.FAILED:
        click.echo(
            f"It could not be put into the index: {one.fault}. Your decision is kept;"
            f" `neurodesk outcome learn {one.id}` tries again.",
            err=True,
        )
    elif one.learning is Learning.PENDING:
        click.echo(
            "Learning from outcomes is off (outcomes.learning): no search finds it."
            f" `neurodesk outcome learn {one.id}` takes this one all the same.",
            err=True,
        )
    else:
        click.echo(f"{one.id} is {one.learning}.")
