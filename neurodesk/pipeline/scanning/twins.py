"""Twins that differ: the same section of two translations names another value (SPEC G1, K4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.pipeline.scanning.digest import NodeDigest
from neurodesk.pipeline.scanning.statements import Value


@dataclass(frozen=True, slots=True)
class TwinValue:
    """A value of each twin that stands in one section and differs; places are sentences in each body."""

    strength: float
    values: tuple[str, str]
    first: tuple[int, int]
    second: tuple[int, int]


Placed = tuple[Value, int, int]


def differing_values(one: NodeDigest, other: NodeDigest, pairs: Sequence[tuple[int, int]]) -> list[TwinValue]:
    """Return the values that differ between aligned sections of two translations.

    Only a value that has exactly one counterpart of its kind counts: a sentence that the translation leaves
    out differs in nothing. The more values of the two agree, the surer is the difference.
    """
    mine, theirs = _by_section(one), _by_section(other)
    equal = differing = 0
    found: list[tuple[float, Placed, Placed]] = []
    for i, j in [(-1, -1), *pairs]:
        left, right, same = _unmatched(mine.get(i, []), theirs.get(j, []))
        equal += same
        differing += max(len(left), len(right))
        units = sorted({value[0][1] for value in left} & {value[0][1] for value in right})
        for unit in units:
            ours = [value for value in left if value[0][1] == unit]
            others = [value for value in right if value[0][1] == unit]
            if len(ours) != len(others) or len(ours) > 2:
                continue
            if not unit and len(left) != len(right):
                continue
            sure = (1.0 if unit else 0.8) if len(ours) == 1 else 0.55
            if unit == "version":
                sure *= 0.8
            found.extend((sure, a, b) for a, b in zip(ours, others, strict=True))
    agreement = (equal + 1.0) / (equal + differing + 1.0)
    return [
        TwinValue(sure * agreement**0.7, (a[0][2], b[0][2]), (a[1], a[2]), (b[1], b[2]))
        for sure, a, b in found
    ]


def _by_section(digest: NodeDigest) -> dict[int, list[Placed]]:
    starts = [section.start for section in digest.sections]
    found: dict[int, list[Placed]] = {}
    said = digest.statements
    for index, value in said.values:
        section = bisect_right(starts, value[4]) - 1
        found.setdefault(section, []).append((value, said.starts[index], said.ends[index]))
    return found


def _unmatched(one: Sequence[Placed], other: Sequence[Placed]) -> tuple[list[Placed], list[Placed], int]:
    left, right = list(one), list(other)
    for placed in one:
        same = next((o for o in right if o[0][0] == placed[0][0]), None)
        if same is not None:
            left.remove(placed)
            right.remove(same)
    return left, right, len(one) - len(left)
