"""How nodes and edges look, shared by the neighbourhood and the legend: line, heads and colour by kind."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp, draw_lamp

# From the least to the most important: contradictions are drawn last.
EDGE_KINDS = ("links_to", "similar_to", "supersedes", "duplicates", "grounded_by", "supports", "contradicts")
_WIDTHS = {"contradicts": 2.5, "supports": 1.5, "grounded_by": 1.5}
# Kinds of fact that have no line of their own share one by meaning.
_ALIAS = {"translation_of": "similar_to", "evidence_for": "supports"}


def edge_style(kind: str) -> str:
    """Return the kind whose line an edge uses."""
    known = _ALIAS.get(kind, kind)
    return known if known in EDGE_KINDS else "links_to"


def edge_word(kind: str) -> str:
    """Return the word of an edge kind in the interface's language."""
    words = {
        "links_to": tr("Graph", "links to"),
        "similar_to": tr("Graph", "similar to"),
        "supports": tr("Graph", "supports"),
        "contradicts": tr("Graph", "contradicts"),
        "grounded_by": tr("Graph", "grounded by"),
        "supersedes": tr("Graph", "supersedes"),
        "duplicates": tr("Graph", "duplicates"),
        "translation_of": tr("Graph", "translation of"),
        "evidence_for": tr("Graph", "evidence for"),
    }
    return words.get(kind, kind)


def node_word(kind: str) -> str:
    """Return the word of a node kind in the interface's language."""
    words = {
        "article": tr("Graph", "Article"),
        "research_evidence": tr("Graph", "Research evidence"),
        "outcome": tr("Graph", "Confirmed outcome"),
    }
    return words.get(kind, kind)


def edge_pen(kind: str, proposed: bool) -> QPen:
    """Return the opaque pen of an edge: dashed while it is only proposed."""
    style = edge_style(kind)
    width = _WIDTHS.get(style, 1.0)
    pen = QPen(theme().color(f"edge.{style}"), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if proposed:
        pen.setDashPattern([9 / width, 5 / width])
    elif style == "similar_to":
        pen.setDashPattern([1, 4])
    elif style == "supersedes":
        pen.setDashPattern([6, 3])
    return pen


def draw_edge(
    painter: QPainter,
    kind: str,
    a: QPointF,
    b: QPointF,
    *,
    proposed: bool = False,
    selected: bool = False,
    mark: float = 0.5,
) -> None:
    """Paint an edge between two points with its line, heads and, for a contradiction, the octagon in the
    middle.
    """
    line = QLineF(a, b)
    if line.length() < 2:
        return
    style = edge_style(kind)
    color = theme().color(f"edge.{style}")
    if selected:
        painter.setPen(
            QPen(theme().color("claim.contradicted.tint" if style == "contradicts" else "accent.tint"), 16)
        )
        painter.drawLine(line)
    painter.setPen(edge_pen(kind, proposed))
    unit = QPointF(line.dx() / line.length(), line.dy() / line.length())
    normal = QPointF(-unit.y(), unit.x())
    if style == "duplicates":
        painter.drawLine(line.translated(normal * 1.5))
        painter.drawLine(line.translated(normal * -1.5))
        return
    painter.drawLine(line)
    solid = QPen(color, max(1.2, _WIDTHS.get(style, 1.0)))
    painter.setPen(solid)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if style in ("links_to", "supersedes"):
        _open_head(painter, b, unit, normal)
        if style == "supersedes":
            _open_head(painter, b - unit * 6, unit, normal)
    elif style == "supports":
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([b, b - unit * 9 + normal * 4, b - unit * 9 - normal * 4]))
    elif style == "grounded_by":
        painter.setBrush(color)
        painter.drawEllipse(b - unit * 3, 3.5, 3.5)
    elif style == "contradicts":
        for end in (a, b):
            painter.drawLine(QLineF(end + normal * 6, end - normal * 6))
        draw_lamp(painter, Lamp.CONTRADICTED, line.pointAt(mark), 16)


def _open_head(painter: QPainter, tip: QPointF, unit: QPointF, normal: QPointF) -> None:
    painter.drawLine(QLineF(tip, tip - unit * 8 + normal * 4))
    painter.drawLine(QLineF(tip, tip - unit * 8 - normal * 4))


def grown(px: float, share: float = 0.6) -> float:
    """Return the px of a node at this text size: it grows by a share of what the text grows."""
    return px * max(1.0, 1.0 + share * (theme().scaled(100) / 100 - 1.0))


def draw_node(
    painter: QPainter,
    kind: str,
    at: QPointF,
    radius: float,
    *,
    centre: bool,
    marked: bool,
    quiet: bool = False,
) -> None:
    """Paint a node: circle article, square evidence, diamond outcome; the centre filled with a ring.

    A ``quiet`` one steps back behind others.
    """
    look = theme()
    if centre:
        painter.setPen(QPen(look.color("focus.ring"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, radius + 4, radius + 4)
        painter.setPen(QPen(look.color("accent.base"), 1.5))
        painter.setBrush(look.color("accent.base"))
    else:
        ink = "focus.ring" if marked else "text.disabled" if quiet else "text.primary"
        painter.setPen(QPen(look.color(ink), 2.5 if marked else 1.5))
        painter.setBrush(look.color("surface.reading"))
    if kind == "research_evidence":
        painter.drawRoundedRect(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), 2, 2)
    elif kind == "outcome":
        far = radius * math.sqrt(2) * 0.9
        corners = [QPointF(0, -far), QPointF(far, 0), QPointF(0, far), QPointF(-far, 0)]
        painter.drawPolygon(QPolygonF([at + corner for corner in corners]))
    else:
        painter.drawEllipse(at, radius, radius)


def draw_fresh(painter: QPainter, at: QPointF, radius: float) -> None:
    """Paint the mark of a new node: a filled dot at its upper right, or in place of a dot (radius 0)."""
    look = theme()
    shift = radius * 0.8
    painter.setPen(QPen(look.color("surface.reading"), 1.5))
    painter.setBrush(look.color("accent.base"))
    painter.drawEllipse(at + QPointF(shift, -shift), 4.5, 4.5)
