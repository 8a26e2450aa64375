"""The decision bar of Review: where you are, what blocks approval and why, and the acts with their keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.parts import ActButton, ElidedLabel, Keycap, PlainLabel, button

ACTS_GAP_PX = 12


@dataclass(frozen=True, slots=True)
class DecisionAct:
    """One act: name, words, key; ``reason`` says why it is locked (empty: open); ``kind`` is its style."""

    name: str
    text: str
    key: str
    icon: str = ""
    reason: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the bar says: counter and its reading, icon, headline and reason, and the acts in order."""

    counter: str = ""
    progress: str = ""
    icon: str = "lock"
    icon_ink: str = "text.secondary"
    headline: str = ""
    reason: str = ""
    acts: tuple[DecisionAct, ...] = ()


class DecisionBar(QFrame):
    """Shows a Decision; ``act_wanted`` carries the name of an act. Enter never triggers one by itself."""

    act_wanted = Signal(str)
    step_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DecisionBar")
        # One row; in a narrow window or with large text the acts stand below the words.
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(16, 6, 16, 6)
        self._rows.setSpacing(12)
        layout = QHBoxLayout()
        layout.setSpacing(12)
        self._rows.addLayout(layout, 1)
        self._keys = QWidget()
        keys = QHBoxLayout(self._keys)
        keys.setContentsMargins(0, 0, 0, 0)
        keys.setSpacing(4)
        keys.addWidget(Keycap("K"))
        keys.addWidget(Keycap("J"))
        layout.addWidget(self._keys)
        self._counter, self._progress = PlainLabel(strong=True), PlainLabel(role="small", ink="secondary")
        self._counter_column = QWidget()
        column = QVBoxLayout(self._counter_column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._counter)
        column.addWidget(self._progress)
        layout.addWidget(self._counter_column)
        self._rule = Hairline(upright=True)
        self._rule.setFixedHeight(32)
        layout.addWidget(self._rule)
        self._icon = QLabel()
        layout.addWidget(self._icon)
        self._headline = ElidedLabel(strong=True)
        self._reason = PlainLabel(role="small", ink="secondary", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._headline)
        words.addWidget(self._reason)
        layout.addLayout(words, 1)
        self._acts = QHBoxLayout()
        self._acts.setSpacing(ACTS_GAP_PX)
        # In a row of their own the acts keep their width and stand at the right, as in the one row.
        self._acts.addStretch(1)
        self._rows.addLayout(self._acts)
        self._decision = Decision()
        self._buttons: dict[str, ActButton] = {}
        theme().changed.connect(self._restyle)

    def say(self, decision: Decision) -> None:
        """Show a decision; buttons of acts that stay the same keep their focus."""
        same = [(a.name, a.text, a.kind) for a in decision.acts] == [
            (a.name, a.text, a.kind) for a in self._decision.acts
        ]
        self._decision = decision
        self._counter.setText(decision.counter)
        self._progress.setText(decision.progress)
        self._progress.setVisible(bool(decision.progress))
        for part in (self._keys, self._counter_column, self._rule):
            part.setVisible(bool(decision.counter))
        self._headline.setText(decision.headline)
        self._reason.setText(decision.reason)
        if not same:
            self._rebuild()
        for act in decision.acts:
            self._buttons[act.name].set_icon_name(act.icon)
            self._buttons[act.name].set_locked(act.reason)
        self.setAccessibleName(f"{decision.headline}. {decision.reason}")
        self._restyle()

    def _rebuild(self) -> None:
        for old in self._buttons.values():
            self._acts.removeWidget(old)
            old.deleteLater()
        self._buttons = {}
        for act in self._decision.acts:
            made = button(act.text, act.kind, act.icon, act.key, self._emitter(act.name))
            made.setAutoDefault(False)
            made.setDefault(False)
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons[act.name] = made
            self._acts.addWidget(made)

    def _words_px(self) -> int:
        """Return the width that counter, headline and reason need in full."""
        texts = (self._headline, self._reason)
        words = max(QFontMetrics(one.font()).horizontalAdvance(one.text()) for one in texts)
        shown = (self._keys, self._counter_column) if self._decision.counter else ()
        return words + sum(one.sizeHint().width() + 24 for one in shown) + theme().icon_px(16) + 52

    def _arrange(self) -> None:
        """Choose one row or two, so that no reason is cut while there is room for it."""
        acts = sum(one.sizeHint().width() + ACTS_GAP_PX for one in self._buttons.values())
        one_row = self._words_px() + acts <= self.width()
        way = QBoxLayout.Direction.LeftToRight if one_row else QBoxLayout.Direction.TopToBottom
        if self._rows.direction() != way:
            self._rows.setDirection(way)
            self._rows.setSpacing(12 if one_row else 6)
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange anew."""
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Return room for the acts' words; the rest elides."""
        acts = sum(one.minimumSizeHint().width() + 8 for one in self._buttons.values())
        return QSize(acts + 32, super().minimumSizeHint().height())

    def _emitter(self, name: str) -> EmitAct:
        return EmitAct(self, name)

    def act_button(self, name: str) -> ActButton:
        """Return the button of an act. Raises KeyError for an act that is not shown."""
        return self._buttons[name]

    @Slot()
    def _restyle(self) -> None:
        decision = self._decision
        self._arrange()
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(theme().pixmap(decision.icon, decision.icon_ink, 16, ratio, "surface.window"))


class EmitAct:
    """Emits an act of a bar; a small object instead of a lambda in a loop."""

    __slots__ = ("_bar", "_name")

    def __init__(self, bar: DecisionBar, name: str) -> None:
        self._bar, self._name = bar, name

    def __call__(self) -> None:
        """Emit the act."""
        self._bar.act_wanted.emit(self._name)
