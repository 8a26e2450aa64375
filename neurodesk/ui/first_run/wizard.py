"""The wizard: a rail with the steps, one page, and a foot; it goes on where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.first_run import DONE, OVER, STEP
from neurodesk.ui.first_run.lesson import Lesson
from neurodesk.ui.first_run.steps import steps
from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

RAIL_PX, COLUMN_PX, WIDTH_PX, HEIGHT_PX = 280, 860, 1120, 760


class FirstRun(QDialog):
    """Every step can be skipped; which one is open and which are done stands in the layout store."""

    def __init__(self, context: DeskContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("FirstRun", "Set up NeuroDesk"))
        self._context, self._store = context, context.window.layout_store
        self.steps = steps()
        done = self._store.value(DONE, [])
        self.done_steps = {one for one in done if isinstance(one, str)} if isinstance(done, list) else set()
        self.page: QWidget | None = None
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._rail())
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._centre(), 1)
        right.addWidget(self._foot())
        outer.addLayout(right, 1)
        look, room = theme(), QGuiApplication.primaryScreen().availableSize()
        self.resize(
            min(look.scaled(WIDTH_PX), room.width() - 40), min(look.scaled(HEIGHT_PX), room.height() - 40)
        )
        kept = self._store.value(STEP, "")
        self.go(next((place for place, one in enumerate(self.steps) if one.id == kept), 0))

    def _rail(self) -> QWidget:
        rail = QFrame()
        rail.setObjectName("Pane")
        metrics = QFontMetrics(theme().font("body"))
        longest = max(metrics.horizontalAdvance(one.word) for one in self.steps)
        rail.setFixedWidth(max(min(theme().scaled(RAIL_PX), 340), longest + theme().icon_px(16) + 64))
        column = QVBoxLayout(rail)
        column.setContentsMargins(20, 24, 12, 20)
        column.setSpacing(10)
        column.addWidget(PlainLabel(tr("FirstRun", "Set up NeuroDesk"), "paneTitle", wrap=True))
        lead = tr("FirstRun", "Each step can be skipped and done later.")
        column.addWidget(PlainLabel(lead, "small", "secondary", wrap=True))
        self.rail = QListWidget()
        self.rail.setObjectName("Bare")
        self.rail.setFrameShape(QFrame.Shape.NoFrame)
        self.rail.setAccessibleName(tr("FirstRun", "Steps"))
        self.rail.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))
        self.rail.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in self.steps:
            item = QListWidgetItem(one.word)
            item.setSizeHint(QSize(0, theme().row_height("tableRow") + 4))
            self.rail.addItem(item)
        self.rail.currentRowChanged.connect(self.go)
        column.addWidget(self.rail, 1)
        promise = tr("FirstRun", "Until you enter an address here, NeuroDesk makes no network connection.")
        column.addWidget(PlainLabel(promise, "small", "tertiary", wrap=True))
        return rail

    def _centre(self) -> QWidget:
        self._area = QScrollArea()
        self._area.setObjectName("Reading")
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return self._area

    def _foot(self) -> QWidget:
        foot = QFrame()
        foot.setObjectName("DecisionBar")
        row = QHBoxLayout(foot)
        row.setContentsMargins(24, 10, 24, 10)
        row.setSpacing(8)
        self.copy = button(tr("FirstRun", "Copy diagnosis"), "ghost", "copy", on_click=self._copy)
        self.back = button(tr("FirstRun", "Back"), on_click=lambda: self.go(self.place - 1))
        self.skip = button(tr("FirstRun", "Skip"), on_click=lambda: self._on(False))
        self.next = button(tr("FirstRun", "Next"), "primary", on_click=lambda: self._on(True))
        row.addWidget(self.copy)
        row.addStretch(1)
        for made in (self.copy, self.back, self.skip, self.next):
            made.setAutoDefault(False)
        for made in (self.back, self.skip, self.next):
            row.addWidget(made)
        return foot

    # -- going --------------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """Which step is open."""
        return max(0, self.rail.currentRow())

    def go(self, place: int) -> None:
        """Open a step; what was entered in the one before is kept already."""
        if not 0 <= place < len(self.steps):
            return
        self.rail.blockSignals(True)
        self.rail.setCurrentRow(place)
        self.rail.blockSignals(False)
        one = self.steps[place]
        body = QFrame()
        body.setObjectName("Reading")
        across = QHBoxLayout(body)
        across.setContentsMargins(32, 28, 32, 20)
        inner = QWidget()
        inner.setMaximumWidth(theme().scaled(COLUMN_PX))
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        headline = PlainLabel(one.headline, "articleTitle", wrap=True)
        column.addWidget(headline)
        column.addWidget(PlainLabel(one.lead, ink="secondary", wrap=True))
        column.addSpacing(6)
        self.page = one.make(self._context)
        column.addWidget(self.page, 1)
        across.addWidget(inner, 10)
        across.addStretch(1)
        self._area.setWidget(body)
        for lesson in self.page.findChildren(Lesson):
            lesson.finished.connect(lambda: self.next.setFocus(Qt.FocusReason.OtherFocusReason))
            lesson.setFocus(Qt.FocusReason.OtherFocusReason)
        self.back.set_locked("" if place else tr("FirstRun", "This is the first step."))
        last = place == len(self.steps) - 1
        self.next.set_words(tr("FirstRun", "Finish") if last else tr("FirstRun", "Next"))
        if self.focusWidget() is None:
            # What had the keys went with the former step: Tab must lead on from somewhere.
            self.next.setFocus(Qt.FocusReason.OtherFocusReason)
        self._keep(one.id)

    def _on(self, done: bool) -> None:
        one = self.steps[self.place]
        if done:
            self.done_steps.add(one.id)
        if self.place + 1 < len(self.steps):
            self.go(self.place + 1)
            return
        self._store.keep(OVER, True)
        self._keep(self.steps[0].id)
        self.accept()

    def _keep(self, step: str) -> None:
        self._store.keep(STEP, step)
        self._store.keep(DONE, sorted(self.done_steps))
        self._store.save()
        for place, one in enumerate(self.steps):
            item = self.rail.item(place)
            done, here = one.id in self.done_steps, place == self.place
            name = "state-completed" if done else "state-running" if here else "state-queued"
            ink = "task.completed.mark" if done else "accent.base" if here else "text.tertiary"
            item.setIcon(theme().icon(name, ink))
            said = f"{place + 1}. {one.word}"
            item.setData(
                int(Qt.ItemDataRole.AccessibleTextRole),
                tr("FirstRun", "{step}, done").format(step=said) if done else said,
            )

    def reject(self) -> None:
        """Leave it for later; Ctrl+K, *Set up NeuroDesk*, goes on where it was."""
        self._store.keep(OVER, True)
        self._store.save()
        super().reject()
        self._context.say(tr("FirstRun", "Ctrl+K, “Set up NeuroDesk”, goes on where you were."))

    # -- diagnosis ----------------------------------------------------------------------------------

    def _copy(self) -> None:
        profile = self._context.profile

        def look() -> str:
            from neurodesk.app.queries.doctor import examine

            return "\n".join(f"{one.level.value}: {one.notice.as_text()}" for one in examine(profile))

        def copied(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            self.copy.set_words(tr("FirstRun", "Copied"))

        self._context.ask(look, copied, owner=self)
