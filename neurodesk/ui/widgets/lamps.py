"""Claim states on the screen: word, shape, colour, line and height, always together (design: lamp, lamp,
lamp).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme


class Lamp(StrEnum):
    """What the lamp of a claim can show."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    UNCHECKED = "unchecked"
    EDITED = "edited"


# The riskier, the taller: the strip reads without colour.
STRIP_HEIGHT_PX = {
    Lamp.SUPPORTED: 5,
    Lamp.UNCHECKED: 5,
    Lamp.EDITED: 8,
    Lamp.PARTIAL: 11,
    Lamp.UNSUPPORTED: 16,
    Lamp.CONTRADICTED: 21,
}
RISK_ORDER = (
    Lamp.CONTRADICTED,
    Lamp.UNSUPPORTED,
    Lamp.PARTIAL,
    Lamp.EDITED,
    Lamp.UNCHECKED,
    Lamp.SUPPORTED,
)


@dataclass(frozen=True, slots=True)
class ClaimMark:
    """One claim as the views need it: ``start`` and ``end`` in the article's source, its lamp, whether it
    was seen.
    """

    id: str
    start: int
    end: int
    lamp: Lamp
    seen: bool = False
    text: str = ""


def lamp_word(lamp: Lamp) -> str:
    """Return the word of a claim state in the interface's language."""
    words = {
        Lamp.SUPPORTED: tr("Lamps", "supported"),
        Lamp.PARTIAL: tr("Lamps", "partially supported"),
        Lamp.UNSUPPORTED: tr("Lamps", "unsupported"),
        Lamp.CONTRADICTED: tr("Lamps", "contradicted"),
        Lamp.UNCHECKED: tr("Lamps", "unchecked"),
        Lamp.EDITED: tr("Lamps", "edited"),
    }
    return words[lamp]


def draw_lamp(
    painter: QPainter, lamp: Lamp, center: QPointF, size: int = 14, on: str = "surface.reading"
) -> None:
    """Paint a lamp around a point at the painter's own device pixel ratio."""
    ratio = painter.device().devicePixelRatioF()
    picture = theme().lamp(lamp.value, size, ratio, on)
    half = theme().icon_px(size) / 2
    painter.drawPixmap(QPointF(round(center.x() - half), round(center.y() - half)), picture)


def draw_underline(painter: QPainter, lamp: Lamp, x1: float, x2: float, y: float) -> None:
    """Paint the line of a claim state: solid, dashed, dotted, wavy, grey or none; shape carries the
    meaning.
    """
    if lamp is Lamp.UNCHECKED or x2 <= x1:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(theme().color(f"claim.{lamp.value}.line"), 1.5)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if lamp is Lamp.PARTIAL:
        pen.setDashPattern([4, 2.4])
    elif lamp is Lamp.UNSUPPORTED:
        pen.setWidthF(2)
        pen.setDashPattern([1, 1])
    elif lamp is Lamp.EDITED:
        pen.setWidthF(1)
    painter.setPen(pen)
    if lamp is not Lamp.CONTRADICTED:
        painter.drawLine(QLineF(x1, y, x2, y))
        return
    # Qt's own wave is too small to see at 100 %: amplitude 2, period 6.
    path = QPainterPath(QPointF(x1, y))
    x, up = x1, True
    while x < x2:
        step = min(3.0, x2 - x)
        path.quadTo(QPointF(x + step / 2, y - 4 if up else y + 4), QPointF(x + step, y))
        x, up = x + step, not up
    painter.drawPath(path)


def draw_strip_bar(painter: QPainter, lamp: Lamp, bar: QRectF) -> None:
    """Paint a claim's bar of the strip: filled, dashed, in slats or hollow by state."""
    color = theme().color(f"claim.{lamp.value}.mark")
    if lamp is Lamp.UNSUPPORTED:
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(bar.adjusted(0.75, 0.75, -0.75, -0.75), 2, 2)
        return
    if lamp is Lamp.UNCHECKED:
        painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    if lamp is Lamp.PARTIAL:
        for slat in range(3):
            high = bar.height() * 3 / 11
            top = bar.bottom() - high - slat * high * 4 / 3
            painter.drawRect(QRectF(bar.left(), top, bar.width(), high))
        return
    painter.drawRoundedRect(bar, 2, 2)
