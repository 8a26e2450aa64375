"""Outcomes that wait for the curator: what was asked, proposed and confirmed; decided by key (SPEC O1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from neurodesk.app.commands import outcomes
from neurodesk.app.decide import DESK, decide_on_outcome
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import Kind
from neurodesk.domain.decisions import OutcomeVerdict
from neurodesk.domain.outcomes import Learning, OutcomeDecision, OutcomeRecord, OutcomeState
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.panes.one_by_one import Act, OneByOne, WaitingWords
from neurodesk.ui.reading.visible import plain_label, visible_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Question, RowId
from neurodesk.ui.widgets.parts import Empty, PlainLabel

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
        self._view = view = OneByOne(
            context,
            OutcomeRows(context.profile),
            line_of,
            WaitingWords(
                tr("Outcomes", "Outcome"),
                tr("Outcomes", "Outcomes that wait"),
                lambda count: plural("Outcomes", "%n outcome(s) wait for you", count),
                tr(
                    "Outcomes",
                    "Confirming puts your name into the audit and lets later questions find this answer. What"
                    " it corrects is superseded and never found again.",
                ),
            ),
            Empty(
                "check",
                tr("Outcomes", "No outcome waits."),
                tr(
                    "Outcomes",
                    "A program that uses your knowledge may hand in what came of an answer, over the API."
                    " It counts for nothing until you confirm it here.",
                ),
            ),
            (
                Act(tr("Outcomes", "Confirm"), "check", "A", self.confirm, "primary"),
                Act(tr("Outcomes", "Reject"), "reject", "X", self.reject_outcome),
            ),
        )
        self.model, self.list, self.empty = view.model, view.list, view.empty
        self.head, self.fault = view.head, view.fault
        self._fill(view.detail)
        view.current.connect(self._show)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(view)
        room, look = QGuiApplication.primaryScreen().availableSize(), theme()
        self.resize(
            min(look.scaled(WIDTH_PX), room.width() - 40), min(look.scaled(HEIGHT_PX), room.height() - 40)
        )
        view.begin(Kind.OUTCOME)

    def _fill(self, detail: QVBoxLayout) -> None:
        self.origin = PlainLabel(role="small", ink="secondary", wrap=True)
        self.question = _text(tr("Outcomes", "Question"))
        self.proposed = _text(tr("Outcomes", "Proposed answer"))
        self.confirmed = _text(tr("Outcomes", "Answer that held"))
        self._proposed_head = PlainLabel(tr("Outcomes", "Proposed answer"), "small", strong=True)
        self.note = PlainLabel(role="small", ink="secondary", wrap=True)
        detail.addWidget(self.origin)
        detail.addWidget(Hairline())
        detail.addWidget(PlainLabel(tr("Outcomes", "Question"), "small", strong=True))
        detail.addWidget(self.question, 1)
        detail.addWidget(self._proposed_head)
        detail.addWidget(self.proposed, 2)
        detail.addWidget(PlainLabel(tr("Outcomes", "Answer that held"), "small", strong=True))
        detail.addWidget(self.confirmed, 2)
        detail.addWidget(self.note)

    @property
    def _shown(self) -> OutcomeRecord | None:
        found: OutcomeRecord | None = self._view.shown
        return found

    def show_front(self) -> None:
        """Show the window in front, with the keys."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show(self, found: OutcomeRecord) -> None:
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

            self._context.act(decide, self._decided, owner=self, on_error=self._view.refused)

        with_curator(self._context, named)

    def _decided(self, done: outcomes.Decided) -> None:
        if done.outcome.learning is Learning.FAILED:
            self._context.say(
                tr("Outcomes", "Confirmed, but not yet in the index: the next start tries again.")
            )
        elif done.outcome.learning is Learning.PENDING:
            self._context.say(
                tr("Outcomes", "Confirmed. Learning from outcomes is switched off, so no search finds it.")
            )
        self._view.decided()


def _text(name: str) -> QPlainTextEdit:
    """Make a field for foreign text: plain, read-only, never HTML."""
    made = QPlainTextEdit()
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    made.setAccessibleName(name)
    return made
