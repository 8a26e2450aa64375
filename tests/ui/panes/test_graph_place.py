"""The graph place on the demo's profile: map, list, filter, what is new, export (issue 10, item 4)."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from xml.etree import ElementTree as ET

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from neurodesk.app.queries.graph_filter import MapFilter
from neurodesk.app.queries.graph_map import graph_map, map_ids
from neurodesk.domain.changes import Kind
from neurodesk.domain.graph import EdgeKind
from neurodesk.storage.db import Tx
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.graph.export import export_to
from neurodesk.ui.panes.graph.pane import GraphPane
from neurodesk.ui.panes.graph.rows import AllNodes, Row
from tests.graph_parts import put_link, put_node
from tests.ui.panes.desk_window import desk_on, dialog, place, press, unnamed, wait_for

Key = Qt.Key
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def opened_map(desk: Desk) -> GraphPane:
    """The graph place with its map laid out, opened by key."""
    pane = place(desk, "graph", GraphPane)
    wait_for(lambda: pane.around is not None, "a neighbourhood is shown")
    press(desk, Key.Key_V)
    wait_for(lambda: pane.whole.found is not None and not pane.whole.found.unplaced, "the map is laid out")
    return pane


def titles(pane: GraphPane) -> list[str]:
    rows = [pane.model.row(n) for n in range(pane.model.rowCount())]
    wait_for(lambda: all(isinstance(pane.model.row(n), Row) for n in range(pane.model.rowCount())))
    rows = [pane.model.row(n) for n in range(pane.model.rowCount())]
    return [row.node.title for row in rows]


def test_the_map_is_laid_out_once_and_the_list_holds_every_node(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        QAbstractItemModelTester(pane.model, FATAL, pane)
        profile = desk.services.profile
        ids = map_ids(profile, MapFilter())
        wait_for(lambda: pane.model.rowCount() == len(ids), "the list holds all nodes")
        assert set(pane.overview._graph.ids) == set(ids)  # type: ignore[union-attr]
        assert titles(pane) == sorted(titles(pane), key=str.casefold)
        assert not unnamed(pane)
        pane.rows.setFocus()
        press(desk, Key.Key_End)
        last = ids[-1]
        wait_for(lambda: pane.overview.selected == last, "list and map share the choice")
        press(desk, Key.Key_Return)
        wait_for(lambda: pane.target == last and pane.mode.choice == "near", "Enter opens its neighbourhood")
        first = graph_map(profile, MapFilter())
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        again = graph_map(desk.services.profile, MapFilter())
        assert (again.ids, again.places) == (first.ids, first.places)
        assert not [one.name for one in multiprocessing.active_children() if "map" in one.name]


def test_the_filter_acts_on_both_pictures_and_the_list(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        profile = desk.services.profile
        wanted = MapFilter(kinds=("research_evidence",))
        expected = map_ids(profile, wanted)
        assert 0 < len(expected) < len(map_ids(profile, MapFilter()))
        press(desk, Key.Key_G)
        facets = pane.filters.facets
        wait_for(facets.hasFocus, "G goes to the filter")
        wait_for(lambda: facets.values.item(0).rowCount() == 3, "kinds are counted")
        facets.setCurrentIndex(facets.values.item(0).child(1).index())
        press(desk, Key.Key_Space)
        assert pane.filters.wanted() == wanted
        wait_for(lambda: pane.model.rowCount() == len(expected), "the list follows")
        wait_for(lambda: set(pane.overview._graph.ids) == set(expected), "the map follows")  # type: ignore[union-attr]
        wait_for(lambda: pane.banner.isVisible() and str(len(expected)) in pane.banner.accessibleName())
        middle = pane.target
        wait_for(
            lambda: (
                pane.around is not None
                and {one.kind for one in pane.around.found.nodes if one.id != middle} <= {"research_evidence"}
            ),
            "the neighbourhood follows",
        )
        press(desk, Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
        wait_for(lambda: pane.filters.wanted().is_open and not pane.banner.isVisible(), "Shift+F shows all")


def test_keys_bring_the_left_side_back_in_a_narrow_window(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph", {"ui.text_scale": "200"}) as desk:
        pane = place(desk, "graph", GraphPane)
        wait_for(lambda: pane.around is not None, "a neighbourhood is shown")
        assert not pane.side.isVisible()
        press(desk, Key.Key_G)
        wait_for(
            lambda: pane.filters.facets.isVisible() and pane.filters.facets.hasFocus(), "G shows the filter"
        )


def test_a_tick_of_a_facet_is_painted(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        press(desk, Key.Key_G)
        facets = pane.filters.facets
        wait_for(lambda: facets.values.item(0).rowCount() == 3, "kinds are counted")
        index = facets.values.item(0).child(1).index()
        before = facets.grab(facets.visualRect(index)).toImage()
        facets.choose("kind", ("research_evidence",))
        assert facets.grab(facets.visualRect(index)).toImage() != before


def test_what_the_worker_added_is_marked_and_listed(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        press(desk, Key.Key_F)
        wait_for(lambda: pane.fresh_chip.isChecked() and pane.model.rowCount() > 10, "F lists what is new")
        QAbstractItemModelTester(pane.model, FATAL, pane)
        wait_for(lambda: pane.overview._graph.marking, "the map marks it")  # type: ignore[union-attr]
        assert pane.overview._graph.fresh_nodes.sum() > 3  # type: ignore[union-attr]
        wait_for(lambda: all(getattr(pane.model.row(n), "added_at", 0) for n in range(pane.model.rowCount())))
        rows = [pane.model.row(n) for n in range(pane.model.rowCount())]
        assert {row.edge is None for row in rows} == {True, False}
        assert [row.added_at for row in rows] == sorted((row.added_at for row in rows), reverse=True)
        assert "what the worker added" in pane.banner.accessibleName()
        press(desk, Key.Key_F)
        wait_for(lambda: isinstance(pane.model.question.filter, AllNodes), "F again shows all nodes")


def test_a_layout_can_be_cancelled_and_begun_again(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = place(desk, "graph", GraphPane)
        wait_for(lambda: pane.around is not None, "a neighbourhood is shown")
        press(desk, Key.Key_V)
        wait_for(lambda: pane.whole._job is not None, "the layout begins by itself")
        pane.whole.cancel()
        wait_for(lambda: pane.whole._job is None, "it is stopped")
        wait_for(pane.whole.banner.isVisible, "it is said")
        assert pane.whole.stack.currentWidget() is pane.whole.empty
        assert graph_map(desk.services.profile, MapFilter()).unplaced > 0
        pane.whole.banner.act_wanted.emit()
        wait_for(
            lambda: pane.whole.found is not None and not pane.whole.found.unplaced, "it is laid out on demand"
        )
        assert not pane.whole.banner.isVisible()


def test_a_chosen_proposal_stays_when_the_proposals_are_read_again(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        judging = place(desk, "graph", GraphPane).judging
        wait_for(lambda: judging.proposal is not None, "something is proposed")
        chosen = judging.ids[-1]
        assert judging.proposal is not None
        assert judging.proposal.edge.id != chosen
        judging.point_at(chosen)
        judging.read()
        wait_for(lambda: judging.proposal is not None and judging.proposal.edge.id == chosen, "it is shown")
        QTest.qWait(200)
        assert judging.proposal.edge.id == chosen
        press(desk, Key.Key_Y)
        wait_for(lambda: chosen not in judging.ids, "it is accepted")
        wait_for(lambda: judging.proposal is None or judging.proposal.edge.id != chosen, "another follows")


def test_from_the_map_a_judgement_first_shows_what_it_is_about(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        wait_for(lambda: pane.judging.proposal is not None, "something is proposed")
        assert not pane.pair.isVisible()
        count = len(pane.judging.ids)
        press(desk, Key.Key_Y)
        wait_for(pane.pair.isVisible, "the two passages are shown")
        assert len(pane.judging.ids) == count


def test_the_picture_is_exported_by_key_and_never_into_a_knowledge_base(
    qapp: QApplication, demo: Path, tmp_path: Path
) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        svg, png = tmp_path / "map.svg", tmp_path / "near.png"
        export_to(desk.window.context, pane.overview, svg, "Map")
        wait_for(svg.exists, "the map is written")
        assert ET.fromstring(svg.read_bytes()).tag.endswith("svg")
        press(desk, Key.Key_V)
        export_to(desk.window.context, pane.view, png, "Near")
        wait_for(png.exists, "the neighbourhood is written")
        assert QImage(str(png)).width() == 2 * pane.view.width()
        refused: list[BaseException] = []
        desk.services.failed.connect(refused.append)
        export_to(desk.window.context, pane.view, demo.with_name("profile-kb") / "graph.svg", "Near")
        wait_for(lambda: refused, "it is refused")
        assert getattr(refused[0], "code", "") == "export_into_kb"
        assert not (demo.with_name("profile-kb") / "graph.svg").exists()
        press(desk, Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        dialog(desk, QFileDialog).reject()


def test_a_node_that_comes_while_the_map_is_open_finds_its_place_and_moves_no_other(
    qapp: QApplication, demo: Path
) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = opened_map(desk)
        profile = desk.services.profile
        found = graph_map(profile, MapFilter())
        before = dict(zip(found.ids, found.places, strict=True))
        beside = found.ids[0]
        overview = pane.overview
        # Until the first picture stands the map fits itself to its widget.
        wait_for(lambda: overview._picture is not None and not pane.whole.strip.isVisible(), "it is painted")
        overview.zoom_by(1.4)
        kept = (overview._zoom, QPointF(overview._pan))

        def add(tx: Tx) -> None:
            put_node(tx, "n_new", "A new page", profile.clock.time(), kind="research_evidence")
            tx.changed(Kind.NODE, "n_new")
            tx.changed(Kind.EDGE, put_link(tx, "n_new", beside, profile.clock.time(), EdgeKind.EVIDENCE_FOR))

        profile.database.write(add)
        wait_for(lambda: "n_new" in pane.overview._graph.ids, "the new node is on the map")  # type: ignore[union-attr]
        found = graph_map(profile, MapFilter())
        after = dict(zip(found.ids, found.places, strict=True))
        assert {key: after[key] for key in before} == before
        assert (overview._zoom, overview._pan) == kept
        wait_for(lambda: pane.model.row_of("m:n_new") >= 0, "and in the list")


def test_the_word_back_gives_way_to_the_name_of_what_is_shown(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph", {"ui.text_scale": "200", "ui.language": "de"}) as desk:
        desk.window.resize(1440, 900)
        pane = place(desk, "graph", GraphPane)
        wait_for(lambda: pane.around is not None, "a neighbourhood is shown")
        back = pane.head.back
        wait_for(lambda: back.text() == "Zurück", "there is room for it")
        pane._panes.toggle_left()  # the legend takes a third of the width
        wait_for(lambda: back.text() == "", "it gave way")
        assert back.accessibleName() == "Zurück"
        assert back.toolTip() == "Hier haben Sie begonnen.", "locked, it says why"
        assert pane.around is not None
        pane.show_target(next(one.id for one in pane.around.found.nodes if one.id != pane.target))
        wait_for(lambda: back.isEnabled() and back.toolTip() == "Zurück", "it is open")
        back.click()
        wait_for(lambda: not back.isEnabled() and back.toolTip() != "Zurück", "back where it began")
