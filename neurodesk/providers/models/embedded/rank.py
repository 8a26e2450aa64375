"""Which sources an article is made of: in its language, on its subject, of its version (SPEC E1)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.facts import content
from neurodesk.domain.query_words import language_of
from neurodesk.domain.relevance import Anchors, make_anchors, text_relevance
from neurodesk.domain.research import AuthorBrief
from neurodesk.providers.models.embedded.procedure import MIN_STEPS, procedure_size
from neurodesk.providers.models.embedded.sections import ReadSource

# A source that fits less than this share of the best one's fit is about something near, not about it.
NEAR_BEST = 0.6
SAME_TASK = 0.5
# Share of the topic's own words, by rarity, that a source has to hold anywhere.
NAMED = 0.7

_OTHER = ("other_subject", "other_version", "other_code")
_QUESTION = re.compile(
    r"(?i)\?\s*$|^(?:how|what|why|where|when|which|who|can|does|is|wie|was|warum|wieso|weshalb|wo|wann|welche[rsmn]?|"
    r"wer|kann|gibt)\b(?!-)"
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A source with its worth for this article.

    Attributes:
        fit: relevance to topic and questions, 0..1.
        other: it treats another subject, version or code than asked for, or is far behind the best.
    """

    read: ReadSource
    worth: float
    fit: float
    other: bool


def anchors_of(brief: AuthorBrief) -> Anchors:
    """Return what the article is about, for comparing texts with it."""
    return make_anchors(brief.topic, brief.questions)


def is_question(text: str) -> bool:
    """Tell whether a topic is worded as a question, so that it is no title."""
    return _QUESTION.search(text.strip()) is not None


def fits_language(text: str, lang: str) -> bool:
    """Tell whether a short text can stand in an article of this language."""
    return language_of(text) in ("", lang)


def rank(brief: AuthorBrief) -> list[Ranked]:
    """Order the sources in the article's language by relevance, trust, and whether they hold a procedure."""
    anchors = anchors_of(brief)
    operational = brief.article_type in (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING)
    found = []
    for source in brief.sources:
        if source.lang.split("-")[0] != brief.lang or source.origin is SourceOrigin.KB:
            continue
        read = ReadSource(source)
        relevance = text_relevance(anchors, read.title, source.text)
        worth = relevance.score + 0.3 * source.confidence
        if operational and procedure_size(read) >= MIN_STEPS:
            worth += 0.2 + 0.1 * (read.with_role("validation") is not None)
            worth += 0.05 * (read.with_role("prerequisites") is not None)
        found.append((read, round(worth, 6), relevance.score, relevance.reason in _OTHER))
    foreign = _off_the_name(brief.topic, [(read, fit) for read, _, fit, other in found if not other])
    found = [(read, worth, fit, other or read in foreign) for read, worth, fit, other in found]
    best = max((fit for _, _, fit, other in found if not other), default=0.0)
    ranked = [Ranked(read, worth, fit, other or fit < NEAR_BEST * best) for read, worth, fit, other in found]
    return sorted(
        ranked, key=lambda one: (one.other, -one.worth, -one.read.source.dated_at, one.read.source.uri)
    )


def _off_the_name(topic: str, sources: Sequence[tuple[ReadSource, float]]) -> list[ReadSource]:
    """Return the sources that never name what the topic and the title of the best one name together.

    A page on another product may be as relevant by its common words ("installation", "server"); its steps
    under the topic's title would be wrong from the first to the last. Rare words count more than common ones.
    """
    if len(sources) < 2:
        return []
    best = max(sources, key=lambda one: one[1])[0]
    names = content(topic) & content(best.title)
    held = {id(read): content(read.text) for read, _ in sources}
    weights = {
        name: math.log(1 + len(sources) / max(1, sum(name in words for words in held.values())))
        for name in names
    }
    whole = sum(weights.values())
    return [
        read
        for read, _ in sources
        if read is not best
        and sum(weight for name, weight in weights.items() if name in held[id(read)]) < NAMED * whole
    ]


def same_task(one: str, other: str) -> bool:
    """Tell whether two titles name one task: most words of the shorter stand in the longer."""
    mine, theirs = content(one), content(other)
    smaller = min(len(mine), len(theirs))
    return smaller > 0 and len(mine & theirs) >= SAME_TASK * smaller


def on_subject(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the sources that treat the subject itself; of another one nothing is ever mixed in."""
    return [one for one in ranked if not one.other]
