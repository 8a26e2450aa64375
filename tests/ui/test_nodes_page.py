"""The nodes page asks real nodes and says what they answered (SPEC I1, M1, M4, M8, O7, K6, S5)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from neurodesk import bootstrap
from neurodesk.app.commands import secrets
from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.commands.vectors import index_missing
from neurodesk.domain.model_calls import ModelCall
from neurodesk.domain.models import Role
from neurodesk.providers.models import room
from neurodesk.providers.models.loopback_node import LoopbackNode, ServedModel
from neurodesk.providers.models.node_client import LoadedModel, NodeModel
from neurodesk.providers.models.pool_nodes import NodeState
from neurodesk.providers.models.room import RoleState, _fits
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.storage.model_call_store import ModelCallStore
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.desk.export_calls import export_calls_to
from neurodesk.ui.panes.queue.calls import CallsPanel, call_lines
from neurodesk.ui.panes.settings.node_words import warning_words
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from neurodesk.ui.panes.settings.pane import SettingsPane
from neurodesk.ui.panes.settings.role_line import RoleLine, licence_words
from neurodesk.ui.widgets.parts import PlainLabel

ROLES = ["gemma3:12b", "qwen3:8b", "embeddinggemma"]
GB = 1_000_000_000


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.window.resize(1440, 900)
        made.show("settings")
        yield made


def page_of(qtbot: Any, desk: Desk) -> NodesPage:
    pane = desk.window.place_widget("settings")
    assert isinstance(pane, SettingsPane)
    pane.show_target("page.models")
    page: NodesPage = pane.findChildren(NodesPage)[-1]
    qtbot.waitUntil(lambda: page.shown is not None)
    return page


def ask_all(qtbot: Any, page: NodesPage) -> None:
    page.look.click()
    qtbot.waitUntil(page.look.isEnabled, timeout=20_000)


def settle(qtbot: Any, page: NodesPage, role: Role) -> RoleLine:
    def known() -> bool:
        shown = page.shown
        return shown is not None and any(one.role is role and not one.fault for one in shown.roles)

    qtbot.waitUntil(known, timeout=20_000)
    return page.roles[role.value]


def test_nodes_and_roles_are_shown_with_what_is_wrong(qtbot: Any, desk: Desk) -> None:
    with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"good={node.url}", "gone=127.0.0.1:9"])
        page = page_of(qtbot, desk)
        ask_all(qtbot, page)

        def names() -> str:
            return "\n".join(one.accessibleName() for one in page.cards())

        qtbot.waitUntil(lambda: "good · answers" in names() and "gone · cannot" in names(), timeout=20_000)
        assert "gemma3:12b" in names()
        assert page.roles["author"].who.text() == "Author: gemma3:12b on good"
        assert page.roles["reviewer"].who.text() == "Reviewer: embedded engine; qwen3:8b: model missing"
        bar = desk.window.status_items
        qtbot.waitUntil(lambda: "Nodes 1/2" in status_text(desk), timeout=20_000)
        assert bar is not None


def status_text(desk: Desk) -> str:
    return desk.window.status_bar.item("models").accessibleName()


def test_a_role_is_tested_by_one_real_call_and_the_outcome_is_said(qtbot: Any, desk: Desk) -> None:
    with LoopbackNode(ROLES, scripted_reply, holds_one=False) as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"one={node.url}"])
        page = page_of(qtbot, desk)
        page.roles["author"].test.click()
        line = settle(qtbot, page, Role.AUTHOR)
        qtbot.waitUntil(lambda: "one answered in" in line.said.text(), timeout=20_000)
        node.models = [ServedModel("gemma3:12b")]
        ask_all(qtbot, page)
        other = page.roles["reviewer"]
        other.test.click()
        qtbot.waitUntil(lambda: "No node can serve" in other.said.text(), timeout=20_000)


def test_a_token_is_kept_off_the_gui_thread_and_forgotten(
    qtbot: Any, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    real = secrets.set_node_token

    def seen(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(secrets, "set_node_token", seen)
    with LoopbackNode(ROLES, scripted_reply, token="open sesame") as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"one={node.url}"])
        page = page_of(qtbot, desk)
        ask_all(qtbot, page)
        qtbot.waitUntil(lambda: "wants a token" in page.cards()[0].accessibleName(), timeout=20_000)
        (card,) = page.cards()
        card.field.setText("open sesame")
        card.keep.click()
        assert card.field.text() == ""
        qtbot.waitUntil(lambda: hasattr(page.cards()[0], "forget"), timeout=20_000)
        assert all(name.startswith("neurodesk-command") for name in threads)
        assert threads
        ask_all(qtbot, page)
        qtbot.waitUntil(lambda: "answers" in page.cards()[0].accessibleName(), timeout=20_000)
        page.cards()[0].forget.click()
        qtbot.waitUntil(lambda: not hasattr(page.cards()[0], "forget"), timeout=20_000)


def test_the_reviewer_is_examined_in_the_background_and_its_result_shown(qtbot: Any, desk: Desk) -> None:
    with LoopbackNode(ROLES, scripted_reply, holds_one=False) as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"one={node.url}"])
        page = page_of(qtbot, desk)
        ask_all(qtbot, page)
        line = settle(qtbot, page, Role.REVIEWER)
        assert line.licence.text().startswith("Never examined")
        line.exam.click()
        qtbot.waitUntil(lambda: not line.stop.isHidden(), timeout=20_000)
        line.stop.click()
        qtbot.waitUntil(lambda: "counts for nothing" in line.said.text(), timeout=60_000)
        assert line.licence.text().startswith("Never examined")
        line.exam.click()
        qtbot.waitUntil(lambda: "planted errors" in line.licence.text(), timeout=90_000)
        assert page.shown is not None
        assert page.shown.licence is not None
        assert line.licence.text() == licence_words(page.shown.licence)


def test_vectors_of_another_encoder_are_shown_and_renewal_is_offered(
    qtbot: Any, desk: Desk, tmp_path: Path
) -> None:
    profile = desk.services.profile
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "a.md").write_text("# A\n\nThe printer is out of paper.\n")
    import_kb(profile, register_kb(profile, tmp_path / "kb").id)
    index_missing(profile.database, bootstrap.embedded_encoder(), profile.clock)
    with LoopbackNode(ROLES, scripted_reply, holds_one=False) as node:
        profile.settings.set("models.ollama_urls", [f"one={node.url}"])
        profile.settings.set("search.encoder", "pool")
        page = page_of(qtbot, desk)
        ask_all(qtbot, page)
        line = page.vectors
        qtbot.waitUntil(lambda: "by text alone for 1 of 1" in line.words.text(), timeout=20_000)
        assert "static-de-en" in line.words.text()
        line.renew.click()
        qtbot.waitUntil(lambda: "Being indexed anew" in line.words.text(), timeout=20_000)
        assert line.renew.isHidden()


def call(**more: Any) -> ModelCall:
    values: dict[str, Any] = {
        "at": 1_700_000_000.0,
        "task_id": "t1",
        "role": "author",
        "node": "one",
        "model": "=gemma3:12b",
        "digest": "d",
        "priority": "manual",
        "attempt": 1,
        "wait_s": 0.5,
        "first_token_s": 1.0,
        "duration_s": 12.0,
        "prompt_tokens": 812,
        "reply_tokens": 344,
        "num_ctx": 4096,
        "prompt_version": "v",
        "prompt_sha256": "s",
        "outcome": "ok",
    }
    return ModelCall(**(values | more))


def test_the_trace_of_a_task_is_shown_and_exported(qtbot: Any, desk: Desk, tmp_path: Path) -> None:
    panel = CallsPanel()
    qtbot.addWidget(panel)
    panel.show_calls([call(), call(outcome="stalled", truncated=True, attempt=2, detail="silent for 120 s")])
    head, numbers = call_lines(call(outcome="stalled", truncated=True, attempt=2))
    assert head == "Author · =gemma3:12b · one · fell silent"
    assert "812 + 344 of 4,096 tokens" in numbers
    assert "prompt truncated" in numbers
    profile = desk.services.profile
    ModelCallStore(profile.database).add(call())
    ModelCallStore(profile.database).add(call(task_id="t2"))
    profile.database.write(lambda _tx: None)
    page = page_of(qtbot, desk)
    export_calls_to(page._context, page, tmp_path / "calls.csv")
    qtbot.waitUntil((tmp_path / "calls.csv").exists)
    export_calls_to(page._context, page, tmp_path / "calls.json", "t1")
    qtbot.waitUntil((tmp_path / "calls.json").exists)
    lines = (tmp_path / "calls.csv").read_text().splitlines()
    assert len(lines) == 3
    assert "'=gemma3:12b" in lines[1], "no cell becomes a formula"
    assert [one["task_id"] for one in json.loads((tmp_path / "calls.json").read_text())] == ["t1"]


def node_with(sizes: tuple[int, int], memory: list[LoadedModel]) -> NodeState:
    models = (NodeModel("a:1", size_bytes=sizes[0] * GB), NodeModel("r:1", size_bytes=sizes[1] * GB))
    loaded = tuple(one.name for one in memory)
    return NodeState(
        "n", "http://n", "ollama", "", "", models, loaded, 0, 0, 0.0, 0.0, True, memory=tuple(memory)
    )


@pytest.mark.parametrize(
    ("memory", "code"),
    [
        # One spills over to the processor: 10 GB on the card cannot hold 8 + 6.
        (
            [LoadedModel("a:1", 8 * GB, 7 * GB), LoadedModel("x", 3 * GB, 3 * GB)],
            "author_and_reviewer_do_not_fit",
        ),
        # Both are loaded and on the card.
        ([LoadedModel("a:1", 8 * GB, 8 * GB), LoadedModel("r:1", 6 * GB, 6 * GB)], ""),
        # Two others show that the card holds 14 GB.
        ([LoadedModel("x", 8 * GB, 8 * GB), LoadedModel("y", 6 * GB, 6 * GB)], ""),
        ([LoadedModel("a:1", 8 * GB, 8 * GB)], "author_and_reviewer_take_turns"),
        # Nothing is loaded on a machine of unknown size.
        ([], "author_and_reviewer_fit_unknown"),
    ],
)
def test_whether_author_and_reviewer_fit_together_is_computed(memory: list[LoadedModel], code: str) -> None:
    found = _fits(node_with((8, 6), memory), "a:1", "r:1")
    assert [one.code for one in found] == ([code] if code else [])


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        (16 * GB, [("author_and_reviewer_may_not_fit", {"node": "n", "need": "16.8", "have": "16.0"})]),
        (32 * GB, []),
        (0, [("author_and_reviewer_fit_unknown", {"node": "n", "need": "16.8"})]),
    ],
)
def test_m4_where_a_node_is_silent_the_fit_is_estimated_by_file_sizes_and_says_so(
    machine: int, expected: list[tuple[str, dict[str, str]]]
) -> None:
    found = _fits(node_with((8, 6), []), "a:1", "r:1", machine)
    assert [(one.code, dict(one.params)) for one in found] == expected
    for one in found:
        assert "stimated" in warning_words(one.code), "an estimate is called one"
    sizeless = replace(node_with((8, 6), []), models=(NodeModel("a:1"), NodeModel("r:1")))
    assert _fits(sizeless, "a:1", "r:1", machine) == [], "without sizes nothing is guessed"


@pytest.mark.parametrize(
    ("card", "tells", "warned"),
    [
        (10 * GB, True, "one cannot hold author and reviewer at once: they need 14.0 GB, there are 10.0 GB."),
        (16 * GB, True, ""),
        (0, False, "Estimated by the sizes of their files, author and reviewer need 16.8 GB; one runs on a"),
    ],
)
def test_m4_the_page_warns_by_what_the_node_says_it_holds_and_estimates_where_it_is_silent(
    qtbot: Any, desk: Desk, monkeypatch: pytest.MonkeyPatch, card: int, tells: bool, warned: str
) -> None:
    """Over the wire: author and reviewer are loaded by real calls, then ``/api/ps`` is asked."""
    monkeypatch.setattr(room, "memory_bytes", lambda: 8 * GB)  # the machine of an estimate
    served = [ServedModel("gemma3:12b", size_bytes=8 * GB), ServedModel("qwen3:8b", size_bytes=6 * GB)]
    with LoopbackNode(served, scripted_reply, holds_one=False, card_bytes=card, tells_memory=tells) as node:
        desk.services.profile.settings.set("models.ollama_urls", [f"one={node.url}"])
        page = page_of(qtbot, desk)
        for role in ("author", "reviewer"):
            page.roles[role].test.click()
            line = settle(qtbot, page, Role(role))
            qtbot.waitUntil(lambda line=line: "one answered in" in line.said.text(), timeout=20_000)
        ask_all(qtbot, page)

        def said() -> str:
            labels = [one.text() for one in page.findChildren(PlainLabel)]
            return "\n".join(one for one in labels if "author and reviewer" in one)

        if warned:
            qtbot.waitUntil(lambda: warned in said(), timeout=20_000)
        else:
            qtbot.waitUntil(lambda: said() == "", timeout=20_000)


def test_a_role_says_why_its_model_cannot_play(qtbot: Any, desk: Desk) -> None:
    page = page_of(qtbot, desk)
    line = page.roles["author"]
    line.show_role(RoleState(Role.AUTHOR, "gemma3:12b", "cooling_down", ()), None)
    assert line.who.text() == "Author: embedded engine; gemma3:12b: cooling down"
