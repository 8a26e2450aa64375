"""The graph place: neighbourhood or overview, the same as a list, and proposed edges to judge (SPEC K3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.commands.edges import judge_edge, remove_edge, restore_edge
from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import (
    NodeLine,
    Proposal,
    find_nodes,
    proposal,
    proposals,
    start_node,
)
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EDGES_OF_JUDGEMENT, EdgeStatus
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import decimal
from neurodesk.ui.panes.graph.legend import Legend
from neurodesk.ui.panes.graph.rows import Around, NeighbourRows, Row, lay_out, lay_out_all, line_of, rows_of
from neurodesk.ui.panes.pair import Pair, PairView, Side
from neurodesk.ui.panes.place import Place
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.widgets.graph_overview import GraphOverview, OverviewGraph
from neurodesk.ui.widgets.graph_paint import edge_style, edge_word
from neurodesk.ui.widgets.graph_view import NeighbourhoodView
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, Segments, button

FILTER_AFTER_MS = 120
NODE_KINDS = ("article", "research_evidence", "outcome")
SYMMETRIC = frozenset({"contradicts", "duplicates", "similar_to", "translation_of"})
JUDGED = frozenset(kind.value for kind in EDGES_OF_JUDGEMENT)

TakeBack = Callable[[Profile, str, str], ChangeSet]


def judge_back(profile: Profile, edge_id: str, who: str) -> ChangeSet:
    """Take a judgement back: the edge is proposed again."""
    return judge_edge(profile, edge_id, EdgeStatus.PROPOSED, who)


class GraphPane(Place):
    """The place; ``target`` is the node in the middle."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.around: Around | None = None
        self._trail: list[str] = []
        self._proposals: list[str] = []
        self._proposal: Proposal | None = None
        self._undo: list[tuple[str, str, TakeBack]] = []
        self._overview_stale = True
        self._source = NeighbourRows()
        self.model = PagedModel(
            self._source,
            [Column("title", "", lambda row: Cell(line_of(row).spoken), sortable=False)],
            context.runner,
            self,
        )
        titles = (tr("Graph", "Legend"), tr("Graph", "Graph"), tr("Graph", "As a list"))
        panes = ThreePane(
            "graph", self._left(), self._centre(), self._right(), titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(panes)
        self.set_first_focus(self.rows, self.view)
        context.watch(self, self._heard, Kind.EDGE, Kind.NODE, Kind.KB)
        self._read_proposals()
        profile = self._profile
        context.ask(lambda: start_node(profile), self._start, channel="graph.start", owner=self)

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = QFrame()
        left.setObjectName("Pane")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Graph", "Go to an article"))
        self.field.setAccessibleName(tr("Graph", "Go to an article"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.field.returnPressed.connect(self._take_first)
        head.addWidget(self.field)
        row = QHBoxLayout()
        row.addWidget(ElidedLabel(tr("Graph", "Steps"), "small", "secondary"), 1)
        self.steps = Segments([("1", "1"), ("2", "2")], tr("Graph", "Steps"))
        self.steps.chosen.connect(lambda _key: self._read())
        row.addWidget(self.steps)
        head.addLayout(row)
        column.addLayout(head)
        self.legend = Legend()
        self.legend.changed.connect(self._on_kinds)
        column.addWidget(self.legend, 1)
        return left

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        tools = QFrame()
        tools.setObjectName("ToolRow")
        row = QHBoxLayout(tools)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(8)
        self.back_button = button(tr("Graph", "Back"), "ghost", "chevron-left", on_click=self.back)
        row.addWidget(self.back_button)
        self.trail = ElidedLabel("", strong=True)
        row.addWidget(self.trail, 1)
        self.mode = Segments(
            [("near", tr("Graph", "Neighbourhood")), ("all", tr("Graph", "Overview"))],
            tr("Graph", "What is shown"),
        )
        self.mode.chosen.connect(self._choose_mode)
        row.addWidget(self.mode)
        column.addWidget(tools)
        self.view, self.overview = NeighbourhoodView(), GraphOverview()
        self.view.node_chosen.connect(self._on_node)
        self.view.node_opened.connect(self.show_target)
        self.overview.node_opened.connect(self._open_from_overview)
        self.overview.setAccessibleName(tr("Graph", "Overview; the list beside it holds one neighbourhood"))
        self.picture = QStackedWidget()
        self.picture.addWidget(self.view)
        self.picture.addWidget(self.overview)
        column.addWidget(self.picture, 1)
        self.pair = PairView()
        self.pair.setFixedHeight(240)
        self.pair.accept_wanted.connect(self.accept)
        self.pair.reject_wanted.connect(self.reject_edge)
        self.pair.hide()
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
        self.rows = RowList(tr("Graph", "Neighbours"), to_line=line_of)
        self.rows.setModel(self.model)
        self.rows.selectionModel().currentChanged.connect(self._on_row)
        self.rows.activated.connect(self._on_row_opened)
        column.addWidget(self.rows, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 8, 12, 12)
        foot.setSpacing(6)
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
        column.addLayout(foot)
        return right

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place."""
        group = tr("Graph", "Graph")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("accept", tr("Graph", "Accept the proposed edge"), self.accept, ("Y",), "check"),
            ("reject", tr("Graph", "Reject the proposed edge"), self.reject_edge, ("N",), "reject"),
            ("remove", tr("Graph", "Remove the chosen relation"), self.remove_fact, ("Del",), "trash"),
            ("next", tr("Graph", "Next proposal"), lambda: self._step(1), ("J",), "chevron-down"),
            ("former", tr("Graph", "Previous proposal"), lambda: self._step(-1), ("K",), "chevron-up"),
            ("undo", tr("Graph", "Undo"), self.undo, ("U",), "undo"),
            ("open", tr("Graph", "Open the node"), self.open_node, ("O",), "file"),
            ("back", tr("Graph", "Back"), self.back, ("Alt+Left",), "chevron-left"),
            ("mode", tr("Graph", "Neighbourhood or overview"), self.toggle_mode, ("V",), "graph"),
            ("filter", tr("Graph", "Go to an article"), self.field.setFocus, ("/",), "search"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"graph.{name}", words, run, keys, icon, "graph", group), self)

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
        self._read()

    def back(self) -> None:
        """Go back to the node that was in the middle before (Alt+Left)."""
        if self._trail:
            self.target = self._trail.pop()
            self._read()

    def _read(self) -> None:
        profile, node_id, steps = self._profile, self.target, int(self.steps.choice or "1")
        if node_id:
            self._context.ask(
                lambda: lay_out(profile, node_id, steps),
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
        self._overview_stale = True
        self._read_proposals()
        if self.target:
            self._read()
        elif changes.touches(Kind.NODE) or changes.touches(Kind.KB):
            profile = self._profile
            self._context.ask(lambda: start_node(profile), self._start, channel="graph.start", owner=self)
        if self.mode.choice == "all":
            self._read_overview()

    def _show(self, around: Around) -> None:
        self.around = around
        self.stack.setCurrentIndex(0)
        found = around.found
        self.view.show_graph(around.nodes, around.edges, around.places, found.centre.id)
        self.view.set_kinds(self.legend.kinds())
        self.trail.setText(plain_label(found.centre.title or found.centre.where, 120))
        self.back_button.set_locked("" if self._trail else tr("Graph", "This is where you began."))
        self.legend.set_counts(Counter(edge_style(one.kind) for one in found.edges))
        self._source.take(rows_of(found))
        self._on_kinds(self.legend.kinds())
        self._say_node(found.centre)
        if found.left_out:
            words = plural("Graph", "%n more node(s) are not shown; the nearest 300 are.", found.left_out)
            self.trail.setToolTip(words)

    def _on_kinds(self, kinds: object) -> None:
        if isinstance(kinds, frozenset):
            self.view.set_kinds(kinds)
            self.model.ask(Question(kinds))

    def _say_node(self, node: NodeLine) -> None:
        self._chosen = node
        self.about.setText(plain_label(node.title or node.where, 120))
        self.where.setText(plain_label(node.where, 160))

    # -- choosing: picture and list share one selection --------------------------------------------

    def _node(self, node_id: str) -> NodeLine | None:
        nodes = self.around.found.nodes if self.around is not None else ()
        return next((one for one in nodes if one.id == node_id), None)

    def _on_node(self, node_id: str) -> None:
        node = self._node(node_id)
        if node is None:
            return
        self._say_node(node)
        for row in range(self.model.rowCount()):
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
        if found.edge is not None and found.edge.id in self._proposals:
            self._show_proposal(found.edge.id)

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
            if self.around is not None:
                self._show(self.around)
            return
        self._context.ask(
            lambda: find_nodes(profile, words), self._show_found, channel="graph.find", owner=self
        )

    def _show_found(self, found: list[NodeLine]) -> None:
        self._source.take([(f"n:{one.id}", Row(one, None)) for one in found])
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
        self.picture.setCurrentWidget(self.overview if choice == "all" else self.view)
        if choice == "all":
            self._read_overview()

    def _read_overview(self) -> None:
        if not self._overview_stale:
            return
        profile = self._profile
        self._context.ask(lambda: lay_out_all(profile), self._show_overview, channel="graph.all", owner=self)

    def _show_overview(self, graph: OverviewGraph) -> None:
        self._overview_stale = False
        self.overview.show_graph(graph)
        if self.target:
            self.overview.select(self.target)

    def _open_from_overview(self, node_id: str) -> None:
        self.mode.set_choice("near")
        self._choose_mode("near")
        self.show_target(node_id)

    # -- proposals ----------------------------------------------------------------------------------

    def _read_proposals(self) -> None:
        profile = self._profile
        self._context.ask(
            lambda: proposals(profile), self._show_proposals, channel="graph.proposals", owner=self
        )

    def _show_proposals(self, ids: list[str]) -> None:
        former = self._proposal.edge.id if self._proposal is not None else ""
        place = self._proposals.index(former) if former in self._proposals else 0
        self._proposals = ids
        self._context.set_count("graph", len(ids))
        if not ids:
            self._proposal = None
            self.pair.hide()
        else:
            self._show_proposal(former if former in ids else ids[min(place, len(ids) - 1)])

    def _show_proposal(self, edge_id: str) -> None:
        profile = self._profile
        self._context.ask(
            lambda: proposal(profile, edge_id), self._say_proposal, channel="graph.proposal", owner=self
        )

    def _say_proposal(self, found: Proposal | None) -> None:
        self._proposal = found
        self.pair.setVisible(found is not None)
        if found is None:
            return
        values = found.values or ("", "")
        place = self._proposals.index(found.edge.id) + 1 if found.edge.id in self._proposals else 0
        self.pair.say(
            Pair(
                tr("Graph", "Proposed: {relation}").format(relation=edge_word(found.edge.kind)),
                tr("Graph", "confidence {score}").format(score=decimal(found.edge.confidence)),
                tr("Gaps", "An accepted one becomes a research question with priority. No file is changed."),
                Side(found.source.title, found.source.where, found.texts[0], values[0]),
                Side(found.target.title, found.target.where, found.texts[1], values[1]),
                icon="duplicate" if found.edge.kind == "duplicates" else "contradiction",
            ),
            tr("Graph", "{number} of {count}").format(number=place, count=len(self._proposals)),
        )

    def _step(self, by: int) -> None:
        if not self._proposals:
            self._context.say(tr("Graph", "Nothing is proposed."))
            return
        former = self._proposal.edge.id if self._proposal is not None else ""
        place = self._proposals.index(former) if former in self._proposals else 0
        self._show_proposal(self._proposals[max(0, min(len(self._proposals) - 1, place + by))])
        if self._proposal is not None and self.target not in (
            self._proposal.source.id,
            self._proposal.target.id,
        ):
            self.show_target(self._proposal.source.id)

    def accept(self) -> None:
        """Accept the proposed edge that is shown (Y)."""
        self._judge(EdgeStatus.ACCEPTED, tr("Graph", "Accepted."))

    def reject_edge(self) -> None:
        """Reject the proposed edge that is shown (N)."""
        self._judge(EdgeStatus.REJECTED, tr("Graph", "Rejected."))

    def _judge(self, status: EdgeStatus, said: str) -> None:
        if self._proposal is None:
            self._context.say(tr("Graph", "Nothing is proposed."))
            return
        edge_id, profile = self._proposal.edge.id, self._profile

        def named(who: str) -> None:
            def done(_changes: object) -> None:
                self._undo.append((edge_id, said, judge_back))
                self._context.say(said, tr("Graph", "Undo (U)"), self.undo)

            self._context.act(lambda: judge_edge(profile, edge_id, status, who), done, owner=self)

        with_curator(self._context, named)

    def remove_fact(self) -> None:
        """Remove the relation of the chosen row, with undo (Del, SPEC K3); a judged one is rejected."""
        found = self.model.row(self.rows.currentIndex().row())
        edge = found.edge if isinstance(found, Row) else None
        if edge is None:
            self._context.say(tr("Graph", "Choose a relation in the list first."))
            return
        edge_id, profile = edge.id, self._profile
        said = tr("Graph", "Removed: {relation}").format(relation=edge_word(edge.kind))
        judged = edge.kind in JUDGED

        def remove(who: str) -> object:
            if judged:
                return judge_edge(profile, edge_id, EdgeStatus.REJECTED, who)
            return remove_edge(profile, edge_id, who)

        def named(who: str) -> None:
            def done(_changes: object) -> None:
                self._undo.append((edge_id, said, judge_back if judged else restore_edge))
                self._context.say(said, tr("Graph", "Undo (U)"), self.undo)

            self._context.act(lambda: remove(who), done, owner=self)

        with_curator(self._context, named)

    def undo(self) -> None:
        """Take the last judgement back (U)."""
        if not self._undo:
            self._context.say(tr("Graph", "There is nothing to take back."))
            return
        edge_id, words, take_back = self._undo.pop()
        profile = self._profile
        said = tr("Graph", "Taken back: {what}").format(what=words)
        with_curator(
            self._context,
            lambda who: self._context.act(
                lambda: take_back(profile, edge_id, who),
                lambda _changes: self._context.say(said),
                owner=self,
            ),
        )
