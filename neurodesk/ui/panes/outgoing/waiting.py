"""Every query that waits for the curator's look: what it says, what was kept here; decided by key (W10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from neurodesk.app.commands import queries as query_commands
from neurodesk.app.profile import Profile
from neurodesk.app.queries.outgoing import waiting_queries
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.privacy import OutgoingQuery
from neurodesk.ui.desk.words import cut_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.one_by_one import Act, OneByOne, WaitingWords
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Question, RowId
from neurodesk.ui.widgets.parts import Empty, PlainLabel

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
    """The queries that wait, one by one: send, edit, keep here."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._view = view = OneByOne(
            context,
            WaitingRows(context.profile),
            line_of,
            WaitingWords(
                tr("Outgoing", "Query"),
                tr("Outgoing", "Queries that wait"),
                lambda count: plural("Outgoing", "%n query(s) wait for your look", count),
                tr(
                    "Outgoing",
                    "Nothing of this has left yet. A task goes on as soon as none of its queries waits; what"
                    " you keep here is left out.",
                ),
            ),
            Empty(
                "check",
                tr("Outgoing", "No query waits."),
                tr(
                    "Outgoing",
                    "The first queries of a profile, or all if you wish, wait here until you have looked.",
                ),
                tr("Outgoing", "Change when they wait"),
            ),
            (
                Act(tr("Outgoing", "Send"), "check", "A", self.send, "primary"),
                Act(tr("Outgoing", "Edit"), "edit", "E", self.edit),
                Act(tr("Outgoing", "Keep here"), "reject", "X", self.keep),
            ),
        )
        self.model, self.list, self.empty = view.model, view.list, view.empty
        self.head, self.fault = view.head, view.fault
        self.empty.act_wanted.connect(lambda: context.open_place("settings", "privacy.ask_before_search"))
        self._fill(view.detail)
        view.current.connect(self._show)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(view)
        view.begin(Kind.TASK)

    def _fill(self, detail: QVBoxLayout) -> None:
        self._task = PlainLabel(role="small", ink="secondary", wrap=True)
        self._field_name = PlainLabel(tr("Outgoing", "Words that are sent"), "small", strong=True)
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_CHARS)
        self.field.setAccessibleName(tr("Outgoing", "Words that are sent"))
        self.field.returnPressed.connect(self.send)
        self._asked = PlainLabel(role="small", ink="secondary", wrap=True)
        self._kept_head = PlainLabel(tr("Outgoing", "Kept here"), "small", strong=True)
        self._kept = PlainLabel(role="small", ink="secondary", wrap=True)
        for widget in (self._task, Hairline(), self._field_name, self.field, self._asked):
            detail.addWidget(widget)
        detail.addSpacing(4)
        detail.addWidget(self._kept_head)
        detail.addWidget(self._kept)
        detail.addStretch(1)

    @property
    def _shown(self) -> WaitingRow | None:
        found: WaitingRow | None = self._view.shown
        return found

    def take_keys(self) -> None:
        """Give the list the keys."""
        self._view.take_keys()

    def _show(self, found: WaitingRow) -> None:
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

        self._context.act(decide, self._decided, owner=self, on_error=self._view.refused)

    def keep(self) -> None:
        """Keep the query here; its task goes on without it."""
        shown, profile = self._shown, self._context.profile
        if shown is not None:
            self._context.act(
                lambda: query_commands.refuse(profile, [shown.query.id]),
                self._decided,
                owner=self,
                on_error=self._view.refused,
            )

    def _decided(self, _changes: ChangeSet) -> None:
        self._context.worker.wake()
        self._view.decided()
