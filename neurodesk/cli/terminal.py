"""What reaches the terminal: text of articles, documents and file names never steers it (SPEC S4)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

# Our own progress lines begin with this; only on the error stream, and only at the very beginning of a write.
CLEAR_LINE: Final = "\r\x1b[K"
# Controls but for tab and newline, direction marks and overrides, line separators, tag characters.
_STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


def neutral(text: str) -> str:
    r"""Return text with every character that steers a terminal written as its JSON escape (``\u001b``).

    A line's end of Windows becomes a plain one. A string inside JSON keeps its value.
    """
    return _STEERING.sub(_escaped, text.replace("\r\n", "\n"))


def in_line(text: str) -> str:
    r"""Return a file name for one line of a list; a line feed in it reads ``\u000a``."""
    return text.replace("\r", "\\u000d").replace("\n", "\\u000a")


def _escaped(hit: re.Match[str]) -> str:
    units = hit.group().encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


class _NeutralStream:
    """A text stream that neutralises what is written; everything else is the stream's own."""

    def __init__(self, stream: Any, kept_prefix: str = "") -> None:
        self._stream = stream
        self._kept_prefix = kept_prefix

    def write(self, text: str) -> int:
        """Write text, neutralised."""
        kept = self._kept_prefix if self._kept_prefix and text.startswith(self._kept_prefix) else ""
        return int(self._stream.write(kept + neutral(text[len(kept) :])))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def neutral_output() -> Iterator[None]:
    """Neutralise standard output and standard error for a while; what has no encoding is escaped."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = _NeutralStream(before[0]), _NeutralStream(before[1], CLEAR_LINE)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
