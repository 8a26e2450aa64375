from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from neurodesk.providers.graph_map.arrange import arrange
from neurodesk.ui.panes.graph.export import paint_file
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.widgets.graph_layout import GraphEdge, GraphNode, neighbourhood_positions
from neurodesk.ui.widgets.graph_map_scene import OverviewGraph
from neurodesk.ui.widgets.graph_overview import GraphOverview
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from tests.graph_parts import clustered, shape_of
from tests.ui.gallery import sample_graph


def overview(nodes: int, edges: int, fresh: bool = False) -> OverviewGraph:
    pairs = clustered(nodes, edges)
    made = arrange(shape_of(nodes, pairs), lambda *_told: None, 60)
    new = np.arange(nodes) % 50 == 0
    return OverviewGraph(
        [f"n{n}" for n in range(nodes)],
        [f"Node {n}" for n in range(nodes)],
        (np.arange(nodes) % 3).astype(np.int32),
        np.array([one[:2] for one in made], dtype=np.float32),
        np.array([one[2] for one in made], dtype=np.int32),
        pairs,
        (np.arange(len(pairs)) % len(EDGE_KINDS)).astype(np.int32),
        [f"Subject {n}" for n in range(1 + max(one[2] for one in made))],
        fresh,
        new if fresh else np.zeros(0, dtype=bool),
        new[pairs[:, 0]] if fresh else np.zeros(0, dtype=bool),
    )


def shown(qtbot: Any, graph: OverviewGraph, width: int = 1000, height: int = 700) -> GraphOverview:
    """A map on the screen, painted."""
    view = GraphOverview()
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        view.show_graph(graph)
    return view


def apart(boxes: list[QRectF]) -> bool:
    return not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_neighbourhoods_are_laid_out_the_same_each_time() -> None:
    nodes, edges = sample_graph()
    one = neighbourhood_positions(nodes, edges, "n0")
    assert np.array_equal(one, neighbourhood_positions(nodes, edges, "n0"))


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


def test_ten_thousand_nodes_show_named_communities_from_afar_and_nodes_from_near(qtbot: Any) -> None:
    view = shown(qtbot, overview(10_000, 40_000))
    scene = view.scene
    assert scene is not None
    assert scene.is_far(view.view().zoom)
    assert len(scene.names_shown) > 10
    assert apart(scene.names_shown)
    assert not scene.labels_shown
    # From afar only contradictions are drawn edge by edge.
    assert 0 < scene.edges_drawn < 40_000 / len(EDGE_KINDS) + 1
    assert view.accessibleDescription().startswith("Communities: Subject")
    disc = max(scene.discs, key=lambda one: one.size)
    at = view._at(disc.centre.x(), disc.centre.y()).toPoint()
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert not scene.is_far(view.view().zoom)
    assert scene.edges_drawn > 500
    assert apart([*scene.names_shown, *scene.labels_shown])


def test_moving_paints_the_cached_picture_and_standing_still_a_sharp_one(qtbot: Any) -> None:
    view = shown(qtbot, overview(2_000, 8_000))
    first = view._picture
    for step in range(10):
        view.pan_by(7, 3)
        if step % 4 == 0:
            view.zoom_by(1.05, QPointF(300, 200))
        view.repaint()
    assert view._picture is first
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        pass
    assert view._picture is not first


def test_a_map_that_is_read_again_stays_where_it_was(qtbot: Any) -> None:
    graph = overview(300, 900)
    view = shown(qtbot, graph)
    view.centre_on("n17")
    view.zoom_by(1.5)
    before = view.view()
    view.show_graph(graph)
    assert view.view() == before
    assert view.selected == "n17"


def test_what_is_new_is_marked_and_counted_by_community(qtbot: Any) -> None:
    view = shown(qtbot, overview(2_000, 8_000, fresh=True))
    scene = view.scene
    assert scene is not None
    assert sum(disc.fresh for disc in scene.discs) == 40
    words = [text for text, _font, _ink in scene._name_lines(scene.discs[0], far=True, room=300)]
    assert any("new" in one for one in words) == (scene.discs[0].fresh > 0)


def test_the_legend_filters_the_map_too(qtbot: Any) -> None:
    view = shown(qtbot, overview(300, 900))
    assert view.scene is not None
    every = view.scene.edges_drawn
    with qtbot.waitSignal(view.sharp, timeout=20_000):
        view.set_kinds(frozenset({"contradicts"}))
    assert 0 < view.scene.edges_drawn < every / 4


def test_overview_click_finds_the_nearest_node(qtbot: Any) -> None:
    view = shown(qtbot, overview(60, 100), 800, 600)
    x, y = view._to_screen()[17].tolist()
    with qtbot.waitSignal(view.node_chosen) as caught:
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPointF(x, y).toPoint())
    assert caught.args == ["n17"]
    assert view.selected == "n17"


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize("whole", [True, False])
def test_pictures_are_exported_whole(qtbot: Any, kind: str, whole: bool) -> None:
    if whole:
        picture: GraphOverview | NeighbourhoodView = shown(qtbot, overview(300, 900), 800, 600)
    else:
        nodes, edges = sample_graph()
        picture = NeighbourhoodView()
        qtbot.addWidget(picture)
        picture.resize(900, 700)
        picture.show_graph(nodes, edges, neighbourhood_positions(nodes, edges, "n0"), "n0")
    made: list[bytes] = []
    paint_file(picture, kind, "A title & more", made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    if kind == "svg":
        root = ET.fromstring(made[0])
        texts = " ".join(root.itertext())
        assert "A title & more" in texts
        assert ("Subject" if whole else "Kennwortrichtlinie") in texts
        assert root.get("viewBox") == f"0 0 {picture.width()} {picture.height()}"
        assert QSvgRenderer(made[0]).isValid()
    else:
        image = QImage.fromData(made[0])
        assert image.size() == picture.size() * 2
        assert image.text("Title") == "A title & more"
        colours = {image.pixelColor(x, y).rgb() for x in range(0, image.width(), 7) for y in range(0, 900, 7)}
        assert len(colours) > 5


@pytest.mark.parametrize("hostile", ["</title><script>x</script>", "a\x01b", "a\ufffeb", "a\uffffb"])
def test_a_hostile_title_leaves_the_exported_svg_well_formed(qtbot: Any, hostile: str) -> None:
    nodes = [GraphNode("n0", hostile, "article")]
    picture = NeighbourhoodView()
    qtbot.addWidget(picture)
    picture.resize(400, 300)
    picture.show_graph(nodes, [], neighbourhood_positions(nodes, [], "n0"), "n0")
    made: list[bytes] = []
    paint_file(picture, "svg", plain_label(hostile), made.append)
    qtbot.waitUntil(lambda: bool(made), timeout=20_000)
    parts = list(ET.fromstring(made[0]).iter())
    assert not {one.tag.rpartition("}")[2] for one in parts} & {"script", "foreignObject", "a"}
    said = [pair for one in parts for pair in one.attrib.items()]
    leads = [value for name, value in said if name.rpartition("}")[2] == "href"]
    assert all(one.startswith(("data:", "#")) for one in leads), leads  # the mark of a node is drawn into it
