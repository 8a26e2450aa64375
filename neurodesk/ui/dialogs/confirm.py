"""Ask before an act that takes something away: the title is the question, the buttons say the act."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button


class ConfirmDialog(QDialog):
    """One question, the safe answer as default.

    Arguments: ``question``; ``text`` what happens and what stays; ``act`` the words of the act;
    ``on_yes`` runs it.
    """

    def __init__(
        self, question: str, text: str, act: str, on_yes: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(question)
        self.setMinimumWidth(theme().scaled(420))
        self.setMaximumWidth(theme().scaled(560))
        self._on_yes = on_yes
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(PlainLabel(question, "paneTitle", wrap=True))
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        column.addSpacing(12)
        foot = QHBoxLayout()
        foot.addStretch(1)
        self.yes = button(act, on_click=self._go)
        self.yes.setAutoDefault(False)
        foot.addWidget(self.yes)
        self.no = button(tr("Confirm", "Cancel"), on_click=self.reject)
        self.no.setDefault(True)
        foot.addWidget(self.no)
        column.addLayout(foot)

    def _go(self) -> None:
        self.accept()
        self._on_yes()
