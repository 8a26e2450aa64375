"""Settings, knowledge bases, library, palette and feed on a real profile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.domain.tasks import NewTask
from neurodesk.settings.catalog import CATALOG
from neurodesk.storage import zim_archive
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.panes.settings.kb_page import KbPage
from neurodesk.ui.panes.settings.library_page import LibraryPage
from neurodesk.ui.panes.settings.pages import page_of, pages, settings_of
from neurodesk.ui.panes.settings.pane import SettingsPane
from neurodesk.ui.widgets.file_place import file_place
from neurodesk.ui.widgets.switch import Switch


@pytest.fixture
def desk(qapp: QApplication, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("NEURODESK_QUEUE_COOLDOWN_H", "336")
    with open_desk(qapp, tmp_path / "p", with_worker=False) as made:
        made.window.resize(1440, 900)
        made.show("settings")
        yield made


def settings_of_desk(desk: Desk) -> SettingsPane:
    pane = desk.window.place_widget("settings")
    assert isinstance(pane, SettingsPane)
    return pane


def make_kb(folder: Path) -> Path:
    folder.mkdir()
    (folder / "volume.md").write_text("# Extend a volume\n\nRun `lvextend`.\n", "utf-8")
    (folder / "logs.md").write_text("# Rotate the logs\n\nRun `logrotate`.\n", "utf-8")
    return folder


def test_every_setting_of_the_catalogue_stands_on_one_page() -> None:
    shown = [one.key for page in pages() for one in settings_of(page.id)]
    assert sorted(shown) == sorted(one.key for one in CATALOG if not one.replaced_by)


def test_a_switch_says_its_consequence_and_takes_effect_at_once(qtbot: Any, desk: Desk) -> None:
    pane, settings = settings_of_desk(desk), desk.services.profile.settings
    pane.show_target("worker.autonomous")
    row = pane._rows["worker.autonomous"]
    assert isinstance(row.control, Switch)
    qtbot.mouseClick(row.control, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: settings.current.switch("worker.autonomous"))
    qtbot.waitUntil(lambda: row.changed)
    assert "by itself" in pane._text.text()
    row._reset.click()
    qtbot.waitUntil(lambda: not settings.current.switch("worker.autonomous"))
    desk.window.toast._undo.click()
    qtbot.waitUntil(lambda: settings.current.switch("worker.autonomous"))


def test_a_wrong_entry_says_what_is_allowed_and_what_stays(qtbot: Any, desk: Desk) -> None:
    pane, settings = settings_of_desk(desk), desk.services.profile.settings
    pane.show_target("worker.min_priority")
    row = pane._rows["worker.min_priority"]
    assert isinstance(row.control, QLineEdit)
    row.control.selectAll()
    QTest.keyClicks(row.control, "1.4")
    assert row._error.text() == "Values from 0 to 1 are allowed."
    assert "0.65 stays in effect" in row._stays.text()
    QTest.keyClick(row.control, Qt.Key.Key_Return)
    assert settings.current.number("worker.min_priority") == 0.65
    row.control.selectAll()
    QTest.keyClicks(row.control, "0,8")
    QTest.keyClick(row.control, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: settings.current.number("worker.min_priority") == 0.8)


def test_a_value_from_the_environment_is_locked_and_named(desk: Desk) -> None:
    pane = settings_of_desk(desk)
    pane.show_target("queue.cooldown_h")
    row = pane._rows["queue.cooldown_h"]
    assert not row.control.isEnabled()
    assert "NEURODESK_QUEUE_COOLDOWN_H" in row._origin.text()


def test_search_finds_settings_of_all_pages(desk: Desk) -> None:
    pane = settings_of_desk(desk)
    pane.search.setText("searxng")
    assert {page_of(key) for key in pane._rows} >= {"switches", "search"}
    pane.search.setText("no such setting at all")
    assert not pane._rows


def test_a_folder_is_counted_before_it_is_added_then_read_then_removed(
    qtbot: Any, desk: Desk, tmp_path: Path
) -> None:
    pane = settings_of_desk(desk)
    root = make_kb(tmp_path / "kb")
    pane.show_target("page.kbs")
    page = pane.findChild(KbPage)
    assert isinstance(page, KbPage)
    page.add(str(root))
    dialog = desk.window.findChild(AddFolderDialog)
    assert isinstance(dialog, AddFolderDialog)
    qtbot.waitUntil(lambda: "2 readable files" in dialog.counts.text())
    dialog.act.click()
    # The first import of a process loads the language detector.
    qtbot.waitUntil(
        lambda: any("2 articles" in one.line.facts for one in page.cards.values()), timeout=30_000
    )
    assert (root / "volume.md").read_text("utf-8").startswith("# Extend")

    def asked() -> bool:
        # The card may be drawn anew right after the import; only a click on the present one counts.
        if desk.window.findChild(ConfirmDialog) is None:
            next(iter(page.cards.values()))._remove.click()
        return desk.window.findChild(ConfirmDialog) is not None

    qtbot.waitUntil(asked, timeout=30_000)
    confirm = desk.window.findChild(ConfirmDialog)
    assert isinstance(confirm, ConfirmDialog)
    assert confirm.no.isDefault()
    confirm.yes.click()
    qtbot.waitUntil(lambda: not page.cards)
    assert (root / "volume.md").exists()


def test_l1_an_archive_is_chosen_as_such_and_without_the_extra_the_dialog_says_how_to_get_it(
    qtbot: Any, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zim_archive.importlib.util, "find_spec", lambda _name: None)
    pane = settings_of_desk(desk)
    pane.show_target("page.library")
    page = pane.findChild(LibraryPage)
    assert isinstance(page, LibraryPage)
    page.choose_archive()
    chooser = desk.window.findChild(QFileDialog)
    assert isinstance(chooser, QFileDialog)
    assert chooser.nameFilters() == ["ZIM archives (*.zim)"]
    assert chooser.directory().absolutePath() == file_place(), "not where the program was started"
    archive = tmp_path / "manuals.zim"
    archive.write_bytes(b"ZIM\x04")
    chooser.fileSelected.emit(str(archive))
    chooser.close()
    dialog = desk.window.findChild(AddFolderDialog)
    assert isinstance(dialog, AddFolderDialog)
    assert dialog.name.text() == "manuals"
    qtbot.waitUntil(dialog.fault.isVisible)
    assert "neurodesk[zim]" in dialog.fault.accessibleName()
    dialog.act.click()
    assert page.cards == {}


def test_a_narrow_source_filter_warns_and_takes_hosts(qtbot: Any, desk: Desk, tmp_path: Path) -> None:
    profile, pane = desk.services.profile, settings_of_desk(desk)
    import_kb(profile, register_kb(profile, make_kb(tmp_path / "kb"), "notes").id)
    pane.show_target("page.kbs")
    box = pane.filter_box
    assert box is not None
    qtbot.waitUntil(lambda: bool(box._keys))
    box._on_mode("some")
    qtbot.waitUntil(lambda: profile.settings.current.source_filter() == ("notes",))
    qtbot.waitUntil(box._warning.isVisible)
    assert "discards web evidence" in box._warning.accessibleName()
    box._host.setText("www.Docs.example.org")
    box._add_host()
    # What is typed becomes the key that evidence has (K5); another form would discard all of that host.
    box._host.setText("https://www.B\u00fccher.example:8443/lesen?a=1")
    box._add_host()
    added = ("notes", "docs.example.org", "xn--bcher-kva.example")
    qtbot.waitUntil(lambda: profile.settings.current.source_filter() == added)
    qtbot.waitUntil(lambda: set(box._boxes) == set(added))
    for check in box._boxes.values():
        check.setChecked(False)
    box._store()
    qtbot.waitUntil(lambda: profile.settings.current.source_filter() == ())
    qtbot.waitUntil(lambda: "An empty filter is not All" in box._warning.accessibleName())


def test_the_palette_finds_tasks_articles_and_settings(qtbot: Any, desk: Desk, tmp_path: Path) -> None:
    profile = desk.services.profile
    import_kb(profile, register_kb(profile, make_kb(tmp_path / "kb"), "notes").id)
    task_commands.ask(profile, NewTask(topic="Extend a volume online"))
    desk.window.open_palette()
    popup = desk.window.palette_popup
    popup.field.setText("extend")

    def hits() -> list[str]:
        return [popup.model.index(row).data() for row in range(popup.model.rowCount())]

    qtbot.waitUntil(lambda: {"Extend a volume online", "Extend a volume"} <= set(hits()))
    popup.field.setText("cooldown")
    qtbot.waitUntil(lambda: "Cooldown" in hits())
    popup.close()


def test_the_feed_groups_by_task_folds_and_survives_a_restart(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "p"
    with open_desk(qapp, folder, with_worker=False) as first:
        task = task_commands.ask(first.services.profile, NewTask(topic="Rotate the logs")).answer.task
        task_commands.ask(first.services.profile, NewTask(topic="Renew a certificate"))
        task_commands.cancel(first.services.profile, task.id)
    with open_desk(qapp, folder, with_worker=False) as second:
        second.window.resize(1280, 800)
        second.show("queue")
        second.window.activity.show()
        feed = second.window.feed
        QAbstractItemModelTester(feed.model, QAbstractItemModelTester.FailureReportingMode.Fatal)

        def words() -> list[str]:
            return [str(feed.model.index(row, 0).data()) for row in range(feed.model.rowCount())]

        qtbot.waitUntil(lambda: any(one.startswith("Rotate the logs") for one in words()))
        qtbot.waitUntil(lambda: any(one.startswith("Cancelled") for one in words()))
        assert words()[0].startswith("Rotate the logs")
        lines = feed.model.rowCount()
        feed.view.setCurrentIndex(feed.model.index(0, 0))
        QTest.keyClick(feed.view, Qt.Key.Key_Left)
        qtbot.waitUntil(lambda: feed.model.rowCount() < lines)
        feed.chips.chosen.emit("faults")


def test_an_article_is_copied_as_clean_html(qtbot: Any, desk: Desk) -> None:
    desk.window.context.copy_as_html("# Title\n\n<script>x</script> text")
    board = QGuiApplication.clipboard()
    # The toast comes after the copy.
    qtbot.waitUntil(desk.window.toast.isVisible)
    assert "<h1>Title</h1>" in board.mimeData().html()
    assert "<script" not in board.mimeData().html()
    assert board.mimeData().text().startswith("# Title")
