"""What a folder would add, counted before anything is read; then the act."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from neurodesk.app.queries.settings import FolderCount
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import decimal, number
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext


class AddFolderDialog(Sheet):
    """Name a folder and see what is in it.

    Arguments: ``context``; ``root`` the chosen folder; ``words`` title, promise and the act; ``count``
    lists the folder on a reader thread; ``on_add`` gets the name.
    """

    def __init__(
        self,
        context: DeskContext,
        root: Path,
        words: tuple[str, str, str],
        count: Callable[[], FolderCount],
        on_add: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        title, promise, act = words
        super().__init__(title, 480, parent)
        self._on_add = on_add
        column = self.column
        column.addWidget(PlainLabel(title, "paneTitle", wrap=True))
        column.addWidget(ElidedLabel(str(root), "small", "secondary", mode=Qt.TextElideMode.ElideMiddle))
        column.addSpacing(8)
        column.addWidget(PlainLabel(tr("AddFolder", "Name"), strong=True))
        self.name = QLineEdit(root.stem if root.is_file() else root.name)
        self.name.setAccessibleName(tr("AddFolder", "Name"))
        self.name.setMaxLength(80)
        column.addWidget(self.name)
        column.addSpacing(8)
        self.counts = PlainLabel(tr("AddFolder", "Counting …"), wrap=True)
        column.addWidget(self.counts)
        self.fault = NoticeBlock(NoticeText(""))
        self.fault.hide()
        column.addWidget(self.fault)
        column.addWidget(PlainLabel(promise, "small", "secondary", wrap=True))
        self.act = button(act, "primary", on_click=self._add)
        self.act.set_locked(tr("AddFolder", "The folder is being counted."))
        self.act.setDefault(True)  # it only reads; locked, Enter does nothing
        self.add_foot(button(tr("AddFolder", "Cancel"), on_click=self.reject), self.act)
        context.ask(count, self._show, owner=self, on_error=self._failed)

    def _show(self, found: FolderCount) -> None:
        text = plural("AddFolder", "%n readable file(s), {size}.", found.usable).format(
            size=_size_words(found.bytes)
        )
        if found.refused:
            text += " " + tr("AddFolder", "{count} are left out: links, hidden or unreadable ones.").format(
                count=number(found.refused)
            )
        self.counts.setText(text)
        self.act.set_locked("" if found.usable else tr("AddFolder", "There is nothing readable in it."))
        if not found.usable:
            notice = NoticeText(
                tr("AddFolder", "There is nothing readable in this folder."), tone=Tone.WARNING
            )
            self._say(notice)

    def _failed(self, error: BaseException) -> None:
        self.counts.hide()
        if isinstance(error, NeuroDeskError):
            self._say(fault_notice(error))
        else:
            text = tr("AddFolder", "The folder cannot be listed.")
            self._say(NoticeText(text, tone=Tone.WARNING, details=str(error)))

    def _say(self, notice: NoticeText) -> None:
        self.fault.say(notice)
        self.fault.show()

    def _add(self) -> None:
        self.accept()
        self._on_add(" ".join(self.name.text().split()))


def _size_words(size_bytes: int) -> str:
    if size_bytes < 100_000:
        return tr("AddFolder", "{size} KB").format(size=number(-(-size_bytes // 1_000)))
    return tr("AddFolder", "{size} MB").format(size=decimal(size_bytes / 1e6, 1))
