"""The real clock."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """Time of this machine (fills ``domain.ports.Clock``)."""

    def time(self) -> float:
        """Return UTC epoch seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
