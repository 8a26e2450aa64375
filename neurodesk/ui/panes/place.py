"""What every place of this folder has in common: the focus goes to its first widget once that is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget


class Place(QWidget):
    """A place of the window.

    A focus proxy would not do: in a place that was just built the list is not laid out yet, and Qt gives
    no focus to what is hidden. Tab would also leave out what stands before the proxy's widget.
    """

    def __init__(self) -> None:
        super().__init__()
        # Tab goes to the widgets of the place; only the window gives the focus to the place itself.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._first: tuple[QWidget, ...] = ()

    def set_first_focus(self, *widgets: QWidget) -> None:
        """Name the widgets that take the focus when the place is opened: the first visible one."""
        self._first = widgets

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self._hand_on)

    def _hand_on(self) -> None:
        if not self.hasFocus():
            return
        for widget in self._first:
            if widget.isVisible() and widget.isEnabled():
                widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return
