"""The stages of a task as a vertical line: what was done, how long it took, what came of it, what is to
come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ElidedLabel, IconLabel, PlainLabel, button

MAX_SAMPLES = 4


class StageState(StrEnum):
    """Where a stage stands."""

    DONE = "completed"
    RUNNING = "running"
    WAITING = "deferred"
    FAILED = "failed"
    TO_COME = "queued"


@dataclass(frozen=True, slots=True)
class Sample:
    """One result of a stage: icon, words, and score or reason at the right."""

    icon: str
    text: str
    right: str = ""
    icon_ink: str = "text.secondary"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: name, state, duration in words, result, samples (four are shown), ``total`` of them."""

    key: str
    name: str
    state: StageState
    duration: str = ""
    result: str = ""
    samples: tuple[Sample, ...] = ()
    total: int = 0


def stage_word(state: StageState) -> str:
    """Return the word of a stage's state."""
    words = {
        StageState.DONE: tr("Stages", "done"),
        StageState.RUNNING: tr("Stages", "running"),
        StageState.WAITING: tr("Stages", "paused"),
        StageState.FAILED: tr("Stages", "failed"),
        StageState.TO_COME: tr("Stages", "to come"),
    }
    return words[state]


class _StageRow(QWidget):
    """One stage; its line to the next is painted at the left."""

    def __init__(self, stage: Stage, last: bool, on_all: StageTimeline) -> None:
        super().__init__()
        self._stage, self._last = stage, last
        self.setAccessibleName(
            ". ".join(
                part for part in (stage.name, stage_word(stage.state), stage.duration, stage.result) if part
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(theme().icon_px(16) + 12, 2, 0, 10)
        column.setSpacing(2)
        to_come = stage.state is StageState.TO_COME
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(PlainLabel(stage.name, ink="tertiary" if to_come else "", strong=not to_come))
        head.addStretch(1)
        head.addWidget(PlainLabel(stage.duration, role="small", ink="tertiary"))
        column.addLayout(head)
        if stage.result:
            column.addWidget(PlainLabel(stage.result, role="small", ink="secondary", wrap=True))
        for sample in stage.samples[:MAX_SAMPLES]:
            column.addWidget(_SampleRow(sample))
        if stage.total > MAX_SAMPLES:
            row = QHBoxLayout()
            words = plural("Stages", "See all %n", stage.total)
            row.addWidget(button(words, "link", on_click=lambda: on_all.all_wanted.emit(stage.key)))
            row.addStretch(1)
            column.addLayout(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        line = look.line_height("body")
        middle, half = 2 + line // 2, look.icon_px(16) // 2
        state = self._stage.state.value
        if not self._last:
            painter.setPen(look.color("border.card"))
            painter.drawLine(half, middle + half + 4, half, self.height() + middle - half - 4)
        picture = look.pixmap(
            f"state-{state}", f"task.{state}.mark", 16, self.devicePixelRatioF(), "surface.pane"
        )
        painter.drawPixmap(0, middle - half, picture)


class _SampleRow(QWidget):
    """One sample line."""

    def __init__(self, sample: Sample) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(IconLabel(sample.icon, sample.icon_ink, 12, "surface.pane"))
        row.addWidget(ElidedLabel(sample.text, role="small"), 1)
        row.addWidget(PlainLabel(sample.right, role="small", ink="tertiary"))
        self.setAccessibleName(f"{sample.text} {sample.right}".strip())


class StageTimeline(QFrame):
    """The stages of one task, top to bottom; ``all_wanted`` carries the key of a stage."""

    all_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Pane")
        self.setAccessibleName(tr("Stages", "Stages"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 8, 16, 8)
        self._column.setSpacing(0)
        self._stages: tuple[Stage, ...] = ()
        theme().changed.connect(self._rebuild)

    def show_stages(self, stages: Sequence[Stage]) -> None:
        """Show stages; the same ones are not rebuilt."""
        if tuple(stages) != self._stages:
            self._stages = tuple(stages)
            self._rebuild()

    def _rebuild(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, stage in enumerate(self._stages):
            self._column.addWidget(_StageRow(stage, number + 1 == len(self._stages), self))
        self._column.addStretch(1)
