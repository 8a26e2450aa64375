"""Made-up passages at any number, with text index and vectors, for measuring search; always the same ones."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.identity import derived_id
from neurodesk.domain.ports import Clock, Embedder
from neurodesk.pipeline.stem import STOP_WORDS, index_line
from neurodesk.storage.db import Database, Lane, Tx
from neurodesk.storage.vector_index import add_vectors, ensure_profile, pack_alike

SEED = 20_260_101
_PASSAGES_A_NODE = 10
_SYLLABLES = (
    "ab an ber da de don el en er fa fen ga ge gra ha hei in ka kon la lei lo ma mi mon na ne no or pa per po"
    " ra re ro sa se si so ta te ti to tra un ur va ver vi wa wen wo za ze"
).split()
_WORDS = 20_000
_SMALL_WORDS = 60
_SENTENCES, _CONTENT_WORDS, _FILLERS, _TITLE_WORDS = 3, 14, 6, 4
_STEP_NODES = 200


@dataclass(frozen=True, slots=True)
class _Words:
    """The words, frequent ones first, then the small ones, and the vector of each."""

    words: list[str]
    vectors: NDArray[np.float32]
    # Words follow Zipf's law, as in any language.
    up_to: NDArray[np.float64]


@contextmanager
def filled_database(
    chunks: int, embedder: Embedder, clock: Clock, progress: Callable[[str, int, int], None]
) -> Iterator[Database]:
    """Give a database in a temporary folder with made-up passages of 60 words in three sentences.

    The vector of a sentence is the mean direction of its words: 400,000 texts through the encoder would take
    minutes and be no other points. ``bare_fts`` holds the same stemmed lines in one plain column.
    """
    with (
        tempfile.TemporaryDirectory(prefix="neurodesk-bench-") as folder,
        Database(Path(folder) / "bench.db", synchronous_bulk="OFF") as database,
    ):
        progress("words", 0, chunks)
        words = _vocabulary_with_vectors(embedder)
        profile_id = database.write(
            lambda tx: ensure_profile(tx, embedder.profile, clock.time()), lane=Lane.BULK
        )
        database.write(lambda tx: tx.execute("CREATE VIRTUAL TABLE bare_fts USING fts5 (body)"))
        rng = np.random.default_rng(SEED + 1)
        nodes = -(-chunks // _PASSAGES_A_NODE)
        for first in range(0, nodes, _STEP_NODES):
            last = min(nodes, first + _STEP_NODES)
            count = min(chunks, last * _PASSAGES_A_NODE) - first * _PASSAGES_A_NODE
            step = _Step(
                first, _drawn(words, rng, (last - first, _TITLE_WORDS)), _sentences(words, rng, count)
            )
            database.write(lambda tx, one=step: _store(tx, profile_id, words, one), lane=Lane.BULK)  # type: ignore[misc]
            progress("passages", first * _PASSAGES_A_NODE + count, chunks)
        yield database


@dataclass(frozen=True, slots=True)
class _Step:
    """Numbers of words: ``titles`` (nodes, words), ``sentences`` (passages, sentences, words)."""

    first_node: int
    titles: NDArray[np.int64]
    sentences: NDArray[np.int64]


def vocabulary() -> list[str]:
    """Return made-up words, the frequent ones first and short."""
    rng = random.Random(SEED)
    words = dict.fromkeys(
        "".join(rng.choice(_SYLLABLES) for _ in range(rng.choice((2, 2, 3, 3, 4)))) for _ in range(_WORDS * 2)
    )
    return list(words)[:_WORDS]


def _vocabulary_with_vectors(embedder: Embedder) -> _Words:
    made_up = vocabulary()
    words = [*made_up, *sorted(STOP_WORDS["en"])[:_SMALL_WORDS]]
    up_to = np.cumsum(1.0 / (np.arange(len(made_up)) + 10.0))
    return _Words(words, cast("NDArray[np.float32]", embedder.encode(words)), up_to / up_to[-1])


def _drawn(words: _Words, rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.int64]:
    drawn: NDArray[np.int64] = np.searchsorted(words.up_to, rng.random(shape), side="right")
    return np.minimum(drawn, len(words.up_to) - 1)


def _sentences(words: _Words, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    content = _drawn(words, rng, (count, _SENTENCES, _CONTENT_WORDS))
    fillers = rng.integers(len(words.up_to), len(words.words), (count, _SENTENCES, _FILLERS))
    mixed: NDArray[np.int64] = rng.permuted(np.concatenate([content, fillers], axis=2), axis=2)
    return mixed


def _store(tx: Tx, profile_id: int, words: _Words, step: _Step) -> None:
    names = words.words
    titles = [" ".join(names[one] for one in row) for row in step.titles.tolist()]
    ids = [derived_id("n", "bench", str(step.first_node + place)) for place in range(len(titles))]
    tx.many(
        """INSERT INTO node (id, kind, title, body, source_key, lang, content_hash, created_at, updated_at)
           VALUES (?, 'article', ?, '', 'bench', 'en', '', 0, 0)""",
        zip(ids, titles, strict=True),
    )
    title_lines = [index_line(one, "en") for one in titles]
    first_id = step.first_node * _PASSAGES_A_NODE + 1
    passages, tokens, plain = [], [], []
    for place, sentences in enumerate(step.sentences.tolist()):
        node, ordinal = divmod(place, _PASSAGES_A_NODE)
        text = " ".join(" ".join(names[one] for one in sentence).capitalize() + "." for sentence in sentences)
        line = index_line(text, "en")
        passages.append((first_id + place, ids[node], ordinal, text, len(text)))
        tokens.append((first_id + place, title_lines[node], line))
        plain.append((first_id + place, f"{title_lines[node]} {line}"))
    tx.many(
        'INSERT INTO chunk (id, node_id, ordinal, "text", start, "end") VALUES (?, ?, ?, ?, 0, ?)', passages
    )
    tx.many("INSERT INTO chunk_fts (rowid, title, heading, body) VALUES (?, ?, '', ?)", tokens)
    tx.many("INSERT INTO bare_fts (rowid, body) VALUES (?, ?)", plain)
    vectors = _vectors(words.vectors, step)
    add_vectors(tx, profile_id, pack_alike(range(first_id, first_id + len(passages)), vectors))


def _vectors(of_words: NDArray[np.float32], step: _Step) -> NDArray[np.float32]:
    """Return the vectors of each passage and its sentences, shape (passages, 1 + sentences, dimension)."""
    sums = of_words[step.sentences].sum(axis=2)
    owners = np.arange(len(sums)) // _PASSAGES_A_NODE
    whole = sums.sum(axis=1) + of_words[step.titles].sum(axis=1)[owners]
    both = np.concatenate([whole[:, None], sums], axis=1)
    vectors: NDArray[np.float32] = both / np.maximum(np.linalg.norm(both, axis=2, keepdims=True), 1e-9)
    return vectors
