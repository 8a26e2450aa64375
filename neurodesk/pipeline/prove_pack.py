"""Cut the passages that a proof pack shows, and prove a pack from what it holds (SPEC R11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from neurodesk.domain.articles import Reason, SourceRef
from neurodesk.domain.judge import Similarity
from neurodesk.domain.proofs import (
    Passage,
    ProofPack,
    approval_problems,
    judged,
    snapshot_problems,
)
from neurodesk.domain.quotes import find_quote, source_unit_around
from neurodesk.domain.units import split_source
from neurodesk.pipeline.verify import StoredSource, VerifiedUnit, VerifyReport, verify_text

AROUND: Final = (300, 1_200, 5_000)
"""Characters on each side of a quoted unit: the smallest that still proves the claim is taken."""

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PackReport:
    """What proving a pack said.

    Attributes:
        withheld: units that rest on internal sources alone, which the pack does not show.
        problems: what is wrong with the pack as a whole.
    """

    report: VerifyReport
    withheld: tuple[VerifiedUnit, ...]
    problems: tuple[Reason, ...]

    @property
    def failing(self) -> tuple[VerifiedUnit, ...]:
        """The units that do not hold."""
        hidden = {one.id for one in self.withheld}
        return tuple(one for one in self.report.failing if one.id not in hidden)

    @property
    def holds(self) -> bool:
        """Whether everything that the pack shows was proved."""
        return not (self.failing or self.problems or self.report.problems)


def passage_of(text: str, quote: str, around: int) -> Passage | None:
    """Return the whole unit of a quotation with some text around it; None when the quotation is not there.

    Lines, fences and tables stay whole, so that the passage reads as the source does.
    """
    span = find_quote(text, quote)
    if span is None:
        return None
    context = source_unit_around(split_source(text), span)
    start = _line_start(text, max(0, min(context.start, span.start) - around))
    end = _line_end(text, min(len(text), max(context.end, span.end) + around))
    start, end = _with_whole_fences(text, start, end)
    start, end = _with_whole_tables(text, start, end)
    above = [line for line in context.heading_path if line and line not in text[start : context.start]]
    frame = "\n\n".join(f"{'#' * min(6, depth)} {line}" for depth, line in enumerate(above, start=1))
    return Passage(start, end, text[start:end], frame)


def prove_pack(pack: ProofPack, similarity: Similarity | None = None) -> PackReport:
    """Prove a pack from its own entries: no database, no network, no language model."""
    claims, texts = judged(pack)
    sources = {one.ref: one for one in pack.sources}
    hidden = {one.ref for one in pack.sources if one.withheld}

    def source(ref: SourceRef) -> StoredSource:
        known = sources.get(ref.ref)
        if known is None:
            return StoredSource(None)
        return StoredSource(texts.get(ref.sha256), known.uri, known.title)

    report = verify_text(pack.article, claims, source, similarity=similarity)
    rests_on_hidden = {
        one.id for one in claims if one.claim.refs and any(ref.ref in hidden for ref in one.claim.refs)
    }
    by_text = {(one.claim.kind, one.claim.text): one.id for one in claims}
    withheld = tuple(
        one
        for one in report.failing
        if by_text.get((one.kind, one.text)) in rests_on_hidden
        and all(why.code == "source_missing" for why in one.problems)
    )
    problems = (*approval_problems(pack.approval), *snapshot_problems(pack))
    return PackReport(report, withheld, problems)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _fences(text: str) -> Sequence[tuple[int, int]]:
    """Return where code fences begin and end, offsets of whole lines; an open one ends with the text."""
    blocks: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for hit in _FENCE.finditer(text):
        mark = hit.group(1)
        if opened is None:
            opened = (hit.start(), mark)
        elif mark[0] == opened[1][0] and len(mark) >= len(opened[1]):
            blocks.append((opened[0], _line_end(text, hit.end())))
            opened = None
    if opened is not None:
        blocks.append((opened[0], len(text)))
    return blocks


def _with_whole_fences(text: str, start: int, end: int) -> tuple[int, int]:
    for first, last in _fences(text):
        if first < start < last:
            start = first
        if first < end < last:
            end = last
    return start, end


def _with_whole_tables(text: str, start: int, end: int) -> tuple[int, int]:
    """Take a table's lines above: without the header a cell does not tell what it is."""
    while start > 0 and text[start : start + 1] == "|":
        above = _line_start(text, start - 1)
        if text[above : above + 1] != "|":
            break
        start = above
    return start, end
