"""The page of the local library (SPEC L1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from neurodesk.app.queries.settings import CollectionCount, collection_counts, count_library_folder
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import reason_word
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import moment, number
from neurodesk.ui.panes.settings.folders import FolderLine, FolderPage
from neurodesk.ui.widgets.file_place import file_place
from neurodesk.ui.widgets.parts import Empty, button

KIND = "library"


def start_index(context: DeskContext, name: str) -> None:
    """Index a collection as a job."""
    profile = context.profile

    def work(progress: Callable[[str, int, int], None], stopped: Callable[[], bool]) -> object:
        from neurodesk.app.commands.library import index
        from neurodesk.bootstrap import open_extractor

        with open_extractor() as extractor:
            return index(
                profile,
                extractor,
                name,
                progress=lambda one: progress("library", one.done, one.total),
                stop=stopped,
            )

    context.services.jobs.start(KIND, name, work)


class LibraryPage(FolderPage):
    """Collections with their counts."""

    def __init__(self, context: DeskContext) -> None:
        text = tr(
            "Folders", "Manuals, standards, saved pages: HTML, Markdown, text, PDF, docx. They are only read."
        )
        empty = Empty("library", tr("Folders", "No library yet."), text)
        super().__init__(context, KIND, empty, tr("Folders", "Add folder"))
        self.add_wanted.connect(self.add)
        words = tr("Folders", "Add ZIM archive")
        self.tools.insertWidget(1, button(words, "", "plus", on_click=self.choose_archive))
        context.watch(self, self._heard, Kind.COLLECTION, Kind.LIBRARY_FILE)
        self.refresh()

    def choose_archive(self) -> None:
        """Let the curator choose a ZIM archive; the choice goes to ``add_wanted``."""
        kinds = tr("Folders", "ZIM archives") + " (*.zim)"
        dialog = QFileDialog(self.window(), tr("Folders", "Choose a ZIM archive"), file_place(), kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.add_wanted)
        dialog.open()

    def _heard(self, _changes: ChangeSet) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Read the list anew."""
        profile = self.context.profile
        self.context.ask(
            lambda: collection_counts(profile), self._show, channel="settings.library", owner=self
        )

    def _show(self, found: list[CollectionCount]) -> None:
        now = self.context.profile.clock.time()
        lines = []
        for one in found:
            facts = tr("Folders", "{usable} of {files} documents usable").format(
                usable=number(one.usable), files=number(one.files)
            )
            if one.collection.indexed_at:
                facts += " · " + tr("Folders", "read {when}").format(
                    when=moment(one.collection.indexed_at, now)
                )
            if one.refused:
                reasons = ", ".join(f"{count} × {reason_word(reason)}" for reason, count in one.refused)
                facts += "\n" + tr("Folders", "Refused: {reasons}").format(reasons=reasons)
            trouble = (
                "" if one.reachable else tr("Folders", "The folder is not there now; its index is kept.")
            )
            lines.append(
                FolderLine(one.collection.name, one.collection.name, one.collection.root, facts, trouble)
            )
        again = (tr("Folders", "Read again"), lambda line: start_index(self.context, line.key))
        self.show_lines(lines, again, self._remove)

    def add(self, root: str) -> None:
        """Show what a folder holds, then add and index it."""
        folder, profile = Path(root), self.context.profile

        def register(name: str) -> None:
            from neurodesk.app.commands.library import add_collection

            self.context.act(
                lambda: add_collection(profile, folder, name),
                lambda made: start_index(self.context, made.name),
                owner=self,
            )

        words = (
            tr("Folders", "Add a folder to the library"),
            tr("Folders", "The folder is only read. Hidden folders, links and key files are left out."),
            tr("Folders", "Add and read"),
        )
        if folder.is_file():
            words = (
                tr("Folders", "Add a ZIM archive to the library"),
                tr(
                    "Folders",
                    "The archive is only read, again when it changes. Pictures are passed over.",
                ),
                words[2],
            )
        AddFolderDialog(
            self.context, folder, words, lambda: count_library_folder(folder), register, self.window()
        ).open()

    def _remove(self, line: FolderLine) -> None:
        profile = self.context.profile

        def forget() -> None:
            from neurodesk.app.commands.library import remove_collection

            self.context.act(
                lambda: remove_collection(profile, line.key),
                lambda _changes: self.context.say(tr("Folders", "{name} is removed.").format(name=line.name)),
                owner=self,
            )

        ConfirmDialog(
            tr("Folders", "Remove {name} from the library?").format(name=line.name),
            tr("Folders", "Its files stay as they are, and so does evidence that came from it."),
            tr("Folders", "Remove"),
            forget,
            self.window(),
        ).open()
