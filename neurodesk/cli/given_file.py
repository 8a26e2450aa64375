"""What a command is given in a file or on standard input, read up to a limit."""

from __future__ import annotations

import sys
from pathlib import Path

from neurodesk.domain.errors import BadInput


def read_given(file: str, most: int, *, unreadable: str) -> bytes | None:
    """Return the bytes of a file, or of standard input for "-"; None when there are more than ``most``.

    Args:
        unreadable: code of the error for a file that cannot be read.

    Raises:
        BadInput: ``unreadable`` with the path and what the system said.
    """
    if file == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        try:
            with Path(file).open("rb") as source:
                data = source.read(most + 1)
        except OSError as error:
            raise BadInput(unreadable, path=file, detail=error.strerror or str(error)) from error
    return data if len(data) <= most else None
