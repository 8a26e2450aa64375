"""The places, the command field, and settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.actions import key_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import draw_keycap, keycap_px


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """One place: its id, its words, its icon; ``at_right`` puts it beside the command field without words."""

    id: str
    text: str
    icon: str
    at_right: bool = False


class PlaceButton(QToolButton):
    """A place with its count as a painted pill."""

    def __init__(self, spec: PlaceSpec) -> None:
        super().__init__()
        self.spec = spec
        self._count = 0
        self.setCheckable(True)
        self.setProperty("place", "true")
        self.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))
        if spec.at_right:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        else:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self.setText(spec.text)
        self.setToolTip(spec.text)
        self.set_count(0)
        theme().changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        self.setIcon(theme().icon(self.spec.icon))
        self.updateGeometry()

    def set_count(self, count: int) -> None:
        """Show how many things wait in the place; 0 shows nothing."""
        self._count = count
        self.setAccessibleName(f"{self.spec.text}, {count}" if count else self.spec.text)
        self.updateGeometry()
        self.update()

    def _pill_text(self) -> str:
        return str(self._count) if self._count < 1000 else "999+"

    def _pill_width(self) -> int:
        if not self._count:
            return 0
        return max(18, QFontMetrics(theme().font("caption")).horizontalAdvance(self._pill_text()) + 12)

    def sizeHint(self) -> QSize:
        """Leave room for the pill; words are measured semibold, so that checking moves nothing."""
        hint = super().sizeHint()
        if self.spec.at_right:
            return QSize(max(hint.width(), hint.height() + 4), hint.height())
        strong = QFontMetrics(theme().font("body", strong=True)).horizontalAdvance(self.text())
        pill = self._pill_width()
        return QSize(strong + theme().icon_px(16) + 32 + (pill + 8 if pill else 0), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, icon, words and pill ourselves: Fusion would centre words over the pill."""
        from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QStylePainter

        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        text, option.text = option.text, ""
        if not self.spec.at_right:
            option.icon = type(option.icon)()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        if not self.spec.at_right:
            self._paint_words(painter, text)

    def _paint_words(self, painter: QPainter, text: str) -> None:
        look, on = theme(), self.isChecked()
        ink = "accent.base" if on else "text.secondary"
        ground = "surface.reading" if on else "surface.window"
        picture = look.pixmap(self.spec.icon, ink, 16, self.devicePixelRatioF(), ground)
        side = look.icon_px(16)
        if self.width() < self.sizeHint().width() - 4:
            side = -8  # too narrow for all: words and count say more than the icon
        else:
            painter.drawPixmap(12, (self.height() - side) // 2, picture)
        font = look.font("body", strong=on)
        painter.setFont(font)
        painter.setPen(look.color("text.primary" if on else "text.secondary"))
        words = QFontMetrics(font).horizontalAdvance(text)
        painter.drawText(
            QRect(side + 20, 0, words + 2, self.height()), int(Qt.AlignmentFlag.AlignVCenter), text
        )
        if not self._count:
            return
        high = look.icon_px(16)
        pill = QRectF(side + 28 + words, (self.height() - high) / 2, self._pill_width(), high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("accent.tint" if on else "surface.pressed"))
        painter.drawRoundedRect(pill, high / 2, high / 2)
        painter.setFont(look.font("caption"))
        painter.setPen(look.color("text.link" if on else "text.secondary"))
        painter.drawText(pill, int(Qt.AlignmentFlag.AlignCenter), self._pill_text())


class CommandField(QPushButton):
    """A button that looks like a field; opens the palette."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Field")
        self.setAccessibleName(tr("Shell", "Search and commands"))
        self.setMinimumWidth(theme().icon_px(16) + 24)
        self.setMaximumWidth(theme().scaled(288))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """The field wants its design width and gives way in narrow windows."""
        return QSize(theme().scaled(288), theme().row_height("control"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, the glass, the words and the key."""
        super().paintEvent(event)
        look = theme()
        painter = QPainter(self)
        picture = look.pixmap("search", "text.secondary", 16, self.devicePixelRatioF(), "surface.raised")
        side, high = look.icon_px(16), look.icon_px(18)
        key = key_text("Ctrl+K")
        width = keycap_px(key)
        asked = tr("Shell", "Search and commands")
        # Words in full or none: a field that reads "Sea…" says less than its glass.
        worded = QFontMetrics(look.font("body")).horizontalAdvance(asked) <= self.width() - width - side - 34
        capped = self.width() >= side + width + 34
        left = 11 if worded or capped else (self.width() - side) // 2
        painter.drawPixmap(left, (self.height() - side) // 2, picture)
        if not capped:
            return
        draw_keycap(painter, key, QRectF(self.width() - width - 8, (self.height() - high) / 2, width, high))
        painter.setFont(look.font("body"))
        painter.setPen(look.color("text.tertiary"))
        place = QRect(side + 18, 0, self.width() - width - side - 34, self.height())
        if worded:
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), asked)


class TopBar(QFrame):
    """Places in a row; arrow keys move inside the group; ``place_chosen`` carries an id."""

    place_chosen = Signal(str)
    palette_wanted = Signal()

    def __init__(self, places: Sequence[PlaceSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("TopBar")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(2)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, PlaceButton] = {}
        for spec in places:
            made = PlaceButton(spec)
            made.clicked.connect(lambda _checked=False, key=spec.id: self.place_chosen.emit(key))
            self._group.addButton(made)
            self._buttons[spec.id] = made
        self.field = CommandField()
        self.field.clicked.connect(lambda _checked=False: self.palette_wanted.emit())
        for spec in places:
            if not spec.at_right:
                layout.addWidget(self._buttons[spec.id])
        layout.addSpacing(8)
        layout.addStretch(1)
        layout.addWidget(self.field)
        layout.addSpacing(6)
        for spec in places:
            if spec.at_right:
                layout.addWidget(self._buttons[spec.id])

    def set_place(self, place: str) -> None:
        """Show which place is open. Raises KeyError for an unknown one."""
        self._buttons[place].setChecked(True)

    def set_count(self, place: str, count: int) -> None:
        """Show how many things wait in a place. Raises KeyError for an unknown one."""
        self._buttons[place].set_count(count)

    def place_button(self, place: str) -> PlaceButton:
        """Return the button of a place. Raises KeyError for an unknown one."""
        return self._buttons[place]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right move between the places."""
        buttons = list(self._buttons.values())
        focused = next((n for n, made in enumerate(buttons) if made.hasFocus()), -1)
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        if focused >= 0 and step:
            buttons[(focused + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)
