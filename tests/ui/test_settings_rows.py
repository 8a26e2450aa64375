"""Settings: words in both languages, lists line by line, origins, resets (SPEC I5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from neurodesk.settings.catalog import BY_KEY
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.panes.outgoing.window import OutgoingDialog
from neurodesk.ui.panes.settings import words
from neurodesk.ui.panes.settings.entries import EntriesField
from neurodesk.ui.panes.settings.pages import SWITCHES, settings_of
from neurodesk.ui.panes.settings.pane import SettingsPane
from neurodesk.ui.panes.settings.row import SettingRow


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def desk(qapp: QApplication, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "settings.toml").write_text(
        '[queue]\ncooldown_h = 100\n[worker]\nmin_priority = 0.7\nmax_tasks_per_day = "many"\n', "utf-8"
    )
    monkeypatch.setenv("NEURODESK_QUEUE_COOLDOWN_H", "336")
    given = {"ui.language": "en", "queue.cooldown_h": "24"}
    with open_desk(qapp, tmp_path / "p", given, with_worker=False) as made:
        made.window.resize(1440, 900)
        made.show("settings")
        yield made


def pane_of(desk: Desk) -> SettingsPane:
    pane = desk.window.place_widget("settings")
    assert isinstance(pane, SettingsPane)
    return pane


def row_of(pane: SettingsPane, key: str) -> SettingRow:
    pane.show_target(key)
    return pane._rows[key]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("autonomous", "worker.autonomous"),
        ("dark", "ui.theme"),
        ("Denied domains", "web.deny_hosts"),
        ("Gesperrte Domains", "web.deny_hosts"),
        ("Bewegung", "ui.reduced_motion"),
        ("motion", "ui.reduced_motion"),
        ("zeilenhöhe", "ui.density"),
        ("NEURODESK_UI_DENSITY", "ui.density"),
        ("priority enqueued", "worker.min_priority"),
    ],
)
def test_search_finds_english_and_german_words_in_either_language(
    qapp: QApplication, tmp_path: Path, language: str, typed: str, key: str
) -> None:
    with open_desk(qapp, tmp_path / "p", {"ui.language": language}, with_worker=False) as desk:
        desk.show("settings")
        pane = pane_of(desk)
        pane.search.setText(typed)
        assert key in pane._rows, [words.search_text(BY_KEY[key])]
        assert len(pane._rows) < 20


def test_the_hit_is_marked_in_the_label_and_the_page_is_named(desk: Desk) -> None:
    pane = pane_of(desk)
    pane.search.setText("denied")
    assert pane._rows["web.deny_hosts"].label.selectedText() == "Denied"


def test_an_origin_names_what_it_overrides(desk: Desk) -> None:
    pane = pane_of(desk)
    row = row_of(pane, "queue.cooldown_h")
    assert row._origin.text() == (
        "Fixed by the command line (--set queue.cooldown_h) for this run"
        " · overrides settings.toml: 100 hours · overrides the environment: 336 hours"
    )
    assert not row.control.isEnabled()
    lines = pane._where.text().splitlines()[1:]
    assert lines == [
        "On the command line: 24 hours · in effect",
        "In NEURODESK_QUEUE_COOLDOWN_H: 336 hours · overridden",
        "In settings.toml: 100 hours · overridden",
        f"Default: {words.value_words(BY_KEY['queue.cooldown_h'], BY_KEY['queue.cooldown_h'].default)}"
        " · overridden",
    ]


def test_a_value_of_the_file_that_cannot_be_used_is_named_at_its_setting(desk: Desk) -> None:
    pane = pane_of(desk)
    row = row_of(pane, "worker.max_tasks_per_day")
    assert row._origin.text().startswith("Default · the value in settings.toml cannot be used")
    assert "many" in pane._where.text()


def test_a_list_is_checked_line_by_line_while_it_is_typed(qtbot: Any, desk: Desk) -> None:
    pane, settings = pane_of(desk), desk.services.profile.settings
    row = row_of(pane, "web.deny_hosts")
    field = row.control
    assert isinstance(field, EntriesField)
    QTest.keyClicks(field, "example.org")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "http://not a host")
    assert row._error.isVisible()
    assert row._error.text() == (
        "“http://not a host” cannot be used. Expected: a domain such as example.org."
    )
    assert "empty stays in effect" in row._stays.text()
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert settings.current.items("web.deny_hosts") == ()
    field.selectAll()
    QTest.keyClicks(field, "example.org, ads.example.com")
    assert not row._error.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: settings.current.items("web.deny_hosts") == ("example.org", "ads.example.com"))
    pane.search.setFocus()
    qtbot.waitUntil(lambda: field.toPlainText() == "example.org\nads.example.com")


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("worker.max_tasks_per_day", "3.5", "It needs a whole number."),
        ("worker.min_priority", "lots", "Values from 0 to 1 are allowed."),
        (
            "searxng.url",
            "ftp://machine",
            "“ftp://machine” cannot be used. Expected: an address such as http://127.0.0.1:8080.",
        ),
    ],
)
def test_the_reason_stands_beside_the_field_while_typing(desk: Desk, key: str, typed: str, said: str) -> None:
    row = row_of(pane_of(desk), key)
    row.control.selectAll()  # type: ignore[attr-defined]
    QTest.keyClicks(row.control, typed)
    assert row._error.isVisible()
    assert row._error.text() == said


def test_a_page_is_reset_in_one_act_that_can_be_undone(qtbot: Any, desk: Desk) -> None:
    pane, settings = pane_of(desk), desk.services.profile.settings
    pane.show_target("page.research")
    assert pane.reset_page.text() == "Reset 2 changes of this page"
    settings.set("worker.idle_only", not BY_KEY["worker.idle_only"].default)
    qtbot.waitUntil(lambda: pane.reset_page.text() == "Reset 3 changes of this page")
    settings.set("ui.density", "compact")
    pane.reset_page.click()
    qtbot.waitUntil(lambda: settings.current.number("worker.min_priority") == 0.65)
    assert settings.current["worker.idle_only"] == BY_KEY["worker.idle_only"].default
    assert settings.current.text("ui.density") == "compact", "another page stays as it is"
    toast = desk.window.toast
    qtbot.waitUntil(lambda: toast.accessibleName().startswith("3 settings back at the default."))
    qtbot.waitUntil(lambda: not pane.reset_page.isVisible())
    desk.window.toast._undo.click()
    qtbot.waitUntil(lambda: settings.current.number("worker.min_priority") == 0.7)
    assert settings.current.layers("queue.cooldown_h")[1].value == 100
    assert settings.current["worker.idle_only"] != BY_KEY["worker.idle_only"].default


def test_each_separate_switch_stands_on_the_first_page_with_its_consequence(desk: Desk) -> None:
    pane = pane_of(desk)
    pane.show_target("page.switches")
    assert tuple(pane._rows) == tuple(one.key for one in settings_of("switches"))
    assert set(pane._rows) == set(SWITCHES)
    for key in ("web.manual_research", "web.searxng", "worker.autonomous"):
        consequence = BY_KEY[key].consequence
        assert re.fullmatch(r"[A-Z].{20,}\.", consequence)
        pane._explain(key)
        assert consequence in pane._text.text()
        shown = [one.text() for one in pane._rows[key].findChildren(type(pane._text))]
        assert any(consequence in text for text in shown)


def test_the_log_of_what_left_opens_from_the_network_page(qtbot: Any, desk: Desk) -> None:
    pane = pane_of(desk)
    pane.show_target("page.search")
    (link,) = [one for one in pane.findChildren(QPushButton) if one.text() == "What left this computer"]
    link.click()
    qtbot.waitUntil(lambda: any(one.isVisible() for one in desk.window.findChildren(OutgoingDialog)))
    assert {"web.allow_hosts", "web.deny_hosts", "privacy.never_send"} <= set(pane._rows)
