"""The lesson of the last step: a sample article in small, reviewed with the real keys in about 90 seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp, draw_lamp, lamp_word
from neurodesk.ui.widgets.parts import Keycap, PlainLabel

LAMPS = {"1": Lamp.SUPPORTED, "2": Lamp.PARTIAL, "3": Lamp.UNSUPPORTED, "4": Lamp.CONTRADICTED}


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the sample, what its source says, and the lamp of the rules."""

    text: str
    source: str
    lamp: Lamp
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: the keys that count, and the sentence that asks for them."""

    keys: tuple[str, ...]
    words: str


def claims() -> tuple[Claim, ...]:
    """Return the sample, in the interface's language."""
    return (
        Claim(
            tr("Lesson", "The pool is imported with zpool import tank."),
            tr("Lesson", "Import the pool first: zpool import tank"),
            Lamp.SUPPORTED,
        ),
        Claim(
            tr("Lesson", "The key is loaded within 10 seconds."),
            tr("Lesson", "Loading the key takes up to 30 seconds."),
            Lamp.CONTRADICTED,
        ),
        Claim(
            tr("Lesson", "After that the dataset is mounted."),
            tr("Lesson", "zfs mount tank/data mounts the dataset once its key is there."),
            Lamp.UNCHECKED,
        ),
    )


def tasks() -> tuple[Task, ...]:
    """Return the lesson, step by step."""
    return (
        Task(("J",), tr("Lesson", "Each sentence has a lamp, and each lamp a source. Go to the next claim.")),
        Task(("K",), tr("Lesson", "Its source stands at the right. Go back to the claim before.")),
        Task(("N",), tr("Lesson", "Red is riskiest: 10 seconds here, 30 in the source. Go to it directly.")),
        Task(
            ("4",), tr("Lesson", "You decide, not the machine. Call it contradicted; the next claim follows.")
        ),
        Task(("1",), tr("Lesson", "This one is carried by its source. Call it supported.")),
        Task(
            ("E",),
            tr("Lesson", "A contradicted claim is never promoted. Edit it: the source's number is put in."),
        ),
        Task(("A",), tr("Lesson", "All claims are seen and none is contradicted. Approve the draft.")),
        Task(
            ("P",),
            tr("Lesson", "Promoting is an act of its own, never on Enter. Promote, as you would then."),
        ),
        Task(("U",), tr("Lesson", "And everything can be taken back. Undo.")),
    )


class Lesson(QFrame):
    """Takes the keys of Review on three sentences; nothing is stored. ``finished`` comes once, at the end."""

    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.claims = list(claims())
        self.tasks = tasks()
        self.step, self.current = 0, 0
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(8)
        self._cap_place = QHBoxLayout()
        head.addLayout(self._cap_place)
        self.words = PlainLabel(strong=True, wrap=True)
        head.addWidget(self.words, 1)
        self._count = PlainLabel(role="small", ink="tertiary")
        head.addWidget(self._count)
        column.addLayout(head)
        self._view = _Sentences(self)
        column.addWidget(self._view)
        self.state = PlainLabel(role="small", ink="secondary", wrap=True)
        column.addWidget(self.state)
        self._show()

    @property
    def is_over(self) -> bool:
        """Whether every key was pressed."""
        return self.step >= len(self.tasks)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the key that is asked for; another one of Review says that it comes later."""
        key = event.text().upper()
        if self.is_over or not key.strip():
            super().keyPressEvent(event)
            return
        if key not in self.tasks[self.step].keys:
            self.state.setText(
                tr("Lesson", "Not this one now: press {key}.").format(key=self.tasks[self.step].keys[0])
            )
            return
        self._do(key)
        self.step += 1
        self._show()
        if self.step == len(self.tasks):
            self.finished.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def _do(self, key: str) -> None:
        last = len(self.claims) - 1
        if key == "J":
            self.current = min(last, self.current + 1)
        elif key == "K":
            self.current = max(0, self.current - 1)
        elif key == "N":
            self.current = 1
        elif key in LAMPS:
            self.claims[self.current] = replace(self.claims[self.current], lamp=LAMPS[key])
            self.current = min(last, self.current + 1)
        elif key == "E":
            text = tr("Lesson", "The key is loaded within 30 seconds.")
            self.claims[1] = replace(self.claims[1], text=text, lamp=Lamp.SUPPORTED)
            self.current = 1
        self.state.setText(
            {
                "A": tr("Lesson", "Approved, not promoted yet."),
                "P": tr("Lesson", "Promoted. Here it was only for show; nothing was written."),
                "U": tr("Lesson", "Taken back."),
            }.get(key, "")
        )

    def _show(self) -> None:
        self.claims[self.current] = replace(self.claims[self.current], seen=True)
        for cap in self.findChildren(Keycap):
            self._cap_place.removeWidget(cap)
            cap.hide()
            cap.deleteLater()
        if self.is_over:
            self.words.setText(
                tr("Lesson", "These are the keys. The question mark shows all of them, in every place.")
            )
        else:
            task = self.tasks[self.step]
            for key in task.keys:
                self._cap_place.addWidget(Keycap(key))
            self.words.setText(task.words)
        self._count.setText(f"{min(self.step + 1, len(self.tasks))}/{len(self.tasks)}")
        claim = self.claims[self.current]
        self.setAccessibleName(
            ". ".join((self.words.text(), claim.text, lamp_word(claim.lamp), claim.source))
        )
        self._view.updateGeometry()
        self._view.update()

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


class _Sentences(QWidget):
    """The sentences with their lamps at the left, the source of the current one at the right."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self._lesson = lesson
        self.setMinimumHeight(theme().scaled(176))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint lamps, sentences and the passage; one tint, of the current claim and its source."""
        look, painter, lesson = theme(), QPainter(self), self._lesson
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = look.font("reading")
        painter.setFont(font)
        side, half = look.icon_px(14), int(self.width() * 0.56)
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        metrics, y = QFontMetrics(font), 4
        for place, claim in enumerate(lesson.claims):
            left = side + 20
            room = metrics.boundingRect(0, 0, half - left - 12, 1_000, flags, claim.text)
            box = QRectF(left - 6, y, half - left, room.height() + 12)
            tint = f"claim.{claim.lamp.value}.tint"
            if place == lesson.current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.color(tint))
                painter.drawRoundedRect(box, 4, 4)
            ground = tint if place == lesson.current else "surface.raised"
            draw_lamp(painter, claim.lamp, QPointF(6 + side / 2, y + 6 + metrics.height() / 2), 14, ground)
            painter.setPen(look.color("text.primary"))
            painter.drawText(box.adjusted(6, 6, -6, -6), flags, claim.text)
            y += int(box.height()) + 6
        claim = lesson.claims[lesson.current]
        painter.setPen(look.color("border.hairline"))
        painter.drawLine(half + 8, 4, half + 8, self.height() - 4)
        right = QRectF(half + 20, 4, self.width() - half - 24, self.height() - 8)
        painter.setFont(look.font("small", strong=True))
        painter.setPen(look.color(f"claim.{claim.lamp.value}.text"))
        painter.drawText(right, flags, lamp_word(claim.lamp))
        painter.setFont(font)
        painter.setPen(look.color("text.primary"))
        painter.drawText(right.adjusted(0, look.line_height("small") + 8, 0, 0), flags, claim.source)
