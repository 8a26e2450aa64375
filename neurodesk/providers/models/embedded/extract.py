"""Cuts passages out of a source so that they read on their own; words are never changed (SPEC E1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from neurodesk.domain.articles import Reason
from neurodesk.domain.folding import fold_text
from neurodesk.domain.units import Unit, UnitKind
from neurodesk.providers.models.embedded.sections import PROSE, ReadSource, Section

_IMAGE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)[ \t]*")
_EMPTY_ITEM = re.compile(r"(?m)^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*$\n?")
_BLANKS = re.compile(r"\n{3,}")
_TRAILING = re.compile(r"(?m)[ \t]+$")


class Taken:
    """What the article holds already, so that no sentence stands twice."""

    def __init__(self) -> None:
        self._folded: set[str] = set()
        self.omitted: list[Reason] = []

    def is_new(self, text: str) -> bool:
        """Tell whether a sentence is not in the article yet, and remember it."""
        key = fold_text(text).casefold().strip(" .:;")
        if key in self._folded:
            return False
        self._folded.add(key)
        return True

    def leave_out(self, source: ReadSource, unit: Unit, why: str) -> None:
        """Remember what was left out, for the desk."""
        self.omitted.append(Reason(why, (("ref", source.source.ref), ("text", unit.text[:160]))))


def whole_section(source: ReadSource, section: Section, taken: Taken, *, ordered: bool) -> str:
    """Return a section as it stands, less the sentences that an editor would cut.

    Args:
        ordered: a procedure; its numbered steps are kept whole and in order, even where one is said twice.

    Returns:
        Markdown, or "" when a step would have to be cut: a procedure with a hole is no procedure.
    """
    text = source.source.text
    cuts: list[tuple[int, int]] = []
    before: Unit | None = None
    for unit in section.units:
        why = source.objection(unit, before)
        if not why and not ordered and unit.kind in PROSE and not taken.is_new(unit.text):
            why = "said_before"
        if why and why != "not_prose":
            if ordered and unit.ordinal is not None and why not in ("a_question", "page_chatter"):
                taken.leave_out(source, unit, "procedure_with_a_hole")
                return ""
            taken.leave_out(source, unit, why)
            cuts.append((unit.start, unit.end))
        elif unit.kind in PROSE:
            before = unit
            if ordered:
                taken.is_new(unit.text)
    return tidy(cut(text, section.start, section.end, cuts))


def sentences(source: ReadSource, units: Sequence[Unit], taken: Taken, limit: int) -> list[Unit]:
    """Return the first fitting prose sentences of a passage, in order, at most ``limit``."""
    chosen: list[Unit] = []
    before: Unit | None = None
    for unit in units:
        if unit.kind is not UnitKind.SENTENCE or unit.in_list:
            before = None if unit.kind is UnitKind.CODE_LINE else before
            continue
        why = source.objection(unit, before)
        if not why and not taken.is_new(unit.text):
            why = "said_before"
        if why:
            taken.leave_out(source, unit, why)
            before = None
            continue
        chosen.append(unit)
        before = unit
        if len(chosen) == limit:
            break
    return chosen


def paragraph(source: ReadSource, units: Sequence[Unit]) -> str:
    """Join sentences of one source to a paragraph, as they stand."""
    return " ".join(source.source.text[unit.start : unit.end].replace("\n", " ").strip() for unit in units)


def cut(text: str, start: int, end: int, cuts: Sequence[tuple[int, int]]) -> str:
    """Return ``text[start:end]`` without the given ranges."""
    parts = []
    at = start
    for left, right in sorted(cuts):
        parts.append(text[at:left])
        at = max(at, right)
        while at < end and text[at] == " ":
            at += 1
    parts.append(text[at:end])
    return "".join(parts)


def tidy(markdown: str) -> str:
    """Drop pictures, empty items and surplus blank lines."""
    text = _IMAGE.sub("", markdown)
    text = _EMPTY_ITEM.sub("", _TRAILING.sub("", text))
    return _BLANKS.sub("\n\n", text).strip("\n")
