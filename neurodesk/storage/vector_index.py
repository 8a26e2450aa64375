"""Vectors: SQLite holds the truth, sign bits in memory find the candidates, exact cosines rank them (SPEC K6).

Measured at 768 dimensions and 100,000 vectors: exact 36 ms, sign bits with the best 200 rescored 5.4 ms at a
recall@10 of 1.000; no further dependency.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.changes import Kind
from neurodesk.domain.ports import EmbeddingProfile
from neurodesk.storage.db import Database, Rx, Tx

# Candidates by differing signs, then by the question's numbers against the signs, then by exact cosines.
PRESELECTED = 600
RESCORED = 200
_STALE_SHARE = 0.05
_BITS_OF_BYTE = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class VectorState:
    """How far the vectors of the current encoder are.

    Attributes:
        passages: stored passages.
        indexed: those with vectors of the current profile.
        foreign: those that have vectors of another profile only: never compared, re-indexing is offered.
    """

    passages: int
    indexed: int
    foreign: int

    @property
    def ready(self) -> bool:
        """Every passage has its vectors."""
        return self.indexed >= self.passages


@dataclass(frozen=True, slots=True)
class PassageText:
    """What of a passage is turned into vectors."""

    chunk_id: int
    title: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A passage with its cosine: half the passage's own, half its best window's."""

    chunk_id: int
    cosine: float


def ensure_profile(tx: Tx, profile: EmbeddingProfile, at: float) -> int:
    """Return the row id of an embedding profile; make it when it is new."""
    row = tx.scalar("SELECT id FROM embedding_profile WHERE key = ?", (profile.key,))
    if row is not None:
        return int(row)
    return tx.insert(
        """INSERT INTO embedding_profile (key, model, digest, dimension, normalised, slope, intercept, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            profile.key,
            profile.model,
            profile.digest,
            profile.dimension,
            profile.normalised,
            *profile.calibration,
            at,
        ),
    )


def profile_row(rx: Rx, profile: EmbeddingProfile) -> int | None:
    """Return the row id of an embedding profile, None when nothing was indexed with it."""
    row = rx.scalar("SELECT id FROM embedding_profile WHERE key = ?", (profile.key,))
    return None if row is None else int(row)


def vector_state(rx: Rx, profile: EmbeddingProfile) -> VectorState:
    """Return how far indexing is."""
    passages = int(rx.scalar("SELECT COUNT(*) FROM chunk"))
    row = profile_row(rx, profile)
    indexed = int(rx.scalar("SELECT COUNT(*) FROM chunk_bits WHERE profile_id = ?", (row or -1,)))
    foreign = int(
        rx.scalar(
            """SELECT COUNT(DISTINCT chunk_id) FROM chunk_vector v WHERE profile_id != ?
               AND NOT EXISTS (SELECT 1 FROM chunk_vector o WHERE o.chunk_id = v.chunk_id AND o.profile_id = ?)""",
            (row or -1, row or -1),
        )
    )
    return VectorState(passages, indexed, foreign)


def passages_without_vectors(
    rx: Rx, profile: EmbeddingProfile, after: int, limit: int, *, renew_foreign: bool
) -> list[PassageText]:
    """Return passages that lack vectors of this profile, by id, from the one after ``after``.

    Args:
        renew_foreign: also those that have vectors of another profile; else they wait for the curator's word.
    """
    row = profile_row(rx, profile) or -1
    foreign = (
        ""
        if renew_foreign
        else "AND NOT EXISTS (SELECT 1 FROM chunk_vector o WHERE o.chunk_id = c.id AND o.profile_id != ?)"
    )
    params: list[object] = [after, row, limit] if renew_foreign else [after, row, row, limit]
    rows = rx.sql(
        f"""SELECT c.id, n.title, c.heading, c."text" FROM chunk c JOIN node n ON n.id = c.node_id
            WHERE c.id > ? AND NOT EXISTS
                (SELECT 1 FROM chunk_vector v WHERE v.profile_id = ? AND v.chunk_id = c.id) {foreign}
            ORDER BY c.id LIMIT ?""",
        params,
    )
    return [PassageText(one[0], one[1], one[2], one[3]) for one in rows]


@dataclass(frozen=True, slots=True)
class StoredVectors:
    """The packed vectors of one passage."""

    chunk_id: int
    windows: int
    data: bytes
    bits: bytes


def pack_vectors(chunk_id: int, vectors: NDArray[np.float32]) -> StoredVectors:
    """Pack a passage's vectors: first its own, then its windows'.

    Args:
        chunk_id: the passage.
        vectors: shape (1 + windows, dimension), rows of length 1 or 0; the dimension is a multiple of 8.
    """
    return pack_alike([chunk_id], vectors[None])[0]


def pack_alike(chunk_ids: Sequence[int], vectors: NDArray[np.float32]) -> list[StoredVectors]:
    """Pack the vectors of passages that have equally many windows.

    Args:
        chunk_ids: the passages.
        vectors: shape (passages, 1 + windows, dimension), see ``pack_vectors``.
    """
    scales = np.abs(vectors).max(axis=2) / 127.0
    small = np.rint(vectors / np.where(scales > 0, scales, 1.0)[..., None]).astype(np.int8)
    count = len(chunk_ids)
    data = np.concatenate(
        [scales.astype("<f4").view(np.uint8).reshape(count, -1), small.view(np.uint8).reshape(count, -1)],
        axis=1,
    )
    bits = np.packbits(vectors > 0, axis=2).reshape(count, -1)
    windows = vectors.shape[1] - 1
    return [
        StoredVectors(chunk_id, windows, data[place].tobytes(), bits[place].tobytes())
        for place, chunk_id in enumerate(chunk_ids)
    ]


def unpack_vectors(data: bytes, windows: int, dimension: int) -> NDArray[np.float32]:
    """Return packed vectors as float32, shape (1 + windows, dimension)."""
    count = windows + 1
    scales = np.frombuffer(data, "<f4", count)
    small = np.frombuffer(data, np.int8, count * dimension, offset=4 * count).reshape(count, dimension)
    vectors: NDArray[np.float32] = small.astype(np.float32) * scales[:, None]
    return vectors


def store_vectors(tx: Tx, profile_id: int, one: StoredVectors) -> None:
    """Keep a passage's vectors in place of all it had; nothing when the passage is gone meanwhile."""
    if tx.scalar("SELECT 1 FROM chunk WHERE id = ?", (one.chunk_id,)) is None:
        return
    tx.execute("DELETE FROM chunk_vector WHERE chunk_id = ?", (one.chunk_id,))
    seq = tx.insert(
        "INSERT INTO chunk_vector (chunk_id, profile_id, windows, data) VALUES (?, ?, ?, ?)",
        (one.chunk_id, profile_id, one.windows, one.data),
    )
    tx.execute(
        "INSERT INTO chunk_bits (seq, profile_id, chunk_id, bits) VALUES (?, ?, ?, ?)",
        (seq, profile_id, one.chunk_id, one.bits),
    )
    tx.changed(Kind.VECTORS)


def add_vectors(tx: Tx, profile_id: int, many: Sequence[StoredVectors]) -> None:
    """Keep the vectors of new passages that have none yet, all in one go."""
    first = (
        int(tx.scalar("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'chunk_vector'")) + 1
    )
    tx.many(
        "INSERT INTO chunk_vector (seq, chunk_id, profile_id, windows, data) VALUES (?, ?, ?, ?, ?)",
        ((seq, one.chunk_id, profile_id, one.windows, one.data) for seq, one in enumerate(many, first)),
    )
    tx.many(
        "INSERT INTO chunk_bits (seq, profile_id, chunk_id, bits) VALUES (?, ?, ?, ?)",
        ((seq, profile_id, one.chunk_id, one.bits) for seq, one in enumerate(many, first)),
    )
    tx.changed(Kind.VECTORS)


class VectorIndex:
    """Finds passages by vector; safe to use from several reader threads.

    Args:
        database: the open database.
        profile: the current encoder's profile; vectors of any other are never looked at.
    """

    def __init__(self, database: Database, profile: EmbeddingProfile) -> None:
        self._database = database
        self._profile = profile
        self._lock = threading.Lock()
        self._last_seq = 0
        self._chunk_ids: NDArray[np.int64] = np.zeros(0, np.int64)
        self._starts: NDArray[np.int64] = np.zeros(0, np.int64)
        self._words = profile.dimension // 64
        # One row a 64-bit word of the signs, one column a vector: each step of a search reads one row.
        self._signs: NDArray[np.uint64] = np.zeros((self._words, 0), np.uint64)

    def search(
        self, query: NDArray[np.float32], *, limit: int, allowed: Sequence[int] | None = None
    ) -> list[VectorHit]:
        """Return the nearest passages, best first, ties by passage id.

        Args:
            query: shape (dimension,), length 1; a zero vector finds nothing.
            limit: at most so many.
            allowed: passage ids to look among, None for all.
        """
        if not np.any(query):
            return []
        near = self._nearest(query, self._refreshed(), limit, allowed)
        hits = self.score(query, near)
        if len(hits) < len(near) * (1 - _STALE_SHARE):
            # Many were deleted since they were read: what stands behind them counts too.
            near = self._nearest(query, self._refreshed(anew=True), limit, allowed)
            hits = self.score(query, near)
        return hits[:limit]

    @property
    def bytes_in_memory(self) -> int:
        """What the index holds in memory, in bytes."""
        with self._lock:
            return self._signs.nbytes + self._starts.nbytes + self._chunk_ids.nbytes

    def score(self, query: NDArray[np.float32], chunk_ids: Sequence[int]) -> list[VectorHit]:
        """Return the exact cosines of these passages, best first; passages without vectors are left out."""
        stored = self._database.read(lambda rx: self._stored(rx, chunk_ids))
        by_windows: dict[int, list[tuple[int, bytes]]] = {}
        for chunk_id, windows, data in stored:
            by_windows.setdefault(windows, []).append((chunk_id, data))
        hits: list[VectorHit] = []
        dimension = self._profile.dimension
        for windows, rows in by_windows.items():
            count = windows + 1
            packed = np.frombuffer(b"".join(data for _, data in rows), np.uint8).reshape(len(rows), -1)
            scales = np.ascontiguousarray(packed[:, : 4 * count]).view("<f4")
            small = packed[:, 4 * count :].view(np.int8).reshape(len(rows), count, dimension)
            cosines = (small.astype(np.float32) @ query) * scales
            both = (cosines[:, 0] + cosines.max(axis=1)) / 2.0
            hits += [
                VectorHit(chunk_id, cosine) for (chunk_id, _), cosine in zip(rows, both.tolist(), strict=True)
            ]
        hits.sort(key=lambda one: (-one.cosine, one.chunk_id))
        return hits

    def _stored(self, rx: Rx, chunk_ids: Sequence[int]) -> list[tuple[int, int, bytes]]:
        row = profile_row(rx, self._profile)
        found: list[tuple[int, int, bytes]] = []
        for start in range(0, len(chunk_ids), 500):
            part = chunk_ids[start : start + 500]
            found += [
                (one[0], one[1], one[2])
                for one in rx.iterate(
                    f"""SELECT chunk_id, windows, data FROM chunk_vector
                        WHERE profile_id = ? AND chunk_id IN ({",".join("?" * len(part))})""",
                    (row or -1, *part),
                )
            ]
        return found

    def _nearest(
        self,
        query: NDArray[np.float32],
        index: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]],
        limit: int,
        allowed: Sequence[int] | None,
    ) -> list[int]:
        """Return the passages whose exact cosines are worth computing."""
        chunk_ids, starts, signs = index
        if not len(chunk_ids):
            return []
        estimate = self._estimate(query, starts, signs)
        if allowed is not None:
            estimate = np.where(np.isin(chunk_ids, np.asarray(allowed, np.int64)), estimate, -np.inf)
        near = _largest(estimate, max(PRESELECTED, 2 * limit))
        near = near[np.isfinite(estimate[near])]
        if not len(near):
            return []
        best = near[_largest(self._weighted(query, signs, starts, near), max(RESCORED, limit))]
        ids: list[int] = chunk_ids[best].tolist()
        return ids

    def _estimate(
        self, query: NDArray[np.float32], starts: NDArray[np.int64], signs: NDArray[np.uint64]
    ) -> NDArray[np.float32]:
        """Return for each passage a likeness that falls with the number of differing signs."""
        asked = np.packbits(query > 0).view(np.uint64)
        differing = np.zeros(signs.shape[1], np.uint16)
        for place in range(self._words):
            differing += np.bitwise_count(signs[place] ^ asked[place])
        # The angle grows with the share of differing signs.
        angles = np.cos(np.arange(self._profile.dimension + 1) * (np.pi / self._profile.dimension))
        likeness = angles.astype(np.float32)
        found: NDArray[np.float32] = likeness[differing[starts]]
        found += likeness[np.minimum.reduceat(differing, starts)]
        return found

    def _weighted(
        self,
        query: NDArray[np.float32],
        signs: NDArray[np.uint64],
        starts: NDArray[np.int64],
        near: NDArray[np.int64],
    ) -> NDArray[np.float32]:
        """Return a finer estimate of some passages: the question's own numbers against the stored signs."""
        ends = np.append(starts[1:], signs.shape[1])
        counts = ends[near] - starts[near]
        firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        columns = np.arange(counts.sum()) + np.repeat(starts[near] - firsts, counts)
        packed = np.ascontiguousarray(signs[:, columns].T).view(np.uint8)
        # For each byte of the signs the sum over its bits, all 256 of them worked out beforehand.
        sums = query.reshape(-1, 8) @ _BITS_OF_BYTE.T
        dots = sums[np.arange(packed.shape[1]), packed].sum(axis=1)
        estimate: NDArray[np.float32] = dots[firsts] + np.maximum.reduceat(dots, firsts)
        return estimate

    def _refreshed(
        self, *, anew: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
        """Read what was indexed since the last search, or all of it; deleted passages stay until then."""
        with self._lock:
            if anew:
                self._last_seq = 0
                self._chunk_ids = np.zeros(0, np.int64)
                self._starts = np.zeros(0, np.int64)
                self._signs = np.zeros((self._words, 0), np.uint64)
            self._database.read(self._load)
            return self._chunk_ids, self._starts, self._signs

    def _load(self, rx: Rx) -> None:
        row = profile_row(rx, self._profile)
        if row is None:
            return
        newest = int(rx.scalar("SELECT COALESCE(MAX(seq), 0) FROM chunk_bits WHERE profile_id = ?", (row,)))
        if newest <= self._last_seq:
            return
        rows = rx.sql(
            "SELECT seq, chunk_id, bits FROM chunk_bits WHERE profile_id = ? AND seq > ? ORDER BY seq",
            (row, self._last_seq),
        )
        if not rows:
            return
        width = self._profile.dimension // 8
        counts = np.array([len(one[2]) // width for one in rows], np.int64)
        offset = self._signs.shape[1]
        starts = offset + np.concatenate([[0], np.cumsum(counts[:-1])]).astype(np.int64)
        packed = np.frombuffer(b"".join(one[2] for one in rows), np.uint8).reshape(-1, width)
        signs = np.ascontiguousarray(packed.view(np.uint64).T)
        self._signs = np.ascontiguousarray(np.concatenate([self._signs, signs], axis=1))
        self._starts = np.concatenate([self._starts, starts])
        self._chunk_ids = np.concatenate([self._chunk_ids, np.array([one[1] for one in rows], np.int64)])
        self._last_seq = int(rows[-1][0])


def _largest(values: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """Return the places of the largest values, in order of place, so that ties are cut the same way."""
    if count >= len(values):
        return np.arange(len(values))
    return np.sort(np.argpartition(-values, count - 1)[:count])
