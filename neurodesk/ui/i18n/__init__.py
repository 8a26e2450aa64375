"""English source texts and their German translation, through Qt's own tools (SPEC I5)."""

from neurodesk.ui.i18n.translate import (
    Language,
    current_locale,
    install_language,
    phrase_in,
    plural,
    stretch_texts,
    tr,
)

__all__ = [
    "Language",
    "current_locale",
    "install_language",
    "phrase_in",
    "plural",
    "stretch_texts",
    "tr",
]
