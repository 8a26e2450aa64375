"""An open profile: what every command and query needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from neurodesk.app.bus import Bus
from neurodesk.domain.kb import KbFormat
from neurodesk.domain.ports import Clock, Embedder
from neurodesk.settings.load import SettingsFile
from neurodesk.settings.paths import ProfilePaths
from neurodesk.storage.db import Database


@dataclass(frozen=True, slots=True)
class Profile:
    """The open parts of one profile.

    Attributes:
        kb_formats: what the import can read (SPEC K1).
        embedder: loads the shipped encoder at its first call, for the judge of claims;
            None when there is none.
        search_encoder: returns the encoder of search as it is set now, None when there is none (SPEC K6).
        author_translates: asks the nodes whether the author is a model that writes in another language now
            (SPEC P8); not on a thread that runs an event loop.
    """

    paths: ProfilePaths
    database: Database
    settings: SettingsFile
    bus: Bus
    clock: Clock
    kb_formats: tuple[KbFormat, ...] = ()
    embedder: Callable[[], Embedder] | None = None
    search_encoder: Callable[[], Embedder] | None = None
    author_translates: Callable[[], bool] | None = None
