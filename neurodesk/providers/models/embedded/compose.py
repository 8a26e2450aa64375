"""Composes new articles: a procedure from one source, prose from several (SPEC E1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import STRICTNESS, ArticleType, Reason, Verdict
from neurodesk.domain.facts import content
from neurodesk.domain.language_words import EXEMPT_HEADINGS
from neurodesk.domain.query_words import named_versions, same_version, stem
from neurodesk.domain.relevance import Anchors, ReadText, coverage
from neurodesk.domain.research import AuthorBrief
from neurodesk.domain.section_roles import whole_role_of
from neurodesk.domain.structure import MAX_TITLE_CHARS, MIN_TITLE_CHARS, is_observable
from neurodesk.domain.units import Unit, UnitKind
from neurodesk.providers.models.embedded.extract import (
    Passage,
    Taken,
    key_of,
    paragraph,
    sentences,
    shifted_headings,
    whole_section,
)
from neurodesk.providers.models.embedded.material import Material
from neurodesk.providers.models.embedded.procedure import Procedure, find_procedure
from neurodesk.providers.models.embedded.rank import anchors_of, fits_language, is_question
from neurodesk.providers.models.embedded.reviewer import title_verdict
from neurodesk.providers.models.embedded.sections import ReadSource, Section

LEAD_SENTENCES = 3
LEAD_CHARS = 600
MIN_SENTENCES = 4
MAX_PROSE_CHARS = 7_000
# Share of a question's words that a section of a further source must hold to be added.
ANSWERS = 0.6
MAX_ADDED = 3
# Section names when the KB has none of its own; all stand in the closed list of exempt headings (SPEC R4).
HEADINGS = {
    "en": {
        "prerequisites": "Prerequisites",
        "steps": "Steps",
        "validation": "Validation",
        "rollback": "Rollback",
        "troubleshooting": "Troubleshooting",
        "background": "Overview",
        "symptoms": "Symptoms",
        "cause": "Causes",
        "details": "Details",
        "references": "See also",
    },
    "de": {
        "prerequisites": "Voraussetzungen",
        "steps": "Schritte",
        "validation": "Prüfung",
        "rollback": "Rückgängig machen",
        "troubleshooting": "Fehlerbehebung",
        "background": "Überblick",
        "symptoms": "Symptome",
        "cause": "Ursachen",
        "details": "Einzelheiten",
        "references": "Siehe auch",
    },
}
ORDER = ("symptoms", "cause", "prerequisites", "steps", "validation", "rollback", "troubleshooting")


@dataclass(frozen=True, slots=True)
class Draft:
    """A composed article with the sources it was made of, the most used first."""

    text: str
    title: str
    article_type: ArticleType
    reads: tuple[ReadSource, ...]


def heading_names(brief: AuthorBrief) -> dict[str, str]:
    """Return the section names: the KB's own where they assert nothing, else the defaults."""
    names = dict(HEADINGS["de" if brief.lang == "de" else "en"])
    own = {role: name for role, name in brief.headings if name.casefold() in EXEMPT_HEADINGS}
    return names | own


def choose_title(brief: AuthorBrief, read: ReadSource, material: Material) -> str:
    """Return the best title that the sources carry: the topic, the source's title, or a half of that."""
    # The title promises what the page that gives the steps speaks of, not what another one does.
    own = not is_question(brief.topic) and content(brief.topic) <= content(f"{read.title}\n{read.text}")
    wanted = [brief.topic] if own else []
    wanted.append(read.title)
    for mark in (": ", " – ", " - ", " | "):
        wanted += [part for part in read.title.split(mark) if part != read.title]
    fitting = [
        title
        for title in dict.fromkeys(" ".join(one.split()).strip(" .") for one in wanted)
        if MIN_TITLE_CHARS <= len(title) <= MAX_TITLE_CHARS
        and fits_language(title, brief.lang)
        and not is_question(title)
        and len(content(title)) >= 2
    ]
    best = ""
    verdict = Verdict.CONTRADICTED
    for title in fitting:
        one = title_verdict(title, brief, material)
        if one is Verdict.SUPPORTED:
            return title
        if not best or STRICTNESS[one] < STRICTNESS[verdict]:
            best, verdict = title, one
    return best or read.title


# -- how-to and troubleshooting ------------------------------------------------------------------------------


def how_to(brief: AuthorBrief, read: ReadSource, material: Material, taken: Taken) -> Draft | Reason:
    """Compose an article around one source's procedure; all its sections come from that source."""
    sections = operational_sections(read, taken)
    if isinstance(sections, Reason):
        return sections
    kind = operational_type(brief.article_type, sections)
    if kind is None:
        return Reason("no_prerequisites", (("ref", read.source.ref),))
    lead = lead_of(read, taken)
    names = heading_names(brief)
    title = choose_title(brief, read, material)
    blocks = [f"# {title}", *([lead] if lead else [])]
    for role in ORDER:
        if sections.get(role):
            blocks += [f"## {names[role]}", sections[role]]
    return Draft("\n\n".join(blocks) + "\n", title, kind, (read,))


def operational_type(wanted: ArticleType, sections: dict[str, str]) -> ArticleType | None:
    """Return the type whose required sections are all there, None when neither's are (SPEC R6)."""
    trouble = bool(sections.get("symptoms") and sections.get("cause"))
    if trouble and (wanted is ArticleType.TROUBLESHOOTING or not sections.get("prerequisites")):
        return ArticleType.TROUBLESHOOTING
    return ArticleType.HOW_TO if sections.get("prerequisites") else None


def operational_sections(read: ReadSource, taken: Taken) -> dict[str, str] | Reason:
    """Return a source's procedure and what belongs to it, by role, or why it cannot be taken."""
    procedure = find_procedure(read, taken)
    if not isinstance(procedure, Procedure):
        return Reason(procedure, (("ref", read.source.ref),))
    taken.remember(procedure.texts)
    sections = {"steps": procedure.markdown}
    for role in ORDER:
        if role == "steps":
            continue
        passage = role_passage(read, role, taken, procedure.places)
        if passage.markdown:
            sections[role] = shifted_headings(passage.markdown, 3)
            taken.remember(unit.text for unit in passage.units)
    if not sections.get("validation") and procedure.validation:
        sections["validation"] = procedure.validation
    if not sections.get("validation"):
        return Reason("no_validation", (("ref", read.source.ref),))
    return sections


def role_passage(
    read: ReadSource, role: str, taken: Taken, not_from: frozenset[int] = frozenset()
) -> Passage:
    """Return what a source says in sections of a role, the first that says something."""
    for section in read.sections:
        if section.role != role or section.place in not_from:
            continue
        steps = role in ("validation", "rollback") and read.steps_of(section) >= 2
        passage = whole_section(read, section, taken, procedure=steps)
        if passage.markdown and (
            role != "validation" or any(is_observable(read.article, unit) for unit in passage.units)
        ):
            return passage
    return Passage("")


def lead_of(read: ReadSource, taken: Taken, limit: int = LEAD_SENTENCES) -> str:
    """Return the opening sentences of a source: what stands under its title, else its background."""
    chosen = lead_units(read, taken, limit)
    while len(chosen) > 1 and sum(len(unit.text) for unit in chosen) > LEAD_CHARS:
        chosen.pop()
    taken.remember(unit.text for unit in chosen)
    return paragraph(read, chosen)


def lead_units(read: ReadSource, taken: Taken, limit: int) -> list[Unit]:
    """Return the opening sentences as units; the first of them names what the page is about."""
    places: list[Section] = [one for one in read.sections if one.level <= 1 and one.units]
    places += [one for one in read.sections if one.role == "background"]
    subject = content(read.title)
    for section in places:
        chosen = sentences(read, section.units, taken, limit)
        while chosen and not content(chosen[0].text) & subject:
            chosen.pop(0)
            while chosen and read.objection(chosen[0], None):
                chosen.pop(0)
        if chosen:
            return chosen
    return []


# -- concept and reference -----------------------------------------------------------------------------------


def prose(
    brief: AuthorBrief, reads: Sequence[ReadSource], material: Material, taken: Taken
) -> Draft | Reason:
    """Compose an explaining article: the best source's sections, and what others answer besides."""
    first = reads[0]
    anchors = anchors_of(brief)
    opening = lead_units(first, taken, LEAD_SENTENCES + 1)
    if not opening:
        return Reason("too_little_prose", (("ref", first.source.ref),))
    taken.remember(unit.text for unit in opening)
    names = heading_names(brief)
    used = [first]
    bodies = main_sections(first, anchors, taken)
    for read in reads[1:]:
        if not versions_agree(first, read):
            continue
        added = [body for body in answering_sections(read, anchors, taken) if len(bodies) < 12][
            : max(0, MAX_ADDED - (len(used) - 1))
        ]
        if added:
            bodies += added
            used.append(read)
    count = len(opening) + sum(body.count(".") for _, body in bodies)
    if count < MIN_SENTENCES or not bodies:
        return Reason("too_little_prose", (("ref", first.source.ref),))
    title = choose_title(brief, first, material)
    blocks = [f"# {title}"]
    if len(opening) > 1:
        blocks.append(paragraph(first, opening[:1]))
        opening = opening[1:]
    blocks += [f"## {names['background']}", paragraph(first, opening)]
    bodies = [(names.get(whole_role_of(heading), heading), body) for heading, body in bodies]
    for heading, body in _named(bodies, names["details"], taken):
        blocks += [f"## {heading}", body] if heading else [body]
    kind = brief.article_type
    if kind not in (ArticleType.CONCEPT, ArticleType.REFERENCE):
        kind = ArticleType.CONCEPT
    return Draft("\n\n".join(blocks) + "\n", title, kind, tuple(used))


def _named(bodies: Sequence[tuple[str, str]], plain: str, taken: Taken) -> list[tuple[str, str]]:
    """Give sections whose heading did not stand the check a plain one, once; others follow it unnamed."""
    found: list[tuple[str, str]] = []
    for heading, body in bodies:
        stood = key_of(heading) not in taken.unwanted
        used = any(one == plain for one, _ in found)
        found.append((heading if stood else "" if used else plain, body))
    return found


def main_sections(read: ReadSource, anchors: Anchors, taken: Taken) -> list[tuple[str, str]]:
    """Return (heading, body) of the main source's sections in its order, within the limit."""
    wanted = [one for one in _top_sections(read) if one.role not in ("references", "background")]
    scored = sorted(wanted, key=lambda one: (-_answers(read, one, anchors), one.start))
    size = 0
    chosen: list[Section] = []
    for section in scored:
        size += section.end - section.start
        if size <= MAX_PROSE_CHARS or not chosen:
            chosen.append(section)
    return _bodies(read, sorted(chosen, key=lambda one: one.start), taken)


def answering_sections(read: ReadSource, anchors: Anchors, taken: Taken) -> list[tuple[str, str]]:
    """Return (heading, body) of a further source's sections that answer a question."""
    wanted = [
        one
        for one in _top_sections(read)
        if one.role not in ("references", "background") and _answers(read, one, anchors) >= ANSWERS
    ]
    return _bodies(read, wanted, taken)


def _top_sections(read: ReadSource) -> list[Section]:
    inner = [one for one in read.sections if one.level > 1 and not one.closing]
    top = min((one.level for one in inner), default=2)
    return [one for one in inner if one.level == top]


def _bodies(read: ReadSource, sections: Sequence[Section], taken: Taken) -> list[tuple[str, str]]:
    found = []
    for section in sections:
        passage = whole_section(read, section, taken, procedure=read.steps_of(section) >= 2)
        told = [
            unit for unit in passage.units if unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM, UnitKind.STEP)
        ]
        if not passage.markdown or not (told or UnitKind.TABLE_CELL in {unit.kind for unit in passage.units}):
            continue
        taken.remember(unit.text for unit in passage.units)
        found.append((section.bare_heading, shifted_headings(passage.markdown, 3, counted=False)))
    return found


def _answers(read: ReadSource, section: Section, anchors: Anchors) -> float:
    """Return how well a section, with its heading and the page's title, answers the best fitting question."""
    text = read.text[section.start : section.end]
    stems = frozenset().union(*ReadText(f"{read.title} {section.heading}", text).passage_stems)
    return max((coverage(query, stems) for query in anchors.queries), default=0.0)


def versions_agree(one: ReadSource, other: ReadSource) -> bool:
    """Tell whether two sources name no differing versions of the same product (SPEC E1)."""
    ours = _versions(one)
    return all(
        not ours.get(name)
        or any(same_version(a, b) or same_version(b, a) for a in ours[name] for b in versions)
        for name, versions in _versions(other).items()
    )


def _versions(read: ReadSource) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in named_versions(f"{read.title}\n{read.text}"):
        found.setdefault(stem(name), set()).add(version)
    return found
