"""The prompt of Ask: an answer from the evidence of this request, or that it is not enough (SPEC A1, A4)."""

from __future__ import annotations

from collections.abc import Sequence

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

SYSTEM = {
    "en": """You answer a question from an organisation's own knowledge base, in English, from the evidence E1..En alone.
Give short claims, each with the evidence it comes from. Use nothing you know from elsewhere; change no number, command
or address. If the evidence does not answer the question, the status is insufficient_evidence and there are no claims.
{rule}
Reply with one JSON object {{"status": "answered", "claims": [{{"text": "...", "evidence": ["E1"]}}]}} and nothing
else.""",
    "de": """Du beantwortest eine Frage aus der Wissensdatenbank einer Organisation, auf Deutsch, allein aus den Belegen
E1..En. Gib kurze Aussagen, jede mit den Belegen, aus denen sie stammt. Verwende nichts, was du sonst weißt; ändere
keine Zahl, keinen Befehl und keine Adresse. Beantworten die Belege die Frage nicht, ist der Status
insufficient_evidence und es gibt keine Aussagen.
{rule}
Antworte mit einem JSON-Objekt {{"status": "answered", "claims": [{{"text": "...", "evidence": ["E1"]}}]}} und sonst
nichts.""",
}
SCHEMA = object_schema(
    status=choice_field("answered", "insufficient_evidence"),
    claims=list_field(object_schema(text=text_field(800), evidence=list_field(text_field(8), 5)), 12),
)
VERSION = version_of(*SYSTEM.values(), repr(SCHEMA))


def ask_prompt(
    question: str,
    evidence: Sequence[tuple[str, str]],
    lang: str,
    room: int,
    mark: str = "",
    fence: Fence | None = None,
) -> Prompt:
    """Return the prompt for a question.

    Args:
        evidence: (title, text) of each piece; the n-th is called E<n>.
    """
    lang = "de" if lang == "de" else "en"
    texts = [text for _, text in evidence]
    fence = fence or Fence([question, *texts, *(title for title, _ in evidence)])
    parts = []
    for number, ((title, _), text) in enumerate(zip(evidence, cut_sources(texts, room), strict=True), 1):
        if text:
            parts.append(fence.around(f"E{number}", f"{title}\n\n{text}"))
    parts.append(fence.around("Question", question))
    system = SYSTEM[lang].format(rule=fence.rule(lang))
    return rendered("ask", VERSION, fence, system, "\n\n".join(parts), SCHEMA, mark)
