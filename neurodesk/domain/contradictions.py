"""Whether two statements on the same thing contradict each other (SPEC R4, K4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurodesk.domain.articles import Reason
from neurodesk.domain.coverage import cover
from neurodesk.domain.facts import Outcome, compare, content, find_quantities, language
from neurodesk.domain.facts.numbers import ordinal_value
from neurodesk.domain.facts.polarity import find_polarity
from neurodesk.domain.facts.stems import fold, stem
from neurodesk.domain.facts.words import word_set

Similarity = Callable[[str, str], float]

# Calibrated similarity that stands in for missing words between German and English.
SIMILAR_ACROSS: Final = 0.8
# A unit of other evidence contradicts only if it is clearly about the same thing.
_OTHER_SUBJECT: Final = 0.75
_OTHER_BACK: Final = 0.75
_OTHER_WORDS: Final = 3
_TELLING: Final = word_set("number_differs unit_differs bound_differs version_differs date_differs")
SOFT_DENIALS: Final = word_set("without ohne fails fail failed stop stopped skip avoid")
_COUNTED: Final = frozenset(
    stem(word)
    for word in word_set(
        """
        step schritt option part teil chapter kapitel column spalte line zeile row reihe example
        beispiel figure level phase stufe abbildung table tabelle section abschnitt server node
        host tab page seite variant variante method
        """
    )
)
# Share of the shorter statement's words that both must have before it is worth looking closer.
_SHARED: Final = 0.5


def across_languages(one: str, other: str) -> bool:
    """Whether one text is German and the other English."""
    return {language(one), language(other)} == {"de", "en"}


def find_contradiction(
    text: str,
    other: str,
    heading: str = "",
    other_heading: str = "",
    similarity: Similarity | None = None,
) -> tuple[Reason, ...]:
    """Find out whether two statements on the same thing give different facts (SPEC R4, K4).

    Both have to speak of nearly the same: each covers most of the other's words. Two statements that differ
    in a pair of opposites ("import", "export") or in a path are mostly on two things, so only numbers, units,
    bounds, versions, dates and negation count, and only if nothing else about the facts is unclear.

    Args:
        text, other: the two statements; German and English may meet.
        heading, other_heading: what stands above them.
        similarity: calibrated similarity, 0..1, for statements of different languages.

    Returns:
        The differences, the first statement in the place of the claim; empty when they can both be true.
    """
    if not _on_one_thing(text, other, heading, other_heading, similarity):
        return ()
    facts = compare(text, other, other_heading)
    if facts.outcome is not Outcome.CONTRADICTS:
        return ()
    conditional = any(c.kind == "if" for t in (text, other) for c in find_polarity(t).cues)
    for finding in facts.findings:
        if finding.outcome is not Outcome.CONTRADICTS or not _is_telling(
            finding.reason, conditional=conditional
        ):
            return ()
    return facts.reasons


def _on_one_thing(
    text: str, other: str, heading: str, other_heading: str, similarity: Similarity | None
) -> bool:
    """Whether two statements speak of nearly the same."""
    words, others = content(text), content(other)
    shared = len(words & others)
    counted = bool(find_quantities(text).numbers and find_quantities(other).numbers)
    if similarity is not None and shared and across_languages(text, other):
        return similarity(text, other) >= SIMILAR_ACROSS
    if shared + counted < _OTHER_WORDS or shared < _SHARED * min(len(words), len(others)):
        return False
    if cover(text, other, other_heading).share < _OTHER_SUBJECT:
        return False
    return cover(other, text, heading).share >= _OTHER_BACK


def _is_telling(why: Reason, *, conditional: bool) -> bool:
    """Whether a difference makes two statements on one thing contradict each other."""
    values = dict(why.params)
    if why.code == "negation_differs":
        # "If it is installed …" and "If it is not installed …" go together; so do "imports" and "exports".
        one, other = values.get("claim", ""), values.get("source", "")
        return not conditional and not (one and other) and fold(one or other) not in SOFT_DENIALS
    signs = {values.get("claim", "")[:1], values.get("source", "")[:1]}
    if why.code == "number_differs" and len(signs & set("≥>")) == len(signs & set("≤<")) == 1:
        return False  # a minimum and a maximum go together
    # "Step 2" and "Step 3" are two things, not two values of one.
    words = f"{values.get('claim', '')} {values.get('source', '')}".split()
    return why.code in _TELLING and not any(
        stem(word) in _COUNTED or ordinal_value(fold(word)) for word in words
    )
