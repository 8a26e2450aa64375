"""Measures search at size: text, vectors and fusion beside bare FTS5 and exact numpy, in one run."""

from __future__ import annotations

import itertools
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.queries.retrieval import Fusion, HybridRetriever
from neurodesk.app.queries.retrieval_eval import percentile
from neurodesk.domain.identity import derived_id
from neurodesk.domain.ports import Clock, Embedder
from neurodesk.pipeline.stem import STOP_WORDS, index_line
from neurodesk.storage.db import Database, Rx, Tx
from neurodesk.storage.vector_index import VectorIndex, unpack_vectors

_SEED = 20_260_101
_PASSAGES_A_NODE = 10
_SYLLABLES = (
    "ab an ber da de don el en er fa fen ga ge gra ha hei in ka kon la lei lo ma mi mon na ne no or pa per po"
    " ra re ro sa se si so ta te ti to tra un ur va ver vi wa wen wo za ze"
).split()
_WORDS = 20_000
_EXACT_QUERIES = 20
_PASSAGE_TEXT = 'SELECT "text" FROM chunk WHERE id = ?'


@contextmanager
def filled_database(
    chunks: int, embedder: Embedder, clock: Clock, progress: Callable[[str, int, int], None]
) -> Iterator[Database]:
    """Give a database in a temporary folder with made-up passages of about 60 words, always the same ones."""
    with (
        tempfile.TemporaryDirectory(prefix="neurodesk-bench-") as folder,
        Database(Path(folder) / "bench.db", synchronous_bulk="OFF") as database,
    ):
        progress("passages", 0, chunks)
        database.write(_bare_table)
        database.bulk(_nodes(chunks), _store_node).result()
        index_missing(
            database, embedder, clock, progress=lambda done, total: progress("vectors", done, total)
        )
        yield database


def _bare_table(tx: Tx) -> None:
    tx.execute("CREATE VIRTUAL TABLE bare_fts USING fts5 (body)")


def vocabulary() -> list[str]:
    """Return made-up words, the frequent ones first and short."""
    rng = random.Random(_SEED)
    words = dict.fromkeys(
        "".join(rng.choice(_SYLLABLES) for _ in range(rng.choice((2, 2, 3, 3, 4)))) for _ in range(_WORDS * 2)
    )
    return list(words)[:_WORDS]


def _nodes(chunks: int) -> Iterator[tuple[str, str, list[str]]]:
    rng = random.Random(_SEED + 1)
    words = vocabulary()
    # Words follow Zipf's law, as in any language.
    weights = list(itertools.accumulate(1.0 / (rank + 10) for rank in range(len(words))))
    small = sorted(STOP_WORDS["en"])[:60]
    for number in range(-(-chunks // _PASSAGES_A_NODE)):
        title = " ".join(rng.choices(words, cum_weights=weights, k=4))
        passages = []
        for _ in range(min(_PASSAGES_A_NODE, chunks - number * _PASSAGES_A_NODE)):
            sentences = []
            for _ in range(3):
                drawn = rng.choices(words, cum_weights=weights, k=14) + rng.choices(small, k=6)
                rng.shuffle(drawn)
                sentences.append(" ".join(drawn).capitalize() + ".")
            passages.append(" ".join(sentences))
        yield derived_id("n", "bench", str(number)), title, passages


def _store_node(tx: Tx, node: tuple[str, str, list[str]]) -> None:
    node_id, title, passages = node
    tx.execute(
        """INSERT INTO node (id, kind, title, body, source_key, lang, content_hash, created_at, updated_at)
           VALUES (?, 'article', ?, '', 'bench', 'en', '', 0, 0)""",
        (node_id, title),
    )
    title_line = index_line(title, "en")
    for ordinal, text in enumerate(passages):
        chunk_id = tx.insert(
            'INSERT INTO chunk (node_id, ordinal, "text", start, "end") VALUES (?, ?, ?, 0, ?)',
            (node_id, ordinal, text, len(text)),
        )
        tx.execute(
            "INSERT INTO chunk_fts (rowid, title, heading, body) VALUES (?, ?, '', ?)",
            (chunk_id, title_line, index_line(text, "en")),
        )
        tx.execute("INSERT INTO bare_fts (rowid, body) VALUES (?, ?)", (chunk_id, text))


def measure(database: Database, embedder: Embedder, queries: int) -> dict[str, Any]:
    """Return p50 and p99 in milliseconds of each way to search, and how exact the vectors are.

    Args:
        queries: how many questions are asked in each way.
    """
    asked = _questions(database, queries)
    index = VectorIndex(database, embedder.profile)
    ways: dict[str, HybridRetriever] = {
        "text": HybridRetriever(database, embedder, fusion=Fusion.TEXT),
        "vectors": HybridRetriever(database, embedder, fusion=Fusion.VECTORS),
        "fusion": HybridRetriever(database, embedder),
    }
    times: dict[str, list[float]] = {}
    for name, retriever in ways.items():
        retriever.search(asked[0], limit=10, lang="en")  # loads the index

        def search(text: str, retriever: HybridRetriever = retriever) -> object:
            return retriever.search(text, limit=10, lang="en")

        times[name] = _timed(asked, search)

    def bare(text: str) -> object:
        expression = " OR ".join(f'"{word}"' for word in text.split())
        return database.read(
            lambda rx: rx.sql(
                "SELECT rowid FROM bare_fts WHERE bare_fts MATCH ? ORDER BY rank LIMIT 10", (expression,)
            )
        )

    times["bare_fts5"] = _timed(asked, bare)
    matrix, owners = database.read(lambda rx: _all_vectors(rx, embedder))
    vectors = cast("NDArray[np.float32]", embedder.encode(asked))
    exact_times = []
    for vector in vectors:
        started = time.perf_counter()
        scores = matrix @ vector
        np.argpartition(-scores, 10)
        exact_times.append((time.perf_counter() - started) * 1000.0)
    times["exact_numpy"] = exact_times
    recalls = [_recall(index, vector, matrix, owners) for vector in vectors[:_EXACT_QUERIES] if vector.any()]
    return {
        "passages": int(database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM chunk"))),
        "vectors": int(matrix.shape[0]),
        "queries": len(asked),
        "ways": {
            name: {"p50_ms": round(percentile(one, 50), 2), "p99_ms": round(percentile(one, 99), 2)}
            for name, one in times.items()
        },
        "recall_at_10_of_vectors": round(sum(recalls) / max(1, len(recalls)), 4),
    }


def _questions(database: Database, count: int) -> list[str]:
    """Return questions of six words that stand in one sentence of a passage."""
    rng = random.Random(_SEED + 2)
    passages = int(database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM chunk")))
    asked = []
    for _ in range(count):
        chunk_id = rng.randrange(passages) + 1
        text = str(database.read(lambda rx, one=chunk_id: rx.scalar(_PASSAGE_TEXT, (one,))))  # type: ignore[misc]
        sentence = rng.choice(text.lower().split("."))
        words = [word for word in sentence.split() if word not in STOP_WORDS["en"]]
        asked.append(" ".join(rng.sample(words, min(6, len(words)))) or "no words")
    return asked


def _timed(asked: Sequence[str], search: Callable[[str], object]) -> list[float]:
    times = []
    for text in asked:
        started = time.perf_counter()
        search(text)
        times.append((time.perf_counter() - started) * 1000.0)
    return times


def _all_vectors(rx: Rx, embedder: Embedder) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return every stored vector and the passage of each."""
    parts: list[NDArray[np.float32]] = []
    owners: list[NDArray[np.int64]] = []
    for row in rx.iterate("SELECT chunk_id, windows, data FROM chunk_vector ORDER BY seq"):
        part = unpack_vectors(row[2], row[1], embedder.profile.dimension)
        parts.append(part)
        owners.append(np.full(len(part), row[0], np.int64))
    return np.concatenate(parts), np.concatenate(owners)


def _recall(
    index: VectorIndex,
    vector: NDArray[np.float32],
    matrix: NDArray[np.float32],
    owners: NDArray[np.int64],
) -> float:
    """Return which share of the exact ten best passages the index finds."""
    scores = matrix @ vector
    starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
    exact = (scores[starts] + np.maximum.reduceat(scores, starts)) / 2.0
    best = {int(owners[starts[place]]) for place in np.argsort(-exact, kind="stable")[:10]}
    found = {one.chunk_id for one in index.search(vector, limit=10)}
    return len(best & found) / 10.0
