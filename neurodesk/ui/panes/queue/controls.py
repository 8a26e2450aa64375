"""What bounds the worker, in the place where its work is seen: two switches and three numbers.

With *Scan* and *Wake* in the tool row these are the seven controls of autonomous work; they are the settings
themselves, so a change counts at once and everywhere.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QHBoxLayout, QSpinBox, QWidget

from neurodesk.settings.catalog import BY_KEY
from neurodesk.settings.declare import Shape
from neurodesk.settings.load import Settings
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.settings import words
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.flow import FlowLayout
from neurodesk.ui.widgets.parts import PlainLabel, inset_number
from neurodesk.ui.widgets.switch import Switch

SHOWN = (
    "worker.autonomous",
    "worker.idle_only",
    "worker.min_priority",
    "worker.max_tasks_per_day",
    "worker.tasks_per_scan",
)
_LOCKED = ("environment", "command line")
_NUMBER_PX = 66
_PRIORITY_STEP = 0.05


def _short_word(key: str) -> str:
    """Return a word for the row; tooltip and screen reader have the setting's whole label."""
    return {
        "worker.autonomous": tr("Queue", "Autonomy"),
        "worker.idle_only": tr("Queue", "Idle only"),
        "worker.min_priority": tr("Queue", "Min. priority"),
        "worker.max_tasks_per_day": tr("Queue", "Tasks a day"),
        "worker.tasks_per_scan": tr("Queue", "New a scan"),
    }[key]


class WorkerControls(QFrame):
    """The row of controls; ``wanted`` carries (key, value)."""

    wanted = Signal(str, object)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("ToolRow")
        self.fields: dict[str, QWidget] = {}
        row = FlowLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        for key in SHOWN:
            field = self._make(key)
            field.setToolTip(f"{words.label(BY_KEY[key])}: {words.explanation(BY_KEY[key])}")
            group = QWidget()
            pair = QHBoxLayout(group)
            pair.setContentsMargins(0, 0, 0, 0)
            pair.setSpacing(8)
            pair.addWidget(PlainLabel(_short_word(key), "small", "secondary"))
            pair.addWidget(field)
            row.addWidget(group)
            self.fields[key] = field
        self.show_settings(settings)

    def _make(self, key: str) -> QWidget:
        one = BY_KEY[key]
        name = words.label(one)
        if one.shape is Shape.SWITCH:
            switch = Switch(name)
            switch.clicked.connect(lambda on, key=key: self.wanted.emit(key, bool(on)))
            return switch
        field = QSpinBox() if one.shape is Shape.WHOLE else QDoubleSpinBox()
        least, most = one.minimum or 0, one.maximum or 0
        if isinstance(field, QSpinBox):
            field.setRange(int(least), int(most))
        else:
            field.setRange(float(least), float(most))
            field.setSingleStep(_PRIORITY_STEP)
        inset_number(field)
        field.setAccessibleName(name)
        field.setAccessibleDescription(words.explanation(one))
        field.setMinimumWidth(theme().scaled(_NUMBER_PX))
        # While a number is typed its beginning is no value yet: 1 on the way to 12 must not count.
        field.setKeyboardTracking(False)
        field.valueChanged.connect(lambda value, key=key: self.wanted.emit(key, value))
        return field

    def show_settings(self, settings: Settings) -> None:
        """Show what is in effect now; what environment or command line set cannot be changed here."""
        for key, field in self.fields.items():
            effective = settings.effective(key)
            field.setEnabled(effective.origin not in _LOCKED)
            field.blockSignals(True)
            if isinstance(field, Switch):
                field.setChecked(bool(effective.value))
                field.say()
            elif isinstance(field, QSpinBox):
                field.setValue(int(cast("int", effective.value)))
            else:
                cast("QDoubleSpinBox", field).setValue(float(cast("float", effective.value)))
            field.blockSignals(False)
