"""The language of a document: German and English by their small words, others by a detector."""

from __future__ import annotations

import functools
import re
from typing import Any

from neurodesk.domain.query_words import ENGLISH_SIGNS, GERMAN_SIGNS, tokens

_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_OTHERS = (
    "ENGLISH GERMAN FRENCH SPANISH ITALIAN DUTCH PORTUGUESE POLISH DANISH SWEDISH CZECH TURKISH RUSSIAN "
    "CHINESE JAPANESE KOREAN ARABIC"
)


def detect_language(text: str, stated: str = "") -> str:
    """Return a two-letter code, "" when it cannot be told.

    Args:
        text: Markdown-like; code does not count.
        stated: what the document says; believed only where the text is too short to tell.
    """
    prose = _FENCED.sub(" ", text[:20_000])[:2500]
    words = [word.casefold() for word in tokens(prose)]
    german = sum(word in GERMAN_SIGNS for word in words)
    english = sum(word in ENGLISH_SIGNS for word in words)
    if german + english >= max(4, len(words) * 0.12) and max(german, english) >= 3 * min(german, english):
        return "de" if german > english else "en"
    if len(words) < 4 and prose.isascii():
        return stated
    found = _detector().detect_language_of(prose[:2000])
    return found.iso_code_639_1.name.lower() if found is not None else stated


@functools.lru_cache(maxsize=1)
def _detector() -> Any:
    from lingua import Language, LanguageDetectorBuilder

    languages = [getattr(Language, name) for name in _OTHERS.split(" ")]
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()
