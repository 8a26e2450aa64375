"""How many requests a token may make (SPEC I3)."""

from __future__ import annotations

import math
from collections.abc import Callable

# Whoever guesses tokens shares one bucket, which holds nobody else up.
REFUSED_PER_MINUTE = 30


class RateLimit:
    """One bucket a token, which refills evenly; used on the server's loop only.

    Args:
        per_minute: asked at each request, so that a changed setting counts.
        monotonic: seconds that never go back.
    """

    def __init__(self, per_minute: Callable[[], int], monotonic: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._monotonic = monotonic
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> int:
        """Take one request from a bucket; returns 0, or the whole seconds to wait when it is empty."""
        most = float(self._per_minute())
        now = self._monotonic()
        level, seen = self._levels.get(key, (most, now))
        level = min(most, level + (now - seen) * most / 60.0)
        if level < 1.0:
            self._levels[key] = (level, now)
            return max(1, math.ceil((1.0 - level) * 60.0 / most))
        self._levels[key] = (level - 1.0, now)
        return 0
