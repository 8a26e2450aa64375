"""The texts of one passage that get a vector: the passage and its sentence windows (SPEC K6).

A passage's vector alone blurs what one sentence says; the best window beside it is worth three to seven
points of nDCG.
"""

from __future__ import annotations

from neurodesk.domain.markdown_text import LineKind, outline_of
from neurodesk.domain.sentences import sentence_spans

LEAST_WORDS = 12
MAX_WINDOWS = 24


def vector_texts(title: str, heading: str, text: str) -> list[str]:
    """Return the passage's text first, then its windows in order.

    A window is a run of whole sentences, list items or rows with at least twelve words. A passage that is a
    single window gets no second vector.

    Args:
        title: the article's title.
        heading: path of headings above the passage.
        text: the passage.
    """
    outline = outline_of(text)
    sentences: list[str] = []
    for one in outline.paragraphs:
        if one.kind is LineKind.HEADING:
            continue
        part = outline.masked[one.start : one.end]
        if one.kind in {LineKind.CODE, LineKind.TABLE}:
            sentences += [" ".join(row.split()) for row in part.split("\n") if row.strip(" |-:")]
        else:
            sentences += [" ".join(part[start:end].split()) for start, end in sentence_spans(part)]
    windows: list[str] = []
    current: list[str] = []
    words = 0
    for sentence in sentences:
        current.append(sentence)
        words += len(sentence.split())
        if words >= LEAST_WORDS:
            windows.append(" ".join(current))
            current, words = [], 0
    if current:
        if windows:
            windows[-1] = " ".join([windows[-1], *current])
        else:
            windows.append(" ".join(current))
    leaf = heading.rsplit(" > ", 1)[-1]
    whole = "\n".join(part for part in (title, leaf if leaf != title else "", outline.masked) if part)
    return [whole, *(windows[:MAX_WINDOWS] if len(windows) > 1 else [])]
