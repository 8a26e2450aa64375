"""The gaps place: findings with their signals and passages, and the acts of SPEC G5."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.commands import scan as scan_commands
from neurodesk.app.commands.begin_draft import Begun
from neurodesk.app.profile import Profile
from neurodesk.app.queries.findings import (
    FindingCounts,
    FindingFilter,
    FindingOrder,
    FindingView,
    finding,
    finding_counts,
    finding_ids,
    finding_rows,
)
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.storage.queue_requests import Enqueued
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.dialogs.reason import ReasonDialog, ReasonQuestion
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day, decimal, number
from neurodesk.ui.panes.gaps.pages import (
    begin_edit,
    decided_words,
    finding_page,
    pair_of,
    take_back_pair,
    why_page,
)
from neurodesk.ui.panes.gaps.words import (
    state_word,
    type_icon,
    type_word,
)
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.pair import PairView
from neurodesk.ui.panes.place import Place
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.widgets.decision_bar import Decision, DecisionAct, DecisionBar
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import Empty, NewPill
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

TYPE = "type:"
FILTER_AFTER_MS = 60
PAIRS = (FindingType.CONTRADICTION, FindingType.NEAR_DUPLICATE)
ARTICLE_LINK = "article:"
SNOOZES_DAYS = (7, 30, 90)


class FindingRows:
    """Findings of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, FindingFilter) else FindingFilter()
        order = FindingOrder(question.sort) if question.sort else FindingOrder.SCORE
        return finding_ids(self._profile, wanted, order)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, FindingView]:
        """Return some findings."""
        return cast("Mapping[RowId, FindingView]", finding_rows(self._profile, [str(one) for one in ids]))


def line_of(row: FindingView) -> TwoLine:
    """Return a finding as a two-line row."""
    second = type_word(row.type)
    if row.values:
        second += f": {' ↔ '.join(row.values)}"
    elif row.section:
        second += f": {row.section}"
    right = decimal(row.score) if row.state is FindingState.OPEN else state_word(row.state)
    title = row.title or row.path or row.id
    return TwoLine(
        plain_label(title, 200), second=plain_label(second, 160), right=right, icon=type_icon(row.type)
    )


class GapsPane(Place):
    """The place; ``target`` is the finding shown."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.found: FindingView | None = None
        self._undo: list[tuple[str, Callable[[], object]]] = []
        self.model = PagedModel(
            FindingRows(context.profile),
            [Column("title", "", lambda row: Cell(line_of(row).spoken), sortable=False)],
            context.runner,
            self,
            hold_new=True,
        )
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.bar = DecisionBar()
        self.bar.act_wanted.connect(self._on_act)
        titles = (tr("Gaps", "Findings"), tr("Gaps", "Finding"), tr("Gaps", "Why"))
        panes = ThreePane(
            "gaps", self._left(), self._centre(), self._right(), titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(panes, 1)
        outer.addWidget(self.bar)
        self.set_first_focus(self.rows, self.page)
        context.watch(self, self._heard, Kind.FINDING, Kind.SCAN, Kind.EDGE, Kind.NODE)
        self._ask()

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = QFrame()
        left.setObjectName("Pane")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(8)
        self.types = QComboBox()
        self.types.setAccessibleName(tr("Gaps", "Type"))
        self.types.addItem(tr("Gaps", "All types"), "")
        for kind in FindingType:
            self.types.addItem(type_word(kind), str(kind))
        self.states = QComboBox()
        self.states.setAccessibleName(tr("Gaps", "State"))
        for state in FindingState:
            self.states.addItem(state_word(state), str(state))
        self.order = QComboBox()
        self.order.setAccessibleName(tr("Gaps", "Order"))
        for key, words in (
            (FindingOrder.SCORE, tr("Gaps", "Weight")),
            (FindingOrder.TYPE, tr("Gaps", "Type")),
            (FindingOrder.PATH, tr("Gaps", "Path")),
            (FindingOrder.NEWEST, tr("Gaps", "Newest")),
        ):
            self.order.addItem(words, str(key))
        row = QHBoxLayout()
        row.setSpacing(8)
        for box in (self.states, self.order):
            row.addWidget(box, 1)
        head.addWidget(self.types)
        head.addLayout(row)
        for box in (self.types, self.states, self.order):
            box.activated.connect(lambda _index: self._ask())
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Gaps", "Filter title or path"))
        self.field.setAccessibleName(tr("Gaps", "Filter title or path"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        head.addWidget(self.field)
        column.addLayout(head)
        self.rows = RowList(tr("Gaps", "Findings"), to_line=line_of)
        self.rows.setModel(self.model)
        self.rows.selectionModel().currentChanged.connect(self._on_current)
        column.addWidget(self.rows, 1)
        self.pill = NewPill(lambda count: plural("Gaps", "%n new finding(s)", count))
        self.pill.wanted.connect(self.model.take_new)
        self.model.new_waiting.connect(self.pill.set_count)
        column.addWidget(self.pill)
        return left

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.page = SafeTextBrowser(left=24)
        self.page.setAccessibleName(tr("Gaps", "Finding"))
        self.page.link_activated.connect(self._on_link)
        self.pair = PairView()
        self.pair.accept_wanted.connect(self.accept)
        self.pair.reject_wanted.connect(self.reject_pair)
        column.addWidget(self.page, 2)
        column.addWidget(self.pair, 3)
        self.empty = PlaceEmpty(self._context)
        self.empty.act_wanted.connect(self._on_empty)
        self.stack = QStackedWidget()
        self.stack.addWidget(centre)
        self.stack.addWidget(self.empty)
        return self.stack

    def _right(self) -> QWidget:
        right = QFrame()
        right.setObjectName("Pane")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        self.why = SafeTextBrowser(role="body", left=16, top=12, measured=False)
        self.why.setProperty("onPane", "true")
        self.why.setAccessibleName(tr("Gaps", "Why"))
        self.why.link_activated.connect(self._on_link)
        column.addWidget(self.why)
        return right

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place."""
        group = tr("Gaps", "Gaps")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("research", tr("Gaps", "Research this"), self.research, ("R",), "search"),
            ("edit", tr("Gaps", "Edit the article now"), self.edit_now, ("E",), "edit"),
            ("correct", tr("Gaps", "Still correct"), self.still_correct, ("C",), "check"),
            ("dismiss", tr("Gaps", "Dismiss with a reason"), self.dismiss, ("X",), "reject"),
            ("snooze", tr("Gaps", "Put off"), self.snooze, ("Z",), "clock"),
            ("accept", tr("Gaps", "Accept the contradiction or duplicate"), self.accept, ("Y",), "check"),
            (
                "reject",
                tr("Gaps", "Reject the contradiction or duplicate"),
                self.reject_pair,
                ("N",),
                "reject",
            ),
            ("next", tr("Gaps", "Next finding"), lambda: self._step(1), ("J",), "chevron-down"),
            ("former", tr("Gaps", "Previous finding"), lambda: self._step(-1), ("K",), "chevron-up"),
            ("open", tr("Gaps", "Open the article"), self.open_article, ("O",), "file"),
            ("undo", tr("Gaps", "Undo"), self.undo, ("U",), "undo"),
            ("filter", tr("Gaps", "Filter the findings"), self.field.setFocus, ("/",), "filter"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"gaps.{name}", words, run, keys, icon, "gaps", group), self)

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> FindingFilter:
        kind, state = str(self.types.currentData()), str(self.states.currentData())
        return FindingFilter(
            types=(FindingType(kind),) if kind else (),
            states=(FindingState(state),),
            text=self.field.text().strip(),
        )

    def _ask(self) -> None:
        self.model.ask(Question(self._wanted(), str(self.order.currentData())))
        self._read_counts()

    def _read_counts(self) -> None:
        profile, wanted = self._profile, self._wanted()
        self._context.ask(
            lambda: (finding_counts(profile, wanted), finding_counts(profile)),
            self._show_counts,
            channel="gaps.counts",
            owner=self,
        )

    def _show_counts(self, counts: tuple[FindingCounts, FindingCounts]) -> None:
        shown, whole = counts
        for place in range(1, self.types.count()):
            kind = str(self.types.itemData(place))
            self.types.setItemText(place, f"{type_word(kind)}  {number(shown.by_type.get(kind, 0))}")
        for place in range(self.states.count()):
            state = str(self.states.itemData(place))
            self.states.setItemText(place, f"{state_word(state)}  {number(shown.by_state.get(state, 0))}")
        self._context.set_count("gaps", sum(whole.by_type.values()))

    def _heard(self, changes: ChangeSet) -> None:
        ids = [identifier for kind, identifier in changes.items if kind is Kind.FINDING and identifier]
        if changes.touches(Kind.FINDING) or changes.touches(Kind.SCAN):
            self.model.refresh(ids)
            self._read_counts()
        if self.target:
            self._read(self.target)

    def _on_loaded(self, count: int) -> None:
        if count:
            self.stack.setCurrentIndex(0)
            row = self.model.row_of(self.target)
            if not self.rows.currentIndex().isValid():
                self.rows.setCurrentIndex(self.model.index(max(0, row), 0))
            return
        self.found = None
        self.bar.hide()
        self.why.show_safe(Page().done())
        if self._wanted() != FindingFilter():
            empty = Empty(
                "filter", tr("Gaps", "No finding matches the filter."), "", tr("Gaps", "Reset filter")
            )
        else:
            text = tr(
                "Gaps", "A scan looks for gaps, contradictions and stale articles in your knowledge base."
            )
            empty = Empty("scan", tr("Gaps", "No open findings."), text, tr("Gaps", "Scan now"))
        self.empty.say(empty)
        self.stack.setCurrentWidget(self.empty)

    def _on_empty(self) -> None:
        if self._wanted() == FindingFilter():
            profile = self._profile

            def work() -> int:
                return scan_commands.scan_now(profile).findings

            self._context.act(work, self._scanned, owner=self)
            return
        self.field.clear()
        self.types.setCurrentIndex(0)
        self.states.setCurrentIndex(0)
        self._ask()

    def _scanned(self, count: int) -> None:
        self._context.say(plural("Gaps", "Scanned: %n finding(s).", count))

    def _on_current(self, current: QModelIndex, _former: QModelIndex) -> None:
        found = self.model.id_at(current.row())
        if found is not None:
            self.target = str(found)
            self._read(self.target)

    def _read(self, finding_id: str) -> None:
        profile = self._profile
        self._context.ask(
            lambda: finding(profile, finding_id), self._show, channel="gaps.finding", owner=self
        )

    def show_target(self, target: str) -> None:
        """Show one finding, whatever the filter is; ``type:NAME`` shows the findings of a type."""
        if target.startswith(TYPE):
            place = self.types.findData(target.removeprefix(TYPE))
            self.types.setCurrentIndex(max(0, place))
            self._ask()
            return
        self.target = target
        row = self.model.row_of(target)
        if row >= 0:
            self.rows.setCurrentIndex(self.model.index(row, 0))
        else:
            self._read(target)

    # -- showing ------------------------------------------------------------------------------------

    def _show(self, found: FindingView | None) -> None:
        self.found = found
        if found is None:
            return
        self.stack.setCurrentIndex(0)
        self.page.show_safe(finding_page(found))
        self.why.show_safe(why_page(found))
        pair = pair_of(found)
        self.pair.setVisible(pair is not None)
        if pair is not None:
            self.pair.say(pair)
        self._say_bar(found)

    def _say_bar(self, found: FindingView) -> None:
        place = self.model.row_of(found.id)
        counter = tr("Gaps", "Finding {number} of {count}").format(
            number=place + 1, count=self.model.rowCount()
        )
        acts: tuple[DecisionAct, ...]
        if found.state is FindingState.OPEN:
            acts = (
                DecisionAct("dismiss", tr("Gaps", "Dismiss …"), "X"),
                DecisionAct("snooze", tr("Gaps", "Put off …"), "Z"),
                DecisionAct("correct", tr("Gaps", "Still correct"), "C"),
                DecisionAct("edit", tr("Gaps", "Edit now"), "E", "edit"),
                DecisionAct("research", tr("Gaps", "Research"), "R", "search", "", "primary"),
            )
        else:
            acts = (DecisionAct("reopen", tr("Gaps", "Open again"), "U", "undo"),)
        self.bar.show()
        self.bar.say(
            Decision(
                counter if place >= 0 else "",
                "",
                type_icon(found.type),
                "text.secondary",
                type_word(found.type),
                decided_words(found),
                acts,
            )
        )

    def _on_act(self, name: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            "dismiss": self.dismiss,
            "snooze": self.snooze,
            "correct": self.still_correct,
            "edit": self.edit_now,
            "research": self.research,
            "reopen": self.undo,
        }
        acts[name]()

    def _on_link(self, link: str) -> None:
        if link.startswith(ARTICLE_LINK):
            self._context.open_place("articles", link.removeprefix(ARTICLE_LINK))
        else:
            self._context.confirm_link(link)

    def _step(self, by: int) -> None:
        row = self.rows.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.rows.setCurrentIndex(self.model.index(row, 0))

    # -- acts ---------------------------------------------------------------------------------------

    def _do(
        self, work: Callable[[str], object], said: str, back: Callable[[str], object] | None = None
    ) -> None:
        """Run an act with the curator's name, say it, and keep how it is taken back."""

        def named(who: str) -> None:
            def done(_answer: object) -> None:
                if back is not None:
                    self._undo.append((said, lambda: back(who)))
                self._context.say(said, tr("Gaps", "Undo (U)") if back else "", self.undo if back else None)

            self._context.act(lambda: work(who), done, owner=self)

        with_curator(self._context, named)

    def undo(self) -> None:
        """Take the last act back, or the decision on the finding shown (U)."""
        profile, found = self._profile, self.found
        if self._undo:
            words, back = self._undo.pop()
            said = tr("Gaps", "Taken back: {what}").format(what=words)
            self._context.act(back, lambda _answer: self._context.say(said), owner=self)
        elif found is not None and found.state is not FindingState.OPEN:
            finding_id = found.id
            self._do(lambda who: scan_commands.reopen(profile, finding_id, who), tr("Gaps", "Open again."))

    def research(self) -> None:
        """Put a task for this finding into the queue (R)."""
        found, profile = self.found, self._profile
        if found is None:
            return
        finding_id = found.id
        self._context.act(
            lambda: scan_commands.research_finding(profile, finding_id), self._enqueued, owner=self
        )

    def _enqueued(self, answer: Enqueued) -> None:
        task_id = answer.task.id
        words = (
            tr("Gaps", "A task was added to the queue.")
            if answer.created
            else tr("Gaps", "This task was there already.")
        )
        self._context.say(words, tr("Gaps", "Show"), lambda: self._context.open_place("queue", task_id))

    def edit_now(self) -> None:
        """Lay the article on the desk as a manual draft and open it (E)."""
        found, profile = self.found, self._profile
        if found is not None:
            node_id = found.node_id
            with_curator(
                self._context,
                lambda who: self._context.act(
                    lambda: begin_edit(profile, node_id, who), self._begun, owner=self
                ),
            )

    def _begun(self, begun: Begun) -> None:
        self._context.open_place("review", begun.draft_id)

    def still_correct(self) -> None:
        """Confirm the article: its age begins anew (C)."""
        found, profile = self.found, self._profile
        if found is not None:
            finding_id = found.id
            self._do(
                lambda who: scan_commands.still_correct(profile, finding_id, who),
                tr("Gaps", "Confirmed as still correct."),
                lambda who: scan_commands.reopen(profile, finding_id, who),
            )

    def dismiss(self) -> None:
        """Send the finding away until its text changes (X)."""
        found, profile = self.found, self._profile
        if found is None:
            return
        finding_id = found.id
        question = ReasonQuestion(
            tr("Gaps", "Dismiss this finding?"),
            tr("Gaps", "It stays away until its text changes."),
            tr("Gaps", "Why it does not matter"),
            tr("Gaps", "Dismiss"),
        )

        def given(reason: str) -> None:
            self._do(
                lambda who: scan_commands.dismiss(profile, finding_id, who, reason),
                tr("Gaps", "Dismissed."),
                lambda who: scan_commands.reopen(profile, finding_id, who),
            )

        ReasonDialog(question, given, self.window()).open()

    def snooze(self) -> None:
        """Ask for how long the finding is put off (Z)."""
        if self.found is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for days in SNOOZES_DAYS:
            act = menu.addAction(plural("Gaps", "for %n day(s)", days))
            act.triggered.connect(lambda _on=False, days=days: self.snooze_for(days))
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self.bar.mapToGlobal(self.bar.rect().topLeft()))

    def snooze_for(self, days: int) -> None:
        """Put the finding off for some days."""
        found, profile = self.found, self._profile
        if found is None:
            return
        finding_id = found.id
        now = datetime.fromtimestamp(profile.clock.time(), UTC)
        until = (now + timedelta(days=days)).timestamp()
        self._do(
            lambda who: scan_commands.snooze(profile, finding_id, who, until),
            tr("Gaps", "Put off until {day}.").format(day=day(until)),
            lambda who: scan_commands.reopen(profile, finding_id, who),
        )

    def accept(self) -> None:
        """Accept the proposed contradiction or duplicate (Y)."""
        self._judge(accept=True)

    def reject_pair(self) -> None:
        """Reject the proposed contradiction or duplicate (N)."""
        self._judge(accept=False)

    def _judge(self, *, accept: bool) -> None:
        found, profile = self.found, self._profile
        if found is None or found.type not in PAIRS or found.edge_status not in ("proposed", ""):
            return
        finding_id = found.id
        if accept:
            self._do(
                lambda who: scan_commands.accept_proposal(profile, finding_id, who),
                tr("Gaps", "Accepted; no file is changed."),
                lambda who: take_back_pair(profile, finding_id, who),
            )
        else:
            self._do(
                lambda who: scan_commands.reject_proposal(profile, finding_id, who),
                tr("Gaps", "Rejected; it stays away."),
                lambda who: take_back_pair(profile, finding_id, who),
            )

    def open_article(self) -> None:
        """Open the article in its place (O)."""
        if self.found is not None:
            self._context.open_place("articles", self.found.node_id)
