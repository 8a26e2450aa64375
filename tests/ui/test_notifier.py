"""Messages of the system: gathered, never in quiet hours, never in front; a tray may be missing (I1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSystemTrayIcon, QWidget

from neurodesk.app.commands import outcomes
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.application.notifier import Message, Notifier
from neurodesk.ui.application.tray import Tray, TrayActs
from neurodesk.ui.panes.settings.pane import SettingsPane
from tests.ui.panes.desk_window import desk_on, place, wait_for


class Away:
    """Whether somebody looks at the window, turned by the test; the offscreen window is always active."""

    def __init__(self) -> None:
        self.present = False

    def __call__(self) -> bool:
        return self.present


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "queue") as made:
        yield made


@pytest.fixture
def away() -> Away:
    return Away()


def hand_in(desk: Desk, run: str) -> None:
    body = {"run": run, "decision": "accepted", "input": "How?", "proposed": "So.", "confirmed": "So."}
    outcomes.receive(desk.services.profile, body, "api:helpdesk")


def gathering(desk: Desk, away: Away, minutes: float, **settings: str) -> tuple[Notifier, list[Message]]:
    for key, value in {"enabled": True, "gather_m": minutes, **settings}.items():
        desk.services.profile.settings.set(f"notify.{key}", value)
    told: list[Message] = []
    return Notifier(desk.services, told.append, away, desk.window), told


def test_i1_several_events_become_one_message(desk: Desk, away: Away) -> None:
    notifier, told = gathering(desk, away, 0.005)
    for run in ("one", "two", "three"):
        hand_in(desk, run)
    wait_for(lambda: told, "it is told")
    assert [one.text.split(" since ")[0] for one in told] == ["3 outcomes wait"]
    QTest.qWait(400)
    assert len(told) == 1
    hand_in(desk, "four")
    wait_for(lambda: len(told) == 2, "what came later is a message of its own")
    assert told[1].text.startswith("1 outcome waits since ")
    assert not notifier.is_gathering


def test_i1_who_sits_at_the_window_is_told_nothing(desk: Desk, away: Away) -> None:
    away.present = True
    notifier, told = gathering(desk, away, 0)
    hand_in(desk, "one")
    heard: list[ChangeSet] = []
    desk.services.changes.watch(desk.window, heard.append, Kind.OUTCOME)
    hand_in(desk, "two")
    wait_for(lambda: heard, "the window heard of it")
    assert not notifier.is_gathering
    away.present = False
    notifier.seen()
    hand_in(desk, "three")
    wait_for(lambda: told, "what came after the curator left")
    assert told[0].text.startswith("1 outcome waits")


def test_i1_who_comes_back_in_time_is_told_nothing(desk: Desk, away: Away) -> None:
    notifier, told = gathering(desk, away, 0.01)
    hand_in(desk, "one")
    wait_for(lambda: notifier.is_gathering, "something came")
    away.present = True
    wait_for(lambda: not notifier.is_gathering, "its time is over")
    assert told == []


def test_i1_in_quiet_hours_it_waits_for_their_end(desk: Desk, away: Away) -> None:
    clock = desk.services.profile.clock
    from datetime import datetime, timedelta

    here = datetime.fromtimestamp(clock.time()).astimezone()
    span = f"{here - timedelta(hours=1):%H:%M}-{here + timedelta(hours=2):%H:%M}"
    notifier, told = gathering(desk, away, 0, quiet_hours=span)
    hand_in(desk, "one")
    wait_for(lambda: notifier.is_gathering, "something came")
    notifier.look()
    assert told == []
    assert notifier.due() - clock.time() > 3_600
    desk.services.profile.settings.set("notify.quiet_hours", "")
    wait_for(lambda: told, "without quiet hours it is told at once")


def test_i1_off_nothing_is_gathered(desk: Desk, away: Away) -> None:
    notifier, told = gathering(desk, away, 0, enabled=False)
    heard: list[ChangeSet] = []
    desk.services.changes.watch(desk.window, heard.append, Kind.OUTCOME)
    hand_in(desk, "one")
    wait_for(lambda: heard, "the window heard of it")
    assert not notifier.is_gathering
    assert told == []


def test_i1_a_message_takes_no_focus_and_without_a_tray_nothing_breaks(desk: Desk, away: Away) -> None:
    assert not Tray.is_available(), "the offscreen platform has none"
    desk.services.profile.settings.set("notify.tray", True)
    window, field = desk.window, desk.window.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    wait_for(field.hasFocus, "a field has the keys")
    told: list[Message] = []

    def tell(message: Message) -> None:
        desk.tray.tell(message)
        told.append(message)

    desk.services.profile.settings.set("notify.enabled", True)
    desk.services.profile.settings.set("notify.gather_m", 0)
    Notifier(desk.services, tell, away, window)
    hand_in(desk, "one")
    wait_for(lambda: told, "it is told")
    assert not desk.tray.is_shown
    assert field.hasFocus()
    assert QApplication.activeWindow() is window
    desk.tray.message_chosen.emit(told[0])
    assert window.handover.isVisible(), "a click on it shows what it said, with links"
    assert "1 outcome waits" in window.handover.accessibleName()


class SystemWithTray(Tray):
    """A tray where the platform has none: everything of ours runs, Qt's icon is real and stays invisible."""

    @staticmethod
    def is_available() -> bool:
        return True


@pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # what Qt says of a platform without a tray
def test_i1_the_icon_has_a_menu_and_goes_when_it_is_not_wanted(qapp: QApplication) -> None:
    done: list[str] = []
    acts = TrayActs(*(lambda word=word: done.append(word) for word in ("show", "pause", "quit")))
    window = QWidget()
    tray = SystemWithTray(acts, lambda: window)
    tray.want(True)
    assert tray.is_shown
    assert tray.menu is not None
    words = [one.text() for one in tray.menu.actions()]
    assert words == ["Open NeuroDesk", "Pause or resume the worker", "Quit"]
    for one in tray.menu.actions():
        one.trigger()
    assert done == ["show", "pause", "quit"]
    tray.make().activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert done[-1] == "show"
    tray.want(False)
    assert not tray.is_shown
    tray.close()
    window.deleteLater()


def test_i1_its_settings_stand_with_the_display_and_wrong_times_stay_out(desk: Desk) -> None:
    desk.window.go("settings", "notify.quiet_hours")
    pane = place(desk, "settings", SettingsPane)
    wait_for(lambda: "notify.quiet_hours" in pane._rows, "its page is open")
    row = pane._rows["notify.quiet_hours"]
    field = row.control
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "at night")
    assert field.property("invalid") == "true"
    assert "22:00-06:00" in row._error.text()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert desk.services.profile.settings.current.text("notify.quiet_hours") == ""
    field.selectAll()
    QTest.keyClicks(field, "22:00-06:00")
    assert field.property("invalid") == "false"
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait_for(
        lambda: desk.services.profile.settings.current.text("notify.quiet_hours") == "22:00-06:00", "taken"
    )
