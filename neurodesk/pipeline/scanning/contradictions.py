"""Contradictions: two articles say the same of one subject, with another value (SPEC G1, K4).

Candidate pairs come from an inverted index over rare words and word pairs of the sentences, so that the work
grows with the text and not with the number of pairs. Whether a pair contradicts is judged on the whole
sentences: what they share, weighted by how rare it is in this knowledge base, and which numbers differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from neurodesk.pipeline.scanning.statements import Value
from neurodesk.pipeline.scanning.table import DigestTable, Ints

# A key in more sentences than this leads to too many pairs to say anything about the subject.
MOST_HOLDERS = 32
KEYS_A_STATEMENT = 10
LEAST_ALIKE = 0.5
SURE_ALIKE = 0.86
# So many sentences alike make two articles variants of one text: their differences may be meant.
PARALLEL = 10

_SENTENCE_BITS = 29


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
        table: the digests of the articles.
        groups: a number 0..3 for each article's language; only equal ones are compared.
    """

    def __init__(self, table: DigestTable, groups: Sequence[int]) -> None:
        self.table = table
        self.owner = np.repeat(np.arange(len(table), dtype=np.int64), table.sentences)
        self.group = np.asarray(groups, dtype=np.uint64)[self.owner] if len(table) else self.owner
        self.starts, self.ends, self.lengths = table.starts, table.ends, table.lengths
        self.words, self.denied = table.sentence_words, table.denied
        self.first_word = np.concatenate([[0], np.cumsum(self.lengths)]).astype(np.int64)
        self.first_sentence = np.cumsum(table.sentences) - table.sentences
        self.asserts = self.denied > 0
        self.asserts[table.valued] = True
        self._values: dict[int, dict[int, list[Value]]] = {}

    def words_of(self, statement: int) -> list[int]:
        """Return the word hashes of one sentence in their order."""
        found: list[int] = self.words[self.first_word[statement] : self.first_word[statement + 1]].tolist()
        return found

    def values_of(self, statement: int) -> list[Value]:
        """Return the values that one sentence names."""
        owner = int(self.owner[statement])
        if owner not in self._values:
            mine: dict[int, list[Value]] = {}
            for index, value in self.table[owner].statements.values:
                mine.setdefault(index, []).append(value)
            self._values[owner] = mine
        return self._values[owner].get(statement - int(self.first_sentence[owner]), [])


def find_clashes(corpus: Corpus, apart: frozenset[tuple[int, int]] = frozenset()) -> list[Clash]:
    """Return pairs of sentences of different articles that contradict one another.

    Args:
        corpus: the sentences.
        apart: pairs of articles (smaller index first) that are not compared here, such as twins.
    """
    pairs = _candidates(corpus)
    if not len(pairs):
        return []
    weights = _weights(corpus, np.unique(pairs))
    owners = np.sort(corpus.owner[pairs], axis=1)
    codes = owners[:, 0] * len(corpus.table) + owners[:, 1]
    _, group, counts = np.unique(codes, return_inverse=True, return_counts=True)
    parallel = counts[group] >= PARALLEL
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
    chosen = np.zeros(len(corpus.starts), bool)
    chosen[statements] = True
    words = np.unique(corpus.words[np.repeat(chosen, corpus.lengths)])
    ordered = np.sort(corpus.words)
    counts = np.searchsorted(ordered, words, side="right") - np.searchsorted(ordered, words, side="left")
    return dict(zip(words.tolist(), np.log1p(len(corpus.starts) / counts).tolist(), strict=True))


def _candidates(corpus: Corpus) -> Ints:
    """Return pairs of sentences that share rare keys, in order.

    What is ordered by several numbers is packed into one of 64 bits: sorting those is several times faster
    than ordering by places. A sentence has 29 bits, a key 35: its hash, word or pair, and its language.
    """
    count = len(corpus.starts)
    if count < 2:
        return np.empty((0, 2), np.int64)
    if count >= 1 << _SENTENCE_BITS:
        raise ValueError("more sentences than the scanner can tell apart")
    low = np.uint64(_SENTENCE_BITS)
    mask = np.uint64((1 << _SENTENCE_BITS) - 1)
    sentence = np.arange(count, dtype=np.uint64)
    holder = np.repeat(sentence | (corpus.group << np.uint64(33 + _SENTENCE_BITS)), corpus.lengths)
    words = corpus.words.astype(np.uint64)
    follows = np.ones(len(words), bool)
    follows[corpus.first_word[:-1]] = False
    follows = follows[1:]
    following = (words[:-1] * np.uint64(31) + words[1:] * np.uint64(7)) & np.uint64(0xFFFFFFFF)
    following |= np.uint64(1 << 32)
    packed = np.concatenate([words << low | holder, (following << low | holder[:-1])[follows]])
    packed.sort()
    keys, holders = packed >> low, packed & mask
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    useful = (sizes >= 2) & (sizes <= MOST_HOLDERS)
    holders = holders[np.repeat(useful, sizes)]
    sizes = sizes[useful].astype(np.uint64)
    ranks = np.arange(len(sizes), dtype=np.uint64)
    # The rarest keys of each sentence only.
    packed = np.repeat(sizes << low | ranks, sizes.astype(np.int64)) | holders << np.uint64(35)
    packed.sort()
    holders, ranks = packed >> np.uint64(35), packed & mask
    starts = np.flatnonzero(np.r_[True, holders[1:] != holders[:-1]]) if len(holders) else np.empty(0, int)
    place = np.arange(len(holders)) - np.repeat(starts, np.diff(np.r_[starts, len(holders)]))
    keep = place < KEYS_A_STATEMENT
    packed = ranks[keep] << low | holders[keep]
    packed.sort()
    codes = _pair_codes(corpus, (packed >> low).astype(np.int64), (packed & mask).astype(np.int64))
    codes.sort()
    codes = np.unique(codes[1:][codes[1:] == codes[:-1]])  # two keys shared at least
    return np.stack(np.divmod(codes, count), axis=1)


def _pair_codes(corpus: Corpus, ranks: Ints, holders: Ints) -> Ints:
    """Return a number for each pair of holders of one key that may contradict, the smaller sentence first.

    Args:
        ranks, holders: key and sentence of each place, ordered by both.
    """
    count = len(corpus.starts)
    owners, asserts = corpus.owner[holders], corpus.asserts[holders]
    ends = np.flatnonzero(np.r_[ranks[1:] != ranks[:-1], True]) if len(ranks) else ranks
    place = np.arange(len(ranks))
    # How many holders of the same key follow; pairs are made with the next, the one after it, and so on.
    following = np.repeat(ends, np.diff(np.r_[-1, ends])) - place
    found = [ranks[:0]]
    for step in range(1, MOST_HOLDERS):
        more = following >= step
        place, following = place[more], following[more]
        if not len(place):
            break
        then = place + step
        ok = (asserts[place] | asserts[then]) & (owners[place] != owners[then])
        found.append(holders[place[ok]] * count + holders[then[ok]])
    return np.concatenate(found)


def _judge(
    corpus: Corpus, one: int, other: int, weights: Mapping[int, float], *, parallel: bool
) -> Clash | None:
    mine, theirs = _differing(corpus.values_of(one), corpus.values_of(other))
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
