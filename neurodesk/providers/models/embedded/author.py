"""The extractive author: selects and orders sentences of the sources, never changes a word (SPEC E1)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.language_words import EXEMPT_HEADINGS
from neurodesk.domain.relevance import make_anchors, text_relevance
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Edit, RepairItem, Span
from neurodesk.domain.units import split_article
from neurodesk.providers.models.embedded import LABEL, MODEL
from neurodesk.providers.models.embedded.extract import Taken, paragraph, sentences, whole_section
from neurodesk.providers.models.embedded.sections import ReadSource, Section

MIN_STEPS = 3
INTRO_SENTENCES = 2
# Section names when the KB has none of its own; all stand in the closed list of exempt headings (SPEC R4).
HEADINGS = {
    "en": {
        "prerequisites": "Prerequisites",
        "steps": "Steps",
        "validation": "Validation",
        "rollback": "Rollback",
        "troubleshooting": "Troubleshooting",
        "background": "Background",
        "symptoms": "Symptoms",
        "cause": "Cause",
    },
    "de": {
        "prerequisites": "Voraussetzungen",
        "steps": "Schritte",
        "validation": "Validierung",
        "rollback": "Rückgängig machen",
        "troubleshooting": "Fehlerbehebung",
        "background": "Hintergrund",
        "symptoms": "Symptome",
        "cause": "Ursache",
    },
}
ORDER = {
    ArticleType.HOW_TO: ("prerequisites", "steps", "validation", "rollback", "troubleshooting"),
    ArticleType.TROUBLESHOOTING: ("symptoms", "cause", "prerequisites", "steps", "validation", "rollback"),
    ArticleType.CONCEPT: ("background", "details"),
    ArticleType.REFERENCE: ("details",),
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A source with its worth for this article."""

    read: ReadSource
    worth: float


class EmbeddedAuthor:
    """Writes without a language model; the same brief always gives the same article."""

    label = LABEL

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """Return an article made of whole sentences of the sources, or the reasons why there is none."""
        return await asyncio.to_thread(compose, brief)

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """Delete what failed: the engine writes no sentence of its own (SPEC R3, E1)."""
        return [Edit(item.claim_id, None) for item in items]


def compose(brief: AuthorBrief) -> AuthoredArticle:
    """Write the article of a brief."""
    ranked = rank(brief)
    if not ranked:
        return _refused(brief, Reason("no_source_in_language", (("lang", brief.lang),)))
    taken = Taken()
    if brief.article_type in (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING):
        parts = _procedure_parts(brief, ranked, taken)
        if isinstance(parts, Reason):
            return _refused(brief, parts)
    else:
        parts = _prose_parts(ranked, taken)
        if isinstance(parts, Reason):
            return _refused(brief, parts)
    title, lead, sections = parts
    names = heading_names(brief)
    blocks = [f"# {title}"]
    if lead:
        blocks.append(lead)
    for role in ORDER[brief.article_type]:
        if sections.get(role):
            blocks.append(f"## {names.get(role, role.capitalize())}")
            blocks.append(sections[role])
    text = "\n\n".join(blocks) + "\n"
    return AuthoredArticle(
        text=text,
        title=title,
        lang=brief.lang,
        article_type=brief.article_type,
        spans=spans_of(text, [one.read for one in ranked]),
        label=LABEL,
        model=MODEL,
        omitted=tuple(taken.omitted),
    )


def rank(brief: AuthorBrief) -> list[Ranked]:
    """Order the sources in the article's language by relevance, trust, and whether they hold a procedure."""
    anchors = make_anchors(brief.topic, brief.questions)
    found = []
    for source in brief.sources:
        if source.lang != brief.lang or source.origin is SourceOrigin.KB:
            continue
        read = ReadSource(source)
        worth = text_relevance(anchors, read.title, source.text).score + 0.3 * source.confidence
        procedure = read.procedure()
        if procedure is not None and procedure.steps >= MIN_STEPS:
            worth += 0.2 + 0.1 * (read.with_role("validation") is not None)
            worth += 0.05 * (read.with_role("prerequisites") is not None)
        found.append(Ranked(read, round(worth, 6)))
    found.sort(key=lambda one: (-one.worth, -one.read.source.dated_at, one.read.source.uri))
    return found


def heading_names(brief: AuthorBrief) -> dict[str, str]:
    """Return the section names: the KB's own where they assert nothing, else the defaults."""
    names = dict(HEADINGS["de" if brief.lang == "de" else "en"])
    names["details"] = "Details"
    return names | {role: name for role, name in brief.headings if name.casefold() in EXEMPT_HEADINGS}


Parts = tuple[str, str, dict[str, str]]


def _procedure_parts(brief: AuthorBrief, ranked: Sequence[Ranked], taken: Taken) -> Parts | Reason:
    for one in ranked:
        read = one.read
        procedure = read.procedure()
        if procedure is None or procedure.steps < MIN_STEPS:
            continue
        steps = whole_section(read, procedure, taken, ordered=True)
        if not steps:
            continue
        sections = {"steps": steps}
        for role in ("prerequisites", "validation", "rollback", "troubleshooting", "symptoms", "cause"):
            section = read.with_role(role)
            if section is not None and section is not procedure:
                sections[role] = whole_section(read, section, taken, ordered=section.steps >= MIN_STEPS)
        if not sections.get("validation"):
            return Reason("no_validation", (("ref", read.source.ref),))
        return read.title, _lead(read, taken), sections
    return Reason("no_procedure")


def _prose_parts(ranked: Sequence[Ranked], taken: Taken) -> Parts | Reason:
    first = ranked[0].read
    lead = _lead(first, taken)
    paragraphs = []
    for one in ranked:
        for section in one.read.sections:
            chosen = sentences(one.read, section.units, taken, 4)
            if len(chosen) >= 2:
                paragraphs.append(paragraph(one.read, chosen))
        if len(paragraphs) >= 6:
            break
    if not lead or not paragraphs:
        return Reason("too_little_prose")
    return first.title, lead, {"details": "\n\n".join(paragraphs)}


def _lead(read: ReadSource, taken: Taken) -> str:
    """Return the opening sentences of a source: what stands under its title, else its background."""
    places: list[Section] = [one for one in read.sections if one.level <= 1 and one.units]
    background = read.with_role("background")
    if background is not None:
        places.append(background)
    for section in places:
        chosen = sentences(read, section.units, taken, INTRO_SENTENCES)
        if chosen:
            return paragraph(read, chosen)
    return ""


def spans_of(text: str, reads: Sequence[ReadSource]) -> tuple[Span, ...]:
    """Return for each unit of the article the first source that holds it word for word."""
    spans = []
    for unit in split_article(text).units:
        words = text[unit.start : unit.end]
        for read in reads:
            place = read.source.text.find(words)
            if place >= 0:
                spans.append(Span(unit.start, unit.end, read.source.ref, words))
                break
    return tuple(spans)


def _refused(brief: AuthorBrief, reason: Reason) -> AuthoredArticle:
    return AuthoredArticle(
        text="",
        title="",
        lang=brief.lang,
        article_type=brief.article_type,
        spans=(),
        label=LABEL,
        model=MODEL,
        refusals=(reason,),
    )
