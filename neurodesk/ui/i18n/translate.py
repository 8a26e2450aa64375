"""Translate texts; ``packaging/translate.py`` collects the calls of ``tr`` and ``plural``."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from neurodesk import resources


class Language(StrEnum):
    """The languages of the interface; SYSTEM takes German on a German desktop, else English."""

    SYSTEM = "system"
    ENGLISH = "en"
    GERMAN = "de"


def plural(context: str, text: str, n: int) -> str:
    """Translate ``text`` in the plural form that ``n`` asks for; ``%n`` becomes the grouped number."""
    said = QCoreApplication.translate(context, text, None, n)
    if abs(n) < GROUPED_FROM:
        return said
    return said.replace(str(n), current_locale().toString(n), 1)


def tr(context: str, text: str, comment: str = "") -> str:
    """Translate ``text``.

    Arguments: ``context`` the room of the text; ``comment`` tells equal English words apart.
    """
    return QCoreApplication.translate(context, text, comment or None)


_translators: list[QTranslator] = []
STRETCH, WORD = 0.4, 12
GROUPED_FROM = 1000
_STRETCHED = "öäüßéñ"
_stretched: list[bool] = []


def stretch_texts(on: bool) -> None:
    """Make every text 40 % longer from the next ``install_language`` on: it shows what is clipped."""
    _stretched[:] = [True] if on else []


class StretchedTranslator(QTranslator):
    """A catalogue whose texts are longer than they are; placeholders stay."""

    def translate(self, context: str, text: str, comment: str | None = None, n: int = -1) -> str:
        """Return a translation, or the text itself, with letters behind it."""
        found = str(super().translate(context, text, comment, n) or text)
        more = (_STRETCHED * len(found))[: round(len(found) * STRETCH)]
        gap = " " if " " in found else ""
        if gap:  # no language has words without end: sentences grow by words that can be wrapped
            more = " ".join(more[at : at + WORD] for at in range(0, len(more), WORD))
        return found + gap + more if found else found


@cache
def _catalogue(language: Language) -> QTranslator:
    found = QTranslator()
    with resources.as_path("i18n", f"neurodesk_{language.value}.qm") as path:
        found.load(str(path))
    return found


def phrase_in(language: Language, context: str, text: str) -> str:
    """Return a text in a language that need not be the one in effect: a search finds the words of both."""
    return str(_catalogue(language).translate(context, text) or text)


def current_locale() -> QLocale:
    """Return the locale that formats numbers and dates of the interface (Qt's default one)."""
    return QLocale()


def install_language(app: QCoreApplication, language: Language = Language.SYSTEM) -> Language:
    """Load the catalogues of a language and make its locale the default.

    Returns: the language in effect (never SYSTEM). Raises: FileNotFoundError when a catalogue is missing.
    """
    system = QLocale.system()
    if language is Language.SYSTEM:
        german = system.language() == QLocale.Language.German
        language = Language.GERMAN if german else Language.ENGLISH
    for translator in _translators:
        app.removeTranslator(translator)
    _translators.clear()
    same = system.name().startswith(language.value)
    fallback = {Language.GERMAN: QLocale("de_DE"), Language.ENGLISH: QLocale("en_US")}
    QLocale.setDefault(system if same else fallback[language])
    own = StretchedTranslator(app) if _stretched else QTranslator(app)
    with resources.as_path("i18n", f"neurodesk_{language.value}.qm") as catalogue:
        loaded = own.load(str(catalogue))
    if not loaded:
        raise FileNotFoundError(f"translation neurodesk_{language.value}.qm is missing")
    # Qt's own texts (context menus of fields, dialogs) come with the wheel; without them they stay English.
    qt = QTranslator(app)
    if qt.load(f"qtbase_{language.value}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(qt)
        _translators.append(qt)
    app.installTranslator(own)
    _translators.append(own)
    return language
