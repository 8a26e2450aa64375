"""Vectors of the loopback node: as near as texts are in meaning, in any dimension (SPEC K6)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurodesk.providers.models.static_encoder import StaticEncoder

LETTERS = 0.05


def meaning_vectors(texts: Sequence[str], dimension: int) -> list[list[float]]:
    """Return vectors of length 1 in which texts of like meaning are near, in German and English.

    They are the shipped encoder's, thrown at random into so many dimensions: what is near stays near. Texts
    without a word that it knows differ by their letters.
    """
    import numpy as np

    found = np.asarray(_encoder().encode(texts), np.float64)
    thrown = np.random.default_rng(dimension).standard_normal((found.shape[1], dimension))
    rows = found @ thrown / dimension**0.5
    rows += LETTERS * np.asarray([letters_vector(one, dimension) for one in texts]).reshape(rows.shape)
    return [[float(one) for one in row / np.linalg.norm(row)] for row in rows]


@functools.cache
def _encoder() -> StaticEncoder:
    from neurodesk.providers.models.static_encoder import StaticEncoder

    return StaticEncoder()


def letters_vector(text: str, dimension: int) -> list[float]:
    """Return a vector of length 1 that depends on the letters alone: like texts get like vectors."""
    counts = [1e-6] * dimension
    for char in text.casefold():
        counts[ord(char) % dimension] += 1.0
    length = sum(one * one for one in counts) ** 0.5
    return [one / length for one in counts]
