"""Which extractor reads a document: the first bytes decide, then the declared type, then the name."""

from __future__ import annotations

import re
from collections.abc import Callable

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.domain.media_kind import BINARY_STARTS
from neurodesk.providers.extract.precheck import MAX_CHARS

FORMATS = ("html", "markdown", "text", "pdf", "docx")
# Formats whose characters are counted: more than MAX_CHARS are not read.
_DECODED = frozenset({"html", "markdown", "text"})
ENDINGS = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".pdf": "pdf",
    ".docx": "docx",
}
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


def format_of(document: Document) -> str:
    """Return the format of a document.

    Raises:
        PageRefused: ``bad_type``: nothing here reads it, or the first bytes contradict the name.
    """
    head = document.data[:2048]
    if head.lstrip()[:5] == b"%PDF-":
        return "pdf"
    ending = _ending(document.name)
    named = ENDINGS.get(ending, "")
    if head.startswith(b"PK\x03\x04"):
        if named == "docx" or "wordprocessingml" in document.media_type or b"word/" in document.data[:8192]:
            return "docx"
        raise PageRefused(Refusal.BAD_TYPE, "an archive")
    if head.startswith(BINARY_STARTS) or named in {"pdf", "docx"}:
        raise PageRefused(Refusal.BAD_TYPE, f"not what {ending or 'its type'} says")
    plain = head.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"")
    plain = plain[2:] if plain[:2] in {b"\xff\xfe", b"\xfe\xff"} else plain
    if _HTML_START.match(plain):
        return "html"
    if named:
        return named
    declared = document.media_type.partition(";")[0].strip().lower()
    if declared in {"text/html", "application/xhtml+xml"}:
        return "html"
    if declared == "text/markdown":
        return "markdown"
    if declared == "text/plain" or (not declared and not ending):
        return "text"
    raise PageRefused(Refusal.BAD_TYPE, declared or ending)


def _ending(name: str) -> str:
    tail = name.rsplit("/", 1)[-1]
    return f".{tail.rsplit('.', 1)[1].lower()}" if "." in tail else ""


def check_size(document: Document) -> None:
    """Refuse a page or a text that is too large to be read before it is copied or decoded anywhere.

    Raises:
        PageRefused: ``too_large``, or ``bad_type`` as ``format_of``.
    """
    # A character takes up to four bytes.
    if len(document.data) > 4 * MAX_CHARS and (form := format_of(document)) in _DECODED:
        raise PageRefused(Refusal.TOO_LARGE, f"{form} of {len(document.data)} bytes")


def extract(document: Document) -> Extracted:
    """Extract a document in this process.

    Raises:
        PageRefused: it gives no usable text.
    """
    form = format_of(document)
    check_size(document)
    extracted = _reader(form)(document)
    if "\ufffd" in extracted.text:
        raise PageRefused(Refusal.ENCODING_DAMAGED, "replacement characters in the text")
    return extracted


def _reader(form: str) -> Callable[[Document], Extracted]:
    # Imported when needed: a library of text files never loads the PDF reader.
    if form == "html":
        from neurodesk.providers.extract.html import extract_html

        return extract_html
    if form == "pdf":
        from neurodesk.providers.extract.pdf import extract_pdf

        return extract_pdf
    if form == "docx":
        from neurodesk.providers.extract.docx import extract_docx

        return extract_docx
    from neurodesk.providers.extract.markdown import extract_markdown, extract_text

    return extract_markdown if form == "markdown" else extract_text


class InProcess:
    """Extracts in the calling process, without limits: for measurements beside the supervised child."""

    def extract(self, document: Document) -> Extracted:
        """See ``neurodesk.domain.extraction.Extractor``."""
        return extract(document)
