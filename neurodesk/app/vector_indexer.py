"""Makes vectors in the background, whenever articles changed (SPEC K6)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Self

from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import StorageFault

log = logging.getLogger(__name__)


class VectorIndexer:
    """One thread that indexes what is missing and then waits for the next change.

    Args:
        profile: the open profile; without an encoder the indexer does nothing.
        progress: told (done, total) of passages, on the indexer's thread.
    """

    def __init__(self, profile: Profile, progress: Callable[[int, int], None] | None = None) -> None:
        self._profile = profile
        self._progress = progress
        self._wake = threading.Condition()
        self._wanted = True
        self._renew_foreign = False
        self._closing = False
        self._leave: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._loop, name="neurodesk-vectors", daemon=True)

    def start(self) -> Self:
        """Begin; what an earlier run left undone is done first."""
        if self._profile.embedder is not None:
            self._leave = self._profile.bus.subscribe(self._noted)
            self._thread.start()
        return self

    def close(self) -> None:
        """Stop after the current step; the next start goes on."""
        self._leave()
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def renew(self) -> None:
        """Replace the vectors of a former encoder; the curator asked for it."""
        with self._wake:
            self._wanted = self._renew_foreign = True
            self._wake.notify_all()

    def _noted(self, changes: ChangeSet) -> None:
        if changes.touches(Kind.NODE):
            with self._wake:
                self._wanted = True
                self._wake.notify_all()

    def _loop(self) -> None:
        try:
            while True:
                with self._wake:
                    while not self._wanted and not self._closing:
                        self._wake.wait()
                    if self._closing:
                        return
                    self._wanted = False
                    renew, self._renew_foreign = self._renew_foreign, False
                self._index(renew)
        finally:
            self._profile.database.release_reader()

    def _index(self, renew: bool) -> None:
        if self._profile.embedder is None:
            return
        try:
            index_missing(
                self._profile.database,
                self._profile.embedder(),
                self._profile.clock,
                progress=self._progress,
                stop=lambda: self._closing,
                renew_foreign=renew,
            )
        except StorageFault as fault:
            # A full disk or a closing profile: the next change tries again, text search works meanwhile.
            log.info("vectors wait: %s", fault)
        except Exception:
            log.exception("making vectors failed")
