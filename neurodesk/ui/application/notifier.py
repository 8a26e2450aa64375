"""Tells the system what came while the curator works elsewhere: gathered, never in quiet hours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication

from neurodesk.app.queries.handover import Handover, handover
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.notify import due_at
from neurodesk.ui.application.handover import came_words
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import moment

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import Services

KINDS = (Kind.DRAFT, Kind.FINDING, Kind.TASK, Kind.ACTIVITY, Kind.SOURCE_CHECK, Kind.OUTCOME)
# A timer of Qt counts milliseconds in 31 bits; the clock is asked again at least this often anyway.
LONGEST_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the system."""

    title: str
    text: str
    found: Handover


class Notifier(QObject):
    """Counts what came since the curator last looked, and says it once.

    Arguments: ``services`` of the desk; ``tell`` shows a message outside the window; ``present`` tells
    whether somebody looks at the window now, by default whether it is active.
    """

    def __init__(
        self,
        services: Services,
        tell: Callable[[Message], None],
        present: Callable[[], bool] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._services, self._tell = services, tell
        self._present = present or _is_active
        self._since = services.profile.clock.time()
        self._first_at = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)
        services.changes.watch(self, self._heard, *KINDS)
        services.changes.watch(self, self._on_settings, Kind.SETTING)

    @property
    def is_gathering(self) -> bool:
        """Whether something came that is not told yet."""
        return self._first_at > 0

    def seen(self) -> None:
        """The curator looks at the window: nothing that came until now is told outside it."""
        self._since, self._first_at = self._services.profile.clock.time(), 0.0
        self._timer.stop()

    def _heard(self, _changes: ChangeSet) -> None:
        profile = self._services.profile
        if not profile.settings.current.switch("notify.enabled") or self._present():
            return
        if not self._first_at:
            self._first_at = profile.clock.time()
            self._arm()

    def _on_settings(self, _changes: ChangeSet) -> None:
        if self._first_at:
            self._arm()

    def due(self) -> float:
        """Return when the message is due, UTC epoch seconds; 0 while nothing came."""
        if not self._first_at:
            return 0.0
        settings = self._services.profile.settings.current
        gather_s = settings.number("notify.gather_m") * 60
        return due_at(self._first_at, gather_s, settings.text("notify.quiet_hours"))

    def _arm(self) -> None:
        left_s = self.due() - self._services.profile.clock.time()
        self._timer.start(max(0, min(round(left_s * 1000), LONGEST_MS)))

    @Slot()
    def look(self) -> None:
        """Tell what came if it is due; ask the counts off the GUI thread."""
        profile = self._services.profile
        if not self._first_at:
            return
        if not profile.settings.current.switch("notify.enabled") or self._present():
            self.seen()
            return
        if self.due() > profile.clock.time():
            self._arm()
            return
        since = self._since
        self.seen()
        self._services.runner.submit(lambda: handover(profile, since), self._say, owner=self)

    def _say(self, found: Handover) -> None:
        if found.is_empty or self._present():
            return
        when = moment(found.since, self._services.profile.clock.time())
        came = ", ".join(came_words(found).values())
        text = tr("Notify", "{came} since {when}.").format(came=came, when=when)
        self._tell(Message(tr("Notify", "New in NeuroDesk"), text, found))


def _is_active() -> bool:
    return QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
