import gc
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.lists import RowList, RowTable, TwoLine
from neurodesk.ui.widgets.paged_model import ID_ROLE, ROW_ROLE, PagedModel, Question, RowId
from tests.ui.gallery import SampleRow, SampleRows, columns, sample_rows


def filled(qtbot: Any, runner: QueryRunner, source: Any, **options: Any) -> PagedModel:
    model = PagedModel(source, columns(), runner, **options)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    with qtbot.waitSignal(model.loaded):
        model.ask(Question())
    return model


def ids(model: PagedModel) -> list[RowId]:
    return [model.index(row, 0).data(ID_ROLE) for row in range(model.rowCount())]


def refreshed(qtbot: Any, model: PagedModel) -> None:
    with qtbot.waitSignal(model.loaded):
        model.refresh()


def test_rows_come_page_by_page_from_another_thread(qtbot: Any, runner: QueryRunner) -> None:
    asked: list[int] = []

    class Counting(SampleRows):
        def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, SampleRow]:
            asked.append(len(ids))
            assert threading.current_thread() is not threading.main_thread()
            return super().rows(ids)

    model = filled(qtbot, runner, Counting(sample_rows(1_000).by_id.values()))  # type: ignore[arg-type]
    assert model.rowCount() == 1_000
    assert model.index(500, 0).data() == "Loading …"
    qtbot.waitUntil(lambda: model.index(500, ROW_ROLE and 0).data(ROW_ROLE) is not None)
    assert model.index(500, 1).data().startswith(("etcd", "Let"))
    assert sum(asked) <= 128


def test_sort_and_filter_happen_in_the_source(qtbot: Any, runner: QueryRunner) -> None:
    model = filled(qtbot, runner, sample_rows(40))
    with qtbot.waitSignal(model.loaded):
        model.sort(2, Qt.SortOrder.AscendingOrder)
    order = sorted(range(40), key=lambda n: (round(0.95 - n * 0.007, 2), n))
    assert ids(model) == order
    with qtbot.waitSignal(model.loaded):
        model.ask(Question("Ceph"))
    assert ids(model) == [6, 14, 22, 30, 38]


def test_refresh_applies_differences_and_keeps_the_current_row(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(10)
    model = filled(qtbot, runner, source)
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    current = QPersistentModelIndex(model.index(6, 0))
    for gone in (0, 1, 4):
        del source.by_id[gone]
    source.by_id[77] = SampleRow(77, "new", "queued", 0.5)
    refreshed(qtbot, model)
    assert ids(model) == [2, 3, 5, 6, 7, 8, 9, 77]
    assert current.row() == 3
    assert current.data(ID_ROLE) == 6
    assert resets == []


def test_changed_order_moves_rows_and_the_current_index_with_them(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(6)
    model = filled(qtbot, runner, source)
    current = QPersistentModelIndex(model.index(1, 0))
    source.by_id = {n: source.by_id[n] for n in (5, 3, 1, 0, 4, 2)}
    refreshed(qtbot, model)
    assert ids(model) == [5, 3, 1, 0, 4, 2]
    assert current.row() == 2


def test_new_rows_wait_until_they_are_asked_for(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(5)
    model = filled(qtbot, runner, source, hold_new=True)
    waiting: list[int] = []
    model.new_waiting.connect(waiting.append)
    source.by_id = {90: SampleRow(90, "a", "queued", 1), **source.by_id, 91: SampleRow(91, "b", "queued", 0)}
    del source.by_id[2]
    refreshed(qtbot, model)
    assert ids(model) == [0, 1, 3, 4]
    assert waiting == [2]
    model.take_new()
    assert ids(model) == [90, 0, 1, 3, 4, 91]
    assert waiting == [2, 0]


def test_the_first_rows_of_an_empty_list_come_in_at_once(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(0)
    model = filled(qtbot, runner, source, hold_new=True)
    source.by_id = {90: SampleRow(90, "a", "queued", 1)}
    refreshed(qtbot, model)
    assert ids(model) == [90]


def test_changed_rows_are_read_again(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(3)
    model = filled(qtbot, runner, source)
    qtbot.waitUntil(lambda: model.index(0, 0).data(ROW_ROLE) is not None)
    source.by_id[0] = SampleRow(0, "renamed", "failed", 0.1)
    model.refresh([0])
    qtbot.waitUntil(lambda: model.index(0, 1).data() == "renamed")


def test_failed_question_keeps_the_old_rows_and_tells(qtbot: Any, runner: QueryRunner) -> None:
    source = sample_rows(3)
    model = filled(qtbot, runner, source)

    def broken(_question: Question) -> Sequence[RowId]:
        raise OSError("disk")

    source.ids = broken  # type: ignore[method-assign]
    with qtbot.waitSignal(model.failed) as caught:
        model.ask(Question("x"))
    assert isinstance(caught.args[0], OSError)
    assert model.rowCount() == 3


def test_hundred_thousand_rows_cost_no_stall(qtbot: Any, runner: QueryRunner) -> None:
    class Many:
        def ids(self, question: Question) -> Sequence[RowId]:
            return range(100_000) if question.filter is None else range(0, 100_000, 3)

        def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, SampleRow]:
            return {i: SampleRow(i, f"task {i}", "queued", 0.5) for i in ids}  # type: ignore[misc, arg-type]

    model = PagedModel(Many(), columns(), runner)
    table = RowTable("Tasks", model)
    qtbot.addWidget(table)
    table.resize(900, 600)
    table.show()
    with qtbot.waitSignal(model.loaded):
        model.ask(Question())
    begun = time.perf_counter()
    table.scrollToBottom()
    QApplication.processEvents()
    with qtbot.waitSignal(model.loaded):
        model.ask(Question("every third"))
    QApplication.processEvents()
    assert time.perf_counter() - begun < 1.0
    assert model.rowCount() == 33_334


def test_list_rows_have_one_height_and_speak(qtbot: Any, runner: QueryRunner) -> None:
    model = filled(qtbot, runner, sample_rows(20))
    rows = RowList(
        "Drafts", to_line=lambda r: TwoLine(r.title, ((Lamp.CONTRADICTED, 2),), right="2 h", unseen=True)
    )
    qtbot.addWidget(rows)
    rows.setModel(model)
    rows.resize(304, 500)
    rows.show()
    qtbot.waitUntil(lambda: model.index(0, 0).data(ROW_ROLE) is not None)
    rows.grab()
    heights = {rows.visualRect(model.index(row, 0)).height() for row in range(5)}
    assert heights == {56}
    assert TwoLine("T", ((Lamp.CONTRADICTED, 2),), unseen=True).spoken == "T. new. 2 contradicted"


def test_broken_and_loading_rows_are_painted(qtbot: Any, runner: QueryRunner) -> None:
    model = filled(qtbot, runner, sample_rows(200))
    rows = RowList("Drafts", to_line=lambda r: TwoLine(r.title, broken="The file is missing."))
    qtbot.addWidget(rows)
    rows.setModel(model)
    rows.show()
    # The first page came along with the ids; the last one is still to be read.
    rows.scrollToBottom()
    loading = rows.grab().toImage()
    qtbot.waitUntil(lambda: model.index(199, 0).data(ROW_ROLE) is not None)
    assert rows.grab().toImage() != loading


def test_rows_that_left_the_list_are_not_held(qtbot: Any, runner: QueryRunner) -> None:
    class Born(SampleRows):
        def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Any]:
            made = {row_id: Held() for row_id in ids}
            held.extend(weakref.ref(one) for one in made.values())
            return made

    class Held:
        pass

    held: list[weakref.ref[Held]] = []
    source = Born(sample_rows(30).by_id.values())  # type: ignore[arg-type]
    model = filled(qtbot, runner, source)
    assert sum(one() is not None for one in held) == 30
    for gone in range(5, 25):
        del source.by_id[gone]
    refreshed(qtbot, model)
    gc.collect()
    assert sum(one() is not None for one in held) == 10


def test_the_passage_of_an_empty_section_keeps_heading_and_text_apart() -> None:
    from neurodesk.ui.panes.gaps.pages import passage_words

    assert passage_words("## Rollback\n\nTo be written.") == "Rollback: To be written."
    assert passage_words("# Only a heading") == "Only a heading"
    assert passage_words("Plain words\non two lines") == "Plain words on two lines"
