"""Outcomes that wait for the curator: what was asked, proposed and confirmed; decided by key (SPEC O1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.commands import outcomes
from neurodesk.app.decide import DESK, decide_on_outcome
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import OutcomeVerdict
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.outcomes import Learning, OutcomeDecision, OutcomeRecord, OutcomeState
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.reading.visible import plain_label, visible_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

WIDTH_PX, HEIGHT_PX = 960, 640
MOST = 1_000


class OutcomeRows:
    """What waits, newest first, for ``PagedModel``."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._rows: dict[RowId, OutcomeRecord] = {}

    def ids(self, _question: Question) -> Sequence[RowId]:
        """Read what waits; one that waits never changes, so its row is held."""
        found = outcomes.list_outcomes(self._profile, OutcomeState.SUBMITTED, MOST)
        self._rows = {one.id: one for one in found}
        return list(self._rows)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, OutcomeRecord]:
        """Return rows of the last read."""
        held = self._rows
        return {one: held[one] for one in ids if one in held}


def decision_word(decision: OutcomeDecision) -> str:
    """Return what became of the proposed answer."""
    if decision is OutcomeDecision.ACCEPTED:
        return tr("Outcomes", "Accepted as it stood")
    return tr("Outcomes", "Corrected")


def line_of(one: OutcomeRecord) -> TwoLine:
    """Return how an outcome is painted."""
    accepted = one.submission.decision is OutcomeDecision.ACCEPTED
    return TwoLine(
        plain_label(one.submission.question),
        second=f"{decision_word(one.submission.decision)} · {plain_label(one.source, 60)}",
        icon="check" if accepted else "edit",
    )


class OutcomesDialog(QDialog):
    """List at the left, one outcome at the right: confirm or reject; a decision goes on to the next."""

    def __init__(self, context: DeskContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Outcomes", "Outcomes that wait for you"))
        self._context = context
        self._shown: OutcomeRecord | None = None
        column = [Column("words", tr("Outcomes", "Outcome"), lambda one: Cell(line_of(one).spoken))]
        self.model = PagedModel(OutcomeRows(context.profile), column, context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.list = RowList(tr("Outcomes", "Outcomes that wait"), to_line=line_of)
        self.list.setModel(self.model)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        self.model.dataChanged.connect(lambda *_: self._show_current())
        self.empty = EmptyState(
            Empty(
                "check",
                tr("Outcomes", "No outcome waits."),
                tr(
                    "Outcomes",
                    "A program that uses your knowledge may hand in what came of an answer, over the API."
                    " It counts for nothing until you confirm it here.",
                ),
            )
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.list.add_keys(("A", self.confirm), ("X", self.reject_outcome))
        room, look = QGuiApplication.primaryScreen().availableSize(), theme()
        self.resize(
            min(look.scaled(WIDTH_PX), room.width() - 40), min(look.scaled(HEIGHT_PX), room.height() - 40)
        )
        context.watch(self, self._heard, Kind.OUTCOME)
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
        self.origin = PlainLabel(role="small", ink="secondary", wrap=True)
        self.question = _text(tr("Outcomes", "Question"))
        self.proposed = _text(tr("Outcomes", "Proposed answer"))
        self.confirmed = _text(tr("Outcomes", "Answer that held"))
        self._proposed_head = PlainLabel(tr("Outcomes", "Proposed answer"), "small", strong=True)
        self.note = PlainLabel(role="small", ink="secondary", wrap=True)
        self.fault = NoticeBlock(NoticeText(""))
        self.fault.hide()
        column.addWidget(self.head)
        column.addWidget(self.origin)
        column.addWidget(Hairline())
        column.addWidget(PlainLabel(tr("Outcomes", "Question"), "small", strong=True))
        column.addWidget(self.question, 1)
        column.addWidget(self._proposed_head)
        column.addWidget(self.proposed, 2)
        column.addWidget(PlainLabel(tr("Outcomes", "Answer that held"), "small", strong=True))
        column.addWidget(self.confirmed, 2)
        column.addWidget(self.note)
        column.addWidget(self.fault)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(button(tr("Outcomes", "Confirm"), "primary", "check", "A", self.confirm))
        acts.addWidget(button(tr("Outcomes", "Reject"), "", "reject", "X", self.reject_outcome))
        acts.addStretch(1)
        column.addLayout(acts)
        said = tr(
            "Outcomes",
            "Confirming puts your name into the audit and lets later questions find this answer. What it"
            " corrects is superseded and never found again.",
        )
        column.addWidget(PlainLabel(said, "small", "tertiary", wrap=True))
        row.addWidget(right, 3)
        return body

    def show_front(self) -> None:
        """Show the window in front, with the keys."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _heard(self, _changes: ChangeSet) -> None:
        self.model.refresh()

    def _on_loaded(self, count: int) -> None:
        was_empty = self._stack.currentIndex() == 0
        self._stack.setCurrentIndex(1 if count else 0)
        if not count:
            self._shown = None
            return
        if was_empty:  # a hidden list takes no keys
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.head.setText(plural("Outcomes", "%n outcome(s) wait for you", count))
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        self._show_current()

    def _show_current(self) -> None:
        row = self.list.currentIndex().row()
        found = self.model.row(row) if 0 <= row < self.model.rowCount() else None
        if found is None or found == self._shown:
            return
        self._shown = found
        self.fault.hide()
        said = found.submission
        corrected = said.decision is OutcomeDecision.CORRECTED
        parts = [
            decision_word(said.decision),
            plain_label(found.source, 80),
            moment(found.submitted_at, self._context.profile.clock.time()),
        ]
        if said.ticket:
            parts.append(tr("Outcomes", "ticket {ticket}").format(ticket=plain_label(said.ticket, 80)))
        self.origin.setText(" · ".join(parts))
        self.question.setPlainText(visible_text(said.question))
        self.proposed.setPlainText(visible_text(said.proposed))
        for widget in (self._proposed_head, self.proposed):
            widget.setVisible(corrected)  # else it is the answer that held
        self.confirmed.setPlainText(visible_text(said.confirmed))
        self.note.setVisible(bool(said.note))
        self.note.setText(tr("Outcomes", "Note: {note}").format(note=plain_label(said.note, 1_000)))

    # -- acts ---------------------------------------------------------------------------------------

    def confirm(self) -> None:
        """Trust the outcome that is shown."""
        self._decide(outcomes.confirm)

    def reject_outcome(self) -> None:
        """Refuse the outcome that is shown; it is kept and never found."""
        self._decide(outcomes.reject)

    def _decide(self, act: Callable[[Profile, OutcomeVerdict], outcomes.Decided]) -> None:
        shown, profile = self._shown, self._context.profile
        if shown is None:
            return

        def named(who: str) -> None:
            def decide() -> outcomes.Decided:
                return act(profile, decide_on_outcome(profile, shown.id, who=who, where=DESK))

            self._context.act(decide, self._decided, owner=self, on_error=self._refused)

        with_curator(self._context, named)

    def _refused(self, error: BaseException) -> None:
        if not isinstance(error, NeuroDeskError):
            self._context.fail(error)
            return
        self.fault.say(fault_notice(error))
        self.fault.show()
        self.model.refresh()

    def _decided(self, done: outcomes.Decided) -> None:
        if done.outcome.learning is Learning.FAILED:
            self._context.say(
                tr("Outcomes", "Confirmed, but not yet in the index: the next start tries again.")
            )
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.model.refresh()


def _text(name: str) -> QPlainTextEdit:
    """Make a field for foreign text: plain, read-only, never HTML."""
    made = QPlainTextEdit()
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    made.setAccessibleName(name)
    return made
