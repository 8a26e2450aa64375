"""The hand-over note at the start: what came since the curator left, with links; calm."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton

from neurodesk.app.queries.handover import Handover, handover
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.panes.outgoing import WAITING
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ActButton, ElidedLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext


def came_words(found: Handover) -> dict[str, str]:
    """Return what came, in words, by the name of its count; what did not come is left out."""
    words = {
        "drafts": plural("Handover", "%n draft(s)", found.drafts),
        "contradictions": plural("Handover", "%n contradiction(s)", found.contradictions),
        "sources": plural("Handover", "%n source(s) changed", found.sources),
        "failures": plural("Handover", "%n failure(s)", found.failures),
        "queries": plural("Handover", "%n query(s) wait", found.queries),
        "outcomes": plural("Handover", "%n outcome(s) wait", found.outcomes),
    }
    return {name: text for name, text in words.items() if getattr(found, name)}


class HandoverBar(QFrame):
    """One line above the place; each count is a link. Hidden while there is nothing to tell."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.links: list[ActButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 4, 8, 4)
        self._row.setSpacing(8)
        self._icon = QLabel()
        self.label = ElidedLabel(role="small")
        self._row.addWidget(self._icon)
        self._row.addWidget(self.label, 1_000)
        self._links = QHBoxLayout()
        self._links.setSpacing(4)
        self._row.addLayout(self._links)
        self._row.addStretch(1)
        self.close_button = close = QToolButton()
        close.setAccessibleName(tr("Handover", "Close the note"))
        close.setToolTip(tr("Handover", "Close the note"))
        close.clicked.connect(lambda _checked=False: self.hide())
        self._row.addWidget(close)
        theme().changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def _restyle(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(theme().pixmap("bell", "notice.info.mark", 16, ratio, "notice.info.tint"))
        self.close_button.setIcon(theme().icon("close"))
        self.close_button.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))

    def look(self, since: float) -> None:
        """Ask what came since a moment, UTC epoch seconds; 0 asks nothing (a first start)."""
        profile = self._context.profile
        if since > 0:
            self._context.ask(lambda: handover(profile, since), self.show_note, owner=self)

    def show_note(self, found: Handover) -> None:
        """Show the note, or nothing when nothing came."""
        for link in self.links:
            self._links.removeWidget(link)
            link.hide()
            link.deleteLater()
        self.links = []
        if found.is_empty:
            self.hide()
            return
        for words, run in self._rows(found):
            link = button(words, "link", on_click=lambda run=run: (run(), None)[1])  # type: ignore[misc]
            self.links.append(link)
            self._links.addWidget(link)
        when = moment(found.since, self._context.profile.clock.time())
        self.label.setText(tr("Handover", "Since you left ({when}):").format(when=when))
        # As wide as its words, so that the links follow them; in a narrow window it gives way to the links.
        self.label.setMaximumWidth(QFontMetrics(self.label.font()).horizontalAdvance(self.label.text()) + 4)
        said = ", ".join(link.text() for link in self.links)
        self.setAccessibleName(f"{self.label.text()} {said}")
        self.show()

    def _rows(self, found: Handover) -> list[tuple[str, Callable[[], object]]]:
        """Return the words of each count with the way there."""
        go, window = self._context.open_place, self._context.window
        ways: dict[str, Callable[[], object]] = {
            "drafts": lambda: go("review"),
            "contradictions": lambda: go("gaps", "type:contradiction"),
            "sources": lambda: go("gaps"),
            "failures": lambda: go("queue", "group:failed"),
            "queries": lambda: window.open_outgoing(WAITING),
            "outcomes": window.open_outcomes,
        }
        return [(words, ways[name]) for name, words in came_words(found).items()]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint and the hairline below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("notice.info.tint"))
        painter.setPen(theme().color("border.hairline"))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
