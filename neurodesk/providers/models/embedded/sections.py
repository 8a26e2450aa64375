"""A source as the extractive author reads it: cleaned, cut into a tree of sections with roles (SPEC E1)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.folding import fold_text
from neurodesk.domain.injection import find_injection
from neurodesk.domain.research import BriefSource
from neurodesk.domain.section_roles import is_closing, looks_back, role_of
from neurodesk.domain.units import Article, Unit, UnitKind, split_source
from neurodesk.providers.models.embedded.markup import clean_markup
from neurodesk.providers.models.embedded.objections import objection

_STEP_HEADING = re.compile(
    r"(?i)^(?:step|schritt|teil|part)\s+(?P<number>\d{1,2})(?:\.\d{1,2})*\b[\s.:)–—-]*"
)
_NUMBERED_HEADING = re.compile(r"^(?P<number>\d{1,2})[.)]?\s+(?=\S)")
_MARKS = re.compile(r"[ \t]{0,3}(#{1,6})")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it.

    Attributes:
        number: of a heading that counts steps ("Step 2 - Copy the key", "2. Copy the key"), else 0.
        says_step: the heading names itself a step.
        start: offset behind the heading's line.
        body_end: where the next heading of any level begins.
        end: where the next heading of the same or a higher level begins.
        units: of the body, in order; those of sub-sections are theirs.
        parent: place of the section above it, -1 at the top.
        closing: it only looks back or ahead; no part of any article.
    """

    heading: str
    role: str
    level: int
    number: int
    says_step: bool
    start: int
    body_end: int
    end: int
    units: tuple[Unit, ...]
    parent: int
    place: int
    closing: bool = False

    @property
    def bare_heading(self) -> str:
        """The heading without the count of its step."""
        return bare_heading(self.heading)


def bare_heading(heading: str) -> str:
    """Return a heading without the count of a step."""
    return _NUMBERED_HEADING.sub("", _STEP_HEADING.sub("", heading)) or heading


class ReadSource:
    """One source, cleaned and split once.

    Args:
        source: as it stands in the brief.
        keep_markup: the text is an article of the knowledge base, whose links and pictures stay.
    """

    def __init__(self, source: BriefSource, *, keep_markup: bool = False) -> None:
        self.source = source
        self.text = source.text if keep_markup else clean_markup(source.text)
        self.article: Article = split_source(self.text)
        self.sections = _sections(self.article)
        self._injected = [fold_text(one) for one in find_injection(source.text)]
        # Who gives orders to a machine in one sentence of a paragraph gives them in the next one too.
        self._spoilt = {unit.block for unit in self.article.units if self.injected(unit.text)}

    @property
    def title(self) -> str:
        """The first heading's text, else the source's title."""
        title = self.article.title
        return title.text if title is not None else self.source.title

    def with_role(self, role: str) -> Section | None:
        """Return the first section of a role that says something."""
        return next((one for one in self.sections if one.role == role and self.units_of(one)), None)

    def children(self, section: Section) -> list[Section]:
        """Return the sections directly below a section."""
        found = []
        for one in self.sections[section.place + 1 :]:
            if one.start >= section.end:
                break
            if one.parent == section.place:
                found.append(one)
        return found

    def units_of(self, section: Section) -> list[Unit]:
        """Return the units of a section and everything below it, headings left out."""
        found = list(section.units)
        for one in self.sections[section.place + 1 :]:
            if one.start >= section.end:
                break
            found += one.units
        return found

    def steps_of(self, section: Section) -> int:
        """Return how many numbered items of the outer level stand in a section's own body."""
        return len({unit.item for unit in section.units if unit.ordinal is not None and unit.depth <= 1})

    def injected(self, text: str) -> bool:
        """Tell whether a text is part of what looks like an order to a machine (SPEC W9)."""
        folded = fold_text(text)
        return any(folded in one or one in folded for one in self._injected if folded)

    def objection(self, unit: Unit, before: Unit | None, *, whole: bool = False) -> str:
        """Return why an editor would not take this unit, "" when nothing speaks against it.

        Args:
            before: the unit that was taken just before it.
            whole: the passage is taken whole.
        """
        if unit.block in self._spoilt:
            return "suspected_injection"
        raw = self.text[unit.start : unit.end]
        return objection(unit, raw, follows_on=follows(before, unit), whole=whole)


def follows(before: Unit | None, unit: Unit) -> bool:
    """Tell whether a unit stands right behind the one that was taken, in its block, item or list."""
    if before is None:
        return False
    same_place = before.block == unit.block or (before.item and before.item == unit.item)
    return bool(same_place) or unit.block - before.block == 1


def _sections(article: Article) -> tuple[Section, ...]:
    marks = [unit for unit in article.units if unit.kind in (UnitKind.TITLE, UnitKind.HEADING)]
    levels = [_level(article.text, mark) for mark in marks]
    ends = _ends(article.text, marks, levels)
    starts = [unit.start for unit in article.units]
    found: list[Section] = []
    first = marks[0].start if marks else len(article.text)
    start = article.front_matter[1]
    lead = tuple(unit for unit in article.units if unit.start < first)
    if lead:
        found.append(Section("", "", 0, 0, False, start, first, first, lead, -1, 0))
    open_ones: list[Section] = []
    for place, mark in enumerate(marks):
        level = levels[place]
        end = ends[place]
        following = marks[place + 1].start if place + 1 < len(marks) else len(article.text)
        body_end = _line_start(article.text, following) if place + 1 < len(marks) else following
        body_start = min(_line_end(article.text, mark.end), body_end)
        open_ones = [one for one in open_ones if one.level < level]
        step = _STEP_HEADING.match(mark.text)
        counted = step or _NUMBERED_HEADING.match(mark.text)
        is_title = mark.kind is UnitKind.TITLE
        named = _NUMBERED_HEADING.sub("", _STEP_HEADING.sub("", mark.text))
        closing = not is_title and (is_closing(named) or looks_back(named, article.text[body_start:end]))
        section = Section(
            heading=mark.text,
            role="" if is_title or closing else role_of(named),
            level=level,
            number=int(counted["number"]) if counted and not is_title else 0,
            says_step=step is not None,
            start=body_start,
            body_end=body_end,
            end=end,
            units=article.units[bisect_left(starts, body_start) : bisect_left(starts, body_end)],
            parent=open_ones[-1].place if open_ones else -1,
            place=len(found),
            closing=closing,
        )
        found.append(section)
        open_ones.append(section)
    return tuple(found)


def _ends(text: str, marks: Sequence[Unit], levels: Sequence[int]) -> list[int]:
    """Return for each heading where the next one of its level or above begins."""
    ends = [len(text)] * len(marks)
    open_ones: list[int] = []
    for place, level in enumerate(levels):
        while open_ones and levels[open_ones[-1]] >= level:
            ends[open_ones.pop()] = _line_start(text, marks[place].start)
        open_ones.append(place)
    return ends


def _level(text: str, mark: Unit) -> int:
    match = _MARKS.match(text, _line_start(text, mark.start))
    if match:
        return len(match.group(1))
    return 1 if mark.kind is UnitKind.TITLE else len(mark.heading_path) + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1
