"""The nodes page asks real nodes and says what they answered (SPEC I1, M1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QFrame

from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.ui.desk.desk import Desk, open_desk
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from neurodesk.ui.panes.settings.pane import SettingsPane


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.window.resize(1440, 900)
        made.show("settings")
        yield made


def test_nodes_and_roles_are_shown_with_what_is_wrong(qtbot: Any, desk: Desk) -> None:
    with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"good={node.url}", "gone=127.0.0.1:9"])
        pane = desk.window.place_widget("settings")
        assert isinstance(pane, SettingsPane)
        pane.show_target("page.models")
        (page,) = pane.findChildren(NodesPage)
        qtbot.waitUntil(lambda: page.shown is not None)
        page.look.click()

        def names() -> str:
            cards = [one for one in page.findChildren(QFrame) if one.objectName() == "Card"]
            return "\n".join(one.accessibleName() for one in cards if not one.isHidden())

        qtbot.waitUntil(lambda: "good · answers" in names() and "gone · cannot" in names(), timeout=20_000)
        assert "gemma3:12b" in names()
        assert page.shown is not None
        faults = {one.role: one.fault for one in page.shown.roles}
        assert faults["author"] == ""  # type: ignore[index]
        assert faults["reviewer"] == "model_missing"  # type: ignore[index]
        qtbot.waitUntil(page.look.isEnabled)
