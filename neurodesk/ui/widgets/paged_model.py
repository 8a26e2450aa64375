"""A table model that holds ids and a page cache; sorting, filtering and counting happen where the rows
live.
"""

from __future__ import annotations

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

Index = QModelIndex | QPersistentModelIndex
RowId = Hashable
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 2
CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 3
CACHE_ROWS = 4_000
PAGE_ROWS = 64
MAX_RANGES = 200


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


class PagedModel(QAbstractTableModel):
    """Ids in order plus cached rows (DESIGN "State to screen").

    A change of the question resets the list; a refresh of the same question is applied as differences by
    id, and new
    ids wait (``new_waiting`` tells how many) until ``take_new`` when ``hold_new`` is set. ``loaded``
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
        self._channel = f"ids-{id(self)}"
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
        """Re-read after a ChangeSet: ids always, rows of ``changed`` that are cached."""
        for row_id in changed:
            if row_id in self._cache:
                self._wanted[row_id] = -1
        if self._wanted:
            self._fetch_timer.start()
        self._ask_ids()

    def _ask_ids(self) -> None:
        question = self._question
        self._runner.submit(
            lambda: list(self._source.ids(question)),
            lambda ids: self._on_ids(question, ids),
            channel=self._channel,
            owner=self,
            on_error=self.failed.emit,
        )

    def _on_ids(self, question: Question, ids: list[RowId]) -> None:
        if question != self._answered:
            self._answered = question
            self._pending = None
            self._reset(ids)
        elif self._hold_new and any(row_id not in self._row_of for row_id in ids):
            self._pending = ids
            known = set(ids)
            self._remove_missing(known)
            self.new_waiting.emit(sum(row_id not in self._row_of for row_id in ids))
        else:
            self._pending = None
            self._apply(ids)
            self.new_waiting.emit(0)
        self.loaded.emit(len(self._ids))

    def take_new(self) -> None:
        """Sort the waiting rows in; selection and scroll position stay with their rows."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            self._apply(pending)
        self.new_waiting.emit(0)
        self.loaded.emit(len(self._ids))

    def _reset(self, ids: list[RowId]) -> None:
        self.beginResetModel()
        self._set_ids(ids)
        self.endResetModel()

    def _set_ids(self, ids: list[RowId]) -> None:
        self._ids = ids
        self._places = None

    @property
    def _row_of(self) -> dict[RowId, int]:
        """Where each id stands; made when first needed, because it costs 20 ms for 100,000 ids."""
        if self._places is None:
            self._places = {row_id: row for row, row_id in enumerate(self._ids)}
        return self._places

    def _remove_missing(self, known: set[RowId]) -> bool:
        gone = [row for row, row_id in enumerate(self._ids) if row_id not in known]
        ranges = _ranges(gone)
        if len(ranges) > MAX_RANGES:
            return False
        for first, last in reversed(ranges):
            self.beginRemoveRows(QModelIndex(), first, last)
            self._set_ids(self._ids[:first] + self._ids[last + 1 :])
            self.endRemoveRows()
        return True

    def _apply(self, ids: list[RowId]) -> None:
        """Turn the present ids into ``ids`` by removing, inserting and moving rows."""
        if ids == self._ids:
            return
        if not self._remove_missing(set(ids)):
            self._reset(ids)
            return
        common = [row_id for row_id in ids if row_id in self._row_of]
        if common != self._ids:
            self._reorder(common)
        ranges = _ranges([row for row, row_id in enumerate(ids) if row_id not in self._row_of])
        if len(ranges) > MAX_RANGES:
            self._reset(ids)
            return
        for first, last in ranges:
            self.beginInsertRows(QModelIndex(), first, last)
            self._set_ids(self._ids[:first] + ids[first : last + 1] + self._ids[first:])
            self.endInsertRows()

    def _reorder(self, ids: list[RowId]) -> None:
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        held = [(index, self._ids[index.row()]) for index in old]
        self._set_ids(ids)
        fresh = [self.index(self._row_of[row_id], index.column()) for index, row_id in held]
        self.changePersistentIndexList(old, fresh)
        self.layoutChanged.emit()

    # Rows are read when a view asks for one, with its neighbours.

    def row(self, row: int) -> Any:
        """Return a cached row, or None and fetch it."""
        row_id = self._ids[row]
        found = self._cache.get(row_id)
        if found is not None:
            return found
        if row_id not in self._asked:
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

    def _place(self, row_id: RowId, place: int) -> int:
        """Return where an id stands now, -1 when it is gone; ``place`` is where it stood when asked for."""
        if 0 <= place < len(self._ids) and self._ids[place] == row_id:
            return place
        return self._row_of.get(row_id, -1)

    def _on_rows(self, wanted: Mapping[RowId, int], rows: Mapping[RowId, Any]) -> None:
        self._asked.difference_update(wanted)
        for row_id in wanted:
            if row_id in rows:
                self._cache[row_id] = rows[row_id]
                self._cache.move_to_end(row_id)
        while len(self._cache) > CACHE_ROWS:
            self._cache.popitem(last=False)
        places = (self._place(row_id, place) for row_id, place in wanted.items())
        changed = sorted(place for place in places if place >= 0)
        last_column = len(self._columns) - 1
        for first, last in _ranges(changed):
            self.dataChanged.emit(self.index(first, 0), self.index(last, last_column))

    def row_of(self, row_id: RowId) -> int:
        """Return where an id stands, or -1."""
        return self._row_of.get(row_id, -1)

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
        text_roles = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        )
        if role not in (ROW_ROLE, CELL_ROLE, *text_roles):
            return None
        row = self.row(index.row())
        if role == ROW_ROLE:
            return row
        column = self._columns[index.column()]
        if row is None:
            loading = tr("Lists", "Loading …") if index.column() == 0 else ""
            return Cell(loading, ink="text.tertiary") if role == CELL_ROLE else loading
        cell = column.cell(row)
        return cell if role == CELL_ROLE else cell.text

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


def _ranges(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Join ascending rows into (first, last) ranges."""
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
