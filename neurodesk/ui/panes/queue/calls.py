"""The model calls of a task: who was asked where, how long it took, what came of it (SPEC M8)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from neurodesk.domain.model_calls import ModelCall
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import duration, number
from neurodesk.ui.panes.settings.node_words import outcome_words, role_word
from neurodesk.ui.widgets.parts import PlainLabel, button

FAIR = ("ok", "cancelled")


def call_lines(call: ModelCall) -> tuple[str, str]:
    """Return the two lines of a call: who and what came of it; the numbers."""
    outcome = outcome_words(call.outcome)
    head = f"{role_word(call.role)} · {call.model} · {call.node} · {outcome}"
    parts = [
        tr("Nodes", "waited {wait}, took {time}").format(
            wait=duration(call.wait_s), time=duration(call.duration_s)
        )
    ]
    if call.prompt_tokens or call.reply_tokens:
        text = tr("Nodes", "{prompt} + {reply} of {window} tokens")
        parts.append(
            text.format(
                prompt=number(call.prompt_tokens),
                reply=number(call.reply_tokens),
                window=number(call.num_ctx),
            )
        )
    if call.attempt > 1:
        parts.append(tr("Nodes", "try {count}").format(count=call.attempt))
    if call.truncated:
        parts.append(tr("Nodes", "prompt truncated"))
    if call.swap:
        parts.append(tr("Nodes", "model loaded anew"))
    return head, " · ".join(parts)


class CallsPanel(QFrame):
    """The calls of the selected task; hidden when it has none. ``export_wanted`` asks for a file of them."""

    export_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[ModelCall, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(4)
        row = QHBoxLayout()
        self.head = PlainLabel(role="small", ink="secondary", strong=True)
        row.addWidget(self.head, 1)
        self.export = button(tr("Nodes", "Export"), "ghost", "download", on_click=self.export_wanted.emit)
        row.addWidget(self.export)
        column.addLayout(row)
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        column.addLayout(self._list)
        self.setVisible(False)

    def show_calls(self, calls: Sequence[ModelCall]) -> None:
        """Show calls, oldest first."""
        self.setVisible(bool(calls))
        if tuple(calls) == self._shown:
            return
        self._shown = tuple(calls)
        self.head.setText(tr("Nodes", "Model calls: {count}").format(count=number(len(calls))))
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for call in calls:
            self._list.addWidget(_row(call))


def _row(call: ModelCall) -> QFrame:
    row = QFrame()
    column = QVBoxLayout(row)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(1)
    head, numbers = call_lines(call)
    bad = call.truncated or call.outcome not in FAIR
    column.addWidget(PlainLabel(head, "small", "warning" if bad else "", wrap=True))
    column.addWidget(PlainLabel(numbers, "small", "secondary", wrap=True))
    if call.detail and call.outcome not in FAIR:
        column.addWidget(PlainLabel(call.detail, "small", "tertiary", wrap=True))
    row.setAccessibleName(f"{head}. {numbers}")
    return row
