"""Ask before an act that takes something away: the title is the question, the buttons say the act."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet


class ConfirmDialog(Sheet):
    """One question, the safe answer as default.

    Arguments: ``question``; ``text`` what happens and what stays; ``act`` the words of the act;
    ``on_yes`` runs it.
    """

    def __init__(
        self, question: str, text: str, act: str, on_yes: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(question, 480, parent)
        self._on_yes = on_yes
        column = self.column
        column.addWidget(PlainLabel(question, "paneTitle", wrap=True))
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        self.yes = button(act, on_click=self._go)
        self.no = button(tr("Confirm", "Cancel"), on_click=self.reject)
        self.no.setDefault(True)
        self.add_foot(self.no, self.yes)
        self.no.setFocus()

    def _go(self) -> None:
        self.accept()
        self._on_yes()
