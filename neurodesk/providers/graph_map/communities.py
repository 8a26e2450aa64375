"""Communities of a graph by modularity (Blondel et al. 2008), in a fixed order, so deterministically."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
ROUNDS = 8
LEVELS = 4


def communities(count: int, pairs: Ints) -> Ints:
    """Group nodes by modularity, level by level (Blondel et al. 2008), in a fixed order, so
    deterministically.

    Arguments: ``pairs`` of shape (edges, 2) with node indexes. Returns: the group of each node, numbered
    by size.
    """
    links: list[dict[int, float]] = [{} for _ in range(count)]
    for left, right in pairs.tolist():
        if left != right:
            links[left][right] = links[left].get(right, 0.0) + 1
            links[right][left] = links[right].get(left, 0.0) + 1
    member = list(range(count))
    loops = [0.0] * count
    for _level in range(LEVELS):
        labels = _move_nodes(links, loops)
        names = {label: n for n, label in enumerate(sorted(set(labels)))}
        if len(names) == len(labels):
            break
        labels = [names[label] for label in labels]
        member = [labels[group] for group in member]
        links, loops = _merged(links, loops, labels, len(names))
    sizes: dict[int, int] = {}
    for label in member:
        sizes[label] = sizes.get(label, 0) + 1
    rank = {label: n for n, label in enumerate(sorted(sizes, key=lambda label: (-sizes[label], label)))}
    return np.array([rank[label] for label in member], dtype=np.int32)


def _move_nodes(links: list[dict[int, float]], loops: list[float]) -> list[int]:
    """Move each node to the neighbouring group that raises modularity most, until few move."""
    degree = [sum(near.values()) + loop for near, loop in zip(links, loops, strict=True)]
    twice = sum(degree) or 1.0
    labels = list(range(len(links)))
    total = list(degree)
    for _round in range(ROUNDS):
        moved = 0
        for node, near in enumerate(links):
            if not near:
                continue
            own = labels[node]
            votes: dict[int, float] = {own: 0.0}
            for other, weight in near.items():
                votes[labels[other]] = votes.get(labels[other], 0.0) + weight
            total[own] -= degree[node]
            share = degree[node] / twice
            best, best_gain = own, votes[own] - total[own] * share
            for label, weight in votes.items():
                gain = weight - total[label] * share
                if gain > best_gain + 1e-12 or (abs(gain - best_gain) <= 1e-12 and label < best != own):
                    best, best_gain = label, gain
            total[best] += degree[node]
            labels[node] = best
            moved += best != own
        if moved <= len(links) // 200:
            break
    return labels


def _merged(
    links: list[dict[int, float]], loops: list[float], labels: list[int], count: int
) -> tuple[list[dict[int, float]], list[float]]:
    """Make each group one node of the next level; links inside become its loop."""
    merged: list[dict[int, float]] = [{} for _ in range(count)]
    inner = [0.0] * count
    for node, near in enumerate(links):
        group = labels[node]
        inner[group] += loops[node]
        for other, weight in near.items():
            if labels[other] == group:
                inner[group] += weight
            else:
                merged[group][labels[other]] = merged[group].get(labels[other], 0.0) + weight
    return merged, inner
