"""The right side of the review place: tabs, the folded opinion of the model, and the curator's verdict."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from neurodesk.domain.articles import SourceRef, Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.marks import LAMPS
from neurodesk.ui.panes.review.pages import checks, history, opinion, provenance
from neurodesk.ui.panes.review.passage import PassagePane
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.panes.review.words import verdict_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import draw_lamp
from neurodesk.ui.widgets.parts import ActButton, PlainLabel, button
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

TABS = ("source", "provenance", "checks", "history")


class VerdictButton(ActButton):
    """A verdict to give; filled with the tint only after the curator chose it, never by the machine."""

    def __init__(self, verdict: Verdict, key: str) -> None:
        super().__init__(verdict_word(verdict), "", f"lamp-{LAMPS[verdict].value}", key)
        self.verdict = verdict
        self.setProperty("verdict", LAMPS[verdict].value)
        self.setCheckable(True)
        self.setAutoDefault(False)

    def _paint_icon(self, painter: QPainter, place: QRectF, ink: str) -> None:
        """Paint the lamp in its own colours."""
        lamp = LAMPS[self.verdict]
        ground = f"claim.{lamp.value}.tint" if self.isChecked() else "surface.raised"
        draw_lamp(painter, lamp, place.center(), 14, ground)


class Inspector(QFrame):
    """Shows what stands beside the article.

    ``verdict_given`` carries a verdict, ``tick_wanted`` whether the box was ticked, ``link_wanted`` an
    address of a page (evidence:, task:, undo:).
    """

    verdict_given = Signal(object)
    tick_wanted = Signal()
    line_ticked = Signal(bool)
    comment_wanted = Signal()
    link_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Pane")
        self._view: ReviewView | None = None
        self._claim_id = ""
        self._stale: set[str] = set(TABS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(tr("Review", "Beside the article"))
        for words in (
            tr("Review", "Source"),
            tr("Review", "Provenance"),
            tr("Review", "Checks"),
            tr("Review", "History"),
        ):
            self.tabs.addTab(words)
        head = QFrame()
        head.setObjectName("ToolRow")
        row = QHBoxLayout(head)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self.tabs, 1)
        self.next_button = button(tr("Review", "Next"), "ghost", key="S")
        self.next_button.setAccessibleName(tr("Review", "Next source"))
        row.addWidget(self.next_button)
        column.addWidget(head)
        self._head = head
        self.stack = QStackedWidget()
        self.source = PassagePane()
        self.stack.addWidget(self.source)
        self._pages: dict[str, SafeTextBrowser] = {}
        for name, words in zip(
            TABS[1:],
            (tr("Review", "Why this exists"), tr("Review", "Checks"), tr("Review", "History")),
            strict=True,
        ):
            page = SafeTextBrowser(role="body", left=16, top=12, measured=False)
            page.setProperty("onPane", "true")
            page.setAccessibleName(words)
            page.link_activated.connect(self.link_wanted)
            self._pages[name] = page
            self.stack.addWidget(page)
        column.addWidget(self.stack, 1)
        column.addWidget(self._foot())
        self.tabs.currentChanged.connect(self._on_tab)

    def _foot(self) -> QWidget:
        foot = QFrame()
        foot.setObjectName("DecisionBar")
        column = QVBoxLayout(foot)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        self.opinion_button = button(
            tr("Review", "What the review model said"), "ghost", "chevron-right", "M"
        )
        self.opinion_button.setCheckable(True)
        self.opinion_button.setAutoDefault(False)
        self.opinion_button.clicked.connect(lambda _on: self._show_opinion())
        top.addWidget(self.opinion_button)
        top.addStretch(1)
        column.addLayout(top)
        self.opinion_label = PlainLabel(ink="secondary", wrap=True)
        self.opinion_label.hide()
        column.addWidget(self.opinion_label)
        words = QHBoxLayout()
        words.addWidget(PlainLabel(tr("Review", "Your verdict"), "small", "secondary", strong=True))
        words.addStretch(1)
        words.addWidget(PlainLabel(tr("Review", "moves on to the next claim"), "small", "tertiary"))
        column.addLayout(words)
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        self.verdicts: dict[Verdict, VerdictButton] = {}
        for place, verdict in enumerate(Verdict):
            made = VerdictButton(verdict, str(place + 1))
            made.clicked.connect(lambda _on=False, verdict=verdict: self.verdict_given.emit(verdict))
            self.verdicts[verdict] = made
        self._in_a_row = 0
        self._arrange()
        column.addLayout(self._grid)
        self.tick_box = QCheckBox()
        self.tick_box.clicked.connect(lambda _on: self.tick_wanted.emit())
        self.tick_box.setMinimumWidth(1)  # its words fold before they make the pane wider
        column.addWidget(self.tick_box)
        self.line_box = QCheckBox(tr("Review", "Switch automatic reply off for this article"))
        self.line_box.clicked.connect(self.line_ticked)
        column.addWidget(self.line_box)
        self.comment_label = PlainLabel("", "small", "secondary", wrap=True)
        column.addWidget(self.comment_label)
        self._foot_widget = foot
        return foot

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the verdicts into one row where there is room for it: the passage gets the other."""
        super().resizeEvent(event)
        self._arrange()
        self._fold_tick()

    def _fold_tick(self) -> None:
        """Break the words of the tick at their semicolon where one line has no room for them."""
        words = self.tick_box.text().replace(";\n", "; ")
        wide = QFontMetrics(self.tick_box.font()).horizontalAdvance(words) + theme().icon_px(16) + 48
        self.tick_box.setText(words if wide <= self.width() else words.replace("; ", ";\n"))

    def _arrange(self) -> None:
        widest = max(made.sizeHint().width() for made in self.verdicts.values())
        in_a_row = 4 if self.width() >= 4 * (widest + 8) + 2 * 16 else 2
        if in_a_row == self._in_a_row:
            return
        self._in_a_row = in_a_row
        for place, made in enumerate(self.verdicts.values()):
            self._grid.addWidget(made, place // in_a_row, place % in_a_row)

    # -- showing ------------------------------------------------------------------------------------

    def show_view(self, view: ReviewView | None) -> None:
        """Show another reading of the draft; pages are made when their tab is opened."""
        self._view = view
        self._stale = set(TABS[1:])
        self._foot_widget.setVisible(view is not None)
        self.stack.setVisible(view is not None)
        self._head.setVisible(view is not None)
        self._fill_page()

    def show_claim(self, claim: JudgedClaim | None, ref: SourceRef | None, index: int) -> None:
        """Show the passage and the verdict of a claim; the model's opinion folds again."""
        if self._view is None or claim is None:
            return
        if claim.id != self._claim_id:
            self.opinion_button.setChecked(False)
        self._claim_id = claim.id
        self.source.show_claim(self._view, claim, ref)
        count = len(claim.claim.refs)
        words = tr("Review", "Source")
        self.tabs.setTabText(0, f"{words} {index + 1}/{count}" if count > 1 else words)
        self.next_button.set_locked("" if count > 1 else tr("Review", "There is no other source."))
        for verdict, made in self.verdicts.items():
            made.setChecked(claim.human_verdict is verdict)
        self._show_ticks(claim)
        comment = plain_label(claim.comment, 300)
        self.comment_label.setText(tr("Review", "Comment: {text}").format(text=comment) if comment else "")
        self.comment_label.setVisible(bool(comment))
        self._show_opinion()

    def _show_ticks(self, claim: JudgedClaim) -> None:
        partial = claim.verdict is Verdict.PARTIALLY_SUPPORTED
        self.tick_box.setVisible(claim.must_be_ticked)
        self.tick_box.setText(
            tr("Review", "Only partly carried; I let it stand (T)")
            if partial
            else tr("Review", "Risky, with a single source; I let it stand (T)")
        )
        self._fold_tick()
        self.tick_box.setChecked(bool(claim.ticked_at))
        view = self._view
        extra = view is not None and "auto_reply" in view.desk.plan.extra_ticks
        self.line_box.setVisible(extra)
        self.line_box.setChecked(view is not None and "auto_reply" in view.draft.ticks)

    def toggle_opinion(self) -> None:
        """Unfold or fold what the review model said (M)."""
        self.opinion_button.setChecked(not self.opinion_button.isChecked())
        self._show_opinion()

    def _show_opinion(self) -> None:
        shown = self.opinion_button.isChecked() and self._view is not None
        self.opinion_label.setVisible(shown)
        if shown and self._view is not None:
            self.opinion_label.setText(opinion(self._view, self._claim_id))

    def open_tab(self, name: str) -> None:
        """Open a tab by its name."""
        self.tabs.setCurrentIndex(TABS.index(name))

    def _on_tab(self, index: int) -> None:
        self.stack.setCurrentIndex(index)
        self._fill_page()

    def _fill_page(self) -> None:
        name = TABS[self.tabs.currentIndex()]
        if self._view is None or name not in self._stale or name not in self._pages:
            return
        self._stale.discard(name)
        page = self._pages[name]
        if name == "provenance":
            page.show_safe(provenance(self._view))
        elif name == "checks":
            page.show_safe(checks(self._view))
        else:
            page.show_safe(history(self._view, self._view.draft.updated_at))
