"""Links: broken ones, articles that nothing leads to, and how central an article is (SPEC G1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter

import numpy as np
import rustworkx as rx

from neurodesk.domain.scanning import ScanLink


@dataclass(frozen=True, slots=True)
class Linkage:
    """The link graph of a knowledge base.

    Attributes:
        inbound, outbound: how many other articles link to each article, and how many it links to.
        centrality: PageRank of each article, scaled so that the most central has 1.
        broken: broken links of each article that has any.
        linked_share: share of articles with any link to or from another.
    """

    inbound: Sequence[int]
    outbound: Sequence[int]
    centrality: Sequence[float]
    broken: dict[int, list[ScanLink]]
    linked_share: float


def read_linkage(
    ids: Sequence[str], links: Sequence[ScanLink], linked: Sequence[tuple[str, str]] = ()
) -> Linkage:
    """Read the link graph once: linear in articles and links."""
    place = {one: index for index, one in enumerate(ids)}
    broken: dict[int, list[ScanLink]] = {}
    sources = list(map(place.get, map(itemgetter(0), linked), repeat(-1)))
    targets = list(map(place.get, map(itemgetter(1), linked), repeat(-1)))
    for link in links:
        source = place.get(link.src)
        if source is None:
            continue
        if link.broken:
            broken.setdefault(source, []).append(link)
        if link.target_id:
            sources.append(source)
            targets.append(place.get(link.target_id, -1))
    count = len(ids)
    edges = np.stack([np.asarray(sources, np.int64), np.asarray(targets, np.int64)], axis=1)
    edges = edges[(edges.min(axis=1) >= 0) & (edges[:, 0] != edges[:, 1])]
    edges = np.stack(np.divmod(np.unique(edges[:, 0] * max(1, count) + edges[:, 1]), max(1, count)), axis=1)
    outbound = np.bincount(edges[:, 0], minlength=count)
    inbound = np.bincount(edges[:, 1], minlength=count)
    with_links = int(np.count_nonzero(inbound + outbound))
    return Linkage(
        inbound.tolist(),
        outbound.tolist(),
        _centrality(count, list(zip(edges[:, 0].tolist(), edges[:, 1].tolist(), strict=True))),
        broken,
        with_links / count if count else 0.0,
    )


def _centrality(count: int, edges: list[tuple[int, int]]) -> list[float]:
    if not edges:
        return [0.0] * count
    graph: rx.PyDiGraph[int, None] = rx.PyDiGraph()
    graph.add_nodes_from(list(range(count)))
    graph.add_edges_from_no_data(edges)
    ranks = rx.pagerank(graph, alpha=0.85, max_iter=60, tol=1e-6)
    values = np.fromiter((ranks[index] for index in range(count)), float, count)
    lowest, highest = float(values.min()), float(values.max())
    if highest <= lowest:
        return [0.0] * count
    # The logarithm keeps one famous article from making all others equal.
    scaled = np.log1p((values - lowest) / max(lowest, 1e-12)) / np.log1p(
        (highest - lowest) / max(lowest, 1e-12)
    )
    return [round(one, 6) for one in scaled.tolist()]
