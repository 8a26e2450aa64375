"""Calibrated similarity of two texts from an encoder, for the code judge (SPEC R4, K6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.ports import Embedder

_KEPT = 4096


def similarity_of(embedder: Embedder) -> Callable[[str, str], float]:
    """Make a function that tells how likely two texts say the same.

    Args:
        embedder: any encoder with a calibration; vectors of the last texts are kept.

    Returns:
        Two texts to a probability, 0..1; 0 when one of them has no vector.
    """

    @lru_cache(maxsize=_KEPT)
    def vector(text: str) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = np.asarray(embedder.encode([text]), dtype=np.float32)
        return vectors.reshape(-1)

    def similarity(one: str, other: str) -> float:
        left, right = vector(one), vector(other)
        if not left.any() or not right.any():
            return 0.0
        return embedder.probability(float(left @ right))

    return similarity
