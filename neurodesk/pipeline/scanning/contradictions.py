"""Contradictions: two articles say the same of one subject, with another value (SPEC G1, K4).

Candidate pairs come from an inverted index over rare words and word pairs of the sentences, so that the work
grows with the text and not with the number of pairs. Whether a pair contradicts is judged on the whole
sentences: what they share, weighted by how rare it is in this knowledge base, and which numbers differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurodesk.pipeline.scanning.statements import Statements, Value

# A key in more sentences than this leads to too many pairs to say anything about the subject.
MOST_HOLDERS = 32
KEYS_A_STATEMENT = 10
LEAST_ALIKE = 0.5
SURE_ALIKE = 0.86
# So many sentences alike make two articles variants of one text: their differences may be meant.
PARALLEL = 10

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two sentences of one subject that differ.

    Attributes:
        first, second: (article, start, end) of each sentence.
        alike: how far the two say the same, 0..1.
        values: the differing values as written; empty for a polarity.
        how: "value" or "polarity".
        parallel: the two articles share many sentences, as variants of one text do.
    """

    first: tuple[int, int, int]
    second: tuple[int, int, int]
    strength: float
    alike: float
    values: tuple[str, str]
    how: str
    parallel: bool


class Corpus:
    """The sentences of all articles in flat arrays.

    Args:
        packs: the sentences of each article.
        groups: a number for each article's language; only equal ones are compared.
    """

    def __init__(self, packs: Sequence[Statements], groups: Sequence[int]) -> None:
        counts = [len(one.starts) for one in packs]
        self.owner = np.repeat(np.arange(len(packs), dtype=np.int64), counts)
        self.group = np.asarray(groups, dtype=np.int64)[self.owner] if len(packs) else self.owner
        self.starts = _joined([one.starts for one in packs])
        self.ends = _joined([one.ends for one in packs])
        self.lengths = _joined([one.lengths for one in packs])
        self.words = _joined([one.words for one in packs])
        self.denied = _joined([one.negated for one in packs])
        self.negated = self.denied > 0
        self.first_word = np.concatenate([[0], np.cumsum(self.lengths)]).astype(np.int64)
        self.values: dict[int, list[Value]] = {}
        base = 0
        for pack, count in zip(packs, counts, strict=True):
            for index, value in pack.values:
                self.values.setdefault(base + index, []).append(value)
            base += count
        self.asserts = self.negated.copy()
        if self.values:
            self.asserts[np.fromiter(self.values, np.int64, len(self.values))] = True

    def words_of(self, statement: int) -> list[int]:
        """Return the word hashes of one sentence in their order."""
        found: list[int] = self.words[self.first_word[statement] : self.first_word[statement + 1]].tolist()
        return found


def _joined(parts: Sequence[Any]) -> Ints:
    blob = b"".join(one.tobytes() for one in parts)
    return np.frombuffer(blob, dtype=np.uint32).astype(np.int64)


def find_clashes(
    corpus: Corpus, apart: frozenset[tuple[int, int]] = frozenset(), changed: Ints | None = None
) -> list[Clash]:
    """Return pairs of sentences of different articles that contradict one another.

    Args:
        corpus: the sentences.
        apart: pairs of articles (smaller index first) that are not compared here, such as twins.
        changed: compare only what touches these articles; all when None.
    """
    pairs, weights = _candidates(corpus, changed)
    owner = corpus.owner
    together = (
        Counter(
            (min(a, b), max(a, b))
            for a, b in zip(
                owner[[p[0] for p in pairs]].tolist(), owner[[p[1] for p in pairs]].tolist(), strict=True
            )
        )
        if pairs
        else Counter[tuple[int, int]]()
    )
    found: list[Clash] = []
    for one, other in pairs:
        a, b = int(owner[one]), int(owner[other])
        key = (min(a, b), max(a, b))
        if key in apart:
            continue
        clash = _judge(corpus, one, other, weights, parallel=together[key] >= PARALLEL)
        if clash is not None:
            found.append(clash)
    return found


def _candidates(corpus: Corpus, changed: Ints | None) -> tuple[list[tuple[int, int]], Mapping[int, float]]:
    """Return pairs of sentences that share rare keys, and the weight of every word."""
    count = len(corpus.starts)
    if not count:
        return [], {}
    index = np.arange(count, dtype=np.int64)
    holder = np.repeat(index, corpus.lengths)
    language = corpus.group[holder] << 33
    known, counts = np.unique(corpus.words, return_counts=True)
    weights = dict(zip(known.tolist(), np.log1p(count / counts).tolist(), strict=True))
    follows = holder[1:] == holder[:-1]
    pair_keys = ((corpus.words[:-1] * 31 + corpus.words[1:] * 7) & 0xFFFFFFFF)[follows]
    keys = np.concatenate([corpus.words | language, pair_keys | (1 << 32) | language[:-1][follows]])
    holders = np.concatenate([holder, holder[:-1][follows]])
    order = np.argsort(keys, kind="stable")
    keys, holders = keys[order], holders[order]
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    useful = (sizes >= 2) & (sizes <= MOST_HOLDERS)
    keep = np.repeat(useful, sizes)
    frequency = np.repeat(sizes, sizes)[keep]
    ranks = np.repeat(np.arange(len(sizes)), sizes)[keep]
    holders = holders[keep]
    # The rarest keys of each sentence only.
    order = np.lexsort((ranks, frequency, holders))
    ranks, holders = ranks[order], holders[order]
    place = np.arange(len(holders)) - np.searchsorted(holders, holders, side="left")
    keep = place < KEYS_A_STATEMENT
    ranks, holders = ranks[keep], holders[keep]
    order = np.lexsort((holders, ranks))
    ranks, holders = ranks[order], holders[order]
    left, right = _pairs_within(ranks, holders)
    ok = (corpus.owner[left] != corpus.owner[right]) & (corpus.asserts[left] | corpus.asserts[right])
    if changed is not None:
        touched = np.zeros(int(corpus.owner.max()) + 1, bool)
        touched[changed] = True
        ok &= touched[corpus.owner[left]] | touched[corpus.owner[right]]
    codes, shared = np.unique(left[ok] * count + right[ok], return_counts=True)
    return [divmod(code, count) for code in codes[shared >= 2].tolist()], weights


def _pairs_within(ranks: Ints, holders: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of holders of one key, smaller sentence first."""
    if not len(ranks):
        return ranks, ranks
    starts = np.flatnonzero(np.r_[True, ranks[1:] != ranks[:-1]])
    sizes = np.diff(np.r_[starts, len(ranks)])
    left: list[Ints] = []
    right: list[Ints] = []
    for size in np.unique(sizes).tolist():
        if size < 2:
            continue
        rows = holders[starts[sizes == size][:, None] + np.arange(size)[None, :]]
        i, j = np.triu_indices(size, 1)
        left.append(rows[:, i].ravel())
        right.append(rows[:, j].ravel())
    if not left:
        return ranks[:0], ranks[:0]
    return np.concatenate(left), np.concatenate(right)


def _judge(
    corpus: Corpus, one: int, other: int, weights: Mapping[int, float], *, parallel: bool
) -> Clash | None:
    mine, theirs = _differing(corpus.values.get(one, []), corpus.values.get(other, []))
    differs = bool(mine or theirs)
    denied, denies = int(corpus.denied[one]), int(corpus.denied[other])
    if differs:
        if bool(denied) != bool(denies) or len(mine) != len(theirs) or len(mine) > 2:
            return None
    elif denied == denies:
        return None
    words, others = corpus.words_of(one), corpus.words_of(other)
    alike, told = _alike(words, others, weights)
    if alike < LEAST_ALIKE or told < 8.0:
        return None
    strength = min(1.0, 0.25 + 0.75 * (alike - LEAST_ALIKE) / (SURE_ALIKE - LEAST_ALIKE))
    values = ("", "")
    if differs:
        for value, opposite in zip(mine, theirs, strict=True):
            weight = _comparable(value, opposite, alike)
            if not weight:
                return None
            strength *= weight
        if len(mine) == 2:
            strength *= 0.6
        values = (", ".join(v[2] for v in mine), ", ".join(v[2] for v in theirs))
    else:
        if not _denies_the_same(words, denied, others, denies):
            return None  # what is denied is another thing
        strength *= 0.95
    how = "value" if differs else "polarity"
    return Clash(_place(corpus, one), _place(corpus, other), strength, alike, values, how, parallel)


def _denies_the_same(one: list[int], denied: int, other: list[int], denies: int) -> bool:
    """Tell whether the shorter sentence stands in the longer one word for word, save for the denial in it."""
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if len(shorter) < 3 or not any(
        longer[at : at + len(shorter)] == shorter for at in range(len(longer) - len(shorter) + 1)
    ):
        return False
    return (denied in shorter) != (denies in shorter)


def _place(corpus: Corpus, statement: int) -> tuple[int, int, int]:
    return int(corpus.owner[statement]), int(corpus.starts[statement]), int(corpus.ends[statement])


def _alike(one: list[int], other: list[int], weights: Mapping[int, float]) -> tuple[float, float]:
    """Return how far two sentences say the same, 0..1, and the weight of the words they share."""
    mine, theirs = dict.fromkeys(one), dict.fromkeys(other)
    shared = sum(weights[w] for w in mine if w in theirs)
    sums = sorted((sum(weights[w] for w in mine), sum(weights[w] for w in theirs)))
    if not sums[0]:
        return 0.0, 0.0
    words = (shared / sums[0]) ** 0.6 * (shared / sums[1]) ** 0.4
    first = set(pairwise(one))
    second = set(pairwise(other))
    pairs = len(first & second) / max(1, min(len(first), len(second)))
    return 0.75 * words + 0.25 * pairs, shared


def _differing(one: Sequence[Value], other: Sequence[Value]) -> tuple[list[Value], list[Value]]:
    """Return the values that stand in only one of two sentences, in their order."""
    mine, theirs = list(one), list(other)
    for value in one:
        same = next((o for o in theirs if o[0] == value[0]), None)
        if same is not None:
            mine.remove(value)
            theirs.remove(same)
    return mine, theirs


def _comparable(one: Value, other: Value, alike: float) -> float:
    """Return how surely two values answer the same question, 0..1."""
    if one[1] != other[1] and one[1] and other[1]:
        return 0.0
    same_place = one[3] == other[3]
    if one[1] == "version" or other[1] == "version":
        # Articles on different versions may both be right, unless the whole sentence is the same.
        return (0.9 if alike >= 0.93 else 0.7) if same_place else 0.0
    if one[1] and one[1] == other[1]:
        return 1.0
    return 0.95 if same_place else 0.55
