"""Index a library collection: read what changed, extract it, store passages, report every file (SPEC L1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted, Extractor, Provenance
from neurodesk.domain.identity import sha256_bytes
from neurodesk.domain.injection import find_injection
from neurodesk.domain.library import FileRecord, IndexedPassage
from neurodesk.domain.markdown_text import outline_of
from neurodesk.pipeline.chunk import chunk
from neurodesk.pipeline.stem import index_line


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far an indexing run is; ``path`` is the file just done."""

    done: int
    total: int
    path: str


@dataclass(slots=True)
class IndexReport:
    """What an indexing run did with each file.

    Attributes:
        refused: (path, reason, detail) of files whose text cannot be used.
        skipped: (path, reason) of what is no library file at all: links, keys, hidden files.
    """

    collection: str
    found: int = 0
    unchanged: int = 0
    indexed: int = 0
    gone: int = 0
    refused: list[tuple[str, str, str]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    stopped: bool = False

    def as_json(self) -> dict[str, object]:
        """Return the report for storage and the command line."""
        return {
            "collection": self.collection,
            "found": self.found,
            "unchanged": self.unchanged,
            "indexed": self.indexed,
            "gone": self.gone,
            "refused": [{"path": p, "reason": r, "detail": d} for p, r, d in self.refused],
            "skipped": [{"path": p, "reason": r} for p, r in self.skipped],
            "skipped_by_reason": dict(sorted(Counter(r for _, r in self.skipped).items())),
            "stopped": self.stopped,
        }


Progress = Callable[[IndexProgress], None]
NOTHING_STATED = Provenance()


def file_record(
    extractor: Extractor,
    path: str,
    data: bytes,
    size: int,
    mtime_ns: int,
    media_type: str = "",
    holder: Provenance = NOTHING_STATED,
) -> FileRecord:
    """Extract one file and prepare its row, passages and index lines; a refused file keeps its reason.

    Args:
        holder: what holds where the document itself states no origin or licence.

    Raises:
        InfrastructureFault: no extraction is possible now; nothing is known of the file then.
    """
    digest = sha256_bytes(data)
    try:
        found = extractor.extract(Document(data, path, media_type))
        if not found.text.strip():
            raise PageRefused(Refusal.EMPTY_TEXT)
    except PageRefused as refused:
        return FileRecord(
            path, size, mtime_ns, digest, refusal=refused.reason.value, detail=refused.detail[:500]
        )
    return FileRecord(
        path=path,
        size=size,
        mtime_ns=mtime_ns,
        file_hash=digest,
        text=found.text,
        title=found.title,
        lang=found.lang,
        format=found.format,
        extractor=found.extractor,
        detail=notes_line(found),
        recorded_origin=found.recorded_origin or holder.origin,
        licence=found.licence or holder.licence,
        dated_at=found.dated_at,
        page_quality=found.page_quality,
        injection_passages=suspected_instructions(found),
        passages=passage_lines(found),
    )


def passage_lines(extracted: Extracted) -> tuple[IndexedPassage, ...]:
    """Cut an extracted text into passages and stem them in the text's language."""
    title = index_line(extracted.title, extracted.lang)
    return tuple(
        IndexedPassage(
            one.heading,
            one.start,
            one.end,
            title,
            index_line(one.heading, extracted.lang),
            index_line(one.text, extracted.lang),
        )
        for one in chunk(outline_of(extracted.text))
    )


def suspected_instructions(extracted: Extracted) -> tuple[str, ...]:
    """Return the passages to mark on the evidence (SPEC W9): those in the text and those that were hidden."""
    hidden = (detail for code, detail in extracted.notes if code == "hidden_instruction")
    return tuple(dict.fromkeys((*find_injection(extracted.text), *hidden)))


def notes_line(extracted: Extracted) -> str:
    """Return the extraction's notes as one readable line for the file's report."""
    counted = Counter(code for code, _ in extracted.notes)
    parts = []
    for code, number in sorted(counted.items()):
        details = [detail for one, detail in extracted.notes if one == code and detail]
        shown = f" ({'; '.join(details)[:200]})" if details else ""
        parts.append(f"{code}{f' x{number}' if number > 1 else ''}{shown}")
    return ", ".join(parts)
