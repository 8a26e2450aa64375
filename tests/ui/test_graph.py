import time
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from neurodesk.ui.widgets.graph_layout import (
    GraphEdge,
    GraphNode,
    communities,
    neighbourhood_positions,
    overview_positions,
)
from neurodesk.ui.widgets.graph_overview import GraphOverview, OverviewGraph
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from tests.ui.gallery import sample_graph


def clustered(nodes: int, edges: int) -> np.ndarray:
    """Edges of a graph with 40 clusters, one in ten between clusters."""
    random = np.random.default_rng(3)
    group = np.arange(nodes) % 40
    left = random.integers(0, nodes, edges)
    shift = random.integers(0, max(1, nodes // 40), edges) * 40
    right = np.where(
        random.random(edges) < 0.9, (group[left] + shift) % nodes, random.integers(0, nodes, edges)
    )
    return np.stack((left, right), axis=1).astype(np.int32)


def overview(nodes: int, edges: int) -> OverviewGraph:
    pairs = clustered(nodes, edges)
    places, groups = overview_positions(nodes, pairs)
    return OverviewGraph(
        [f"n{n}" for n in range(nodes)],
        [f"Node {n}" for n in range(nodes)],
        (np.arange(nodes) % 3).astype(np.int32),
        places,
        groups,
        pairs,
        (np.arange(len(pairs)) % len(EDGE_KINDS)).astype(np.int32),
    )


def test_layouts_are_the_same_each_time() -> None:
    pairs = clustered(800, 3_000)
    first, groups = overview_positions(800, pairs)
    again, _groups = overview_positions(800, pairs)
    assert np.array_equal(first, again)
    assert len(first) == len(groups) == 800
    nodes, edges = sample_graph()
    one = neighbourhood_positions(nodes, edges, "n0")
    assert np.array_equal(one, neighbourhood_positions(nodes, edges, "n0"))


def test_clusters_become_communities() -> None:
    left = [(a, b) for a in range(10) for b in range(a)]
    right = [(a + 10, b + 10) for a, b in left]
    groups = communities(21, np.array([*left, *right, (0, 10)], dtype=np.int32))
    assert len(set(groups[:10].tolist())) == 1
    assert len(set(groups[10:20].tolist())) == 1
    assert groups[0] != groups[10] != groups[20]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_tiny_graphs_have_a_layout(count: int) -> None:
    places, groups = overview_positions(count, np.zeros((0, 2), dtype=np.int32))
    assert places.shape == (count, 2)
    assert len(groups) == count


def test_labels_of_a_full_neighbourhood_do_not_cover_one_another() -> None:
    nodes = [GraphNode(f"n{n}", f"Node {n}") for n in range(60)]
    edges = [GraphEdge(f"e{n}", "n0" if n <= 30 else f"n{n - 30}", f"n{n}", "links_to") for n in range(1, 60)]
    places = neighbourhood_positions(nodes, edges, "n0")
    assert places[0].tolist() == [0, 0]
    gap = np.abs(places[:, None, :] - places[None, :, :])
    near = (gap[..., 0] < 90) & (gap[..., 1] < 30)
    np.fill_diagonal(near, False)
    assert near.sum() == 0


def test_neighbourhood_is_walked_by_keyboard_and_says_its_relations(qtbot: Any) -> None:
    nodes, edges = sample_graph()
    view = NeighbourhoodView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show_graph(nodes, edges, neighbourhood_positions(nodes, edges, "n0"), "n0")
    view.show()
    chosen: list[str] = []
    opened: list[str] = []
    view.node_chosen.connect(chosen.append)
    view.node_opened.connect(opened.append)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert len(chosen) == 2
    assert opened == [chosen[-1]]
    assert "Kennwortrichtlinie: contradicts, proposed" in view.spoken_edges("n0")
    assert view.accessibleName().startswith("Neighbourhood of ZFS-Verschlüsselung: 10 nodes")
    view.grab()


def test_click_chooses_the_node_under_the_pointer(qtbot: Any) -> None:
    nodes, edges = sample_graph()
    view = NeighbourhoodView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show_graph(nodes, edges, neighbourhood_positions(nodes, edges, "n0"), "n0")
    at = view._at("n3").toPoint()
    with qtbot.waitSignal(view.node_chosen) as caught:
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == ["n3"]


def test_ten_thousand_nodes_move_from_the_cached_picture_and_get_sharp_in_slices(qtbot: Any) -> None:
    begun = time.process_time()
    graph = overview(10_000, 40_000)
    assert time.process_time() - begun < 20
    view = GraphOverview()
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        view.show_graph(graph)
    assert 0 < view.edges_drawn <= view.edges_in_view
    frames = []
    for step in range(40):
        begun = time.perf_counter()
        view.pan_by(7, 3)
        if step % 4 == 0:
            view.zoom_by(1.05, QPointF(300, 200))
        view.repaint()
        frames.append(time.perf_counter() - begun)
    frames.sort()
    assert frames[len(frames) // 2] < 0.06, frames
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        pass


def test_overview_click_finds_the_nearest_node(qtbot: Any) -> None:
    view = GraphOverview()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        view.show_graph(overview(60, 100))
    x, y = view._to_screen()[17].tolist()
    with qtbot.waitSignal(view.node_chosen) as caught:
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(x, y).toPoint())
    assert caught.args == ["n17"]
    QApplication.processEvents()
