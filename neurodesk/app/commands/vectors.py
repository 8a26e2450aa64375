"""Background indexing of vectors: what is missing, in small steps that can be stopped (SPEC K6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from neurodesk.domain.ports import Clock, Embedder
from neurodesk.pipeline.sentence_windows import vector_texts
from neurodesk.storage.db import Database, Lane
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
    lane lets leases and decisions pass.

    Args:
        database: the open database.
        embedder: the current encoder.
        clock: for the date of a new embedding profile.
        progress: told (done, total) of passages.
        stop: asked before each step.
        renew_foreign: replace vectors of another encoder; the curator's word (SPEC K6).
    """
    profile_id = database.write(lambda tx: ensure_profile(tx, embedder.profile, clock.time()), lane=Lane.BULK)
    state = database.read(lambda rx: vector_state(rx, embedder.profile))
    total = state.passages - state.indexed - (0 if renew_foreign else state.foreign)
    done = after = 0
    while True:
        if stop is not None and stop():
            return Indexed(done, complete=False)
        passages = database.read(
            lambda rx, after=after: passages_without_vectors(  # type: ignore[misc]
                rx, embedder.profile, after, _STEP, renew_foreign=renew_foreign
            )
        )
        if not passages:
            return Indexed(done, complete=True)
        texts = [vector_texts(one.title, one.heading, one.text) for one in passages]
        flat = cast("NDArray[np.float32]", embedder.encode([text for group in texts for text in group]))
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
