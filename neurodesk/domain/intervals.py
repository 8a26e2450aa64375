"""Shares with their intervals: what a count out of so many lets one say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z_95: Final = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with its Wilson interval at 95 %."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself, 0 when nothing was asked."""
        return self.hits / self.of if self.of else 0.0


def wilson(hits: int, of: int) -> Interval:
    """Return a share's Wilson interval; [0, 1] when nothing was asked."""
    if not of:
        return Interval(0, 0, 0.0, 1.0)
    share, squared = hits / of, Z_95 * Z_95
    middle = (share + squared / (2 * of)) / (1 + squared / of)
    half = Z_95 * math.sqrt(share * (1 - share) / of + squared / (4 * of * of)) / (1 + squared / of)
    return Interval(hits, of, max(0.0, middle - half), min(1.0, middle + half))
