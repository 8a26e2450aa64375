"""What went wrong, said in place: what happened, what is safe, what to do. And the toast of one's own act."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, breakable, button

TOAST_MS = 30_000
FOOT_BAR = "DecisionBar"  # object name of what a toast stands above


class Tone(StrEnum):
    """How grave a notice is."""

    INFO = "info"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


_ICONS = {Tone.INFO: "info", Tone.SUCCESS: "check", Tone.WARNING: "warning", Tone.ERROR: "warning"}


@dataclass(frozen=True, slots=True)
class NoticeText:
    """``headline`` what happened; ``text`` what is safe and what to do; ``act`` the words of one link;
    details fold.
    """

    headline: str
    text: str = ""
    act: str = ""
    tone: Tone = Tone.INFO
    icon: str = ""
    details: str = ""


class NoticeBlock(QFrame):
    """A tinted block with icon, headline, sentence and one link; raw details only when asked for."""

    act_wanted = Signal()

    def __init__(self, notice: NoticeText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme().icon_px(16) + 24, 10, 12, 10)
        layout.setSpacing(3)
        self._notice = notice
        self._headline = PlainLabel(strong=True, wrap=True)
        self._text = PlainLabel(role="small", ink="secondary", wrap=True)
        self._details = PlainLabel(role="small", ink="tertiary", wrap=True)
        self._act = button("", "link", on_click=self.act_wanted.emit)
        self._more = button(tr("Notices", "Details"), "link", on_click=self._toggle)
        layout.addWidget(self._headline)
        layout.addWidget(self._text)
        layout.addWidget(self._details)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._act)
        row.addWidget(self._more)
        row.addStretch(1)
        layout.addLayout(row)
        self.say(notice)

    def say(self, notice: NoticeText) -> None:
        """Show another notice."""
        self._notice = notice
        self._headline.setText(notice.headline)
        self._text.setText(notice.text)
        self._text.setVisible(bool(notice.text))
        self._details.setText(plain_label(notice.details, 2_000))
        self._details.hide()
        self._more.setVisible(bool(notice.details))
        self._act.set_words(notice.act)
        self._act.setVisible(bool(notice.act))
        self.setAccessibleName(f"{notice.headline}. {notice.text}")
        self.update()

    def _toggle(self) -> None:
        self._details.setVisible(not self._details.isVisible())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint and the icon; high contrast gets a border."""
        look, tone = theme(), self._notice.tone.value
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        border = look.color(f"notice.{tone}.mark") if look.name.is_high_contrast else Qt.PenStyle.NoPen
        painter.setPen(border)
        painter.setBrush(look.color(f"notice.{tone}.tint"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        icon = self._notice.icon or _ICONS[self._notice.tone]
        picture = look.pixmap(
            icon, f"notice.{tone}.mark", 16, self.devicePixelRatioF(), f"notice.{tone}.tint"
        )
        painter.drawPixmap(QPointF(13, 12), picture)


class Toast(QFrame):
    """Answers the curator's own act for 30 s, with undo; a new one replaces the old, none comes from the
    worker.
    """

    undo_wanted = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setObjectName("Toast")
        self._host = host
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 4, 8, 4)
        layout.setSpacing(16)
        self._label = PlainLabel()
        layout.addWidget(self._label)
        self._undo = QPushButton()
        self._undo.clicked.connect(self._on_undo)
        layout.addWidget(self._undo)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        host.installEventFilter(self)
        self.hide()

    def say(self, text: str, undo: str = "", duration_ms: int = TOAST_MS) -> None:
        """Show a toast; ``undo`` are the words of its button (empty: none)."""
        self._label.setText(plain_label(text, 160))
        self._undo.setText(undo)
        self._undo.setVisible(bool(undo))
        self.setAccessibleName(text)
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self._timer.start(duration_ms)

    @Slot()
    def _on_undo(self) -> None:
        self.hide()
        self.undo_wanted.emit()

    def _place(self) -> None:
        area = self._host.rect()
        # A decision bar is the foot of its place: what it says of the next key stays readable.
        bars = self._host.findChildren(QWidget, FOOT_BAR)
        for bar in bars:
            bar.installEventFilter(self)
        # What stands at one side, such as the foot of an inspector, is not below the toast.
        below = [one for one in bars if one.isVisible() and _crosses(one, self._host, area.center().x())]
        foot = max((one.height() for one in below), default=0)
        self.move((area.width() - self.width()) // 2, area.height() - foot - self.height() - 16)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the foot of the host, above a bar that comes, goes or grows."""
        moves = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
        if self.isVisible() and event.type() in moves:
            self._place()
        return super().eventFilter(watched, event)


def _crosses(part: QWidget, host: QWidget, x: int) -> bool:
    left = part.mapTo(host, QPoint(0, 0)).x()
    return left <= x <= left + part.width()


class Banner(QFrame):
    """A line across the top of a pane: one sentence and one act, until it no longer applies."""

    act_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = Tone.INFO
        self._icon_name = "info"
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 12, 6)
        layout.setSpacing(8)
        self._icon = QLabel()
        self._label = PlainLabel(role="small", wrap=True)
        self._act = button("", "link", on_click=self.act_wanted.emit)
        layout.addWidget(self._icon)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._act)
        self.hide()

    def say(self, notice: NoticeText) -> None:
        """Show a sentence."""
        self._tone, self._icon_name = notice.tone, notice.icon or _ICONS[notice.tone]
        said = f"{notice.headline} {notice.text}".strip()
        self._label.setText(said)
        QLabel.setText(self._label, breakable(self._label.text()))
        self._act.set_words(notice.act)
        self._act.setVisible(bool(notice.act))
        ground = f"notice.{self._tone.value}.tint"
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(
            theme().pixmap(self._icon_name, f"notice.{self._tone.value}.mark", 16, ratio, ground)
        )
        self.setAccessibleName(said)
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint and the hairline below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color(f"notice.{self._tone.value}.tint"))
        painter.setPen(theme().color("border.hairline"))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
