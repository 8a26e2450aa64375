"""What the graph shows: ticks for source, kind, age and signal, with counts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from neurodesk.app.queries.graph_filter import AGES, NODE_KINDS, MapCounts, MapFilter
from neurodesk.ui.desk.words import source_word
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.panes.evidence.facets import FacetTree, FacetValue
from neurodesk.ui.panes.gaps.words import type_icon, type_word
from neurodesk.ui.widgets.graph_paint import node_word
from neurodesk.ui.widgets.parts import ElidedLabel, button

KIND, AGE, SIGNAL, SOURCE = "kind", "age", "signal", "source"


def age_word(age: str) -> str:
    """Return the words of an age."""
    words = {
        "week": tr("Graph", "Up to 7 days"),
        "month": tr("Graph", "8 to 30 days"),
        "year": tr("Graph", "31 days to a year"),
        "older": tr("Graph", "Over a year"),
    }
    return words[age]


class GraphFilters(QFrame):
    """The facets. ``changed`` after a tick; ``wanted`` tells what is ticked."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Pane")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        groups = (
            (KIND, tr("Graph", "Kind")),
            (SIGNAL, tr("Graph", "Open signals")),
            (AGE, tr("Graph", "Age since verified or changed")),
            (SOURCE, tr("Graph", "Source")),
        )
        self.facets = FacetTree(groups, tr("Graph", "Facets: which nodes the graph shows"))
        self.facets.changed.connect(self.changed)
        column.addWidget(self.facets, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        self.count = ElidedLabel("", "small", "secondary")
        self.clear_button = button(tr("Graph", "Show all"), "ghost", "close", on_click=self.clear)
        foot.addWidget(self.count, 1)
        foot.addWidget(self.clear_button)
        column.addLayout(foot)

    def wanted(self) -> MapFilter:
        """Return what is ticked."""
        chosen = self.facets.chosen
        return MapFilter(chosen(SOURCE), chosen(KIND), chosen(AGE), chosen(SIGNAL))

    def clear(self) -> None:
        """Untick everything."""
        if not self.wanted().is_open:
            self.facets.clear()
            self.changed.emit()

    def show_counts(self, counts: MapCounts) -> None:
        """Show how many nodes each value holds."""
        show = self.facets.show_values
        icons = {"article": "file", "research_evidence": "evidence", "outcome": "approve"}
        show(
            KIND,
            [
                FacetValue(one, node_word(one), counts.kinds.get(one, 0), icons.get(one, ""))
                for one in NODE_KINDS
            ],
        )
        show(SIGNAL, [FacetValue(one, type_word(one), n, type_icon(one)) for one, n in counts.signals])
        show(AGE, [FacetValue(one, age_word(one), counts.ages.get(one, 0)) for one in AGES])
        show(SOURCE, [FacetValue(one, source_word(one), n) for one, n in counts.sources])
        self.count.setText(words_of(counts))
        self.clear_button.set_locked(tr("Graph", "Everything is shown.") if self.wanted().is_open else "")


def words_of(counts: MapCounts) -> str:
    """Say how many nodes are shown."""
    return tr("Graph", "{shown} of {total} nodes").format(
        shown=number(counts.shown), total=number(counts.total)
    )
