"""A table model that holds ids and a page cache; sorting, filtering and counting happen where the rows
live.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.list_change import ListChange, ranges

Index = QModelIndex | QPersistentModelIndex
RowId = Hashable
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 2
CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 3
CACHE_ROWS = 4_000
PAGE_ROWS = 64
MAX_RANGES = 200
# A list longer than this is read again at most so often while changes keep coming in: the worker tells of
# each stage, and a hundred thousand ids take a reader's and the window's time.
LONG_LIST = 2_000
LONG_PAUSE_S = 0.5
# Above so many rows of unknown place one table of all places is made; a single one is looked for.
FEW_ROWS = 8
_TEXT_ROLES = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.ToolTipRole,
    )
)


@dataclass(frozen=True, slots=True)
class Question:
    """What a list asks for: ``filter`` any immutable value its source understands, sort column, direction."""

    filter: object = None
    sort: str = ""
    descending: bool = False


class RowSource(Protocol):
    """Where rows come from; both methods run on a reader thread, never in the GUI thread."""

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids that answer a question, in order, filtered and sorted by the source."""

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Any]:
        """Return the rows of some ids; an id that is gone is left out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a table cell shows."""

    text: str
    icon: str = ""
    ink: str = "text.primary"
    icon_ink: str = "text.secondary"
    right: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``key`` names it for sorting, ``cell`` makes its cell of a row, ``width`` px at 100 %
    (0: rest).
    """

    key: str
    title: str
    cell: Callable[[Any], Cell]
    width: int = 0
    right: bool = False
    sortable: bool = True


@dataclass(frozen=True, slots=True)
class _Answer:
    """Ids of a list, for a new question with its first rows, else with the change from one edition of it."""

    ids: list[RowId]
    rows: Mapping[RowId, Any]
    change: ListChange | None
    edition: int


class PagedModel(QAbstractTableModel):
    """Ids in order plus cached rows (DESIGN "State to screen").

    A change of the question resets the list; a refresh of the same question is applied as differences by
    id, and new
    ids wait (``new_waiting`` tells how many) until ``take_new`` when ``hold_new`` is set and rows are shown.
    ``loaded``
    carries the count.
    """

    new_waiting = Signal(int)
    loaded = Signal(int)
    failed = Signal(object)

    def __init__(
        self,
        source: RowSource,
        columns: Sequence[Column],
        runner: QueryRunner,
        parent: QObject | None = None,
        *,
        hold_new: bool = False,
    ) -> None:
        super().__init__(parent)
        self._source, self._columns, self._runner = source, tuple(columns), runner
        self._hold_new = hold_new
        self._question = Question()
        self._answered: Question | None = None
        self._ids: list[RowId] = []
        self._places: dict[RowId, int] | None = None
        self._pending: list[RowId] | None = None
        self._cache: OrderedDict[RowId, Any] = OrderedDict()
        self._wanted: dict[RowId, int] = {}
        self._asked: set[RowId] = set()
        self._edition = 0
        self._channel = f"ids-{id(self)}"
        self._reading = False
        self._stale = False
        self._answered_at = float("-inf")
        self._again_timer = QTimer(self)
        self._again_timer.setSingleShot(True)
        self._again_timer.timeout.connect(self._refresh_ids)
        self._fetch_timer = QTimer(self)
        self._fetch_timer.setSingleShot(True)
        self._fetch_timer.setInterval(0)
        self._fetch_timer.timeout.connect(self._fetch_wanted)

    @property
    def question(self) -> Question:
        """The question last asked."""
        return self._question

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns."""
        return self._columns

    def ask(self, question: Question) -> None:
        """Ask another question; the old rows stay until the answer is there."""
        self._question = question
        self._ask_ids()

    def refresh(self, changed: Sequence[RowId] = ()) -> None:
        """Re-read after a ChangeSet: ids always, rows of ``changed`` that are cached.

        A reading that is under way is not given up for it: under a stream of changes no list would ever end.
        """
        for row_id in changed:
            if row_id in self._cache:
                self._wanted[row_id] = -1
        if self._wanted:
            self._fetch_timer.start()
        self._refresh_ids()

    @Slot()
    def _refresh_ids(self) -> None:
        if self._reading:
            self._stale = True
            return
        if self._again_timer.isActive():
            return
        pause = LONG_PAUSE_S if len(self._ids) > LONG_LIST else 0.0
        wait_s = self._answered_at + pause - time.monotonic()
        if wait_s > 0:
            self._again_timer.start(round(wait_s * 1000) + 1)
        else:
            self._ask_ids()

    def _ask_ids(self) -> None:
        question, source = self._question, self._source
        fresh = question != self._answered
        self._again_timer.stop()
        self._reading, self._stale = True, False

        old, edition = [] if fresh else list(self._ids), self._edition

        def read() -> _Answer:
            ids = list(source.ids(question))
            if not fresh:
                return _Answer(ids, {}, ListChange.between(old, ids), edition)
            # The first page comes along: the list stands at once, without a second way to the reader.
            return _Answer(ids, source.rows(ids[:PAGE_ROWS]) if ids else {}, None, edition)

        self._runner.submit(
            read,
            lambda answer: self._on_ids(question, answer),
            channel=self._channel,
            owner=self,
            on_error=self._on_ids_failed,
        )

    def _answer_ended(self) -> None:
        self._reading = False
        self._answered_at = time.monotonic()
        if self._stale:
            self._stale = False
            self._refresh_ids()

    def _on_ids_failed(self, error: BaseException) -> None:
        self._answer_ended()
        self.failed.emit(error)

    def _on_ids(self, question: Question, answer: _Answer) -> None:
        ids = answer.ids
        self._reading = False
        if question != self._answered:
            self._answered = question
            self._pending = None
            self._keep(answer.rows)
            self._reset(ids)
            self.new_waiting.emit(0)
        else:
            change = answer.change
            if change is None or answer.edition != self._edition:
                change = ListChange.between(self._ids, ids)
            # In an empty list nothing can jump: there new rows come in at once.
            if self._hold_new and self._ids and change.fresh:
                self._pending = ids
                self._remove(change)
                self.new_waiting.emit(len(change.fresh))
            else:
                self._pending = None
                self._apply(change, ids)
                self.new_waiting.emit(0)
        self._answer_ended()
        self.loaded.emit(len(self._ids))

    def take_new(self) -> None:
        """Sort the waiting rows in; selection and scroll position stay with their rows."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            self._apply(ListChange.between(self._ids, pending), pending)
        self.new_waiting.emit(0)
        self.loaded.emit(len(self._ids))

    def _reset(self, ids: list[RowId]) -> None:
        self.beginResetModel()
        self._ids = ids
        self._changed_places()
        self.endResetModel()

    def _changed_places(self) -> None:
        self._places = None
        self._edition += 1

    @property
    def _row_of(self) -> dict[RowId, int]:
        """Where each id stands; made when first needed, because it costs 20 ms for 100,000 ids."""
        if self._places is None:
            self._places = {row_id: row for row, row_id in enumerate(self._ids)}
        return self._places

    def _remove(self, change: ListChange) -> bool:
        """Take out the rows that are gone; returns False, and does nothing, when they are too scattered."""
        gone = ranges(change.gone)
        if len(gone) > MAX_RANGES:
            return False
        for first, last in reversed(gone):
            self.beginRemoveRows(QModelIndex(), first, last)
            # What is gone seldom comes back; a feed's old heads would each hold the lines of their time.
            for row_id in self._ids[first : last + 1]:
                self._cache.pop(row_id, None)
            del self._ids[first : last + 1]
            self._changed_places()
            self.endRemoveRows()
        return True

    def _apply(self, change: ListChange, ids: list[RowId]) -> None:
        """Turn the present ids into ``ids`` by removing, moving and inserting rows."""
        added = ranges(change.fresh)
        if len(added) > MAX_RANGES or not self._remove(change):
            self._reset(ids)
            return
        if change.moves is None:
            self._reorder(change)
        else:
            self._move(change.moves)
        for first, last in added:
            self.beginInsertRows(QModelIndex(), first, last)
            self._ids[first:first] = ids[first : last + 1]
            self._changed_places()
            self.endInsertRows()

    def _move(self, moves: Sequence[tuple[int, int]]) -> None:
        for source, target in moves:
            # Qt names the row before which a moved one comes to stand, counted while it is in its old place.
            before = target + 1 if target > source else target
            self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), before)
            self._ids.insert(target, self._ids.pop(source))
            self._changed_places()
            self.endMoveRows()

    def _reorder(self, change: ListChange) -> None:
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        held = [(index, self._ids[index.row()]) for index in old]
        self._ids[change.first : change.first + len(change.kept)] = change.kept
        self._changed_places()
        moved = {row_id: row for row, row_id in enumerate(change.kept, change.first)} if held else {}
        fresh = [self.index(moved.get(row_id, index.row()), index.column()) for index, row_id in held]
        self.changePersistentIndexList(old, fresh)
        self.layoutChanged.emit()

    # Rows are read when a view asks for one, with its neighbours.

    def row(self, row: int) -> Any:
        """Return a cached row, or None and fetch it."""
        row_id = self._ids[row]
        found = self._cache.get(row_id)
        if found is not None:
            return found
        if row_id not in self._asked and row_id not in self._wanted:
            first = row - row % PAGE_ROWS
            for place, near in enumerate(self._ids[first : first + PAGE_ROWS], first):
                if near not in self._cache and near not in self._asked:
                    self._wanted[near] = place
            if not self._fetch_timer.isActive():
                self._fetch_timer.start()
        return None

    @Slot()
    def _fetch_wanted(self) -> None:
        places, self._wanted = self._wanted, {}
        wanted = list(places)
        if not wanted:
            return
        self._asked.update(wanted)
        self._runner.submit(
            lambda: self._source.rows(wanted),
            lambda rows: self._on_rows(places, rows),
            owner=self,
            on_error=lambda error: self._on_rows_failed(wanted, error),
        )

    def _on_rows_failed(self, wanted: Sequence[RowId], error: BaseException) -> None:
        self._asked.difference_update(wanted)
        self.failed.emit(error)

    def _on_rows(self, wanted: Mapping[RowId, int], rows: Mapping[RowId, Any]) -> None:
        self._asked.difference_update(wanted)
        self._keep({row_id: rows[row_id] for row_id in wanted if row_id in rows})
        changed: list[int] = []
        lost: list[RowId] = []
        # Most rows stand where they stood when they were asked for.
        for row_id, place in wanted.items():
            if 0 <= place < len(self._ids) and self._ids[place] == row_id:
                changed.append(place)
            else:
                lost.append(row_id)
        if len(lost) > FEW_ROWS:
            changed += [self._row_of[row_id] for row_id in lost if row_id in self._row_of]
        else:
            changed += [place for place in map(self.row_of, lost) if place >= 0]
        last_column = len(self._columns) - 1
        for first, last in ranges(sorted(changed)):
            self.dataChanged.emit(self.index(first, 0), self.index(last, last_column))

    def _keep(self, rows: Mapping[RowId, Any]) -> None:
        for row_id, row in rows.items():
            self._cache[row_id] = row
            self._cache.move_to_end(row_id)
        while len(self._cache) > CACHE_ROWS:
            self._cache.popitem(last=False)

    def row_of(self, row_id: RowId) -> int:
        """Return where an id stands, or -1."""
        if self._places is not None:
            return self._places.get(row_id, -1)
        try:
            return self._ids.index(row_id)
        except ValueError:
            return -1

    def id_at(self, row: int) -> RowId | None:
        """Return the id in a row, or None."""
        return self._ids[row] if 0 <= row < len(self._ids) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many ids answer the question."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell, its row (ROW_ROLE), its id (ID_ROLE), or the words for a row that is still
        loading.
        """
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        if role == ID_ROLE:
            return self._ids[index.row()]
        if role not in (ROW_ROLE, CELL_ROLE) and role not in _TEXT_ROLES:
            return None
        row = self.row(index.row())
        if role == ROW_ROLE:
            return row
        cell = self.cell(index.row(), index.column())
        return cell if role == CELL_ROLE else cell.text

    def cell(self, row: int, column: int) -> Cell:
        """Return what a cell shows; the words for a row that is still loading stand in its first cell."""
        found = self.row(row)
        if found is None:
            return Cell(tr("Lists", "Loading …") if column == 0 else "", ink="text.tertiary")
        return self._columns[column].cell(found)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self._columns[section].right else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask the source for another order."""
        if 0 <= column < len(self._columns) and self._columns[column].sortable:
            descending = order == Qt.SortOrder.DescendingOrder
            self.ask(Question(self._question.filter, self._columns[column].key, descending))
