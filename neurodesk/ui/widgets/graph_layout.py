"""Where nodes stand: deterministic, no Qt, meant to run in the background (seconds at most, not minutes)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
GOLDEN = math.pi * (3 - math.sqrt(5))
ROUNDS = 8
LEVELS = 4
SEED = 7


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One node as the graph shows it; ``kind`` article, research_evidence or outcome."""

    id: str
    title: str
    second: str = ""
    kind: str = "article"


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One edge by node ids; ``kind`` as in the specification, ``proposed`` until the curator accepts it."""

    id: str
    source: str
    target: str
    kind: str
    proposed: bool = False
    confidence: float = 1.0


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


def overview_positions(count: int, pairs: Ints) -> tuple[Floats, Ints]:
    """Place a whole graph: communities by a spring layout of their own, nodes in spirals inside them.

    Linear but for the spring over at most 300 communities. Returns: positions (count, 2) and the communities.
    """
    groups = communities(count, pairs)
    sizes = np.bincount(groups, minlength=1) if count else np.zeros(1, dtype=np.int64)
    centres = _group_centres(groups, pairs, sizes)
    degree = np.bincount(pairs.ravel(), minlength=count) if count else np.zeros(0, dtype=np.int64)
    order = np.lexsort((np.arange(count), -degree, groups))
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    within = np.empty(count, dtype=np.int64)
    within[order] = np.arange(count) - starts[groups[order]]
    radius = 12.0 * np.sqrt(within + 0.35)
    angle = within * GOLDEN
    offset = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1)
    return (centres[groups] + offset).astype(np.float32), groups


def _group_centres(groups: Ints, pairs: Ints, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    count = len(sizes)
    import rustworkx as rx  # a heavy import that only the whole-graph layout needs

    radii = 12.0 * np.sqrt(sizes) + 14
    kept = min(count, 300)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(kept)))
    between = groups[pairs]
    between = between[(between[:, 0] != between[:, 1]) & (between.max(axis=1, initial=0) < kept)]
    ordered = np.sort(between, axis=1)
    links, weights = np.unique(ordered, axis=0, return_counts=True)
    graph.add_edges_from([(int(a), int(b), float(w)) for (a, b), w in zip(links, weights, strict=True)])
    placed = rx.spring_layout(graph, seed=SEED, num_iter=60) if kept > 1 else {0: (0.0, 0.0)}
    centres = np.zeros((count, 2))
    spread = float(np.sqrt((radii**2).sum())) * 1.3
    for group in range(kept):
        centres[group] = np.array(placed[group]) * spread
    _push_apart(centres[:kept], radii[:kept])
    if count > kept:  # the many small ones go around, in a spiral
        edge = float(np.abs(centres[:kept]).max(initial=0)) + float(radii[:kept].max(initial=0)) + 40
        rest = np.arange(count - kept)
        radius = edge + 16 * np.sqrt(rest)
        centres[kept:, 0] = radius * np.cos(rest * GOLDEN)
        centres[kept:, 1] = radius * np.sin(rest * GOLDEN)
    return centres


def _push_apart(centres: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]) -> None:
    """Move discs until none overlaps another, in place."""
    for _round in range(120):
        gap = centres[:, None, :] - centres[None, :, :]
        distance = np.sqrt((gap**2).sum(axis=2)) + 1e-6
        overlap = np.maximum(0, radii[:, None] + radii[None, :] - distance)
        np.fill_diagonal(overlap, 0)
        if overlap.max(initial=0) < 1:
            return
        centres += (gap / distance[..., None] * overlap[..., None]).sum(axis=1) * 0.3


def neighbourhood_positions(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], centre: str) -> Floats:
    """Place the neighbourhood of one node: it in the middle, others in rings by distance, pushed apart for
    labels.

    Arguments: at most some hundred nodes. Returns: positions (nodes, 2) in px at 100 %, the centre at (0, 0).
    """
    index = {node.id: n for n, node in enumerate(nodes)}
    linked: list[list[tuple[str, int]]] = [[] for _ in nodes]
    for edge in edges:
        a, b = index.get(edge.source, -1), index.get(edge.target, -1)
        if a >= 0 and b >= 0 and a != b:
            linked[a].append((edge.kind, b))
            linked[b].append((edge.kind, a))
    start = index[centre]
    depth = {start: 0}
    angle = {start: 0.0}
    ring = [start]
    while ring:
        following: list[tuple[str, int]] = []
        for node in ring:
            for kind, other in sorted(linked[node]):
                if other not in depth:
                    depth[other] = depth[node] + 1
                    angle[other] = angle[node]
                    following.append((kind, other))
        if depth[ring[0]] == 0:
            following.sort()
        else:
            following.sort(key=lambda entry: (angle[entry[1]], entry))
        for n, (_kind, node) in enumerate(following):
            angle[node] = 2 * math.pi * n / len(following) - math.pi / 2
        ring = [node for _kind, node in following]
    for node in range(len(nodes)):
        depth.setdefault(node, 3)
        angle.setdefault(node, 2 * math.pi * node / len(nodes))
    crowd = max(1.0, math.sqrt(len(nodes) / 14))
    places = np.array(
        [
            [math.cos(angle[n]) * 250 * depth[n] * crowd, math.sin(angle[n]) * 170 * depth[n] * crowd]
            for n in range(len(nodes))
        ],
        dtype=np.float64,
    )
    return _relax(places, start)


def _relax(places: npt.NDArray[np.float64], pinned: int) -> Floats:
    """Push nodes apart until labels (about 150 x 46 px) do not cover one another; the pinned one stays."""
    room = np.array([165.0, 64.0])
    for _round in range(150):
        gap = places[:, None, :] - places[None, :, :]
        scaled = gap / room
        near = np.sqrt((scaled**2).sum(axis=2))
        np.fill_diagonal(near, 9)
        push = np.maximum(0, 1.05 - near)
        if push.max(initial=0) < 0.02:
            break
        direction = scaled / (near[..., None] + 1e-6)
        # Two nodes at one place part sideways, by index, so that the result is the same each time.
        same = near < 1e-3
        direction[same] = np.array([1.0, 0.3])
        direction[np.tril(same)] *= -1
        places += (direction * push[..., None] * room * 0.4).sum(axis=1)
        places[pinned] = 0
    return places.astype(np.float32)
