"""Where sentences end, in German and English technical text."""

from __future__ import annotations

import re

_END = re.compile(r"(?:[.!?…]+[\"'”“»)\]*_]*(?=\s)|[。！？])\s*")
_NEXT = re.compile(r"[\"'„“”‚‘«»(\[*_`]*[A-ZÄÖÜ0-9\u00c0-\u00de\u4e00-\u9fff<$/-]")
_LAST_WORD = re.compile(r"([\w.]+)[.]$")
_ABBREVIATIONS = frozenset(
    "z b bzw usw ca nr abs art bsp bspw d h u a o ä evtl ggf inkl exkl max min mio mrd s st str tel vgl zzgl"
    " sog dr prof hr fr e g i ie eg etc vs no approx fig sec ch resp incl dept inc ltd mr mrs ms jan feb mär"
    " mrz apr jun jul aug sept sep okt oct nov dez dec std sek".split()
)


def sentence_spans(text: str, offset: int = 0) -> list[tuple[int, int]]:
    """Return start and end of each sentence, without the space around it.

    Args:
        text: one paragraph, list item or table row; line feeds inside count as spaces.
        offset: added to every position.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        mark = text[match.start()]
        if end < len(text) and mark not in "。！？":
            if not _NEXT.match(text, end):
                continue
            if mark == "." and _abbreviated(text, match.start()):
                continue
        _append(spans, text, start, end, offset)
        start = end
    _append(spans, text, start, len(text), offset)
    return spans


def _abbreviated(text: str, dot: int) -> bool:
    word = _LAST_WORD.search(text, max(0, dot - 24), dot + 1)
    if word is None:
        return False
    last = word[1].rsplit(".", 1)[-1].casefold()
    # "3. Mai" and "1. Install" are ordinals or list numbers, not ends.
    return last in _ABBREVIATIONS or (last.isdigit() and len(last) <= 2 and "." not in word[1])


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int, offset: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        spans.append((begin + offset, begin + len(stripped) + offset))
