"""Small parts every place uses: labels, keycaps, tags, buttons that say what blocks, empty states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import visible_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp, draw_lamp, lamp_word

ICON_GAP_PX = 8
QT_ICON_GAP_PX = 4
# Longer ones are addresses and paths: they may break.
LONG_WORD = 40


class PlainLabel(QLabel):
    """A label that shows text as it is, in a font role and an ink role; never markup.

    Arguments: ``role`` a font role; ``ink`` one of "", secondary, tertiary, error, warning, disabled.
    """

    def __init__(
        self, text: str = "", role: str = "body", ink: str = "", *, strong: bool = False, wrap: bool = False
    ) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role, self._strong = role, strong
        if ink:
            self.setProperty("role", ink)
        self.setWordWrap(wrap)
        self.setText(text)
        self._restyle()
        theme().changed.connect(self._restyle)

    def setText(self, text: str) -> None:
        """Show a text; characters that would turn or hide other text are named (SPEC S4)."""
        super().setText(visible_text(text))

    @Slot()
    def _restyle(self) -> None:
        self.setFont(theme().font(self._role, strong=self._strong))

    def set_ink(self, ink: str) -> None:
        """Change the ink role."""
        self.setProperty("role", ink)
        repolish(self)


class ElidedLabel(PlainLabel):
    """A label that elides (paths in the middle) and keeps the full text as tooltip."""

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        ink: str = "",
        *,
        strong: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, role, ink, strong=strong)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the elided text."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        place = self.contentsRect()
        text = QFontMetrics(self.font()).elidedText(self.text(), self._mode, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | self.alignment()), text)
        self.setToolTip(self.text() if text != self.text() else "")


class IconLabel(QLabel):
    """One icon that follows theme and text size; ``show_icon`` says which, in what ink, on what surface."""

    def __init__(self, name: str = "", ink: str = "text.secondary", size: int = 16, on: str = "") -> None:
        super().__init__()
        self._shown = (name, ink, size, on or "surface.reading")
        theme().changed.connect(self._restyle)
        self._restyle()

    def show_icon(self, name: str, ink: str = "text.secondary") -> None:
        """Show another icon on the same surface."""
        self._shown = (name, ink, *self._shown[2:])
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        name, ink, size, on = self._shown
        if name:
            self.setPixmap(theme().pixmap(name, ink, size, self.devicePixelRatioF(), on))

    def event(self, event: QEvent) -> bool:
        """Redraw when the screen's pixel ratio changes."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()
        return super().event(event)


def breakable(text: str) -> str:
    """Let long addresses and paths break behind their punctuation (zero-width spaces, for the eye only)."""
    return " ".join(
        "".join(char + "\u200b" if char in "/\\?&=.-_%" else char for char in word)
        if len(word) > LONG_WORD
        else word
        for word in text.split(" ")
    )


def folded(words: str, metrics: QFontMetrics, room_px: int) -> str:
    """Return words in lines of at most this width: a tick box breaks none itself."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and metrics.horizontalAdvance(longer) > room_px:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def repolish(widget: QWidget) -> None:
    """Apply the style sheet again after a property changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def button(
    text: str,
    kind: str = "",
    icon: str = "",
    key: str = "",
    on_click: Callable[[], None] | None = None,
) -> ActButton:
    """Make a button: ``kind`` "", primary, ghost or link; ``key`` is shown as a keycap behind the words."""
    made = ActButton(text, kind, icon, key)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


class ActButton(QPushButton):
    """A button with an icon and a keycap; when locked it says why beside itself through ``reason``."""

    def __init__(self, text: str, kind: str = "", icon: str = "", key: str = "") -> None:
        super().__init__(text)
        self.setProperty("kind", kind)
        self._icon_name, self._kind, self._key = icon, kind, key
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        # In a narrow row the keycap goes first, then the icon; words last of all.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        if self._icon_name:
            ink = "text.onAccent" if self._kind == "primary" else "text.secondary"
            self.setIcon(theme().icon(self._icon_name, ink))
            self.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))
        self.updateGeometry()

    def set_words(self, text: str) -> None:
        """Change text and accessible name together."""
        self.setText(text)
        self.setAccessibleName(text)

    @property
    def icon_name(self) -> str:
        """The name of the icon, "" without one."""
        return self._icon_name

    def set_icon_name(self, icon: str) -> None:
        """Change the icon; only a button that was made with one has the room for it."""
        if icon != self._icon_name:
            self._icon_name = icon
            self._restyle()
            self.update()

    def set_locked(self, reason: str) -> None:
        """Disable with a reason (shown as tooltip and to screen readers), or enable with an empty one."""
        self.setEnabled(not reason)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self._keep_at_hand()

    def _key_width(self) -> int:
        if not self._key:
            return 0
        # Tighter than a cap that stands alone: five of them share a row with the words of five acts.
        return max(18, QFontMetrics(theme().font("caption")).horizontalAdvance(self._key) + 10) + 8

    def sizeHint(self) -> QSize:
        """Leave room for the keycap."""
        hint = super().sizeHint()
        gap = ICON_GAP_PX - QT_ICON_GAP_PX if self._icon_name else 0
        return QSize(hint.width() + gap + self._key_width(), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return room for the words alone."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._words_px(QFontMetrics(self.font())) + 16), hint.height())

    def width_px(self, level: int) -> int:
        """Return the width that shows everything (0), all but the keycap (1), or the words alone (2)."""
        if level == 0:
            return self.sizeHint().width()
        if level == 1:
            return self.sizeHint().width() - self._key_width()
        return self.minimumSizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the words at hand where they do not fit."""
        super().resizeEvent(event)
        self._keep_at_hand()

    def _keep_at_hand(self) -> None:
        cut = self._words_px(QFontMetrics(self.font())) > self.width() - 12
        if cut and not self.toolTip():
            self.setToolTip(self.text().replace("&", ""))
        elif not cut and self.toolTip() == self.text().replace("&", ""):
            self.setToolTip("")

    def _words_px(self, metrics: QFontMetrics) -> int:
        """Return the width of the words; the mark of a mnemonic takes none."""
        return metrics.size(int(Qt.TextFlag.TextShowMnemonic), self.text()).width()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button and its keycap; Qt's own has icon and words too close together."""
        if not self._key and not self._icon_name and self.width() >= self.sizeHint().width():
            super().paintEvent(event)
            return
        from PySide6.QtWidgets import QStyle, QStyleOptionButton, QStylePainter

        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        text, option.text = option.text, ""
        option.icon = type(option.icon)()
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        self._paint_content(painter, text, not self._icon_name)

    def _paint_content(self, painter: QPainter, text: str, no_icon: bool) -> None:
        look = theme()
        ink = (
            "text.disabled"
            if not self.isEnabled()
            else "text.onAccent"
            if self._kind == "primary"
            else "text.link"
            if self._kind == "link"
            else "text.primary"
        )
        font = self.font()
        if self._kind == "primary":
            font.setWeight(font.Weight.DemiBold)
        metrics = QFontMetrics(font)
        cap = self._key_width() - 8
        words = self._words_px(metrics)
        side = look.icon_px(16)
        cap_room = cap + 8 if self._key else 0
        room = self.width() - 12
        picture_room = 0 if no_icon else side + ICON_GAP_PX
        if picture_room + words + cap_room > room:
            cap_room = 0
        no_icon = no_icon or picture_room + words > room
        if words > room:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            words = metrics.horizontalAdvance(text)
        total = (0 if no_icon else side + (ICON_GAP_PX if words else 0)) + words + cap_room
        x = (self.width() - total) // 2
        if not no_icon:
            self._paint_icon(painter, QRectF(x, (self.height() - side) / 2, side, side), ink)
            x += side + ICON_GAP_PX
        painter.setFont(font)
        painter.setPen(look.color(ink))
        shown = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextShowMnemonic)
        painter.drawText(QRect(x, 0, words + 2, self.height()), shown, text)
        if not cap_room:
            return
        high = look.icon_px(18)
        draw_keycap(painter, self._key, QRectF(x + words + 8, (self.height() - high) / 2, cap, high), ink)

    def _paint_icon(self, painter: QPainter, place: QRectF, ink: str) -> None:
        icon_ink = ink if ink != "text.primary" else "text.secondary"
        ratio = self.devicePixelRatioF()
        picture = theme().pixmap(self._icon_name, icon_ink, 16, ratio, "surface.raised")
        painter.drawPixmap(place.topLeft(), picture)


def keycap_px(key: str) -> int:
    """Return the width of a keycap: a square for one letter, at every text size."""
    look = theme()
    return max(look.icon_px(18), QFontMetrics(look.font("caption")).horizontalAdvance(key) + 10)


def draw_keycap(painter: QPainter, key: str, rect: QRectF, ink: str = "text.secondary") -> None:
    """Paint a keycap: 18 high, small text, card border."""
    look = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    border = "border.card" if ink != "text.onAccent" else "text.onAccent"
    painter.setPen(QPen(look.color(border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setFont(look.font("caption"))
    painter.setPen(look.color(ink))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), key)


class Keycap(QWidget):
    """One key as a small cap."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._key = key
        self.setAccessibleName(key)
        self.setFixedSize(keycap_px(key), theme().icon_px(18) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cap."""
        painter = QPainter(self)
        draw_keycap(painter, self._key, QRectF(0, 1, self.width(), self.height() - 2))


def inset_number(field: QAbstractSpinBox) -> None:
    """Give a number field the inner margin of the other fields: style sheets do not reach its text."""
    inner = field.findChild(QLineEdit)
    if inner is not None:
        inner.setTextMargins(7, 0, 0, 0)


class Tag(QWidget):
    """A small label of a fact; in a verdict colour it always holds the word beside the lamp."""

    def __init__(self, text: str, *, lamp: Lamp | None = None, icon: str = "", tone: str = "") -> None:
        super().__init__()
        self._text, self._lamp, self._icon, self._tone = text, lamp, icon, tone
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    @staticmethod
    def of_lamp(lamp: Lamp) -> Tag:
        """Make the tag of a claim state: lamp, word, tint."""
        return Tag(lamp_word(lamp), lamp=lamp)

    def sizeHint(self) -> QSize:
        """Return the size from the text."""
        font = theme().font("small", strong=True)
        extra = theme().icon_px(14) + 6 if self._lamp is not None or self._icon else 0
        return QSize(QFontMetrics(font).horizontalAdvance(self._text) + 14 + extra, theme().scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint tint, lamp or icon, and the word."""
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base = f"claim.{self._lamp.value}" if self._lamp is not None else self._tone
        ground = f"{base}.tint" if base else "surface.sunken"
        painter.setPen(look.color("border.card") if look.name.is_high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(look.color(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        x, side = 7, look.icon_px(14)
        if self._lamp is not None:
            draw_lamp(painter, self._lamp, QPointF(x + side / 2, self.height() / 2), 14, ground)
            x += side + 5
        elif self._icon:
            ink = f"{base}.mark" if base else "text.secondary"
            picture = look.pixmap(self._icon, ink, 14, self.devicePixelRatioF(), ground)
            painter.drawPixmap(QPointF(x, (self.height() - side) / 2), picture)
            x += side + 5
        painter.setFont(look.font("small", strong=True))
        painter.setPen(look.color(f"{base}.text" if base else "text.secondary"))
        painter.drawText(self.rect().adjusted(x, 0, -4, 0), int(Qt.AlignmentFlag.AlignVCenter), self._text)


class Segments(QFrame):
    """Two or more choices side by side, one of them on; ``chosen`` carries its key."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        for place, (key, text) in enumerate(choices):
            made = QToolButton()
            ends = {0: "first", len(choices) - 1: "last"}
            made.setProperty("segEnd", ends.get(place, "middle"))
            made.setText(text)
            made.setAccessibleName(text)
            made.setCheckable(True)
            made.setProperty("seg", "true")
            made.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(made)
            self._buttons[key] = made
            layout.addWidget(made)
        self.set_choice(choices[0][0])
        theme().changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        # The choice that is on is semibold: the room is measured for that, so that no word is cut.
        strong = QFontMetrics(theme().font("body", strong=True))
        for made in self._buttons.values():
            made.setMinimumWidth(strong.horizontalAdvance(made.text()) + 26)

    def set_choice(self, key: str) -> None:
        """Switch a choice on without emitting."""
        self._buttons[key].setChecked(True)

    @property
    def choice(self) -> str:
        """The key of the choice that is on."""
        return next((key for key, made in self._buttons.items() if made.isChecked()), "")


@dataclass(frozen=True, slots=True)
class Empty:
    """What an empty place says: headline, one or two sentences, the words of one button or two (or none)."""

    icon: str
    headline: str
    text: str = ""
    act: str = ""
    more: str = ""


class EmptyState(QWidget):
    """A block in the middle, at a third of the height, its lines left-aligned; never an illustration."""

    act_wanted = Signal()
    more_wanted = Signal()

    def __init__(self, empty: Empty | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Reading")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icon = QLabel()
        self._headline = PlainLabel(strong=True, wrap=True)
        self._text = PlainLabel(ink="secondary", wrap=True)
        self.act_button = button("", on_click=self._act)
        self.more_button = button("", "ghost", on_click=self.more_wanted.emit)
        block = QWidget()
        block.setMaximumWidth(theme().scaled(420))
        column = QVBoxLayout(block)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self._icon, self._headline, self._text):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.act_button)
        row.addWidget(self.more_button)
        row.addStretch(1)
        column.addLayout(row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 16, 32, 16)
        layout.addStretch(1)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(block, 1_000)
        across.addStretch(1)
        layout.addLayout(across)
        layout.addStretch(2)
        self._empty = empty or Empty("info", "")
        theme().changed.connect(self._restyle)
        EmptyState.say(self, self._empty)

    def _act(self) -> None:
        self.act_wanted.emit()

    def say(self, empty: Empty) -> None:
        """Show another reason for being empty."""
        self._empty = empty
        self._headline.setText(empty.headline)
        self._text.setText(empty.text)
        self._text.setVisible(bool(empty.text))
        for made, words in ((self.act_button, empty.act), (self.more_button, empty.more)):
            made.set_words(words)
            made.setVisible(bool(words))
        self.setAccessibleName(f"{empty.headline} {empty.text}".strip())
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        self._icon.setPixmap(theme().pixmap(self._empty.icon, "text.tertiary", 20, self.devicePixelRatioF()))


class NewPill(QFrame):
    """A quiet line at the foot of a list: how many new rows wait, and one link to sort them in."""

    wanted = Signal()

    def __init__(self, say: Callable[[int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Pane")
        self._say = say
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(8)
        self._icon = QLabel()
        self._label = PlainLabel(role="small", ink="secondary")
        layout.addWidget(self._icon)
        layout.addWidget(self._label, 1)
        layout.addWidget(button(tr("Lists", "Show"), "link", on_click=self.wanted.emit))
        theme().changed.connect(self._restyle)
        self._restyle()
        self.set_count(0)

    @Slot()
    def _restyle(self) -> None:
        self._icon.setPixmap(
            theme().pixmap("bell", "text.secondary", 16, self.devicePixelRatioF(), "surface.pane")
        )

    @Slot(int)
    def set_count(self, count: int) -> None:
        """Show how many rows wait; hide when none does."""
        self._label.setText(self._say(count))
        self.setVisible(count > 0)

    def event(self, event: QEvent) -> bool:
        """Redraw the icon when the screen's pixel ratio changes."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()
        return super().event(event)
