"""The lesson of the last step: the parts of Review on a sample draft, with its keys, in about 90 seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout

from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.ui.first_run.lesson_draft import LessonDraft
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.bar import decision_of
from neurodesk.ui.panes.review.centre import ReviewCentre
from neurodesk.ui.panes.review.inspector import Inspector
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.decision_bar import DecisionBar
from neurodesk.ui.widgets.lamps import lamp_word
from neurodesk.ui.widgets.parts import EmptyState, Keycap, PlainLabel

DESK_PX, BELOW_PX = 380, 560
# Article and source side by side need so much.
BESIDE_PX = 620


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: the key, the name of Review's action behind it, and the sentence that asks for it."""

    key: str
    action: str
    words: str


def tasks() -> tuple[Task, ...]:
    """Return the lesson, step by step."""
    return (
        Task(
            "J",
            "review.next",
            tr("Lesson", "Each sentence has a lamp, and each lamp a source. Go to the next claim."),
        ),
        Task(
            "K",
            "review.former",
            tr("Lesson", "Its source stands at the right. Go back to the claim before."),
        ),
        Task(
            "T",
            "review.tick",
            tr("Lesson", "A risky command with a single source wants a tick from you. Let it stand."),
        ),
        Task(
            "N",
            "review.unseen",
            tr("Lesson", "What is riskiest comes first, if you like. Go to it directly."),
        ),
        Task(
            "E",
            "review.edit",
            tr(
                "Lesson",
                "10 seconds here, 30 in the source. Edit it; here the number is put in for you.",
            ),
        ),
        Task(
            "1",
            "review.verdict.supported",
            tr("Lesson", "It was checked anew at once. Your verdict can only make it stricter: agree."),
        ),
        Task("A", "review.approve", tr("Lesson", "Every claim is seen, none is open. Approve the draft.")),
        Task(
            "P",
            "review.promote",
            tr("Lesson", "Promoting is an act of its own, never on Enter. Promote, as you would then."),
        ),
        Task("U", "review.undo", tr("Lesson", "And everything can be taken back. Undo.")),
    )


class Lesson(QFrame):
    """Takes the keys of Review on three sentences; nothing is stored. ``finished`` comes once, at the end."""

    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.draft, self.tasks, self.step = LessonDraft(), tasks(), 0
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 12, 2, 2)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setContentsMargins(14, 0, 14, 0)
        head.setSpacing(8)
        self._cap_place = QHBoxLayout()
        head.addLayout(self._cap_place)
        self.words = PlainLabel(strong=True, wrap=True)
        head.addWidget(self.words, 1)
        self._count = PlainLabel(role="small", ink="tertiary")
        head.addWidget(self._count)
        column.addLayout(head)
        self.state = PlainLabel(role="small", ink="secondary", wrap=True)
        self.state.setContentsMargins(14, 0, 14, 0)
        column.addWidget(self.state)
        self.centre, self.inspector, self.bar = ReviewCentre(EmptyState()), Inspector(), DecisionBar()
        self.inspector.source.with_facts = False
        for part in (self.centre.more_button, self.centre.segments, self.inspector.opinion_button):
            part.hide()  # what the lesson does not teach gives its room to what it does
        self.inspector.tabs.hide()
        self.inspector.next_button.hide()
        self.desk = QSplitter(Qt.Orientation.Horizontal)
        self.desk.setChildrenCollapsible(False)
        self.desk.addWidget(self.centre)
        self.desk.addWidget(self.inspector)
        self.desk.setStretchFactor(0, 3)
        self.desk.setStretchFactor(1, 2)
        self._arrange()
        column.addWidget(self.desk, 1)
        column.addWidget(self.bar)
        self._say("")
        self.centre.edit_wanted.connect(lambda: self.press("E"))
        self.inspector.verdict_given.connect(self._on_verdict)
        self.inspector.tick_wanted.connect(self._on_tick)
        self.bar.act_wanted.connect(self._on_act)
        self._show_task()
        self._show_draft()

    @property
    def is_over(self) -> bool:
        """Whether every key was pressed."""
        return self.step >= len(self.tasks)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the source below the article where there is no room beside it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.width() >= theme().scaled(BESIDE_PX)
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        # Fixed: the wish of the text panes pushes the bar with the answers below the fold of a small window.
        least = theme().scaled(DESK_PX if beside else BELOW_PX)
        self.desk.setFixedHeight(max(least, self.desk.minimumSizeHint().height()))
        if way != self.desk.orientation():
            self.desk.setOrientation(way)
            self._show_bar()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the key that is asked for; another one says that it comes later."""
        key = event.text().upper()
        if self.is_over or not key.strip():
            super().keyPressEvent(event)
            return
        self.press(key)

    def press(self, key: str) -> None:
        """Do what a key does in Review, if it is the one asked for; a button of the parts is its key."""
        if self.is_over:
            return
        wanted = self.tasks[self.step].key
        if key != wanted:
            self._say(tr("Lesson", "Not this one now: press {key}.").format(key=wanted))
            return
        self._say("")
        self._do(key)
        self.step += 1
        self._show_draft()
        self._show_task()
        if self.step == len(self.tasks):
            self.finished.emit()

    def _on_verdict(self, verdict: Verdict) -> None:
        self.press(str(list(Verdict).index(verdict) + 1))
        self._show_draft()

    def _on_tick(self) -> None:
        self.press("T")
        self._show_draft()

    def _on_act(self, name: str) -> None:
        keys = {"approve": "A", "promote": "P", "reopen": "U", "reject": "X", "changes": "R"}
        self.press(keys.get(name, ""))

    def _say(self, text: str) -> None:
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _do(self, key: str) -> None:
        draft = self.draft
        acts: dict[str, Callable[[], None]] = {
            "J": lambda: draft.step(1),
            "K": lambda: draft.step(-1),
            "T": draft.tick,
            "N": draft.next_open,
            "E": draft.take_number,
            "1": lambda: draft.judge(Verdict.SUPPORTED),
            "A": self._approve,
            "P": self._promote,
            "U": self._undo,
        }
        acts[key]()

    def _approve(self) -> None:
        if not self.draft.blocks():
            self.draft.state = DraftState.APPROVED
            self._say(tr("Lesson", "Approved, not promoted yet."))

    def _promote(self) -> None:
        self.draft.state = DraftState.PROMOTED
        self._say(tr("Lesson", "Promoted. Here it was only for show; nothing was written."))

    def _undo(self) -> None:
        self.draft.state = DraftState.APPROVED
        self._say(tr("Lesson", "Taken back."))

    def _show_draft(self) -> None:
        draft, view = self.draft, self.draft.view()
        self.centre.show_view(view, draft.marks(), draft.current)
        self.centre.set_current(draft.current)
        self.inspector.show_view(view)
        self.inspector.show_claim(draft.claim(), draft.ref(), 0)
        self._show_bar()
        for made in self.findChildren(QPushButton):
            made.setAutoDefault(False)  # Enter in the wizard's window must press none of them

    def _show_bar(self) -> None:
        """Show where the lesson is; a narrow bar keeps only the acts that the lesson teaches."""
        draft = self.draft
        decision = decision_of(draft.view(), draft.claims, draft.current, draft.blocks())
        if self.desk.orientation() == Qt.Orientation.Vertical:
            taught = tuple(one for one in decision.acts if one.name not in ("reject", "changes"))
            decision = replace(decision, acts=taught)
        self.bar.say(decision)

    def _show_task(self) -> None:
        for cap in self.findChildren(Keycap):
            if self._cap_place.indexOf(cap) >= 0:
                self._cap_place.removeWidget(cap)
                cap.hide()
                cap.deleteLater()
        if self.is_over:
            self.words.setText(
                tr("Lesson", "These are the keys. The question mark shows all of them, in every place.")
            )
        else:
            task = self.tasks[self.step]
            self._cap_place.addWidget(Keycap(task.key))
            self.words.setText(task.words)
        self._count.setText(f"{min(self.step + 1, len(self.tasks))}/{len(self.tasks)}")
        claim = self.draft.claim()
        lamp = next(one.lamp for one in self.draft.marks() if one.id == claim.id)
        ref = self.draft.ref()
        self.setAccessibleName(
            ". ".join((self.words.text(), claim.claim.text, lamp_word(lamp), ref.quote if ref else ""))
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, and the ring while it has the keys."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = painter.pen()
            pen.setColor(theme().color("focus.ring"))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
