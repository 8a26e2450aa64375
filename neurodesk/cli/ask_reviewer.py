"""Let the reviewer's model of a profile's settings answer labelled claims; used by the evaluations."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence

import click

from neurodesk import bootstrap
from neurodesk.app.profile import Profile
from neurodesk.pipeline.evaluate_claims import LabelledClaim
from neurodesk.providers.models.claims_room import Answers, ask


def ask_reviewer(
    profile: Profile, wanted: Mapping[str, Sequence[LabelledClaim]], answers: Answers, *, quiet: bool
) -> bool:
    """Ask about the rows of each pass that have no answer yet; False when Ctrl+C ended it before the last.

    Args:
        wanted: rows by the name of their pass.
        answers: what was answered is kept here.
        quiet: say nothing of the progress on the terminal.

    Raises:
        InfrastructureFault: ``model_unavailable``; what was answered is kept.
    """
    room = bootstrap.model_room(profile)

    async def whole() -> None:
        try:
            await room.pool.check_health()
            for name, asked in wanted.items():

                def tell(done: int, of: int, name: str = name) -> None:
                    if not quiet and sys.stderr.isatty():
                        click.echo(f"\r\x1b[K{name}: {done} of {of} answered", nl=done == of, err=True)

                await ask(room.structured, name, asked, answers, tell)
        finally:
            await room.pool.aclose()

    try:
        asyncio.run(whole())
    except KeyboardInterrupt:
        return False
    return True
