"""The article that a revision starts from, and the changes that are made to it byte by byte (SPEC E1, R2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from neurodesk.domain.research import AuthorBrief
from neurodesk.domain.units import Unit, UnitKind
from neurodesk.providers.models.embedded.extract import even_blanks
from neurodesk.providers.models.embedded.markup import outside_code
from neurodesk.providers.models.embedded.material import Material
from neurodesk.providers.models.embedded.objections import still_to_come
from neurodesk.providers.models.embedded.procedure import MIN_STEPS
from neurodesk.providers.models.embedded.sections import ReadSource, Section

# A section that holds less and no list says nothing yet.
STUB_CHARS = 40
PROSE_KINDS = (UnitKind.SENTENCE, UnitKind.ITEM)

# One blank at a line's end is left over from a cut; two are Markdown's line break.
_END_BLANK = re.compile(r"(?m)(?<=\S) $")
_BLANKS = re.compile(r"\n{3,}")


@dataclass(slots=True)
class Edits:
    """Changes of the base text; all else stays byte for byte."""

    text: str
    made: list[tuple[int, int, str]] = field(default_factory=list)

    def cut(self, start: int, end: int) -> None:
        """Take a piece out, and the blank or the blank line that it leaves."""
        while end < len(self.text) and self.text[end] == " ":
            end += 1
        if self.text[end : end + 1] in ("\n", ""):
            while start and self.text[start - 1] == " ":
                start -= 1
        alone = self.text[:start].endswith("\n") or start == 0
        if alone and self.text[end : end + 1] == "\n":
            end += 1
            if self.text[:start].endswith("\n\n") or start == 0:
                while self.text[end : end + 1] == "\n":
                    end += 1
        self.replace(start, end, "")

    def replace(self, start: int, end: int, new: str) -> None:
        """Put a text in the place of a piece."""
        self.made.append((start, end, new))

    def insert_section(self, at: int, heading: str, body: str, level: int) -> None:
        """Put a section before what stands at an offset that begins a line, or at the end."""
        before = self.text[:at]
        gap = "" if not before or before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
        behind = "\n\n" if self.text[at:].strip() else "\n"
        self.replace(at, at, f"{gap}{'#' * level} {heading}\n\n{body}{behind}")

    def applied(self) -> str:
        """Return the changed text."""
        pieces = []
        at = 0
        for start, end, new in sorted(self.made, key=lambda one: one[:2]):
            pieces += [self.text[at : max(at, start)], new]
            at = max(at, end)
        changed = outside_code("".join([*pieces, self.text[at:]]), lambda part: _END_BLANK.sub("", part))
        if _BLANKS.search(self.text):
            return changed
        return outside_code(changed, even_blanks)


class BaseArticle:
    """The article to revise: its title, lead and sections, with what is wrong with them."""

    def __init__(self, brief: AuthorBrief, material: Material) -> None:
        assert material.base is not None
        self.read = ReadSource(material.base.source, keep_markup=True)
        self.text = self.read.text
        inner = [one for one in self.read.sections if one.level > 1]
        self.level = min((one.level for one in inner), default=2)
        self.sections = [one for one in inner if one.level == self.level]
        self.lead = next((one for one in self.read.sections if one.level <= 1 and one.units), None)
        self.stubs = [one for one in self.sections if self._is_stub(one)]

    @property
    def title(self) -> str:
        """The article's title."""
        return self.read.title

    def real(self, role: str) -> Section | None:
        """Return the section of a role that says something."""
        return next((one for one in self.sections if one.role == role and one not in self.stubs), None)

    def stub(self, role: str) -> Section | None:
        """Return the section of a role that only announces itself."""
        return next((one for one in self.stubs if one.role == role), None)

    @property
    def has_steps(self) -> bool:
        """Whether the article has a procedure of its own."""
        if self.counts_steps:
            return True  # each step has a heading of its own; one that is missing makes a gap, not an essay
        section = self.real("steps")
        if section is None:
            return False
        units = self.read.units_of(section)
        return len({unit.item for unit in units if unit.in_list and unit.depth <= 1}) >= MIN_STEPS

    @property
    def counts_steps(self) -> bool:
        """Whether its headings count at least three steps, one of which may be missing."""
        counted = {one.number for one in self.sections if one.number}
        return len(counted) >= MIN_STEPS - 1 and max(counted) >= MIN_STEPS

    def _is_stub(self, section: Section) -> bool:
        if section.role == "references":
            return False
        units = [unit for unit in self.read.units_of(section) if unit.kind is not UnitKind.LINK_TARGET]
        told = [unit for unit in units if not still_to_come(unit.text)]
        if any(unit.in_list or unit.group for unit in told):
            return False
        if section.role == "steps" and not any(unit.in_list or unit.group for unit in units):
            return True
        return sum(len(unit.text) for unit in told) < STUB_CHARS

    def announcements(self) -> list[Unit]:
        """Return the sentences outside stub sections that only say what is still to come."""
        places = [self.lead, *(one for one in self.sections if one not in self.stubs)]
        return [
            unit
            for section in places
            if section is not None
            for unit in (section.units if section is self.lead else self.read.units_of(section))
            if unit.kind in PROSE_KINDS and still_to_come(unit.text)
        ]


def heading_start(text: str, section: Section) -> int:
    """Return where the line of a section's heading begins."""
    return text.rfind("\n", 0, max(0, section.start - 1)) + 1
