"""Make invisible and direction-changing characters visible, so that text reads as what it is."""

from __future__ import annotations

import re

_BIDI = {
    "\u061c": "ALM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
}
# Zero-width, separators that Qt takes for line ends, the object replacement character, tags, C0 and C1
# controls, and what no XML file may hold (an exported picture is one);
# joiners belong to some scripts and to emoji, but between Latin letters they only hide.
_HIDDEN = re.compile(
    "[\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff\ufff9-\ufffc\ufffe\uffff"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\U000e0000-\U000e007f]"
    "|(?<=[\x20-\u024f])[\u200c\u200d](?=[\x20-\u024f])"
)


def mark_of(character: str) -> str:
    """Return the visible mark of a hidden character, such as ``‹RLO›`` or ``‹U+200B›``."""
    return f"‹{_BIDI.get(character, f'U+{ord(character):04X}')}›"


def split_visible(text: str) -> list[tuple[str, int]]:
    """Split text into (shown text, length in the source); hidden characters become marks of their own."""
    parts: list[tuple[str, int]] = []
    at = 0
    for match in _HIDDEN.finditer(text):
        if match.start() > at:
            parts.append((text[at : match.start()], match.start() - at))
        parts.append((mark_of(match[0]), 1))
        at = match.end()
    if at < len(text):
        parts.append((text[at:], len(text) - at))
    return parts


def visible_text(text: str) -> str:
    """Return the text with every hidden character replaced by its mark."""
    return _HIDDEN.sub(lambda match: mark_of(match[0]), text)


def plain_label(text: str, max_chars: int = 400) -> str:
    """Return one line for a label: white space joined, hidden characters marked, cut at ``max_chars``."""
    line = visible_text(" ".join(text[: max_chars * 4].split()))
    return line if len(line) <= max_chars else line[: max_chars - 1] + "…"
