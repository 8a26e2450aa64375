"""Two pieces of evidence side by side: text, what is known of each, and the claims that use it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import source_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day
from neurodesk.ui.panes.evidence.reading import Reading, rating_words
from neurodesk.ui.panes.page import Page
from neurodesk.ui.reading import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button
from neurodesk.ui.widgets.passage_view import PassageView
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

MAX_CLAIMS = 30
NO_CLAIMS_PX = 76
GAP_PX = 10


class CompareDialog(QDialog):
    """Shows two readings; quoted stretches are lit in both. Esc and *Close* leave everything as it is."""

    def __init__(self, context: DeskContext, left: Reading, right: Reading) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = tr("Evidence", "Two sources side by side")
        self.setWindowTitle(title)
        room = context.window.size()
        self.resize(
            min(theme().scaled(1180), room.width() - 40), min(theme().scaled(760), room.height() - 40)
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(PlainLabel(title, "paneTitle"))
        shared = {text for _d, _c, text in _claims(left)} & {text for _d, _c, text in _claims(right)}
        words = tr("Evidence", "No claim rests on both.")
        if shared:
            words = plural("Evidence", "%n claim(s) rest on both", len(shared))
        column.addWidget(PlainLabel(words, ink="secondary", wrap=True))
        split = QSplitter(Qt.Orientation.Horizontal)
        self.left, self.right = self._side(left, (0, GAP_PX)), self._side(right, (GAP_PX, 0))
        split.addWidget(self.left)
        split.addWidget(self.right)
        split.setHandleWidth(1)
        split.setSizes([1, 1])
        column.addWidget(split, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 8, 0, 0)
        foot.addStretch(1)
        self.close_button = button(tr("Evidence", "Close"), on_click=self.accept)
        self.close_button.setDefault(True)
        foot.addWidget(self.close_button)
        column.addLayout(foot)

    @staticmethod
    def _side(reading: Reading, edges: tuple[int, int]) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(edges[0], 0, edges[1], 0)
        column.setSpacing(4)
        column.addWidget(ElidedLabel(plain_label(reading.title, 200), strong=True))
        facts = [source_word(reading.row.source), day(reading.row.at), rating_words(reading)]
        line = plain_label(" · ".join(one for one in facts if one), 300)
        column.addWidget(PlainLabel(line, "small", "secondary", wrap=True))
        text = PassageView()
        text.setAccessibleName(tr("Evidence", "Text of {title}").format(title=plain_label(reading.title, 80)))
        column.addWidget(text, 3)
        page = Page().heading(tr("Evidence", "Claims that rest on it"), 4)
        for _draft, _claim, words in _claims(reading)[:MAX_CLAIMS]:
            page.bullet(words)
        if not _claims(reading):
            page.quiet(tr("Evidence", "None yet."))
        claims = SafeTextBrowser(role="body", left=16, top=8, measured=False)
        if not _claims(reading):
            claims.setMaximumHeight(theme().scaled(NO_CLAIMS_PX))
        claims.setProperty("onPane", "true")
        claims.setAccessibleName(
            tr("Evidence", "Claims that rest on {title}").format(title=plain_label(reading.title, 80))
        )
        claims.show_safe(page.done())
        column.addWidget(claims, 1)
        text.show_passage(reading.safe, reading.spans, Lamp.SUPPORTED)
        return side


def _claims(reading: Reading) -> tuple[tuple[str, str, str], ...]:
    return reading.view.claims if reading.view is not None else ()
