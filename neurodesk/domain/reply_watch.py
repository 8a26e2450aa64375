"""A model that runs in circles or writes blanks is stopped early (SPEC M5)."""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum

BLANK_LIMIT = 256
REPEATED_HEADINGS = 3
REPEATED_LINES = 8
# A phrase that comes so often in a row, of such lengths, is a loop.
REPEATS = 6
PERIODS = range(8, 400)
# Figures alone may stand in a row for good reasons, as in a dump of a disk: only many say something.
REPEATS_OF_FIGURES = 24
CHECK_EVERY = 512

_ESCAPED = re.compile(r"\\(?:n|r|t)")
_BLANKS = re.compile(r"(?:\s|\\[nrt])*\\?\Z")


class Runaway(StrEnum):
    """Why a stream was stopped."""

    BLANK = "endless_blank"
    LOOP = "loop"


class ReplyWatch:
    """Looks at a reply while it comes; costs little a piece, because it looks every 512 characters."""

    def __init__(self) -> None:
        self._text = ""
        self._blank = 0
        self._checked = 0

    def add(self, piece: str) -> Runaway | None:
        """Take the next piece; tell when the stream should be stopped."""
        if not piece:
            return None
        self._text += piece
        if not _ESCAPED.sub("", piece).strip():
            self._blank += len(piece)
            if self._blank >= BLANK_LIMIT:
                return Runaway.BLANK
        else:
            self._blank = 0
        if len(self._text) - self._checked >= CHECK_EVERY:
            self._checked = len(self._text)
            return runaway(self._text)
        return None


def runaway(text: str) -> Runaway | None:
    """Tell whether a whole text ends in blanks without end, or runs in circles."""
    blanks = _BLANKS.search(text[-4 * BLANK_LIMIT :])
    if blanks is not None and len(blanks[0]) >= BLANK_LIMIT:
        return Runaway.BLANK
    lines = [line.strip() for line in text.replace("\\n", "\n").split("\n")]
    headings = Counter(line for line in lines if line.startswith("#") and len(line) > 3)
    # "# comment" may stand in several code blocks, so only a run of the same heading counts more than thrice.
    if any(count > REPEATED_HEADINGS and line.startswith("##") for line, count in headings.items()):
        return Runaway.LOOP
    if _same_line_in_a_row(lines) or _periodic(text):
        return Runaway.LOOP
    return None


def _same_line_in_a_row(lines: list[str]) -> bool:
    """Whether the text ends in one line over and over."""
    filled = [line for line in lines if line][-(REPEATED_LINES + 1) : -1]
    return len(filled) == REPEATED_LINES and len(set(filled)) == 1 and len(filled[0]) >= 3


def _periodic(text: str) -> bool:
    """Whether the end of the text is one phrase, several times in a row."""
    for period in PERIODS:
        tail = text[-period * REPEATS :]
        if len(tail) < period * REPEATS:
            return False
        phrase = tail[:period]
        if tail != phrase * REPEATS:
            continue
        if any(char.isalpha() for char in phrase):
            return True
        if any(char.isdigit() for char in phrase) and text.endswith(phrase * REPEATS_OF_FIGURES):
            return True
    return False
