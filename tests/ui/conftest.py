"""The theme and the language of the widget tests; a runner whose threads end with the test."""

import gc
from collections.abc import Generator, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from neurodesk.domain.collecting import without_collecting
from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.theme import Density, Theme, ThemeChoice, install_theme


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let no other thread collect a test's widgets: they go here, once nothing of the test holds them."""
    with without_collecting():
        done = yield
        app = QApplication.instance()
        if app is not None:
            # Widgets were asked to go; without a running event loop nobody lets them.
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
    return done


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Theme:
    """Dress the application: light, comfortable, English, no motion."""
    install_language(qapp, Language.ENGLISH)
    return install_theme(qapp, ThemeChoice.LIGHT, Density.COMFORTABLE, 1.0, reduced_motion=True)


@pytest.fixture
def runner() -> Iterator[QueryRunner]:
    made = QueryRunner()
    yield made
    made.close()
