"""What leads from one list to another, and the model that follows it (DESIGN "State to screen")."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.widgets.list_change import MAX_MOVES, ListChange
from neurodesk.ui.widgets.paged_model import ID_ROLE, PAGE_ROWS, Cell, Column, PagedModel, Question, RowId


class Source:
    """Rows that count what is asked of them."""

    def __init__(self, ids: Sequence[RowId]) -> None:
        self.now = list(ids)
        self.ids_read = 0
        self.rows_read: list[int] = []

    def ids(self, question: Question) -> Sequence[RowId]:
        self.ids_read += 1
        return list(self.now)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Any]:
        self.rows_read.append(len(ids))
        return {one: f"row {one}" for one in ids}


@pytest.fixture
def runner(qtbot: Any) -> Iterator[QueryRunner]:
    made = QueryRunner()
    yield made
    made.close()


def model_of(qtbot: Any, runner: QueryRunner, source: Source) -> PagedModel:
    model = PagedModel(source, [Column("text", "Text", lambda row: Cell(str(row)))], runner)
    with qtbot.waitSignal(model.loaded):
        model.ask(Question())
    return model


def shown(model: PagedModel) -> list[RowId]:
    return [model.index(row, 0).data(ID_ROLE) for row in range(model.rowCount())]


def applied(change: ListChange, old: list[Hashable], new: list[Hashable]) -> list[Hashable]:
    """Take the steps on a plain list."""
    now = [one for row, one in enumerate(old) if row not in set(change.gone)]
    if change.moves is None:
        now[change.first : change.first + len(change.kept)] = change.kept
    for source, target in change.moves or ():
        now.insert(target, now.pop(source))
    for row in change.fresh:
        now.insert(row, new[row])
    return now


def test_steps_lead_from_any_list_to_any_other() -> None:
    dice = random.Random(5)
    for _ in range(400):
        old: list[Hashable] = dice.sample(range(40), dice.randrange(30))
        new: list[Hashable] = dice.sample(range(40), dice.randrange(30))
        assert applied(ListChange.between(old, new), old, new) == new


def test_a_task_that_ends_is_one_move_over_thousands() -> None:
    old: list[Hashable] = list(range(50_000))
    new = [*old[1:25_000], old[0], *old[25_000:]]
    change = ListChange.between(old, new)
    assert change.moves == [(0, 24_999)]
    assert (change.gone, change.fresh) == ([], [])


def test_a_new_order_of_many_rows_is_no_row_of_moves() -> None:
    old: list[Hashable] = list(range(10 * MAX_MOVES))
    assert ListChange.between(old, old[::-1]).moves is None


def test_model_tester_passes_and_the_current_row_stays_through_any_change(
    qtbot: Any, runner: QueryRunner
) -> None:
    dice = random.Random(11)
    source = Source(dice.sample(range(60), 30))
    model = model_of(qtbot, runner, source)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    for _ in range(40):
        current = QPersistentModelIndex(model.index(dice.randrange(model.rowCount()), 0))
        kept = current.data(ID_ROLE)
        others = [one for one in dice.sample(range(60), dice.randrange(1, 40)) if one != kept]
        # Sometimes another list altogether, mostly one row elsewhere.
        source.now = [*others, kept] if dice.random() < 0.3 else [*source.now[1:], source.now[0]]
        with qtbot.waitSignal(model.loaded):
            model.refresh()
        assert shown(model) == source.now
        assert current.data(ID_ROLE) == kept
    assert resets == []
    del tester


def test_a_filter_reads_the_ids_and_one_page_of_rows(qtbot: Any, runner: QueryRunner) -> None:
    source = Source(range(5_000))
    model = model_of(qtbot, runner, source)
    assert (source.ids_read, source.rows_read) == (1, [PAGE_ROWS])
    assert model.row(0) == "row 0"
    assert model.row(PAGE_ROWS - 1) is not None


def test_scrolling_back_reads_nothing_again(qtbot: Any, runner: QueryRunner) -> None:
    source = Source(range(1_000))
    model = model_of(qtbot, runner, source)
    for row in (500, 501, 510):
        model.row(row)
    qtbot.waitUntil(lambda: model.row(500) is not None)
    for row in (0, 20, 500, 505):
        assert model.row(row) is not None
    assert source.rows_read == [PAGE_ROWS, PAGE_ROWS]


def test_a_stream_of_changes_reads_a_long_list_rarely_and_still_to_its_end(
    qtbot: Any, runner: QueryRunner
) -> None:
    source = Source(range(5_000))
    model = model_of(qtbot, runner, source)
    source.now = [*range(1, 5_000), 0]
    for _ in range(50):
        model.refresh()
    qtbot.waitUntil(lambda: shown(model)[-1] == 0)
    assert source.ids_read == 2
