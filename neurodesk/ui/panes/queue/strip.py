"""Why is nothing running? One line and the gates in order; while a task runs, that task (SPEC Q10)."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from neurodesk.app.queries.gates import GateLine
from neurodesk.app.queries.overview import Overview
from neurodesk.domain.gates import QUEUE_EMPTY, Gate
from neurodesk.domain.privacy import QUERIES_WAIT
from neurodesk.ui.desk.words import gate_setting, gate_word, running_words, why_sentence
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import clock
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button

GATE_GAP_PX = 30


class GateRow(QWidget):
    """The gates in order: passed (tick), blocking (clock, semibold), not reached (dashed ring)."""

    def __init__(self) -> None:
        super().__init__()
        self._line: GateLine | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._restyle()
        theme().changed.connect(self._restyle)

    def _restyle(self) -> None:
        high = theme().scaled(20) * (1 + max((row for row, _x in self._places()), default=0))
        if high != self.height() or high != self.minimumHeight():
            self.setFixedHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take a second line where one is too short."""
        super().resizeEvent(event)
        self._restyle()

    def _places(self) -> list[tuple[int, int]]:
        """Return row and x of each gate: one that does not fit begins a new row."""
        look, places = theme(), list[tuple[int, int]]()
        row = x = 0
        for step in self._line.steps if self._line is not None else ():
            strong = step.state == "closed" and self._blocks()
            metrics = QFontMetrics(look.font("small", strong=strong))
            width = look.icon_px(14) + 6 + metrics.horizontalAdvance(self._word(step.gate, step.state))
            if x and x + width > self.width():
                row, x = row + 1, 0
            places.append((row, x))
            x += width + GATE_GAP_PX
        return places

    def show_line(self, line: GateLine) -> None:
        """Show the gates of an answer."""
        self._line = line
        states = {
            "passed": tr("Gates", "passed"),
            "closed": tr("Gates", "blocks"),
            "not_reached": tr("Gates", "not reached"),
        }
        words = [f"{self._word(step.gate, step.state)}: {states[step.state]}" for step in line.steps]
        self.setAccessibleName(", ".join(words))
        self.setToolTip("\n".join(words))
        self._restyle()
        self.update()

    def _blocks(self) -> bool:
        """Return whether work waits that a closed gate keeps back."""
        return self._line is not None and self._line.why.code != QUEUE_EMPTY

    def _word(self, gate: Gate, state: str) -> str:
        word = gate_word(gate, closed=state == "closed")
        if gate is Gate.BUDGET and self._line is not None:
            word += f" {self._line.snapshot.budget_used}/{self._line.snapshot.budget_limit}"
        return word

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the gates, each linked to the next in its row."""
        if self._line is None:
            return
        look, painter = theme(), QPainter(self)
        ratio, high = self.devicePixelRatioF(), theme().scaled(20)
        places = self._places()
        for number, step in enumerate(self._line.steps):
            row, x = places[number]
            middle = row * high + high / 2
            # Where nothing waits, a closed gate is no reason: it is told, but does not shout.
            closed = step.state == "closed" and self._blocks()
            inks = {"passed": "text.primary", "closed": "task.deferred.text" if closed else "text.secondary"}
            ink = inks.get(step.state, "text.tertiary")
            font = look.font("small", strong=closed)
            metrics = QFontMetrics(font)
            word = self._word(step.gate, step.state)
            width, side = metrics.horizontalAdvance(word), look.icon_px(14)
            if step.state == "passed":
                picture = look.pixmap("check", "task.completed.mark", 14, ratio, "surface.reading")
                painter.drawPixmap(QPointF(x, middle - side / 2), picture)
            elif step.state == "closed":
                mark = "task.deferred.mark" if closed else "text.secondary"
                picture = look.pixmap("clock", mark, 14, ratio, "surface.reading")
                painter.drawPixmap(QPointF(x, middle - side / 2), picture)
            else:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                pen = QPen(look.color("text.tertiary"), 1.5)
                pen.setDashPattern([1.6, 1.6])
                painter.setPen(pen)
                painter.drawEllipse(QPointF(x + side / 2, middle), side * 0.36, side * 0.36)
            painter.setFont(font)
            painter.setPen(look.color(ink))
            place = QRect(x + side + 6, row * high, width + 2, high)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), word)
            x += side + 6 + width
            if number + 1 < len(places) and places[number + 1][0] == row:
                painter.setPen(look.color("border.card"))
                painter.drawLine(QPointF(x + 8, middle), QPointF(x + GATE_GAP_PX - 8, middle))


class WhyStrip(QFrame):
    """Always there: why nothing runs, or what runs.

    ``setting_wanted`` carries a key, ``stop_wanted`` and ``task_wanted`` a task id, ``look_wanted`` asks
    for the queries that wait.
    """

    setting_wanted = Signal(str)
    stop_wanted = Signal(str)
    task_wanted = Signal(str)
    look_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ToolRow")
        self._setting, self._task_id = "", ""
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 9, 16, 9)
        column.setSpacing(5)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._icon = QLabel()
        self._head = PlainLabel(strong=True)
        self._text = PlainLabel(wrap=True)
        self._text.setMinimumWidth(1)
        self._link = button("", "link", on_click=lambda: self.setting_wanted.emit(self._setting))
        self.look = button(tr("Queue", "Look at them"), "link", "", "F9", self.look_wanted.emit)
        self._show = button(
            tr("Queue", "Show it"), "link", on_click=lambda: self.task_wanted.emit(self._task_id)
        )
        self._stop = button(
            tr("Queue", "Stop after this step"),
            "ghost",
            "stop-after",
            on_click=lambda: self.stop_wanted.emit(self._task_id),
        )
        # The sentence takes a second line before a word of it is lost.
        for widget in (self._icon, self._head):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1, Qt.AlignmentFlag.AlignTop)
        for made in (self._link, self.look, self._show, self._stop):
            row.addWidget(made)
            made.hide()  # until the first answer says which of them lead somewhere
        column.addLayout(row)
        self._gates = GateRow()
        inset = QHBoxLayout()
        inset.setContentsMargins(24, 0, 0, 0)
        inset.addWidget(self._gates)
        column.addLayout(inset)
        self._note = PlainLabel(role="small", ink="secondary", wrap=True)
        noted = QHBoxLayout()
        noted.setContentsMargins(24, 0, 0, 0)
        noted.addWidget(self._note)
        column.addLayout(noted)
        self._found: Overview | None = None
        theme().changed.connect(self._restyle)

    def _restyle(self) -> None:
        running = self._found is not None and self._found.running is not None
        name, ink = ("state-running", "task.running.mark") if running else ("clock", "task.deferred.mark")
        self._icon.setPixmap(theme().pixmap(name, ink, 16, self.devicePixelRatioF(), "surface.reading"))

    def show_overview(self, found: Overview, now: float) -> None:
        """Show the answer of a moment."""
        self._found = found
        running = found.running
        self._restyle()
        self._show.setVisible(running is not None)
        self._stop.setVisible(running is not None)
        if running is not None:
            self._task_id = running.id
            self._head.setText(running_words(running))
            since = tr("Queue", "since {time}").format(time=clock(running.started_at))
            self._text.setText(f"{running.topic} · {since}")
            self._link.hide()
            self.look.hide()
            self._gates.hide()
            self._stop.set_locked(tr("Queue", "It stops after this step.") if running.stop_requested else "")
            self._note.setText(
                tr(
                    "Queue",
                    "It stops after this step. A generation that runs is not aborted; nothing is lost.",
                )
            )
            self._note.setVisible(running.stop_requested)
        else:
            why = found.gates.why
            self._head.setText(tr("Queue", "Why is nothing running?"))
            self._text.setText(why_sentence(why, now))
            self._setting = gate_setting(why.gate)
            self._link.set_words(tr("Queue", "Change this") if self._setting else "")
            self._link.setVisible(bool(self._setting))
            self.look.setVisible(why.code == QUERIES_WAIT)
            self._gates.show_line(found.gates)
            self._gates.show()
            self._note.setText(
                tr("Queue", "Your own tasks run all the same: outside idle time and the daily budget.")
            )
            self._note.setVisible(found.gates.only_curator and why.code != QUEUE_EMPTY)
        self.setAccessibleName(f"{self._head.text()} {self._text.text()}")
