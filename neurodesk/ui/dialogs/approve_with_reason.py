"""*Approve with reason*: one typed reason for each unsupported claim (SPEC P4). A second act, never Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button


class ApproveWithReasonDialog(QDialog):
    """Lists the unsupported claims with a field each; opens when all are filled.

    Arguments: ``claims`` (id, text) of those without a reason; ``on_given`` gets id to reason.
    """

    def __init__(
        self,
        claims: Sequence[tuple[str, str]],
        on_given: Callable[[Mapping[str, str]], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._on_given = on_given
        self.setWindowTitle(tr("Dialogs", "Approve with reason"))
        self.setFixedWidth(theme().scaled(560))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(PlainLabel(tr("Dialogs", "Approve with reason"), "paneTitle"))
        text = tr(
            "Dialogs",
            "No source carries these claims. Say for each why it stays; the reason is kept with the article "
            "and in the audit.",
        )
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 8, 0)
        rows.setSpacing(4)
        self.fields: dict[str, QLineEdit] = {}
        for claim_id, claim in claims:
            shown = plain_label(claim, 300)
            label = PlainLabel(shown, wrap=True)
            field = QLineEdit()
            field.setAccessibleName(tr("Dialogs", "Reason for: {claim}").format(claim=shown))
            field.setPlaceholderText(tr("Dialogs", "Why it stays"))
            field.textChanged.connect(lambda _text: self._check())
            rows.addWidget(label)
            rows.addWidget(field)
            rows.addSpacing(8)
            self.fields[claim_id] = field
        rows.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setMinimumHeight(theme().scaled(min(360, 72 * len(claims))))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(scroll, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.cancel_button = button(tr("Dialogs", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.act_button = button(tr("Dialogs", "&Approve with reason"), on_click=self._give)
        self.act_button.setAutoDefault(False)
        row.addWidget(self.cancel_button)
        row.addWidget(self.act_button)
        column.addLayout(row)
        if self.fields:
            next(iter(self.fields.values())).setFocus()
        self._check()

    def _check(self) -> None:
        open_ones = sum(not field.text().strip() for field in self.fields.values())
        self.act_button.set_locked(tr("Dialogs", "Each claim needs a reason.") if open_ones else "")

    def _give(self) -> None:
        given = {claim_id: field.text().strip() for claim_id, field in self.fields.items()}
        self.accept()
        self._on_given(given)
