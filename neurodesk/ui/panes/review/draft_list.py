"""The left side of the review place: drafts by risk and age, filter, group, what was done today."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from neurodesk.app.queries.draft_lists import GROUPS, DeskCounts, DraftFilter
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.review.drafts import DraftRows, columns, line_of
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.paged_model import PagedModel, Question
from neurodesk.ui.widgets.parts import NewPill, PlainLabel

FILTER_AFTER_MS = 60


def group_word(group: str) -> str:
    """Return the word of a group of drafts."""
    words = {
        "waiting": tr("Review", "To review"),
        "sent_back": tr("Review", "Sent back"),
        "promoted": tr("Review", "Promoted"),
        "rejected": tr("Review", "Rejected"),
    }
    return words[group]


class DraftList(QFrame):
    """The list. ``draft_chosen`` carries the current draft's id, ``asked`` that the filter changed."""

    draft_chosen = Signal(str)
    asked = Signal()
    loaded = Signal(int)

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self.setObjectName("Pane")
        self._profile = context.profile
        self._wanted_id = ""
        # The current draft left the list by a decision: it stays shown until the curator goes on.
        self._left = self._leaving = False
        clock = context.profile.clock
        self.model = PagedModel(
            DraftRows(context.profile), columns(context.profile), context.runner, self, hold_new=True
        )
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.group = QComboBox()
        self.group.setAccessibleName(tr("Review", "Which drafts"))
        for name in GROUPS:
            self.group.addItem(group_word(name), name)
        self.group.activated.connect(lambda _index: self._ask())
        row.addWidget(self.group, 1)
        self.sort = QComboBox()
        self.sort.setAccessibleName(tr("Review", "Order"))
        for key, words in (
            ("risk", tr("Review", "Risk")),
            ("newest", tr("Review", "Newest")),
            ("title", tr("Review", "Title")),
        ):
            self.sort.addItem(words, key)
        self.sort.activated.connect(lambda _index: self._ask())
        row.addWidget(self.sort)
        head.addLayout(row)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Review", "Filter title or text"))
        self.field.setAccessibleName(tr("Review", "Filter title or text"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        head.addWidget(self.field)
        column.addLayout(head)
        self.rows = RowList(
            tr("Review", "Drafts"), to_line=lambda one: line_of(one, clock.time()), title_lines=2
        )
        # Before the view hears of it: it would move on to another row by itself.
        self.model.rowsAboutToBeRemoved.connect(self._before_removal)
        self.rows.setModel(self.model)
        self.model.rowsRemoved.connect(self._after_removal)
        self.rows.selectionModel().currentChanged.connect(lambda *_: self._on_current())
        column.addWidget(self.rows, 1)
        self.pill = NewPill(lambda count: plural("Review", "%n new draft(s)", count))
        self.pill.wanted.connect(self.model.take_new)
        self.model.new_waiting.connect(self.pill.set_count)
        column.addWidget(self.pill)
        self.today = PlainLabel("", "small", "secondary", wrap=True)
        self.today.setContentsMargins(12, 6, 12, 8)
        column.addWidget(self.today)
        self._ask()

    @property
    def holds_decided(self) -> bool:
        """Whether the draft shown left the list by the curator's decision."""
        return self._left

    def words(self) -> str:
        """The words of the filter."""
        return self.field.text().strip()

    def wanted(self) -> DraftFilter:
        """Which drafts the list shows."""
        return DraftFilter(str(self.group.currentData()), self.words())

    def _ask(self) -> None:
        self._left = False
        self.model.ask(Question(self.wanted(), str(self.sort.currentData())))
        self.asked.emit()

    def refresh(self, ids: Sequence[str] = ()) -> None:
        """Read again after a change; new drafts wait behind the pill."""
        self.model.refresh(ids)

    def reset(self) -> None:
        """Take the filter away."""
        self.field.clear()
        self.choose_group("waiting")

    def choose_group(self, group: str) -> None:
        """Show another group."""
        self.group.setCurrentIndex(self.group.findData(group))
        self._ask()

    def reveal(self, draft_id: str) -> None:
        """Make a draft the current row when it is listed."""
        self._wanted_id = draft_id
        self._select(draft_id)

    def _select(self, draft_id: str) -> bool:
        row = self.model.row_of(draft_id)
        if row < 0:
            return False
        self.rows.setCurrentIndex(self.model.index(row, 0))
        self.rows.scrollTo(self.model.index(row, 0))
        return True

    def _before_removal(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._leaving = first <= self.rows.currentIndex().row() <= last

    def _after_removal(self) -> None:
        if self._leaving:
            self._left = True
            self.rows.setCurrentIndex(QModelIndex())
            self._leaving = False

    def _on_loaded(self, count: int) -> None:
        if self._wanted_id and self._select(self._wanted_id):
            self._wanted_id = ""
        nothing = not self.rows.currentIndex().isValid() and not self._wanted_id
        if count and nothing and not self._left:
            self.rows.setCurrentIndex(self.model.index(0, 0))
        self.loaded.emit(count)

    def _on_current(self) -> None:
        found = self.model.id_at(self.rows.currentIndex().row())
        if found is not None and not self._leaving:
            self._left = False
            self._wanted_id = ""
            self.draft_chosen.emit(str(found))

    def show_counts(self, counts: DeskCounts) -> None:
        """Show the number of each group, and what was decided today."""
        for place, name in enumerate(GROUPS):
            self.group.setItemText(place, f"{group_word(name)}  {counts.groups.get(name, 0)}")
        text = tr("Review", "Today: {promoted} promoted, {rejected} rejected")
        self.today.setText(text.format(promoted=counts.promoted_today, rejected=counts.rejected_today))
