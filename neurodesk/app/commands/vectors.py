"""Background indexing of vectors: what is missing, in small steps that can be stopped (SPEC K6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.model_calls import INDEXING, calling
from neurodesk.domain.ports import Clock, Embedder, EmbeddingProfile, RemoteEmbedder
from neurodesk.pipeline.sentence_windows import vector_texts
from neurodesk.storage.db import Database, Lane, Rx, Tx
from neurodesk.storage.vector_index import (
    StoredVectors,
    ensure_profile,
    pack_vectors,
    passages_without_vectors,
    store_vectors,
    vector_state,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STEP = 64
# Over the network a step takes as long as a generation; what a crash loses stays small.
_REMOTE_STEP = 8
# In ``app_state``: the encoder for which the curator wants the vectors renewed, any when "*".
_WISH = "vectors.renew"
ANY_ENCODER = "*"
RENEWAL = "renewal"


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a run did; ``complete`` is False when it was stopped."""

    done: int
    complete: bool


def index_missing(
    database: Database,
    embedder: Embedder,
    clock: Clock,
    *,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    renew_foreign: bool = False,
) -> Indexed:
    """Make the vectors of every passage that lacks them; call it on a background thread.

    Each step is stored before the next begins, so that a stop or a crash loses one step at most. The bulk
    lane lets leases and decisions pass. Calls to nodes are autonomous: whoever asks passes them.

    Args:
        database: the open database.
        embedder: the current encoder.
        clock: for the date of a new embedding profile.
        progress: told (done, total) of passages.
        stop: asked before each step.
        renew_foreign: replace vectors of another encoder; the curator's word (SPEC K6). It is kept until that
            is done: a later run goes on with it.

    Raises:
        InfrastructureFault, TaskFault: the nodes cannot make vectors now; what is stored stays.
    """
    with calling(INDEXING):
        profile = embedder.profile
        profile_id = database.write(lambda tx: ensure_profile(tx, profile, clock.time()), lane=Lane.BULK)
        if renew_foreign:
            database.write(lambda tx: _wish(tx, profile.key, clock.time()))
        renew = database.read(lambda rx: rx.scalar(_READ_WISH, (_WISH,))) in (ANY_ENCODER, profile.key)
        indexed = _index(database, embedder, profile, profile_id, progress, stop, renew)
    if indexed.complete and renew:
        database.write(lambda tx: tx.execute("DELETE FROM app_state WHERE key = ?", (_WISH,)))
    return indexed


_READ_WISH = "SELECT value FROM app_state WHERE key = ?"


def want_renewal(database: Database, clock: Clock) -> ChangeSet:
    """Replace the vectors of a former encoder by the present one's, in the background; the curator's word."""

    def wish(tx: Tx) -> None:
        _wish(tx, ANY_ENCODER, clock.time())
        tx.changed(Kind.VECTORS, RENEWAL)

    database.write(wish)
    return ChangeSet.of((Kind.VECTORS, RENEWAL))


def renewal_wanted(rx: Rx) -> bool:
    """Tell whether a renewal was asked for and is not done."""
    return rx.scalar(_READ_WISH, (_WISH,)) is not None


def _wish(tx: Tx, key: str, at: float) -> None:
    tx.execute("INSERT OR REPLACE INTO app_state (key, value, at) VALUES (?, ?, ?)", (_WISH, key, at))


def _index(
    database: Database,
    embedder: Embedder,
    profile: EmbeddingProfile,
    profile_id: int,
    progress: Callable[[int, int], None] | None,
    stop: Callable[[], bool] | None,
    renew_foreign: bool,
) -> Indexed:
    step = _REMOTE_STEP if isinstance(embedder, RemoteEmbedder) else _STEP
    state = database.read(lambda rx: vector_state(rx, profile))
    total = state.passages - state.indexed - (0 if renew_foreign else state.foreign)
    done = after = 0
    while True:
        if stop is not None and stop():
            return Indexed(done, complete=False)
        passages = database.read(
            lambda rx, after=after: passages_without_vectors(  # type: ignore[misc]
                rx, profile, after, step, renew_foreign=renew_foreign
            )
        )
        if not passages:
            return Indexed(done, complete=True)
        texts = [vector_texts(one.title, one.heading, one.text) for one in passages]
        flat = cast("NDArray[np.float32]", embedder.encode([text for group in texts for text in group]))
        if embedder.profile.key != profile.key:  # another version since the beginning: it gets its own
            raise InfrastructureFault(
                "model_unavailable", model=profile.model, fault="other_version", detail=""
            )
        packed: list[StoredVectors] = []
        start = 0
        for one, group in zip(passages, texts, strict=True):
            packed.append(pack_vectors(one.chunk_id, flat[start : start + len(group)]))
            start += len(group)
        database.bulk(packed, lambda tx, one: store_vectors(tx, profile_id, one)).result()
        after = passages[-1].chunk_id
        done += len(passages)
        if progress is not None:
            progress(done, max(total, done))
