"""The test of the connection to SearXNG in the settings (SPEC W2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng, SearchFault
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.panes.settings.pane import SettingsPane


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.show("settings")
        yield made


def test_w2_the_test_says_what_is_wrong_and_what_to_do(qtbot: Any, desk: Desk) -> None:
    pane = desk.window.place_widget("settings")
    assert isinstance(pane, SettingsPane)
    pane.show_target("page.search")
    card = pane.search_card
    assert card is not None

    def click() -> None:
        qtbot.mouseClick(card.test, Qt.MouseButton.LeftButton)
        assert not card.test.isEnabled()
        qtbot.waitUntil(card.test.isEnabled, timeout=20_000)

    click()
    assert "No address" in card.what.text()
    with LoopbackSearxng(lambda _asked: [Found("https://a.example/", "A")]) as server:
        desk.services.profile.settings.set("searxng.url", server.url)
        click()
        assert "SearXNG answers: 1 result." in card.what.text()
        server.play(SearchFault("json_disabled"))
        click()
        assert "refuses JSON" in card.what.text()
        assert "search: formats:" in card.more.text()
        assert server.queries == ["encyclopedia", "encyclopedia"]
