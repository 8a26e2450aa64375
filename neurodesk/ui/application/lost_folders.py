"""Says when a folder of a knowledge base or of the library is not there, and when it is back (SPEC S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from neurodesk.app.queries.lost_folders import RegisteredFolder, lost_folders
from neurodesk.domain.changes import ChangeSet, Kind
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
        self._lost: dict[str, RegisteredFolder] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        context.watch(self, self._heard, Kind.KB, Kind.COLLECTION)
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
        self._context.ask(lambda: lost_folders(profile), self._show, channel="desk.folders", owner=self)

    def _show(self, found: list[RegisteredFolder]) -> None:
        before, self._lost = self._lost, {one.id: one for one in found}
        new = [one for key, one in self._lost.items() if key not in before]
        back = [one for key, one in before.items() if key not in self._lost]
        if not (new or back):
            return
        stood = self._context.window.unsay(self)
        if new or (found and stood):
            self._say(found)
        if back:
            self._say_back(back)
        # Those who watch the folders take them up again, or leave them.
        profile = self._context.profile
        profile.bus.publish(ChangeSet.of(*((one.kind, one.id) for one in (*new, *back))))

    def _say(self, lost: list[RegisteredFolder]) -> None:
        names = ", ".join(one.name for one in lost)
        kinds = {one.kind for one in lost}
        if len(lost) == 1:
            head = tr("Desk", "The folder of {name} is not there: {path}")
            head = head.format(name=lost[0].name, path=lost[0].root)
        elif kinds == {Kind.KB}:
            head = plural("Desk", "The folders of %n knowledge base(s) are not there: {names}", len(lost))
            head = head.format(names=names)
        else:
            head = plural("Desk", "%n folder(s) are not there: {names}", len(lost)).format(names=names)
        if Kind.KB in kinds:
            safe = tr(
                "Desk",
                "Its articles stay in NeuroDesk and can be read and searched; only promoting into it has to"
                " wait. Connect its drive or bring the folder back.",
            )
            act, page = tr("Desk", "Knowledge bases"), "page.kbs"
        else:
            safe = tr(
                "Desk",
                "What was read from it stays in NeuroDesk and is searched; only its files cannot be opened."
                " Connect its drive or bring the folder back.",
            )
            act, page = tr("Desk", "Library"), "page.library"
        self._context.window.notice(
            NoticeText(head, safe, tone=Tone.WARNING, icon="folder"),
            act,
            lambda: self._context.open_place("settings", page),
            source=self,
        )

    def _say_back(self, back: list[RegisteredFolder]) -> None:
        text = plural("Desk", "%n folder(s) are there again: {names}", len(back))
        self._context.say(text.format(names=", ".join(one.name for one in back)))
