"""Where the nodes of a neighbourhood stand: deterministic, no Qt, meant to run in the background.

The whole graph is placed in a process of its own (``providers.graph_map``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]


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
