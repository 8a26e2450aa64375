"""When two sources count as two (SPEC W7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.shingles import NEAR_COPY, ShingleIndex, shares_code, translates_code

CORROBORATION = 0.35
# A confidence never reaches 1, whatever rounding says.
HIGHEST = 0.999


def independence_key(
    origin: SourceOrigin,
    *,
    registrable_domain: str = "",
    recorded_domain: str = "",
    collection: str = "",
    source_key: str = "",
) -> str:
    """Return the key that sources of one publisher share.

    Args:
        registrable_domain: of a web page's final host, private suffixes counted.
        recorded_domain: of the origin that a library document states, "" when it states none.
        collection: the library collection; all its documents without a recorded origin are one source.
        source_key: of KB text.
    """
    if origin is SourceOrigin.WEB:
        return f"domain:{registrable_domain}" if registrable_domain else f"host:{source_key}"
    if origin is SourceOrigin.LIBRARY:
        return f"domain:{recorded_domain}" if recorded_domain else f"library:{collection}"
    return f"own:{source_key}"


@dataclass(frozen=True, slots=True)
class Voice:
    """What independence looks at in one source.

    Attributes:
        key: see ``independence_key``; keys that start with ``own:`` are never independent.
        shingles: of the full text (``domain.shingles.shingles``).
        code: of the full text (``domain.shingles.code_lines``).
        commands: code lines and spans of the full text (``domain.shingles.telling_code``).
    """

    id: str
    key: str
    lang: str
    shingles: frozenset[int]
    code: frozenset[str]
    commands: frozenset[str] = frozenset()


def voices(sources: Sequence[Voice], *, near_copy: float = NEAR_COPY) -> tuple[int, ...]:
    """Return for each source the number of the voice it belongs to; -1 for own text.

    Sources belong to one voice when they share a key, one is a near-copy of the other, or one translates
    the other (other language, mostly the same code lines). Voices are numbered in the order of first
    appearance, so the same input gives the same numbers.
    """
    group = list(range(len(sources)))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    def join(i: int, j: int) -> None:
        low, high = sorted((root(i), root(j)))
        group[high] = low

    first_with_key: dict[str, int] = {}
    position = {source.id: i for i, source in enumerate(sources)}
    if len(position) != len(sources):
        raise ValueError("source ids must differ")
    index = ShingleIndex()
    for i, source in enumerate(sources):
        if source.key in first_with_key:
            join(first_with_key[source.key], i)
        first_with_key.setdefault(source.key, i)
        for copy in index.near_copies(source.shingles, near_copy):
            join(position[copy.id], i)
        index.add(source.id, source.shingles)
        for j in range(i):
            other = sources[j]
            if other.lang != source.lang and (
                shares_code(other.code, source.code) or translates_code(other.commands, source.commands)
            ):
                join(j, i)
    own = {root(i) for i, source in enumerate(sources) if source.key.startswith("own:")}
    numbers: dict[int, int] = {}
    result = []
    for i in range(len(sources)):
        top = root(i)
        result.append(-1 if top in own else numbers.setdefault(top, len(numbers)))
    return tuple(result)


def corroborated(confidence: float, evidence: float) -> float:
    """Return the confidence after one more independent source: ``1 - (1 - c)(1 - 0.35 e)`` (SPEC W7).

    Args:
        confidence: c, 0..1, before.
        evidence: e, 0..1, how much the new source counts: its own confidence.
    """
    if not (0 <= confidence <= 1 and 0 <= evidence <= 1):
        raise ValueError("confidence and evidence lie between 0 and 1")
    return min(HIGHEST, 1 - (1 - confidence) * (1 - CORROBORATION * evidence))


def confidence_of(base: float, others: Sequence[float]) -> float:
    """Return the confidence of a source with base ``base`` after its independent corroborations.

    The order of ``others`` does not matter: they are applied largest first.
    """
    confidence = min(base, HIGHEST)
    for other in sorted(others, reverse=True):
        confidence = corroborated(confidence, other)
    return confidence
