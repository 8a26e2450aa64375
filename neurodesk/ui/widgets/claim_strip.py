"""All claims of an article in a row, the riskier the taller; a real list view, so screen readers know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import STRIP_HEIGHT_PX, ClaimMark, draw_strip_bar, lamp_word

Index = QModelIndex | QPersistentModelIndex
CLAIM_ROLE = int(Qt.ItemDataRole.UserRole)
STRIP_PX = 46
GAP_PX = 3
MIN_BAR_PX = 6


class ClaimModel(QAbstractListModel):
    """The claims of one article in reading order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claims: tuple[ClaimMark, ...] = ()

    @property
    def claims(self) -> tuple[ClaimMark, ...]:
        """The claims in reading order."""
        return self._claims

    def set_claims(self, claims: Sequence[ClaimMark]) -> None:
        """Show claims; the same claims with other lamps only change their rows."""
        fresh = tuple(claims)
        if [c.id for c in fresh] != [c.id for c in self._claims]:
            self.beginResetModel()
            self._claims = fresh
            self.endResetModel()
            return
        old, self._claims = self._claims, fresh
        for row, (before, after) in enumerate(zip(old, fresh, strict=True)):
            if before != after:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, claim_id: str) -> int:
        """Return the row of a claim, or -1."""
        return next((row for row, claim in enumerate(self._claims) if claim.id == claim_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many claims there are."""
        return 0 if parent.isValid() else len(self._claims)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the claim itself (CLAIM_ROLE) or what a screen reader says of it."""
        if not index.isValid() or index.row() >= len(self._claims):
            return None
        claim = self._claims[index.row()]
        if role == CLAIM_ROLE:
            return claim
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            seen = tr("ClaimStrip", "seen") if claim.seen else tr("ClaimStrip", "not seen")
            place = tr("ClaimStrip", "Claim {number} of {count}").format(
                number=index.row() + 1, count=len(self._claims)
            )
            return f"{place}: {lamp_word(claim.lamp)}, {seen}. {plain_label(claim.text, 120)}"
        return None


class _BarDelegate(QStyledItemDelegate):
    """Paints one bar, its seen dot, and the ring around the current claim."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        strip = self.parent()
        width = strip.bar_width(index.row()) if isinstance(strip, ClaimStrip) else 24
        return QSize(width, theme().icon_px(STRIP_PX) - 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        claim = index.data(CLAIM_ROLE)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = GAP_PX / 2 if rect.width() > MIN_BAR_PX else 0.5
        px = theme().icon_px
        base = rect.top() + px(29)
        height = px(STRIP_HEIGHT_PX[claim.lamp])
        draw_strip_bar(
            painter, claim.lamp, QRectF(rect.left() + gap, base - height, rect.width() - 2 * gap, height)
        )
        if claim.seen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("text.tertiary"))
            painter.drawEllipse(QPointF(rect.center().x(), base + px(5)), px(3) / 2, px(3) / 2)
        strip = self.parent()
        if isinstance(strip, ClaimStrip) and strip.currentIndex() == index:
            painter.setPen(QPen(theme().color("focus.ring"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect.left() + 1, rect.top() + 4, rect.width() - 2, px(35)), 4, 4)
        painter.restore()


class ClaimStrip(QListView):
    """The strip above the article; Left/Right, Home/End or a click choose a claim (``claim_chosen`` its
    id).
    """

    claim_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.claims = ClaimModel()
        self.claims.setParent(self)
        self.setModel(self.claims)
        self.setItemDelegate(_BarDelegate(self))
        self.setProperty("onReading", "true")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFixedHeight(theme().icon_px(STRIP_PX))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(24, 0, 24, 1)
        self.setAccessibleName(tr("ClaimStrip", "Claims of the article"))
        self.setTabKeyNavigation(False)
        self.clicked.connect(self._on_chosen)
        self.selectionModel().currentChanged.connect(self._on_current)
        self._quiet = False

    def bar_width(self, row: int) -> int:
        """Return a bar's width in px; rounding is spread so that the row fills the width."""
        count = max(1, len(self.claims.claims))
        each = max(float(MIN_BAR_PX), self.viewport().width() / count)
        return round((row + 1) * each) - round(row * each)

    def set_claims(self, claims: Sequence[ClaimMark]) -> None:
        """Show claims and keep the current one."""
        current = self.current_id()
        self.claims.set_claims(claims)
        if current:
            self.set_current(current)

    def current_id(self) -> str:
        """Return the id of the current claim, or an empty text."""
        claim = self.currentIndex().data(CLAIM_ROLE)
        return claim.id if claim is not None else ""

    def set_current(self, claim_id: str) -> None:
        """Make a claim the current one without telling it back."""
        row = self.claims.row_of(claim_id)
        self._quiet = True
        self.setCurrentIndex(self.claims.index(row) if row >= 0 else QModelIndex())
        self._quiet = False
        self.viewport().update()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._on_chosen(current)

    @Slot(QModelIndex)
    def _on_chosen(self, index: QModelIndex) -> None:
        claim = index.data(CLAIM_ROLE)
        if claim is not None and not self._quiet:
            self.claim_chosen.emit(claim.id)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the bars the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
