"""File names that are safe on every platform (SPEC P5)."""

from __future__ import annotations

import re
import unicodedata

MAX_STEM_BYTES = 120

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_NOT_SAFE = re.compile(r"[^\w]+", re.UNICODE)


def slug(title: str) -> str:
    """Return a lower-case name of letters, digits and hyphens; never empty, never a reserved name.

    Letters of other scripts stay as they are (in NFC), since every platform stores them.
    """
    text = unicodedata.normalize("NFC", title).translate(_GERMAN)
    text = unicodedata.normalize("NFC", _without_accents(text)).casefold()
    text = _NOT_SAFE.sub("-", text).replace("_", "-").strip("-")
    text = re.sub(r"-{2,}", "-", text)
    while len(text.encode()) > MAX_STEM_BYTES:
        text = text[:-1].rstrip("-")
    if not text or text in _RESERVED:
        text = f"article-{text}".rstrip("-")
    return text


def is_reserved(stem: str) -> bool:
    """Tell whether Windows keeps this name for a device, whatever its ending."""
    return stem.strip().casefold() in _RESERVED


def file_name(title: str, identifier: str, extension: str = ".md") -> str:
    """Return a file name made of title and id, so that straße/STRASSE or con/CON never meet."""
    return f"{slug(title)}-{identifier[-8:]}{extension}"


def _without_accents(text: str) -> str:
    """Drop accents of Latin letters only; Hangul, kana and the like keep their marks."""
    result = []
    for char in text:
        parts = unicodedata.normalize("NFD", char)
        result.append(parts[0] if parts[0].isascii() else char)
    return "".join(result)
