"""The prompt of an author with a small model: one section at a time, in short lines (SPEC R1-R3, M5, M6).

The task stands last, behind the texts: calls for the sections of one article begin alike, so that a server
reads the texts once, and a small model answers what it has read last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.research import BriefSource
from neurodesk.pipeline.prompts.parts import (
    Fence,
    Prompt,
    cut_sources,
    list_field,
    object_schema,
    rendered,
    text_field,
    version_of,
)

MIN_LINE_CHARS = 8

SYSTEM = {
    "en": """You write one section of an article for an organisation's knowledge base, in English.
Use only what the texts below say. Copy numbers, units, versions, commands, paths and conditions exactly.
Write about the matter itself. Never mention the texts, this request, or yourself.
{rule}
Reply with one JSON object {{"lines": ["...", "..."]}} and nothing else.""",
    "de": """Du schreibst einen Abschnitt eines Artikels für die Wissensdatenbank einer Organisation, auf Deutsch.
Verwende nur, was die Texte unten sagen. Übernimm Zahlen, Einheiten, Versionen, Befehle, Pfade und Bedingungen genau.
Schreibe über die Sache selbst. Erwähne nie die Texte, diesen Auftrag oder dich.
{rule}
Antworte mit einem JSON-Objekt {{"lines": ["...", "..."]}} und sonst nichts.""",
}
ASKED = {
    "en": 'Write the section "{heading}": {wanted} {least} to {most} lines, '
    "each one whole sentence, copied from the texts above where they say it.",
    "de": "Schreibe den Abschnitt „{heading}“: {wanted} {least} bis {most} Zeilen, "
    "jede ein ganzer Satz, aus den Texten oben übernommen, wo er dort steht.",
}
WANTED = {
    "en": {
        "prerequisites": "what has to be there before the work begins.",
        "steps": "what has to be done, one step a line, in order, with its commands.",
        "validation": "how one sees that it worked.",
        "symptoms": "what one sees when it is broken.",
        "cause": "why it is broken.",
        "background": "what it is.",
        "details": "the most important facts.",
    },
    "de": {
        "prerequisites": "was vor der Arbeit da sein muss.",
        "steps": "was zu tun ist, ein Schritt je Zeile, der Reihe nach, mit seinen Befehlen.",
        "validation": "woran man sieht, dass es geklappt hat.",
        "symptoms": "was man sieht, wenn es gestört ist.",
        "cause": "warum es gestört ist.",
        "background": "was es ist.",
        "details": "die wichtigsten Fakten.",
    },
}
WORDS = {"en": ("Topic", "Questions to answer"), "de": ("Thema", "Zu beantwortende Fragen")}
VERSION = version_of(*SYSTEM.values(), *ASKED.values(), repr(WANTED), repr(WORDS))


@dataclass(frozen=True, slots=True)
class Part:
    """A section to be written.

    Attributes:
        role: key of ``WANTED``.
        bullet: what stands before each line: "1." counts, "-" lists, "" makes a paragraph of them.
    """

    role: str
    least: int
    most: int
    bullet: str


_PREREQUISITES = Part("prerequisites", 1, 3, "-")
_STEPS = Part("steps", 3, 5, "1.")
_VALIDATION = Part("validation", 1, 2, "")
PARTS = {
    ArticleType.HOW_TO: (_PREREQUISITES, _STEPS, _VALIDATION),
    ArticleType.TROUBLESHOOTING: (Part("symptoms", 1, 3, "-"), Part("cause", 1, 2, ""), _STEPS, _VALIDATION),
    ArticleType.CONCEPT: (Part("background", 2, 3, ""), Part("details", 2, 4, "-")),
    ArticleType.REFERENCE: (Part("details", 3, 5, "-"),),
}


def part_prompt(
    part: Part,
    heading: str,
    topic: str,
    questions: Sequence[str],
    sources: Sequence[BriefSource],
    lang: str,
    room: int,
    mark: str = "",
    fence: Fence | None = None,
    *,
    line_chars: int,
    style: Sequence[str] = (),
) -> Prompt:
    """Return the prompt for one section.

    Args:
        heading: the section's name, ours.
        room: characters that the texts of the sources may take together.
        fence: the one of the whole article; drawn anew when it stands in a text.
        line_chars: longest line of the reply.
        style: sentences of the KB's style guide.
    """
    lang = "de" if lang == "de" else "en"
    topic_label, questions_label = WORDS[lang]
    texts = [source.text for source in sources]
    inside = [*texts, *(source.title for source in sources), topic, *questions]
    if fence is None or any(fence.name in one for one in inside):
        fence = Fence(inside)
    parts = []
    for number, (source, text) in enumerate(zip(sources, cut_sources(texts, room), strict=True), 1):
        if text:
            parts.append(fence.around(f"R{number}", f"{source.title}\n\n{text}"))
    parts.append(fence.around(topic_label, topic))
    if questions:
        parts.append(fence.around(questions_label, "\n".join(f"- {one}" for one in questions[:3])))
    parts += style
    wanted = WANTED[lang][part.role]
    parts.append(ASKED[lang].format(heading=heading, wanted=wanted, least=part.least, most=part.most))
    line = text_field(line_chars, min_length=MIN_LINE_CHARS)
    schema = object_schema(lines=list_field(line, part.most, min_items=part.least))
    system = SYSTEM[lang].format(rule=fence.rule(lang))
    return rendered("author_part", VERSION, fence, system, "\n\n".join(parts), schema, mark)
