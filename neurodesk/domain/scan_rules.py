"""The scanner's rules in one sentence each, and how much each type asks for attention (SPEC G1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from neurodesk.domain.scanning import FindingType, Signal

FINDING_SENTENCES: Mapping[FindingType, str] = MappingProxyType(
    {
        FindingType.CONTRADICTION: (
            "Two articles say the same thing with another number, unit, port or version, or one denies what"
            " the other says."
        ),
        FindingType.NEAR_DUPLICATE: (
            "Two articles share most of the wording that few other articles of the knowledge base have."
        ),
        FindingType.STUB: "An article is much shorter than the others and holds next to no steps or code.",
        FindingType.STUB_SECTION: (
            "A heading has nothing below it, or only a placeholder, an announcement of what does not follow,"
            " or far less than its translation has there."
        ),
        FindingType.MISSING_SECTION: (
            "An article lacks a section that its translation has, that its own numbering or an internal"
            " reference counts on, or that nearly all articles of its kind have."
        ),
        FindingType.AGED: (
            "An article is much older than the rest of the knowledge base, or rests on a release whose"
            " support ended longer ago than that of the releases other articles name."
        ),
        FindingType.BROKEN_LINK: "A link leads to an article or file that the knowledge base does not have.",
        FindingType.ORPHAN: (
            "No article links to this one and it links to none, in a knowledge base whose articles are"
            " linked."
        ),
        FindingType.TWIN_DIFFERS: "The German and the English version of one article name different values.",
        FindingType.NO_EVIDENCE: (
            "Nothing outside was ever learned for this article, and it neither names a source nor is linked."
        ),
        FindingType.SOURCE_CHANGED: (
            "The words that a promoted sentence rests on no longer stand in their source, or that source"
            " is gone."
        ),
        FindingType.TWIN_BEHIND: (
            "The translation of this article was promoted anew; this one still says what it said."
        ),
        FindingType.UNANSWERED: "A question was asked that no article answers.",
    }
)

# How much of the list's top a type may claim: an editor mends a wrong sentence before a missing link.
ATTENTION: Mapping[FindingType, float] = MappingProxyType(
    {
        FindingType.SOURCE_CHANGED: 1.0,
        FindingType.TWIN_BEHIND: 0.9,
        FindingType.STUB_SECTION: 1.0,
        FindingType.NEAR_DUPLICATE: 1.0,
        FindingType.CONTRADICTION: 0.95,
        FindingType.TWIN_DIFFERS: 0.92,
        FindingType.MISSING_SECTION: 0.9,
        FindingType.AGED: 0.95,
        FindingType.STUB: 0.85,
        FindingType.UNANSWERED: 0.85,
        FindingType.BROKEN_LINK: 0.72,
        FindingType.ORPHAN: 0.6,
        FindingType.NO_EVIDENCE: 0.5,
    }
)


def sentences_table() -> str:
    """Return the rules as a Markdown table, for the documentation."""
    rows = [f"| `{kind.value}` | {sentence} |" for kind, sentence in FINDING_SENTENCES.items()]
    return "\n".join(["| finding | rule |", "|---|---|", *rows])


def combined(*parts: tuple[str, float]) -> tuple[float, tuple[Signal, ...]]:
    """Return the strength of several independent signals together, and each one's share of it.

    The parts add up like independent doubts: 1 - product(1 - part). A share is a part's own weight in that.
    """
    kept = [(name, min(1.0, max(0.0, strength))) for name, strength in parts if strength > 0.0]
    rest = 1.0
    for _, strength in kept:
        rest *= 1.0 - strength
    weights = [-math.log1p(-min(strength, 0.999)) for _, strength in kept]
    total = sum(weights)
    signals = [
        Signal(name, round(strength, 4), round(weight / total, 4))
        for (name, strength), weight in zip(kept, weights, strict=True)
    ]
    signals.sort(key=lambda one: (-one.share, one.name))
    return 1.0 - rest, tuple(signals)


# What up to this share of the articles have is news; what more have is the knowledge base's usual state.
USUAL_SHARE = 0.03
LEAST_USUAL = 4.0


def calibrated(kind: FindingType, strength: float, as_strong: float, nodes: int) -> float:
    """Return a score 0..1 that can be compared over all types.

    A finding that few articles share surprises more than one that many do: beyond ``USUAL_SHARE`` of the
    articles the score falls with the logarithm of how many findings of its type are at least as strong. Up to
    there it falls a little, so that the strongest of each type come before the weaker ones of another.

    Args:
        kind: its type.
        strength: 0..1 within its type.
        as_strong: its place among the findings of its type; equally strong ones share the middle one.
        nodes: articles scanned.
    """
    usual = max(LEAST_USUAL, USUAL_SHARE * nodes)
    place = max(1.0, as_strong)
    early = 0.06 * min(1.0, math.log(place) / math.log(usual))
    late = 0.45 * min(1.0, max(0.0, math.log(place / usual)) / math.log(max(2.0, nodes / usual)))
    return ATTENTION[kind] * strength * (1.0 - early - late)
