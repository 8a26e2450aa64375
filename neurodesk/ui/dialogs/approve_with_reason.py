"""*Approve with reason*: one typed reason for each unsupported claim (SPEC P4). A second act, never Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet

MOST_ROWS_PX = 360


class ApproveWithReasonDialog(Sheet):
    """Lists the unsupported claims with a field each; opens when all are filled.

    Arguments: ``claims`` (id, text) of those without a reason; ``on_given`` gets id to reason.
    """

    def __init__(
        self,
        claims: Sequence[tuple[str, str]],
        on_given: Callable[[Mapping[str, str]], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Dialogs", "Approve with reason"), 560, parent)
        self._on_given = on_given
        column = self.column
        column.addWidget(PlainLabel(tr("Dialogs", "Approve with reason"), "paneTitle"))
        text = tr(
            "Dialogs",
            "No source carries these claims. Say for each why it stays; the reason is kept with the article "
            "and in the audit.",
        )
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 8, 0, 0)
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
        self._rows = rows
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(inner)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self._scroll)
        self.cancel_button = button(tr("Dialogs", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.act_button = button(tr("Dialogs", "&Approve with reason"), on_click=self._give)
        self.add_foot(self.cancel_button, self.act_button)
        if self.fields:
            next(iter(self.fields.values())).setFocus()
        self._check()

    def fit(self) -> None:
        """Give the claims the room they need, and let many of them scroll."""
        most = theme().scaled(MOST_ROWS_PX)
        edges = self.column.contentsMargins()
        room = self.width() - edges.left() - edges.right()
        needed = self._rows.totalHeightForWidth(room)
        # What scrolls keeps its fields off the bar.
        self._rows.setContentsMargins(0, 8, 8 if needed > most else 0, 0)
        self._scroll.setFixedHeight(min(needed, most))
        super().fit()

    def _check(self) -> None:
        open_ones = sum(not field.text().strip() for field in self.fields.values())
        self.act_button.set_locked(tr("Dialogs", "Each claim needs a reason.") if open_ones else "")

    def _give(self) -> None:
        given = {claim_id: field.text().strip() for claim_id, field in self.fields.items()}
        self.accept()
        self._on_given(given)
