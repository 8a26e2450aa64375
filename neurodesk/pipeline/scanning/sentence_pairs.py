"""Pairs of sentences that share rare wording, kept from scan to scan (SPEC G1: near-linear, incremental).

An entry is a key of a sentence (a word or two words in a row) with that sentence, packed into one number of
64
bits: the key has 35 bits (2 of the language, 1 for pairs of words, 32 of the hash), the sentence 29. All
entries lie in one sorted array, so that the holders of a key stand side by side. Sentences make a pair when
both hold two of the same keys among the ten rarest of each.

After a change only the entries of the changed articles are taken out and merged in. What the pairs of all
other
sentences rest on are the numbers of holders of their keys: those that changed lead to the sentences whose
rarest keys are chosen anew, and only pairs of these are made again. The result is that of making all of it
anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neurodesk.pipeline.scanning.table import DigestTable, Ints, spread

# A key in more sentences than this leads to too many pairs to say anything about the subject.
MOST_HOLDERS = 32
KEYS_A_STATEMENT = 10
LEAST_SHARED = 2
# Above so many entries (8 bytes each) they are made anew at each scan and not kept.
MOST_KEPT = 32_000_000

_SENTENCE_BITS = 29
_LOW = np.uint64(_SENTENCE_BITS)
_MASK = np.uint64((1 << _SENTENCE_BITS) - 1)
_COMPARED_AT_ONCE = 20_000
_FEW_KEYS = 500

Packed = NDArray[np.uint64]
Flags = NDArray[np.bool_]


class Sentences:
    """The sentences of all articles in flat arrays.

    Args:
        table: the digests of the articles.
        groups: a number 0..3 for each article's language; only equal ones are compared.

    Attributes:
        owner, group: article and language of each sentence.
        first_word: place of each sentence's first word in ``words``, with the end of the last.
        first_sentence: number of each article's first sentence.
        asserts: a sentence that names a value or denies something.
    """

    def __init__(self, table: DigestTable, groups: NDArray[np.uint64]) -> None:
        self.owner = np.repeat(np.arange(len(table), dtype=np.int64), table.sentences)
        self.group = groups[self.owner]
        self.words, self.lengths = table.sentence_words, table.lengths
        self.first_word = np.concatenate([[0], np.cumsum(self.lengths)]).astype(np.int64)
        self.first_sentence = np.cumsum(table.sentences) - table.sentences
        self.asserts = (table.denied > 0) | table.valued
        if len(self) >= 1 << _SENTENCE_BITS:
            raise ValueError("more sentences than the scanner can tell apart")

    def __len__(self) -> int:
        return len(self.lengths)

    def entries(self, chosen: Ints | None = None) -> Packed:
        """Return the entries of all or of some sentences, not sorted."""
        if chosen is None:
            words, lengths = self.words, self.lengths
            holder = np.arange(len(self), dtype=np.uint64)
            group = self.group
        else:
            lengths = self.lengths[chosen]
            words = self.words[spread(self.first_word[chosen], lengths)]
            holder, group = chosen.astype(np.uint64), self.group[chosen]
        total = len(words)
        held = np.repeat(holder | (group << np.uint64(33 + _SENTENCE_BITS)), lengths)
        follows = np.ones(total + 1, bool)
        follows[np.cumsum(lengths) - lengths] = False
        after = np.flatnonzero(follows[1:total])
        packed = np.empty(total + len(after), np.uint64)
        hashes = words.astype(np.uint64)
        np.left_shift(hashes, _LOW, out=packed[:total])
        packed[:total] |= held
        pairs = packed[total:]
        np.multiply(hashes[after], np.uint64(31), out=pairs)
        pairs += hashes[after + 1] * np.uint64(7)
        pairs &= np.uint64(0xFFFFFFFF)
        pairs |= np.uint64(1 << 32)
        pairs <<= _LOW
        pairs |= held[after]
        return packed


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """Entries and pairs of one state of a knowledge base.

    Attributes:
        entries: sorted.
        pairs: shape (pairs, 2), the smaller sentence first, in order.
        former: for each pair its place in the pairs it was updated from, -1 where it is to be looked at anew.
    """

    entries: Packed
    pairs: Ints
    former: Ints


def all_pairs(sentences: Sentences) -> SentencePairs:
    """Find the pairs of all sentences."""
    count = len(sentences)
    entries = sentences.entries()
    entries.sort()
    if count < 2:
        return SentencePairs(entries, np.empty((0, 2), np.int64), np.empty(0, np.int64))
    keys = entries >> _LOW
    starts = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[starts, len(keys)])
    useful = (sizes >= 2) & (sizes <= MOST_HOLDERS)
    starts, sizes = starts[useful], sizes[useful]
    holders = entries[spread(starts, sizes)] & _MASK
    # The rarest keys of each sentence only: sorted by sentence, number of holders and key.
    ranks = np.arange(len(sizes), dtype=np.uint64)
    packed = np.repeat(sizes.astype(np.uint64) << _LOW | ranks, sizes)
    packed |= holders << np.uint64(35)
    packed.sort()
    holders = packed >> np.uint64(35)
    packed &= _MASK
    place = _place_in_run(holders)
    keep = place < KEYS_A_STATEMENT
    packed = packed[keep]
    packed <<= _LOW
    packed |= holders[keep]
    packed.sort()
    codes = _codes(sentences, packed >> _LOW, (packed & _MASK).astype(np.int64))
    codes.sort()
    # Codes that stand twice: two keys shared at least.
    codes = codes[1:][codes[1:] == codes[:-1]]
    codes = codes[np.r_[True, codes[1:] != codes[:-1]]] if len(codes) else codes
    pairs = np.stack(np.divmod(codes, count), axis=1)
    pairs = pairs[sentences.owner[pairs[:, 0]] != sentences.owner[pairs[:, 1]]]
    return SentencePairs(entries, pairs, np.full(len(pairs), -1, np.int64))


def _place_in_run(values: Packed) -> Ints:
    """Return for each place how many equal values stand directly before it."""
    if not len(values):
        return np.empty(0, np.int64)
    starts = np.flatnonzero(np.r_[True, values[1:] != values[:-1]])
    return np.arange(len(values)) - np.repeat(starts, np.diff(np.r_[starts, len(values)]))


def _codes(sentences: Sentences, ranks: Packed, holders: Ints) -> Ints:
    """Return a number for each pair of holders of one key of which one asserts, the smaller sentence first.

    Args:
        ranks, holders: key and sentence of each place, ordered by both.
    """
    count = len(sentences)
    starts = np.flatnonzero(np.r_[True, ranks[1:] != ranks[:-1]]) if len(ranks) else np.empty(0, np.int64)
    sizes = np.diff(np.r_[starts, len(ranks)])
    found = [holders[:0]]
    # Keys of one size make a table with a column a key: rows some steps apart are pairs, read in one go.
    for size in range(2, MOST_HOLDERS + 1):
        rows = starts[sizes == size] + np.arange(size)[:, None]
        some, asserts = holders[rows], sentences.asserts[holders[rows]]
        if rows.shape[1] < _FEW_KEYS:
            one, other = np.triu_indices(size, 1)
            codes = some[one] * count + some[other]
            found.append(codes[asserts[one] | asserts[other]])
            continue
        for step in range(1, size):
            codes = some[:-step] * count
            codes += some[step:]
            found.append(codes[asserts[:-step] | asserts[step:]])
    return np.concatenate(found)


def updated_pairs(
    before: SentencePairs, was: Sentences, now: Sentences, moved: Ints, fresh: Ints
) -> SentencePairs:
    """Return what ``all_pairs(now)`` returns, from the pairs of a former state.

    Args:
        before: the pairs of ``was``.
        moved: for each former sentence its number now, ascending, -1 where it is gone.
        fresh: the sentences that were not there before, ascending.
    """
    gone = np.sort(was.entries(np.flatnonzero(moved < 0)))
    added = np.sort(now.entries(fresh))
    entries = _merged(before.entries, gone, added, moved)
    keys, delta = _changed_sizes(gone, added)
    starts, sizes = _holders(entries, keys)
    active = (np.minimum(sizes, sizes - delta) <= MOST_HOLDERS) & (np.maximum(sizes, sizes - delta) >= 2)
    touched = (entries[spread(starts[active], sizes[active])] & _MASK).astype(np.int64)
    touched = np.setdiff1d(touched, fresh)
    # The sentences whose rarest keys may be others now, and those keys of theirs that are.
    own = now.entries(touched)
    sizes = _holders(entries, own >> _LOW)[1]
    former_sizes = sizes.copy()
    if len(keys):
        at = np.minimum(np.searchsorted(keys, own >> _LOW), len(keys) - 1)
        former_sizes -= np.where(keys[at] == own >> _LOW, delta[at], 0)
    turned = own[_rarest(own, sizes) != _rarest(own, former_sizes)]
    added = added[_rarest(added, _holders(entries, added >> _LOW)[1])]
    affected = _partners(now, entries, np.concatenate([turned, added]))
    shared = _shared(now, entries, affected)
    made = affected[shared >= LEAST_SHARED]
    # Pairs of the former state that nothing touched stay as they are.
    count = max(1, len(now))
    kept = moved[before.pairs] if len(before.pairs) else before.pairs
    codes = kept[:, 0] * count + kept[:, 1]
    stays = np.flatnonzero((kept.min(axis=1, initial=0) >= 0) & ~np.isin(codes, affected))
    codes = np.concatenate([codes[stays], made])
    former = np.concatenate([stays, np.full(len(made), -1, np.int64)])
    order = np.argsort(codes, kind="stable")
    return SentencePairs(entries, np.stack(np.divmod(codes[order], count), axis=1), former[order])


def _merged(entries: Packed, gone: Packed, added: Packed, moved: Ints) -> Packed:
    """Take some entries out, give the sentences their numbers of now, and merge others in."""
    first = np.searchsorted(entries, gone)
    left = np.delete(entries, first + _place_in_run(gone))
    if len(moved) and not np.array_equal(moved[moved >= 0], np.flatnonzero(moved >= 0)):
        sentences = moved.astype(np.uint64)[(left & _MASK).astype(np.int64)]
        left &= ~_MASK
        left |= sentences
    return np.insert(left, np.searchsorted(left, added), added)


def _changed_sizes(gone: Packed, added: Packed) -> tuple[Packed, Ints]:
    """Return the keys that have another number of holders now, sorted, and how many more."""
    keys, place = np.unique(np.concatenate([gone, added]) >> _LOW, return_inverse=True)
    more = np.r_[np.full(len(gone), -1), np.ones(len(added), np.int64)]
    delta = np.bincount(place, weights=more, minlength=len(keys)).astype(np.int64)
    return keys[delta != 0], delta[delta != 0]


def _holders(entries: Packed, keys: Packed) -> tuple[Ints, Ints]:
    """Return where the entries of each key begin, and how many it has."""
    # Sought in order, because the places of neighbours share memory that is at hand.
    order = np.argsort(keys)
    sought = keys[order] << _LOW
    starts, sizes = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
    first = np.searchsorted(entries, sought)
    starts[order] = first
    sizes[order] = np.searchsorted(entries, sought | _MASK, side="right") - first
    return starts, sizes


def _rarest(own: Packed, sizes: Ints) -> Flags:
    """Tell which entries of some sentences are among the rarest useful keys of theirs."""
    kept = np.zeros(len(own), bool)
    useful = np.flatnonzero((sizes >= 2) & (sizes <= MOST_HOLDERS))
    some = own[useful]
    sentences = some & _MASK
    order = np.lexsort((some >> _LOW, sizes[useful], sentences))
    kept[useful[order]] = _place_in_run(sentences[order]) < KEYS_A_STATEMENT
    return kept


def _partners(sentences: Sentences, entries: Packed, own: Packed) -> Ints:
    """Return codes of the pairs that some entries may make with all holders of their keys."""
    starts, sizes = _holders(entries, own >> _LOW)
    one = np.repeat((own & _MASK).astype(np.int64), sizes)
    other = (entries[spread(starts, sizes)] & _MASK).astype(np.int64)
    ok = sentences.owner[one] != sentences.owner[other]
    ok &= sentences.asserts[one] | sentences.asserts[other]
    one, other = one[ok], other[ok]
    return np.unique(np.minimum(one, other) * max(1, len(sentences)) + np.maximum(one, other))


def _shared(sentences: Sentences, entries: Packed, codes: Ints) -> Ints:
    """Return how many of their rarest keys two sentences share, for each pair."""
    if not len(codes):
        return np.empty(0, np.int64)
    pairs = np.stack(np.divmod(codes, len(sentences)), axis=1)
    chosen, place = np.unique(pairs, return_inverse=True)
    own = sentences.entries(chosen)
    own = own[_rarest(own, _holders(entries, own >> _LOW)[1])]
    own = own[np.argsort(own & _MASK, kind="stable")]
    at = np.searchsorted(chosen, (own & _MASK).astype(np.int64))
    keys = np.zeros((len(chosen), KEYS_A_STATEMENT), np.uint64)
    # No key is 0 or 1: a place without one equals none of the other side.
    keys[at, _place_in_run(at.astype(np.uint64))] = (own >> _LOW) + np.uint64(2)
    left, right = keys[place.reshape(pairs.shape)[:, 0]], keys[place.reshape(pairs.shape)[:, 1]]
    right = np.where(right == 0, np.uint64(1), right)
    shared = np.empty(len(pairs), np.int64)
    for start in range(0, len(pairs), _COMPARED_AT_ONCE):
        some = slice(start, start + _COMPARED_AT_ONCE)
        shared[some] = (left[some, :, None] == right[some, None, :]).sum(axis=(1, 2))
    return shared


def words_in(entries: Packed, words: NDArray[np.uint32]) -> Ints:
    """Return how often each word stands in all sentences."""
    counts = np.zeros(len(words), np.int64)
    for group in range(4):
        counts += _holders(entries, words.astype(np.uint64) | np.uint64(group << 33))[1]
    return counts
