"""Filter chips: one row, one of them on, each with its count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QMenu, QSizePolicy, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.theme import theme


class Chip(QAbstractButton):
    """One chip, 24 high and round."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._count: int | None = None
        self._widest = 0
        self.set_count(None)
        theme().changed.connect(self.updateGeometry)

    def set_count(self, count: int | None) -> None:
        """Show a number behind the words; None shows none."""
        self._count = count
        self.setAccessibleName(self.text() if count is None else f"{self.text()}, {count}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size; it never shrinks, so that neighbours stand still."""
        strong = QFontMetrics(theme().font("small", strong=True))
        width = strong.horizontalAdvance(self.text()) + 24
        if self._count is not None:
            width += strong.horizontalAdvance(number(self._count)) + 8
        self._widest = max(self._widest, width)
        return QSize(self._widest, theme().scaled(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip; tinted when on, with a ring when focused."""
        look, painter, on = theme(), QPainter(self), self.isChecked()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = "accent.tint" if on else "surface.hover" if self.underMouse() else "surface.reading"
        focused = self.hasFocus()
        border = "focus.ring" if focused else "accent.base" if on else "border.card"
        painter.setPen(QPen(look.color(border), 2 if focused else 1))
        painter.setBrush(look.color(ground))
        inset = 1.0 if focused else 0.5
        rect = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        font = look.font("small", strong=on)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        counted = number(self._count) if self._count is not None else ""
        total = metrics.horizontalAdvance(self.text()) + (
            8 + metrics.horizontalAdvance(counted) if counted else 0
        )
        x = (self.width() - total) // 2
        painter.setPen(look.color("text.primary" if on else "text.secondary"))
        place = self.rect().adjusted(x, 0, 0, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        painter.setPen(look.color("text.link" if on else "text.tertiary"))
        place = place.adjusted(metrics.horizontalAdvance(self.text()) + 8, 0, 0, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), counted)


class Chips(QWidget):
    """A row of chips; ``chosen`` carries the key of the one that is on.

    Those without room stand in the menu of a last chip, "more …"; the one that is on always shows.
    """

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._group = QButtonGroup(self)
        self._chips: dict[str, Chip] = {}
        for key, text in choices:
            made = Chip(text)
            made.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(made)
            self._chips[key] = made
            row.addWidget(made)
        self._more = Chip(tr("Lists", "more …"))
        self._more.setCheckable(False)
        self._more.clicked.connect(self._open_menu)
        self._more.hide()
        row.addWidget(self._more)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_choice(choices[0][0])

    def sizeHint(self) -> QSize:
        """Return the room for all chips."""
        sizes = [made.sizeHint() for made in self._chips.values()]
        return QSize(sum(one.width() + 6 for one in sizes), max(one.height() for one in sizes))

    def minimumSizeHint(self) -> QSize:
        """Return the room for the chip that is on and "more …"."""
        widest = max(made.sizeHint().width() for made in self._chips.values())
        return QSize(widest + self._more.sizeHint().width() + 12, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the chips that there is room for."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange_soon(self) -> None:
        """Arrange after the row around has given the new sizes their room."""
        self.updateGeometry()
        QTimer.singleShot(0, self, self._arrange)

    def _arrange(self) -> None:
        wanted = {key: made.sizeHint().width() + 6 for key, made in self._chips.items()}
        room = self.width()
        if sum(wanted.values()) > room:
            room -= self._more.sizeHint().width() + 6 + wanted[self.choice]
            for key, width in wanted.items():
                shown = key == self.choice or room >= width
                room -= width if shown and key != self.choice else 0
                room = room if shown else 0
                self._chips[key].setVisible(shown)
            self._more.show()
            return
        for made in self._chips.values():
            made.show()
        self._more.hide()

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, made in self._chips.items():
            if made.isHidden():
                entry = menu.addAction(made.accessibleName())
                entry.triggered.connect(lambda _checked=False, key=key: self._choose(key))
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def _choose(self, key: str) -> None:
        self.set_choice(key)
        self.chosen.emit(key)

    def set_choice(self, key: str) -> None:
        """Switch a chip on without emitting."""
        self._chips[key].setChecked(True)
        self._arrange_soon()

    @property
    def choice(self) -> str:
        """The key of the chip that is on."""
        return next((key for key, made in self._chips.items() if made.isChecked()), "")

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show the numbers behind the chips."""
        for key, made in self._chips.items():
            made.set_count(counts.get(key))
        self._arrange_soon()
