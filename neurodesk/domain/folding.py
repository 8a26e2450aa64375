"""Fold text for comparison and keep the way back to the original offsets.

Folding evens out what typesetting, extraction and copying change without changing a word: canonical
composition (NFC), the Latin ligatures of print, soft hyphens and zero-width characters, the shapes of dashes
and quotation marks, every kind of space. It never changes a letter, a digit or case: compatibility folding
(NFKC) is avoided because it would turn ``10²`` into ``102``, and bidirectional overrides are left in place
because they change what a reader sees.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

HYPHENS = "-\u2010\u2011"
EN_DASHES = "\u2012\u2013\u2212\ufe63\uff0d"
EM_DASHES = "\u2014\u2015\ufe58"
DASHES = HYPHENS + EN_DASHES + EM_DASHES
SOFT_HYPHEN = "\u00ad"
# Invisible and without effect on the order of what is read; overrides and isolates are not among them.
ZERO_WIDTH = "\u200b\u200c\u200d\u200e\u200f\u2060\u061c\u180e\ufeff"

_EXPANSIONS = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u2026": "...",
}
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\uff02"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4\uff07"

SPACES = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003"
    "\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

# One character to one character, so offsets do not move. `str.replace` beats `str.translate` by far here.
_SHAPES = (
    *((c, "-") for c in DASHES[1:]),
    *((c, '"') for c in _DOUBLE_QUOTES),
    *((c, "'") for c in _SINGLE_QUOTES),
)
_REMOVED = re.compile(
    f"{SOFT_HYPHEN}[^\\S\\r\\n]*(?:\\r\\n|\\r|\\n)[^\\S\\r\\n]*(?=\\w)|[{SOFT_HYPHEN}{ZERO_WIDTH}]+"
)
_EXPANDED = re.compile("[" + "".join(_EXPANSIONS) + "]")


@lru_cache(maxsize=1)
def _composable() -> re.Pattern[str]:
    """Match what NFC may change: the characters that compose onto the one before, and singletons."""
    chars = {chr(cp) for cp in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    for cp in range(0x00C0, 0x10000):
        char = chr(cp)
        if unicodedata.combining(char):
            chars.add(char)
        decomposed = unicodedata.decomposition(char)
        if decomposed and decomposed[0] != "<":
            parts = decomposed.split()
            chars.add(char if len(parts) == 1 else chr(int(parts[-1], 16)))
    # Beyond the basic plane whole runs are tried: a class with single characters from there makes `re` crawl.
    return re.compile("[" + "".join(map(re.escape, sorted(chars))) + "\U00010000-\U0002ffff]+")


def fold_text(text: str) -> str:
    """Return `text` folded for comparison and hashing, without offsets (SPEC R4).

    A hyphen at a line end stays a hyphen and a space: whether it joins is known only when two texts are
    compared.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        text = even_shapes(_EXPANDED.sub(lambda hit: _EXPANSIONS[hit.group()], _REMOVED.sub("", text)))
    return " ".join(text.split())


def even_shapes(text: str) -> str:
    """Return `text` with one shape of dash, of double and of single quotation mark."""
    for shape, plain in _SHAPES:
        text = text.replace(shape, plain)
    return text


def even_spaces(text: str) -> str:
    """Return `text` with every space or line end as one plain space each."""
    for space in SPACES:
        text = text.replace(space, " ")
    return text


class OffsetMap:
    """The way back over one rewriting: which pieces changed, everything between them being one to one.

    Args:
        spans: the changed pieces of the old text, in order.
        lengths: how long each is in the new text; one number if all are equally long.
    """

    __slots__ = ("_lengths", "_new_ends", "_new_starts", "_spans")

    def __init__(self, spans: list[tuple[int, int]], lengths: int | list[int]) -> None:
        self._spans = spans
        self._lengths = lengths
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []

    def start(self, index: int) -> int | None:
        """Return the old offset at which the character `index` begins, or None inside an expanded one."""
        piece = bisect_right(self.new_starts, index) - 1
        if piece < 0:
            return index
        new_end = self._new_ends[piece]
        if index < new_end:
            return self._spans[piece][0] if index == self._new_starts[piece] else None
        return self._spans[piece][1] + index - new_end

    def end(self, index: int) -> int | None:
        """Return the old offset just behind the character before `index`, or None inside an expanded one."""
        piece = bisect_right(self.new_starts, index - 1) - 1
        if piece < 0:
            return index
        new_end = self._new_ends[piece]
        if index <= new_end:
            return self._spans[piece][1] if index == new_end else None
        return self._spans[piece][1] + index - new_end

    def moved(self, indices: list[int]) -> list[int]:
        """Return the new offsets of old `indices`, which ascend and lie in no changed piece."""
        ends = [end for _start, end in self._spans]
        new_ends = (self.new_starts and self._new_ends) or []
        moved: list[int] = []
        for index in indices:
            piece = bisect_right(ends, index) - 1
            moved.append(index if piece < 0 else index - ends[piece] + new_ends[piece])
        return moved

    @property
    def new_starts(self) -> list[int]:
        """Where the changed pieces begin in the new text; worked out when first asked for."""
        if self._spans and not self._new_starts:
            lengths = self._lengths
            sizes = [lengths] * len(self._spans) if isinstance(lengths, int) else lengths
            shrunk = accumulate(
                end - start - size for (start, end), size in zip(self._spans, sizes, strict=True)
            )
            self._new_ends = [span[1] - less for span, less in zip(self._spans, shrunk, strict=True)]
            self._new_starts = [end - size for end, size in zip(self._new_ends, sizes, strict=True)]
        return self._new_starts


def replace_spans(text: str, spans: list[tuple[int, int]], new: str) -> tuple[str, OffsetMap]:
    """Return `text` with the ascending, disjoint `spans` each replaced by `new`, and the way back."""
    return new.join(_between(text, spans)), OffsetMap(spans, len(new))


def replace_each(text: str, spans: list[tuple[int, int]], news: list[str]) -> tuple[str, OffsetMap]:
    """Return `text` with the ascending, disjoint `spans` replaced by `news`, and the way back."""
    kept = _between(text, spans)
    pieces = [piece for pair in zip(kept, news, strict=False) for piece in pair]
    return "".join((*pieces, kept[-1])), OffsetMap(spans, [len(new) for new in news])


def _between(text: str, spans: list[tuple[int, int]]) -> list[str]:
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        position = end
    pieces.append(text[position:])
    return pieces


def even_length_changers(text: str) -> tuple[str, tuple[OffsetMap, ...]]:
    """Drop invisible characters, expand ligatures and compose: all that changes length but spaces and dashes.

    Returns:
        The new text, and the maps back to the old one, to be applied in their order.
    """
    maps: list[OffsetMap] = []
    if text.isascii():
        return text, ()
    if any(char in text for char in SOFT_HYPHEN + ZERO_WIDTH):
        text, removed = replace_spans(text, [hit.span() for hit in _REMOVED.finditer(text)], "")
        maps.append(removed)
    if any(char in text for char in _EXPANSIONS):
        found = [hit.span() for hit in _EXPANDED.finditer(text)]
        text, expanded = replace_each(text, found, [_EXPANSIONS[text[start]] for start, _end in found])
        maps.append(expanded)
    if not unicodedata.is_normalized("NFC", text):
        found = []
        news: list[str] = []
        for hit in _composable().finditer(text):
            start, end = hit.span()
            start -= 1 if start and (not found or found[-1][1] < start) else 0
            new = unicodedata.normalize("NFC", text[start:end])
            if new != text[start:end]:
                found.append((start, end))
                news.append(new)
        text, composed = replace_each(text, found, news)
        maps.append(composed)
    return text, tuple(reversed(maps))
