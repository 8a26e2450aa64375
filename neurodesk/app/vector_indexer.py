"""Makes vectors in the background, whenever articles changed (SPEC K6)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Self

from neurodesk.app.commands.vectors import RENEWAL, index_missing, want_renewal
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import InfrastructureFault, NeuroDeskError, StorageFault
from neurodesk.domain.ports import Embedder, RemoteEmbedder

log = logging.getLogger(__name__)

# A node that went away is asked again after so many seconds, or what it said; one that refuses, later.
AWAY_S = 30.0
REFUSED_S = 300.0
_BREAK_EVERY_S = 0.2
_SETTINGS = (
    "search.encoder",
    "models.embedding",
    "models.ollama_urls",
    "models.openai_urls",
    "models.local_file",
)


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
        self._closing = False
        self._leave: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._loop, name="neurodesk-vectors", daemon=True)

    def start(self) -> Self:
        """Begin; what an earlier run left undone is done first."""
        if self._profile.search_encoder is not None:
            self._leave = self._profile.bus.subscribe(self._noted)
            self._thread.start()
        return self

    def close(self) -> None:
        """Stop after the current step; the next start goes on."""
        self._leave()
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        while self._thread.is_alive():
            # A node may be silent for minutes; asked again, because a call may have begun just now.
            encoder = self._encoder()
            if isinstance(encoder, RemoteEmbedder):
                encoder.break_off()
            self._thread.join(_BREAK_EVERY_S)

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def renew(self) -> None:
        """Replace the vectors of a former encoder; the curator asked for it."""
        want_renewal(self._profile.database, self._profile.clock)

    def _noted(self, changes: ChangeSet) -> None:
        # Steps that this very thread stores are changes of vectors too, and no reason to look again.
        asked = (Kind.VECTORS, RENEWAL) in changes.items
        set_anew = any(changes.touches(Kind.SETTING, key) for key in _SETTINGS)
        if changes.touches(Kind.NODE) or asked or set_anew:
            with self._wake:
                self._wanted = True
                self._wake.notify_all()

    def _loop(self) -> None:
        try:
            again_s: float | None = None
            while True:
                with self._wake:
                    while not self._wanted and not self._closing:
                        if not self._wake.wait(again_s):
                            break
                    if self._closing:
                        return
                    self._wanted = False
                again_s = self._index()
        finally:
            self._profile.database.release_reader()

    def _encoder(self) -> Embedder | None:
        choose = self._profile.search_encoder
        return choose() if choose is not None else None

    def _index(self) -> float | None:
        """Make what is missing; returns the seconds after which to try again, None after the next change."""
        try:
            encoder = self._encoder()
            if encoder is not None:
                index_missing(
                    self._profile.database,
                    encoder,
                    self._profile.clock,
                    progress=self._progress,
                    stop=lambda: self._closing or self._encoder() is not encoder,
                )
        except InfrastructureFault as fault:
            log.info("vectors wait for a node: %s", fault)
            return max(1.0, fault.retry_after_s or AWAY_S)
        except StorageFault as fault:
            # A full disk or a closing profile: the next change tries again, text search works meanwhile.
            log.info("vectors wait: %s", fault)
        except NeuroDeskError as fault:
            log.info("the nodes make no vectors: %s", fault)
            return REFUSED_S
        except Exception:
            log.exception("making vectors failed")
        return None
