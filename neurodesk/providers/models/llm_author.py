"""The author that is a language model (SPEC R1-R3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from neurodesk.domain.articles import Reason
from neurodesk.domain.models import Role, same_model
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Edit, RepairItem
from neurodesk.pipeline.prompts.author import author_prompt
from neurodesk.pipeline.prompts.parts import Prompt
from neurodesk.pipeline.prompts.repair import MAX_ITEMS, MAX_TEXT_CHARS, repair_prompt
from neurodesk.providers.models.focus import nearest
from neurodesk.providers.models.part_author import LINE_CHARS, write_in_parts
from neurodesk.providers.models.reply import ReplyProblem
from neurodesk.providers.models.structured import Answer, Structured

ARTICLE_TOKENS = 3_000
REPAIR_TOKENS = 1_600
# Sentences that a small model repairs at once.
SMALL_ITEMS = 3

_WRAPPED = re.compile(r"\s*```(?:markdown|md)?[ \t]*\n(?P<inside>#.*?)\n```\s*\Z", re.DOTALL)
_TITLE = re.compile(r"#[ \t]+(\S.*?)[ \t#]*$", re.MULTILINE)


class LlmAuthor:
    """Writes with a language model.

    Args:
        structured: makes the calls.
    """

    translates = True

    def __init__(self, structured: Structured) -> None:
        self._structured = structured

    @property
    def label(self) -> str:
        """Shown wherever the output shows."""
        return label_of(self._structured.model_of(Role.AUTHOR))

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """Return the whole article; a small model writes it in parts.

        Raises:
            InfrastructureFault, TaskFault: see ``Structured.ask``.
        """
        small = (await self._structured.capacity(Role.AUTHOR)).small
        text, answer, lost = await (write_in_parts if small else write_whole)(self._structured, brief)
        title = _TITLE.match(text)
        omitted = list(lost)
        if same_model(answer.model, self._structured.model_of(Role.REVIEWER)):
            omitted.append(Reason("author_and_reviewer_are_one_model", (("model", answer.model),)))
        return AuthoredArticle(
            text=text,
            title=title[1] if title else "",
            lang=brief.lang,
            article_type=brief.article_type,
            spans=(),
            label=label_of(answer.model),
            model=answer.model,
            digest=answer.digest,
            prompt_sha256=answer.prompt_version,
            omitted=tuple(omitted),
        )

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """Return new texts or deletions for the failing units, by lots that fit one reply.

        Raises:
            InfrastructureFault, TaskFault: see ``Structured.ask``.
        """
        edits: list[Edit] = []
        capacity = await self._structured.capacity(Role.AUTHOR)
        size = SMALL_ITEMS if capacity.small else MAX_ITEMS // 2
        chars = MAX_TEXT_CHARS
        if capacity.small:
            chars = capacity.field_chars(SMALL_ITEMS, LINE_CHARS, tokens=REPAIR_TOKENS)
        for at in range(0, len(items), size):
            lot = items[at : at + size]
            sources = new_sources
            if capacity.small:
                sources = nearest(new_sources, [one.sentence for one in lot], capacity.material_chars())
            build = _repair_builder(lot, sources, lang, chars)
            answer = await self._structured.ask(Role.AUTHOR, build, answer_tokens=REPAIR_TOKENS)
            edits += edits_of(answer.value, lot)
        return edits


async def write_whole(structured: Structured, brief: AuthorBrief) -> tuple[str, Answer, tuple[Reason, ...]]:
    """Return an article that came in one reply, the answer, and nothing left out.

    Raises:
        InfrastructureFault, TaskFault: see ``Structured.ask``.
    """

    def build(room: int, mark: str) -> Prompt:
        return author_prompt(brief, room, mark)

    answer = await structured.ask(
        Role.AUTHOR, build, answer_tokens=ARTICLE_TOKENS, check=_has_title, temperature=0.2
    )
    return clean_article(answer.value["article"]), answer, ()


def label_of(model: str) -> str:
    """Return what a model's output is labelled with."""
    return f"language model {model}"


def clean_article(text: str) -> str:
    """Take an article out of a fence around the whole of it, and end it with one line break."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    wrapped = _WRAPPED.match(text)
    return (wrapped["inside"] if wrapped else text).strip() + "\n"


def edits_of(value: dict[str, Any], items: Sequence[RepairItem]) -> list[Edit]:
    """Return the edits of known units, the last one of each; a replacement without a word deletes."""
    by_name = {f"c{number}": item for number, item in enumerate(items, 1)}
    by_name |= {item.claim_id.casefold(): item for item in items}
    found: dict[str, Edit] = {}
    for edit in value["edits"]:
        item = by_name.get(edit["claim"].strip().casefold())
        if item is None:
            continue
        text = edit.get("text", "").strip()
        says = edit["action"] == "replace" and any(map(str.isalnum, text))
        found[item.claim_id] = Edit(item.claim_id, text if says else None)
    return list(found.values())


def _repair_builder(
    items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str, text_chars: int
) -> Callable[[int, str], Prompt]:
    return lambda room, mark: repair_prompt(items, new_sources, lang, room, mark, text_chars=text_chars)


def _has_title(value: dict[str, Any]) -> None:
    if not _TITLE.match(clean_article(value["article"])):
        raise ReplyProblem("no_title", "the article does not begin with a title line")
