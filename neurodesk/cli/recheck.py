"""``neurodesk recheck``: look again at the sources of promoted sentences."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from neurodesk import bootstrap
from neurodesk.app.commands.recheck import LookedAt, Rechecked, pages_left_today, recheck_by_hand
from neurodesk.app.commands.revise_changed import revise_changed
from neurodesk.app.queries.living import flagged_sentences
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.living import FLAGGED, ChangedSentence


@click.command("recheck")
@click.option(
    "--limit",
    type=click.IntRange(0, 500),
    help="Pages of the web at most; what is left of today's when it is not given.",
)
@click.option("--revise", is_flag=True, help="Lay a revision draft of the flagged sentences on the desk.")
@profile_options
def command(
    limit: int | None, revise: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Ask the sources of promoted sentences whether they changed, and name the sentences that are hit.

    Pages are asked conditionally, the one looked at longest ago first; articles and documents of the library
    are compared as they were last read. No article is changed.
    """
    with opened(data_dir, overrides) as profile:
        wanted = pages_left_today(profile) if limit is None else limit
        found = asyncio.run(recheck_by_hand(profile, wanted, lambda: bootstrap.open_page_looks(profile)))
        flagged = flagged_sentences(profile)
        nodes = sorted({one.node_id for _, one in flagged}) if revise else []
        drafts = [revise_changed(profile, node_id) for node_id in nodes]
    if as_json:
        begun = [{"draft": one.draft_id, "task": one.task_id, "sentences": one.sentences} for one in drafts]
        print_json({**_as_json(found, flagged), "drafts": begun})
        return
    for one in found.looked:
        _tell(one)
    for path, sentence in flagged:
        click.echo(f"{path}: {sentence.sentence}")
        click.echo(f"    said: {sentence.before}")
        click.echo(f"    says: {sentence.after or '-'}")
    for draft in drafts:
        click.echo(f"draft {draft.draft_id}: {draft.sentences} sentences, worked on by {draft.task_id}")
    count = len(found.looked)
    click.echo(f"{count} of {found.sources} sources looked at, {len(flagged)} sentences flagged")
    if found.left:
        click.echo(f"{found.left} pages wait for another look; {found.used} were asked for today")


def _tell(one: LookedAt) -> None:
    moved = f", moved to {one.moved_to}" if one.moved_to else ""
    why = f" ({one.detail})" if one.detail else ""
    click.echo(f"{one.state.value:10} {one.title or one.uri}{moved}{why}")


def _as_json(found: Rechecked, flagged: list[tuple[str, ChangedSentence]]) -> dict[str, object]:
    return {
        "sources": found.sources,
        "left": found.left,
        "requests_today": found.used,
        "states": found.states,
        "looked": [
            {
                "uri": one.uri,
                "kind": one.kind,
                "title": one.title,
                "state": one.state.value,
                "moved_to": one.moved_to,
                "detail": one.detail,
                "claims": [
                    {"claim": claim, "sentence": text, "state": state.value, "flagged": state in FLAGGED}
                    for claim, text, state in one.claims
                ],
            }
            for one in found.looked
        ],
        "flagged": [
            {
                "path": path,
                "claim": one.claim_id,
                "sentence": one.sentence,
                "source": one.uri,
                "title": one.title,
                "state": one.state.value,
                "reason": one.reason,
                "before": one.before,
                "after": one.after,
            }
            for path, one in flagged
        ],
    }
