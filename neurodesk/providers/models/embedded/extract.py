"""Cuts passages out of a source so that they read on their own; words are never changed (SPEC E1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from neurodesk.domain.articles import Reason
from neurodesk.domain.facts import content
from neurodesk.domain.folding import fold_text
from neurodesk.domain.numbering import count_steps_anew
from neurodesk.domain.units import Unit, UnitKind
from neurodesk.providers.models.embedded.markup import outside_code
from neurodesk.providers.models.embedded.objections import PROSE
from neurodesk.providers.models.embedded.sections import ReadSource, Section, bare_heading

MAX_OMITTED = 200
# From this share of common words on, two sentences with the same numbers say the same.
SAME_WORDS = 0.8
MAX_SENTENCE_WORDS = 70
MAX_ORDER_WORDS = 12

_EMPTY_ITEM = re.compile(r"(?m)^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*$\n?")
_EMPTY_QUOTE = re.compile(r"(?m)^[ \t]*>[ \t]*$\n(?![ \t]*>)")
_BLANKS = re.compile(r"\n{3,}")
_LEADING = re.compile(r"\A\n{2,}")
_TRAILING = re.compile(r"(?m)[ \t]+$")
_NAMES_A_PLACE = re.compile(r":\s\S[^:]{2,80}$")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_HEADING_LINE = re.compile(r"^(#{1,6})([ \t]+\S.*)$")
_HYPHEN_KEPT = re.compile(r"(?<=\w)-[ \t]*\n[ \t]*(?=[A-ZÄÖÜ0-9])")
_HYPHEN_GONE = re.compile(r"(?<=[a-zäöüß])-[ \t]*\n[ \t]*(?!(?:und|oder|bis|and|or|to)\b)(?=[a-zäöüß])")


@dataclass(slots=True)
class Taken:
    """What the article holds already, so that no sentence stands twice.

    Attributes:
        unwanted: folded texts of sentences that were tried and did not stand the check.
    """

    unwanted: frozenset[str] = frozenset()
    omitted: list[Reason] = field(default_factory=list)
    _folded: set[str] = field(default_factory=set)
    _said: list[tuple[frozenset[str], tuple[str, ...]]] = field(default_factory=list)

    def is_new(self, text: str) -> bool:
        """Tell whether a sentence says something that is not in the article yet."""
        if key_of(text) in self._folded:
            return False
        words, numbers = content(text), tuple(sorted(_NUMBER.findall(text)))
        if len(words) < 4:
            return True
        return not any(
            numbers == others and len(words & said) >= SAME_WORDS * len(words | said)
            for said, others in self._said
        )

    def remember(self, texts: Iterable[str]) -> None:
        """Note sentences that the article holds now."""
        for text in texts:
            self._folded.add(key_of(text))
            self._said.append((content(text), tuple(sorted(_NUMBER.findall(text)))))

    def leave_out(self, source: ReadSource, text: str, why: str) -> None:
        """Remember what was left out, for the desk."""
        if len(self.omitted) < MAX_OMITTED:
            self.omitted.append(Reason(why, (("ref", source.source.ref), ("text", text[:160]))))


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a section, ready to stand in an article.

    Attributes:
        markdown: "" when nothing of it can be taken.
        units: what stands in it, in order.
        hole: why a step could not be taken: a procedure with a hole is no procedure.
    """

    markdown: str
    units: tuple[Unit, ...] = ()
    hole: str = ""


def key_of(text: str) -> str:
    """Return the form in which two sentences are the same."""
    return fold_text(text).casefold().strip(" .:;")


def whole_section(
    source: ReadSource, section: Section, taken: Taken, *, procedure: bool, deep: bool = True
) -> Passage:
    """Return a section as it stands, less the sentences that an editor would cut.

    Args:
        procedure: its steps are kept whole and in order, even where one is said twice.
        deep: with its sub-sections.
    """
    units = source.units_of(section) if deep else list(section.units)
    end = section.end if deep else section.body_end
    cuts: list[tuple[int, int]] = []
    kept: list[Unit] = []
    before: Unit | None = None
    items: set[int] = set()
    for place, unit in enumerate(units):
        why = source.objection(unit, before, whole=True)
        if why in _LOOSE and ((why == "chat" and procedure) or _before_code(units, place)):
            # What stands before code tells what to do with it; and a step's "we" is better than a hole.
            why = ""
        is_step = procedure and (unit.ordinal is not None or unit.kind is UnitKind.CODE_LINE)
        first_of_step = is_step and (unit.item not in items or unit.kind is UnitKind.CODE_LINE)
        if not why and key_of(unit.text) in taken.unwanted and unit.kind in PROSE:
            why = "did_not_stand_the_check"
        loose = unit.kind is UnitKind.SENTENCE and not unit.in_list
        if not why and loose and not _is_sentence(unit.text) and not (procedure and _may_end(unit.text)):
            why = "no_sentence"
        if not why and not procedure and unit.kind in PROSE and not taken.is_new(unit.text):
            why = "said_before"
        if why in ("", "not_prose"):
            items.add(unit.item)
            before = unit if unit.kind in PROSE else before
            if not why:
                kept.append(unit)
            continue
        if first_of_step and why != "a_question":
            taken.leave_out(source, unit.text, "procedure_with_a_hole")
            return Passage("", (), why)
        taken.leave_out(source, unit.text, why)
        cuts.append((unit.start, unit.end))
    dangling = [unit for unit in kept if _announces(unit) and not _leads_on(unit, kept)]
    if procedure and any(unit.ordinal is not None and unit.depth <= 1 for unit in dangling):
        return Passage("", (), "open_reference")
    if dangling:
        # What leaned on them has lost its hold too: the passage is read again without them.
        for unit in dangling:
            taken.leave_out(source, unit.text, "open_reference")
        less = replace(taken, unwanted=taken.unwanted | {key_of(unit.text) for unit in dangling})
        return whole_section(source, section, less, procedure=procedure, deep=deep)
    markdown = tidy(cut(source.text, section.start, end, cuts))
    if not any(unit.kind is not UnitKind.LIST_INTRO for unit in kept) or not markdown:
        return Passage("")
    return Passage(markdown, tuple(kept))


_LOOSE = ("chat", "open_reference", "points_elsewhere", "talks_about_its_page")


def _before_code(units: Sequence[Unit], place: int) -> bool:
    following = units[place + 1] if place + 1 < len(units) else None
    return following is not None and following.kind is UnitKind.CODE_LINE


def _announces(unit: Unit) -> bool:
    """Tell whether a unit promises that something follows."""
    return unit.kind is UnitKind.LIST_INTRO or (unit.kind in PROSE and unit.text.rstrip("*_ ").endswith(":"))


def _leads_on(intro: Unit, kept: Sequence[Unit]) -> bool:
    """Tell whether what an introduction announces is there: a list, table or code behind it."""
    behind = next((unit for unit in kept if unit.start >= intro.end), None)
    return behind is not None and (
        behind.in_list or behind.kind in (UnitKind.CODE_LINE, UnitKind.TABLE_CELL) or bool(behind.group)
    )


def sentences(source: ReadSource, units: Sequence[Unit], taken: Taken, limit: int) -> list[Unit]:
    """Return the first fitting prose sentences of a passage, in order, at most ``limit``."""
    chosen: list[Unit] = []
    before: Unit | None = None
    for unit in units:
        if unit.kind is not UnitKind.SENTENCE or unit.in_list:
            before = None if unit.kind is UnitKind.CODE_LINE else before
            continue
        why = source.objection(unit, before)
        if not why and key_of(unit.text) in taken.unwanted:
            why = "did_not_stand_the_check"
        if not why and not taken.is_new(unit.text):
            why = "said_before"
        if not why and _announces(unit):
            why = "open_reference"
        if not why and not _is_sentence(unit.text):
            why = "no_sentence"
        if why:
            taken.leave_out(source, unit.text, why)
            before = None
            continue
        chosen.append(unit)
        before = unit
        if len(chosen) == limit:
            break
    return chosen


def _is_sentence(text: str) -> bool:
    """Tell whether a unit of prose says something: it ends as a sentence does, with a fit number of words.

    What a page's table or form leaves behind in plain text ends nowhere.
    """
    ends = text.rstrip("\"'”“»)`*_ ").endswith((".", "!", ":"))
    return ends and 4 <= len(text.split()) <= MAX_SENTENCE_WORDS


def _may_end(text: str) -> bool:
    """Tell whether a line of a procedure may end without a mark: few words, or a place named at its end.

    "There is a tester: Trickle ICE" was a link at its end; without it the next order has no object.
    """
    return len(text.split()) <= MAX_ORDER_WORDS or _NAMES_A_PLACE.search(text) is not None


def paragraph(source: ReadSource, units: Sequence[Unit]) -> str:
    """Join sentences of one source to a paragraph, as they stand."""
    return " ".join(one_line(source.text[unit.start : unit.end]) for unit in units)


def one_line(text: str) -> str:
    """Put the lines of a paragraph on one; a word that was cut at a line's end is whole again."""
    text = _HYPHEN_GONE.sub("", _HYPHEN_KEPT.sub("-", text))
    return " ".join(text.split())


def cut(text: str, start: int, end: int, cuts: Sequence[tuple[int, int]]) -> str:
    """Return ``text[start:end]`` without the given ranges."""
    parts = []
    at = start
    for left, right in sorted(cuts):
        if right <= at:
            continue
        parts.append(text[at:left])
        at = max(at, right)
        while at < end and text[at] == " ":
            at += 1
    parts.append(text[at:end])
    return "".join(parts)


def tidy(markdown: str) -> str:
    """Drop empty items and surplus blank lines, join words cut at a line's end, number lists anew."""
    text = outside_code(
        markdown, lambda part: _EMPTY_QUOTE.sub("", _EMPTY_ITEM.sub("", _TRAILING.sub("", part)))
    )
    text = count_steps_anew(_without_empty_headings(text))
    return outside_code(text, even_blanks).strip("\n")


def even_blanks(part: str) -> str:
    """Leave one blank line where several stand, also behind a fence."""
    return _BLANKS.sub("\n\n", _LEADING.sub("\n", part))


def _without_empty_headings(text: str) -> str:
    lines = text.split("\n")
    kept: list[str] = []
    fence = ""
    for place, line in enumerate(lines):
        stripped = line.lstrip()
        if stripped.startswith(("```", "~~~")):
            fence = "" if fence and stripped.startswith(fence) else fence or stripped[:3]
        match = None if fence else _HEADING_LINE.match(line)
        if match:
            following = next((one for one in lines[place + 1 :] if one.strip()), "")
            deeper = _HEADING_LINE.match(following)
            if not following or (deeper and len(deeper.group(1)) <= len(match.group(1))):
                continue
        kept.append(line)
    return "\n".join(kept)


def shifted_headings(markdown: str, top: int, *, counted: bool = True) -> str:
    """Return a passage whose highest heading has level ``top``, the others below it as before.

    Args:
        counted: keep the counts of headings such as "Step 8.1 - Test"; they mean nothing elsewhere.
    """
    lines = markdown.split("\n")
    fence = ""
    places: list[tuple[int, int, str]] = []
    for place, line in enumerate(lines):
        stripped = line.lstrip()
        if stripped.startswith(("```", "~~~")):
            fence = "" if fence and stripped.startswith(fence) else fence or stripped[:3]
            continue
        match = None if fence else _HEADING_LINE.match(line)
        if match:
            places.append((place, len(match.group(1)), match.group(2)))
    highest = min((level for _, level, _ in places), default=top)
    for place, level, rest in places:
        shown = rest if counted else " " + bare_heading(rest.strip())
        lines[place] = "#" * min(6, max(top, level - highest + top)) + shown
    return "\n".join(lines)
