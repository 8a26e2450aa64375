"""Cut an article into passages on its headings (SPEC K2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from neurodesk.domain.kb import Passage
from neurodesk.domain.markdown_text import LineKind, Outline, Paragraph
from neurodesk.domain.sentences import sentence_spans

TARGET_CHARS = 700
MAX_CHARS = 1200
OVERLAP_CHARS = 120
_SMALL_CHARS = 300
_NEVER_REPEATED = frozenset({LineKind.CODE, LineKind.HEADING, LineKind.TABLE})


@dataclass(slots=True)
class _Open:
    """The passage being filled."""

    heading: str
    start: int
    end: int
    last_kind: LineKind
    only_headings: bool


def chunk(outline: Outline) -> list[Passage]:
    """Return the passages of an article in order.

    Args:
        outline: the article as ``outline_of`` reads it.

    Returns:
        Passages of about 700 and at most 1,200 characters that never cross a heading; inside a section a
        passage repeats up to 120 characters of the one before. A code fence is never cut: one that is longer
        than 1,200 characters is a passage of its own. HTML comments alone make no passage.
    """
    body = outline.body
    headings = {line.start: line for line in outline.lines if line.kind is LineKind.HEADING}
    path: list[tuple[int, str]] = []
    passages: list[Passage] = []
    current: _Open | None = None

    def close() -> None:
        nonlocal current
        if current is not None:
            text = body[current.start : current.end]
            passages.append(Passage(len(passages), current.heading, text, current.start, current.end))
        current = None

    for unit in outline.paragraphs:
        if unit.kind is LineKind.HEADING:
            line = headings[unit.start]
            if current is not None and not current.only_headings:
                close()
            path = [one for one in path if one[0] < line.level]
            path.append((line.level, line.heading))
            heading = " > ".join(text for _, text in path if text)
            start = current.start if current is not None else unit.start
            current = _Open(heading, start, unit.end, LineKind.HEADING, only_headings=True)
            continue
        for piece in _pieces(body, unit):
            if current is None:
                heading = " > ".join(text for _, text in path if text)
                current = _Open(heading, piece.start, piece.end, piece.kind, only_headings=False)
                continue
            size = piece.end - current.start
            # What lies between may be a comment: it belongs to no passage.
            apart = bool(body[current.end : piece.start].strip())
            too_long = size > MAX_CHARS and piece.kind is not LineKind.CODE
            full = size > MAX_CHARS or (size > TARGET_CHARS and current.end - current.start >= _SMALL_CHARS)
            if apart or (too_long if current.only_headings else full):
                before = current
                close()
                start = piece.start if apart else _overlap_start(body, before, piece)
                current = _Open(before.heading, start, piece.end, piece.kind, only_headings=False)
            else:
                current.end = piece.end
                current.last_kind = piece.kind
                current.only_headings = False
    close()
    return passages


def _pieces(body: str, unit: Paragraph) -> list[Paragraph]:
    """Cut a paragraph that is too long at sentences, else at spaces; code stays whole."""
    if unit.kind is LineKind.CODE or unit.end - unit.start <= MAX_CHARS:
        return [unit]
    text = body[unit.start : unit.end]
    if unit.kind is LineKind.TABLE:
        ends = [match.end() for match in re.finditer(r"\n|\Z", text)]
    else:
        ends = [end for _, end in sentence_spans(text)]
    pieces: list[Paragraph] = []
    start = 0
    last = 0
    for end in [*ends, len(text)]:
        while end - start > TARGET_CHARS:
            cut = last if last > start else _space_before(text, start, start + TARGET_CHARS)
            pieces.append(Paragraph(unit.start + start, unit.start + cut, unit.kind))
            start = cut
            while start < len(text) and text[start].isspace():
                start += 1
            last = start
        last = max(end, last)
    if start < len(text):
        pieces.append(Paragraph(unit.start + start, unit.end, unit.kind))
    return pieces


def _space_before(text: str, start: int, end: int) -> int:
    """Return a cut after ``start`` and at most at ``end``, at a space when there is one."""
    cut = text.rfind(" ", start + 1, end)
    return cut if cut > start else min(end, len(text))


def _overlap_start(body: str, before: _Open, piece: Paragraph) -> int:
    """Return where the next passage starts so that it repeats the end of the one before."""
    if before.last_kind in _NEVER_REPEATED or piece.end - piece.start + OVERLAP_CHARS > MAX_CHARS:
        return piece.start
    low = max(before.start + 1, before.end - OVERLAP_CHARS)
    tail = body[low : before.end]
    boundary = re.search(r"(?<=[.!?:;])\s+|\n", tail) or re.search(r"\s+", tail)
    if boundary is None or boundary.end() >= len(tail):
        return piece.start
    return low + boundary.end()
