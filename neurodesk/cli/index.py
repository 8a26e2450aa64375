"""``neurodesk index``: make the vectors of search now, and renew those of another encoder."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import embedded_encoder
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.storage.vector_index import vector_state


@click.command("index")
@click.option("--renew", is_flag=True, help="Replace vectors that another encoder made.")
@profile_options
def command(renew: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Make the vectors of every passage that lacks them, and show how far they are.

    Vectors of another encoder are never compared with the present one's; they stay until you say --renew.
    """
    with opened(data_dir, overrides) as profile:
        made = make_vectors(profile, renew=renew, quiet=as_json)
        encoder = embedded_encoder().profile
        state = profile.database.read(lambda rx: vector_state(rx, encoder))
    if as_json:
        print_json(
            {
                "encoder": encoder.key,
                "embedded": made,
                "passages": state.passages,
                "indexed": state.indexed,
                "foreign": state.foreign,
            }
        )
        return
    click.echo(
        f"{made} passages indexed now; {state.indexed} of {state.passages} have vectors of this encoder"
    )
    if state.foreign:
        click.echo(
            f"{state.foreign} have vectors of another encoder, which search leaves out;"
            " neurodesk index --renew replaces them"
        )


def make_vectors(profile: Profile, *, renew: bool = False, quiet: bool = False) -> int:
    """Index what lacks vectors, with progress on a terminal; return the number of passages."""
    if profile.embedder is None:
        return 0
    shown = sys.stderr.isatty() and not quiet

    def show(done: int, total: int) -> None:
        if shown:
            click.echo(f"\r\033[KMaking vectors {done}/{total}", nl=False, err=True)

    done = index_missing(
        profile.database, profile.embedder(), profile.clock, progress=show, renew_foreign=renew
    ).done
    if shown:
        click.echo("\r\033[K", nl=False, err=True)
    return done
