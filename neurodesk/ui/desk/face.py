"""What a pane may ask of its window: the shell, and the few acts that lead elsewhere.

The window itself (``ui.application.window``) knows every pane; panes know only this face of it, so that
imports run one way.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from neurodesk.ui.shell.window import ShellWindow

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QDialog

    from neurodesk.ui.desk.first_steps import FirstSteps
    from neurodesk.ui.widgets.notices import NoticeText


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

    @abstractmethod
    def open_outcomes(self) -> QDialog:
        """Show the outcomes that other programs handed in and that wait for a verdict."""

    @abstractmethod
    def open_find(self, words: str = "") -> QDialog:
        """Search articles, evidence, drafts and tasks."""

    @abstractmethod
    def notice(
        self,
        notice: NoticeText,
        act: str,
        on_act: Callable[[], None] | None = None,
        source: QObject | None = None,
    ) -> None:
        """Show a notice above the place until its act; ``source`` may take it back by ``unsay``."""

    @abstractmethod
    def unsay(self, source: QObject) -> bool:
        """Take back the notice of a source that no longer holds; another one stays. True when it stood."""
