"""Links: broken ones, articles that nothing leads to, and how central an article is (SPEC G1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    edges: dict[tuple[int, int], None] = {}
    broken: dict[int, list[ScanLink]] = {}
    for src, dst in linked:
        one, other = place.get(src), place.get(dst)
        if one is not None and other is not None and one != other:
            edges[(one, other)] = None
    for link in links:
        source = place.get(link.src)
        if source is None:
            continue
        if link.broken:
            broken.setdefault(source, []).append(link)
        target = place.get(link.target_id) if link.target_id else None
        if target is not None and target != source:
            edges[(source, target)] = None
    outbound = np.bincount([a for a, _ in edges], minlength=len(ids)).tolist()
    inbound = np.bincount([b for _, b in edges], minlength=len(ids)).tolist()
    with_links = sum(1 for a, b in zip(inbound, outbound, strict=True) if a or b)
    return Linkage(
        inbound, outbound, _centrality(len(ids), list(edges)), broken, with_links / len(ids) if ids else 0.0
    )


def _centrality(count: int, edges: list[tuple[int, int]]) -> list[float]:
    if not edges:
        return [0.0] * count
    graph: rx.PyDiGraph[int, None] = rx.PyDiGraph(multigraph=False)
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
    return [round(float(one), 6) for one in scaled]
