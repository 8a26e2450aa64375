"""The passage of a source with the quoted span lit in the colour of the claim's verdict."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont, QShowEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.tree import SafeDocument
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

Span = tuple[int, int]


class PassageView(SafeTextBrowser):
    """Shows a source text; the quotation always stands in the upper third (SPEC P2).

    Arguments: ``role`` the reading font; ``measured`` keeps the reading column where the view is wide.
    """

    def __init__(self, parent: QWidget | None = None, *, role: str = "body", measured: bool = False) -> None:
        super().__init__(parent, role=role, left=16, top=4, measured=measured)
        self.setProperty("onPane", "true")
        self.setAccessibleName(tr("Passage", "Source passage"))
        self._spans: tuple[Span, ...] = ()
        self._marked: tuple[Span, ...] = ()
        self._lamp = Lamp.UNCHECKED
        self.page_filled.connect(self._light)

    def show_passage(
        self, safe: SafeDocument, spans: Sequence[Span], lamp: Lamp, marked: Sequence[Span] = ()
    ) -> None:
        """Show a source.

        Arguments: ``spans`` the quoted ranges of the source text in characters; ``lamp`` the verdict whose
        colour they
        take; ``marked`` the words in them that differ from the claim.
        """
        self._spans, self._marked, self._lamp = tuple(spans), tuple(marked), lamp
        page = safe.page_of(spans[0][0]) if spans else 0
        if safe is self.safe and page == self.page:
            self._light()
        else:
            self.show_safe(safe, page)
        if spans and self.positions.document_range(*spans[0]) is None:
            self.finish()
        self.scroll_to_quote()

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the quotation into view once the size is known."""
        super().showEvent(event)
        self.scroll_to_quote()

    def scroll_to_quote(self) -> None:
        """Bring the first quoted span to the upper third."""
        place = self.positions.document_range(*self._spans[0]) if self._spans else None
        if place is not None:
            self.scroll_to(place[0], 0.25)

    @Slot()
    def _light(self) -> None:
        selections = []
        for span in self._spans:
            made = QTextCharFormat()
            made.setBackground(theme().color(f"claim.{self._lamp.value}.tint"))
            selections.append(self._selection(span, made))
        for span in self._marked:
            made = QTextCharFormat()
            made.setBackground(theme().color(f"claim.{self._lamp.value}.tint"))
            made.setFontWeight(QFont.Weight.Bold)
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            made.setUnderlineColor(theme().color(f"claim.{self._lamp.value}.mark"))
            selections.append(self._selection(span, made))
        self.setExtraSelections([selection for selection in selections if selection is not None])

    def _selection(self, span: Span, made: QTextCharFormat) -> QTextEdit.ExtraSelection | None:
        place = self.positions.document_range(*span)
        if place is None:
            return None
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = made
        return selection
