"""What a process keeps of a scan, so that the next one derives only what changed anew (SPEC G1: incremental).

An article is the same when its packed digest and its language are. The tables of a scan are spliced from
those of the former one, and pairs of sentences updated; both give what making all of it anew gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.scanning import ScanNode
from neurodesk.pipeline.scanning.contradictions import Corpus
from neurodesk.pipeline.scanning.digest import NodeDigest
from neurodesk.pipeline.scanning.sentence_pairs import MOST_KEPT
from neurodesk.pipeline.scanning.table import DigestTable, Ints, Run

# When more articles than this share changed, all of them are read anew: that is faster then.
MOST_CHANGED = 0.05


@dataclass(slots=True)
class KeptScan:
    """Articles, digests and sentences of the former scan; empty before the first."""

    nodes: tuple[ScanNode, ...] = ()
    packed: Sequence[bytes] = ()
    groups: NDArray[np.uint64] | None = None
    corpus: Corpus | None = None
    unpacked: dict[bytes, NodeDigest] = field(default_factory=dict)

    def moved(
        self, nodes: tuple[ScanNode, ...], packed: Sequence[bytes], groups: NDArray[np.uint64]
    ) -> Ints | None:
        """Return for each former article its place now, -1 where it changed or is gone.

        None when all is to be derived anew: there is nothing to go by, or too much changed.
        """
        if self.corpus is None or self.groups is None:
            return None
        count = len(self.nodes)
        if [node.id for node in nodes] == [node.id for node in self.nodes]:
            there = np.arange(count)
        else:
            place = {node.id: index for index, node in enumerate(nodes)}
            there = np.fromiter((place.get(node.id, -1) for node in self.nodes), np.int64, count)
        # One that was renamed stands elsewhere: without it the others keep their order.
        same = np.fromiter(
            (
                at >= 0 and packed[at] == one and nodes[at].path == node.path
                for at, one, node in zip(there.tolist(), self.packed, self.nodes, strict=True)
            ),
            bool,
            count,
        )
        same[same] = groups[there[same]] == self.groups[same]
        if len(nodes) - np.count_nonzero(same) > MOST_CHANGED * len(nodes):
            return None
        return np.where(same, there, -1)

    def table_of(self, packed: Sequence[bytes], moved: Ints | None) -> DigestTable:
        """Return the table of all digests, spliced from the former one where ``moved`` allows."""
        if len(self.unpacked) > len(packed):
            self.unpacked.clear()
        if moved is None or self.corpus is None:
            self.corpus = None
            return DigestTable(packed, self.unpacked)
        former = np.full(len(packed), -1, np.int64)
        former[moved[moved >= 0]] = np.flatnonzero(moved >= 0)
        fresh = np.flatnonzero(former < 0)
        other = DigestTable([packed[index] for index in fresh.tolist()], self.unpacked)
        return self.corpus.table.spliced(_runs(former, fresh), packed, other)

    def take(
        self,
        nodes: tuple[ScanNode, ...],
        packed: Sequence[bytes],
        groups: NDArray[np.uint64],
        corpus: Corpus,
    ) -> None:
        """Keep what a scan derived."""
        self.nodes, self.packed, self.groups = nodes, packed, groups
        self.corpus = corpus if len(corpus.found.entries) <= MOST_KEPT else None


def _runs(former: Ints, fresh: Ints) -> list[Run]:
    """Return runs of articles that stand side by side in the former table or in that of the fresh ones."""
    row = former.copy()
    row[fresh] = np.arange(len(fresh))
    new = former < 0
    if not len(row):
        return []
    begins = np.flatnonzero(np.r_[True, (new[1:] != new[:-1]) | (row[1:] != row[:-1] + 1)])
    sizes = np.diff(np.r_[begins, len(row)])
    return [
        (kind, start, start + size)
        for kind, start, size in zip(new[begins].tolist(), row[begins].tolist(), sizes.tolist(), strict=True)
    ]
