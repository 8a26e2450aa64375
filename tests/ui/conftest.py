"""The theme and the language of the widget tests; a runner whose threads end with the test."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.bridge.collector import collecting_here
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.theme import Density, Theme, ThemeChoice, install_theme


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[Theme]:
    """Dress the application: light, comfortable, English, no motion; no thread collects its widgets."""
    install_language(qapp, Language.ENGLISH)
    theme = install_theme(qapp, ThemeChoice.LIGHT, Density.COMFORTABLE, 1.0, reduced_motion=True)
    with collecting_here():
        yield theme
        # Widgets of the test were asked to go; without a running event loop nobody lets them.
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def runner() -> Iterator[QueryRunner]:
    made = QueryRunner()
    yield made
    made.close()
