"""The theme and the language of the widget tests; a runner whose threads end with the test."""

import gc
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from neurodesk.domain.collecting import without_collecting
from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.theme import Density, Theme, ThemeChoice, install_theme

HERE = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let no other thread collect a test's widgets: they go here, once nothing of the test holds them."""
    if not item.path.is_relative_to(HERE):  # a run over several processes asks for each test of all folders
        return (yield)
    with without_collecting():
        done = yield
        app = QApplication.instance()
        if app is not None:
            # Widgets were asked to go; without a running event loop nobody lets them.
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect(1)  # what came during the test is young: nothing was collected meanwhile
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
