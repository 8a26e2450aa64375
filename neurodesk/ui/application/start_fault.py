"""Why the profile cannot be opened: what happened, what is safe, what to do."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.notices import NoticeBlock
from neurodesk.ui.widgets.parts import button
from neurodesk.ui.widgets.sheet import Sheet


class StartFault(Sheet):
    """One notice and one button."""

    def __init__(self, error: NeuroDeskError, parent: QWidget | None = None) -> None:
        super().__init__(tr("Desk", "NeuroDesk cannot open the profile"), 480, parent)
        self.column.addWidget(NoticeBlock(fault_notice(error)))
        close = button(tr("Desk", "Close"), on_click=self.accept)
        close.setDefault(True)
        self.add_foot(close)
