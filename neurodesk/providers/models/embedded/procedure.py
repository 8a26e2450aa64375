"""Finds the procedure of a source and takes it whole, or says why not (SPEC E1, R6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.numbering import count_steps_anew
from neurodesk.domain.section_roles import whole_role_of
from neurodesk.domain.structure import is_observable
from neurodesk.domain.units import UnitKind, split_article
from neurodesk.providers.models.embedded.extract import Taken, shifted_headings, whole_section
from neurodesk.providers.models.embedded.sections import ReadSource, Section

MIN_STEPS = 3
# A step of a heading and this much text reads better as an item of a list.
MAX_ITEM_CHARS = 1_500

_ITEM = re.compile(r"(?m)^\d{1,3}[.)][ \t]+(?P<text>\S.*)$")
_CHECKS = re.compile(
    r"(?i)(?:finally,? |zuletzt |now |jetzt |to )?(?:verify|verifying|check|checking|test|testing|confirm|"
    r"validate|"
    r"make sure|prüfen|überprüfen|überprüfe|prüfe|testen|teste|kontrollieren|überprüfung|prüfung)\b"
)
_CONTINUED = re.compile(
    r"(?i)\b(?:continue[sd]? (?:on|in) (?:the )?(?:next|part|page)|to be continued|part 2 of|"
    r"fortsetzung (?:folgt|auf|in)|weiter (?:auf|mit) (?:der nächsten )?(?:seite|teil))\b"
)


@dataclass(frozen=True, slots=True)
class Procedure:
    """A complete procedure.

    Attributes:
        markdown: its steps, in order.
        validation: steps that check the result, taken out of it; "" when the source has a section of its own.
        places: the source's sections that it was made of.
        texts: the sentences in it.
    """

    markdown: str
    validation: str
    places: frozenset[int]
    texts: tuple[str, ...]


def find_procedure(read: ReadSource, taken: Taken) -> Procedure | str:
    """Return a source's procedure, or why there is none: ``no_procedure``, ``procedure_with_a_hole`` ..."""
    headed = _step_headings(read)
    listed = _step_list(read)
    if headed and (listed is None or listed.role != "steps"):
        return _from_headings(read, headed, taken)
    if listed is None:
        return "no_procedure"
    return _from_list(read, listed, taken)


def procedure_size(read: ReadSource) -> int:
    """Return about how many steps a source's procedure has, 0 when it has none."""
    listed = _step_list(read)
    return max(len(_step_headings(read)), _all_steps(read, listed) if listed is not None else 0)


def _step_list(read: ReadSource) -> Section | None:
    """Return the section that holds the steps: one that says so first, else the longest numbered list."""
    found = []
    for section in read.sections:
        steps = _all_steps(read, section) if section.role == "steps" else read.steps_of(section)
        if steps >= MIN_STEPS and section.role in ("steps", "") and not section.closing:
            found.append((section.role == "steps", steps, -section.start, section))
    return max(found, key=lambda one: one[:3])[3] if found else None


def _all_steps(read: ReadSource, section: Section) -> int:
    units = read.units_of(section)
    ordered = {unit.item for unit in units if unit.ordinal is not None and unit.depth <= 1}
    if ordered or whole_role_of(section.heading) != "steps":
        return len(ordered)
    return len({unit.item for unit in units if unit.in_list and unit.depth <= 1})


def _step_headings(read: ReadSource) -> list[Section]:
    """Return the longest run of sibling headings that count from 1 on."""
    best: list[Section] = []
    runs: dict[tuple[int, int], list[Section]] = {}
    for section in read.sections:
        if not section.number:
            continue
        run = runs.setdefault((section.parent, section.level), [])
        if section.number == 1:
            run.clear()
        if section.number == len(run) + 1:
            run.append(section)
        if len(run) > len(best):
            best = list(run)
    return best if len(best) >= MIN_STEPS else []


def _from_list(read: ReadSource, section: Section, taken: Taken) -> Procedure | str:
    numbers: list[tuple[int, int]] = []
    for unit in read.units_of(section):
        if unit.ordinal is not None and unit.depth <= 1 and (not numbers or numbers[-1][0] != unit.item):
            numbers.append((unit.item, unit.ordinal))
    if not _counts([ordinal for _, ordinal in numbers]) or _CONTINUED.search(
        read.text[section.start : section.end]
    ):
        return "procedure_incomplete"
    passage = whole_section(read, section, taken, procedure=True)
    if not passage.markdown:
        return "procedure_with_a_hole" if passage.hole else "no_procedure"
    steps, checks = _checks_apart(shifted_headings(passage.markdown, 3))
    return Procedure(
        steps,
        checks,
        frozenset(
            one.place for one in read.sections if section.start <= one.start and one.end <= section.end
        ),
        tuple(unit.text for unit in passage.units),
    )


def _checks_apart(markdown: str) -> tuple[str, str]:
    """Take the last items of a list that check the result out of the steps, when enough steps are left."""
    items = list(_ITEM.finditer(markdown))
    first = len(items)
    while first > MIN_STEPS and _CHECKS.match(items[first - 1]["text"]):
        first -= 1
    if first == len(items):
        return markdown, ""
    cut = items[first].start()
    checks = count_steps_anew(markdown[cut:])
    split = split_article(checks)
    if not any(is_observable(split, unit) for unit in split.units):
        return markdown, ""
    if checks.count("\n") == 0:
        checks = _ITEM.sub(r"\g<text>", checks)
    return markdown[:cut].rstrip("\n"), checks


def _counts(ordinals: Sequence[int]) -> bool:
    """Tell whether the numbers of a list grow by one from 1; lists written as all 1 do, and several lists may
    follow one another.
    """
    if not ordinals:
        return True
    if set(ordinals) == {1}:
        return True
    expected = 1
    for ordinal in ordinals:
        if ordinal not in (expected, 1):
            return False
        expected = ordinal + 1
    return True


def _from_headings(read: ReadSource, run: Sequence[Section], taken: Taken) -> Procedure | str:
    steps = list(run)
    validation = ""
    texts: list[str] = []
    places = {
        one.place for section in run for one in read.sections if section.start <= one.start < section.end
    }
    if len(steps) > MIN_STEPS and (steps[-1].role == "validation" or _CHECKS.match(steps[-1].bare_heading)):
        passage = whole_section(read, steps[-1], taken, procedure=True)
        if passage.markdown and any(is_observable(read.article, unit) for unit in passage.units):
            validation = shifted_headings(passage.markdown, 3, counted=False)
            texts += [unit.text for unit in passage.units]
            steps.pop()
    blocks = []
    as_list = all(_fits_an_item(read, one) for one in steps)
    for number, section in enumerate(steps, 1):
        passage = whole_section(read, section, taken, procedure=True)
        if not passage.markdown:
            return "procedure_with_a_hole"
        if _CONTINUED.search(passage.markdown):
            return "procedure_incomplete"
        texts += [unit.text for unit in passage.units]
        if as_list:
            body = "\n".join(f"   {line}" if line else "" for line in passage.markdown.split("\n"))
            blocks.append(f"{number}. {section.bare_heading}\n\n{body}")
        else:
            blocks.append(f"### {section.heading}\n\n{shifted_headings(passage.markdown, 4)}")
    return Procedure("\n\n".join(blocks), validation, frozenset(places), tuple(texts))


def _fits_an_item(read: ReadSource, section: Section) -> bool:
    return (
        not section.says_step
        and not read.children(section)
        and section.end - section.start <= MAX_ITEM_CHARS
        and not any(unit.ordinal is not None or unit.kind is UnitKind.TABLE_CELL for unit in section.units)
    )
