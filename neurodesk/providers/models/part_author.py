"""An author whose model is small: it writes section by section, code puts them together (SPEC R1, M5, M6).

A model with a small window, or a small file, never writes a whole article in one reply. A section is a few
lines of bounded length, so that its reply comes whole; title and section names are not the model's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from neurodesk.domain.articles import Reason
from neurodesk.domain.errors import TaskFault
from neurodesk.domain.models import Role
from neurodesk.domain.prompt_budget import Capacity
from neurodesk.domain.research import AuthorBrief, BriefSource
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.structure import MAX_TITLE_CHARS, MIN_TITLE_CHARS, SECTION_NOT_WRITTEN
from neurodesk.domain.units import UnitKind, split_article
from neurodesk.pipeline.prompts.author import style_sentences
from neurodesk.pipeline.prompts.author_part import PARTS, Part, part_prompt
from neurodesk.pipeline.prompts.parts import Fence, Prompt
from neurodesk.providers.models.embedded.compose import heading_names
from neurodesk.providers.models.embedded.rank import fits_language, is_question
from neurodesk.providers.models.focus import nearest
from neurodesk.providers.models.reply import ReplyProblem
from neurodesk.providers.models.structured import Answer, Structured

PART_TOKENS = 1_024
LINE_CHARS = 240

_WORD = re.compile(r"[^\W\d_]{2}")
_FENCE = re.compile(r"<<+\s*(?:end\s+)?[0-9a-f]{16}")
_BEFORE = re.compile(r"\A(?:\s|[-*+#>]|\d{1,2}[.)](?=\s))+")


async def write_in_parts(
    structured: Structured, brief: AuthorBrief
) -> tuple[str, Answer, tuple[Reason, ...]]:
    """Return an article's text, the last answer, and what was left out.

    A revision keeps its base and gets what it lacks. A section whose reply stays broken is left out and named
    by a ``section_not_written`` each: the review tells the curator.

    Raises:
        InfrastructureFault, TaskFault: see ``Structured.ask``; ``model_reply_invalid`` when no section came.
    """
    desk = _Desk(structured, brief, await structured.capacity(Role.AUTHOR))
    blocks = [brief.base_text.strip() if brief.base_text else f"# {title_of(brief, desk.sources)}"]
    last: Answer | None = None
    broken: TaskFault | None = None
    lost: list[Reason] = []
    for part in parts_of(brief):
        heading = desk.names[part.role]
        try:
            last = await desk.ask(part)
        except TaskFault as fault:
            if fault.code != "model_reply_invalid":
                raise
            broken = fault
            lost.append(Reason(SECTION_NOT_WRITTEN, (("section", heading),)))
        else:
            blocks += [f"## {heading}", section(last.value["lines"], part)]
    if last is None:
        assert broken is not None, "every type of article has a section to write"
        raise broken
    return "\n\n".join(blocks) + "\n", last, tuple(lost)


async def write_one_part(structured: Structured, brief: AuthorBrief) -> Answer:
    """Ask for the first section alone, as a try of a small model.

    Raises:
        InfrastructureFault, TaskFault: see ``Structured.ask``.
    """
    desk = _Desk(structured, brief, await structured.capacity(Role.AUTHOR))
    return await desk.ask(parts_of(brief)[0])


class _Desk:
    """What all sections of one article share; chosen once, so that their prompts begin alike."""

    def __init__(self, structured: Structured, brief: AuthorBrief, capacity: Capacity) -> None:
        self._structured = structured
        self._brief = brief
        self._capacity = capacity
        asked = [brief.topic, *brief.questions]
        self.sources = nearest(brief.sources, asked, capacity.material_chars())
        self._fence = Fence([*asked, *(f"{one.title}\n{one.text}" for one in self.sources)])
        self.names = heading_names(brief)

    async def ask(self, part: Part) -> Answer:
        """Ask for one section."""
        line_chars = self._capacity.field_chars(part.most, LINE_CHARS, tokens=PART_TOKENS)
        brief = replace(self._brief, sources=tuple(self.sources))
        build = _builder(part, self.names[part.role], brief, self._fence, line_chars)
        return await self._structured.ask(
            Role.AUTHOR, build, answer_tokens=PART_TOKENS, check=_has_lines, temperature=0.2
        )


def parts_of(brief: AuthorBrief) -> tuple[Part, ...]:
    """Return the sections to be written: all, or what a revision's base lacks, at least its last one."""
    wanted = PARTS[brief.article_type]
    heads = [one for one in split_article(brief.base_text).units if one.kind is UnitKind.HEADING]
    there = {role_of(one.text) for one in heads}
    return tuple(one for one in wanted if one.role not in there) or wanted[-1:]


def title_of(brief: AuthorBrief, sources: Sequence[BriefSource]) -> str:
    """Return the title: the topic, or the title of a source where the topic can be none."""
    named = [brief.topic, *(one.title for one in sources if one.text)]
    titles = [" ".join(one.split()).strip(" .#") for one in named]
    fitting = [one for one in titles if MIN_TITLE_CHARS <= len(one) <= MAX_TITLE_CHARS]
    best = [one for one in fitting if fits_language(one, brief.lang) and not is_question(one)]
    return next(iter([*best, *fitting]), titles[0][:MAX_TITLE_CHARS])


def section(lines: Sequence[str], part: Part) -> str:
    """Return a section's Markdown; marks that the model put before its lines go, and what it says twice."""
    said = dict.fromkeys(filter(None, map(clean_line, lines)))
    if not part.bullet:
        return " ".join(said)
    if part.bullet == "1.":
        return "\n".join(f"{number}. {one}" for number, one in enumerate(said, 1))
    return "\n".join(f"{part.bullet} {one}" for one in said)


def clean_line(line: str) -> str:
    """Return a line of a reply as one line of prose, "" when it holds no word or repeats a fence."""
    line = _BEFORE.sub("", " ".join(line.split())).strip()
    return line if _WORD.search(line) and not _FENCE.search(line) else ""


def _has_lines(value: dict[str, object]) -> None:
    lines = value["lines"]
    assert isinstance(lines, list)
    if not any(clean_line(one) for one in lines):
        raise ReplyProblem("empty", "no line says anything")


def _builder(
    part: Part, heading: str, brief: AuthorBrief, fence: Fence, line_chars: int
) -> Callable[[int, str], Prompt]:
    def build(room: int, mark: str) -> Prompt:
        return part_prompt(
            part,
            heading,
            brief.topic,
            brief.questions,
            brief.sources,
            brief.lang,
            room,
            mark,
            fence,
            line_chars=line_chars,
            style=style_sentences(brief),
        )

    return build
