"""A person's seat at the terminal: whose name a decision carries, and how it is answered."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from neurodesk.app.decide import TERMINAL
from neurodesk.app.profile import Profile
from neurodesk.cli.root import opened, profile_options
from neurodesk.domain.decisions import Actor
from neurodesk.domain.errors import BadInput


@dataclass(frozen=True, slots=True)
class Seat:
    """An open profile and who sits at it; ``as_json`` tells how to answer."""

    profile: Profile
    name: str
    as_json: bool

    @property
    def actor(self) -> Actor:
        """Who acts: ``--as``, else the setting ``curator.name``.

        Raises:
            BadInput: ``curator_nameless``.
        """
        who = " ".join((self.name or self.profile.settings.current.text("curator.name")).split())
        if not who:
            raise BadInput("curator_nameless", name=self.name)
        return Actor(who, TERMINAL)


def decision_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--as NAME`` and the profile options to a command that decides; its first argument is a `Seat`."""

    @click.option(
        "--as", "name", default="", metavar="NAME", help="Who decides; the setting curator.name if left out."
    )
    @profile_options
    @functools.wraps(function)
    def wrapped(
        *args: Any, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str], **kwargs: Any
    ) -> Any:
        with opened(data_dir, overrides) as profile:
            return function(Seat(profile, name, as_json), *args, **kwargs)

    return wrapped


def pairs_of(values: tuple[str, ...], option: str) -> dict[str, str]:
    """Read ``CLAIM=TEXT`` pairs."""
    found = {}
    for one in values:
        claim, separator, text = one.partition("=")
        if not separator or not text.strip():
            raise click.BadParameter(f"{one!r} is not CLAIM=TEXT", param_hint=option)
        found[claim.strip()] = text.strip()
    return found
