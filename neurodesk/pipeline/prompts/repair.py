"""The repair prompt: only the reviewer's feedback and what was newly found (SPEC R3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from neurodesk.domain.research import BriefSource, RepairItem
from neurodesk.pipeline.prompts.parts import (
    Fence,
    Prompt,
    choice_field,
    cut_sources,
    list_field,
    object_schema,
    rendered,
    text_field,
    version_of,
)

MAX_ITEMS = 40
SYSTEM = {
    "en": """A reviewer found sentences of a knowledge-base article that no source carries. For each of them give a
new text that the new material carries, in English, or delete it. Touch nothing else. A new text says only what the
material says, with its numbers, commands and conditions unchanged, and fits between its neighbours. Never mention
sources, the review, or yourself. If nothing carries the sentence, delete it.
{rule}
Reply with one JSON object {{"edits": [{{"claim": "C1", "action": "replace", "text": "..."}},
{{"claim": "C2", "action": "delete", "text": ""}}]}} and nothing else.""",
    "de": """Eine Prüfung hat Sätze eines Artikels gefunden, die keine Quelle trägt. Gib für jeden einen neuen Text, den
das neue Material trägt, auf Deutsch, oder lösche ihn. Ändere sonst nichts. Ein neuer Text sagt nur, was das Material
sagt, mit unveränderten Zahlen, Befehlen und Bedingungen, und passt zwischen seine Nachbarn. Erwähne nie Quellen, die
Prüfung oder dich. Trägt nichts den Satz, lösche ihn.
{rule}
Antworte mit einem JSON-Objekt {{"edits": [{{"claim": "C1", "action": "replace", "text": "..."}},
{{"claim": "C2", "action": "delete", "text": ""}}]}} und sonst nichts.""",
}
ITEM = "Verdict: {verdict}. {instruction}\nBefore: {before}\nSentence: {sentence}\nAfter: {after}"
MAX_TEXT_CHARS = 2_000


def _schema(count: int, text_chars: int) -> dict[str, Any]:
    edit = object_schema(
        ("text",), claim=text_field(8), action=choice_field("replace", "delete"), text=text_field(text_chars)
    )
    return object_schema(edits=list_field(edit, count))


SCHEMA = _schema(MAX_ITEMS, MAX_TEXT_CHARS)
VERSION = version_of(*SYSTEM.values(), ITEM, repr(SCHEMA))


def repair_prompt(
    items: Sequence[RepairItem],
    new_sources: Sequence[BriefSource],
    lang: str,
    room: int,
    mark: str = "",
    fence: Fence | None = None,
    *,
    text_chars: int = MAX_TEXT_CHARS,
) -> Prompt:
    """Return the prompt for failing units; unit n is called C<n> in it.

    Args:
        text_chars: longest new text; with fewer characters than usual there is one edit a unit at most.
    """
    lang = "de" if lang == "de" else "en"
    texts = [source.text for source in new_sources]
    shown = [
        ITEM.format(
            verdict=one.verdict,
            instruction=one.instruction,
            before=one.before or "-",
            sentence=one.sentence,
            after=one.after or "-",
        )
        for one in items[:MAX_ITEMS]
    ]
    fence = fence or Fence([*texts, *shown, *(source.title for source in new_sources)])
    parts = [fence.around(f"C{number}", text) for number, text in enumerate(shown, 1)]
    for number, (source, text) in enumerate(zip(new_sources, cut_sources(texts, room), strict=True), 1):
        if text:
            parts.append(fence.around(f"R{number}", f"{source.title}\n\n{text}"))
    schema = SCHEMA if text_chars == MAX_TEXT_CHARS else _schema(len(shown), text_chars)
    return rendered(
        "repair", VERSION, fence, SYSTEM[lang].format(rule=fence.rule(lang)), "\n\n".join(parts), schema, mark
    )
