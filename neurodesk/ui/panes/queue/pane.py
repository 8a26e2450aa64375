"""The queue place: what waits, what runs, what came of it, and why nothing is running (SPEC Q8-Q11)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.commands import queries as query_commands
from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.queries.overview import Overview, overview
from neurodesk.app.queries.task_detail import TaskDetail, task_detail
from neurodesk.app.queries.tasks import TaskFilter, TaskLine, count_groups
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.tasks import EnqueueAnswer
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.export_calls import ask_and_export_calls
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.outgoing import WAITING
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.queue.controls import WorkerControls
from neurodesk.ui.panes.queue.detail import SEARCH, TaskDetailPane
from neurodesk.ui.panes.queue.rows import HIDDEN_AT_FIRST, STATE_PX, TaskRows, columns, states_px
from neurodesk.ui.panes.queue.search_view import SearchView
from neurodesk.ui.panes.queue.strip import WhyStrip
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.two_pane import TwoPane
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.chips import Chips
from neurodesk.ui.widgets.flow import ToolRow
from neurodesk.ui.widgets.lists import RowTable
from neurodesk.ui.widgets.paged_model import PagedModel, Question
from neurodesk.ui.widgets.parts import Empty, NewPill, button

FILTER_AFTER_MS = 15
GROUP = "group:"
# Below these widths of the table a column gives way.
NARROW = {"asked": 980, "evidence": 760, "age": 740}
LOW_PX = 250
# Everything on the strip that time alone changes is looked at this often while the place is open.
STRIP_EVERY_MS = 5_000


class QueuePane(Place):
    """The place; it reads on reader threads and acts through the context."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._profile = context.profile
        self.target = ""
        self.model = PagedModel(
            TaskRows(context.profile), columns(context.profile), context.runner, self, hold_new=False
        )
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.search = SearchView(context)
        self.detail = TaskDetailPane(self.search)
        store = context.window.layout_store
        self._stack = QStackedWidget()
        self._panes = TwoPane(
            "queue", self._centre(), self.detail, (tr("Queue", "Tasks"), tr("Queue", "Task")), store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._panes)
        # No focus proxy: with one, Tab would pass the filter, the chips and every button by.
        self.set_first_focus(self.table, self.empty.act_button)
        self._connect_detail()
        self._filter_timer = QTimer(self)
        self._filter_timer.setSingleShot(True)
        self._filter_timer.setInterval(FILTER_AFTER_MS)
        self._filter_timer.timeout.connect(self._ask)
        self._strip_timer = QTimer(self)
        self._strip_timer.setInterval(STRIP_EVERY_MS)
        self._strip_timer.timeout.connect(self._read_strip)
        self._strip_timer.start()
        kinds = (Kind.TASK, Kind.WORKER, Kind.SETTING, Kind.COLLECTION, Kind.ACTIVITY)
        context.watch(self, self._heard, *kinds)
        self._ask()
        self._read_strip()

    # -- building -----------------------------------------------------------------------------------

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tools())
        self.strip = WhyStrip()
        self.strip.setting_wanted.connect(lambda key: self._context.open_place("settings", key))
        self.strip.stop_wanted.connect(self._stop)
        self.strip.task_wanted.connect(self.show_target)
        self.strip.look_wanted.connect(lambda: self._context.window.open_outgoing(WAITING))
        column.addWidget(self.strip)
        self.controls = WorkerControls(self._context.settings)
        self.controls.wanted.connect(self._set)
        column.addWidget(self.controls)
        self.table = RowTable(tr("Queue", "Tasks"), self.model)
        self._hidden = set(HIDDEN_AT_FIRST)
        header = self.table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._choose_columns)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._on_current())
        self._stack.addWidget(self.table)
        self.empty = PlaceEmpty(self._context)
        self.empty.act_wanted.connect(self._on_empty)
        self._stack.addWidget(self.empty)
        column.addWidget(self._stack, 1)
        self.pill = NewPill(lambda count: plural("Queue", "%n new task(s)", count))
        self.pill.wanted.connect(self.model.take_new)
        self.model.new_waiting.connect(self.pill.set_count)
        column.addWidget(self.pill)
        return centre

    def _tools(self) -> QWidget:
        tools = ToolRow()
        row = QHBoxLayout(tools)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Queue", "Filter tasks"))
        self.field.setAccessibleName(tr("Queue", "Filter tasks"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._filter_timer.start())
        row.addWidget(self.field, 1)
        self.chips = Chips(
            (
                ("all", tr("Queue", "All")),
                ("open", tr("Queue", "Open")),
                ("deferred", tr("Queue", "Put off")),
                ("done", tr("Queue", "Done")),
                ("failed", tr("Queue", "Failed")),
            ),
            tr("Queue", "Which tasks"),
        )
        self.chips.chosen.connect(lambda _key: self._ask())
        row.addWidget(self.chips)
        row.addStretch(1)
        row.addWidget(button(tr("Queue", "Scan"), "ghost", "scan", on_click=self.scan))
        row.addWidget(button(tr("Queue", "Wake"), "ghost", "wake", on_click=self.wake))
        row.addWidget(button(tr("Queue", "New task"), "primary", "plus", on_click=self.new_task))
        return tools

    def _connect_detail(self) -> None:
        self.detail.retry_wanted.connect(self.retry)
        self.detail.priority_wanted.connect(self._change_priority)
        self.detail.cancel_wanted.connect(self.cancel)
        self.detail.stop_wanted.connect(self.stop_after_step)
        self.detail.query_decided.connect(self._decide_query)
        self.detail.queries_decided.connect(self._decide_queries)
        self.detail.calls_export_wanted.connect(self._export_calls)
        self.detail.draft_wanted.connect(lambda draft: self._context.open_place("review", draft))
        self.detail.evidence_wanted.connect(lambda task: self._context.open_place("evidence", f"task:{task}"))

    def _export_calls(self) -> None:
        ask_and_export_calls(self._context, self, self.detail.task_id)

    def add_actions(self, table: ActionTable) -> None:
        """Declare the place's actions: keys, palette and key sheet are fed from here."""
        group = tr("Queue", "Queue")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("queue.new", tr("Queue", "New task"), self.new_task, ("Ctrl+N",), "plus"),
            ("queue.retry", tr("Queue", "Try now, or ask again"), self.retry, ("T",), "retry"),
            ("queue.cancel", tr("Queue", "Cancel the task"), self.cancel_or_stop, ("Del",), "stop"),
            ("queue.more", tr("Queue", "Raise the priority"), self._raise, ("+",), "chevron-up"),
            ("queue.less", tr("Queue", "Lower the priority"), self._lower, ("-",), "chevron-down"),
            (
                "queue.search",
                tr("Queue", "Show its search, or its overview"),
                self.turn_search,
                ("S",),
                "search",
            ),
            ("queue.replay", tr("Queue", "Replay its search"), self.replay, ("W",), "play"),
            ("queue.scan", tr("Queue", "Scan now"), self.scan, (), "scan"),
            ("queue.wake", tr("Queue", "Wake the queue"), self.wake, (), "wake"),
            ("queue.filter", tr("Queue", "Filter the tasks"), self.field.setFocus, ("/",), "filter"),
        )
        for action_id, words, run, keys, icon in specs:
            table.add(ActionSpec(action_id, words, run, keys, icon, "queue", group), self)

    def _choose_columns(self) -> None:
        menu = QMenu(self)
        for section, one in enumerate(self.model.columns):
            if one.key in ("state", "topic"):
                continue
            act = menu.addAction(one.title)
            act.setCheckable(True)
            act.setChecked(not self.table.isColumnHidden(section))
            act.toggled.connect(lambda _on, key=one.key: self._turn_column(key))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.horizontalHeader().mapToGlobal(self.table.rect().topLeft()))

    def _turn_column(self, key: str) -> None:
        self._hidden ^= {key}
        self._hide_columns()

    def _hide_columns(self) -> None:
        """Hide what the curator does not want, and in a narrow table what the topic needs the room of."""
        width = self.table.width()
        narrow = [key for key, fits_px in NARROW.items() if width < theme().scaled(fits_px)]
        for section, one in enumerate(self.model.columns):
            self.table.setColumnHidden(section, one.key in self._hidden or one.key in narrow)
        if "evidence" in narrow:
            # The topic gets what the words of the states leave.
            states = self.model.columns.index(next(one for one in self.model.columns if one.key == "state"))
            self.table.setColumnWidth(states, min(theme().scaled(STATE_PX), states_px()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let columns give way to the topic."""
        super().resizeEvent(event)
        self._hide_columns()
        # In a low window the tasks need the room; the controls are in the settings too.
        self.controls.setVisible(self.height() >= theme().scaled(LOW_PX))

    def showEvent(self, event: QShowEvent) -> None:
        """Read anew what time alone changed while the place was hidden."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._hide_columns)

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> TaskFilter:
        return TaskFilter(self.chips.choice, self.field.text().strip())

    def _ask(self) -> None:
        question = self.model.question
        self.model.ask(Question(self._wanted(), question.sort, question.descending))
        self._read_counts()

    def _read_counts(self) -> None:
        words, profile = self.field.text().strip(), self._profile
        self._context.ask(
            lambda: count_groups(profile, words), self.chips.set_counts, channel="queue.counts", owner=self
        )

    def _read_strip(self) -> None:
        if not self.isVisible() and self.strip.accessibleName():
            return
        profile, worker = self._profile, self._context.worker
        status = worker.status()
        self._context.ask(
            lambda: overview(profile, worker.live, next_check_at=status.next_check_at),
            self._show_strip,
            channel="queue.strip",
            owner=self,
        )

    def _show_strip(self, found: Overview) -> None:
        self.strip.show_overview(found, self._profile.clock.time())

    def _set(self, key: str, value: object) -> None:
        profile = self._profile
        self._context.act(lambda: profile.settings.set(key, value), owner=self, on_error=self._refused)

    def _refused(self, error: BaseException) -> None:
        self.controls.show_settings(self._context.settings)
        self._context.fail(error)

    def _heard(self, changes: ChangeSet) -> None:
        if changes.touches(Kind.SETTING):
            self.controls.show_settings(self._context.settings)
        if changes.touches(Kind.TASK):
            changed = [identifier for kind, identifier in changes.items if kind is Kind.TASK and identifier]
            self.model.refresh(changed)
            self._read_counts()
        if self.detail.task_id and (
            changes.touches(Kind.TASK, self.detail.task_id)
            or changes.touches(Kind.ACTIVITY, self.detail.task_id)
        ):
            self._read_detail(self.detail.task_id)
        self._read_strip()

    def _on_loaded(self, count: int) -> None:
        if count:
            self._stack.setCurrentWidget(self.table)
            row = self.model.row_of(self.target) if self.target else -1
            if row < 0 and not self.table.currentIndex().isValid():
                row = 0
            if row >= 0 and self.table.currentIndex().row() != row:
                self.table.setCurrentIndex(self.model.index(row, 0))
            return
        self.detail.show_nothing()
        if self._wanted() != TaskFilter():
            self.empty.say(
                Empty("filter", tr("Queue", "No task matches the filter."), "", tr("Queue", "Reset filter"))
            )
        else:
            text = tr(
                "Queue", "A scan looks for gaps, contradictions and stale articles in your knowledge base."
            )
            self.empty.say(Empty("queue", tr("Queue", "No tasks."), text, tr("Queue", "Scan now")))
        self._stack.setCurrentWidget(self.empty)

    def _on_empty(self) -> None:
        if self._wanted() == TaskFilter():
            self.scan()
            return
        self.field.clear()
        self.chips.set_choice("all")
        self._ask()

    def current_id(self) -> str:
        """Return the id of the current row, "" when there is none."""
        found = self.model.id_at(self.table.currentIndex().row())
        return str(found) if found is not None else ""

    def _on_current(self) -> None:
        task_id = self.current_id()
        if task_id:
            self.target = task_id
            self._read_detail(task_id)

    def _decide_query(self, query_id: int, words: str, approve: bool) -> None:
        if not words:
            self._decide_queries([query_id], approve)
            return
        profile = self._profile

        def send_edited() -> None:
            from neurodesk import bootstrap

            query_commands.approve_edited(profile, bootstrap.query_guard(profile), query_id, words)
            self._context.worker.wake()

        self._context.act(send_edited, owner=self)

    def _decide_queries(self, query_ids: list[int], approve: bool) -> None:
        profile = self._profile
        decide = query_commands.approve if approve else query_commands.refuse

        def go_on(_changes: object) -> None:
            self._context.worker.wake()

        self._context.act(lambda: decide(profile, query_ids), go_on, owner=self)

    def _read_detail(self, task_id: str) -> None:
        profile = self._profile
        self._context.ask(
            lambda: task_detail(profile, task_id),
            self._show_detail,
            channel="queue.detail",
            owner=self,
            on_error=self._detail_failed,
        )

    def _detail_failed(self, error: BaseException) -> None:
        if isinstance(error, BadInput):
            self.detail.show_nothing()
        else:
            self._context.fail(error)

    def _show_detail(self, found: TaskDetail) -> None:
        self.detail.show_detail(found, self._profile.clock.time())

    def show_target(self, task_id: str) -> None:
        """Show one task, whatever the filter is; ``group:KEY`` shows the tasks of a chip."""
        if task_id.startswith(GROUP):
            self.field.clear()
            self.chips.set_choice(task_id.removeprefix(GROUP))
            self._ask()
            return
        self.target = task_id
        row = self.model.row_of(task_id)
        if row < 0:
            self.field.clear()
            self.chips.set_choice("all")
            self._ask()
            return
        self.table.setCurrentIndex(self.model.index(row, 0))
        self.table.scrollTo(self.model.index(row, 0))

    # -- acts ---------------------------------------------------------------------------------------

    def new_task(self) -> None:
        """Open the dialog for a new task."""
        NewTaskDialog(self._context, self.window(), on_asked=self._asked).open()

    def _asked(self, answer: task_commands.Asked) -> None:
        task = answer.answer.task
        if answer.answer.answer is EnqueueAnswer.CREATE:
            self._context.say(tr("Queue", "Task added."))
        else:
            self._context.say(tr("Queue", "This task was there already; here it is."))
        self.show_target(task.id)

    def retry(self) -> None:
        """Try a put-off task now, or ask a finished one again."""
        task_id, profile = self.current_id(), self._profile
        if task_id:
            self._context.act(lambda: task_commands.try_again(profile, task_id), self._retried, owner=self)

    def _retried(self, answer: task_commands.Asked) -> None:
        self._context.say(tr("Queue", "It is tried as soon as the gates let it."))
        self.show_target(answer.answer.task.id)

    def cancel(self) -> None:
        """Cancel the current task; it can be asked again."""
        task_id, profile = self.current_id(), self._profile
        if not task_id:
            return

        def again() -> None:
            self._context.act(lambda: task_commands.try_again(profile, task_id), self._retried, owner=self)

        self._context.act(
            lambda: task_commands.cancel(profile, task_id),
            lambda _changes: self._context.say(
                tr("Queue", "Task cancelled."), tr("Queue", "Ask again"), again
            ),
            owner=self,
        )

    def stop_after_step(self) -> None:
        """Ask the current task to stop after its step."""
        self._stop(self.current_id())

    def _stop(self, task_id: str) -> None:
        profile = self._profile
        self._context.act(
            lambda: task_commands.stop_after_step(profile, task_id),
            lambda _changes: self._context.say(
                tr("Queue", "It stops after this step. A generation that runs is not aborted.")
            ),
            owner=self,
        )

    def cancel_or_stop(self) -> None:
        """Cancel what waits, stop what runs after its step."""
        line = self._current_line()
        if line is not None and line.state == "running":
            self.stop_after_step()
        elif line is not None and line.state in ("queued", "deferred", "reserved"):
            self.cancel()

    def _current_line(self) -> TaskLine | None:
        row = self.table.currentIndex().row()
        return self.model.row(row) if 0 <= row < self.model.rowCount() else None

    def _raise(self) -> None:
        self._change_priority(0.05)

    def _lower(self) -> None:
        self._change_priority(-0.05)

    def _change_priority(self, step: float) -> None:
        line, profile = self._current_line(), self._profile
        if line is None or line.state not in ("queued", "deferred"):
            return
        priority = round(min(1.0, max(0.0, line.priority + step)), 2)
        task_id = line.id
        self._context.act(lambda: task_commands.set_priority(profile, task_id, priority), owner=self)

    def turn_search(self) -> None:
        """Show the search of the current task, or its overview again."""
        if self.detail.tabs.choice != SEARCH or self.search.isVisible():
            self.detail.turn_tab()
        self._panes.show_right()

    def replay(self) -> None:
        """Play the search of the current task, or pause it."""
        if not self.search.isVisible():
            self.turn_search()
        self.search.toggle_replay()

    def scan(self) -> None:
        """Scan the knowledge now (SPEC Q11)."""
        profile = self._profile

        def work() -> tuple[int, int]:
            from neurodesk.app.commands.scan import scan_now

            found = scan_now(profile)
            return found.findings, found.candidates

        self._context.act(work, self._scanned, owner=self)

    def _scanned(self, counts: tuple[int, int]) -> None:
        text = tr("Queue", "Scanned: {findings} findings, {candidates} of them worth a task.")
        self._context.say(text.format(findings=counts[0], candidates=counts[1]))

    def wake(self) -> None:
        """Look at the queue now; bypasses no gate (SPEC Q11)."""
        if self._context.worker.wake():
            self._context.say(tr("Queue", "The worker looks at the queue now; the gates still count."))
        else:
            self._context.say(tr("Queue", "The worker is not in this process; it looks by itself."))
        self._read_strip()
