"""A source as the extractive author reads it: sections with roles, sentences with what speaks against them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from neurodesk.domain.folding import fold_text
from neurodesk.domain.injection import find_injection
from neurodesk.domain.research import BriefSource
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.units import Article, Unit, UnitKind, split_source

PROSE = (UnitKind.SENTENCE, UnitKind.STEP, UnitKind.ITEM, UnitKind.LIST_INTRO, UnitKind.CAPTION)

# A sentence that points at something that stands elsewhere; it is taken only right after its predecessor.
_OPEN_START = re.compile(
    r"^(?:this|these|those|that|it|they|he|she|both|such|here|there|then|also|however|therefore|otherwise|"
    r"instead|afterwards|dies(?:e[rsnm]?)?|jene[rsnm]?|es|er|sie (?:ist|sind|hat|haben|wird|werden|kann|können)|"
    r"dabei|dadurch|damit|dafür|dazu|daher|deshalb|daraufhin|danach|hier|dort|beide[rsnm]?|"
    r"solche[rsnm]?|außerdem|ansonsten|andernfalls|stattdessen|allerdings|jedoch)\b",
    re.IGNORECASE,
)
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:(?:as )?(?:shown|described|mentioned|listed|seen|explained) (?:above|below|earlier|before|in the)|"
    r"(?:see|cf\.) (?:above|below|section|chapter|figure|table|fig\.)|(?:the|in) (?:above|previous|preceding) "
    r"(?:command|section|step|example|chapter)|(?:following|next) (?:section|chapter|page|article)|"
    r"(?:wie )?(?:oben|unten|vorher|zuvor|eingangs) (?:gezeigt|beschrieben|erwähnt|genannt|aufgeführt)|"
    r"siehe (?:oben|unten|abschnitt|kapitel|abbildung|tabelle|abb\.)|(?:obige|vorige|vorherige|nachfolgende)[rsnm]? "
    r"(?:befehl|abschnitt|schritt|beispiel|kapitel)|figure \d|abbildung \d)",
    re.IGNORECASE,
)
_ABOUT_ITSELF = re.compile(
    r"\b(?:(?:this|the present) (?:page|article|guide|tutorial|document|how-?to|post|note|handbook|manual|wiki)|"
    r"these notes|in this (?:section|chapter)|we (?:will|are going to)|let'?s|you will learn|"
    r"dies(?:e|er|es|em|en) (?:seite|artikel|anleitung|dokument|tutorial|beitrag|text|handbuch|wiki|notizen?)|"
    r"in diesem (?:abschnitt|kapitel)|lernen sie|zeigen wir|wir (?:werden|zeigen))\b",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"\b(?:click here|read more|subscribe|newsletter|cookies?|sign up|log in to comment|share this|all rights|"
    r"copyright|hier klicken|mehr lesen|abonnieren|impressum|datenschutz|teilen sie|alle rechte|"
    r"licen[cs]ed? under|lizenz(?:iert)? unter|last (?:updated|modified|reviewed)|zuletzt (?:geändert|geprüft|aktualisiert))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it, down to the next heading of any level.

    Attributes:
        start, end: offsets of the body below the heading, in the source text.
        units: the units of the body, in order.
    """

    heading: str
    role: str
    level: int
    start: int
    end: int
    units: tuple[Unit, ...]

    @property
    def steps(self) -> int:
        """How many numbered items stand here at the outer level."""
        return len({unit.item for unit in self.units if unit.ordinal is not None and unit.depth <= 1})


class ReadSource:
    """One source, split once.

    Args:
        source: as it stands in the brief.
    """

    def __init__(self, source: BriefSource) -> None:
        self.source = source
        self.article: Article = split_source(source.text)
        self.sections = _sections(self.article)
        self._injected = find_injection(source.text)

    @property
    def title(self) -> str:
        """The first heading's text, else the source's title."""
        title = self.article.title
        return title.text if title is not None else self.source.title

    def with_role(self, role: str) -> Section | None:
        """Return the first section of a role that says something."""
        return next((one for one in self.sections if one.role == role and one.units), None)

    def procedure(self) -> Section | None:
        """Return the section that holds the procedure: of role *steps* first, else the longest numbered one."""
        numbered = [one for one in self.sections if one.steps >= 2]
        if not numbered:
            return None
        return max(numbered, key=lambda one: (one.role == "steps", one.role == "", one.steps, -one.start))

    def objection(self, unit: Unit, before: Unit | None) -> str:
        """Return why an editor would not take this unit, "" when nothing speaks against it.

        Args:
            before: the unit that was taken just before it, so that a reference to it is not open.
        """
        text = unit.text.strip()
        if any(
            fold_text(text) in fold_text(passage) or fold_text(passage) in fold_text(text)
            for passage in self._injected
        ):
            return "suspected_injection"
        if unit.kind is UnitKind.CODE_LINE or unit.kind is UnitKind.TABLE_CELL:
            return ""
        if unit.kind not in PROSE:
            return "not_prose"
        if _ABOUT_ITSELF.search(text):
            return "talks_about_its_page"
        if _CHATTER.search(text):
            return "page_chatter"
        if _POINTS_ELSEWHERE.search(text):
            return "open_reference"
        if _OPEN_START.match(text) and not follows(before, unit):
            return "open_reference"
        if text.endswith("?"):
            return "a_question"
        return ""


def follows(before: Unit | None, unit: Unit) -> bool:
    """Tell whether a unit stands right behind the one that was taken, in its block, item or list."""
    if before is None:
        return False
    same_place = before.block == unit.block or (before.item and before.item == unit.item)
    return bool(same_place) or unit.block - before.block == 1


def _sections(article: Article) -> tuple[Section, ...]:
    marks = [unit for unit in article.units if unit.kind in (UnitKind.TITLE, UnitKind.HEADING)]
    found = []
    first = marks[0].start if marks else len(article.text)
    lead = tuple(unit for unit in article.units if unit.start < first)
    if lead:
        found.append(Section("", "", 0, article.front_matter[1], first, lead))
    for place, mark in enumerate(marks):
        start = _line_end(article.text, mark.end)
        end = (
            _line_start(article.text, marks[place + 1].start) if place + 1 < len(marks) else len(article.text)
        )
        units = tuple(unit for unit in article.units if start <= unit.start < end)
        level = 1 if mark.kind is UnitKind.TITLE else len(mark.heading_path) + 1
        role = "" if mark.kind is UnitKind.TITLE else role_of(mark.text)
        found.append(Section(mark.text, role, level, start, end, units))
    return tuple(found)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1
