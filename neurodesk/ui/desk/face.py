"""What a pane may ask of its window: the shell, and the few acts that lead elsewhere.

The window itself (``ui.application.window``) knows every pane; panes know only this face of it, so that
imports run one way.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from neurodesk.ui.shell.window import ShellWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog

    from neurodesk.ui.desk.first_steps import FirstSteps


class DeskFace(ShellWindow):
    """The window as panes see it; ``first_steps`` knows whether there is a knowledge base yet."""

    first_steps: FirstSteps
    place_ids: frozenset[str]

    @abstractmethod
    def go(self, place: str, target: str = "") -> None:
        """Open a place and show one thing in it; a place that this build lacks is passed over."""

    @abstractmethod
    def open_outgoing(self, tab: str = ...) -> QDialog:
        """Show what leaves this computer, at one of its tabs."""
