"""A list as a field: one entry a line, as high as what it holds."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from neurodesk.ui.theme import theme

LINES_MIN, LINES_MAX = 2, 8
EDGE_PX = 14


class EntriesField(QPlainTextEdit):
    """Entries below each other; commas part them too. ``edited`` while typing, ``left`` when it is done."""

    edited = Signal()
    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(theme().font("body"))
        theme().changed.connect(self._restyle)
        self._taken: tuple[str, ...] = ()
        self.textChanged.connect(self._changed)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(theme().font("body"))
        self._fit()

    def _fit(self) -> None:
        count = self.document().blockCount()
        lines = max(LINES_MIN, min(LINES_MAX, count))
        bar = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            bar.ScrollBarAlwaysOff if count <= LINES_MAX else bar.ScrollBarAsNeeded
        )
        self.setFixedHeight(lines * QFontMetrics(self.font()).lineSpacing() + EDGE_PX + 8)

    def _changed(self) -> None:
        self._fit()
        if self.hasFocus():
            self.edited.emit()

    @property
    def is_modified(self) -> bool:
        """Whether other entries stand here than were last shown."""
        return self.entries() != self._taken

    def entries(self) -> tuple[str, ...]:
        """Return the entries, without empty lines."""
        parts = self.toPlainText().replace("\n", ",").split(",")
        return tuple(part.strip() for part in parts if part.strip())

    def show_entries(self, entries: tuple[str, ...]) -> None:
        """Show other entries."""
        self._taken = entries
        if self.entries() != entries:
            self.setPlainText("\n".join(entries))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter takes the entries, as leaving the field does."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the entries, one a line."""
        super().focusOutEvent(event)
        lines = "\n".join(self.entries())
        if self.toPlainText() != lines:
            self.setPlainText(lines)
        self.left.emit()

    def sizeHint(self) -> QSize:
        """Return the height of its lines."""
        return QSize(super().sizeHint().width(), self.height())
