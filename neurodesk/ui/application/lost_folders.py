"""Says when the folder of a knowledge base is not there: what is safe, and what to do (SPEC S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from neurodesk.app.queries.knowledge import unreachable_kbs
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.storage.graph_store import KbRow
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.widgets.notices import NoticeText, Tone

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

LOOK_EVERY_MS = 60_000


class LostFolders(QObject):
    """Looks at the folders at the start, each minute and when it is asked; each loss is said once.

    Arguments: ``context`` of the window; ``parent`` whose end ends it.
    """

    def __init__(self, context: DeskContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._lost: frozenset[str] = frozenset()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        context.watch(self, self._heard, Kind.KB)
        self.look()

    @property
    def is_said(self) -> bool:
        """Whether a folder is missing now."""
        return bool(self._lost)

    def _heard(self, _changes: ChangeSet) -> None:
        self.look()

    @Slot()
    def look(self) -> None:
        """Look at every folder, on a reader thread: a drive that is gone may answer late."""
        profile = self._context.profile
        self._context.ask(lambda: unreachable_kbs(profile), self._show, channel="desk.folders", owner=self)

    def _show(self, lost: list[KbRow]) -> None:
        before, self._lost = self._lost, frozenset(one.id for one in lost)
        if before and not lost:
            self._context.window.unsay(self)
        if not (self._lost - before):
            return
        if len(lost) == 1:
            head = tr("Desk", "The folder of {name} is not there: {path}").format(
                name=lost[0].name, path=lost[0].root
            )
        else:
            names = ", ".join(one.name for one in lost)
            head = plural("Desk", "The folders of %n knowledge base(s) are not there: {names}", len(lost))
            head = head.format(names=names)
        safe = tr(
            "Desk",
            "Its articles stay in NeuroDesk and can be read and searched; only promoting into it has to wait."
            " Connect its drive or bring the folder back.",
        )
        self._context.window.notice(
            NoticeText(head, safe, tone=Tone.WARNING, icon="folder"),
            tr("Desk", "Knowledge bases"),
            lambda: self._context.open_place("settings", "page.kbs"),
            source=self,
        )
