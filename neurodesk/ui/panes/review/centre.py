"""The middle of the review place: tool row, what it is, claim strip, article or changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.domain.articles import DraftKind
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.review.actions import MENU
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.panes.review.words import kind_word, label_word, language_word, model_word, type_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.actions import ActionTable
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.article_view import ArticleView, margin_px
from neurodesk.ui.widgets.claim_strip import ClaimStrip
from neurodesk.ui.widgets.diff_view import DiffView
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lamps import ClaimMark
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, EmptyState, IconLabel, PlainLabel, Segments, button

EDITOR_HEIGHT_PX = 184


def _beside(icon: QWidget, words: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    return row


class ReviewCentre(QFrame):
    """Shows the draft; ``claim_chosen`` by a click or on the strip, ``link_wanted`` an address to confirm."""

    claim_chosen = Signal(str)
    link_wanted = Signal(str)
    edit_wanted = Signal()
    empty_act_wanted = Signal()

    def __init__(self, empty: EmptyState) -> None:
        super().__init__()
        self.setObjectName("Reading")
        self._view: ReviewView | None = None
        self._editor: QWidget | None = None
        self._editor_claim = ""
        self._key: tuple[object, ...] = ()
        self._about: tuple[str, ...] = ()
        self._minutes = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tools())
        self.strip = ClaimStrip()
        self.strip.claim_chosen.connect(self.claim_chosen)
        column.addWidget(self.strip)
        column.addWidget(self._lines())
        self.article, self.changes = ArticleView(), DiffView()
        self.empty = empty
        self.empty.act_wanted.connect(self.empty_act_wanted)
        self.stack = QStackedWidget()
        for view in (self.article, self.changes):
            view.claim_clicked.connect(self.claim_chosen)
            view.link_activated.connect(self._on_link)
            self.stack.addWidget(view)
        self.stack.addWidget(self.empty)
        self.edge = Hairline()
        column.addWidget(self.edge)
        # In a window with no room to spare the article scrolls sooner than the lines above it are cut.
        self.stack.setMinimumHeight(1)
        column.addWidget(self.stack, 1)

    def _tools(self) -> QWidget:
        self.tools = QFrame()
        self.tools.setObjectName("ToolRow")
        row = QHBoxLayout(self.tools)
        row.setContentsMargins(24, 4, 12, 4)
        row.setSpacing(8)
        self.path = ElidedLabel("", "small", "secondary", mode=Qt.TextElideMode.ElideMiddle)
        row.addWidget(self.path, 1)
        self.saved = PlainLabel("", "small", "tertiary")
        self.saved.setAccessibleName(tr("Review", "Saved state"))
        self.saved.hide()
        row.addWidget(self.saved)
        self.segments = Segments(
            [("article", tr("Review", "Article")), ("changes", tr("Review", "Changes"))],
            tr("Review", "What is shown"),
        )
        self.segments.chosen.connect(self._choose)
        row.addWidget(self.segments)
        edit = button(tr("Review", "Edit"), "ghost", "edit", "E", self.edit_wanted.emit)
        row.addWidget(edit)
        self.more_button = button(tr("Review", "More"), "ghost", "more")
        row.addWidget(self.more_button)
        return self.tools

    def _lines(self) -> QWidget:
        self.lines = QWidget()
        column = QVBoxLayout(self.lines)
        column.setContentsMargins(margin_px(), 8, 16, 8)
        column.setSpacing(3)
        # These lines say what must be known before a decision: they take a second line, never an ellipsis.
        # A fault is said in full; the short states stand in the tool row.
        self.unsaved = PlainLabel("", "small", "error", wrap=True)
        self.unsaved.hide()
        column.addWidget(self.unsaved)
        self.about = PlainLabel("", "small", "tertiary", wrap=True)
        column.addWidget(self.about)
        self._licence_icon, self.licence = (
            IconLabel("shield"),
            PlainLabel("", "small", "secondary", wrap=True),
        )
        column.addLayout(_beside(self._licence_icon, self.licence))
        self.rights = PlainLabel("", "small", "secondary", wrap=True)
        self._rights_icon = IconLabel("copy")
        column.addLayout(_beside(self._rights_icon, self.rights))
        return self.lines

    def make_menu(self, table: ActionTable) -> QMenu:
        """Return the menu of further acts."""
        menu = QMenu(self)
        table.fill_menu(menu, MENU)
        return menu

    @property
    def draft_id(self) -> str:
        """The draft whose article is shown, "" for none."""
        return self._view.draft.id if self._view is not None else ""

    def _on_link(self, link: str) -> None:
        if not link.startswith("fold:"):
            self.link_wanted.emit(link)

    # -- showing ------------------------------------------------------------------------------------

    def show_empty(self, empty: Empty) -> None:
        """Show why there is no draft."""
        self._view, self._key = None, ()
        self.empty.say(empty)
        self.stack.setCurrentWidget(self.empty)
        for part in (self.tools, self.strip, self.lines, self.edge):
            part.hide()

    def show_view(self, view: ReviewView, marks: Sequence[ClaimMark], current: str) -> None:
        """Show a draft; the same text with other lamps only changes the lamps."""
        self._view = view
        for part in (self.tools, self.strip, self.lines, self.edge):
            part.show()
        self._show_words(view)
        self.strip.set_claims(marks)
        key = (view.draft.id, view.draft.version, view.draft.text_sha256, view.desk.plan.base_sha256)
        if key != self._key:
            self._key = key
            self.article.show_article(view.safe, marks, current)
            self.changes.show_comparison(view.comparison, marks, current)
        else:
            self.set_marks(marks)
        self._choose(self.segments.choice)

    def _show_words(self, view: ReviewView) -> None:
        draft = view.draft
        path = draft.base_path or view.desk.plan.target_path or draft.target_path
        self.path.setText(plain_label(path.replace("/", " / "), 300))
        parts = [type_word(draft.article_type), language_word(draft.lang), kind_word(draft.kind)]
        parts.append(tr("Review", "draft {number}").format(number=draft.version))
        for key, word in (("author", tr("Review", "Author")), ("reviewer", tr("Review", "Reviewer"))):
            who = view.desk.sidecar.get(key)
            if isinstance(who, dict) and who.get("model"):
                parts.append(f"{word}: {model_word(str(who['model']))}")
                label = label_word(str(who.get("label", "")))
                if label and label not in parts:
                    parts.append(label)
        self._about = tuple(plain_label(part, 80) for part in parts if part)
        self.say_minutes(self._minutes)
        advised = any(one.advised for one in view.desk.claims)
        self.licence.setText(tr("Review", "No licence: the reviewer only advises, tick each claim."))
        for part in (self._licence_icon, self.licence):
            part.setVisible(advised)
        self._show_rights(view)

    def say_minutes(self, minutes: int) -> None:
        """Say about how many minutes are left, after what the draft is."""
        self._minutes = minutes
        left = plural("Review", "about %n minute(s) left", minutes) if minutes else ""
        self.about.setText(" · ".join(part for part in (*self._about, left) if part))
        self.about.setAccessibleName(self.about.text())

    def _show_rights(self, view: ReviewView) -> None:
        taken = view.taken[0] if view.taken else None
        self.rights.setVisible(taken is not None)
        self._rights_icon.setVisible(taken is not None)
        if taken is None:
            return
        text = tr("Review", "{share} % word for word from “{title}” ({licence}): check rights")
        licence = taken.licence or tr("Checks", "no licence stated")
        self.rights.setText(
            text.format(
                share=round(taken.share * 100),
                title=plain_label(taken.title, 90),
                licence=plain_label(licence, 40),
            )
        )

    def set_marks(self, marks: Sequence[ClaimMark]) -> None:
        """Change lamps and seen dots; the text stays."""
        self.strip.set_claims(marks)
        self.article.set_claims(marks)
        self.changes.set_claims(marks)

    def set_current(self, claim_id: str) -> None:
        """Make a claim the current one in the strip and in both views."""
        self.strip.set_current(claim_id)
        if self._view is None:
            return
        shown = self.stack.currentWidget()
        for view in (self.article, self.changes):
            if view is shown or claim_id == view.current_id:
                view.set_current(claim_id)

    def toggle_changes(self) -> None:
        """Change between article and changes."""
        self._choose("article" if self.segments.choice == "changes" else "changes")

    def show_article(self) -> None:
        """Show the article itself."""
        self._choose("article")

    def _choose(self, choice: str) -> None:
        self.segments.set_choice(choice)
        if self._view is None:
            return
        view = self.changes if choice == "changes" else self.article
        self.stack.setCurrentWidget(view)
        current = self.strip.current_id()
        if current:
            view.set_current(current)
        if choice == "changes" and self._view.draft.kind is DraftKind.NEW:
            self.changes.setAccessibleDescription(tr("Review", "A new article: everything is added."))

    def say_saved(self, words: str, well: bool) -> None:
        """Say whether the edit is stored; what is not, in the error ink."""
        self.saved.setText(words)
        self.saved.setVisible(bool(words) and well)
        self.saved.setAccessibleDescription(words)
        self.unsaved.setText("" if well else words)
        self.unsaved.setVisible(bool(words) and not well)

    # -- the editor ---------------------------------------------------------------------------------

    def set_editor(self, editor: QWidget) -> None:
        """Take the field that lies over the claim while it is edited."""
        self._editor = editor
        editor.setParent(self.article)
        editor.hide()
        self.article.installEventFilter(self)
        self.article.verticalScrollBar().valueChanged.connect(lambda _value: self._lay_editor())

    def place_editor(self, claim_id: str) -> None:
        """Lay the field over a claim, or over the whole article with an empty id."""
        self._editor_claim = claim_id
        self._lay_editor()
        if self._editor is not None:
            self._editor.raise_()

    def _lay_editor(self) -> None:
        if self._editor is None or not self._editor.isVisible():
            return
        width = min(self.article.column_px() + 24, self.article.width() - margin_px() - 12)
        height = self.article.height()
        boxes = self.article.boxes().get(self._editor_claim)
        if not self._editor_claim or not boxes:
            # Over the margin too: the lamps there are those of the stored text.
            self._editor.setGeometry(8, 8, width + margin_px() - 20, max(160, height - 16))
            return
        high = min(theme().scaled(EDITOR_HEIGHT_PX), height - 8)
        top = (
            round(boxes[0].top) - self.article.verticalScrollBar().value() + self.article.viewport().y() - 10
        )
        self._editor.setGeometry(margin_px() - 12, max(4, min(top, height - high - 8)), width, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the field over its claim when the article changes its size."""
        if watched is self.article and event.type() == QEvent.Type.Resize:
            self._lay_editor()
        return super().eventFilter(watched, event)
