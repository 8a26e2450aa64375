"""Why the profile cannot be opened: what happened, what is safe, what to do."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.notices import NoticeBlock
from neurodesk.ui.widgets.parts import button


class StartFault(QDialog):
    """One notice and one button."""

    def __init__(self, error: NeuroDeskError, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Desk", "NeuroDesk cannot open the profile"))
        self.setMinimumWidth(theme().scaled(480))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(16)
        column.addWidget(NoticeBlock(fault_notice(error)))
        row = QHBoxLayout()
        row.addStretch(1)
        close = button(tr("Desk", "Close"), on_click=self.accept)
        close.setDefault(True)
        row.addWidget(close)
        column.addLayout(row)
