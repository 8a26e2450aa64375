"""The theme and the language of the widget tests; a runner whose threads end with the test."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.theme import Density, Theme, ThemeChoice, install_theme


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Theme:
    """Dress the application: light, comfortable, English, no motion."""
    # Widgets of the last test were asked to go; without a running event loop nobody lets them.
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    install_language(qapp, Language.ENGLISH)
    return install_theme(qapp, ThemeChoice.LIGHT, Density.COMFORTABLE, 1.0, reduced_motion=True)


@pytest.fixture
def runner() -> Iterator[QueryRunner]:
    made = QueryRunner()
    yield made
    made.close()
