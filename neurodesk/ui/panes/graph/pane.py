"""The graph place: neighbourhood or overview, the same as a list, and proposed edges to judge (SPEC K3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.queries.graph import (
    NodeLine,
    find_nodes,
    start_node,
)
from neurodesk.app.queries.graph_filter import MapCounts, map_counts
from neurodesk.app.queries.graph_map import added_ids, yesterday_start
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock, day, number
from neurodesk.ui.panes.graph.export import ask_and_export
from neurodesk.ui.panes.graph.filters import words_of
from neurodesk.ui.panes.graph.head import GraphHead
from neurodesk.ui.panes.graph.judging import PAIR_PX, Judging
from neurodesk.ui.panes.graph.rows import (
    MAP_ROW,
    Added,
    AllNodes,
    Around,
    GraphRows,
    Row,
    lay_out,
    line_of,
    rows_of,
)
from neurodesk.ui.panes.graph.side import GraphSide
from neurodesk.ui.panes.graph.whole import WholeMap
from neurodesk.ui.panes.place import Place
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.graph_map_scene import community_word
from neurodesk.ui.widgets.graph_paint import EDGE_KINDS, edge_style
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.notices import Banner, NoticeText, Tone
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, PlainLabel, button


class GraphPane(Place):
    """The place; ``target`` is the node in the middle."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.around: Around | None = None
        self._trail: list[str] = []
        self.judging = Judging(context, self)
        self.judging.stepped.connect(self._to_proposal)
        self._since = 0.0
        self._counts: MapCounts | None = None
        self._source = GraphRows(context.profile)
        self.model = PagedModel(
            self._source,
            [Column("title", "", lambda row: Cell(line_of(row).spoken), sortable=False)],
            context.runner,
            self,
        )
        titles = (tr("Graph", "Legend"), tr("Graph", "Graph"), tr("Graph", "As a list"))
        self._panes = ThreePane(
            "graph", self._left(), self._centre(), self._right(), titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._panes)
        self.set_first_focus(self.rows, self.view)
        context.watch(self, self._heard, Kind.EDGE, Kind.NODE, Kind.KB, Kind.FINDING)
        self.judging.read()
        self._read_counts()
        profile = self._profile
        context.ask(lambda: start_node(profile), self._start, channel="graph.start", owner=self)

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = GraphSide()
        self.field, self.steps, self.legend = left.field, left.steps, left.legend
        self.side, self.filters = left, left.filters
        left.searched.connect(self._search)
        left.taken.connect(self._take_first)
        self.steps.chosen.connect(lambda _key: self._read())
        self.legend.changed.connect(self._on_kinds)
        self.filters.changed.connect(self._on_filter)
        return left

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = GraphHead()
        self.trail, self.fresh_chip, self.mode = self.head.trail, self.head.fresh, self.head.mode
        self.head.back.clicked.connect(lambda _on=False: self.back())
        self.fresh_chip.toggled.connect(self._on_fresh)
        self.mode.chosen.connect(self._choose_mode)
        column.addWidget(self.head)
        self.banner = Banner()
        self.banner.act_wanted.connect(self.show_all)
        column.addWidget(self.banner)
        self.view, self.whole = NeighbourhoodView(), WholeMap(self._context)
        self.overview = self.whole.overview
        self.view.node_chosen.connect(self._on_node)
        self.view.node_opened.connect(self.show_target)
        self.overview.node_chosen.connect(self._on_node)
        self.overview.node_opened.connect(self.show_target)
        self.whole.shown.connect(self._on_map)
        self.picture = QStackedWidget()
        self.picture.addWidget(self.view)
        self.picture.addWidget(self.whole)
        column.addWidget(self.picture, 1)
        self.pair = self.judging.pair
        column.addWidget(self.pair)
        self.empty = PlaceEmpty(self._context)
        self.empty.act_wanted.connect(lambda: self._context.open_place("settings"))
        self.stack = QStackedWidget()
        self.stack.addWidget(centre)
        self.stack.addWidget(self.empty)
        return self.stack

    def _right(self) -> QWidget:
        right = QFrame()
        right.setObjectName("Pane")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        self.list_title = ElidedLabel("", "small", "secondary", strong=True)
        self.list_count = PlainLabel("", "small", "tertiary")
        head.addWidget(self.list_title, 1)
        head.addWidget(self.list_count)
        column.addLayout(head)
        self.model.loaded.connect(lambda count: self.list_count.setText(number(count)))
        self.rows = RowList(tr("Graph", "Neighbours"), to_line=line_of)
        self.rows.setModel(self.model)
        self.rows.selectionModel().currentChanged.connect(self._on_row)
        self.rows.activated.connect(self._on_row_opened)
        column.addWidget(self.rows, 1)
        self.foot = QWidget()
        self.foot.hide()  # its acts need a node
        foot = QVBoxLayout(self.foot)
        foot.setSpacing(6)
        foot.setContentsMargins(12, 8, 12, 12)
        self.about = ElidedLabel("", strong=True)
        self.where = ElidedLabel("", "small", "secondary", mode=Qt.TextElideMode.ElideMiddle)
        foot.addWidget(self.about)
        foot.addWidget(self.where)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(button(tr("Graph", "Open"), "", "file", "O", self.open_node))
        acts.addWidget(button(tr("Graph", "To the middle"), "", "graph", "", self.centre_node))
        acts.addStretch(1)
        foot.addLayout(acts)
        column.addWidget(self.foot)
        return right

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place."""
        group = tr("Graph", "Graph")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("accept", tr("Graph", "Accept the proposed edge"), self.accept, ("Y",), "check"),
            ("reject", tr("Graph", "Reject the proposed edge"), self.reject, ("N",), "reject"),
            ("remove", tr("Graph", "Remove the chosen relation"), self.remove_fact, ("Del",), "trash"),
            ("next", tr("Graph", "Next proposal"), lambda: self.judging.step(1), ("J",), "chevron-down"),
            ("former", tr("Graph", "Previous proposal"), lambda: self.judging.step(-1), ("K",), "chevron-up"),
            ("undo", tr("Graph", "Undo"), self.judging.undo, ("U",), "undo"),
            ("open", tr("Graph", "Open the node"), self.open_node, ("O",), "file"),
            ("back", tr("Graph", "Back"), self.back, ("Alt+Left",), "chevron-left"),
            ("mode", tr("Graph", "Neighbourhood or overview"), self.toggle_mode, ("V",), "graph"),
            ("filter", tr("Graph", "Go to an article"), self.to_field, ("/",), "search"),
            ("facets", tr("Graph", "Filter the graph"), self.to_filter, ("G",), "filter"),
            ("fresh", tr("Graph", "New since yesterday"), self.fresh_chip.toggle, ("F",), "clock"),
            ("all", tr("Graph", "Show all nodes again"), self.show_all, ("Shift+F",), "close"),
            ("export", tr("Graph", "Export the picture (SVG or PNG)"), self.export, ("Ctrl+E",), "download"),
            ("lay_out", tr("Graph", "Lay out the map anew"), self.lay_out_anew, (), "retry"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"graph.{name}", words, run, keys, icon, "graph", group), self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the pair the height of its words at this text size, at most two fifths of the place."""
        super().resizeEvent(event)
        wanted = min(theme().scaled(PAIR_PX), round(self.height() * 0.41))
        self.pair.setFixedHeight(max(PAIR_PX, wanted))

    # -- reading ------------------------------------------------------------------------------------

    def _start(self, node_id: str) -> None:
        if self.target:
            return
        if not node_id:
            text = tr("Graph", "Choose a folder in Settings; it is only read.")
            self.empty.say(
                Empty("graph", tr("Graph", "No knowledge base yet."), text, tr("Graph", "Open settings"))
            )
            self.stack.setCurrentWidget(self.empty)
            return
        self.show_target(node_id)

    def show_target(self, target: str) -> None:
        """Put a node in the middle."""
        if self.target and self.target != target:
            self._trail.append(self.target)
            del self._trail[:-50]
        self.target = target
        if self.mode.choice == "all":
            self.mode.set_choice("near")
            self._choose_mode("near")
        self._read()

    def back(self) -> None:
        """Go back to the node that was in the middle before (Alt+Left)."""
        if self._trail:
            self.target = self._trail.pop()
            self._read()

    def _read(self) -> None:
        profile, node_id, steps = self._profile, self.target, int(self.steps.choice or "1")
        wanted, since = self.filters.wanted(), self._since
        if node_id:
            self._context.ask(
                lambda: lay_out(profile, node_id, steps, wanted, since),
                self._show,
                channel="graph.near",
                owner=self,
                on_error=self._failed,
            )

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, BadInput):
            self.target = ""
        else:
            self._context.fail(error)

    def _heard(self, changes: ChangeSet) -> None:
        self.judging.read()
        self._read_counts()
        self.whole.refresh()
        if self._lists_all():
            self.model.refresh()
        if self.target:
            self._read()
        elif changes.touches(Kind.NODE) or changes.touches(Kind.KB):
            profile = self._profile
            self._context.ask(lambda: start_node(profile), self._start, channel="graph.start", owner=self)

    def _show(self, around: Around) -> None:
        self.around = around
        self.stack.setCurrentIndex(0)
        found = around.found
        self.view.show_graph(around.nodes, around.edges, around.places, found.centre.id)
        self.view.set_fresh(found.fresh)
        self.view.set_kinds(self.legend.kinds())
        self._say_trail()
        self.head.lock_back("" if self._trail else tr("Graph", "This is where you began."))
        self._say_legend()
        self._source.take(rows_of(found))
        self._on_kinds(self.legend.kinds())
        self._say_banner()
        self._say_node(found.centre)
        if found.left_out:
            words = plural("Graph", "%n more node(s) are not shown; the nearest 300 are.", found.left_out)
            self.trail.setToolTip(words)

    def _on_kinds(self, kinds: object) -> None:
        if isinstance(kinds, frozenset):
            self.view.set_kinds(kinds)
            self.overview.set_kinds(kinds)
            self._ask_list()

    def _ask_list(self) -> None:
        """Ask for the list beside the picture: it holds what the picture shows, or what is new."""
        if self.field.text().strip():
            return
        wanted = self.filters.wanted()
        if self._since:
            title, asked = tr("Graph", "New since yesterday"), Question(Added(wanted, self._since))
        elif self.mode.choice == "all":
            title, asked = tr("Graph", "All nodes by title"), Question(AllNodes(wanted))
        else:
            title, asked = tr("Graph", "Neighbours"), Question(self.legend.kinds())
        self.list_title.setText(title)
        self.rows.setAccessibleName(title)
        if self.model.question == asked and self._lists_all():
            self.model.refresh()
        else:
            self.model.ask(asked)

    def _lists_all(self) -> bool:
        return isinstance(self.model.question.filter, AllNodes | Added)

    def _say_legend(self) -> None:
        """Count the relations of the picture that is shown."""
        whole = self.whole.found
        if self.mode.choice == "all" and whole is not None:
            kinds = Counter(EDGE_KINDS[one] for one in whole.picture.edge_kinds.tolist())
        else:
            edges = self.around.found.edges if self.around is not None else ()
            kinds = Counter(edge_style(one.kind) for one in edges)
        self.legend.set_counts(kinds)

    def _say_trail(self) -> None:
        around = self.around.found.centre if self.around is not None else None
        if self.mode.choice == "all":
            self.trail.setText(tr("Graph", "Whole map"))
        elif around is not None:
            self.trail.setText(plain_label(around.title or around.where, 120))

    def _say_node(self, node: NodeLine) -> None:
        self._chosen = node
        self.foot.show()
        self.about.setText(plain_label(node.title or node.where, 120))
        self.where.setText(plain_label(node.where, 160))

    # -- choosing: picture and list share one selection --------------------------------------------

    def _node(self, node_id: str) -> NodeLine | None:
        nodes = self.around.found.nodes if self.around is not None else ()
        return next((one for one in nodes if one.id == node_id), None)

    def _on_node(self, node_id: str) -> None:
        if isinstance(self.model.question.filter, AllNodes):
            row = self.model.row_of(MAP_ROW + node_id)
            if row >= 0:
                self.rows.setCurrentIndex(self.model.index(row, 0))
            return
        node = self._node(node_id)
        if node is None:
            return
        self._say_node(node)
        for row in range(self.model.rowCount() if not self._lists_all() else 0):
            found = self.model.row(row)
            if isinstance(found, Row) and found.node.id == node_id:
                self.rows.setCurrentIndex(self.model.index(row, 0))
                return

    def _on_row(self, current: QModelIndex, _former: QModelIndex) -> None:
        if not current.isValid():
            return
        found = self.model.row(current.row())
        if not isinstance(found, Row):
            return
        self._say_node(found.node)
        self.view.select(found.node.id, found.edge.id if found.edge is not None else "")
        if self.mode.choice == "all" and self.overview.selected != found.node.id:
            self.overview.centre_on(found.node.id)
        if found.edge is not None:
            self.judging.point_at(found.edge.id)

    def _on_row_opened(self, index: QModelIndex) -> None:
        found = self.model.row(index.row())
        if isinstance(found, Row):
            self.show_target(found.node.id)

    def centre_node(self) -> None:
        """Put the chosen node in the middle."""
        self.show_target(self._chosen.id)

    def open_node(self) -> None:
        """Open the chosen node in its place (O)."""
        node = getattr(self, "_chosen", None)
        if node is None:
            return
        if node.kind == "article":
            self._context.open_place("articles", node.id)
        else:
            self._context.say(tr("Graph", "{title}: {where}").format(title=node.title, where=node.where))

    def _search(self) -> None:
        words, profile = self.field.text().strip(), self._profile
        if not words:
            self._ask_list()
            return
        self._context.ask(
            lambda: find_nodes(profile, words), self._show_found, channel="graph.find", owner=self
        )

    def _show_found(self, found: list[NodeLine]) -> None:
        self._source.take([(f"n:{one.id}", Row(one, None)) for one in found])
        self.list_title.setText(tr("Graph", "Found by title or path"))
        self.model.ask(Question(("found", self.field.text())))

    def _take_first(self) -> None:
        words, profile = self.field.text().strip(), self._profile

        def taken(found: list[NodeLine]) -> None:
            if found:
                self.field.clear()
                self.show_target(found[0].id)
                self.rows.setFocus()
            else:
                self._context.say(tr("Graph", "Nothing is called that."))

        if words:
            self._context.ask(lambda: find_nodes(profile, words, 1), taken, channel="graph.find", owner=self)

    # -- overview -----------------------------------------------------------------------------------

    def toggle_mode(self) -> None:
        """Change between neighbourhood and overview (V)."""
        self.mode.set_choice("all" if self.mode.choice == "near" else "near")
        self._choose_mode(self.mode.choice)

    def _choose_mode(self, choice: str) -> None:
        whole = choice == "all"
        self.picture.setCurrentWidget(self.whole if whole else self.view)
        self.whole.set_active(whole)
        if self.around is not None:
            self._say_node(self.around.found.centre)
        if whole:
            self.overview.select(self.target)
        self.judging.set_hidden(whole)
        self._say_legend()
        self._say_trail()
        self.steps.setEnabled(not whole)
        self._ask_list()
        self._say_banner()

    def _on_map(self) -> None:
        found = self.whole.found
        if found is None:
            return
        picture = found.picture
        names = picture.names
        self._source.take_communities(
            {
                node: community_word(names, group)
                for node, group in zip(picture.ids, picture.groups.tolist(), strict=True)
            }
        )
        if isinstance(self.model.question.filter, AllNodes):
            self.model.refresh([MAP_ROW + one for one in picture.ids])
        self._say_legend()
        if not self.overview.selected and self.target:
            self.overview.select(self.target)

    # -- filter, what is new, export ----------------------------------------------------------------

    def _show_side(self) -> None:
        """Bring the left side back where it is folded, or gave way in a narrow window."""
        if not self.side.isVisible():
            self._panes.toggle_left()

    def to_field(self) -> None:
        """Go to the field (/)."""
        self._show_side()
        self.field.setFocus()

    def to_filter(self) -> None:
        """Go to the filter (G)."""
        self._show_side()
        self.side.show_part("filter")
        self.filters.facets.setFocus()

    def show_all(self) -> None:
        """Take filter and marks away (Shift+F)."""
        self.fresh_chip.setChecked(False)
        self.filters.clear()

    def _on_filter(self) -> None:
        self._read_counts()
        self._ask_pictures()

    def _on_fresh(self, on: bool) -> None:
        self._since = yesterday_start(self._profile.clock.time()) if on else 0.0
        self._ask_pictures()

    def _ask_pictures(self) -> None:
        self.whole.ask(self.filters.wanted(), self._since)
        self._read()
        self._ask_list()
        self._say_banner()

    def _read_counts(self) -> None:
        profile, wanted = self._profile, self.filters.wanted()
        since = yesterday_start(profile.clock.time())

        def read() -> tuple[MapCounts, int]:
            return map_counts(profile, wanted), len(added_ids(profile, wanted, since))

        self._context.ask(read, self._show_counts, channel="graph.counts", owner=self)

    def _show_counts(self, found: tuple[MapCounts, int]) -> None:
        self._counts, added = found
        self.filters.show_counts(self._counts)
        self.fresh_chip.set_count(added)
        self._say_banner()

    def _say_banner(self) -> None:
        """Say what the picture leaves out or marks, and why a lonely node is alone."""
        parts = []
        filtered = not self.filters.wanted().is_open
        if filtered and self._counts is not None:
            parts.append(tr("Graph", "Filter: {count} are shown.").format(count=words_of(self._counts)))
        if self._since:
            words = tr("Graph", "Marked: what the worker added since {day}, {time}.")
            parts.append(words.format(day=day(self._since), time=clock(self._since)))
        lonely = self.around is not None and len(self.around.found.nodes) < 2
        if parts:
            icon = "filter" if filtered else "clock"
            self.banner.say(NoticeText(" ".join(parts), "", tr("Graph", "Show all"), Tone.INFO, icon))
        elif lonely and self.mode.choice != "all":
            said = tr("Graph", "This article is linked to nothing.")
            text = tr("Graph", "The next scan counts that as a signal.")
            self.banner.say(NoticeText(said, text, "", Tone.INFO, "info"))
        else:
            self.banner.hide()

    def export(self) -> None:
        """Write the picture into a file (Ctrl+E)."""
        if self.mode.choice == "all":
            ask_and_export(self._context, self.overview, tr("Graph", "Map of the knowledge base"))
        else:
            ask_and_export(self._context, self.view, self.trail.text())

    def lay_out_anew(self) -> None:
        """Lay out the whole map again; every node may move."""
        if self.mode.choice != "all":
            self.toggle_mode()
        self.whole.lay_out_anew()

    def accept(self) -> None:
        """Accept the proposed edge that is shown (Y); from the map first go and look."""
        if self._looks_at_proposal():
            self.judging.accept()

    def reject(self) -> None:
        """Reject the proposed edge that is shown (N); from the map first go and look."""
        if self._looks_at_proposal():
            self.judging.reject()

    def _looks_at_proposal(self) -> bool:
        if self.mode.choice != "all" or self.judging.proposal is None:
            return True
        self.show_target(self.judging.proposal.source.id)
        return False

    def _to_proposal(self) -> None:
        found = self.judging.proposal
        away = found is not None and self.target not in (found.source.id, found.target.id)
        if found is not None and (away or self.mode.choice == "all"):
            self.show_target(found.source.id)

    def remove_fact(self) -> None:
        """Remove the relation of the chosen row, with undo (Del, SPEC K3); a judged one is rejected."""
        found = self.model.row(self.rows.currentIndex().row())
        edge = found.edge if isinstance(found, Row) else None
        if edge is None:
            self._context.say(tr("Graph", "Choose a relation in the list first."))
        else:
            self.judging.remove(edge)
