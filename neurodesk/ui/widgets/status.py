"""The status bar: buttons that explain themselves in a popover; texts never jitter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button, repolish

POPOVER_PX = 360
WORDS_ROOM_PX = 14


@dataclass(frozen=True, slots=True)
class Status:
    """What a status button shows and explains.

    ``lines`` are full sentences: what, since when, last success, what it defers; ``act`` the words of one
    action.
    ``dimmed`` tells that the item does not apply now.
    """

    text: str
    icon: str = ""
    icon_ink: str = "text.secondary"
    lines: tuple[str, ...] = ()
    act: str = ""
    dimmed: bool = False


class Popover(QFrame):
    """A small window below or above its button: one sentence a line, one action; Esc closes it."""

    def __init__(self, title: str, lines: Sequence[str], act: str, on_act: Callable[[], None] | None) -> None:
        super().__init__(None, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("Popover")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(theme().scaled(POPOVER_PX))
        self.setAccessibleName(f"{title}. {' '.join(lines)}")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        column.addWidget(PlainLabel(title, strong=True, wrap=True))
        for line in lines:
            column.addWidget(PlainLabel(line, role="small", ink="secondary", wrap=True))
        if act and on_act is not None:
            made = button(act, on_click=self._acting(on_act))
            row = QHBoxLayout()
            row.setContentsMargins(0, 6, 0, 0)
            row.addWidget(made)
            row.addStretch(1)
            column.addLayout(row)
            made.setFocus()

    def _acting(self, on_act: Callable[[], None]) -> Callable[[], None]:
        def act() -> None:
            self.close()
            on_act()

        return act

    def show_above(self, anchor: QWidget) -> None:
        """Show the popover at the button's edge, inside the screen."""
        self.adjustSize()
        corner = anchor.mapToGlobal(QPoint(0, 0))
        area = anchor.screen().availableGeometry()
        x = max(area.left() + 8, min(corner.x(), area.right() - self.width() - 8))
        y = corner.y() - self.height() - 6
        if y < area.top():
            y = corner.y() + anchor.height() + 6
        self.move(x, y)
        self.show()


class StatusButton(QPushButton):
    """One item of the status bar; click or Enter opens its explanation."""

    def __init__(self, name: str, on_act: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.setProperty("kind", "status")
        self._name, self._on_act = name, on_act
        self._status = Status("")
        self._widest = 0
        self._plain = False
        self._room = 0
        self.clicked.connect(self._explain)
        theme().changed.connect(self._restyle)

    def say(self, status: Status) -> None:
        """Show a state; the width only ever grows, so that the neighbours stand still."""
        changed = status.dimmed != self._status.dimmed
        self._status = status
        self.setProperty("dimmed", "true" if status.dimmed else "false")
        self.setAccessibleName(f"{self._name}: {status.text}")
        self.setAccessibleDescription(" ".join(status.lines))
        if changed:
            repolish(self)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        status = self._status
        if status.icon and not self._plain:
            ink = "text.tertiary" if status.dimmed else status.icon_ink
            self.setIcon(theme().icon(status.icon, ink, 14))
            # Qt keeps 4 px between icon and words: the wider box makes them 6, and more with larger text.
            self.setIconSize(QSize(theme().icon_px(14) + self._icon_gap(), theme().icon_px(14)))
        else:
            self.setIcon(QIcon())
        font = theme().font("small")
        self.setFont(font)
        metrics, words = QFontMetrics(font), plain_label(status.text, 80)
        width = metrics.horizontalAdvance(words) + WORDS_ROOM_PX
        self._widest = max(self._widest, width)
        if self._room:
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self._room - WORDS_ROOM_PX)
            self.setFixedWidth(self._room)
        else:
            self.setMaximumWidth(16_777_215)
            self.setMinimumWidth(self._widest + (self._icon_room() if not self._plain else 0))
        self.setText(words)
        self.setToolTip(status.text if words != status.text else "")

    @staticmethod
    def _icon_gap() -> int:
        return max(4, 2 * theme().scaled(6) - 8)

    def _icon_room(self) -> int:
        return theme().icon_px(14) + self._icon_gap() + 6 if self._status.icon else 0

    def set_plain(self, plain: bool) -> None:
        """Leave the icon out, where the bar is too narrow for it; the word says the same."""
        if plain != self._plain:
            self._plain = plain
            self._restyle()

    def plain_width(self) -> int:
        """Return the width without the icon."""
        return self._widest

    @property
    def is_dimmed(self) -> bool:
        """Whether the item does not apply now."""
        return self._status.dimmed

    def set_room(self, room: int) -> None:
        """Elide the words to a width; 0 shows them in full."""
        if room != self._room:
            self._room = room
            self._restyle()

    def full_width(self) -> int:
        """Return the width with the icon."""
        return self._widest + self._icon_room()

    @Slot()
    def _explain(self) -> None:
        self.open_popover()

    def open_popover(self) -> Popover:
        """Open the explanation."""
        lines = self._status.lines or (self._status.text,)
        popover = Popover(self._name, lines, self._status.act, self._on_act)
        popover.show_above(self)
        return popover


class StatusBar(QFrame):
    """Left: what the worker does now, its task, and pause. Right: the items, in an order that never
    changes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("StatusBar")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(4)
        self._left = QHBoxLayout()
        self._left.setSpacing(4)
        self._right = QHBoxLayout()
        self._right.setSpacing(4)
        self._task = ElidedLabel(role="small", ink="tertiary")
        layout.addLayout(self._left)
        layout.addWidget(self._task, 1)
        layout.addLayout(self._right)
        self._buttons: dict[str, StatusButton] = {}
        self._away: frozenset[str] = frozenset()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave icons out where there is no room for them."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        items = [one for key, one in self._buttons.items() if key not in self._away]
        room = self.width() - 24
        narrow = sum(one.full_width() + 4 for one in items) > room
        # Where words alone do not fit either, what does not apply now gives way to what does.
        tight = sum(one.plain_width() + 4 for one in items) > room
        shown = [one for one in items if not (tight and one.is_dimmed)]
        wanted = sum(one.plain_width() for one in shown)
        left = room - 4 * len(shown)
        # And then all words share the room: an ellipsis, never one word over another.
        share = left / wanted if wanted > left > 0 else 0.0
        for one in items:
            one.set_plain(narrow)
            one.set_room(int(one.plain_width() * share))
            one.setVisible(one in shown)

    def minimumSizeHint(self) -> QSize:
        """Return the room without icons: the window may become that narrow."""
        return QSize(0, super().minimumSizeHint().height())

    def add(
        self, key: str, name: str, on_act: Callable[[], None] | None = None, *, left: bool = False
    ) -> StatusButton:
        """Add an item at the end of its side."""
        made = StatusButton(name, on_act)
        self._buttons[key] = made
        (self._left if left else self._right).addWidget(made)
        return made

    def say(self, key: str, status: Status) -> None:
        """Show an item's state. Raises KeyError for an unknown item."""
        self._buttons[key].say(status)
        self._arrange()

    def set_shown(self, key: str, shown: bool) -> None:
        """Show or hide an item that only sometimes has something to say. Raises KeyError."""
        self._away = self._away - {key} if shown else self._away | {key}
        self._buttons[key].setVisible(shown)
        self._arrange()

    def say_task(self, text: str) -> None:
        """Show the title of the running task behind the worker's state."""
        self._task.setText(plain_label(text, 200))

    def item(self, key: str) -> StatusButton:
        """Return an item's button. Raises KeyError for an unknown item."""
        return self._buttons[key]
