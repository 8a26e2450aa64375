"""A question with one typed reason: reject, request changes, dismiss. The safe button is the default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet


@dataclass(frozen=True, slots=True)
class ReasonQuestion:
    """What is asked: a title that is the act, a sentence what follows, the label and the act's button."""

    title: str
    text: str
    label: str
    act: str
    required: bool = True
    given: str = ""


class ReasonDialog(Sheet):
    """Asks for a reason; ``on_given`` gets it. Enter in the field is a new line, Ctrl+Enter acts."""

    def __init__(
        self, question: ReasonQuestion, on_given: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(question.title, 520, parent)
        self._question, self._on_given = question, on_given
        column = self.column
        column.addWidget(PlainLabel(question.title, "paneTitle", wrap=True))
        column.addWidget(PlainLabel(question.text, ink="secondary", wrap=True))
        self.field = QPlainTextEdit(question.given)
        self.field.setProperty("field", "true")
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName(question.label)
        self.field.setPlaceholderText(question.label)
        self.field.setFixedHeight(theme().scaled(96))
        self.field.textChanged.connect(self._check)
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        self.cancel_button = button(tr("Dialogs", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.act_button = button(question.act, key=tr("Dialogs", "Ctrl+Enter"), on_click=self._give)
        self.add_foot(self.cancel_button, self.act_button)
        self.field.setFocus()
        self._check()

    def _check(self) -> None:
        missing = self._question.required and not self.field.toPlainText().strip()
        self.act_button.set_locked(tr("Dialogs", "A reason is needed.") if missing else "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Act on Ctrl+Enter, which the field would swallow."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                if self.act_button.isEnabled():
                    self._give()
                return True
        return super().eventFilter(watched, event)

    def _give(self) -> None:
        text = self.field.toPlainText().strip()
        self.accept()
        self._on_given(text)
