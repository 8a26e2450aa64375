"""German or English? Small words first, a statistical detector only when they do not tell (SPEC K2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from neurodesk.pipeline.stem import STOP_WORDS

if TYPE_CHECKING:
    from lingua import LanguageDetector

_WORD = re.compile(r"[^\W\d_]+")
_GERMAN_ONLY = STOP_WORDS["de"] - STOP_WORDS["en"] - {"die", "war", "man", "bin", "in"}
_ENGLISH_ONLY = STOP_WORDS["en"] - STOP_WORDS["de"] - {"a", "so", "do"}
_SURE = 0.8


@lru_cache(maxsize=1)
def _detector() -> LanguageDetector:
    from lingua import Language, LanguageDetectorBuilder

    # Groups of three characters only. The full models take 100 MB and hold the interpreter for a second when
    # the first question needs them, and they leave more headings open: of 2055, right 1423 against 1647.
    languages = LanguageDetectorBuilder.from_languages(Language.GERMAN, Language.ENGLISH)
    return languages.with_low_accuracy_mode().build()


def detect_language(text: str) -> str:
    """Return ``de``, ``en``, or "" when the text is too short, mixed or in another script.

    Args:
        text: prose or a question; some thousand characters are enough.
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return ""
    letters = sum(len(word) for word in words)
    latin = sum(character < "\u0250" for word in words for character in word)
    if latin < 0.6 * letters:
        return ""
    german = sum(word in _GERMAN_ONLY for word in words)
    english = sum(word in _ENGLISH_ONLY for word in words)
    if german + english >= 1 and max(german, english) >= 3 * min(german, english):
        return "de" if german > english else "en"
    if any(character in "äöüß" for word in words for character in word) and not english:
        return "de"
    from lingua import Language

    values = _detector().compute_language_confidence_values(" ".join(words[:400]))
    best = values[0]
    if best.value < _SURE:
        return ""
    return "de" if best.language is Language.GERMAN else "en"
