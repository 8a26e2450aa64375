"""The reviewer's prompt: one verdict with verbatim quotations for each unit (SPEC R4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
_VERDICT = choice_field(*(one.value for one in Verdict))
SCHEMA = object_schema(
    verdicts=list_field(
        object_schema(
            ("sources",),
            unit=text_field(8),
            verdict=_VERDICT,
            sources=list_field(object_schema(ref=text_field(64), quote=text_field(1_200)), MAX_QUOTES + 3),
        ),
        BATCH * 2,
    )
)
VERSION = version_of(SYSTEM, repr(SCHEMA))


@dataclass(frozen=True, slots=True)
class Lot:
    """How much a reviewer is asked at once; an exam that was sat with one lot says nothing of another.

    Attributes:
        units: units of one batch.
        quote_chars: longest quotation, 0 for those of a model that is not small.
    """

    units: int
    quote_chars: int = 0

    @property
    def version(self) -> str:
        """Hash of wording and lot: what a licence is bound to (SPEC O7)."""
        return version_of(SYSTEM, repr(_small_schema(["U1"], ["R1"], self))) if self.quote_chars else VERSION

    def schema(self, units: int, refs: Sequence[str]) -> dict[str, Any]:
        """Return what the reply has to look like; a small model is given no name that is not there."""
        names = [f"U{number}" for number in range(1, units + 1)]
        return _small_schema(names, refs, self) if self.quote_chars and refs else SCHEMA


WHOLE_LOT = Lot(BATCH)
SMALL_LOT = Lot(3, 220)


def _small_schema(units: Sequence[str], refs: Sequence[str], lot: Lot) -> dict[str, Any]:
    source = object_schema(ref=choice_field(*refs), quote=text_field(lot.quote_chars))
    one = object_schema(unit=choice_field(*units), verdict=_VERDICT, sources=list_field(source, 1))
    return object_schema(verdicts=list_field(one, len(units), min_items=len(units)))


def reviewer_prompt(
    units: Sequence[tuple[str, str]],
    sources: Sequence[BriefSource],
    room: int,
    mark: str = "",
    fence: Fence | None = None,
    lot: Lot = WHOLE_LOT,
) -> Prompt:
    """Return the prompt for a batch.

    Args:
        units: (heading, text) of each; the n-th is called U<n>.
        sources: the n-th is called R<n>; one without text is left out.
        lot: how much the model is asked at once.
    """
    texts = [source.text for source in sources]
    shown = [f"({heading}) {text}" if heading else text for heading, text in units]
    fence = fence or Fence([*texts, *shown, *(source.title for source in sources)])
    parts = []
    refs = []
    for number, (source, text) in enumerate(zip(sources, cut_sources(texts, room), strict=True), 1):
        if text:
            refs.append(f"R{number}")
            parts.append(fence.around(f"R{number}", f"{source.title}\n\n{text}"))
    parts += [fence.around(f"U{number}", text) for number, text in enumerate(shown, 1)]
    system = SYSTEM.format(rule=fence.rule())
    schema = lot.schema(len(units), refs)
    return rendered("reviewer", lot.version, fence, system, "\n\n".join(parts), schema, mark)
