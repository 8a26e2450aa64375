"""The floor below which vectors are refused: real encoders pass it by far, nothing else does (SPEC K6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from neurodesk.domain.calibration import calibrated
from neurodesk.providers.models.loopback_vectors import letters_vector, meaning_vectors
from neurodesk.providers.models.pool_encoder import LEAST_SEPARATION, known_pairs
from neurodesk.providers.models.static_encoder import StaticEncoder

Vectors = Callable[[Sequence[str]], Sequence[Sequence[float]]]


def separation(vectors: Vectors) -> float:
    pairs = known_pairs()
    rows = np.asarray(vectors([text for pair in pairs for text in (pair.one, pair.other)]), float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    both = [(rows[at].tolist(), rows[at + 1].tolist()) for at in range(0, len(rows), 2)]
    return calibrated(pairs, both).separation


def three_letters(texts: Sequence[str]) -> Sequence[Sequence[float]]:
    """Count what letters texts have in common by threes: like words, not like meaning."""
    parts = [[text.casefold()[at : at + 3] for at in range(len(text) - 2)] for text in texts]
    names = sorted({one for part in parts for one in part})
    return [[float(part.count(name)) for name in names] for part in parts]


def test_the_pairs_are_of_both_languages_and_of_several_per_topic() -> None:
    pairs = known_pairs()
    assert len(pairs) >= 24
    topics = [one.topic for one in pairs]
    assert all(topics.count(one) >= 2 for one in topics), "near and yet different texts are the hard ones"


@pytest.mark.parametrize("vectors", [StaticEncoder().encode, lambda texts: meaning_vectors(texts, 64)])
def test_real_encoders_pass_by_far(vectors: Vectors) -> None:
    assert separation(vectors) > LEAST_SEPARATION + 0.1


@pytest.mark.parametrize(
    "vectors",
    [
        three_letters,
        lambda texts: [letters_vector(one, 64) for one in texts],
        lambda texts: [[1.0, len(one) / 100] for one in texts],
    ],
    ids=["letters by threes", "letters", "length"],
)
def test_likeness_of_the_surface_does_not_pass(vectors: Vectors) -> None:
    assert separation(vectors) < LEAST_SEPARATION - 0.05


def test_chance_does_not_pass() -> None:
    draws = [np.random.default_rng(seed) for seed in range(40)]
    found = [separation(lambda texts, one=one: one.standard_normal((len(texts), 256))) for one in draws]  # type: ignore[misc]
    assert max(found) < LEAST_SEPARATION - 0.05
