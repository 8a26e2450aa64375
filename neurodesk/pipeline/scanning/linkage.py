"""Links: broken ones, articles that nothing leads to, and how central an article is (SPEC G1)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.scanning import ScanLink
from neurodesk.pipeline.scanning.table import Ints

DAMPING = 0.85
MOST_ROUNDS = 60
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Linkage:
    """The link graph of a knowledge base.

    Attributes:
        inbound, outbound: how many other articles link to each article, and how many it links to.
        centrality: PageRank of each article, scaled so that the most central has 1.
        broken: broken links of each article that has any.
        linked_share: share of articles with any link to or from another.
        sources, targets: places of the articles at the ends of each link, without repeats, in order.
    """

    inbound: Sequence[int]
    outbound: Sequence[int]
    centrality: Sequence[float]
    broken: dict[int, list[ScanLink]]
    linked_share: float
    sources: Ints
    targets: Ints


def read_linkage(
    ids: Sequence[str],
    links: Sequence[ScanLink],
    linked: Sequence[tuple[str, str]] = (),
    former: Linkage | None = None,
    touched: AbstractSet[str] = frozenset(),
) -> Linkage:
    """Read the link graph once: linear in articles and links.

    Args:
        ids: the articles.
        links: links as written; those without a broken one in them may stand in ``linked`` instead.
        linked: pairs of ids of which the first links to the second.
        former: of the same articles, when only ``touched`` ones have other links now; ``linked`` then holds
            all of theirs, and no others.
    """
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
    ends = np.asarray(sources, np.int64), np.asarray(targets, np.int64)
    if former is not None:
        renewed = np.zeros(count, bool)
        renewed[[place[one] for one in touched if one in place]] = True
        stays = ~renewed[former.sources]
        ends = np.r_[former.sources[stays], ends[0]], np.r_[former.targets[stays], ends[1]]
    known = (ends[0] >= 0) & (ends[1] >= 0) & (ends[0] != ends[1])
    codes = np.sort(ends[0][known] * count + ends[1][known])
    codes = codes[np.r_[True, codes[1:] != codes[:-1]]] if len(codes) else codes
    ends = np.divmod(codes, max(1, count))
    outbound, inbound = (np.bincount(one, minlength=count) for one in ends)
    with_links = int(np.count_nonzero(inbound + outbound))
    return Linkage(
        inbound.tolist(),
        outbound.tolist(),
        _centrality(count, *ends, outbound),
        broken,
        with_links / count if count else 0.0,
        *ends,
    )


def _centrality(count: int, sources: Ints, targets: Ints, outbound: Ints) -> list[float]:
    if not len(sources):
        return [0.0] * count
    values = pagerank(count, sources, targets, outbound)
    lowest, highest = float(values.min()), float(values.max())
    if highest <= lowest:
        return [0.0] * count
    # The logarithm keeps one famous article from making all others equal.
    scaled = np.log1p((values - lowest) / max(lowest, 1e-12)) / np.log1p(
        (highest - lowest) / max(lowest, 1e-12)
    )
    return [round(one, 6) for one in scaled.tolist()]


def pagerank(count: int, sources: Ints, targets: Ints, outbound: Ints) -> NDArray[np.float64]:
    """Return the PageRank of each article by power iteration over arrays; a graph of objects takes longer to
    make.

    Args:
        count: articles.
        sources, targets: ends of each link, without repeats.
        outbound: links that leave each article.
    """
    ranks = np.full(count, 1.0 / count)
    shares = np.where(outbound > 0, 1.0 / np.maximum(outbound, 1), 0.0)
    dangling = np.flatnonzero(outbound == 0)
    for _ in range(MOST_ROUNDS):
        given = np.bincount(targets, weights=(ranks * shares)[sources], minlength=count)
        rest = (1.0 - DAMPING) + DAMPING * float(ranks[dangling].sum())
        following = DAMPING * given + rest / count
        moved = float(np.abs(following - ranks).sum())
        ranks = following
        if moved < TOLERANCE:
            break
    return ranks
