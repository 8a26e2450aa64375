"""Places of a whole graph: communities and their inside by a library's spring layout (rustworkx).

Deterministic. What has a place keeps it: a new node comes beside its neighbours, and what is linked to
nothing old is laid out beside the map.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import rustworkx as rx

from neurodesk.domain.graph_map import MapShape, Place
from neurodesk.providers.graph_map.communities import Ints, communities

Ids = npt.NDArray[np.signedinteger]
Floats = npt.NDArray[np.float64]
Tell = Callable[[str, int, int], None]
GOLDEN = math.pi * (3 - math.sqrt(5))
SEED = 7
# px at 100 %: the disc of a community of n nodes has the radius ROOM_PX * sqrt(n).
ROOM_PX = 17.0
# Around each disc stays room for its name.
APART_PX = 36.0
NEAR_PX = 20.0
SPACED_PX = 27.0
MOST_SPRUNG = 300
# Spring layouts cost by the square of the nodes; this many steps of one pair take about half a second.
PAIR_STEPS = 40_000_000
RELAXED_NODES = 700


def arrange(shape: MapShape, tell: Tell, budget_s: float) -> list[Place]:
    """Place every node.

    Arguments: ``tell`` hears (stage, done, total); after ``budget_s`` seconds the rest is
    placed in spirals. Returns: the places in order.
    """
    if not shape.sources:
        return []
    until = time.monotonic() + budget_s
    if shape.placed:
        return _add_new(shape, tell, until)
    return _lay_out(shape.sources, np.array(shape.pairs, dtype=np.int32).reshape(-1, 2), tell, until)


# -- everything anew ------------------------------------------------------------------------------------


def _lay_out(sources: Sequence[str], pairs: Ints, tell: Tell, until: float) -> list[Place]:
    count = len(sources)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    tell("communities", 0, 0)
    groups = _grouped(sources, pairs)
    sizes = np.bincount(groups)
    degree = np.bincount(pairs.ravel(), minlength=count)
    order = np.argsort(groups, kind="stable")
    starts = np.concatenate(([0], np.cumsum(sizes)))
    inside = _pairs_inside(pairs, groups, len(sizes))
    places = np.zeros((count, 2))
    for group, size in enumerate(sizes.tolist()):
        if group % 8 == 0 or size > 500:
            tell("inside", group, len(sizes))
        members = order[starts[group] : starts[group + 1]]
        links = inside.get(group)
        if links is None or size < 3 or time.monotonic() > until:
            places[members] = _spiral(members, degree)
        else:
            places[members] = _sprung(members, links)
    tell("between", len(sizes), len(sizes))
    places += _centres(groups, pairs, sizes)[groups]
    return [(round(x, 1), round(y, 1), int(g)) for (x, y), g in zip(places.tolist(), groups, strict=True)]


def _grouped(sources: Sequence[str], pairs: Ints) -> Ints:
    """Return the community of each node, by size; nodes without any link go together by their source."""
    groups = communities(len(sources), pairs).astype(np.int64)
    linked = np.zeros(len(sources), dtype=bool)
    linked[pairs.ravel()] = True
    base = len(sources)
    names = {source: n for n, source in enumerate(sorted(set(sources)))}
    for node in np.flatnonzero(~linked).tolist():
        groups[node] = base + names[sources[node]]
    labels, inverse, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    rank = np.empty(len(labels), dtype=np.int32)
    rank[np.lexsort((labels, -sizes))] = np.arange(len(labels))
    found: Ints = rank[inverse]
    return found


def _pairs_inside(pairs: Ints, groups: Ints, count: int) -> dict[int, Ints]:
    ends = groups[pairs]
    same = pairs[ends[:, 0] == ends[:, 1]]
    if not len(same):
        return {}
    owner = groups[same[:, 0]]
    order = np.argsort(owner, kind="stable")
    same, owner = same[order], owner[order]
    edges = np.searchsorted(owner, np.arange(count + 1))
    return {g: same[edges[g] : edges[g + 1]] for g in range(count) if edges[g + 1] > edges[g]}


def _spiral(members: Ids, degree: npt.NDArray[np.int64]) -> Floats:
    """Place nodes in a spiral, the best-linked in the middle."""
    rank = np.empty(len(members), dtype=np.int64)
    rank[np.lexsort((members, -degree[members]))] = np.arange(len(members))
    radius = ROOM_PX * np.sqrt(rank + 0.35)
    return np.stack((radius * np.cos(rank * GOLDEN), radius * np.sin(rank * GOLDEN)), axis=1)


def _sprung(members: Ids, links: Ints) -> Floats:
    """Place the nodes of one community by springs, spread evenly over its disc."""
    size = len(members)
    index = {node: n for n, node in enumerate(members.tolist())}
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(index[a], index[b], 1.0) for a, b in links.tolist()])
    steps = max(5, min(60, PAIR_STEPS // (size * size)))
    found = rx.spring_layout(graph, seed=SEED, num_iter=steps)
    places = np.array([found[n] for n in range(size)])
    places -= places.mean(axis=0)
    distance = np.hypot(places[:, 0], places[:, 1]) + 1e-9
    rank = np.empty(size)
    rank[np.argsort(distance, kind="stable")] = np.arange(size)
    # Springs crowd the middle: most of the distance is by rank, so that the disc fills evenly.
    even = np.sqrt((rank + 0.5) / size)
    wanted = ROOM_PX * math.sqrt(size) * (0.75 * even + 0.25 * distance / distance.max())
    places *= (wanted / distance)[:, None]
    return _parted(places, ROOM_PX * math.sqrt(size)) if size <= RELAXED_NODES else places


def _parted(places: Floats, radius: float) -> Floats:
    """Move nodes apart that are too close, until they fill their disc."""
    for _round in range(16):
        gap = places[:, None, :] - places[None, :, :]
        distance = np.sqrt((gap**2).sum(axis=2)) + 1e-6
        overlap = np.maximum(0, SPACED_PX - distance)
        np.fill_diagonal(overlap, 0)
        if overlap.max(initial=0) < 1:
            break
        places = places + (gap / distance[..., None] * overlap[..., None]).sum(axis=1) * 0.25
        outside = np.hypot(places[:, 0], places[:, 1])
        places *= np.minimum(1, radius / (outside + 1e-9))[:, None]
    return places


def _centres(groups: Ints, pairs: Ints, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    count = len(sizes)

    radii = ROOM_PX * np.sqrt(sizes) + APART_PX
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
    # Begun crowded and pushed apart, the discs end close beside one another.
    spread = float(np.sqrt((radii**2).sum())) * 0.35
    for group in range(kept):
        centres[group] = np.array(placed[group]) * spread
    _push_apart(centres[:kept], radii[:kept])
    if count > kept:  # the many small ones go around, in a spiral
        edge = float(np.abs(centres[:kept]).max(initial=0)) + float(radii[:kept].max(initial=0)) + APART_PX
        rest = np.arange(count - kept)
        radius = edge + 30 * np.sqrt(rest)
        centres[kept:, 0] = radius * np.cos(rest * GOLDEN)
        centres[kept:, 1] = radius * np.sin(rest * GOLDEN)
    return centres


def _push_apart(centres: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]) -> None:
    """Move discs until none overlaps another, in place."""
    for _round in range(400):
        gap = centres[:, None, :] - centres[None, :, :]
        distance = np.sqrt((gap**2).sum(axis=2)) + 1e-6
        overlap = np.maximum(0, radii[:, None] + radii[None, :] - distance)
        np.fill_diagonal(overlap, 0)
        if overlap.max(initial=0) < 1:
            return
        centres += (gap / distance[..., None] * overlap[..., None]).sum(axis=1) * 0.3


# -- what is new --------------------------------------------------------------------------------------


def _add_new(shape: MapShape, tell: Tell, until: float) -> list[Place]:
    """Place what has no place yet; nothing else moves."""
    count = len(shape.sources)
    near: dict[int, list[int]] = defaultdict(list)
    for a, b in shape.pairs:
        if a != b and not (a in shape.placed and b in shape.placed):
            near[a].append(b)
            near[b].append(a)
    placed = dict(shape.placed)
    taken = _Taken(placed.values())
    waiting = [node for node in range(count) if node not in placed]
    total = len(waiting)
    while waiting:
        tell("new", total - len(waiting), total)
        ring = [node for node in waiting if any(other in placed for other in near[node])]
        if not ring:
            break
        for node in ring:
            beside = [placed[other] for other in near[node] if other in placed]
            group = min(Counter(one[2] for one in beside).items(), key=lambda one: (-one[1], one[0]))[0]
            own = [one for one in beside if one[2] == group]
            x, y = sum(one[0] for one in own) / len(own), sum(one[1] for one in own) / len(own)
            placed[node] = (*taken.free(x, y), group)
        waiting = [node for node in waiting if node not in placed]
    waiting = _join_loose(shape, near, placed, taken, waiting)
    if waiting:
        _lay_beside(shape, placed, waiting, tell, until)
    return [placed[node] for node in range(count)]


def _join_loose(
    shape: MapShape,
    near: dict[int, list[int]],
    placed: dict[int, Place],
    taken: _Taken,
    waiting: Sequence[int],
) -> list[int]:
    """Put new nodes without a link to the unlinked ones of their source; returns what is left."""
    linked = {node for pair in shape.pairs for node in pair}
    loose: dict[str, list[Place]] = defaultdict(list)
    for node, place in shape.placed.items():
        if node not in linked:
            loose[shape.sources[node]].append(place)
    left = []
    for node in waiting:
        beside = loose.get(shape.sources[node])
        if near[node] or not beside:
            left.append(node)
            continue
        group = min(Counter(one[2] for one in beside).items(), key=lambda one: (-one[1], one[0]))[0]
        own = [one for one in beside if one[2] == group]
        x, y = sum(one[0] for one in own) / len(own), sum(one[1] for one in own) / len(own)
        placed[node] = (*taken.free(x, y), group)
    return left


def _lay_beside(
    shape: MapShape, placed: dict[int, Place], waiting: Sequence[int], tell: Tell, until: float
) -> None:
    """Lay out what touches nothing old as a map of its own, to the right of the map."""
    index = {node: n for n, node in enumerate(waiting)}
    pairs = [(index[a], index[b]) for a, b in shape.pairs if a in index and b in index]
    made = _lay_out(
        [shape.sources[node] for node in waiting],
        np.array(pairs, dtype=np.int32).reshape(-1, 2),
        tell,
        until,
    )
    old = list(placed.values())
    right, first = max(one[0] for one in old), max(one[2] for one in old) + 1
    middle = (min(one[1] for one in old) + max(one[1] for one in old)) / 2
    left = min(one[0] for one in made)
    for node, (x, y, group) in zip(waiting, made, strict=True):
        placed[node] = (round(x - left + right + 4 * ROOM_PX, 1), round(y + middle, 1), group + first)


class _Taken:
    """Which places are taken, in a grid."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for x, y, _group in places:
            self._cells[self._cell(x, y)].append((x, y))

    @staticmethod
    def _cell(x: float, y: float) -> tuple[int, int]:
        return math.floor(x / NEAR_PX), math.floor(y / NEAR_PX)

    def free(self, x: float, y: float) -> tuple[float, float]:
        """Take the free place nearest to a point."""
        step = 0
        while True:
            radius = NEAR_PX * 0.6 * math.sqrt(step)
            at = (
                round(x + radius * math.cos(step * GOLDEN), 1),
                round(y + radius * math.sin(step * GOLDEN), 1),
            )
            if self._is_free(*at):
                self._cells[self._cell(*at)].append(at)
                return at
            step += 1

    def _is_free(self, x: float, y: float) -> bool:
        column, row = self._cell(x, y)
        return not any(
            (x - a) ** 2 + (y - b) ** 2 < NEAR_PX**2 * 0.9
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for a, b in self._cells.get((i, j), ())
        )
