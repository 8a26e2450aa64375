"""Contradictions: two articles say the same of one subject, with another value (SPEC G1, K4).

Candidate pairs come from an inverted index over rare words and word pairs of the sentences
(``sentence_pairs``), so that the work grows with the text and not with the number of pairs. Whether a pair
contradicts is judged on the whole
sentences: what they share, weighted by how rare it is in this knowledge base, and which numbers differ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from neurodesk.pipeline.scanning.sentence_pairs import (
    SentencePairs,
    Sentences,
    all_pairs,
    updated_pairs,
    words_in,
)
from neurodesk.pipeline.scanning.statements import Value
from neurodesk.pipeline.scanning.table import DigestTable, Ints, spread

LEAST_ALIKE = 0.5
SURE_ALIKE = 0.86
# So many sentences alike make two articles variants of one text: their differences may be meant.
PARALLEL = 10


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
    """The sentences of all articles with the pairs that share rare wording.

    Args:
        table: the digests of the articles.
        groups: a number 0..3 for each article's language; only equal ones are compared.
        former: of a former scan, most of whose articles are the same.
        moved: for each article of ``former`` its place now, -1 where it is gone or has changed; those that
            stay keep their order.
    """

    def __init__(
        self,
        table: DigestTable,
        groups: NDArray[np.uint64],
        former: Corpus | None = None,
        moved: Ints | None = None,
    ) -> None:
        self.table = table
        self.sentences = Sentences(table, groups)
        self.owner, self.words = self.sentences.owner, self.sentences.words
        self.starts, self.ends, self.denied = table.starts, table.ends, table.denied
        self._values: dict[int, dict[int, list[Value]]] = {}
        if former is None or moved is None:
            self.found = all_pairs(self.sentences)
            self.may_differ = np.zeros(len(self.found.pairs), bool)
        else:
            self.found = self._updated(former, moved)
            known = self.found.former
            self.may_differ = np.where(known >= 0, np.r_[former.may_differ, False][known], False)
        for index in np.flatnonzero(self.found.former < 0).tolist():
            self.may_differ[index] = _may_differ(self, *self.found.pairs[index].tolist())

    def _updated(self, former: Corpus, moved: Ints) -> SentencePairs:
        was, now = former.sentences, self.sentences
        place = moved[was.owner]
        within = np.arange(len(was)) - was.first_sentence[was.owner]
        there = np.where(place >= 0, np.r_[now.first_sentence, 0][place] + within, -1)
        fresh = np.ones(len(now), bool)
        fresh[there[there >= 0]] = False
        return updated_pairs(former.found, was, now, there, np.flatnonzero(fresh))

    def words_of(self, statement: int) -> list[int]:
        """Return the word hashes of one sentence in their order."""
        first = self.sentences.first_word
        found: list[int] = self.words[first[statement] : first[statement + 1]].tolist()
        return found

    def values_of(self, statement: int) -> list[Value]:
        """Return the values that one sentence names."""
        owner = int(self.owner[statement])
        if owner not in self._values:
            mine: dict[int, list[Value]] = {}
            for index, value in self.table[owner].statements.values:
                mine.setdefault(index, []).append(value)
            self._values[owner] = mine
        return self._values[owner].get(statement - int(self.sentences.first_sentence[owner]), [])


def find_clashes(corpus: Corpus, apart: frozenset[tuple[int, int]] = frozenset()) -> list[Clash]:
    """Return pairs of sentences of different articles that contradict one another.

    Args:
        corpus: the sentences.
        apart: pairs of articles (smaller index first) that are not compared here, such as twins.
    """
    pairs = corpus.found.pairs
    if not len(pairs):
        return []
    owners = np.sort(corpus.owner[pairs], axis=1)
    codes = owners[:, 0] * len(corpus.table) + owners[:, 1]
    _, group, counts = np.unique(codes, return_inverse=True, return_counts=True)
    chosen = corpus.may_differ
    parallel = (counts[group] >= PARALLEL)[chosen]
    pairs, owners = pairs[chosen], owners[chosen]
    weights = _weights(corpus, np.unique(pairs))
    found: list[Clash] = []
    for (one, other), key, variants in zip(pairs.tolist(), owners.tolist(), parallel.tolist(), strict=True):
        if (key[0], key[1]) in apart:
            continue
        clash = _judge(corpus, one, other, weights, parallel=variants)
        if clash is not None:
            found.append(clash)
    return found


def _weights(corpus: Corpus, statements: Ints) -> dict[int, float]:
    """Return the weight of every word of some sentences: the rarer, the heavier."""
    sentences = corpus.sentences
    places = spread(sentences.first_word[statements], sentences.lengths[statements])
    words = np.unique(corpus.words[places])
    counts = words_in(corpus.found.entries, words).tolist()
    # Each by itself: an array's logarithms may differ in the last bit by where they stand in it.
    return {
        word: math.log1p(len(sentences) / count) for word, count in zip(words.tolist(), counts, strict=True)
    }


def _may_differ(corpus: Corpus, one: int, other: int) -> bool:
    """Tell whether two sentences name other values, or one denies what the other says."""
    mine, theirs = _differing(corpus.values_of(one), corpus.values_of(other))
    denied, denies = int(corpus.denied[one]), int(corpus.denied[other])
    if mine or theirs:
        if bool(denied) != bool(denies) or len(mine) != len(theirs) or len(mine) > 2:
            return False
        return all(_comparable(value, opposite, 1.0) for value, opposite in zip(mine, theirs, strict=True))
    if denied == denies:
        return False
    # Else what is denied is another thing.
    return _denies_the_same(corpus.words_of(one), denied, corpus.words_of(other), denies)


def _judge(
    corpus: Corpus, one: int, other: int, weights: Mapping[int, float], *, parallel: bool
) -> Clash | None:
    """Judge two sentences of which ``_may_differ`` holds by how far they say the same."""
    alike, told = _alike(corpus.words_of(one), corpus.words_of(other), weights)
    if alike < LEAST_ALIKE or told < 8.0:
        return None
    mine, theirs = _differing(corpus.values_of(one), corpus.values_of(other))
    differs = bool(mine or theirs)
    strength = min(1.0, 0.25 + 0.75 * (alike - LEAST_ALIKE) / (SURE_ALIKE - LEAST_ALIKE))
    values = ("", "")
    if differs:
        for value, opposite in zip(mine, theirs, strict=True):
            strength *= _comparable(value, opposite, alike)
        if len(mine) == 2:
            strength *= 0.6
        values = (", ".join(v[2] for v in mine), ", ".join(v[2] for v in theirs))
    else:
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
