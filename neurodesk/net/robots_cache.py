"""The rules of the sites that were asked lately (SPEC W5); in memory only."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from neurodesk.domain.robots import EVERYTHING_FORBIDDEN, RobotRules

KEPT_S = 12 * 3600.0
# A site whose rules could not be read may be well again soon.
KEPT_FAILED_S = 600.0
_SITES = 500


class RobotsCache:
    """Origin to rules, the oldest go first.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._sites: OrderedDict[str, tuple[float, RobotRules]] = OrderedDict()

    def known(self, origin: str) -> RobotRules | None:
        """Return the rules of an origin, None when it has to be asked."""
        with self._lock:
            until, rules = self._sites.get(origin, (0.0, EVERYTHING_FORBIDDEN))
            return rules if until > self._clock() else None

    def keep(self, origin: str, rules: RobotRules) -> None:
        """Remember what was read."""
        kept = KEPT_FAILED_S if rules is EVERYTHING_FORBIDDEN else KEPT_S
        with self._lock:
            self._sites[origin] = (self._clock() + kept, rules)
            self._sites.move_to_end(origin)
            while len(self._sites) > _SITES:
                self._sites.popitem(last=False)
