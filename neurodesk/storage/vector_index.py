"""Vectors: SQLite holds the truth, short projections in memory find the candidates, exact cosines rank them.

(SPEC K6.) A vector is projected on the directions in which the stored vectors spread most, a third of their
dimensions at 8 bits each. Sign bits would be smaller, but where all vectors lean the same way they miss: of the
ten nearest among 20,000 passages the last stood at place 6,645 by signs, at place 87 by 128 directions.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.changes import Kind
from neurodesk.domain.ports import EmbeddingProfile
from neurodesk.storage.db import Database, Rx, Tx

# At most so many directions are kept; so many candidates get their exact cosines.
COARSE_DIMENSIONS = 128
RESCORED = 400
# The directions are found on a sample, and again when there are so many times as many vectors.
_SAMPLE = 8_192
_GROWTH = 4
_STALE_SHARE = 0.05
# Rows multiplied at once: as 32-bit numbers they stay in the processor's cache.
_BLOCK = 4_096
_READ_ROWS = 2_000


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


def vector_state(rx: Rx, profile: EmbeddingProfile | None) -> VectorState:
    """Return how far indexing is; without a profile, of an encoder that never answered, all are foreign."""
    passages = int(rx.scalar("SELECT COUNT(*) FROM chunk"))
    row = profile_row(rx, profile) if profile is not None else None
    indexed = int(rx.scalar("SELECT COUNT(*) FROM chunk_vector WHERE profile_id = ?", (row or -1,)))
    foreign = int(
        rx.scalar(
            """SELECT COUNT(DISTINCT chunk_id) FROM chunk_vector v WHERE profile_id != ?
               AND NOT EXISTS (SELECT 1 FROM chunk_vector o WHERE o.chunk_id = v.chunk_id AND o.profile_id = ?)""",
            (row or -1, row or -1),
        )
    )
    return VectorState(passages, indexed, foreign)


def lacks_vectors(rx: Rx) -> bool:
    """Tell whether a passage has no vectors at all; asked before an encoder is loaded."""
    return bool(
        rx.scalar(
            """SELECT EXISTS (SELECT 1 FROM chunk c
               WHERE NOT EXISTS (SELECT 1 FROM chunk_vector v WHERE v.chunk_id = c.id))"""
        )
    )


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
    windows = vectors.shape[1] - 1
    return [
        StoredVectors(chunk_id, windows, data[place].tobytes()) for place, chunk_id in enumerate(chunk_ids)
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
    tx.execute(
        "INSERT INTO chunk_vector (chunk_id, profile_id, windows, data) VALUES (?, ?, ?, ?)",
        (one.chunk_id, profile_id, one.windows, one.data),
    )
    tx.changed(Kind.VECTORS)


def add_vectors(tx: Tx, profile_id: int, many: Sequence[StoredVectors]) -> None:
    """Keep the vectors of new passages that have none yet, all in one go."""
    tx.many(
        "INSERT INTO chunk_vector (chunk_id, profile_id, windows, data) VALUES (?, ?, ?, ?)",
        ((one.chunk_id, profile_id, one.windows, one.data) for one in many),
    )
    tx.changed(Kind.VECTORS)


def _unpacked(
    stored: Sequence[tuple[int, int, bytes]], dimension: int
) -> Iterator[tuple[list[int], NDArray[np.float32], NDArray[np.float32]]]:
    """Unpack passages of equally many windows at once.

    Args:
        stored: passage id, windows, packed vectors.

    Returns:
        Places in ``stored``; whole numbers of shape (places, 1 + windows, dimension) and the scale of each.
    """
    places: dict[int, list[int]] = {}
    for place, one in enumerate(stored):
        places.setdefault(one[1], []).append(place)
    for windows, rows in places.items():
        count = windows + 1
        packed = np.frombuffer(b"".join(stored[place][2] for place in rows), np.uint8).reshape(len(rows), -1)
        scales = np.ascontiguousarray(packed[:, : 4 * count]).view("<f4")
        small = packed[:, 4 * count :].view(np.int8).reshape(len(rows), count, dimension)
        yield rows, small.astype(np.float32), scales


@dataclass(frozen=True, slots=True)
class _Held:
    """What is held in memory; passages in the order in which they were indexed.

    Attributes:
        last_seq: the newest row that was looked at.
        chunk_ids, starts: a passage and the row of its first vector.
        coarse, scales: the projections, 8 bits a number with one scale a vector.
        basis: shape (dimension, directions).
        based_on: number of vectors when the directions were found.
    """

    last_seq: int
    chunk_ids: NDArray[np.int64]
    starts: NDArray[np.int64]
    coarse: NDArray[np.int8]
    scales: NDArray[np.float32]
    basis: NDArray[np.float32]
    based_on: int

    def estimate(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return for each passage about the sum of its own cosine and its best window's."""
        # Not "@": for so little work its threads wait for one another ten times as long as they compute.
        asked = np.einsum("i,ij->j", query, self.basis)
        cosines = np.empty(len(self.scales), np.float32)
        for start in range(0, len(cosines), _BLOCK):
            block = self.coarse[start : start + _BLOCK].astype(np.float32)
            np.einsum("ij,j->i", block, asked, out=cosines[start : start + len(block)])
        cosines *= self.scales
        found: NDArray[np.float32] = cosines[self.starts] + np.maximum.reduceat(cosines, self.starts)
        return found


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
        self._held: _Held | None = None

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
        held = self._held
        if held is None:
            return 0
        arrays = (held.chunk_ids, held.starts, held.coarse, held.scales, held.basis)
        return sum(one.nbytes for one in arrays)

    def score(self, query: NDArray[np.float32], chunk_ids: Sequence[int]) -> list[VectorHit]:
        """Return the exact cosines of these passages, best first; passages without vectors are left out."""
        stored = self._database.read(lambda rx: self._stored(rx, chunk_ids))
        hits: list[VectorHit] = []
        for rows, small, scales in _unpacked(stored, self._profile.dimension):
            cosines = (small @ query) * scales
            both = (cosines[:, 0] + cosines.max(axis=1)) / 2.0
            hits += [
                VectorHit(stored[row][0], cosine) for row, cosine in zip(rows, both.tolist(), strict=True)
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
        self, query: NDArray[np.float32], held: _Held | None, limit: int, allowed: Sequence[int] | None
    ) -> list[int]:
        """Return the passages whose exact cosines are worth computing."""
        if held is None:
            return []
        estimate = held.estimate(query)
        if allowed is not None:
            estimate = np.where(np.isin(held.chunk_ids, np.asarray(allowed, np.int64)), estimate, -np.inf)
        near = _largest(estimate, max(RESCORED, 2 * limit))
        ids: list[int] = held.chunk_ids[near[np.isfinite(estimate[near])]].tolist()
        return ids

    def _refreshed(self, *, anew: bool = False) -> _Held | None:
        """Read what was indexed since the last search, or all of it; deleted passages stay until then."""
        with self._lock:
            held = None if anew else self._held
            self._held = self._database.read(lambda rx: self._load(rx, held))
            return self._held

    def _load(self, rx: Rx, held: _Held | None) -> _Held | None:
        # The table's numbers only rise, and its largest one is at hand: nothing is counted at each search.
        newest = int(rx.scalar("SELECT COALESCE(MAX(seq), 0) FROM chunk_vector"))
        if held is not None and newest <= held.last_seq:
            return held
        row = profile_row(rx, self._profile)
        if row is None:
            return None
        fresh = int(
            rx.scalar(
                "SELECT COALESCE(SUM(windows + 1), 0) FROM chunk_vector WHERE profile_id = ? AND seq > ?",
                (row, held.last_seq if held is not None else 0),
            )
        )
        if held is None or len(held.scales) + fresh > _GROWTH * held.based_on:
            held = self._without_vectors(rx, row)
        return self._extended(rx, row, held, newest)

    def _without_vectors(self, rx: Rx, row: int) -> _Held:
        """Find the directions in which a sample of the stored vectors spreads most (principal axes)."""
        stored = int(rx.scalar("SELECT COUNT(*) FROM chunk_vector WHERE profile_id = ?", (row,)))
        step = max(1, stored // _SAMPLE)
        sample = [
            (one[0], one[1], one[2])
            for one in rx.iterate(
                """SELECT chunk_id, windows, data FROM chunk_vector
                   WHERE profile_id = ? AND seq % ? = 0 LIMIT ?""",
                (row, step, 2 * _SAMPLE),
            )
        ]
        dimension = self._profile.dimension
        spread = np.zeros((dimension, dimension), np.float32)
        for _, small, scales in _unpacked(sample, dimension):
            flat = (small * scales[..., None]).reshape(-1, dimension)
            spread += flat.T @ flat
        # Ascending by weight: the last columns are the directions with the most.
        axes = np.linalg.eigh(spread)[1][:, -min(COARSE_DIMENSIONS, dimension) :]
        vectors = int(
            rx.scalar("SELECT COALESCE(SUM(windows + 1), 0) FROM chunk_vector WHERE profile_id = ?", (row,))
        )
        return _Held(
            last_seq=0,
            chunk_ids=np.zeros(0, np.int64),
            starts=np.zeros(0, np.int64),
            coarse=np.zeros((0, axes.shape[1]), np.int8),
            scales=np.zeros(0, np.float32),
            basis=np.ascontiguousarray(axes, np.float32),
            based_on=max(1, vectors),
        )

    def _extended(self, rx: Rx, row: int, held: _Held, newest: int) -> _Held:
        """Add the vectors that were stored after those that are held."""
        chunk_ids, counts = [held.chunk_ids], []
        coarse, scales = [held.coarse], [held.scales]
        last_seq = held.last_seq
        while True:
            rows = rx.sql(
                """SELECT seq, chunk_id, windows, data FROM chunk_vector
                   WHERE profile_id = ? AND seq > ? ORDER BY seq LIMIT ?""",
                (row, last_seq, _READ_ROWS),
            )
            if not rows:
                break
            last_seq = int(rows[-1][0])
            chunk_ids.append(np.array([one[1] for one in rows], np.int64))
            many = np.array([one[2] + 1 for one in rows], np.int64)
            counts.append(many)
            some_coarse, some_scales = self._projected([(one[1], one[2], one[3]) for one in rows], many, held)
            coarse.append(some_coarse)
            scales.append(some_scales)
        if not counts:
            return dataclasses.replace(held, last_seq=newest)
        every = np.concatenate(counts)
        starts = len(held.scales) + np.cumsum(every) - every
        return _Held(
            last_seq=newest,
            chunk_ids=np.concatenate(chunk_ids),
            starts=np.concatenate([held.starts, starts]),
            coarse=np.concatenate(coarse),
            scales=np.concatenate(scales),
            basis=held.basis,
            based_on=held.based_on,
        )

    def _projected(
        self, stored: Sequence[tuple[int, int, bytes]], counts: NDArray[np.int64], held: _Held
    ) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        starts = np.cumsum(counts) - counts
        coarse = np.empty((int(counts.sum()), held.basis.shape[1]), np.int8)
        scales = np.empty(len(coarse), np.float32)
        for places, small, own_scales in _unpacked(stored, self._profile.dimension):
            flat = small.reshape(-1, self._profile.dimension) @ held.basis
            largest = np.abs(flat).max(axis=1) / 127.0
            targets = (starts[places][:, None] + np.arange(small.shape[1])).reshape(-1)
            coarse[targets] = np.rint(flat / np.where(largest > 0, largest, 1.0)[:, None])
            scales[targets] = largest * own_scales.reshape(-1)
        return coarse, scales


def _largest(values: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """Return the places of the largest values, in order of place, so that ties are cut the same way."""
    if count >= len(values):
        return np.arange(len(values))
    return np.sort(np.argpartition(-values, count - 1)[:count])
