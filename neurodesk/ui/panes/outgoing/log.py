"""The privacy log: every request that left this computer, filtered in SQL, exportable (SPEC W10, M10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.profile import Profile
from neurodesk.app.queries.outgoing import (
    RequestFilter,
    request_counts,
    some_request_ids,
    some_requests,
)
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.storage.request_log import LoggedRequest
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import clock_seconds, day
from neurodesk.ui.panes.activity.feed import purpose_word, result_word
from neurodesk.ui.panes.outgoing.export import ask_for_export
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.chips import Chips
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowTable
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

FILTER_AFTER_MS = 60
READ_EVERY_MS = 500
GROUPS = {
    "all": (),
    "search": ("search",),
    "page": ("page", "robots"),
    "prompt": ("prompt",),
    "check": ("test", "health"),
}
_ICONS = {"search": "search", "page": "globe", "robots": "globe", "prompt": "model"}
# Below these widths a column gives way; the line below the table says all of the current request.
NARROW = {"task": 900, "at": 520, "result": 420}
Logged = tuple[LoggedRequest, str]


class RequestRows:
    """Requests for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list; the newest first unless a column says otherwise."""
        wanted = question.filter if isinstance(question.filter, RequestFilter) else RequestFilter()
        descending = question.descending if question.sort else True
        return some_request_ids(self._profile, wanted, question.sort, descending=descending)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Logged]:
        """Return some rows."""
        return cast("Mapping[RowId, Logged]", some_requests(self._profile, [cast("int", one) for one in ids]))


def columns() -> list[Column]:
    """Return the columns of the log."""
    return [
        Column(
            "at",
            tr("Outgoing", "When"),
            lambda row: Cell(f"{day(row[0].at)} {clock_seconds(row[0].at)}"),
            150,
        ),
        Column(
            "purpose",
            tr("Outgoing", "What"),
            lambda row: Cell(purpose_word(row[0].purpose), _ICONS.get(row[0].purpose, "test")),
            118,
        ),
        Column("target", tr("Outgoing", "Where to, and what was sent"), lambda row: Cell(sent_words(row[0]))),
        Column("result", tr("Outgoing", "Result"), lambda row: Cell(plain_label(result_word(row[0]))), 130),
        Column(
            "task", tr("Outgoing", "For"), lambda row: Cell(plain_label(row[1]), ink="text.secondary"), 180
        ),
    ]


def sent_words(one: LoggedRequest) -> str:
    """Return what was sent and where to, on one line."""
    return plain_label(" · ".join(part for part in (one.content, one.target) if part), 300)


def whole(row: Logged) -> str:
    """Say everything the log knows of a request, one fact a line."""
    one, topic = row
    lines = [f"{one.method} {one.target}".strip()]
    if one.content:
        lines.append(tr("Outgoing", "Sent: {content}").format(content=one.content))
    if topic:
        lines.append(tr("Outgoing", "For: {topic}").format(topic=topic))
    return "\n".join(lines)


class RequestLogView(QWidget):
    """Chips by purpose, a filter field, the table, and the export of the whole log."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._dirty = False
        self.model = PagedModel(RequestRows(context.profile), columns(), context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tools())
        self.table = RowTable(tr("Outgoing", "Requests that left"), self.model)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._say())
        self.model.dataChanged.connect(lambda *_: self._say())
        self.empty = EmptyState()
        self.empty.act_wanted.connect(self._reset)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        column.addWidget(self._stack, 1)
        self._rule = Hairline()
        column.addWidget(self._rule)
        self.facts = PlainLabel(role="small", ink="secondary", wrap=True)
        self.facts.setContentsMargins(16, 8, 16, 8)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.facts)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(FILTER_AFTER_MS)
        self._typed.timeout.connect(self._ask)
        self._timer = QTimer(self)
        self._timer.setInterval(READ_EVERY_MS)
        self._timer.timeout.connect(self._read_if_dirty)
        self._timer.start()
        context.watch(self, self._heard, Kind.ACTIVITY)
        self._ask()

    def _tools(self) -> QWidget:
        tools = QFrame()
        tools.setObjectName("ToolRow")
        row = QHBoxLayout(tools)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Outgoing", "Filter requests"))
        self.field.setAccessibleName(tr("Outgoing", "Filter requests"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(120)
        self.field.setMaximumWidth(240)
        self.field.textChanged.connect(lambda _text: self._typed.start())
        self.chips = Chips(
            (
                ("all", tr("Outgoing", "All")),
                ("search", tr("Outgoing", "Searches")),
                ("page", tr("Outgoing", "Pages")),
                ("prompt", tr("Outgoing", "Prompts")),
                ("check", tr("Outgoing", "Tests")),
            ),
            tr("Outgoing", "Which requests"),
        )
        self.chips.chosen.connect(lambda _key: self._ask())
        self.export = button(
            tr("Outgoing", "Export …"), "", "download", on_click=lambda: ask_for_export(self._context, self)
        )
        self.export.setAutoDefault(False)
        row.addWidget(self.field, 1)
        row.addWidget(self.chips, 2)
        row.addWidget(self.export)
        return tools

    def take_keys(self) -> None:
        """Give the table, or the filter while it is empty, the keys."""
        target = self.table if self.model.rowCount() else self.field
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let columns give way to what was sent and where to."""
        super().resizeEvent(event)
        for section, one in enumerate(self.model.columns):
            fits_px = NARROW.get(one.key, 0)
            self.table.setColumnHidden(section, self.width() < theme().scaled(fits_px))

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> RequestFilter:
        return RequestFilter(GROUPS[self.chips.choice], self.field.text().strip())

    def _ask(self) -> None:
        question = self.model.question
        self.model.ask(Question(self._wanted(), question.sort, question.descending))
        self._read_counts()

    def _read_counts(self) -> None:
        profile, words = self._context.profile, self.field.text().strip()
        self._context.ask(
            lambda: request_counts(profile, words), self._show_counts, channel="outgoing.counts", owner=self
        )

    def _show_counts(self, found: dict[str, int]) -> None:
        counts = {key: sum(found.get(one, 0) for one in group) for key, group in GROUPS.items()}
        self.chips.set_counts(counts | {"all": sum(found.values())})

    def _heard(self, _changes: ChangeSet) -> None:
        self._dirty = True

    def _read_if_dirty(self) -> None:
        if self._dirty and self.isVisible():
            self._dirty = False
            # The newest rows still wait for their results.
            self.model.refresh([self.model.id_at(row) for row in range(min(self.model.rowCount(), 100))])
            self._read_counts()

    def _on_loaded(self, count: int) -> None:
        self._stack.setCurrentWidget(self.table if count else self.empty)
        if count and not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self.model.index(0, 0))
        if not count:
            self.facts.setText("")
            self._say_empty()
        for part in (self._rule, self.facts):
            part.setVisible(bool(count))

    def _say_empty(self) -> None:
        if self._wanted() != RequestFilter():
            self.empty.say(
                Empty(
                    "filter",
                    tr("Outgoing", "No request fits the filter."),
                    "",
                    tr("Outgoing", "Reset filter"),
                )
            )
            return
        text = tr(
            "Outgoing",
            "Searches, pages and prompts to other machines stand here, each before it is sent. Work on the"
            " local library sends nothing.",
        )
        self.empty.say(Empty("globe", tr("Outgoing", "Nothing has left this computer."), text))

    def _reset(self) -> None:
        self.field.clear()
        self.chips.set_choice("all")
        self._ask()

    def _say(self) -> None:
        row = self.table.currentIndex().row()
        found = self.model.row(row) if 0 <= row < self.model.rowCount() else None
        self.facts.setText(whole(found) if found is not None else "")
