"""Three versions of an article side by side: the base, the draft, the file on disk (SPEC P5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import ThreeWay, three_way
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading import SafeDocument, render_markdown, render_plain
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.diff_view import Comparison, DiffView, compare
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

COLUMN_PX = 16


@dataclass(frozen=True, slots=True)
class ThreeViews:
    """The base as it was, and what the draft and the disk did to it."""

    base: SafeDocument
    known: bool
    yours: Comparison
    disk: Comparison


def read_three(profile: Profile, draft_id: str) -> ThreeViews:
    """Read and compare the three texts; for a reader thread.

    Raises:
        BadInput: ``draft_unknown``. StorageFault: the KB's folder cannot be read.
    """
    found: ThreeWay = three_way(profile, draft_id)
    known = bool(found.base)
    base = render_markdown(found.base) if known else render_plain("")
    return ThreeViews(
        base, known, compare(base, render_markdown(found.ours)), compare(base, render_markdown(found.theirs))
    )


class ThreeWayDialog(QDialog):
    """Shows the three texts; *Cancel* is the default. Taking the file as base keeps the draft's text."""

    def __init__(self, context: DeskContext, draft_id: str, on_take: Callable[[], None]) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context, self._on_take = context, on_take
        title = tr("ThreeWay", "Three versions")
        self.setWindowTitle(title)
        self.resize(
            min(theme().scaled(1180), context.window.width() - 40),
            min(theme().scaled(720), context.window.height() - 40),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(PlainLabel(title, "paneTitle"))
        self.summary = PlainLabel(tr("ThreeWay", "Loading …"), ink="secondary", wrap=True)
        column.addWidget(self.summary)
        self._titles: list[PlainLabel] = []
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        self.base = SafeTextBrowser(left=COLUMN_PX)
        self.yours, self.disk = DiffView(left=COLUMN_PX), DiffView(left=COLUMN_PX)
        for words, view in (
            (tr("ThreeWay", "Base: what the draft was made from"), self.base),
            (tr("ThreeWay", "Yours: the draft"), self.yours),
            (tr("ThreeWay", "Disk: the article as it is now"), self.disk),
        ):
            split.addWidget(self._side(words, view))
        split.setSizes([self.width()] * 3)
        column.addWidget(split, 1)
        row = QHBoxLayout()
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        row.addStretch(1)
        self.cancel_button = button(tr("Dialogs", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.take_button = button(
            tr("ThreeWay", "&Take the file on disk as the new base"), on_click=self._take
        )
        self.take_button.set_locked(tr("ThreeWay", "Loading …"))
        row.addWidget(self.cancel_button)
        row.addWidget(self.take_button)
        column.addLayout(row)
        profile = context.profile
        context.ask(lambda: read_three(profile, draft_id), self._show, owner=self, on_error=self._failed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the three titles one height, so that the texts begin at the same line."""
        super().resizeEvent(event)
        wide = (self.width() - 2 * 24) // 3
        high = max(one.heightForWidth(wide) for one in self._titles)
        for one in self._titles:
            one.setFixedHeight(high)

    def _side(self, words: str, view: SafeTextBrowser) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        title = PlainLabel(words, "small", strong=True, wrap=True)
        title.setContentsMargins(COLUMN_PX, 4, 0, 0)
        self._titles.append(title)
        column.addWidget(title)
        view.setAccessibleName(words)
        column.addWidget(view, 1)
        return side

    def _failed(self, error: BaseException) -> None:
        self._context.fail(error)
        self.reject()

    def _show(self, found: ThreeViews) -> None:
        if found.known:
            self.base.show_safe(found.base)
        else:
            words = tr("ThreeWay", "The former text is known by its hash only; it cannot be shown.")
            self.base.show_safe(render_plain(words))
        self.yours.show_comparison(found.yours)
        self.disk.show_comparison(found.disk)
        changed = found.disk.figures
        number = changed.changed + changed.added + changed.removed + changed.moved
        places = tr("ThreeWay", "The file on disk is as the draft's base was.")
        if number:
            places = plural("ThreeWay", "%n place(s) differ on disk.", number)
        kept = tr("ThreeWay", "Nothing is overwritten: the draft's text and your verdicts stay.")
        self.summary.setText(f"{places} {kept}")
        self.take_button.set_locked("")

    def _take(self) -> None:
        self.accept()
        self._on_take()
