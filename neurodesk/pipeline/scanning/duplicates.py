"""Near-duplicates: articles that share most of their rare wording (SPEC G1).

Likely copies come from an inverted index over a sample of each article's shingles; the exact share of rare
shingles is then taken from all of them. Work grows with the text, not with the number of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.shingles import NEAR_COPY

# More holders than this make a run of words common, whatever the size of the knowledge base.
MOST_HOLDERS = 12
LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class Copy:
    """Two articles (indices) with the share of the smaller one's rare wording that stands in the other."""

    first: int
    second: int
    containment: float
    size_ratio: float


def find_copies(
    sketches: Sequence[Sequence[int]],
    shingles: Callable[[int], Sequence[int]],
    changed: NDArray[np.int64] | None = None,
) -> list[Copy]:
    """Return pairs of near-copies in order.

    Args:
        sketches: sampled shingles of each article.
        shingles: gives all shingles of one article; asked for likely copies only.
        changed: only pairs that touch these articles; all when None.
    """
    lengths = [len(one) for one in sketches]
    if not sum(lengths):
        return []
    keys = np.fromiter((value for one in sketches for value in one), np.uint64, sum(lengths))
    owners = np.repeat(np.arange(len(sketches), dtype=np.int64), lengths)
    order = np.argsort(keys, kind="stable")
    keys, owners = keys[order], owners[order]
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    codes: list[NDArray[np.int64]] = []
    for size in range(2, MOST_HOLDERS + 1):
        chosen = starts[sizes == size]
        if not len(chosen):
            continue
        rows = owners[chosen[:, None] + np.arange(size)[None, :]]
        i, j = np.triu_indices(size, 1)
        codes.append((rows[:, i] * len(sketches) + rows[:, j]).ravel())
    if not codes:
        return []
    pairs, shared = np.unique(np.concatenate(codes), return_counts=True)
    smaller = np.minimum(
        np.asarray(lengths)[pairs // len(sketches)], np.asarray(lengths)[pairs % len(sketches)]
    )
    likely = (shared >= np.minimum(LEAST_SHARED, smaller)) & (shared / smaller >= NEAR_COPY * 0.7)
    if changed is not None:
        touched = np.zeros(len(sketches), bool)
        touched[changed] = True
        likely &= touched[pairs // len(sketches)] | touched[pairs % len(sketches)]
    found = []
    for code in pairs[likely].tolist():
        first, second = divmod(code, len(sketches))
        one, other = set(shingles(first)), set(shingles(second))
        less, more = sorted((len(one), len(other)))
        if not less:
            continue
        containment = len(one & other) / less
        if containment >= NEAR_COPY:
            found.append(Copy(first, second, containment, less / more))
    return found


def strength_of(copy: Copy) -> float:
    """Return how surely two articles are one, 0..1; a small part of a large article counts less."""
    return min(1.0, max(0.0, (copy.containment - 0.12) / 0.45)) * (
        0.8 + 0.2 * min(1.0, copy.size_ratio / 0.7)
    )
