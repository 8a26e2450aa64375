"""A switch: on or off, with its word beside it; never by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme


class Switch(QAbstractButton):
    """A checkable switch, 32 x 18 and the word."""

    def __init__(self, name: str, *, words: tuple[str, str] | None = None) -> None:
        super().__init__()
        self.setCheckable(True)
        self._name = name
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.toggled.connect(lambda _on: self.say())
        theme().changed.connect(self.updateGeometry)
        self.say()

    def _word(self) -> str:
        off, on = self._words or (tr("Switch", "Off"), tr("Switch", "On"))
        return on if self.isChecked() else off

    def say(self) -> None:
        """Name its state for screen readers, and paint it."""
        self.setAccessibleName(f"{self._name}: {self._word()}" if self._word() else self._name)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the longer word."""
        words = self._words or (tr("Switch", "Off"), tr("Switch", "On"))
        metrics = QFontMetrics(theme().font("body"))
        width = max(metrics.horizontalAdvance(word) for word in words)
        wide, high = theme().icon_px(32), theme().icon_px(18)
        return QSize(wide + 12 + (width + 10 if width else 0), max(high + 6, metrics.height() + 6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track, the knob, the word and the ring."""
        look, painter = theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, enabled = self.isChecked(), self.isEnabled()
        wide, high = theme().icon_px(32), theme().icon_px(18)
        round_px = high / 2
        track = QRectF(3.5, self.height() / 2 - round_px, wide, high)
        if not enabled:
            fill, edge, knob = "surface.sunken", "border.card", "text.disabled"
        elif on:
            fill, edge, knob = "accent.base", "accent.base", "text.onAccent"
        else:
            fill, edge, knob = "surface.raised", "border.control", "border.control"
        painter.setPen(QPen(look.color(edge), 1))
        painter.setBrush(look.color(fill))
        painter.drawRoundedRect(track, round_px, round_px)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(knob))
        x = track.right() - round_px if on else track.left() + round_px
        painter.drawEllipse(QPointF(x, track.center().y()), high * 0.3, high * 0.3)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus.ring"), 2))
            painter.drawRoundedRect(track.adjusted(-2.5, -2.5, 2.5, 2.5), round_px + 2, round_px + 2)
        painter.setFont(look.font("body"))
        painter.setPen(look.color("text.primary" if enabled else "text.disabled"))
        place = self.rect().adjusted(wide + 14, 0, 0, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), self._word())
