"""The digests of all articles side by side in arrays; single ones are unpacked when a finding needs them.

A scan of a large knowledge base looks at numbers of every article and at texts of few: what it looks at of
every article is read from the packed digests in one pass over arrays (SPEC G1: linear).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurodesk.pipeline.scanning.digest import (
    HAS_CODE,
    HEAD,
    LEAF,
    LISTED,
    ROLE_NAMES,
    SECTION,
    SHARED,
    NodeDigest,
    unpack,
)

Ints = NDArray[np.int64]
_RECORD = np.dtype(
    [
        ("key", "<u8"), ("title", "<u8"), ("counted", "<u8"), ("raw", "<u4"),
        ("thin", "u1"), ("flags", "u1"), ("role", "u1"), ("level", "u1"),
    ]
)  # fmt: skip


# Articles from ``start`` to before ``end``: of another table, or of the table itself.
Run = tuple[bool, int, int]
# Columns by what each article has several of; "" for the columns with one row an article.
_COLUMNS = {
    "": (
        "sentences", "spoken", "sketched", "sections", "gaps", "words", "code_lines", "outside_links",
        "releases",
    ),
    "sections": (
        "key", "title", "counted", "raw", "thin", "role", "leaf", "shared", "has_code", "listed",
    ),
    "sentences": ("starts", "ends", "lengths", "denied", "valued"),
    "spoken": ("sentence_words",),
    "sketched": ("sketch",),
}  # fmt: skip


class DigestTable(Sequence[NodeDigest]):
    """Sound packed digests in the order of the articles.

    Args:
        packed: the digests.
        read: digests unpacked before, by their packed form; takes up those unpacked here.

    Attributes:
        words, code_lines, outside_links, gaps, releases: of each article; ``releases`` is a hash, 0 for none.
        sections, sentences, sketched: how many of each an article has.
        node: article of each section; ``key``, ``title``, ``counted``, ``raw``, ``thin``, ``role``, ``leaf``,
            ``shared``, ``has_code``, ``listed``: of each section.
        starts, ends, lengths, denied, valued: of each sentence; ``sentence_words``: word hashes of all in
            order.
        spoken: how many words the sentences of each article have.
        sketch: sampled shingles of all articles in order.
    """

    def __init__(self, packed: Sequence[bytes], read: dict[bytes, NodeDigest] | None = None) -> None:
        self._packed: Sequence[bytes] = packed
        self._read: dict[bytes, NodeDigest] = {} if read is None else read
        count = len(packed)
        sizes = np.fromiter(map(len, packed), np.int64, count)
        offsets = np.cumsum(sizes) - sizes
        buffer = b"".join(packed)
        fours = np.frombuffer(buffer, "<u4")
        eights = np.frombuffer(buffer, "<u8")
        head = fours[(offsets // 4)[:, None] + np.arange(14)].astype(np.int64)
        self.sentences, self.spoken, self.sketched, self.sections, self.gaps = (
            np.ascontiguousarray(head[:, i]) for i in (2, 3, 4, 5, 6)
        )
        self.words, self.code_lines, self.outside_links = (
            np.ascontiguousarray(head[:, i]) for i in (8, 9, 10)
        )
        self.releases = eights[offsets // 8 + 7]
        at = offsets + HEAD.size + (head[:, 1] + 7) // 8 * 8
        self.sketch = eights[spread(at // 8, self.sketched)]
        at = at + self.sketched * 8
        size = SECTION.size // 8
        rows = spread(at // 8, self.sections * size)
        self._take_sections(eights[rows].view(_RECORD))
        at = (at + self.sections * SECTION.size) // 4
        parts = []
        for _ in range(4):
            parts.append(fours[spread(at, self.sentences)])
            at = at + self.sentences
        self.starts, self.ends, lengths, self.denied = parts
        self.lengths = lengths.astype(np.int64)
        self.sentence_words = fours[spread(at, self.spoken)]
        at = at + self.spoken
        first = np.cumsum(self.sentences) - self.sentences
        self.valued = np.zeros(len(self.starts), bool)
        self.valued[fours[spread(at, head[:, 7])] + np.repeat(first, head[:, 7])] = True

    def spliced(self, runs: Sequence[Run], packed: Sequence[bytes], other: DigestTable) -> DigestTable:
        """Return the table of other articles, most of which this one holds.

        Args:
            runs: which articles stand where, in their new order.
            packed: the digests of all.
            other: a table of those that this one does not hold.
        """
        made = copy(self).holding(packed)
        for counts, names in _COLUMNS.items():
            held = {False: _ends(self, counts), True: _ends(other, counts)}
            for name in names:
                sources = {False: getattr(self, name), True: getattr(other, name)}
                parts = [sources[new][held[new][start] : held[new][end]] for new, start, end in runs]
                setattr(made, name, np.concatenate(parts) if parts else sources[False][:0])
        made.node = np.repeat(np.arange(len(packed)), made.sections)
        return made

    def holding(self, packed: Sequence[bytes]) -> DigestTable:
        """Take other packed digests; its columns are to follow."""
        self._packed = packed
        return self

    def _take_sections(self, records: NDArray[Any]) -> None:
        self.node = np.repeat(np.arange(len(self._packed)), self.sections)
        self.key, self.title, self.counted = records["key"], records["title"], records["counted"]
        self.raw = records["raw"].astype(np.int64)
        self.thin, self.role = records["thin"], records["role"]
        flags = records["flags"]
        self.leaf, self.shared = (flags & LEAF) > 0, (flags & SHARED) > 0
        self.has_code, self.listed = (flags & HAS_CODE) > 0, (flags & LISTED) > 0

    def __len__(self) -> int:
        return len(self._packed)

    def __getitem__(self, index: Any) -> Any:
        """Return the digest of one article, unpacked once."""
        packed = self._packed[index]
        known = self._read.get(packed)
        if known is None:
            known = self._read[packed] = unpack(packed)
        return known

    def having(self, role: str) -> NDArray[np.bool_]:
        """Tell for each section whether it has a role and is the article's own."""
        found: NDArray[np.bool_] = (self.role == ROLE_NAMES.index(role)) & ~self.shared
        return found


def _ends(table: DigestTable, counts: str) -> Ints:
    """Return the row at which each article of a table begins, and the end of the last."""
    if not counts:
        return np.arange(len(table) + 1)
    ends: Ints = np.r_[0, np.cumsum(getattr(table, counts))]
    return ends


def spread(starts: Ints, counts: Ints) -> Ints:
    """Return the places starts[i] .. starts[i] + counts[i] of all i one after another."""
    total = int(counts.sum())
    return np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(total)
