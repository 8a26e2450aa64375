"""Knowledge bases and library collections: add with a dry count, read with progress, remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.jobs import Job
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.file_place import file_place
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, EmptyState, PlainLabel, button


@dataclass(frozen=True, slots=True)
class FolderLine:
    """One folder: its key (id or name), name, path, what is in it, and what is wrong with it."""

    key: str
    name: str
    root: str
    facts: str
    trouble: str = ""


class FolderCard(QFrame):
    """One folder with its acts and, while it is read, its progress."""

    def __init__(
        self, line: FolderLine, again: tuple[str, Callable[[], None]], remove: Callable[[], None]
    ) -> None:
        super().__init__()
        self.setObjectName("Card")
        self.line = line
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(ElidedLabel(line.name, strong=True))
        path = ElidedLabel(line.root, "small", "secondary", mode=Qt.TextElideMode.ElideMiddle)
        column.addWidget(path)
        column.addWidget(PlainLabel(line.facts, "small", "secondary", wrap=True))
        self._trouble = PlainLabel(line.trouble, "small", "warning", wrap=True)
        self._trouble.setVisible(bool(line.trouble))
        column.addWidget(self._trouble)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.hide()
        column.addWidget(self.bar)
        self._stage = PlainLabel(role="small", ink="secondary")
        self._stage.hide()
        column.addWidget(self._stage)
        row.addLayout(column, 1)
        self._again = button(again[0], "", "retry", on_click=again[1])
        self._remove = button(tr("Folders", "Remove"), "ghost", "trash", on_click=remove)
        self._stop = button(tr("Folders", "Cancel"), "", "stop", on_click=self._on_stop)
        self._stop.hide()
        for made in (self._again, self._stop, self._remove):
            row.addWidget(made)
        self._job: Job | None = None
        self.setAccessibleName(f"{line.name}. {line.facts} {line.trouble}".strip())

    def _on_stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self._stop.set_locked(tr("Folders", "It stops; what was read is kept."))

    def show_job(self, job: Job) -> None:
        """Show how far the reading is, or that it is over."""
        running = job.running
        self._job = job if running else None
        for widget in (self.bar, self._stage, self._stop):
            widget.setVisible(running)
        self._again.setVisible(not running)
        self._remove.set_locked(tr("Folders", "It is being read.") if running else "")
        if running:
            progress = job.progress
            self.bar.setRange(0, progress.total)
            self.bar.setValue(progress.done)
            words = stage_words(progress.stage)
            if progress.total:
                words += f" · {number(progress.done)} / {number(progress.total)}"
            self._stage.setText(words)


def stage_words(stage: str) -> str:
    """Return the words of a reading's stage."""
    words = {
        "": tr("Folders", "Waiting"),
        "reading": tr("Folders", "Reading files"),
        "removing": tr("Folders", "Removing what is gone"),
        "links": tr("Folders", "Resolving links"),
        "profiles": tr("Folders", "Storing facts"),
        "twins": tr("Folders", "Looking for translations"),
        "library": tr("Folders", "Indexing documents"),
        "questions": tr("Folders", "Asking the sample's questions"),
    }
    return words.get(stage, stage)


class FolderPage(QWidget):
    """A list of folders with one act to add another; subclasses know what the folders are."""

    add_wanted = Signal(str)

    def __init__(self, context: DeskContext, kind: str, empty: Empty, add_words: str) -> None:
        super().__init__()
        self.context, self.kind = context, kind
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 16, 24, 16)
        self._column.setSpacing(8)
        row = QHBoxLayout()
        row.addWidget(button(add_words, "primary", "plus", on_click=self.choose))
        row.addStretch(1)
        self.tools = row
        self._column.addLayout(row)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self._column.addLayout(self._cards)
        self._empty = EmptyState(empty)
        if (inner := self._empty.layout()) is not None:
            inner.setContentsMargins(0, 16, 0, 16)
        self._empty.setFixedHeight(theme().scaled(170))
        self._column.addWidget(self._empty)
        self.cards: dict[str, FolderCard] = {}
        context.services.jobs.changed.connect(self._on_job)

    def choose(self) -> None:
        """Let the curator choose a folder; the choice goes to ``add_wanted``."""
        dialog = QFileDialog(self.window(), tr("Folders", "Choose a folder"), file_place())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.add_wanted)
        dialog.open()

    def show_lines(
        self,
        lines: Sequence[FolderLine],
        again: tuple[str, Callable[[FolderLine], None]],
        remove: Callable[[FolderLine], None],
    ) -> None:
        """Show the folders; equal ones are not rebuilt."""
        if [one.line for one in self.cards.values()] == list(lines):
            return
        while (item := self._cards.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.cards.clear()
        for line in lines:
            card = FolderCard(line, (again[0], partial(again[1], line)), partial(remove, line))
            self.cards[line.key] = card
            self._cards.addWidget(card)
        for job in self.context.services.jobs.open_jobs():
            self._on_job(job)
        self._empty.setVisible(not lines)

    def _on_job(self, job: Job) -> None:
        card = self.cards.get(job.subject) if job.kind == self.kind else None
        if card is not None:
            card.show_job(job)
