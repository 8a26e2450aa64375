"""Compact, stable JSON for columns."""

from __future__ import annotations

import json
from typing import Any

# Made once: ``json.dumps`` with arguments makes an encoder at each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def dump(value: object) -> str:
    """Return compact JSON; the same value always gives the same text."""
    return _ENCODER.encode(value)


def load(text: str) -> Any:
    """Read a JSON column.

    Raises:
        ValueError: the column is damaged; the caller sets the row aside (SPEC Q13).
    """
    return json.loads(text)
