"""The encoder of search over the pool of nodes: its profile, its calibration, its absence (SPEC K6, M7).

A vector is comparable only with vectors of the same model in the same version. So the version is pinned: a
call goes to nodes that hold it, and vectors of another one get a profile of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import json
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from neurodesk import resources
from neurodesk.domain.calibration import KnownPair, calibrated, probability
from neurodesk.domain.errors import InfrastructureFault, TaskFault
from neurodesk.domain.model_calls import INDEXING, Caller, caller
from neurodesk.domain.ports import EmbeddingProfile, RemoteEmbedder
from neurodesk.providers.models.embed_texts import TextEmbedder
from neurodesk.providers.models.pool import ModelPool
from neurodesk.providers.models.pool_nodes import ended
from neurodesk.storage.embedding_profiles import EmbeddingProfiles

T = TypeVar("T")
PAIRS_FILE = ("models", "calibration-pairs.json")
# What embedding models reach on the shipped pairs lies above .95; letters in common reach .70, lengths .61, a
# language model's own states less than one half, and chance alone up to .60, because the pairs are few.
LEAST_SEPARATION = 0.80


def known_pairs() -> list[KnownPair]:
    """Return the shipped pairs."""
    found = json.loads(resources.text(*PAIRS_FILE))
    return [KnownPair(*row) for row in found["pairs"]]


class PoolEncoder(RemoteEmbedder):
    """Turns texts into unit vectors by the nodes' embedding model (fills ``domain.ports.Embedder``).

    For threads: each call waits for its answer. A call has the class of its caller (``domain.model_calls``):
    what the person at the desk asks is interactive, indexing is autonomous.

    Args:
        pool: makes the calls.
        model: the embedding model that is set, asked at each use.
        profiles: what was calibrated before.
    """

    def __init__(self, pool: ModelPool, model: Callable[[], str], profiles: EmbeddingProfiles) -> None:
        self._pool = pool
        self._model = model
        self._profiles = profiles
        self._lock = threading.Lock()
        self._calibrating = threading.Lock()
        self._known: dict[tuple[str, str], EmbeddingProfile] = {}
        self._embedders: dict[tuple[str, str], TextEmbedder] = {}
        self._running: dict[asyncio.Task[Any], tuple[asyncio.AbstractEventLoop, Caller]] = {}

    # -- which vectors ----------------------------------------------------------------------------------

    @property
    def profile(self) -> EmbeddingProfile:
        """The profile of the model that the nodes hold now; a new one is calibrated first.

        Raises:
            InfrastructureFault: ``model_unavailable``: no node has the model now.
            TaskFault: ``encoder_unusable``: its vectors tell nothing apart, or the node refuses it.
        """
        model = self._model()
        self._run(lambda: self._pool.refresh(model, wait=caller() == INDEXING))
        digest = self._digest(model)
        if digest is None:
            raise self._away(model, self._pool.fault_of(model))
        found = self._settled(model, digest)
        if found is None:
            with self._calibrating:
                found = self._settled(model, digest) or self._calibrate(model, digest)
        return found

    @property
    def present(self) -> EmbeddingProfile | None:
        """The profile as known without asking anybody: of what the nodes hold, else the last one."""
        model = self._model()
        digest = self._digest(model)
        return self._profiles.newest(model) if digest is None else self._settled(model, digest)

    @property
    def fault(self) -> str:
        """Return "" when a node can be asked, else the code of what is missing."""
        fault = self._pool.fault_of(self._model())
        return "" if fault == "model_digests_differ" else fault

    def _away(self, model: str, why: str) -> InfrastructureFault:
        wait_s = self._pool.retry_after_s(model)
        return InfrastructureFault(
            "model_unavailable", retry_after_s=wait_s, model=model, fault=why, detail=""
        )

    def _digest(self, model: str) -> str | None:
        """Return the version to use: one whose vectors are stored, else the most frequent; None without."""
        with self._pool.queue.lock:
            nodes = self._pool.nodes.with_model(model)
            held = [found.digest for one in nodes if (found := one.has(model)) is not None]
        if not held:
            return None
        for one in self._profiles.of(model):
            if one.digest in held:
                return one.digest
        return min(held, key=lambda one: (-held.count(one), one))

    def _settled(self, model: str, digest: str) -> EmbeddingProfile | None:
        with self._lock:
            found = self._known.get((model, digest))
        if found is None:
            found = next((one for one in self._profiles.of(model) if one.digest == digest), None)
            if found is not None:
                with self._lock:
                    self._known[model, digest] = found
        return found

    def _calibrate(self, model: str, digest: str) -> EmbeddingProfile:
        pairs = known_pairs()
        texts = [text for pair in pairs for text in (pair.one, pair.other)]
        rows = self._rows(model, digest, texts)
        width = len(rows[0])
        if not width or any(len(row) != width for row in rows):
            raise TaskFault("encoder_unusable", model=model, separation=0.0)
        both = [(rows[at], rows[at + 1]) for at in range(0, len(rows), 2)]
        found = calibrated(pairs, both)
        if found.separation < LEAST_SEPARATION or found.slope <= 0.0:
            raise TaskFault("encoder_unusable", model=model, separation=round(found.separation, 3))
        profile = EmbeddingProfile(model, digest, width, True, (found.slope, found.intercept))
        self._profiles.keep(profile)
        with self._lock:
            self._known[model, digest] = profile
        return profile

    # -- calls ------------------------------------------------------------------------------------------

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of shape (number of texts, dimension); an empty text gives zeros.

        Raises:
            InfrastructureFault, TaskFault: as ``profile``.
        """
        profile = self.profile
        vectors = np.zeros((len(texts), profile.dimension), np.float32)
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if not filled:
            return vectors
        rows = self._rows(profile.model, profile.digest, [texts[place] for place in filled])
        if any(len(row) != profile.dimension for row in rows):
            # The node holds another model under this name than it said: nothing of that is kept.
            raise self._away(profile.model, "other_version")
        vectors[filled] = np.asarray(rows, np.float32)
        return vectors

    def probability(self, cosine: float) -> float:
        """Return the calibrated probability that two texts say the same, 0..1."""
        profile = self.present
        return probability(*profile.calibration, cosine) if profile is not None else 0.0

    def break_off(self) -> None:
        """End the calls that make vectors in the background; they raise an InfrastructureFault."""
        with self._lock:
            running = [(loop, task) for task, (loop, who) in self._running.items() if who == INDEXING]
        for loop, task in running:
            with contextlib.suppress(RuntimeError):  # its loop has ended meanwhile
                loop.call_soon_threadsafe(task.cancel)

    def _rows(self, model: str, digest: str, texts: Sequence[str]) -> list[list[float]]:
        with self._lock:
            embedder = self._embedders.setdefault((model, digest), TextEmbedder(self._pool, model, digest))
        return self._run(lambda: embedder.vectors(texts))

    def _run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do something of the pool's on this thread; beside it where a loop runs here already."""

        async def whole() -> T:
            doing = asyncio.create_task(work())
            with self._lock:
                self._running[doing] = asyncio.get_running_loop(), caller()
            try:
                await asyncio.wait({doing})  # only ``break_off`` cancels the task alone
                if doing.cancelled():
                    raise self._away(self._model(), "cancelled")
                return doing.result()
            finally:
                with self._lock:
                    self._running.pop(doing, None)
                await ended(doing)
                await self._pool.aclose()

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(whole())
        context = contextvars.copy_context()
        with ThreadPoolExecutor(1, thread_name_prefix="neurodesk-embed") as beside:
            return beside.submit(context.run, asyncio.run, whole()).result()
