"""Compare two versions of a text, unit by unit and word by word; the screen only paints the result.

A unit is whatever the caller cuts the text into: lines, paragraphs, sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

PAIR_RATIO = 0.45
MAX_PAIRED_BLOCK = 60
MAX_WORDS = 4_000
_WORD = re.compile(r"\w+|[^\w\s]+|\s+")


class Change(StrEnum):
    """What happened to a piece or a unit."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one version: ``text`` stands at ``start`` of the new unit, or of the old one when
    removed.
    """

    change: Change
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class UnitDiff:
    """One unit of the comparison.

    ``old`` and ``new`` are indexes of the units (-1: in that version there is none); ``pieces`` in reading
    order;
    ``moved_from`` is the old index of an added unit that stands word for word elsewhere in the old version.
    """

    change: Change
    old: int
    new: int
    pieces: tuple[Piece, ...]
    moved_from: int = -1


@dataclass(frozen=True, slots=True)
class Fold:
    """A stretch of ``count`` unchanged units, hidden until asked for; ``first`` indexes the comparison."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How much changed: words added and removed, units changed, new, gone and moved."""

    words_added: int
    words_removed: int
    changed: int
    added: int
    removed: int
    moved: int


def diff_words(old: str, new: str) -> tuple[Piece, ...]:
    """Compare two texts word by word; single spaces between changed words join them into one stretch."""
    if old == new:
        return (Piece(Change.SAME, new, 0),) if new else ()
    old_words, new_words = _WORD.findall(old), _WORD.findall(new)
    if len(old_words) + len(new_words) > MAX_WORDS:
        pieces = [Piece(Change.REMOVED, old, 0), Piece(Change.ADDED, new, 0)]
        return tuple(piece for piece in pieces if piece.text)
    old_at, new_at = _offsets(old_words), _offsets(new_words)
    pieces = []
    for _tag, i1, i2, j1, j2 in _joined(old_words, new_words):
        removed, added = "".join(old_words[i1:i2]), "".join(new_words[j1:j2])
        if removed == added:
            pieces.append(Piece(Change.SAME, added, new_at[j1]))
            continue
        if removed:
            pieces.append(Piece(Change.REMOVED, removed, old_at[i1]))
        if added:
            pieces.append(Piece(Change.ADDED, added, new_at[j1]))
    return tuple(pieces)


def _offsets(words: Sequence[str]) -> list[int]:
    at, offsets = 0, []
    for word in words:
        offsets.append(at)
        at += len(word)
    return [*offsets, at]


def _joined(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Join changes that only white space parts: "Keys laden" reads better struck out as one than as three."""
    matcher = SequenceMatcher(lambda word: word.isspace(), old, new, autojunk=False)
    joined: list[tuple[str, int, int, int, int]] = []
    for opcode, i1, i2, j1, j2 in matcher.get_opcodes():
        tag = str(opcode)
        blank = tag == "equal" and j2 - j1 == 1 and new[j1].isspace()
        change = tag != "equal"
        if joined and (change or blank) and joined[-1][0] != "equal":
            _tag, a1, _a2, b1, _b2 = joined[-1]
            joined[-1] = ("replace", a1, i2, b1, j2)
        else:
            joined.append((tag, i1, i2, j1, j2))
    # A trailing blank that was joined in vain (nothing changed behind it) is the same in both versions.
    result: list[tuple[str, int, int, int, int]] = []
    for position, (tag, i1, i2, j1, j2) in enumerate(joined):
        last_same = position + 1 == len(joined) or joined[position + 1][0] == "equal"
        blank_end = tag == "replace" and last_same and i2 > i1 and j2 > j1
        if blank_end and old[i2 - 1] == new[j2 - 1] and new[j2 - 1].isspace():
            result += [(tag, i1, i2 - 1, j1, j2 - 1), ("equal", i2 - 1, i2, j2 - 1, j2)]
        else:
            result.append((tag, i1, i2, j1, j2))
    return result


def diff_units(old: Sequence[str], new: Sequence[str]) -> tuple[UnitDiff, ...]:
    """Compare two sequences of units; changed units that resemble each other are compared word by word."""
    matcher = SequenceMatcher(lambda unit: not unit.strip(), old, new, autojunk=False)
    result: list[UnitDiff] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            for i, j in zip(range(i1, i2), range(j1, j2), strict=True):
                result.append(UnitDiff(Change.SAME, i, j, diff_words(new[j], new[j])))
        else:
            result.extend(_replaced(old, new, range(i1, i2), range(j1, j2)))
    return tuple(_with_moves(old, new, result))


def _replaced(old: Sequence[str], new: Sequence[str], left: range, right: range) -> Iterator[UnitDiff]:
    i = left.start
    pairing = len(left) <= MAX_PAIRED_BLOCK and len(right) <= MAX_PAIRED_BLOCK
    for j in right:
        partner = next((k for k in range(i, left.stop) if _alike(old[k], new[j])), -1) if pairing else -1
        if partner < 0:
            yield UnitDiff(Change.ADDED, -1, j, (Piece(Change.ADDED, new[j], 0),))
            continue
        for k in range(i, partner):
            yield UnitDiff(Change.REMOVED, k, -1, (Piece(Change.REMOVED, old[k], 0),))
        yield UnitDiff(Change.CHANGED, partner, j, diff_words(old[partner], new[j]))
        i = partner + 1
    for k in range(i, left.stop):
        yield UnitDiff(Change.REMOVED, k, -1, (Piece(Change.REMOVED, old[k], 0),))


def _alike(old: str, new: str) -> bool:
    matcher = SequenceMatcher(None, _WORD.findall(old)[:400], _WORD.findall(new)[:400], autojunk=False)
    return matcher.quick_ratio() >= PAIR_RATIO and matcher.ratio() >= PAIR_RATIO


def _with_moves(old: Sequence[str], new: Sequence[str], units: list[UnitDiff]) -> Iterator[UnitDiff]:
    gone: dict[str, list[int]] = {}
    for unit in units:
        if unit.change is Change.REMOVED and old[unit.old].strip():
            gone.setdefault(old[unit.old].strip(), []).append(unit.old)
    for unit in units:
        sources = gone.get(new[unit.new].strip()) if unit.change is Change.ADDED else None
        if sources:
            yield UnitDiff(unit.change, unit.old, unit.new, unit.pieces, sources.pop(0))
        else:
            yield unit


def fold(units: Sequence[UnitDiff], context: int = 1, shortest: int = 3) -> tuple[UnitDiff | Fold, ...]:
    """Replace long unchanged stretches by folds.

    Arguments: ``context`` units stay open beside a change; a stretch below ``shortest`` units is not folded.
    """
    keep = [unit.change is not Change.SAME for unit in units]
    for index, unit in enumerate(units):
        if unit.change is not Change.SAME:
            for near in range(max(0, index - context), min(len(units), index + context + 1)):
                keep[near] = True
    result: list[UnitDiff | Fold] = []
    index = 0
    while index < len(units):
        end = index
        while end < len(units) and not keep[end]:
            end += 1
        if end - index >= shortest:
            result.append(Fold(index, end - index))
        else:
            result.extend(units[index:end])
        if end < len(units):
            result.append(units[end])
        index = end + 1
    return tuple(result)


def figures(units: Sequence[UnitDiff]) -> Figures:
    """Count what changed; words are runs of letters or digits."""

    def words(change: Change) -> int:
        texts = (p.text for u in units for p in u.pieces if p.change is change and u.moved_from < 0)
        return sum(len(re.findall(r"\w+", text)) for text in texts)

    kinds = [unit.change for unit in units]
    return Figures(
        words(Change.ADDED),
        words(Change.REMOVED),
        kinds.count(Change.CHANGED),
        kinds.count(Change.ADDED),
        kinds.count(Change.REMOVED),
        sum(unit.moved_from >= 0 for unit in units),
    )
