"""Near-copies by containment of rare five-word shingles (SPEC W4, W7, L1).

Jaccard and SimHash miss copies that were cut; containment does not. Only *rare* shingles count: a licence
footer that stands under every page makes nothing a copy.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
import sys
import unicodedata
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

SHINGLE_WORDS = 5
NEAR_COPY = 0.2
# Fewer shared shingles than this prove nothing: a quoted sentence is no copy.
LEAST_SHARED = 8
RARE_SHARE = 0.02
RARE_LEAST = 4

_WORD = re.compile(r"[^\W_]+")
_MASK = 2**64 - 1
_POWERS = tuple(pow(0x9E3779B97F4A7C15, exponent, 2**64) for exponent in range(SHINGLE_WORDS))
_SPAN = re.compile(r"`[^`\n]+`")
_FENCE = re.compile(
    r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(.*?)(?:^ {0,3}\1[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)


@functools.lru_cache(maxsize=200_000)
def _word_hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def shingles(text: str) -> frozenset[int]:
    """Return 64-bit hashes of all runs of five words, blind to case, normal form and punctuation.

    The same numbers as those that the import stores for KB articles: each run is a polynomial over its
    words' hashes, modulo 2**64.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    hashes = [_word_hash(word) for word in words]
    found = set()
    for i in range(len(hashes) - SHINGLE_WORDS + 1):
        run = sum(h * p for h, p in zip(hashes[i : i + SHINGLE_WORDS], _POWERS, strict=True)) & _MASK
        found.add(run ^ (run >> 29))
    return frozenset(found)


def prose(text: str) -> str:
    """Return a Markdown text without its code blocks and code spans: what a translation changes."""
    return _SPAN.sub(" ", _FENCE.sub(" ", text))


def pack(values: Iterable[int]) -> bytes:
    """Return shingles as sorted little-endian 64-bit numbers, for storage."""
    numbers = array("Q", sorted(values))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpack(data: bytes) -> frozenset[int]:
    """Return the shingles that ``pack`` stored."""
    numbers = array("Q")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return frozenset(numbers)


def rare_limit(documents: int) -> int:
    """Return in how many of ``documents`` texts a shingle may stand and still be rare."""
    return max(RARE_LEAST, math.ceil(RARE_SHARE * documents))


def containment(
    one: frozenset[int], other: frozenset[int], frequency: Mapping[int, int], limit: int
) -> float:
    """Return which share of the smaller text's rare shingles stands in the other one, 0..1.

    Args:
        frequency: in how many texts each shingle stands; a missing one stands in one text.
        limit: a shingle in more texts than this does not count (see ``rare_limit``).
    """
    rare_one = {s for s in one if frequency.get(s, 1) <= limit}
    rare_other = {s for s in other if frequency.get(s, 1) <= limit}
    smaller = min(len(rare_one), len(rare_other))
    shared = len(rare_one & rare_other)
    return shared / smaller if smaller and shared >= min(LEAST_SHARED, smaller) else 0.0


@dataclass(frozen=True, slots=True)
class NearCopy:
    """A text that shares rare shingles with the one asked about.

    Attributes:
        containment: share of the smaller text's rare shingles, 0..1.
        shared: how many rare shingles both have.
        share_here: share of the asked text's rare shingles, 0..1.
    """

    id: str
    containment: float
    shared: int
    share_here: float


class ShingleIndex:
    """Texts by their shingles; a question costs the shingles of one text, not the number of texts."""

    def __init__(self) -> None:
        self._texts: dict[str, frozenset[int]] = {}
        self._postings: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def __contains__(self, identifier: str) -> bool:
        return identifier in self._texts

    def add(self, identifier: str, values: frozenset[int]) -> None:
        """Add a text once; adding an id again is a bug and raises ValueError."""
        if identifier in self._texts:
            raise ValueError(f"{identifier} is in the index already")
        self._texts[identifier] = values
        for value in values:
            self._postings.setdefault(value, []).append(identifier)

    def near_copies(self, values: frozenset[int], least: float = NEAR_COPY) -> list[NearCopy]:
        """Return the texts that are near-copies, closest first, ties by id.

        The rare shingles of a stored text are those of at most ``rare_limit`` stored texts.
        """
        limit = rare_limit(len(self._texts) + 1)
        shared: dict[str, int] = {}
        rare_here = 0
        for value in values:
            holders = self._postings.get(value, ())
            if len(holders) > limit:
                continue
            rare_here += 1
            for holder in holders:
                shared[holder] = shared.get(holder, 0) + 1
        found = []
        for identifier, count in shared.items():
            # Cheap bound first: the exact size of the other side is only counted for a likely copy.
            if count < LEAST_SHARED and count < rare_here:
                continue
            rare_there = sum(len(self._postings[v]) <= limit for v in self._texts[identifier])
            smaller = min(rare_here, rare_there)
            if smaller and count >= min(LEAST_SHARED, smaller) and count / smaller >= least:
                found.append(NearCopy(identifier, count / smaller, count, count / rare_here))
        return sorted(found, key=lambda one: (-one.containment, -one.shared, one.id))


def near_copies_among(
    asked: frozenset[int], texts: Sequence[tuple[str, Collection[int]]], least: float = NEAR_COPY
) -> list[NearCopy]:
    """Return which of many texts are near-copies of one, closest first, ties by id; keeps no index.

    For one question over 10,000 texts this is quicker, and takes far less memory, than an index: each text is
    met with the asked one's shingles once. Rare is what stands in at most ``rare_limit`` of all texts.
    """
    limit = rare_limit(len(texts) + 1)
    frequency: dict[int, int] = {}
    met: list[tuple[str, int, set[int]]] = []
    for identifier, values in texts:
        common = set(asked.intersection(values))
        if common:
            met.append((identifier, len(values), common))
            for value in common:
                frequency[value] = frequency.get(value, 0) + 1
    often = {value for value, count in frequency.items() if count > limit}
    rare_here = len(asked) - len(often)
    found = []
    for identifier, size, common in met:
        shared = len(common - often)
        smaller = min(rare_here, size - len(common & often))
        if smaller > 0 and shared >= min(LEAST_SHARED, smaller) and shared / smaller >= least:
            found.append(NearCopy(identifier, shared / smaller, shared, shared / rare_here))
    return sorted(found, key=lambda one: (-one.containment, -one.shared, one.id))


def code_lines(text: str) -> frozenset[str]:
    """Return the telling lines of a Markdown text's code blocks, spaces folded, comments left out.

    Code stays what it is when prose is translated: shared lines recognise a translation (SPEC W7, K3).
    """
    lines: set[str] = set()
    for block in _FENCE.finditer(text):
        for line in block.group(2).splitlines():
            folded = " ".join(line.split())
            if len(folded) >= 8 and not folded.startswith(("#", "//", "--", ";", "<!--")):
                lines.add(folded)
    return frozenset(lines)


def telling_code(text: str) -> frozenset[str]:
    """Return the code lines of a text, and its code spans that are whole commands.

    A page may show in a sentence what its translation shows in a block (SPEC W7).
    """
    spans = (" ".join(span.group()[1:-1].split()) for span in _SPAN.finditer(_FENCE.sub(" ", text)))
    return code_lines(text) | {span for span in spans if len(span) >= 8 and " " in span}


def translates_code(one: frozenset[str], other: frozenset[str], least: int = 3, share: float = 0.6) -> bool:
    """Tell whether two texts have most of their telling code in common, the longer one's too.

    Independent pages about one matter share its usual commands; a translation shares nearly all of them.
    """
    shared = len(one & other)
    return shared >= least and shared / max(len(one), len(other)) >= share


def shares_code(one: frozenset[str], other: frozenset[str], least: int = 3, share: float = 0.6) -> bool:
    """Tell whether two texts hold mostly the same code lines."""
    smaller = min(len(one), len(other))
    shared = len(one & other)
    return shared >= least and shared / smaller >= share
