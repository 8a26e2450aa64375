"""What an extractor makes of a document's bytes (SPEC W3, L1, E1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the holder of documents, such as an archive, says of all of them, "" where it says nothing."""

    origin: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A document's text with what it says about itself.

    The text is Markdown-like: headings with ``#``, steps with their numbers, code in fences, tables with
    pipes, one paragraph a block, blocks apart by an empty line.

    Attributes:
        format: ``html``, ``markdown``, ``text``, ``pdf`` or ``docx``.
        extractor: names and versions of what made the text.
        encoding: how the bytes were decoded, "" for formats that say it themselves.
        dated_at: the newest date that the document states for itself, UTC epoch seconds, 0 when none.
        recorded_origin: the http(s) address that the document says it came from, or "".
        page_quality: 0..1 for each page of a paged document; a page below 0.5 is not in the text.
        notes: (code, detail) of what was dropped or is odd: ``hidden_text``, ``invisible_characters``,
            ``page_unreadable`` ...
    """

    text: str
    title: str
    lang: str
    format: str
    extractor: str
    encoding: str = ""
    dated_at: float = 0.0
    recorded_origin: str = ""
    licence: str = ""
    page_quality: tuple[float, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """Bytes to extract.

    Attributes:
        name: file name or last part of the address; its ending is a hint, the first bytes decide.
        media_type: as the server declared it, "" when unknown.
        charset: as the server declared it, "" when unknown.
        uri: base for relative addresses, "" for a local file.
    """

    data: bytes
    name: str = ""
    media_type: str = ""
    charset: str = ""
    uri: str = ""


class Extractor(Protocol):
    """Turns a document into text: in a supervised child process, or in this process for measurements."""

    def extract(self, document: Document) -> Extracted:
        """Return the text; blocks, so call it from a worker thread.

        Raises:
            PageRefused: the document gives no usable text.
            InfrastructureFault: ``extractor_unavailable``: no child process can be started.
        """
        ...


def web_address(text: str) -> str:
    """Return a public-looking http(s) address, "" for anything else; nothing is ever fetched from it here."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return ""
    host = parts.hostname or ""
    if (
        parts.scheme not in {"http", "https"}
        or "." not in host
        or parts.username is not None
        or len(text) > 2000
    ):
        return ""
    return text.strip()
