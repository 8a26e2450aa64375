"""Gaps, evidence, articles and graph on the demo's profile: keys, acts, models, hostile texts (SPEC S4)."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from neurodesk import bootstrap
from neurodesk.app.commands.knowledge import rescan_kb
from neurodesk.app.queries.findings import FindingFilter, finding, finding_ids
from neurodesk.app.queries.graph import edges_at
from neurodesk.app.queries.knowledge import knowledge_bases
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.panes.articles.pane import ArticlesPane
from neurodesk.ui.panes.evidence.pane import EvidencePane
from neurodesk.ui.panes.gaps.pane import GapsPane
from neurodesk.ui.panes.graph.pane import GraphPane
from neurodesk.ui.panes.pair import marks
from tests.ui.panes.desk_window import desk_on, dialog, place, press, type_text, unnamed, wait_for

Key = Qt.Key
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_every_place_opens_speaks_and_keeps_its_model_in_order(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "gaps") as desk:
        for name, kind in (
            ("gaps", GapsPane),
            ("evidence", EvidencePane),
            ("articles", ArticlesPane),
            ("graph", GraphPane),
        ):
            desk.window.go(name)
            pane = place(desk, name, kind)
            QAbstractItemModelTester(pane.model, FATAL, pane)
            wait_for(lambda pane=pane: pane.model.rowCount() > 0, f"{name} has rows")
            index = pane.model.index(0, 0)
            wait_for(lambda index=index: "Loading" not in str(index.data()), f"{name} speaks its rows")
            assert not unnamed(pane), name


def test_a_finding_is_dismissed_with_a_reason_and_taken_back(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "gaps") as desk:
        pane = place(desk, "gaps", GapsPane)
        wait_for(lambda: pane.found is not None, "the first finding is shown")
        assert pane.found is not None
        first, profile = pane.found.id, desk.services.profile
        press(desk, Key.Key_X)
        dialog(desk, ReasonDialog)
        type_text(desk, "Known and wanted")
        press(desk, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

        def state() -> FindingState | None:
            found = finding(profile, first)
            return found.state if found is not None else None

        wait_for(lambda: state() is FindingState.DISMISSED, "it is dismissed")
        wait_for(desk.window.toast.isVisible, "it is said")
        press(desk, Key.Key_U)
        wait_for(lambda: state() is FindingState.OPEN, "U takes it back")


def test_a_contradiction_shows_both_passages_and_one_key_accepts_it(qapp: QApplication, demo: Path) -> None:
    with bootstrap.open_profile(demo) as profile:
        ids = finding_ids(profile, FindingFilter(types=(FindingType.CONTRADICTION,)))
    assert ids
    with desk_on(qapp, demo, "gaps") as desk:
        pane = place(desk, "gaps", GapsPane)
        pane.show_target(ids[0])
        wait_for(lambda: pane.found is not None and pane.found.id == ids[0], "it is shown")
        assert pane.found is not None
        assert pane.found.values is not None
        wait_for(lambda: pane.found.values[0] in pane.pair.left.toPlainText() + pane.pair.right.toPlainText())  # type: ignore[union-attr,index]
        press(desk, Key.Key_Y)
        profile = desk.services.profile
        wait_for(lambda: finding(profile, ids[0]).edge_status == "accepted", "Y accepts")  # type: ignore[union-attr]


def test_a_proposed_edge_is_rejected_and_restored_in_the_graph(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = place(desk, "graph", GraphPane)
        wait_for(lambda: pane.judging.proposal is not None, "a proposal is shown")
        assert pane.judging.proposal is not None
        edge, profile = pane.judging.proposal.edge.id, desk.services.profile
        press(desk, Key.Key_N)
        wait_for(lambda: edges_at(profile, [edge])[0].status == "rejected", "N rejects")
        wait_for(desk.window.toast.isVisible, "it is said")
        press(desk, Key.Key_U)
        wait_for(lambda: edges_at(profile, [edge])[0].status == "proposed", "U takes it back")
        press(desk, Key.Key_V)
        wait_for(lambda: pane.overview._graph is not None, "the overview is laid out")


def test_hostile_texts_load_nothing_and_freeze_nothing(qapp: QApplication, demo: Path) -> None:
    hostile = (
        "# <img src=x onerror=alert(1)> \u202egnp.exe\n\n<script>alert(1)</script>\n\n"
        "![a](file:///etc/passwd) ![b](http://tracker.invalid/p.png) ![c](../../../../etc/shadow.png)\n\n"
        + ">" * 20_000
        + " deep\n"
    )
    kb = demo.with_name("profile-kb")
    (kb / "000-<b>x<b> & \u202efdp.md").write_text(hostile, encoding="utf-8")
    with bootstrap.open_profile(demo) as profile:
        rescan_kb(profile, knowledge_bases(profile)[0].id)
        profile.database.write(
            lambda tx: tx.execute("UPDATE draft SET title = ?", ("<img src='file:///etc/passwd'>\u202ex",))
        )
        profile.database.write(
            lambda tx: tx.execute("UPDATE evidence SET title = ?", ("<script>x</script>\u202ey",))
        )
    with desk_on(qapp, demo, "articles") as desk:
        pane = place(desk, "articles", ArticlesPane)
        pane.field.setText("000-")
        wait_for(lambda: pane.model.rowCount() == 1, "the hostile article is listed")
        started = time.monotonic()
        wait_for(lambda: pane.view is not None and pane.view.node.path.startswith("000-"), "it is shown")
        wait_for(lambda: "deep" in pane.reader.browser.toPlainText(), "its text is there")
        assert time.monotonic() - started < 10
        assert "‹RLO›" in pane.path.text()
        for name in ("evidence", "review"):
            desk.window.go(name)
            wait_for(lambda name=name: desk.window.place == name)
            QApplication.processEvents()


def test_a_value_is_marked_as_a_whole_word_only() -> None:
    assert marks("30 days, 130 days, 30", "30") == [(0, 2), (19, 21)]
    assert marks("nothing", "") == []
