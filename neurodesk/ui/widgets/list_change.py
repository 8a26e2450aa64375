"""What leads from one list of ids to another: gone, moved and fresh rows (DESIGN "State to screen").

Pure, so that it runs on the reader thread. Of a hundred thousand ids only those between equal beginnings and
equal ends are looked at, and those by sets and slices: a task that ends moves over thousands of others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

# More rows than this on the move are one change of the layout instead.
MAX_MOVES = 20


@dataclass(frozen=True, slots=True)
class ListChange:
    """The steps in their order: take out the gone, move, put in the fresh.

    Attributes:
        first: where the lists begin to differ; ``kept`` stand from here on once the gone are taken out.
        gone: rows of the old list that are not in the new one, ascending.
        moves: rows from, to, one after the other, counted without the gone and the fresh; None when many.
        fresh: rows of the new list that were not in the old one, ascending.
        kept: what both have between the equal beginnings and ends, in the new order.
    """

    first: int
    gone: list[int]
    moves: list[tuple[int, int]] | None
    fresh: list[int]
    kept: list[Hashable]

    @classmethod
    def between(cls, old: list[Hashable], new: list[Hashable]) -> ListChange:
        """Compare two lists that hold no id twice."""
        first = _equal_length(old, new)
        last = _equal_length(old[first:][::-1], new[first:][::-1])
        before, after = old[first : len(old) - last], new[first : len(new) - last]
        known, wanted = set(before), set(after)
        gone = _rows_of(before, known - wanted, first)
        fresh = _rows_of(after, wanted - known, first)
        stayed = [row_id for row_id in before if row_id in wanted] if gone else before
        kept = [row_id for row_id in after if row_id in known] if fresh else after
        return cls(first, gone, _moves(stayed, kept, first), fresh, kept)


def ranges(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Join ascending rows into (first, last) ranges."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found


def _rows_of(ids: list[Hashable], chosen: set[Hashable], first: int) -> list[int]:
    return [row for row, row_id in enumerate(ids, first) if row_id in chosen] if chosen else []


def _moves(old: list[Hashable], new: list[Hashable], first: int) -> list[tuple[int, int]] | None:
    """Find single moves that turn one order into the other; both lists hold the same ids."""
    now, at, end = list(old), 0, len(old)
    moves: list[tuple[int, int]] = []
    while True:
        at += _equal_length(now[at:end], new[at:end])
        if at == end:
            return moves
        end -= _equal_length(now[at:end][::-1], new[at:end][::-1])
        if len(moves) == MAX_MOVES:
            return None
        # Where all others came up by one, the first went down; else another one came up to its place.
        if now[at + 1] == new[at]:
            source, target = at, new.index(now[at], at, end)
        else:
            source, target = now.index(new[at], at, end), at
        now.insert(target, now.pop(source))
        moves.append((first + source, first + target))


def _equal_length(one: list[Hashable], other: list[Hashable]) -> int:
    """Return how many first entries two lists have in common; compares stretches, not entries."""
    most = min(len(one), len(other))
    at, step = 0, 4096
    while step:
        while at + step <= most and one[at : at + step] == other[at : at + step]:
            at += step
        step //= 2
    return at
