"""How long a worker works; apart from the loop, because whoever only names it need not load that."""

from __future__ import annotations

from enum import StrEnum


class RunMode(StrEnum):
    """How long a worker works."""

    FOREVER = "forever"
    ONCE = "once"
    UNTIL_IDLE = "until_idle"
