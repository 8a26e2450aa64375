"""The author's prompt: write the whole visible article from the sources (SPEC R1-R3, R6)."""

from __future__ import annotations

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.research import AuthorBrief
from neurodesk.pipeline.prompts.parts import (
    Fence,
    Prompt,
    cut_sources,
    object_schema,
    rendered,
    text_field,
    version_of,
)

MAX_ARTICLE_CHARS = 16_000
SCHEMA = object_schema(article=text_field(MAX_ARTICLE_CHARS, min_length=40))

SYSTEM = {
    "en": """You write articles for an organisation's knowledge base.
Write one complete article in English as Markdown. Use only what the sources say; leave out what none of them says.
Keep numbers, units, versions, commands, paths and conditions (only, except, unless, not) exactly as they stand.
Take all steps of one procedure from one source, in its order. Never mix versions or products.
Begin with one title line "# ..." of 8 to 120 characters. {shape}
Write about the matter itself. Never mention sources, research, this request, or yourself. No links or pictures
that are not in the sources, no raw HTML, no placeholders, no empty section. Close every code fence.
{rule}
Reply with one JSON object {{"article": "..."}} and nothing else.""",
    "de": """Du schreibst Artikel für die Wissensdatenbank einer Organisation.
Schreibe einen vollständigen Artikel auf Deutsch als Markdown. Verwende nur, was die Quellen sagen; was keine sagt,
lass weg. Übernimm Zahlen, Einheiten, Versionen, Befehle, Pfade und Bedingungen (nur, außer, nicht) genau.
Nimm alle Schritte eines Ablaufs aus einer Quelle, in ihrer Reihenfolge. Vermische nie Versionen oder Produkte.
Beginne mit einer Titelzeile "# ..." von 8 bis 120 Zeichen. {shape}
Schreibe über die Sache selbst. Erwähne nie Quellen, Recherche, diesen Auftrag oder dich. Keine Links oder Bilder,
die nicht in den Quellen stehen, kein HTML, keine Platzhalter, kein leerer Abschnitt. Schließe jeden Codeblock.
{rule}
Antworte mit einem JSON-Objekt {{"article": "..."}} und sonst nichts.""",
}
SHAPES = {
    "en": {
        ArticleType.HOW_TO: "Sections: prerequisites, numbered steps (at least three), and a check with a result "
        "that can be seen.",
        ArticleType.TROUBLESHOOTING: "Sections: symptoms, cause, numbered steps (at least three), and a check "
        "with a result that can be seen.",
        ArticleType.CONCEPT: "Explain the matter in a few sections.",
        ArticleType.REFERENCE: "Give the facts in lists or tables.",
    },
    "de": {
        ArticleType.HOW_TO: "Abschnitte: Voraussetzungen, nummerierte Schritte (mindestens drei) und eine Prüfung "
        "mit sichtbarem Ergebnis.",
        ArticleType.TROUBLESHOOTING: "Abschnitte: Symptome, Ursache, nummerierte Schritte (mindestens drei) und "
        "eine Prüfung mit sichtbarem Ergebnis.",
        ArticleType.CONCEPT: "Erkläre die Sache in wenigen Abschnitten.",
        ArticleType.REFERENCE: "Gib die Fakten als Listen oder Tabellen.",
    },
}
WORDS = {
    "en": (
        "Topic",
        "Questions to answer",
        "Section names of this knowledge base",
        "Write {to} instead of {term}.",
        "The present article, to be revised; keep what is still right",
    ),
    "de": (
        "Thema",
        "Zu beantwortende Fragen",
        "Abschnittsnamen dieser Wissensdatenbank",
        "Schreibe {to} statt {term}.",
        "Der heutige Artikel, der zu überarbeiten ist; behalte, was noch stimmt",
    ),
}
ADDRESS = {
    "formal": "Sprich die Leserin und den Leser mit Sie an.",
    "informal": "Sprich die Leserin und den Leser mit du an.",
}
VERSION = version_of(*SYSTEM.values(), repr(SHAPES), repr(WORDS), repr(ADDRESS), repr(SCHEMA))


def style_sentences(brief: AuthorBrief) -> list[str]:
    """Return what the KB's style guide asks of an author: terms, and how readers are spoken to."""
    lang = "de" if brief.lang == "de" else "en"
    said = [WORDS[lang][3].format(to=to, term=term) for term, to in brief.avoid_terms[:20]]
    if brief.address in ADDRESS and lang == "de":
        said.append(ADDRESS[brief.address])
    return said


def author_prompt(brief: AuthorBrief, room: int, mark: str = "", fence: Fence | None = None) -> Prompt:
    """Return the prompt for a brief.

    Args:
        room: characters that the texts of the sources may take together.
        mark: what the reply has to give back, "" for nothing.
    """
    lang = "de" if brief.lang == "de" else "en"
    topic, questions, names, _avoid, base = WORDS[lang]
    texts = [source.text for source in brief.sources]
    labels = [f"{source.title}" for source in brief.sources]
    fence = fence or Fence([*texts, *labels, brief.topic, *brief.questions])
    parts = [fence.around(topic, brief.topic)]
    if brief.questions:
        parts.append(fence.around(questions, "\n".join(f"- {one}" for one in brief.questions)))
    if brief.headings:
        parts.append(fence.around(names, "\n".join(f"- {name}" for _, name in brief.headings)))
    parts += style_sentences(brief)
    for number, (source, text) in enumerate(zip(brief.sources, cut_sources(texts, room), strict=True), 1):
        if text:
            is_base = bool(brief.base_text) and source.ref == brief.base_ref
            parts.append(fence.around(base if is_base else f"R{number}", f"{source.title}\n\n{text}"))
    system = SYSTEM[lang].format(shape=SHAPES[lang][brief.article_type], rule=fence.rule(lang))
    return rendered("author", VERSION, fence, system, "\n\n".join(parts), SCHEMA, mark)
