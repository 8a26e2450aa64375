"""A folder that held files and is empty now is taken for a drive that is not connected (SPEC S3)."""

from __future__ import annotations

import os
from pathlib import Path

EMPTY_NOW = "it is empty now, as the place of a drive that is not connected"


def is_empty(root: Path) -> bool:
    """Tell whether a folder holds nothing at all, hidden files included.

    A folder that held files and is empty now is taken for the place of a drive that is not connected
    (SPEC S3): what was read from it is kept.

    Raises:
        OSError: the folder cannot be read.
    """
    with os.scandir(root) as entries:
        return next(entries, None) is None
