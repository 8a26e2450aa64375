"""The desk as a whole: look and language from the settings, services, one window, focus, shutdown."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.settings.load import Settings
from neurodesk.ui import first_run
from neurodesk.ui.application.notifier import Message, Notifier
from neurodesk.ui.application.tray import Tray, TrayActs
from neurodesk.ui.application.window import FIRST_PLACE, DeskWindow, InputWatch
from neurodesk.ui.bridge.collector import collecting_here
from neurodesk.ui.desk.context import Services
from neurodesk.ui.desk.reports import Reporter
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.theme import Density, ThemeChoice, install_theme

LAYOUT_FILE = "layout.json"
# The window comes first: worker, watcher and encoder load half a second of libraries.
WORKER_AFTER_MS = 400
RESCAN_AT_MOST_EVERY_S = 30.0


def dress(app: QApplication, settings: Settings) -> Language:
    """Apply theme, density, text size and language of the settings; returns the language in effect."""
    language = install_language(app, Language(settings.text("ui.language")))
    install_theme(
        app,
        ThemeChoice(settings.text("ui.theme")),
        Density(settings.text("ui.density")),
        settings.whole("ui.text_scale") / 100,
        settings.switch("ui.reduced_motion"),
    )
    return language


class Desk(QObject):
    """One open desk over one profile.

    Arguments: ``app``; ``profile`` open; ``reporter`` installed by the caller; ``with_worker`` False
    leaves the worker out (pictures, measuring idle). ``closed`` tells that the curator closed the window.
    """

    closed = Signal()

    def __init__(
        self, app: QApplication, profile: Profile, reporter: Reporter, *, with_worker: bool = True
    ) -> None:
        super().__init__()
        self._app, self._profile = app, profile
        self._look = self._look_of(profile.settings.current)
        dress(app, profile.settings.current)
        self.services = Services(profile, reporter, with_worker=with_worker)
        self._input = InputWatch(app, self.services.worker.idle.input_seen)
        self._layout = LayoutStore(profile.paths.root / LAYOUT_FILE)
        self.services.changes.watch(self, self._on_settings, Kind.SETTING)
        app.applicationStateChanged.connect(self._on_state)
        self._rescanned_at = time.monotonic()
        self._switching = False
        self.window = self._build()
        acts = TrayActs(self.raise_window, self._turn_pause, self._leave)
        self.tray = Tray(acts, lambda: self.window, self)
        self.tray.message_chosen.connect(self._on_message)
        self.notifier = Notifier(self.services, self.tray.tell, parent=self)

    @staticmethod
    def _look_of(settings: Settings) -> tuple[object, ...]:
        keys = ("ui.language", "ui.text_scale", "ui.theme", "ui.density", "ui.reduced_motion")
        return tuple(settings[key] for key in keys)

    def _build(self) -> DeskWindow:
        window = DeskWindow(self.services, self._layout)
        window.closing.connect(self._on_closing)
        window.look_wanted.connect(self._keep_theme)
        return window

    def show(self, place: str = "", *, greet: bool = False) -> None:
        """Show the window at the place that was open last, and open the worker shortly after.

        Arguments: ``greet`` opens the wizard of the first run while a profile has no knowledge base.
        """
        self.window.restore(place or FIRST_PLACE)
        if place:
            self.window.open_place(place)
        self.window.show()
        self.window.handover.look(self.window.resume.left_at)
        self.window.resume.start()
        self.tray.want(self._profile.settings.current.switch("notify.tray"))
        QTimer.singleShot(WORKER_AFTER_MS, self, self.services.start_worker)
        if greet and not self._layout.value(first_run.OVER, False):
            if self._layout.value(first_run.STEP, ""):  # it was left in the middle
                self.window.open_first_run()
            else:
                self.window.first_steps.changed.connect(self._set_up)
                self._set_up()

    @Slot()
    def _set_up(self) -> None:
        if self.window.first_steps.is_bare and not self._layout.value(first_run.OVER, False):
            self.window.open_first_run()

    @Slot()
    def raise_window(self) -> None:
        """Bring the window to the front; a second start asks for it (SPEC Q7)."""
        self.window.setWindowState(
            (self.window.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
        )
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    @Slot(str)
    def _keep_theme(self, choice: str) -> None:
        profile = self._profile
        self.window.context.act(lambda: profile.settings.set("ui.theme", choice))

    @Slot()
    def _turn_pause(self) -> None:
        self.window.status_items.turn_pause()

    @Slot()
    def _leave(self) -> None:
        self.window.close()

    @Slot(object)
    def _on_message(self, message: Message) -> None:
        """Show the window with what the message said, each count a link."""
        self.raise_window()
        self.window.handover.show_note(message.found)

    def _on_settings(self, _changes: ChangeSet) -> None:
        self.tray.want(self._profile.settings.current.switch("notify.tray"))
        look = self._look_of(self._profile.settings.current)
        if look == self._look:
            return
        rebuild = look[:2] != self._look[:2]
        self._look = look
        dress(self._app, self._profile.settings.current)
        if rebuild:
            self._rebuild()

    def _rebuild(self) -> None:
        """Build the window anew in another language or text size; the services and the place stay."""
        old = self.window
        self._switching = True
        old.layout_store.keep_window(old)
        old.resume.leave()
        place, target = old.place, old.resume.target_of(old.place)
        activity, setting_up = old.activity.isVisible(), old.is_setting_up
        self.window = self._build()
        self.window.restore(place)
        self.window.go(place, str(target))
        self.window.resume.start()
        self.window.activity.setVisible(activity)
        self.window.show()
        if setting_up:
            self.window.open_first_run()
        if self.tray.is_shown:
            self.tray.make()  # its menu in the new language
        old.close()
        old.deleteLater()
        self._switching = False

    @Slot()
    def _on_closing(self) -> None:
        if not self._switching:
            self.closed.emit()

    @Slot(Qt.ApplicationState)
    def _on_state(self, state: Qt.ApplicationState) -> None:
        """Look at the knowledge bases again when the curator comes back to the window (SPEC K1)."""
        now = time.monotonic()
        if state == Qt.ApplicationState.ApplicationActive:
            self.notifier.seen()
            self.window.lost_folders.look()
        if (
            state != Qt.ApplicationState.ApplicationActive
            or now - self._rescanned_at < RESCAN_AT_MOST_EVERY_S
        ):
            return
        self._rescanned_at = now
        self.rescan()

    def rescan(self) -> None:
        """Rescan every knowledge base as a job."""
        profile = self._profile

        def work(progress: Callable[[str, int, int], None], stopped: Callable[[], bool]) -> int:
            from neurodesk.app.commands.knowledge import rescan_kb
            from neurodesk.app.queries.knowledge import knowledge_bases
            from neurodesk.domain.errors import BadInput

            changed = 0
            for number, kb in enumerate(knowledge_bases(profile)):
                if stopped():
                    break
                progress("rescan", number, 0)
                # A folder on a drive that is not there now: its articles stay, Settings shows it.
                with contextlib.suppress(BadInput):
                    changed += bool(rescan_kb(profile, kb.id, cancelled=stopped).report.changed_ids)
            return changed

        self.services.jobs.start("rescan", "", work)

    def close_intake(self) -> None:
        """First part of the end, in the GUI thread."""
        self._app.applicationStateChanged.disconnect(self._on_state)
        self._input.close()
        self.tray.close()
        self._switching = True
        self.window.close()
        self.services.close_intake()

    def close(self) -> None:
        """End everything and wait for it; the window's loop uses the two parts instead."""
        self.close_intake()
        self.services.drain()
        self.window.deleteLater()


@contextlib.contextmanager
def open_desk(
    app: QApplication,
    data_dir: Path,
    overrides: Mapping[str, str] | None = None,
    *,
    with_worker: bool = True,
) -> Iterator[Desk]:
    """Open a profile and its desk, and close both; for a caller that runs Qt's loop itself.

    Raises: NeuroDeskError when the profile cannot be opened.
    """
    from neurodesk.bootstrap import open_profile

    with collecting_here(), open_profile(data_dir, overrides=overrides) as profile:
        reporter = Reporter(profile.paths.logs)
        reporter.install()
        try:
            desk = Desk(app, profile, reporter, with_worker=with_worker)
            try:
                yield desk
            finally:
                desk.close()
        finally:
            reporter.uninstall()
