"""Composition root: the only file that knows the concrete classes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from neurodesk.app.bus import Bus
from neurodesk.app.profile import Profile
from neurodesk.domain.ports import Clock
from neurodesk.settings.clock import SystemClock
from neurodesk.settings.load import SettingsFile
from neurodesk.settings.paths import ProfilePaths, default_data_dir
from neurodesk.storage.db import Database


@contextlib.contextmanager
def open_profile(
    data_dir: Path | None = None,
    *,
    overrides: Mapping[str, str] | None = None,
    clock: Clock | None = None,
) -> Iterator[Profile]:
    """Open a profile, make it when it is new, and close it at the end.

    Args:
        data_dir: the profile's folder, the platform's default when None.
        overrides: settings from the command line, key to text.
        clock: another clock than this machine's, for simulated nights and tests.

    Raises:
        StorageFault, BadInput: the profile cannot be opened; nothing was changed.
    """
    paths = ProfilePaths((data_dir or default_data_dir()).expanduser().absolute())
    paths.create()
    settings = SettingsFile(paths.settings, os.environ, overrides)
    bus = Bus()
    database = Database(paths.database).open()
    database.subscribe(bus.publish)
    try:
        yield Profile(paths, database, settings, bus, clock or SystemClock())
    finally:
        database.close()
