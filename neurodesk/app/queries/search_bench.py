"""Measures search at size: text, vectors and fusion beside bare FTS5 and exact numpy, in one run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from neurodesk.app.queries.bench_passages import SEED
from neurodesk.app.queries.retrieval import Fusion, HybridRetriever
from neurodesk.app.queries.retrieval_eval import percentile
from neurodesk.domain.ports import Embedder
from neurodesk.pipeline.stem import STOP_WORDS, match_expression, query_tokens
from neurodesk.storage.db import Database, Rx
from neurodesk.storage.vector_index import VectorIndex, unpack_vectors

_ASKED_WORDS = 6
_DEPTH = 10
SIGN_BITS_RESCORED = 200
_PASSAGE_TEXT = 'SELECT "text" FROM chunk WHERE id = ?'


def measure(
    database: Database,
    embedder: Embedder,
    queries: int,
    progress: Callable[[str, int, int], None] = lambda _stage, _done, _total: None,
) -> dict[str, Any]:
    """Return p50 and p99 in milliseconds of each way to search, and how exact the vectors are.

    Every question is asked in all ways one after another, so that whatever else the machine does meanwhile
    falls on all of them alike. ``bare_fts5`` gets the same stemmed words as the text search; ``exact_numpy``
    multiplies the encoded question with every vector in 32 bits; ``sign_bits`` compares one bit a dimension
    and rescores the best ``SIGN_BITS_RESCORED`` passages, as the index would without its projections.

    Args:
        database: from ``bench_passages.filled_database``.
        queries: how many questions are asked in each way.
    """
    asked = _questions(database, queries)
    index = VectorIndex(database, embedder.profile)
    retrievers = {
        "text": HybridRetriever(database, embedder, fusion=Fusion.TEXT),
        "vectors": HybridRetriever(database, embedder, fusion=Fusion.VECTORS),
        "fusion": HybridRetriever(database, embedder),
    }
    for one in retrievers.values():
        one.search(asked[0], limit=_DEPTH, lang="en")  # loads the index
    matrix, owners = database.read(lambda rx: _all_vectors(rx, embedder))
    vectors = cast("NDArray[np.float32]", embedder.encode(asked))
    exact = _Exact(matrix, owners)

    def bare(text: str) -> None:
        expression = match_expression(query_tokens(text, "en"))
        database.read(
            lambda rx: rx.sql(
                "SELECT rowid FROM bare_fts WHERE bare_fts MATCH ? ORDER BY rank LIMIT 10", (expression,)
            )
        )

    def timed(name: str, search: Callable[[], object]) -> None:
        started = time.perf_counter()
        search()
        times.setdefault(name, []).append((time.perf_counter() - started) * 1000.0)

    times: dict[str, list[float]] = {}
    recalls: list[float] = []
    recalls_of_bits: list[float] = []
    bare(asked[0])
    for done, (text, vector) in enumerate(zip(asked, vectors, strict=True)):
        for name, retriever in retrievers.items():
            timed(name, lambda one=retriever, text=text: one.search(text, limit=_DEPTH, lang="en"))  # type: ignore[misc]
        timed("bare_fts5", lambda text=text: bare(text))  # type: ignore[misc]
        timed("exact_numpy", lambda vector=vector: np.argpartition(-(matrix @ vector), _DEPTH))  # type: ignore[misc]
        if vector.any():
            best = exact.best(vector)
            recalls.append(_share(best, [one.chunk_id for one in index.search(vector, limit=_DEPTH)]))
            started = time.perf_counter()
            by_bits = exact.by_sign_bits(vector)
            times.setdefault("sign_bits", []).append((time.perf_counter() - started) * 1000.0)
            recalls_of_bits.append(_share(best, by_bits))
        if done % 10 == 0:
            progress("questions", done, len(asked))
    return {
        "passages": int(database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM chunk"))),
        "vectors": int(matrix.shape[0]),
        "queries": len(asked),
        "ways": {
            name: {"p50_ms": round(percentile(one, 50), 2), "p99_ms": round(percentile(one, 99), 2)}
            for name, one in times.items()
        },
        "text_by_bare_fts5": _ratio(times, "text", "bare_fts5"),
        "vectors_by_exact_numpy": _ratio(times, "vectors", "exact_numpy"),
        "recall_at_10_of_vectors": round(sum(recalls) / max(1, len(recalls)), 4),
        "recall_at_10_of_sign_bits": round(sum(recalls_of_bits) / max(1, len(recalls_of_bits)), 4),
        "index_mb_in_memory": round(index.bytes_in_memory / 1e6, 1),
    }


def _questions(database: Database, count: int) -> list[str]:
    """Return questions of six words that stand in one sentence of a passage."""
    rng = random.Random(SEED + 2)
    passages = int(database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM chunk")))
    asked = []
    for _ in range(count):
        chunk_id = rng.randrange(passages) + 1
        text = str(database.read(lambda rx, one=chunk_id: rx.scalar(_PASSAGE_TEXT, (one,))))  # type: ignore[misc]
        sentence = rng.choice(text.lower().split("."))
        words = [word for word in sentence.split() if word not in STOP_WORDS["en"]]
        asked.append(" ".join(rng.sample(words, min(_ASKED_WORDS, len(words)))) or "no words")
    return asked


def _all_vectors(rx: Rx, embedder: Embedder) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return every stored vector and the passage of each."""
    total = int(rx.scalar("SELECT COALESCE(SUM(windows + 1), 0) FROM chunk_vector"))
    matrix = np.empty((total, embedder.profile.dimension), np.float32)
    owners = np.empty(total, np.int64)
    start = 0
    for row in rx.iterate("SELECT chunk_id, windows, data FROM chunk_vector ORDER BY seq"):
        end = start + row[1] + 1
        matrix[start:end] = unpack_vectors(row[2], row[1], embedder.profile.dimension)
        owners[start:end] = row[0]
        start = end
    return matrix, owners


def _ratio(times: dict[str, list[float]], one: str, other: str) -> float:
    """Return how many times as long one way takes as another, at the median."""
    return round(percentile(times[one], 50) / max(1e-9, percentile(times[other], 50)), 2)


def _share(best: Sequence[int], found: Sequence[int]) -> float:
    return len(set(best) & set(found)) / len(best)


class _Exact:
    """The exact ten best passages, and those that sign bits lead to.

    Args:
        matrix: every vector, the passages one after another.
        owners: the passage of each vector.
    """

    def __init__(self, matrix: NDArray[np.float32], owners: NDArray[np.int64]) -> None:
        self._matrix = matrix
        self._starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
        self._ends = np.r_[self._starts[1:], len(owners)]
        self._passages = owners[self._starts]
        self._bits = _packed_signs(matrix)

    def best(self, vector: NDArray[np.float32]) -> list[int]:
        """Return the ten best of all passages."""
        return self._ranked(np.arange(len(self._starts)), self._matrix @ vector)

    def by_sign_bits(self, vector: NDArray[np.float32]) -> list[int]:
        """Return the ten best of the passages whose signs agree most with the question's."""
        differ = np.bitwise_count(self._bits ^ _packed_signs(vector[None])).sum(axis=1, dtype=np.int32)
        estimate = differ[self._starts] + np.minimum.reduceat(differ, self._starts)
        many = min(SIGN_BITS_RESCORED, len(estimate))
        near = np.sort(np.argpartition(estimate, many - 1)[:many])
        scores = np.full(len(self._matrix), -np.inf, np.float32)
        rows = np.concatenate([np.arange(self._starts[one], self._ends[one]) for one in near.tolist()])
        scores[rows] = self._matrix[rows] @ vector
        return self._ranked(near, scores)

    def _ranked(self, places: NDArray[np.int64], scores: NDArray[np.float32]) -> list[int]:
        both = scores[self._starts] + np.maximum.reduceat(scores, self._starts)
        order = np.argsort(-both[places], kind="stable")[:_DEPTH]
        found: list[int] = self._passages[places[order]].tolist()
        return found


def _packed_signs(vectors: NDArray[np.float32]) -> NDArray[np.unsignedinteger[Any]]:
    bits = np.packbits(vectors > 0, axis=1)
    return bits.view(np.uint64) if bits.shape[1] % 8 == 0 else bits
