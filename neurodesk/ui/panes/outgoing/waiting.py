"""Every query that waits for the curator's look: what it says, what was kept here; decided by key (W10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.commands import queries as query_commands
from neurodesk.app.profile import Profile
from neurodesk.app.queries.outgoing import waiting_queries
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.privacy import OutgoingQuery
from neurodesk.ui.desk.words import cut_word, fault_notice
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

MAX_CHARS = 120


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """One query and the topic of its task."""

    query: OutgoingQuery
    topic: str


class WaitingRows:
    """What waits, oldest task first, for ``PagedModel``."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._rows: dict[RowId, WaitingRow] = {}

    def ids(self, _question: Question) -> Sequence[RowId]:
        """Read what waits; a waiting query never changes, so its row is held."""
        rows: dict[RowId, WaitingRow] = {}
        for task in waiting_queries(self._profile):
            rows |= {one.id: WaitingRow(one, task.topic) for one in task.queries}
        self._rows = rows
        return list(rows)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, WaitingRow]:
        """Return rows of the last read."""
        held = self._rows
        return {one: held[one] for one in ids if one in held}


def line_of(row: WaitingRow) -> TwoLine:
    """Return how a query is painted."""
    cuts = len(row.query.cuts)
    return TwoLine(
        plain_label(row.query.text),
        second=plain_label(row.topic),
        right=plural("Outgoing", "%n kept here", cuts) if cuts else "",
        icon="eye-off" if cuts else "search",
    )


class WaitingView(QWidget):
    """List at the left, one query at the right: send, edit, keep here; a decision goes on to the next."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._shown: WaitingRow | None = None
        column = [Column("words", tr("Outgoing", "Query"), lambda row: Cell(line_of(row).spoken))]
        self.model = PagedModel(WaitingRows(context.profile), column, context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.list = RowList(tr("Outgoing", "Queries that wait"), to_line=line_of)
        self.list.setModel(self.model)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        self.model.dataChanged.connect(lambda *_: self._show_current())
        self._stack = QStackedWidget()
        self.empty = EmptyState(
            Empty(
                "check",
                tr("Outgoing", "No query waits."),
                tr(
                    "Outgoing",
                    "The first queries of a profile, or all if you wish, wait here until you have looked.",
                ),
                tr("Outgoing", "Change when they wait"),
            )
        )
        self.empty.act_wanted.connect(lambda: context.open_place("settings", "privacy.ask_before_search"))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.list.add_keys(("A", self.send), ("E", self.edit), ("X", self.keep))
        context.watch(self, self._heard, Kind.TASK)
        self.model.ask(Question())

    def _body(self) -> QWidget:
        body = QFrame()
        body.setObjectName("Pane")
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list, 2)
        right = QFrame()
        right.setObjectName("Reading")
        column = QVBoxLayout(right)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        self.head = PlainLabel(role="paneTitle", wrap=True)
        self._task = PlainLabel(role="small", ink="secondary", wrap=True)
        self._field_name = PlainLabel(tr("Outgoing", "Words that are sent"), "small", strong=True)
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_CHARS)
        self.field.setAccessibleName(tr("Outgoing", "Words that are sent"))
        self.field.returnPressed.connect(self.send)
        self._asked = PlainLabel(role="small", ink="secondary", wrap=True)
        self._kept_head = PlainLabel(tr("Outgoing", "Kept here"), "small", strong=True)
        self._kept = PlainLabel(role="small", ink="secondary", wrap=True)
        self.fault = NoticeBlock(NoticeText(""))
        self.fault.hide()
        for widget in (self.head, self._task, Hairline(), self._field_name, self.field, self._asked):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addWidget(self._kept_head)
        column.addWidget(self._kept)
        column.addWidget(self.fault)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(button(tr("Outgoing", "Send"), "primary", "check", "A", self.send))
        acts.addWidget(button(tr("Outgoing", "Edit"), "", "edit", "E", self.edit))
        acts.addWidget(button(tr("Outgoing", "Keep here"), "", "reject", "X", self.keep))
        acts.addStretch(1)
        column.addSpacing(4)
        column.addLayout(acts)
        column.addStretch(1)
        note = tr(
            "Outgoing",
            "Nothing of this has left yet. A task goes on as soon as none of its queries waits; what you keep"
            " here is left out.",
        )
        column.addWidget(PlainLabel(note, "small", "tertiary", wrap=True))
        row.addWidget(right, 3)
        return body

    def take_keys(self) -> None:
        """Give the list the keys."""
        target = self.list if self._stack.currentIndex() else self.empty.act_button
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _heard(self, _changes: ChangeSet) -> None:
        self.model.refresh()

    def _on_loaded(self, count: int) -> None:
        had_keys = self.list.hasFocus() or self.field.hasFocus()
        self._stack.setCurrentIndex(1 if count else 0)
        if not count:
            self._shown = None
            if had_keys:
                self.take_keys()
            return
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        if self.empty.act_button.hasFocus():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.head.setText(plural("Outgoing", "%n query(s) wait for your look", count))
        self._show_current()

    def _show_current(self) -> None:
        row = self.list.currentIndex().row()
        found = self.model.row(row) if 0 <= row < self.model.rowCount() else None
        if found is None or found == self._shown:
            return
        self._shown = found
        self.fault.hide()
        one = found.query
        self._task.setText(tr("Outgoing", "For: {topic}").format(topic=found.topic))
        self.field.setText(one.text)
        changed = one.text != one.query
        self._asked.setVisible(changed)
        self._asked.setText(tr("Outgoing", "Asked for was: {query}").format(query=one.query))
        cuts = dict.fromkeys((cut.kind, cut.text) for cut in one.cuts)
        lines = [f"{text} ({cut_word(kind)})" for kind, text in cuts]
        self._kept_head.setVisible(bool(lines))
        self._kept.setVisible(bool(lines))
        self._kept.setText("\n".join(lines))

    # -- acts ---------------------------------------------------------------------------------------

    def edit(self) -> None:
        """Go into the words."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def send(self) -> None:
        """Let the query be sent as it stands in the field; what is private is refused with its reason."""
        shown, profile = self._shown, self._context.profile
        if shown is None:
            return
        words, query_id = self.field.text().strip(), shown.query.id

        def decide() -> ChangeSet:
            if words == shown.query.text:
                return query_commands.approve(profile, [query_id])
            from neurodesk import bootstrap

            return query_commands.approve_edited(profile, bootstrap.query_guard(profile), query_id, words)

        self._context.act(decide, self._decided, owner=self, on_error=self._refused)

    def keep(self) -> None:
        """Keep the query here; its task goes on without it."""
        shown, profile = self._shown, self._context.profile
        if shown is not None:
            self._context.act(
                lambda: query_commands.refuse(profile, [shown.query.id]),
                self._decided,
                owner=self,
                on_error=self._refused,
            )

    def _refused(self, error: BaseException) -> None:
        if not isinstance(error, NeuroDeskError):
            self._context.fail(error)
            return
        self.fault.say(fault_notice(error))
        self.fault.show()
        self.model.refresh()

    def _decided(self, _changes: ChangeSet) -> None:
        self._context.worker.wake()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.model.refresh()
