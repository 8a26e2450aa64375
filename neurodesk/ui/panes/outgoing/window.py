"""The window of what leaves this computer: the queries that wait, and the privacy log (SPEC W10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.outgoing import LOG, WAITING
from neurodesk.ui.panes.outgoing.log import RequestLogView
from neurodesk.ui.panes.outgoing.waiting import WaitingView
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import Segments, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

WIDTH_PX, HEIGHT_PX = 960, 600


class OutgoingDialog(QDialog):
    """Stands beside the window, does not block it; Esc closes it."""

    def __init__(self, context: DeskContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Outgoing", "What leaves this computer"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QFrame()
        head.setObjectName("ToolRow")
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        self.tabs = Segments(
            ((WAITING, tr("Outgoing", "Waiting queries")), (LOG, tr("Outgoing", "Privacy log"))),
            tr("Outgoing", "What is shown"),
        )
        self.tabs.chosen.connect(self.show_tab)
        row.addWidget(self.tabs)
        row.addStretch(1)
        close = button(tr("Outgoing", "Close"), "ghost", on_click=self.reject)
        close.setAutoDefault(False)
        row.addWidget(close)
        column.addWidget(head)
        self.waiting = WaitingView(context)
        self.log = RequestLogView(context)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.waiting)
        self._pages.addWidget(self.log)
        column.addWidget(self._pages, 1)
        room = QGuiApplication.primaryScreen().availableSize()
        look = theme()
        self.resize(
            min(look.scaled(WIDTH_PX), room.width() - 40), min(look.scaled(HEIGHT_PX), room.height() - 40)
        )

    def show_tab(self, tab: str) -> None:
        """Show one of the two, in front, with the keys."""
        self.tabs.set_choice(tab)
        page = self.log if tab == LOG else self.waiting
        self._pages.setCurrentWidget(page)
        self.show()
        self.raise_()
        self.activateWindow()
        page.take_keys()
