"""The icon in the system's tray, where there is one and it is wanted, and the messages of the system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from neurodesk.ui.application.notifier import Message
from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme

MESSAGE_MS = 10_000
# Without an icon that stays, one must stand as long as its message can be clicked.
LENT_MS = 20_000


@dataclass(frozen=True, slots=True)
class TrayActs:
    """What the icon's menu does: show the window, pause or resume the worker, end NeuroDesk."""

    show: Callable[[], None]
    turn_pause: Callable[[], None]
    leave: Callable[[], None]


class Tray(QObject):
    """One icon, hidden until it is wanted; without a tray a message marks the window's entry in the task bar.

    Arguments: ``acts`` of the menu; ``window`` returns the window whose entry is marked. ``message_chosen``
    when the curator clicks a message.
    """

    message_chosen = Signal(object)

    def __init__(self, acts: TrayActs, window: Callable[[], QWidget], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._acts, self._window = acts, window
        self._wanted = False
        self._last: Message | None = None
        self._menu: QMenu | None = None
        self._icon: QSystemTrayIcon | None = None
        self._lent = QTimer(self)
        self._lent.setSingleShot(True)
        self._lent.timeout.connect(self._take_back)

    @staticmethod
    def is_available() -> bool:
        """Whether the system has a tray now."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def is_shown(self) -> bool:
        """Whether the icon stands in the tray."""
        return self._icon is not None and self._icon.isVisible()

    @property
    def menu(self) -> QMenu | None:
        """The icon's menu, once the icon was made."""
        return self._menu

    def want(self, wanted: bool) -> None:
        """Show the icon, or take it away; where there is no tray nothing happens."""
        self._wanted = wanted
        if wanted and self.is_available():
            self.make().show()
        elif not wanted:
            self._take_back()

    def make(self) -> QSystemTrayIcon:
        """Return the icon, made when there is none yet; its menu speaks the language of now."""
        if self._icon is None:
            icon = QSystemTrayIcon(QIcon(theme().pixmap("lamp-supported", "accent.base", 64, 1.0)), self)
            icon.setToolTip("NeuroDesk")
            icon.activated.connect(self._on_activated)
            icon.messageClicked.connect(self._on_message)
            self._icon = icon
        menu = QMenu()
        for words, run in (
            (tr("Notify", "Open NeuroDesk"), self._acts.show),
            (tr("Notify", "Pause or resume the worker"), self._acts.turn_pause),
            (tr("Notify", "Quit"), self._acts.leave),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, run=run: run())
        self._icon.setContextMenu(menu)
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = menu
        return self._icon

    def tell(self, message: Message) -> None:
        """Show a message of the system; it takes no focus, and neither does the mark in the task bar."""
        self._last = message
        if not self.is_available() or not QSystemTrayIcon.supportsMessages():
            QApplication.alert(self._window())
            return
        icon = self._icon or self.make()
        if not icon.isVisible():
            icon.show()
            self._lent.start(LENT_MS)
        icon.showMessage(message.title, message.text, QSystemTrayIcon.MessageIcon.Information, MESSAGE_MS)

    @Slot()
    def _take_back(self) -> None:
        if self._icon is not None and not (self._wanted and self.is_available()):
            self._icon.hide()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self._acts.show()

    @Slot()
    def _on_message(self) -> None:
        if self._last is not None:
            self.message_chosen.emit(self._last)

    def close(self) -> None:
        """Take the icon away; part of the shutdown order."""
        self._lent.stop()
        self._wanted = False
        self._take_back()
        if self._menu is not None:
            self._menu.deleteLater()
            self._menu = None
