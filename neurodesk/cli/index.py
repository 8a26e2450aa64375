"""``neurodesk index``: make the vectors of search now, and renew those of another encoder."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import click

from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.app.queries.vectors import VectorsNow, vectors_now
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import InfrastructureFault, NeuroDeskError, TaskFault


@click.command("index")
@click.option("--renew", is_flag=True, help="Replace vectors that another encoder made.")
@profile_options
def command(renew: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Make the vectors of every passage that lacks them, and show how far they are.

    Vectors of another encoder are never compared with the present one's; they stay until you say --renew.
    """
    with opened(data_dir, overrides) as profile:
        fault: NeuroDeskError | None = None
        made = 0
        try:
            made = make_vectors(profile, renew=renew, quiet=as_json)
        except (InfrastructureFault, TaskFault) as error:
            fault = error  # what is stored stands, and how far it is has to be shown all the same
        state = vectors_now(profile)
    if state is None:
        return
    if as_json:
        shown = {**dataclasses.asdict(state), "text_only": state.text_only}
        print_json({**shown, "embedded": made, "problem": fault.code if fault is not None else ""})
    else:
        _tell(made, state)
    if fault is not None:
        raise fault


def _tell(made: int, state: VectorsNow) -> None:
    version = f" ({state.digest.removeprefix('sha256:')[:12]})" if state.digest else ""
    click.echo(f"Encoder: {state.model}{version}, {state.dimension} numbers a vector")
    click.echo(
        f"{made} passages indexed now; {state.indexed} of {state.passages} have vectors of this encoder"
    )
    for one in state.others:
        digest = one.digest.removeprefix("sha256:")[:12]
        click.echo(
            f"{one.passages} have vectors of {one.model} ({digest}), which are never compared with these"
        )
    if state.foreign:
        click.echo(
            f"Search goes by text alone for {state.foreign} passages;"
            " neurodesk index --renew replaces their vectors"
        )
    if state.renewing:
        click.echo("They are being renewed: the next run or an open window goes on with it.")


def make_vectors(profile: Profile, *, renew: bool = False, quiet: bool = False) -> int:
    """Index what lacks vectors, with progress on a terminal; return the number of passages."""
    if profile.search_encoder is None:
        return 0
    shown = sys.stderr.isatty() and not quiet

    def show(done: int, total: int) -> None:
        if shown:
            click.echo(f"\r\033[KMaking vectors {done}/{total}", nl=False, err=True)

    done = index_missing(
        profile.database, profile.search_encoder(), profile.clock, progress=show, renew_foreign=renew
    ).done
    if shown:
        click.echo("\r\033[K", nl=False, err=True)
    return done
