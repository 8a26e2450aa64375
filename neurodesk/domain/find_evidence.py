"""Find the unit of a source that carries a claim best, and judge the claim against it (SPEC E1, R4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from neurodesk.domain.articles import STRICTNESS, Verdict
from neurodesk.domain.contradictions import Similarity, across_languages
from neurodesk.domain.coverage import cover
from neurodesk.domain.facts import content, reason, tokenize
from neurodesk.domain.judge import CitedPassage, ClaimUnit, Judgement, OtherUnit, judge_claim, source_article
from neurodesk.domain.units import UnitKind

_CANDIDATES: Final = 4
# Calibrated similarity from which on a unit in another language is worth a look.
_RELATED: Final = 0.5


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    """The unit of a source that carries a claim best.

    Attributes:
        quote: the unit, verbatim.
        start, end: its offsets in the source.
        overlap: share of the claim's content words in it, 0..1.
    """

    quote: str
    start: int
    end: int
    overlap: float


@lru_cache(maxsize=64)
def _quotable(article_text: str) -> tuple[tuple[str, int, int, tuple[str, ...]], ...]:
    """List what may be quoted: units, and whole rows in place of their cells: text, start, end, headings."""
    foreign = (UnitKind.LINK_TARGET, UnitKind.RAW_HTML, UnitKind.TITLE, UnitKind.HEADING)
    article = source_article(article_text)
    rows: dict[int, tuple[list[str], int, int, tuple[str, ...]]] = {}
    quotable: list[tuple[str, int, int, tuple[str, ...]]] = []
    for unit in article.units:
        if unit.kind is UnitKind.TABLE_CELL:
            texts, start, _, path = rows.get(unit.block, ([], unit.start, 0, unit.heading_path))
            texts.append(unit.text)
            rows[unit.block] = (texts, start, unit.end, path)
        elif unit.kind not in foreign:
            quotable.append((unit.text, unit.start, unit.end, unit.heading_path))
    quotable.extend((" | ".join(texts), start, end, path) for texts, start, end, path in rows.values())
    return tuple(quotable)


def evidence_for_claim(
    claim: ClaimUnit, source: str, limit: int = 1, similarity: Similarity | None = None
) -> tuple[FoundEvidence, ...]:
    """Find the source units that carry a claim best, by words and facts, across languages by sense.

    Args:
        claim: the unit of the article.
        source: stored source text.
        limit: how many units to return at most.
        similarity: see `judge_claim`; it finds the unit where claim and source differ in language.

    Returns:
        The best units, best first; empty when none has anything to do with the claim.
    """
    words = content(claim.text)
    figures = {t.text for t in tokenize(claim.text) if t.text[0].isdigit()}
    if not words and not figures:
        return ()
    across = similarity if similarity is not None and across_languages(claim.text, source) else None
    scored: list[tuple[float, int, int, str, str]] = []
    for text, start, end, path in _quotable(source):
        shared = len(words & content(text))
        numbers = sum(figure in text for figure in figures)
        alike = across(claim.text, text) if across is not None else 0.0
        if shared or numbers or alike >= _RELATED:
            score = shared + 0.5 * numbers + 2 * alike * len(words)
            scored.append((score, -start, end, text, "\n".join(path)))
    scored.sort(reverse=True)
    found: list[tuple[float, FoundEvidence]] = []
    for _, minus_start, end, text, heading in scored[: max(_CANDIDATES, limit)]:
        share = cover(claim.text, text, heading).share
        if across is not None:
            share = max(share, across(claim.text, text))
        found.append((share, FoundEvidence(source[-minus_start:end], -minus_start, end, share)))
    found.sort(key=lambda item: (-item[0], item[1].start))
    return tuple(evidence for _, evidence in found[:limit])


def judge_found(
    claim: ClaimUnit,
    source: str,
    ref: str = "source",
    others: Iterable[OtherUnit] = (),
    similarity: Similarity | None = None,
    *,
    excerpt: bool = False,
    title: str = "",
) -> Judgement:
    """Find the best evidence for a claim in one source and judge the claim against it.

    Args:
        claim: the unit of the article.
        source: stored source text.
        ref: what to call the source.
        others: see `judge_claim`.
        similarity: see `judge_claim`.
        excerpt, title: see `CitedPassage`.

    Returns:
        The judgement against the unit that carries the claim best.
    """
    found = evidence_for_claim(claim, source, _CANDIDATES, similarity)
    if not found:
        return Judgement(Verdict.UNSUPPORTED, (reason("quote_does_not_cover", words=""),))
    others = tuple(others)
    judged: list[tuple[Judgement, float]] = []
    for evidence in found:
        if judged and evidence.overlap < found[0].overlap - 0.2:
            break
        passage = CitedPassage(ref, source, evidence.quote, title=title, excerpt=excerpt)
        judged.append((judge_claim(claim, [passage], others, similarity), evidence.overlap))
    return min(judged, key=_preference)[0]


def _preference(one: tuple[Judgement, float]) -> tuple[bool, float, bool, int]:
    """What carries the claim comes first; else what speaks most of the same thing, whatever it says.

    The least strict verdict would let a passage that says less, or speaks of something else, hide the one
    that contradicts.
    """
    judgement, overlap = one
    return (
        judgement.verdict is not Verdict.SUPPORTED,
        -round(overlap, 6),
        judgement.verdict is not Verdict.CONTRADICTED,
        STRICTNESS[judgement.verdict],
    )
