from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QTextEdit, QWidget

from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.three_pane import ThreePane


def panes(qtbot: Any, store: LayoutStore, width: int = 1400) -> tuple[ThreePane, QWidget, QWidget, QWidget]:
    left, centre, right = QListWidget(), QTextEdit(), QListWidget()
    frame = ThreePane("review", left, centre, right, ("Drafts", "Article", "Source"), store)
    qtbot.addWidget(frame)
    frame.resize(width, 700)
    frame.show()
    QApplication.processEvents()
    return frame, left, centre, right


def test_wide_window_shows_three_panes_at_their_design_widths(qtbot: Any) -> None:
    _frame, left, centre, right = panes(qtbot, LayoutStore(None))
    assert left.isVisible()
    assert right.isVisible()
    assert abs(left.width() - 304) < 40
    assert abs(right.width() - 420) < 40
    assert centre.width() >= 560


def test_right_pane_becomes_a_tab_then_the_left_one_a_button_and_both_come_back(qtbot: Any) -> None:
    frame, left, centre, right = panes(qtbot, LayoutStore(None))
    frame.resize(1000, 700)
    QApplication.processEvents()
    assert left.isVisible()
    assert centre.isVisible()
    assert not right.isVisible()
    frame.toggle_right()
    assert right.isVisible()
    assert not centre.isVisible()
    frame.toggle_right()
    frame.resize(800, 700)
    QApplication.processEvents()
    assert not left.isVisible()
    frame.toggle_left()
    assert left.isVisible()
    frame.resize(1400, 700)
    QApplication.processEvents()
    assert left.isVisible()
    assert centre.isVisible()
    assert right.isVisible()


def test_folded_pane_leaves_a_way_back(qtbot: Any) -> None:
    frame, left, _centre, right = panes(qtbot, LayoutStore(None))
    frame.toggle_left()
    frame.toggle_right()
    assert not left.isVisible()
    assert not right.isVisible()
    assert frame._show_left.isVisible()
    frame._show_left.click()
    assert left.isVisible()
    frame.toggle_right()
    assert right.isVisible()


def test_line_is_dragged_by_a_wider_grip_and_its_place_is_kept(qtbot: Any, tmp_path: Path) -> None:
    store = LayoutStore(tmp_path / "layout.json")
    frame, left, _centre, _right = panes(qtbot, store)
    handle = frame.splitter.handle(1)
    grip = handle._grip  # type: ignore[attr-defined]
    assert grip.width() == 7
    before = left.width()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=QPoint(3, 100))
    QTest.mouseMove(grip, QPoint(3 + 60, 100))
    QApplication.processEvents()
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton)
    frame.splitter.setSizes([before + 50, 600, 420])
    frame.splitter.splitterMoved.emit(0, 1)
    assert store.save()
    _again, left_again, _c, _r = panes(qtbot, LayoutStore(tmp_path / "layout.json"))
    assert abs(left_again.width() - (before + 50)) < 30


def test_a_left_pane_that_does_not_fit_beside_the_centre_takes_its_place(qtbot: Any) -> None:
    left, centre, right = QListWidget(), QTextEdit(), QListWidget()
    frame = ThreePane(
        "evidence",
        left,
        centre,
        right,
        ("Evidence", "Text", "Provenance"),
        LayoutStore(None),
        left_px=(562, 444, 724),
    )
    qtbot.addWidget(frame)
    frame.resize(720, 700)
    frame.show()
    QApplication.processEvents()
    frame.toggle_left()
    QApplication.processEvents()
    assert left.isVisible()
    assert not centre.isVisible()
    assert left.width() == frame.width()
    tab = frame._tabs.tabRect(0).center()
    QTest.mouseClick(frame._tabs, Qt.MouseButton.LeftButton, pos=tab)
    assert centre.isVisible()
    assert not left.isVisible()
    frame.toggle_left()
    frame.resize(1600, 700)
    QApplication.processEvents()
    assert left.isVisible()
    assert centre.isVisible()
    assert right.isVisible()
    assert left.mapTo(frame, QPoint(0, 0)).x() < centre.mapTo(frame, QPoint(0, 0)).x()
    assert left.width() <= 724
