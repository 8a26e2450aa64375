"""Ask for research: topic, question, priority; a duplicate is said while typing (SPEC Q4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.queries.tasks import AskPreview, preview_ask
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, Origin
from neurodesk.ui.desk.words import reason_word, state_word
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.parts import PlainLabel, button, inset_number
from neurodesk.ui.widgets.sheet import Sheet

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

LOOK_AFTER_MS = 120


class NewTaskDialog(Sheet):
    """One request.

    Arguments: ``context``; ``parent``; ``on_asked`` gets the queue's answer; ``topic``, ``question`` and
    ``seeds`` (node ids) fill the dialog where another place asks.
    """

    def __init__(
        self,
        context: DeskContext,
        parent: QWidget | None = None,
        *,
        on_asked: Callable[[task_commands.Asked], None] | None = None,
        topic: str = "",
        question: str = "",
        seeds: tuple[str, ...] = (),
    ) -> None:
        super().__init__(tr("NewTask", "New research task"), 520, parent)
        self._context, self._on_asked, self._seeds = context, on_asked, seeds
        self.preview: AskPreview | None = None
        column = self.column
        column.addWidget(PlainLabel(tr("NewTask", "What should be found out?"), strong=True))
        self.topic = QLineEdit(topic)
        self.topic.setPlaceholderText(tr("NewTask", "Topic, for example: ZFS key loading after a restart"))
        self.topic.setAccessibleName(tr("NewTask", "Topic"))
        self.topic.setMaxLength(300)
        column.addWidget(self.topic)
        column.addSpacing(8)
        column.addWidget(PlainLabel(tr("NewTask", "Question (optional)"), strong=True))
        self.question = QPlainTextEdit(question)
        self.question.setAccessibleName(tr("NewTask", "Question (optional)"))
        self.question.setTabChangesFocus(True)
        self.question.setFixedHeight(theme().scaled(72))
        column.addWidget(self.question)
        column.addSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(PlainLabel(tr("NewTask", "Priority"), strong=True))
        self.priority = QDoubleSpinBox()
        inset_number(self.priority)
        self.priority.setRange(0.0, 1.0)
        self.priority.setSingleStep(0.05)
        self.priority.setDecimals(2)
        self.priority.setValue(0.8)
        self.priority.setAccessibleName(tr("NewTask", "Priority"))
        row.addWidget(self.priority)
        hint = PlainLabel(tr("NewTask", "0 to 1; higher ones come first"), "small", "secondary")
        row.addWidget(hint, 1)
        column.addLayout(row)
        column.addSpacing(8)
        self.notice = NoticeBlock(NoticeText(""))
        self.notice.hide()
        column.addWidget(self.notice)
        self._where = PlainLabel(role="small", ink="secondary", wrap=True)
        self._where.setText(self._where_words())
        column.addWidget(self._where)
        self.ask_button = button(tr("NewTask", "Add task"), "primary", "plus", on_click=self.ask)
        self.ask_button.setDefault(True)
        # From the question's field as well, where Enter begins a new line.
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self.ask_button.click)
        self.ask_button.set_locked(tr("NewTask", "Say first what to find out."))
        self.add_foot(button(tr("NewTask", "Cancel"), on_click=self.reject), self.ask_button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER_MS)
        self._timer.timeout.connect(self._look)
        self.topic.textChanged.connect(lambda _text: self._timer.start())
        self.question.textChanged.connect(self._timer.start)
        self._look()

    def _where_words(self) -> str:
        settings = self._context.settings
        if settings.switch("web.searxng") and settings.switch("web.manual_research"):
            return tr("NewTask", "It searches your local library and, through SearXNG, the web.")
        return tr("NewTask", "It searches your local library; nothing leaves this computer.")

    def _new(self) -> NewTask:
        topic = " ".join(self.topic.text().split())
        question = " ".join(self.question.toPlainText().split())
        return NewTask(
            topic=topic or question[:300],
            question=question or topic,
            seed_node_ids=self._seeds,
            priority=round(self.priority.value(), 2),
            requested_by=Origin.CURATOR,
            reason="curator",
        )

    def _look(self) -> None:
        new, profile = self._new(), self._context.profile
        self._context.ask(
            lambda: preview_ask(profile, new), self._show, channel=f"new-task-{id(self)}", owner=self
        )

    def _show(self, found: AskPreview | None) -> None:
        self.preview = found
        self.ask_button.set_locked("" if found is not None else tr("NewTask", "Say first what to find out."))
        words = tr("NewTask", "Add task")
        notice: NoticeText | None = None
        if found is not None and found.task is not None:
            now = self._context.profile.clock.time()
            if found.answer is EnqueueAnswer.LIVE:
                words = tr("NewTask", "Show the task")
                state = state_word(found.task.state)
                text = tr("NewTask", "{topic} ({state}). A higher priority here raises it.")
                notice = NoticeText(
                    tr("NewTask", "This task is in the queue already."),
                    text.format(topic=found.task.topic, state=state),
                    tone=Tone.INFO,
                )
            else:
                notice = self._earlier(found, now)
                if found.answer is EnqueueAnswer.COOLDOWN:
                    words = tr("NewTask", "Repeat all the same")
        self.ask_button.set_words(words)
        self.notice.setVisible(notice is not None)
        if notice is not None:
            self.notice.say(notice)

    def _earlier(self, found: AskPreview, now: float) -> NoticeText:
        assert found.task is not None
        outcome = reason_word(found.task.outcome) if found.task.outcome else state_word(found.task.state)
        when = moment(found.task.finished_at, now) if found.task.finished_at else "–"
        text = tr("NewTask", "Last time, {when}: {outcome}.").format(when=when, outcome=outcome)
        if found.refused:
            why = ", ".join(f"{count}\u00a0×\u00a0{reason_word(reason)}" for reason, count in found.refused)
            text += " " + tr("NewTask", "Refused: {reasons}.").format(reasons=why)
        if found.answer is EnqueueAnswer.COOLDOWN:
            text += " " + tr("NewTask", "Its rest ends {until}.").format(until=moment(found.until, now))
        return NoticeText(tr("NewTask", "This was researched before."), text, tone=Tone.WARNING)

    def ask(self) -> None:
        """Put the request into the queue; a repeat within the cooldown was shown before and is forced."""
        new, profile = self._new(), self._context.profile
        force = self.preview is not None and self.preview.answer is EnqueueAnswer.COOLDOWN
        on_asked = self._on_asked
        self._context.act(
            lambda: task_commands.ask(profile, new, force=force),
            lambda answer: on_asked(answer) if on_asked is not None else None,
        )
        self.accept()
