"""Proposed edges: the two passages, accept, reject, remove, and take back (SPEC K3, K4)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from neurodesk.app.commands.edges import judge_edge, remove_edge, restore_edge
from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import EdgeLine, Proposal, proposal, proposals
from neurodesk.domain.changes import ChangeSet
from neurodesk.domain.graph import EdgeStatus
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import decimal
from neurodesk.ui.panes.graph.rows import JUDGED
from neurodesk.ui.panes.pair import Pair, PairView, Side
from neurodesk.ui.widgets.graph_paint import edge_word

MOST_PROPOSALS = 200
PAIR_PX = 240
TakeBack = Callable[[Profile, str, str], ChangeSet]


def judge_back(profile: Profile, edge_id: str, who: str) -> ChangeSet:
    """Take a judgement back: the edge is proposed again."""
    return judge_edge(profile, edge_id, EdgeStatus.PROPOSED, who)


class Judging(QObject):
    """The proposals of the graph and the panel that shows one; ``stepped`` after the curator went on."""

    stepped = Signal()

    def __init__(self, context: DeskContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._profile = context, context.profile
        self.ids: list[str] = []
        self.proposal: Proposal | None = None
        self._stepping = self._hidden = False
        self._wanted = ""
        self._undo: list[tuple[str, str, TakeBack]] = []
        self.pair = PairView()
        self.pair.setFixedHeight(PAIR_PX)
        self.pair.accept_wanted.connect(self.accept)
        self.pair.reject_wanted.connect(self.reject)
        self.pair.hide()

    def set_hidden(self, hidden: bool) -> None:
        """Leave the room to the map."""
        self._hidden = hidden
        self.pair.setVisible(self.proposal is not None and not hidden)

    def read(self) -> None:
        """Read what is proposed."""
        profile = self._profile
        self._context.ask(
            lambda: proposals(profile, MOST_PROPOSALS), self._show_ids, channel="graph.proposals", owner=self
        )

    def _show_ids(self, ids: list[str]) -> None:
        former = self.proposal.edge.id if self.proposal is not None else ""
        place = self.ids.index(former) if former in self.ids else 0
        # A choice that is still being read, or was made before the proposals were, outlives the reading.
        former = self._wanted if self._wanted in ids else former
        self.ids = ids
        if len(ids) < MOST_PROPOSALS:
            self._context.set_count("graph", len(ids))
        if not ids:
            self.proposal = None
            self.pair.hide()
        else:
            self.show(former if former in ids else ids[min(place, len(ids) - 1)])

    def point_at(self, edge_id: str) -> None:
        """Show an edge if it is a proposal: now, or as soon as the proposals are read."""
        self._wanted = edge_id
        if edge_id in self.ids:
            self.show(edge_id)

    def show(self, edge_id: str) -> None:
        """Show a proposed edge."""
        self._wanted = edge_id
        profile = self._profile
        self._context.ask(lambda: proposal(profile, edge_id), self._say, channel="graph.proposal", owner=self)

    def _say(self, found: Proposal | None) -> None:
        self.proposal = found
        self.pair.setVisible(found is not None and not self._hidden)
        if found is None:
            return
        values = found.values or ("", "")
        place = self.ids.index(found.edge.id) + 1 if found.edge.id in self.ids else 0
        self.pair.say(
            Pair(
                tr("Graph", "Proposed: {relation}").format(relation=edge_word(found.edge.kind)),
                tr("Graph", "confidence {score}").format(score=decimal(found.edge.confidence)),
                tr("Gaps", "An accepted one becomes a research question with priority. No file is changed."),
                Side(found.source.title, found.source.where, found.texts[0], values[0]),
                Side(found.target.title, found.target.where, found.texts[1], values[1]),
                icon="duplicate" if found.edge.kind == "duplicates" else "contradiction",
            ),
            tr("Graph", "{number} of {count}").format(number=place, count=len(self.ids)),
        )
        if self._stepping:
            self._stepping = False
            self.stepped.emit()

    def step(self, by: int) -> None:
        """Go to the next or the former proposal, and bring it into the picture."""
        if not self.ids:
            self._context.say(tr("Graph", "Nothing is proposed."))
            return
        former = self.proposal.edge.id if self.proposal is not None else ""
        place = self.ids.index(former) if former in self.ids else 0
        self._stepping = True
        self.show(self.ids[max(0, min(len(self.ids) - 1, place + by))])

    def accept(self) -> None:
        """Accept the proposed edge that is shown (Y)."""
        self._judge(EdgeStatus.ACCEPTED, tr("Graph", "Accepted."))

    def reject(self) -> None:
        """Reject the proposed edge that is shown (N)."""
        self._judge(EdgeStatus.REJECTED, tr("Graph", "Rejected."))

    def _judge(self, status: EdgeStatus, said: str) -> None:
        if self.proposal is None:
            self._context.say(tr("Graph", "Nothing is proposed."))
            return
        edge_id, profile = self.proposal.edge.id, self._profile

        def named(who: str) -> None:
            def done(_changes: object) -> None:
                self._undo.append((edge_id, said, judge_back))
                self._context.say(said, tr("Graph", "Undo (U)"), self.undo)

            self._context.act(lambda: judge_edge(profile, edge_id, status, who), done, owner=self)

        with_curator(self._context, named)

    def remove(self, edge: EdgeLine) -> None:
        """Remove an edge of fact, or reject one of judgement, with undo (SPEC K3)."""
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
