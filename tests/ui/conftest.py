"""The theme and the language of the widget tests; a runner whose threads end with the test."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.theme import Theme, ThemeChoice, install_theme


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Theme:
    """Dress the application: light, comfortable, English, no motion."""
    install_language(qapp, Language.ENGLISH)
    return install_theme(qapp, ThemeChoice.LIGHT, reduced_motion=True)


@pytest.fixture
def runner() -> Iterator[QueryRunner]:
    made = QueryRunner()
    yield made
    made.close()
