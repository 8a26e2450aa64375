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
    keys: NDArray[np.uint64], lengths: NDArray[np.int64], shingles: Callable[[int], Sequence[int]]
) -> list[Copy]:
    """Return pairs of near-copies in order.

    Args:
        keys: sampled shingles of all articles, one article after another.
        lengths: how many of them each article has.
        shingles: gives all shingles of one article; asked for likely copies only.
    """
    if not len(keys):
        return []
    count = len(lengths)
    owners = np.repeat(np.arange(count, dtype=np.int64), lengths)
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    codes: list[NDArray[np.int64]] = []
    for size in range(2, MOST_HOLDERS + 1):
        chosen = starts[sizes == size]
        if not len(chosen):
            continue
        rows = np.sort(owners[chosen[:, None] + np.arange(size)[None, :]], axis=1)
        i, j = np.triu_indices(size, 1)
        codes.append((rows[:, i] * count + rows[:, j]).ravel())
    if not codes:
        return []
    pairs, shared = np.unique(np.concatenate(codes), return_counts=True)
    smaller = np.minimum(lengths[pairs // count], lengths[pairs % count])
    likely = (shared >= np.minimum(LEAST_SHARED, smaller)) & (shared / smaller >= NEAR_COPY * 0.7)
    found = []
    for code in pairs[likely].tolist():
        first, second = divmod(code, count)
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
