"""The evidence place: facets, a domain blocked after a look at what rests on it, two texts side by side."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from neurodesk import bootstrap
from neurodesk.app.queries.evidence import host_use, show
from neurodesk.app.queries.evidence_lists import EvidenceFilter, evidence_counts, evidence_ids
from neurodesk.app.queries.graph import edges_at
from neurodesk.domain.screening import host_is_denied
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.panes.evidence.compare import CompareDialog
from neurodesk.ui.panes.evidence.facets import COUNT_ROLE
from neurodesk.ui.panes.evidence.pane import SOURCE, STATE, EvidencePane
from neurodesk.ui.panes.evidence.sources import BlockDialog
from neurodesk.ui.panes.graph.pane import GraphPane
from neurodesk.ui.panes.graph.rows import Row
from tests.ui.panes.desk_window import desk_on, dialog, place, press, unnamed, wait_for

Key = Qt.Key
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
HOST = "docs.example.org"


def from_the_web(demo: Path) -> None:
    """Let the texts that drafts rest on come from a host of the web."""
    with bootstrap.open_profile(demo) as profile:
        profile.database.write(
            lambda tx: tx.execute(
                "UPDATE evidence SET source_key = ?, host = ?, origin = 'web' WHERE state = 'grounded'",
                (HOST, HOST),
            )
        )


def shown(pane: EvidencePane) -> bool:
    return pane.reading is not None and pane.reading.view is not None


def test_facets_count_filter_and_untick_by_keys(qapp: QApplication, shared_demo: Path) -> None:
    with bootstrap.open_profile(shared_demo) as profile:
        counts = evidence_counts(profile)
        everything = len(evidence_ids(profile, EvidenceFilter()))
    assert sum(counts.groups.values()) == everything
    assert sum(number for _key, number in counts.sources) == everything
    with desk_on(qapp, shared_demo, "evidence") as desk:
        pane = place(desk, "evidence", EvidencePane)
        QAbstractItemModelTester(pane.facets.values, FATAL, pane)
        wait_for(lambda: pane.model.rowCount() == everything, "everything is listed")
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        press(desk, Key.Key_G)
        wait_for(pane.facets.hasFocus, "G goes to the facets")
        first = pane.facets.currentIndex()
        spoken = str(first.data(int(Qt.ItemDataRole.AccessibleTextRole)))
        assert str(counts.groups["grounded"]) in spoken
        press(desk, Key.Key_Space)
        wait_for(lambda: pane.model.rowCount() == counts.groups["grounded"], "only those are listed")
        press(desk, Key.Key_Down)
        press(desk, Key.Key_Space)
        both = counts.groups["grounded"] + counts.groups["learned"]
        wait_for(lambda: pane.model.rowCount() == both, "within a facet any value fits")
        wait_for(lambda: pane.facets.currentIndex().data(COUNT_ROLE) == counts.groups["learned"])
        press(desk, Key.Key_Space)
        press(desk, Key.Key_Up)
        press(desk, Key.Key_Space)
        wait_for(lambda: pane.model.rowCount() == everything, "nothing ticked restricts nothing")
        assert not unnamed(pane)


def test_a_domain_is_blocked_after_a_look_at_what_rests_on_it(qapp: QApplication, demo: Path) -> None:
    from_the_web(demo)
    with bootstrap.open_profile(demo) as profile:
        use = host_use(profile, HOST)
    assert use.texts
    assert use.drafts
    with desk_on(qapp, demo, "evidence") as desk:
        pane = place(desk, "evidence", EvidencePane)
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        pane.facets.choose(SOURCE, (HOST,))
        pane.facets.choose(STATE, ("grounded",))
        pane._ask()
        wait_for(lambda: pane.reading is not None and pane.reading.row.source == HOST, "a text is shown")
        press(desk, Key.Key_B)
        asked = dialog(desk, BlockDialog)
        assert isinstance(asked, BlockDialog)
        wait_for(asked.act_button.isEnabled, "what rests on it was counted")
        assert asked.cancel_button.isDefault()
        assert str(use.texts) in asked.hit.text()
        assert use.drafts[0].title in asked.page.toPlainText()
        assert not unnamed(asked)
        press(desk, Key.Key_B, Qt.KeyboardModifier.AltModifier)
        settings = desk.services.profile.settings
        wait_for(lambda: HOST in settings.current.items("web.deny_hosts"), "it is blocked")
        assert host_is_denied(f"a.{HOST}", settings.current.items("web.deny_hosts"))
        wait_for(desk.window.toast.isVisible, "it is said")
        press(desk, Key.Key_U)
        wait_for(lambda: not settings.current.items("web.deny_hosts"), "U takes it back")


def test_what_is_stored_of_a_blocked_domain_can_be_set_aside_and_taken_back(
    qapp: QApplication, demo: Path
) -> None:
    from_the_web(demo)
    with desk_on(qapp, demo, "evidence") as desk:
        profile, pane = desk.services.profile, place(desk, "evidence", EvidencePane)
        profile.settings.set("curator.name", "curator")
        before = host_use(profile, HOST)
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        pane.facets.choose(SOURCE, (HOST,))
        pane._ask()
        wait_for(lambda: pane.reading is not None and pane.reading.row.source == HOST, "a text is shown")
        press(desk, Key.Key_B)
        asked = dialog(desk, BlockDialog)
        assert isinstance(asked, BlockDialog)
        wait_for(asked.aside.isEnabled, "what rests on it was counted")
        assert not asked.aside.isChecked(), "it is a choice of its own"
        asked.aside.setChecked(True)
        press(desk, Key.Key_B, Qt.KeyboardModifier.AltModifier)
        wait_for(lambda: not host_use(profile, HOST).texts, "nothing of it is in use")
        assert HOST in profile.settings.current.items("web.deny_hosts")
        wait_for(desk.window.toast.isVisible, "it is said")
        press(desk, Key.Key_U)
        wait_for(lambda: host_use(profile, HOST) == before, "U takes it back")
        assert not profile.settings.current.items("web.deny_hosts")


def test_w6_a_text_is_erased_after_a_typed_reason(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "evidence") as desk:
        desk.services.profile.settings.set("curator.name", "Ada")
        pane = place(desk, "evidence", EvidencePane)
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        pane.facets.choose(STATE, ("grounded",))
        pane._ask()
        wait_for(lambda: shown(pane) and pane.reading.row.state == "grounded", "a text is shown")  # type: ignore[union-attr]
        assert pane.reading is not None
        assert pane.reading.view is not None
        erased = pane.reading.view.evidence.id
        press(desk, Key.Key_Delete)
        asked = dialog(desk, ReasonDialog)
        assert isinstance(asked, ReasonDialog)
        assert asked.cancel_button.isDefault()
        assert not asked.act_button.isEnabled(), "not without a reason"
        assert not unnamed(asked)
        asked.field.setPlainText("the publisher withdrew it")
        asked.act_button.click()
        profile = desk.services.profile
        wait_for(lambda: show(profile, erased).erased_because, "it is erased")
        assert show(profile, erased).evidence.text == ""
        wait_for(desk.window.toast.isVisible, "it is said")


def test_two_texts_stand_side_by_side_with_the_claims_that_use_them(
    qapp: QApplication, shared_demo: Path
) -> None:
    with desk_on(qapp, shared_demo, "evidence") as desk:
        pane = place(desk, "evidence", EvidencePane)
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        pane.facets.choose(STATE, ("grounded",))
        pane._ask()
        wait_for(lambda: pane.model.rowCount() > 1, "used texts are listed")
        wait_for(lambda: shown(pane) and pane.reading.row.state == "grounded")  # type: ignore[union-attr]
        first = pane.reading
        press(desk, Key.Key_Equal)
        press(desk, Key.Key_J)
        wait_for(lambda: shown(pane) and pane.reading is not first, "the next text is shown")
        press(desk, Key.Key_Equal)
        both = dialog(desk, CompareDialog)
        assert isinstance(both, CompareDialog)
        assert not unnamed(both)
        names = [one.accessibleName() for one in both.left.findChildren(type(pane.text))]
        assert first is not None
        assert any(first.title[:20] in one for one in names)
        press(desk, Key.Key_Escape)


def test_an_edge_of_fact_is_removed_and_put_back_by_keys(qapp: QApplication, demo: Path) -> None:
    with desk_on(qapp, demo, "graph") as desk:
        pane = place(desk, "graph", GraphPane)
        profile = desk.services.profile

        def fact() -> int:
            rows = [pane.model.row(place) for place in range(pane.model.rowCount())]
            for place, one in enumerate(rows):
                if isinstance(one, Row) and one.edge is not None and one.edge.kind == "links_to":
                    return place
            return -1

        wait_for(lambda: fact() >= 0, "a link is listed")
        pane.rows.setFocus()
        pane.rows.setCurrentIndex(pane.model.index(fact(), 0))
        row = pane.model.row(fact())
        assert isinstance(row, Row)
        assert row.edge is not None
        edge = row.edge.id
        press(desk, Key.Key_Delete)
        wait_for(lambda: edges_at(profile, [edge])[0].status == "rejected", "Del removes it")
        wait_for(
            lambda: all(
                one.edge is None or one.edge.id != edge
                for one in map(pane.model.row, range(pane.model.rowCount()))
                if isinstance(one, Row)
            ),
            "it is gone from the list",
        )
        press(desk, Key.Key_U)
        wait_for(lambda: edges_at(profile, [edge])[0].status == "accepted", "U puts it back")


def test_facets_are_spoken(qapp: QApplication, shared_demo: Path) -> None:
    with desk_on(qapp, shared_demo, "evidence") as desk:
        pane = place(desk, "evidence", EvidencePane)
        wait_for(lambda: pane._counts.groups, "the facets are counted")
        interface = QAccessible.queryAccessibleInterface(pane.facets)
        assert interface is not None
        assert interface.text(QAccessible.Text.Name)
