"""Asks for the curator's name once: it stands in the audit beside each decision (SPEC P6)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet


class CuratorNameDialog(Sheet):
    """One field; the name is kept in the settings."""

    def __init__(self, on_given: Callable[[str], None], context: DeskContext) -> None:
        super().__init__(tr("Dialogs", "Who decides?"), 460, context.window)
        self._on_given = on_given
        column = self.column
        column.addWidget(PlainLabel(tr("Dialogs", "Who decides?"), "paneTitle"))
        text = tr("Dialogs", "Your name stands in the audit beside each decision. It is asked once.")
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Dialogs", "Your name"))
        self.field.setPlaceholderText(tr("Dialogs", "Your name"))
        self.field.setMaxLength(100)
        self.field.textChanged.connect(lambda _text: self._check())
        column.addWidget(self.field)
        self.act_button = button(tr("Dialogs", "Keep the name"), "primary", on_click=self._give)
        self.act_button.setDefault(True)
        self.add_foot(button(tr("Dialogs", "Cancel"), on_click=self.reject), self.act_button)
        self.field.setFocus()
        self._check()

    def _check(self) -> None:
        missing = not self.field.text().strip()
        self.act_button.set_locked(tr("Dialogs", "A name is needed.") if missing else "")

    def _give(self) -> None:
        name = " ".join(self.field.text().split())
        self.accept()
        self._on_given(name)


def with_curator(context: DeskContext, then: Callable[[str], None]) -> None:
    """Call ``then`` with the curator's name; asks for it first when none is set."""
    name = context.curator()
    if name:
        then(name)
        return

    def keep(given: str) -> None:
        profile = context.profile
        context.act(lambda: profile.settings.set("curator.name", given), lambda _value: then(given))

    CuratorNameDialog(keep, context).open()
