"""The queries of a task: those that wait for the curator's look, and what became of the others (SPEC W10)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from neurodesk.domain.privacy import SENT_STATES, OutgoingQuery, QueryState
from neurodesk.ui.desk.words import reason_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.widgets.parts import PlainLabel, button


class WaitingQuery(QWidget):
    """One query that waits: its words may be changed before it is approved.

    ``decided`` carries (id, changed words or "", whether approved).
    """

    decided = Signal(int, str, bool)

    def __init__(self, one: OutgoingQuery) -> None:
        super().__init__()
        self._one = one
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        self.field = QLineEdit(one.text)
        self.field.setMaxLength(120)
        self.field.setAccessibleName(tr("Queries", "Words that are sent"))
        self.field.returnPressed.connect(self.approve)
        column.addWidget(self.field)
        kept = kept_here(one)
        if kept:
            column.addWidget(PlainLabel(kept, "small", "secondary", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(button(tr("Queries", "Send"), "", "check", on_click=self.approve))
        row.addWidget(button(tr("Queries", "Keep here"), "ghost", "reject", on_click=self.refuse))
        row.addStretch(1)
        column.addLayout(row)

    def approve(self) -> None:
        """Let it be sent as it stands in the field."""
        words = self.field.text().strip()
        self.decided.emit(self._one.id, "" if words == self._one.text else words, True)

    def refuse(self) -> None:
        """Keep it here."""
        self.decided.emit(self._one.id, "", False)


class QueriesPanel(QFrame):
    """The queries of the selected task; hidden when it has none.

    ``decided`` as in ``WaitingQuery``; ``all_decided`` carries (ids, whether approved).
    """

    decided = Signal(int, str, bool)
    all_decided = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[OutgoingQuery, ...] = ()
        self.rows: list[WaitingQuery] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(4)
        self.head = PlainLabel(role="small", strong=True, wrap=True)
        column.addWidget(self.head)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        column.addLayout(self._list)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        self.send_all = button(tr("Queries", "Send all"), on_click=lambda: self._all(True))
        self.keep_all = button(tr("Queries", "Keep all here"), "ghost", on_click=lambda: self._all(False))
        acts.addWidget(self.send_all)
        acts.addWidget(self.keep_all)
        acts.addStretch(1)
        column.addLayout(acts)
        self.hide()

    def show_queries(self, found: Sequence[OutgoingQuery]) -> None:
        """Show a task's queries; what is being typed stays while nothing has changed."""
        if tuple(found) == self._shown:
            return
        self._shown = tuple(found)
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = []
        waiting = [one for one in found if one.state is QueryState.WAITING]
        for one in waiting:
            row = WaitingQuery(one)
            row.decided.connect(self.decided)
            self.rows.append(row)
            self._list.addWidget(row)
        for one in found:
            if one.state is not QueryState.WAITING:
                self._list.addWidget(PlainLabel(line_of(one), "small", "secondary", wrap=True))
        self.head.setText(
            plural("Queries", "%n query to the web waits for your look", len(waiting))
            if waiting
            else tr("Queries", "Queries to the web")
        )
        self.send_all.setVisible(len(waiting) > 1)
        self.keep_all.setVisible(len(waiting) > 1)
        self.setVisible(bool(found))

    def _all(self, approve: bool) -> None:
        waiting = [one.id for one in self._shown if one.state is QueryState.WAITING]
        self.all_decided.emit(waiting, approve)


def line_of(one: OutgoingQuery) -> str:
    """Return what became of a query."""
    if one.state in SENT_STATES:
        word = tr("Queries", "may be sent: {words}").format(words=one.text)
    elif one.state is QueryState.REFUSED:
        word = tr("Queries", "kept here by you: {words}").format(words=one.text)
    else:
        word = tr("Queries", "kept here ({reason}): {words}").format(
            reason=reason_word(one.reason), words=one.query
        )
    kept = kept_here(one)
    return f"{word}\n{kept}" if kept else word


def kept_here(one: OutgoingQuery) -> str:
    """Say what was cut out of a query."""
    cuts = ", ".join(dict.fromkeys(cut.text for cut in one.cuts))
    return tr("Queries", "Kept here: {words}").format(words=cuts) if cuts else ""
