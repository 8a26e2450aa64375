"""One setting as a row: words left, control and origin right; changes apply at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from neurodesk.domain.errors import BadInput
from neurodesk.settings.declare import Declaration, Shape, Value
from neurodesk.settings.load import Settings
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.settings import words
from neurodesk.ui.panes.settings.entries import EntriesField
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button, repolish
from neurodesk.ui.widgets.switch import Switch

CONTROL_PX = 300
# Below this width of a row its control stands below its words.
NARROW_PX = 500


class SettingRow(QFrame):
    """One setting.

    ``wanted`` carries (key, value) when a valid value was entered, ``reset_wanted`` a key, ``focused`` a key.
    """

    wanted = Signal(str, object)
    reset_wanted = Signal(str)
    focused = Signal(str)

    def __init__(self, one: Declaration, settings: Settings) -> None:
        super().__init__()
        self.one = one
        self._settings = settings
        self._effective = settings.effective(one.key)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(24, 13, 16, 13)
        row.setSpacing(24)
        left = QVBoxLayout()
        left.setSpacing(3)
        self.label = PlainLabel(words.label(one), strong=True, wrap=True)
        left.addWidget(self.label)
        left.addWidget(PlainLabel(words.explanation(one), "small", "secondary", wrap=True))
        left.addStretch(1)
        row.addLayout(left, 1)
        self._side = side = QWidget()
        side.setFixedWidth(theme().scaled(CONTROL_PX))
        right = QVBoxLayout(side)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(4)
        self.control = self._make_control()
        self.control.installEventFilter(self)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.control)
        self._unit = PlainLabel(words.range_words(one), "small", "secondary", wrap=True)
        line.addWidget(self._unit, 1)
        if not self._unit.text():
            self._unit.hide()
            line.addStretch(1)
        right.addLayout(line)
        self._error = PlainLabel(role="small", ink="error", wrap=True)
        self._stays = PlainLabel(role="small", ink="secondary", wrap=True)
        self._error.hide()
        self._stays.hide()
        right.addWidget(self._error)
        right.addWidget(self._stays)
        origin = QHBoxLayout()
        origin.setSpacing(6)
        self._origin = PlainLabel(role="small", ink="tertiary", wrap=True)
        self._reset = button(
            tr("Settings", "Reset"), "link", on_click=lambda: self.reset_wanted.emit(self.one.key)
        )
        self._reset.setAccessibleName(tr("Settings", "Reset {label}").format(label=words.label(one)))
        origin.addWidget(self._origin, 1)
        origin.addWidget(self._reset)
        right.addLayout(origin)
        right.addStretch(1)
        row.addWidget(side)
        self.show_settings(settings)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow place the control stands below the words, and nothing is cut."""
        super().resizeEvent(event)
        narrow = self.width() < theme().scaled(NARROW_PX)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != way:
            self._row.setDirection(way)
            self._row.setSpacing(8 if narrow else 24)
            self.updateGeometry()
        # Below the words it takes the whole width: the layout reckons the height of its lines with that.
        self._side.setFixedWidth(max(120, self.width() - 40) if narrow else theme().scaled(CONTROL_PX))

    def minimumSizeHint(self) -> QSize:
        """Return a width at which words and control stand below each other."""
        return QSize(theme().scaled(240), super().minimumSizeHint().height())

    def _make_control(self) -> QWidget:
        one, name = self.one, words.label(self.one)
        if one.shape is Shape.SWITCH:
            switch = Switch(name)
            switch.clicked.connect(lambda on: self.wanted.emit(one.key, bool(on)))
            return switch
        if one.shape is Shape.CHOICE:
            box = QComboBox()
            for value in one.choices:
                box.addItem(words.choice_word(value), value)
            box.setAccessibleName(name)
            box.activated.connect(lambda index: self.wanted.emit(one.key, box.itemData(index)))
            return box
        if one.shape is Shape.LIST:
            entries = EntriesField(name)
            entries.setMinimumWidth(theme().scaled(CONTROL_PX - 20))
            entries.edited.connect(self._check)
            entries.left.connect(self._take)
            return entries
        field = QLineEdit()
        field.setAccessibleName(name)
        if one.shape in (Shape.WHOLE, Shape.NUMBER):
            field.setFixedWidth(theme().scaled(92))
        else:
            field.setMinimumWidth(theme().scaled(CONTROL_PX - 20))
        field.textEdited.connect(lambda _text: self._check())
        field.editingFinished.connect(self._take)
        return field

    def _entered(self) -> Value:
        """Return what the field says. Raises BadInput where it cannot be used."""
        value = self.one.parse(self._typed())
        self.one.check_entries(value)
        return value

    def _typed(self) -> str:
        if isinstance(self.control, EntriesField):
            return ",".join(self.control.entries())
        text = cast("QLineEdit", self.control).text().strip()
        return text.replace(",", ".") if self.one.shape in (Shape.WHOLE, Shape.NUMBER) else text

    def _check(self) -> bool:
        try:
            self._entered()
        except BadInput:
            self._error.setText(words.expectation(self.one, self._typed()))
            stays = words.value_words(self.one, self._effective.value)
            self._stays.setText(tr("Settings", "Not taken · {value} stays in effect").format(value=stays))
            bad = True
        else:
            bad = False
        self._error.setVisible(bad)
        self._stays.setVisible(bad)
        if (self.control.property("invalid") == "true") != bad:
            self.control.setProperty("invalid", "true" if bad else "false")
            repolish(self.control)
        return not bad

    def _take(self) -> None:
        if not self._check():
            return
        value = self._entered()
        if value != self._effective.value:
            self.wanted.emit(self.one.key, value)

    @property
    def changed(self) -> bool:
        """Whether the file holds another value than the default, and it counts."""
        return self._effective.origin == "file" and self._effective.value != self.one.default

    def show_settings(self, settings: Settings) -> None:
        """Show the value in effect and where it comes from; an entry being typed stays."""
        self._settings = settings
        self._effective = effective = settings.effective(self.one.key)
        value, control = effective.value, self.control
        locked = effective.origin in ("environment", "command line")
        control.setEnabled(not locked)
        if isinstance(control, Switch):
            control.setChecked(bool(value))
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(max(0, control.findData(value)))
        elif isinstance(control, QLineEdit) and not (control.hasFocus() and control.isModified()):
            control.setText(words.value_text(self.one, value))
            self._check()
        elif isinstance(control, EntriesField) and not (control.hasFocus() and control.is_modified):
            control.show_entries(cast("tuple[str, ...]", value))
            self._check()
        if locked:
            control.setToolTip(words.origin(self.one, settings))
        self._origin.setText(words.origin(self.one, settings))
        self._reset.setVisible(self.changed)
        self.update()

    def mark(self, found: Sequence[str]) -> None:
        """Mark the first word of a search that stands in the label."""
        text = self.label.text().casefold()
        for word in found:
            start = text.find(word)
            if start >= 0:
                self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                self.label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                self.label.setSelection(start, len(word))
                return

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell which row has the focus; a wheel over a closed box scrolls the page and changes no value."""
        if watched is self.control and event.type() == QEvent.Type.FocusIn:
            self.focused.emit(self.one.key)
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the control."""
        self.control.setFocus(event.reason())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline, and the dot of a changed value."""
        look, painter = theme(), QPainter(self)
        if self.control.hasFocus():
            painter.fillRect(self.rect(), look.color("surface.pane"))
        painter.setPen(look.color("border.hairline"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        if self.changed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.color("accent.base"))
            middle = 13 + self.label.sizeHint().height() / 2
            painter.drawEllipse(QPointF(12, middle), 3, 3)
