"""Nothing is cut or laid over something else where room is short (SPEC I5)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from neurodesk.ui.widgets.flow import FlowLayout, ToolRow
from neurodesk.ui.widgets.graph_layout import GraphEdge, GraphNode, neighbourhood_positions
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from neurodesk.ui.widgets.parts import button
from neurodesk.ui.widgets.status import Status, StatusBar

TITLE = "Herausfinden, warum ein systemd-Dienst nach einem Neustart nicht mehr startet"


@pytest.mark.parametrize("size", [(720, 520), (560, 700), (1400, 410), (400, 300)])
@pytest.mark.parametrize("count", [2, 9, 40])
def test_labels_of_a_neighbourhood_cover_neither_each_other_nor_the_edge(
    qtbot: Any, size: tuple[int, int], count: int
) -> None:
    nodes = [GraphNode(f"n{n}", f"{TITLE} {n}", "Wissensbasis") for n in range(count)]
    edges = [GraphEdge(f"e{n}", "n0", f"n{n}", "links_to") for n in range(1, count)]
    view = NeighbourhoodView()
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    view.show_graph(nodes, edges, neighbourhood_positions(nodes, edges, "n0"), "n0")
    shown = [label.box for label in view.labels()]
    assert len(shown) >= min(count, 2)
    for one, other in combinations(shown, 2):
        assert not one.intersects(other)
    for box in shown:
        assert box.left() >= 0
        assert box.right() <= view.width()
        assert box.top() >= 0
        assert box.bottom() <= view.height()


def test_a_flow_takes_more_rows_in_less_room_and_cuts_nothing(qtbot: Any) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host)
    parts = [QPushButton(f"Steuerung {n}") for n in range(5)]
    for part in parts:
        flow.addWidget(part)
    assert flow.heightForWidth(2000) < flow.heightForWidth(300)
    host.resize(300, flow.heightForWidth(300))
    host.show()
    QApplication.processEvents()
    for part in parts:
        assert host.rect().contains(part.geometry())
        assert part.width() >= part.sizeHint().width()
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())


def test_buttons_of_a_tool_row_stay_whole_while_the_field_can_give_way(qtbot: Any) -> None:
    tools = ToolRow()
    qtbot.addWidget(tools)
    row = QHBoxLayout(tools)
    field = QLineEdit()
    field.setPlaceholderText("Filter")
    made = button("Neue Aufgabe", "primary", "plus", "N")
    row.addWidget(field, 1)
    row.addWidget(made)
    tools.resize(made.sizeHint().width() + 140, 50)
    tools.show()
    QApplication.processEvents()
    assert made.width() >= made.width_px(0)
    tools.resize(made.width_px(1) + 120, 50)
    QApplication.processEvents()
    assert made.width() >= made.width_px(1), "the keycap goes before the icon"


def test_items_of_a_narrow_status_bar_share_the_room(qtbot: Any) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    bar = StatusBar()
    QVBoxLayout(host).addWidget(bar)
    items = [bar.add(f"i{n}", f"Item {n}") for n in range(6)]
    for n in range(6):
        bar.say(f"i{n}", Status(f"Eingebaute Maschine Nummer {n}", "model"))
    host.resize(500, 40)
    host.show()
    QApplication.processEvents()
    for one, other in combinations(items, 2):
        assert not one.geometry().intersects(other.geometry())
    assert all(one.geometry().right() <= bar.width() for one in items)
    assert all(one.text().endswith("…") and one.toolTip() for one in items)
    host.resize(2400, 40)
    QApplication.processEvents()
    assert not any(one.text().endswith("…") for one in items)
