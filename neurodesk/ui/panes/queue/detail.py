"""One task at the right: what happened in words, its stages, its attempts, and the acts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QStackedLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.queries.task_detail import StageView, TaskDetail
from neurodesk.domain.privacy import QUERIES_WAIT
from neurodesk.domain.tasks import REPAIR, STAGES, Outcome, Task, TaskState
from neurodesk.ui.desk.words import origin_word, reason_word, stage_word, state_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import decimal, duration, moment
from neurodesk.ui.panes.queue.calls import CallsPanel
from neurodesk.ui.panes.queue.queries import QueriesPanel
from neurodesk.ui.panes.queue.search_view import SearchView
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, Segments, Tag, button
from neurodesk.ui.widgets.stage_timeline import Sample, Stage, StageState, StageTimeline

OVERVIEW, SEARCH = "overview", "search"
LOW_PX = 260
LIVE = (TaskState.QUEUED, TaskState.RESERVED, TaskState.RUNNING, TaskState.DEFERRED)


def story(detail: TaskDetail, now: float) -> str:
    """Say in one or two sentences what happened and what is safe."""
    task = detail.view.task
    if not isinstance(task, Task):
        return tr("Queue", "The row of this task cannot be read. Other tasks go on; you may cancel it.")
    reason = reason_word(task.deferral_reason) if task.deferral_reason else ""
    if task.state is TaskState.DEFERRED and task.parked and task.deferral_reason == QUERIES_WAIT:
        return tr(
            "Queue", "Its queries to the web wait for your look, below or with F9. Then it goes on by itself."
        )
    if task.state is TaskState.DEFERRED and task.parked:
        return tr(
            "Queue", "Parked after many tries: {reason}. Nothing is lost; try it again when that is mended."
        ).format(reason=reason)
    if task.state is TaskState.DEFERRED:
        text = tr("Queue", "Put off: {reason}. It goes on at {time} where it stopped.")
        return text.format(reason=reason or "–", time=moment(task.not_before, now))
    if task.state is TaskState.RUNNING and task.stop_requested:
        return tr(
            "Queue", "It stops after this step. A generation that runs is not aborted; nothing is lost."
        )
    if task.state is TaskState.COMPLETED:
        return _completed(detail, task)
    words = {
        TaskState.QUEUED: tr("Queue", "It waits for its turn; higher priorities come first."),
        TaskState.RESERVED: tr("Queue", "The worker has taken it and starts in a moment."),
        TaskState.RUNNING: tr("Queue", "The worker is at it. Each finished stage is stored."),
        TaskState.CANCELLED: tr("Queue", "You cancelled it; what it had found is kept."),
    }
    if task.state is TaskState.FAILED:
        return tr("Queue", "It failed: {reason}. What it had found is kept; you may try it again.").format(
            reason=reason_word(task.last_error) if task.last_error else "–"
        )
    return words[task.state]


def _completed(detail: TaskDetail, task: Task) -> str:
    if task.kind == REPAIR and task.outcome is Outcome.ARTICLE_CREATED:
        return tr("Queue", "The draft that you sent back has a new version; it lies in Review.")
    if task.kind == REPAIR:
        return tr("Queue", "Done: {reason}.").format(reason=reason_word(task.result_reason))
    outcome = str(task.outcome or "")
    if outcome == "article_created":
        return tr("Queue", "A draft lies on your desk: {title}.").format(
            title=detail.draft_title or task.topic
        )
    if outcome == "evidence_only":
        return plural("Queue", "It kept %n text(s), but not enough for an article.", task.evidence_count)
    return tr("Queue", "It searched and read, but nothing passed the gates; the reasons stand below.")


def _facts(stage: StageView) -> str:
    facts = stage.facts
    if stage.stage == "plan":
        questions = plural("Queue", "%n question(s)", facts.get("questions", 0))
        return f"{questions}, {plural('Queue', '%n search querie(s)', facts.get('queries', 0))}"
    if stage.stage == "search":
        text = plural("Queue", "%n hit(s)", facts.get("hits", 0))
        if facts.get("refused"):
            text += ", " + plural("Queue", "%n refused before reading", facts["refused"])
        if facts.get("failed"):
            text += ", " + plural("Queue", "%n search(es) failed", facts["failed"])
        return text
    if stage.stage == "fetch":
        return tr("Queue", "{read} of {all} pages read").format(
            read=facts.get("read", 0), all=facts.get("attempted", 0)
        )
    if stage.stage == "gate":
        return tr("Queue", "{kept} kept, {refused} refused").format(
            kept=facts.get("kept", 0), refused=facts.get("refused", 0)
        )
    if stage.stage == "author":
        if facts.get("edits"):
            return plural("Queue", "%n sentence(s) repaired", facts["edits"])
        return plural("Queue", "%n character(s) written", facts.get("chars", 0))
    words = [f"{count} {reason_word(verdict)}" for verdict, count in facts.items()]
    return ", ".join(words)


def timeline(detail: TaskDetail, now: float) -> list[Stage]:
    """Return the stages of a task as the timeline shows them."""
    shown: list[Stage] = []
    passes: dict[str, int] = {}
    for one in detail.stages:
        passes[one.stage] = passes.get(one.stage, 0) + 1
        name = stage_word(one.stage)
        if passes[one.stage] > 1:
            name = tr("Queue", "{stage}, round {number}").format(stage=name, number=passes[one.stage])
        samples = tuple(
            Sample("search", sample.text, plural("Queue", "%n hit(s)", int(sample.number)))
            if sample.kind == "query"
            else Sample("check", sample.text, decimal(sample.number), "task.completed.mark")
            if sample.kind == "kept"
            else Sample("reject", sample.text, reason_word(sample.reason))
            for sample in one.samples
        )
        took = duration(one.duration_s) if one.duration_s >= 0.05 else ""
        shown.append(
            Stage(
                f"{one.stage}.{one.pass_number}", name, StageState.DONE, took, _facts(one), samples, one.total
            )
        )
    task = detail.view.task
    if not isinstance(task, Task) or task.state not in LIVE:
        return shown
    done = {one.stage for one in detail.stages}
    if detail.running_stage:
        name = stage_word(detail.running_stage)
        shown.append(Stage("running", name, StageState.RUNNING, tr("Queue", "running")))
        done.add(detail.running_stage)
    last = max((number for number, stage in enumerate(STAGES) if stage in done), default=-1)
    for number, stage in enumerate(STAGES):
        if number <= last:
            continue
        waits = task.state is TaskState.DEFERRED and number == last + 1
        state = StageState.WAITING if waits else StageState.TO_COME
        result = reason_word(task.deferral_reason) if waits and task.deferral_reason else ""
        shown.append(Stage(stage, stage_word(stage), state, tr("Queue", "paused") if waits else "", result))
    return shown


class TaskDetailPane(QFrame):
    """The detail; signals carry the acts, the pane that owns it runs them."""

    retry_wanted = Signal()
    priority_wanted = Signal(float)
    cancel_wanted = Signal()
    stop_wanted = Signal()
    draft_wanted = Signal(str)
    evidence_wanted = Signal(str)
    query_decided = Signal(int, str, bool)
    queries_decided = Signal(object, bool)
    calls_export_wanted = Signal()

    def __init__(self, search: SearchView | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search
        self.setObjectName("Pane")
        self._stack = QStackedLayout(self)
        empty = Empty(
            "queue", tr("Queue", "No task selected."), tr("Queue", "Choose one with the arrow keys.")
        )
        self._stack.addWidget(EmptyState(empty))
        self._body = QWidget()
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(16, 14, 16, 12)
        head.setSpacing(8)
        self._title = PlainLabel(role="paneTitle", wrap=True)
        self._tags = QHBoxLayout()
        self._tags.setSpacing(8)
        self._story = PlainLabel(role="small", ink="secondary", wrap=True)
        self._links_row = QWidget()
        self._links = QHBoxLayout(self._links_row)
        self._links.setContentsMargins(0, 0, 0, 0)
        self._draft = button(tr("Queue", "Open the draft"), "link", on_click=self._on_draft)
        self._evidence = button(tr("Queue", "Show its evidence"), "link", on_click=self._on_evidence)
        self._links.addWidget(self._draft)
        self._links.addWidget(self._evidence)
        self._links.addStretch(1)
        self._title_row = QHBoxLayout()
        self._title_row.setSpacing(8)
        self._title_row.addWidget(self._title, 1)
        head.addLayout(self._title_row)
        head.addLayout(self._tags)
        head.addWidget(self._story)
        head.addWidget(self._links_row)
        self.tabs = Segments(
            ((OVERVIEW, tr("Queue", "Overview")), (SEARCH, tr("Queue", "Search"))),
            tr("Queue", "What is shown"),
        )
        self.tabs.chosen.connect(lambda _key: self._show_tab())
        self._tabs_row = QHBoxLayout()
        self._tabs_row.addWidget(self.tabs)
        self._tabs_row.addStretch(1)
        head.addLayout(self._tabs_row)
        self._low = False
        column.addLayout(head)
        column.addWidget(Hairline())
        inner = QWidget()
        inner.setObjectName("Pane")
        lower = QVBoxLayout(inner)
        lower.setContentsMargins(0, 8, 0, 8)
        lower.setSpacing(4)
        self.queries = QueriesPanel()
        self.queries.decided.connect(self.query_decided)
        self.queries.all_decided.connect(self.queries_decided)
        lower.addWidget(self.queries)
        self._stages_head = PlainLabel(tr("Queue", "Stages"), "small", "secondary", strong=True)
        self._stages_head.setContentsMargins(16, 4, 16, 0)
        lower.addWidget(self._stages_head)
        self._stages = StageTimeline()
        self._stages.all_wanted.connect(self._show_all)
        lower.addWidget(self._stages)
        self._facts = QGridLayout()
        self._facts.setContentsMargins(16, 4, 16, 8)
        self._facts.setHorizontalSpacing(12)
        self._facts.setVerticalSpacing(4)
        self._facts.setColumnStretch(1, 1)
        lower.addLayout(self._facts)
        self.calls = CallsPanel()
        self.calls.export_wanted.connect(self.calls_export_wanted)
        lower.addWidget(self.calls)
        lower.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self._pages = QStackedWidget()
        self._pages.addWidget(area)
        if search is not None:
            self._pages.addWidget(search)
        self.tabs.setVisible(search is not None)
        column.addWidget(self._pages, 1)
        column.addWidget(self._foot())
        self._detail: TaskDetail | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low pane leave the room to the stages: the tabs stand beside the title, the story goes."""
        super().resizeEvent(event)
        low = self.height() < theme().scaled(LOW_PX)
        if low == self._low:
            return
        self._low = low
        if low:
            self._title_row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignTop)
        else:
            self._tabs_row.insertWidget(0, self.tabs)
        self._show_tab()

    def turn_tab(self) -> None:
        """Change between the overview and the search of the task."""
        if self.search is not None and self._detail is not None:
            self.tabs.set_choice(SEARCH if self.tabs.choice == OVERVIEW else OVERVIEW)
            self._show_tab()

    def _show_tab(self) -> None:
        shows = self.tabs.choice == SEARCH and self.search is not None
        self._pages.setCurrentIndex(1 if shows else 0)
        self._story.setVisible(not shows and not self._low)
        self._links_row.setVisible(not shows)
        task = self._detail.view.task if self._detail is not None else None
        if self.search is not None and shows and isinstance(task, Task):
            running = task.state in (TaskState.RUNNING, TaskState.RESERVED)
            waits = task.state in (TaskState.QUEUED, TaskState.DEFERRED)
            self.search.show_task(task.id, running=running, waits=waits)

    def _foot(self) -> QWidget:
        foot = QFrame()
        foot.setObjectName("DecisionBar")
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(8)
        self._retry = button(tr("Queue", "Try now"), "", "retry", "T", self.retry_wanted.emit)
        self._less = button("−", on_click=lambda: self.priority_wanted.emit(-0.05))
        self._more = button("+", on_click=lambda: self.priority_wanted.emit(0.05))
        self._less.setAccessibleName(tr("Queue", "Lower the priority"))
        self._more.setAccessibleName(tr("Queue", "Raise the priority"))
        self._cancel = button(tr("Queue", "Cancel task"), "", "", "", self._on_cancel)
        row.addWidget(self._retry)
        row.addStretch(1)
        row.addWidget(self._less)
        row.addWidget(self._more)
        row.addWidget(self._cancel)
        return foot

    def _on_cancel(self) -> None:
        if self._is_running():
            self.stop_wanted.emit()
        else:
            self.cancel_wanted.emit()

    def _on_draft(self) -> None:
        if self._detail is not None and isinstance(self._detail.view.task, Task):
            self.draft_wanted.emit(self._detail.view.task.article_id)

    def _on_evidence(self) -> None:
        if self._detail is not None:
            self.evidence_wanted.emit(self._detail.view.task.id)

    def _show_all(self, stage: str) -> None:
        """Show everything of a stage: its texts in Evidence, its queries and hits in the search."""
        if stage.startswith(("fetch", "gate")):
            self._on_evidence()
        elif self.tabs.choice == OVERVIEW:
            self.turn_tab()

    def _is_running(self) -> bool:
        task = self._detail.view.task if self._detail is not None else None
        return isinstance(task, Task) and task.state is TaskState.RUNNING

    @property
    def task_id(self) -> str:
        """The task that is shown, "" when none is."""
        return self._detail.view.task.id if self._detail is not None else ""

    def show_nothing(self) -> None:
        """Say that no task is selected."""
        self._detail = None
        self._stack.setCurrentIndex(0)

    def show_detail(self, detail: TaskDetail, now: float) -> None:
        """Show a task."""
        self._detail = detail
        self._stack.setCurrentIndex(1)
        task = detail.view.task
        self._story.setText(story(detail, now))
        self._stages.show_stages(timeline(detail, now))
        self._stages_head.setVisible(isinstance(task, Task))
        state = str(task.state)
        if isinstance(task, Task):
            self._title.setText(task.topic or task.question)
        else:
            self._title.setText(task.id)
        self._show_tags(detail, state, now)
        self._show_facts(detail, now)
        self.queries.show_queries(detail.queries)
        self.calls.show_calls(detail.calls)
        self._draft.setVisible(bool(detail.draft_title))
        self._evidence.setVisible(isinstance(task, Task) and task.evidence_count > 0)
        self._lock_acts(state)
        self._show_tab()

    def _show_tags(self, detail: TaskDetail, state: str, now: float) -> None:
        _clear(self._tags)
        task = detail.view.task
        words = state_word(state)
        if isinstance(task, Task) and task.state is TaskState.DEFERRED and not task.parked:
            words = tr("Queue", "Put off until {time}").format(time=moment(task.not_before, now))
        tone = f"task.{state}" if isinstance(task, Task) else ""
        self._tags.addWidget(Tag(words, icon=f"state-{state}", tone=tone))
        last = detail.view.attempts[-1] if detail.view.attempts else None
        if last is not None and last.ended_at and not last.charged:
            self._tags.addWidget(PlainLabel(tr("Queue", "try not charged"), "small", "secondary"))
        self._tags.addStretch(1)

    def _show_facts(self, detail: TaskDetail, now: float) -> None:
        _clear(self._facts)
        task = detail.view.task
        rows: list[tuple[str, str]] = []
        if isinstance(task, Task):
            if task.question and task.question != task.topic:
                rows.append((tr("Queue", "Question"), task.question))
            rows.append((tr("Queue", "Asked by"), origin_word(task.requested_by)))
            rows.append((tr("Queue", "Priority"), decimal(task.priority)))
            if detail.seeds:
                rows.append((tr("Queue", "Starts from"), ", ".join(detail.seeds)))
            if task.queries:
                rows.append((tr("Queue", "Queries"), "\n".join(task.queries)))
            if task.filter_keys is not None:
                keys = ", ".join(task.filter_keys) or tr("Queue", "nothing at all")
                rows.append((tr("Queue", "Source filter"), keys))
        if detail.view.refused:
            refused = ", ".join(f"{count} × {reason_word(reason)}" for reason, count in detail.view.refused)
            rows.append((tr("Queue", "Refused"), refused))
        for attempt in detail.view.attempts[-4:]:
            what = (
                reason_word(attempt.reason or attempt.result) if attempt.ended_at else tr("Queue", "running")
            )
            charged = "" if attempt.charged else ", " + tr("Queue", "not charged")
            rows.append(
                (
                    tr("Queue", "Attempt {number}").format(number=attempt.number),
                    f"{moment(attempt.started_at, now)}: {what}{charged}",
                )
            )
        for number, (name, value) in enumerate(rows):
            self._facts.addWidget(PlainLabel(name, "small", "tertiary"), number, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(PlainLabel(value, "small", wrap=True), number, 1)

    def _lock_acts(self, state: str) -> None:
        running = state == "running"
        waiting = state in ("queued", "deferred")
        finished = state in ("completed", "failed", "cancelled")
        self._retry.set_words(tr("Queue", "Ask again") if finished else tr("Queue", "Try now"))
        self._retry.set_locked(
            ""
            if finished or state == "deferred"
            else tr("Queue", "It waits for its turn already.")
            if state == "queued"
            else tr("Queue", "It runs already.")
        )
        no_priority = "" if waiting else tr("Queue", "Only a waiting task has a priority to change.")
        self._less.set_locked(no_priority)
        self._more.set_locked(no_priority)
        self._cancel.set_words(tr("Queue", "Stop after this step") if running else tr("Queue", "Cancel task"))
        stopping = running and self._detail is not None and self._stops()
        self._cancel.set_locked(
            tr("Queue", "It is finished.")
            if finished
            else tr("Queue", "It stops after this step.")
            if stopping
            else ""
        )

    def _stops(self) -> bool:
        task = self._detail.view.task if self._detail is not None else None
        return isinstance(task, Task) and task.stop_requested


def _clear(layout: QHBoxLayout | QGridLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
