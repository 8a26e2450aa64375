"""The reviewer's prompt: one verdict with verbatim quotations for each unit (SPEC R4)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.articles import Verdict
from neurodesk.domain.research import BriefSource
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

BATCH = 12
MAX_QUOTES = 3
SYSTEM = """You check units of a knowledge-base article against sources. The article may be German or English, and so
may the sources. For each unit U<n> give one verdict:
- supported: a source says exactly this, with the same numbers, units, versions, commands and conditions;
- partially_supported: a source says a part of it, and none contradicts it;
- contradicted: a source says otherwise;
- unsupported: no source says it, or you cannot tell.
For every verdict but unsupported give at least one source R<n> and a verbatim quotation from it: a whole sentence,
list item, table row or code line, copied character by character in the source's own language. Judge each unit by
itself. Do not use what you know from elsewhere.
{rule}
Reply with one JSON object {{"verdicts": [{{"unit": "U1", "verdict": "supported",
"sources": [{{"ref": "R1", "quote": "..."}}]}}]}} with every unit once, and nothing else."""
SCHEMA = object_schema(
    verdicts=list_field(
        object_schema(
            ("sources",),
            unit=text_field(8),
            verdict=choice_field(*(one.value for one in Verdict)),
            sources=list_field(object_schema(ref=text_field(64), quote=text_field(1_200)), MAX_QUOTES + 3),
        ),
        BATCH * 2,
    )
)
VERSION = version_of(SYSTEM, repr(SCHEMA))


def reviewer_prompt(
    units: Sequence[tuple[str, str]],
    sources: Sequence[BriefSource],
    room: int,
    mark: str = "",
    fence: Fence | None = None,
) -> Prompt:
    """Return the prompt for a batch.

    Args:
        units: (heading, text) of each; the n-th is called U<n>.
        sources: the n-th is called R<n>.
    """
    texts = [source.text for source in sources]
    shown = [f"({heading}) {text}" if heading else text for heading, text in units]
    fence = fence or Fence([*texts, *shown, *(source.title for source in sources)])
    parts = []
    for number, (source, text) in enumerate(zip(sources, cut_sources(texts, room), strict=True), 1):
        if text:
            parts.append(fence.around(f"R{number}", f"{source.title}\n\n{text}"))
    parts += [fence.around(f"U{number}", text) for number, text in enumerate(shown, 1)]
    system = SYSTEM.format(rule=fence.rule())
    return rendered("reviewer", VERSION, fence, system, "\n\n".join(parts), SCHEMA, mark)
