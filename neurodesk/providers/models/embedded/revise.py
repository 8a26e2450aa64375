"""Revises an article: the curator's wording stays wherever nothing speaks against it (SPEC E1, R2).

What is missing is filled in, what only announces itself is replaced, what newer evidence contradicts gets
that evidence's sentence, and a procedure for releases that are gone gives way to a current one, whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from neurodesk.domain.articles import ArticleType, Reason
from neurodesk.domain.facts import content
from neurodesk.domain.query_words import named_versions, same_version
from neurodesk.domain.research import AuthorBrief
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.units import Unit, UnitKind
from neurodesk.providers.models.embedded.compose import (
    ORDER,
    Draft,
    answering_sections,
    heading_names,
    lead_of,
    operational_sections,
    operational_type,
    role_passage,
    versions_agree,
)
from neurodesk.providers.models.embedded.extract import Taken, even_blanks, key_of, shifted_headings
from neurodesk.providers.models.embedded.markup import outside_code
from neurodesk.providers.models.embedded.material import ONE_TIME_S, Material
from neurodesk.providers.models.embedded.objections import still_to_come
from neurodesk.providers.models.embedded.procedure import MIN_STEPS, Procedure, find_procedure
from neurodesk.providers.models.embedded.rank import anchors_of, same_task
from neurodesk.providers.models.embedded.reviewer import contradicting
from neurodesk.providers.models.embedded.sections import ReadSource, Section

REPLACED_WITH_PROCEDURE = ("symptoms", "cause", "prerequisites", "steps", "validation", "troubleshooting")
# A section that holds less and no list says nothing yet.
STUB_CHARS = 40
MAX_LEAD_SENTENCES = 4

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[[^\]\n]+\]\([^)\n]+\)")
_POINTER = re.compile(
    r"(?i)(?:see also|see|siehe auch|siehe)[ :]+(?:\[[^\]\n]+\]\([^)\n]+\)(?:,? (?:and|und) |, |\.?\s*$))+$"
)
# One blank at a line's end is left over from a cut; two are Markdown's line break.
_END_BLANK = re.compile(r"(?m)(?<=\S) $")
_BLANKS = re.compile(r"\n{3,}")
_NAME = re.compile(r"[\w./@-]*\w")
_PROSE_KINDS = (UnitKind.SENTENCE, UnitKind.ITEM)


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
        section = self.real("steps")
        if section is None:
            return False
        units = self.read.units_of(section)
        return len({unit.item for unit in units if unit.in_list and unit.depth <= 1}) >= MIN_STEPS

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
            if unit.kind in _PROSE_KINDS and still_to_come(unit.text)
        ]


def revise(
    brief: AuthorBrief, reads: Sequence[ReadSource], material: Material, taken: Taken
) -> Draft | Reason:
    """Return the revised article, or why there is nothing to revise or no way to.

    Args:
        reads: sources on the subject; the first is tried as the one that gives a procedure.
    """
    base = BaseArticle(brief, material)
    taken.remember(unit.text for unit in base.read.article.units if unit.kind in _PROSE_KINDS)
    operational = base.has_steps or brief.article_type in (ArticleType.HOW_TO, ArticleType.TROUBLESHOOTING)
    edits = Edits(base.text)
    used: list[ReadSource] = []
    kind: ArticleType | Reason
    if operational:
        kind = _operational(brief, base, reads, edits, used, taken)
    else:
        kind = brief.article_type
    if isinstance(kind, Reason):
        return kind
    touched = [(start, end) for start, end, _ in edits.made if start < end]
    used += _newer_sentences(base, reads, material, edits, touched)
    if not edits.made:
        used += _answers(brief, base, reads, edits, taken)
    if not edits.made:
        return Reason("nothing_to_add", (("path", base.read.source.uri),))
    _move_references(brief, base, edits)
    for unit in base.announcements():
        if not any(start <= unit.start < end for start, end, _ in edits.made):
            taken.leave_out(base.read, unit.text, "still_to_come")
            edits.cut(unit.start, unit.end)
    distinct = tuple(dict.fromkeys([base.read, *used]))
    return Draft(edits.applied().strip("\n") + "\n", base.title, kind, distinct)


# -- procedures ----------------------------------------------------------------------------------------------


def _operational(
    brief: AuthorBrief,
    base: BaseArticle,
    reads: Sequence[ReadSource],
    edits: Edits,
    used: list[ReadSource],
    taken: Taken,
) -> ArticleType | Reason:
    first = reads[0]
    if base.has_steps and not overtaken(base.read, first):
        _fill(brief, base, reads, edits, used, taken)
        return _type_of(
            brief, base, {one.role for one in base.sections} | {role for role, _ in _filled(edits)}
        )
    sections = operational_sections(first, taken)
    if isinstance(sections, Reason):
        return sections
    used.append(first)
    if base.has_steps:
        return _replace_procedure(brief, base, first, sections, edits, taken)
    return _fill_procedure(brief, base, first, sections, edits, taken)


def _filled(edits: Edits) -> list[tuple[str, str]]:
    lines = [line for _, _, new in edits.made for line in new.split("\n")]
    return [(role_of(line.lstrip("# ")), line) for line in lines if line.startswith("#")]


def _type_of(brief: AuthorBrief, base: BaseArticle, roles: Iterable[str]) -> ArticleType:
    there = dict.fromkeys(roles, "x")
    return operational_type(brief.article_type, there) or ArticleType.HOW_TO


def _fill_procedure(
    brief: AuthorBrief,
    base: BaseArticle,
    read: ReadSource,
    sections: dict[str, str],
    edits: Edits,
    taken: Taken,
) -> ArticleType | Reason:
    """Give an article without steps its procedure; sections that it has already stay its own."""
    there = {role: "x" for role in ORDER if base.real(role)} | sections
    kind = operational_type(brief.article_type, there)
    if kind is None:
        return Reason("no_prerequisites", (("ref", read.source.ref),))
    names = heading_names(brief)
    for role in ORDER:
        if role in sections and base.real(role) is None:
            _put(base, edits, role, names[role], sections[role])
    lead = lead_of(read, taken)
    if lead and base.lead is not None:
        kept = [unit for unit in base.lead.units if not still_to_come(unit.text)]
        at = _end_of_paragraph(base.text, kept[0].end) if kept else base.lead.start
        first = base.text[:at].endswith("\n\n") or at == 0
        edits.replace(at, at, f"{'' if first else chr(10) * 2}{lead}{'' if kept else chr(10) * 2}")
    elif lead:
        edits.replace(*(_after_title(base),) * 2, f"\n{lead}\n")
    return kind


def _replace_procedure(
    brief: AuthorBrief,
    base: BaseArticle,
    read: ReadSource,
    sections: dict[str, str],
    edits: Edits,
    taken: Taken,
) -> ArticleType | Reason:
    """Put a current procedure in the place of one for releases that are gone."""
    kind = operational_type(brief.article_type, sections)
    if kind is None:
        return Reason("no_prerequisites", (("ref", read.source.ref),))
    names = heading_names(brief)
    old = [one for one in base.sections if one.role in REPLACED_WITH_PROCEDURE]
    entangled = _Entanglement(base, old, read, sections)
    for section in base.sections:
        if section in old or section.role == "references":
            continue
        if section.role in sections or any(entangled.touches(unit) for unit in base.read.units_of(section)):
            old.append(section)
    for section in old:
        body = sections.get(section.role, "")
        for unit in base.read.units_of(section):
            if unit.kind in _PROSE_KINDS and unit.text not in body:
                taken.leave_out(base.read, unit.text, "replaced_with_its_procedure")
        if body and section is next(one for one in old if one.role == section.role):
            edits.replace(section.start, section.end, f"\n{body}\n\n")
        else:
            edits.replace(_heading_start(base.text, section), section.end, "")
    for role in ORDER:
        if role in sections and not any(one.role == role for one in base.sections):
            _put(base, edits, role, names[role], sections[role])
    _renew_lead(base, read, entangled, edits, taken)
    return kind


def _renew_lead(
    base: BaseArticle, read: ReadSource, entangled: _Entanglement, edits: Edits, taken: Taken
) -> None:
    """Keep of the lead what does not belong to the old procedure; the new one's opening follows it."""
    lead = lead_of(read, taken, limit=2)
    if base.lead is None:
        if lead:
            edits.replace(*(_after_title(base),) * 2, f"\n{lead}\n")
        return
    kept = 0
    for unit in base.lead.units:
        if unit.kind is UnitKind.SENTENCE and entangled.touches(unit):
            taken.leave_out(base.read, unit.text, "replaced_with_its_procedure")
            edits.cut(unit.start, unit.end)
        elif unit.kind is UnitKind.SENTENCE:
            kept += 1
    if lead and kept < MAX_LEAD_SENTENCES:
        last = base.lead.units[-1].end
        edits.replace(last, last, f"\n\n{lead}" if kept else lead)


class _Entanglement:
    """Tells which sentences of an article belong to its old procedure: they name what only that one uses.

    Args:
        old: the sections that are replaced.
        sections: the new ones, by role.
    """

    def __init__(
        self, base: BaseArticle, old: Sequence[Section], read: ReadSource, sections: dict[str, str]
    ) -> None:
        new_text = "\n".join(sections[role] for role in sorted(sections) if role != "prerequisites")
        new_names = set(_NAME.findall(new_text.casefold()))
        self._names: set[str] = set()
        words: set[str] = set()
        for section in old:
            for unit in base.read.units_of(section):
                raw = base.text[unit.start : unit.end]
                spans = [raw] if unit.kind is UnitKind.CODE_LINE else _CODE.findall(raw)
                self._names |= {name.casefold() for span in spans for name in _NAME.findall(span)}
                words |= content(unit.text)
        self._names = {name for name in self._names - new_names if len(name) > 2 and not name.isdecimal()}
        self._words = words - content(read.text[:20_000]) - content(base.title)
        self._versions = _old_versions(base.read, read)

    def touches(self, unit: Unit) -> bool:
        """Tell whether a unit belongs to the old procedure."""
        if unit.kind is UnitKind.CODE_LINE:
            return bool(self._names & set(_NAME.findall(unit.text.casefold())))
        if any(version in named_versions(unit.text) for version in self._versions):
            return True
        if self._names & set(_NAME.findall(unit.text.casefold())):
            return True
        return len(self._words & content(unit.text)) >= 2


def overtaken(base: ReadSource, read: ReadSource) -> bool:
    """Tell whether an article treats older releases than a source that is clearly newer."""
    ours, theirs = base.source.dated_at, read.source.dated_at
    if not (0.0 < ours < theirs - ONE_TIME_S):
        return False
    return bool(_old_versions(base, read))


def _old_versions(base: ReadSource, read: ReadSource) -> list[tuple[str, str]]:
    """Return the (name, version) pairs of an article whose product the source treats in later ones only."""
    ours = named_versions(base.text)
    theirs = named_versions(f"{read.title}\n{read.text}")
    newer: dict[str, list[str]] = {}
    for name, version in theirs:
        newer.setdefault(name, []).append(version)
    families = {name for name, _ in ours if name in newer}
    old = []
    for name, version in ours:
        if name not in families:
            continue
        if all(
            not same_version(version, other)
            and not same_version(other, version)
            and _order(version) < _order(other)
            for other in newer[name]
        ):
            old.append((name, version))
    # Where one release of a sentence is gone, those beside it in the same text are of its time.
    return [*old, *(one for one in ours if one[0] not in families)] if old else []


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


# -- gaps ----------------------------------------------------------------------------------------------------


def _fill(
    brief: AuthorBrief,
    base: BaseArticle,
    reads: Sequence[ReadSource],
    edits: Edits,
    used: list[ReadSource],
    taken: Taken,
) -> None:
    """Fill the sections that an article lacks or only announces, each from one source."""
    names = heading_names(brief)
    template = {role for role, _ in brief.headings}
    asked = {role_of(question.rpartition(":")[2]) for question in brief.questions if ":" in question}
    wanted = {"prerequisites", "validation"} | {one.role for one in base.stubs} | (asked & {*ORDER})
    for role in ORDER:
        if role not in wanted or role == "steps" or base.real(role) is not None:
            continue
        if role not in template and role not in ("prerequisites", "validation") and base.stub(role) is None:
            continue
        about = [
            read
            for read in reads
            if role_of(read.title) == role and content(read.title) & content(base.title)
        ]
        for read in dict.fromkeys([*_nearest(base, reads), *about]):
            body = _role_body(base, read, role, taken)
            if body:
                _put(base, edits, role, names[role], body)
                used.append(read)
                break


def _nearest(base: BaseArticle, reads: Sequence[ReadSource]) -> list[ReadSource]:
    """Order sources by how many names they share with the article's own commands: what fits them fits it."""
    own = _code_names(base.read)
    fitting = [
        read for read in reads if versions_agree(base.read, read) and same_task(read.title, base.title)
    ]
    return sorted(fitting, key=lambda read: -len(own & _code_names(read)))


def _code_names(read: ReadSource) -> set[str]:
    spans = _CODE.findall(read.text)
    spans += [unit.text for unit in read.article.units if unit.kind is UnitKind.CODE_LINE]
    return {name.casefold() for span in spans for name in _NAME.findall(span) if len(name) > 2}


def _role_body(base: BaseArticle, read: ReadSource, role: str, taken: Taken) -> str:
    if base.has_steps:
        foreign = [
            key_of(unit.text)
            for unit in read.article.units
            if unit.kind in _PROSE_KINDS and not _fits_own_examples(base, read.text[unit.start : unit.end])
        ]
        taken = replace(taken, unwanted=taken.unwanted | frozenset(foreign))
    passage = role_passage(read, role, taken)
    if passage.markdown:
        taken.remember(unit.text for unit in passage.units)
        return shifted_headings(passage.markdown, 3)
    if role_of(read.title) == role:
        procedure = find_procedure(read, taken)
        if isinstance(procedure, Procedure):
            taken.remember(procedure.texts)
            return procedure.markdown
    return ""


def _fits_own_examples(base: BaseArticle, text: str) -> bool:
    """Tell whether a sentence's commands use no other example values than the article's own commands do."""
    own = [unit.text for unit in base.read.article.units if unit.kind is UnitKind.CODE_LINE]
    own += _CODE.findall(base.text)
    commands = {line.split()[0] for line in own if line.split()}
    names = {name for line in own for name in line.split()}
    for span in _CODE.findall(text):
        words = span.split()
        if len(words) > 1 and words[0] in commands:
            values = [word for word in words[1:] if not word.startswith("-") and re.search(r"[/@.\d]", word)]
            if any(word not in names for word in values):
                return False
    return True


def _move_references(brief: AuthorBrief, base: BaseArticle, edits: Edits) -> None:
    """Put a sentence of the lead that only points to other articles behind what was filled in."""
    if base.lead is None or any(one.role == "references" for one in base.sections):
        return
    for unit in base.lead.units:
        raw = base.text[unit.start : unit.end]
        match = _POINTER.match(raw)
        if match is None or not any(start == end for start, end, _ in edits.made):
            continue
        links = _LINK.findall(raw)
        edits.cut(unit.start, unit.end)
        body = "\n".join(f"- {link}" for link in links)
        edits.insert_section(len(base.text), heading_names(brief)["references"], body, base.level)


def _put(base: BaseArticle, edits: Edits, role: str, name: str, body: str) -> None:
    """Put a section where the article's order has its place; one that only announced itself is filled."""
    stub = base.stub(role)
    if stub is not None:
        behind = "\n\n" if base.text[stub.end :].strip() else "\n"
        edits.replace(stub.start, stub.end, f"\n{body}{behind}")
        return
    place = ORDER.index(role)
    later = [
        one
        for one in base.sections
        if one.role == "references" or (one.role in ORDER and ORDER.index(one.role) > place)
    ]
    earlier = [one for one in base.sections if one.role in ORDER and ORDER.index(one.role) < place]
    if earlier:
        at = earlier[-1].end
    elif later:
        at = _heading_start(base.text, later[0])
    else:
        at = len(base.text)
    edits.insert_section(at, name, body, base.level)


def _newer_sentences(
    base: BaseArticle,
    reads: Sequence[ReadSource],
    material: Material,
    edits: Edits,
    touched: Sequence[tuple[int, int]],
) -> list[ReadSource]:
    """Put newer evidence's sentence in the place of one that it contradicts; steps are left alone."""
    used = []
    by_ref = {read.source.ref: read for read in reads}
    for unit in base.read.article.units:
        if unit.kind not in _PROSE_KINDS or any(start <= unit.start < end for start, end in touched):
            continue
        heading = unit.heading_path[-1] if unit.heading_path else ""
        found = contradicting(base.text[unit.start : unit.end], unit.kind, heading, material)
        read = by_ref.get(found[0]) if found else None
        if found is None or read is None:
            continue
        newer = next((one for one in read.article.units if one.text == found[1]), None)
        if newer is not None and newer.kind in _PROSE_KINDS and not read.objection(newer, None):
            edits.replace(unit.start, unit.end, " ".join(read.text[newer.start : newer.end].split()))
            used.append(read)
    return used


def _answers(
    brief: AuthorBrief, base: BaseArticle, reads: Sequence[ReadSource], edits: Edits, taken: Taken
) -> list[ReadSource]:
    """Add one section that answers the question and says what the article does not say yet."""
    anchors = anchors_of(brief)
    known = content(base.text)
    for read in reads:
        if not versions_agree(base.read, read):
            continue
        for heading, body in answering_sections(read, anchors, taken):
            words = content(body)
            if role_of(heading) or len(words - known) < 0.4 * len(words):
                continue
            later = next((one for one in base.sections if one.role == "references"), None)
            at = _heading_start(base.text, later) if later else len(base.text)
            edits.insert_section(at, heading, body, base.level)
            return [read]
    return []


def _heading_start(text: str, section: Section) -> int:
    return text.rfind("\n", 0, max(0, section.start - 1)) + 1


def _after_title(base: BaseArticle) -> int:
    title = next((one for one in base.read.sections if one.level == 1), None)
    return title.start if title is not None else 0


def _end_of_paragraph(text: str, at: int) -> int:
    end = text.find("\n\n", at)
    return len(text.rstrip("\n")) if end < 0 else end
