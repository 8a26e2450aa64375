"""Notices what other processes write to the profile, within a second (SPEC Q7)."""

from __future__ import annotations

import logging
import threading
from typing import Self

from neurodesk.app.bus import Bus
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import EnvironmentFault
from neurodesk.settings.load import SettingsFile
from neurodesk.storage.db import Database

log = logging.getLogger(__name__)

POLL_EVERY_S = 1.0


class ExternalChanges:
    """Publishes a ChangeSet ``external`` after another process committed.

    The version is asked on the writer's own connection: only there it stays still for this process's commits.

    Args:
        database: the open database.
        bus: where the change is told.
        every_s: how often to look.
        settings: its file is looked at too, because another process or an editor may change it.
    """

    def __init__(
        self,
        database: Database,
        bus: Bus,
        *,
        every_s: float = POLL_EVERY_S,
        settings: SettingsFile | None = None,
    ) -> None:
        self._settings = settings
        self._database = database
        self._bus = bus
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="neurodesk-external", daemon=True)
        self._seen = 0

    def __enter__(self) -> Self:
        """Start watching."""
        self._seen = self._version()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching."""
        self._ended.set()
        self._thread.join()

    def look(self) -> bool:
        """Look once; publish and return True when another process committed since the last look."""
        if self._settings is not None:
            self._settings.look()
        version = self._version()
        if version == self._seen:
            return False
        self._seen = version
        self._bus.publish(ChangeSet.of((Kind.EXTERNAL, "")))
        return True

    def _version(self) -> int:
        return int(self._database.write(lambda tx: tx.scalar("PRAGMA data_version")))

    def _watch(self) -> None:
        while not self._ended.wait(self._every_s):
            try:
                self.look()
            except EnvironmentFault as fault:
                log.info("changes of other processes could not be looked for: %s", fault)
