"""A task's search as it happens: queries, results, downloads, gate decisions; replayed from its log (W11)."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock_seconds, duration
from neurodesk.ui.panes.queue.search_rows import (
    ALL,
    KEPT,
    REFUSED,
    SearchReader,
    SearchRows,
    Shot,
    address,
    explained,
    rows_of,
)
from neurodesk.ui.widgets.chips import Chips
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

# A whole search is played in about so long; each step is seen for at least as long as the shorter time.
REPLAY_MS = 12_000
STEP_MS = 60


class SearchView(QWidget):
    """The search of one task; ``show_task`` says which. It reads only while it is shown."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._reader = SearchReader(context.profile)
        self._task_id, self._running, self._waits = "", False, False
        self._step = 0  # 0: follows the newest
        self._reading, self._stale = False, False
        self.shot: Shot | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._stack = QStackedWidget()
        self.empty = EmptyState()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body())
        column.addWidget(self._stack)
        self._player = QTimer(self)
        self._player.timeout.connect(self._play_on)
        context.watch(self, self._heard, Kind.ACTIVITY)

    def _body(self) -> QWidget:
        body = QFrame()
        body.setObjectName("Pane")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(16, 10, 16, 10)
        head.setSpacing(8)
        self.now = PlainLabel(role="small", wrap=True)
        self.chips = Chips(
            ((ALL, tr("Search", "All")), (KEPT, tr("Search", "Kept")), (REFUSED, tr("Search", "Refused"))),
            tr("Search", "Which pages"),
        )
        self.chips.chosen.connect(lambda _key: self._fill())
        head.addWidget(self.now)
        head.addWidget(self.chips)
        column.addLayout(head)
        column.addWidget(Hairline())
        self.rows = SearchRows()
        self.list = RowList(tr("Search", "Queries and pages"))
        self.list.setModel(self.rows)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._explain())
        column.addWidget(self.list, 1)
        column.addWidget(Hairline())
        self.facts = PlainLabel(role="small", ink="secondary", wrap=True)
        self.facts.setContentsMargins(16, 8, 16, 8)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.facts)
        column.addWidget(self._replay_bar())
        return body

    def _replay_bar(self) -> QWidget:
        bar = QFrame()
        bar.setObjectName("DecisionBar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(8)
        self.play = button(tr("Search", "Replay"), "", "play", "W", self.toggle_replay)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Search", "Moment of the search"))
        self.slider.setToolTip(tr("Search", "Drag to an earlier moment; at its end it follows the search."))
        self.slider.setMinimum(1)
        self.slider.setPageStep(10)
        self.slider.valueChanged.connect(self._on_slider)
        self.when = PlainLabel(role="small", ink="secondary")
        row.addWidget(self.play)
        row.addWidget(self.slider, 1)
        row.addWidget(self.when)
        return bar

    # -- what is shown ------------------------------------------------------------------------------

    def show_task(self, task_id: str, *, running: bool, waits: bool) -> None:
        """Show a task's search; ``running`` while the worker is at it, ``waits`` while it has not begun."""
        if task_id != self._task_id:
            self._task_id, self._step, self.shot = task_id, 0, None
            self._player.stop()
            self.rows.show_rows(())
            self.facts.setText("")
        self._running, self._waits = running, waits
        self._say_empty()
        self._read()

    def _say_empty(self) -> None:
        waits = tr("Search", "Queries, results and pages appear here as they come.")
        over = tr("Search", "It was answered from what was there, or its log is older than what is kept.")
        headline = tr("Search", "Nothing has been searched yet.") if self._waits or self._running else ""
        headline = headline or tr("Search", "No search is in the log.")
        self.empty.say(Empty("search", headline, waits if self._waits or self._running else over))

    def _heard(self, changes: ChangeSet) -> None:
        if self._task_id and changes.touches(Kind.ACTIVITY, self._task_id):
            self._read()

    def showEvent(self, event: QShowEvent) -> None:
        """Read what came while it was hidden."""
        super().showEvent(event)
        self._read()

    def _read(self) -> None:
        if not self._task_id or not self.isVisible():
            return
        if self._reading:
            # A reading that is under way is not given up: under a stream of events none would ever end.
            self._stale = True
            return
        self._reading, self._stale = True, False
        reader, task_id, step = self._reader, self._task_id, self._step
        self._context.ask(lambda: reader.look(task_id, step), self._show, owner=self, on_error=self._failed)

    def _failed(self, error: BaseException) -> None:
        self._reading = False
        self._context.fail(error)

    def _show(self, shot: Shot) -> None:
        self._reading = False
        if shot.task_id != self._task_id or self._stale:
            self._read()
        if shot.task_id != self._task_id:
            return
        self.shot = shot
        self._stack.setCurrentIndex(1 if shot.steps else 0)
        self.slider.blockSignals(True)
        self.slider.setMaximum(max(1, shot.steps))
        self.slider.setValue(self._step or shot.step)
        self.slider.blockSignals(False)
        self._fill()

    def _fill(self) -> None:
        shot = self.shot
        if shot is None:
            return
        bar = self.list.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        self.chips.set_counts(shot.counts)
        self.rows.show_rows(rows_of(shot.picture, self.chips.choice))
        page = shot.reading
        live = self._running and not self._step
        place = self.rows.place_of(page) if page is not None else -1
        if not self.list.currentIndex().isValid() and self.rows.rowCount():
            self.list.setCurrentIndex(self.rows.index(0))
        if place >= 0 and (self._player.isActive() or (live and at_end)):
            self.list.scrollTo(self.rows.index(place))
        self.now.setText(self._now_words(shot))
        self.play.set_words(tr("Search", "Pause") if self._player.isActive() else tr("Search", "Replay"))
        at = clock_seconds(shot.picture.last_at)
        self.when.setText(f"{shot.step}/{shot.steps} · {at}")
        words = tr("Search", "step {step} of {steps}, {time}")
        self.slider.setAccessibleDescription(words.format(step=shot.step, steps=shot.steps, time=at))
        self._explain()

    def _now_words(self, shot: Shot) -> str:
        counts, picture = shot.counts, shot.picture
        page = shot.reading
        if page is not None and (self._running or shot.step < shot.steps):
            return tr("Search", "Reading now: {page}").format(page=page.title or address(page.uri))
        asked = [one for one in picture.queries if one.state == "asked"]
        if asked and (self._running or shot.step < shot.steps):
            return tr("Search", "Asking: {query}").format(query=asked[-1].query)
        parts = [
            plural("Search", "%n search(es)", len(picture.queries)),
            plural("Search", "%n page(s)", counts[ALL]),
            tr("Search", "{kept} kept, {refused} refused").format(kept=counts[KEPT], refused=counts[REFUSED]),
        ]
        begun = min((one.asked_at for one in picture.queries if one.asked_at), default=0.0)
        if begun and picture.last_at > begun:
            parts.append(duration(picture.last_at - begun))
        return " · ".join(parts)

    def _explain(self) -> None:
        row = self.rows.row(self.list.currentIndex().row())
        self.facts.setText(explained(row) if row is not None else "")

    # -- replay -------------------------------------------------------------------------------------

    def _on_slider(self, step: int) -> None:
        self._player.stop()
        steps = self.shot.steps if self.shot is not None else 0
        self._step = step if step < steps else 0
        self._read()

    def follow(self) -> None:
        """Go back to the newest step and stay there."""
        self._player.stop()
        self._step = 0
        self._read()

    def toggle_replay(self) -> None:
        """Play the search from where it stands (from its beginning at the end), or pause."""
        shot = self.shot
        if shot is None or not shot.steps:
            return
        if self._player.isActive():
            self._player.stop()
            self._fill()
            return
        if not self._step:
            self._step = 1
        self._player.start(max(STEP_MS, REPLAY_MS // shot.steps))
        self._read()

    def _play_on(self) -> None:
        steps = self.shot.steps if self.shot is not None else 0
        if self._reading:
            return
        if not self.isVisible() or self._step + 1 >= steps:
            self._step = 0
            self._player.stop()
        else:
            self._step += 1
        self._read()
