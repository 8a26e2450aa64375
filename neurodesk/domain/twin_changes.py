"""Which units of a translation correspond to the changed units of its original (SPEC P8).

Nothing is translated here. The two texts are laid beside each other by what a translation keeps: the kind of
each unit, its order and length, and words that are the same in both, such as figures, names and code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.diff import Change, diff_units
from neurodesk.domain.units import Unit, split_article

# Laying two texts side by side costs their product; beyond this no article of a knowledge base goes.
MOST_UNITS = 1_500
_WORD = re.compile(r"[\w./:@-]+")


@dataclass(frozen=True, slots=True)
class TwinChange:
    """What a unit of the translation has to follow.

    Attributes:
        unit_id: of the translation.
        change: ``changed``; ``added`` for what stands behind it now; ``removed``.
        before, after: the original's words then and now; "" where there are none.
    """

    unit_id: str
    change: Change
    before: str
    after: str


def twin_changes(old: str, new: str, twin: str) -> tuple[TwinChange, ...]:
    """Return what changed from ``old`` to ``new``, at the units of the translation of ``old``.

    Args:
        old, new: the original before and after, Markdown.
        twin: its translation, which follows ``old``.

    Returns:
        In the order of the original; several changes may fall on one unit. Changes without a counterpart
        are left out; texts of more than ``MOST_UNITS`` units give none.
    """
    was, now, other = (split_article(one).units for one in (old, new, twin))
    if max(len(was), len(now), len(other)) > MOST_UNITS:
        return ()
    pairs = counterparts(was, other)
    found: list[TwinChange] = []
    diffs = diff_units([one.text for one in was], [one.text for one in now])
    moved = {one.moved_from for one in diffs if one.moved_from >= 0}
    last = -1
    for one in diffs:
        place = pairs.get(one.old, -1)
        before = was[one.old].text if one.old >= 0 else ""
        after = now[one.new].text if one.new >= 0 else ""
        change = one.change
        if change is Change.CHANGED and place < 0:
            change = Change.ADDED
        if change is Change.ADDED and one.moved_from < 0 and last >= 0:
            found.append(TwinChange(other[last].id, Change.ADDED, "", after))
        elif (change is Change.CHANGED or (change is Change.REMOVED and one.old not in moved)) and place >= 0:
            found.append(TwinChange(other[place].id, change, before, after))
        if place >= 0 and change is not Change.REMOVED:
            last = place
    return tuple(found)


def counterparts(one: Sequence[Unit], other: Sequence[Unit]) -> dict[int, int]:
    """Return the place of each unit's counterpart, in order and of the same kind; costs one times other."""
    marks = [_marks(unit) for unit in one], [_marks(unit) for unit in other]
    width = len(other) + 1
    best = [[0.0] * width for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            value = max(best[i + 1][j], best[i][j + 1])
            if one[i].kind is other[j].kind:
                value = max(value, best[i + 1][j + 1] + _alike(one[i], other[j], marks[0][i], marks[1][j]))
            best[i][j] = value
    found: dict[int, int] = {}
    i = j = 0
    while i < len(one) and j < len(other):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            found[i] = j
            i, j = i + 1, j + 1
    return found


def _alike(one: Unit, other: Unit, mine: frozenset[str], theirs: frozenset[str]) -> float:
    """Return how well two units of one kind fit, from 0.1 on."""
    all_marks = mine | theirs
    shared = len(mine & theirs) / len(all_marks) if all_marks else 0.5
    short, long = sorted((len(one.text) + 10, len(other.text) + 10))
    same_depth = len(one.heading_path) == len(other.heading_path)
    return 0.1 + 1.5 * shared + 0.6 * short / long + 0.2 * same_depth


def _marks(unit: Unit) -> frozenset[str]:
    """Return the words that a translation keeps: with a figure, a sign or a capital inside, or of code."""
    words = _WORD.findall(unit.text)
    kept = (
        word.strip(".:-/").casefold() for word in words if not word.isalpha() or word[1:].lower() != word[1:]
    )
    return frozenset(one for one in kept if one)
