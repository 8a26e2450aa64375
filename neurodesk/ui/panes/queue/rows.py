"""The queue's rows: where they come from and what their cells show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtGui import QFontMetrics

from neurodesk.app.profile import Profile
from neurodesk.app.queries.tasks import TaskFilter, TaskLine, task_ids, task_lines
from neurodesk.domain.tasks import TaskState
from neurodesk.ui.desk.words import origin_word, reason_word, state_word
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import age, decimal, moment
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lists import PAD_PX
from neurodesk.ui.widgets.paged_model import Cell, Column, Question, RowId

# What the state's column gets where there is room for every column.
STATE_PX = 156


class TaskRows:
    """Tasks of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, TaskFilter) else TaskFilter()
        return task_ids(self._profile, wanted, question.sort, descending=question.descending)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, TaskLine]:
        """Return the lines of some tasks."""
        return cast("Mapping[RowId, TaskLine]", task_lines(self._profile, [str(one) for one in ids]))


def next_words(line: TaskLine, now: float) -> str:
    """Say when a task goes on, or what came of it."""
    if line.damaged:
        return tr("Queue", "cannot be read")
    if line.parked:
        return tr("Queue", "parked")
    if line.state == "deferred":
        return moment(line.not_before, now) if line.not_before > now else tr("Queue", "shortly")
    words = {
        "queued": tr("Queue", "when its turn comes"),
        "reserved": tr("Queue", "shortly"),
        "running": tr("Queue", "stops after this step") if line.stop_requested else tr("Queue", "now"),
        "failed": tr("Queue", "failed"),
        "cancelled": "–",
    }
    if line.state == "completed":
        return reason_word(line.outcome) if line.outcome else "–"
    return words.get(line.state, "–")


def asked_words(line: TaskLine) -> str:
    """Say who asked, and for what signal."""
    if line.signal:
        return reason_word(line.signal)
    return origin_word(line.requested_by)


def columns(profile: Profile) -> list[Column]:
    """Return the columns of the queue's table."""
    clock = profile.clock

    def ink(line: TaskLine) -> str:
        return "text.tertiary" if line.state == "cancelled" else "text.primary"

    def state(line: TaskLine) -> Cell:
        if line.damaged:
            return Cell(tr("Queue", "Damaged"), "warning", icon_ink="notice.warning.mark")
        known = "deferred" if line.parked else line.state
        icon = "pause" if line.parked else f"state-{known}"
        word = tr("Queue", "Parked") if line.parked else state_word(line.state)
        return Cell(word, icon, ink(line), f"task.{known}.mark")

    return [
        Column("state", tr("Queue", "State"), state, STATE_PX),
        Column("topic", tr("Queue", "Topic"), lambda one: Cell(one.topic or one.id, ink=ink(one))),
        Column(
            "priority",
            tr("Queue", "Priority"),
            lambda one: Cell(decimal(one.priority), ink=ink(one), right=True),
            82,
            right=True,
        ),
        Column(
            "asked", tr("Queue", "Asked by"), lambda one: Cell(asked_words(one), ink="text.secondary"), 110
        ),
        Column(
            "evidence",
            tr("Queue", "Evidence"),
            lambda one: Cell(str(one.evidence_count), ink="text.secondary", right=True),
            92,
            right=True,
        ),
        Column(
            "next",
            tr("Queue", "Result or next run"),
            lambda one: Cell(next_words(one, clock.time()), ink="text.secondary"),
            184,
        ),
        Column(
            "attempts",
            tr("Queue", "Attempts"),
            lambda one: Cell(f"{one.attempts}/{one.max_attempts}", ink="text.secondary", right=True),
            84,
            right=True,
        ),
        Column(
            "age",
            tr("Queue", "Age"),
            lambda one: Cell(age(one.created_at, clock.time()), ink="text.secondary", right=True),
            92,
            right=True,
        ),
    ]


def states_px() -> int:
    """Return the width in px that the longest word of a state needs beside its icon."""
    metrics = QFontMetrics(theme().font("body"))
    words = [state_word(state) for state in TaskState] + [tr("Queue", "Parked"), tr("Queue", "Damaged")]
    longest = max(metrics.horizontalAdvance(word) for word in words)
    return longest + theme().icon_px(16) + 8 + 2 * PAD_PX + 4


HIDDEN_AT_FIRST = ("attempts",)
