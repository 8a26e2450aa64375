"""The articles place: the knowledge base with its health, a reader with its own pictures, the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.commands import tasks as task_commands
from neurodesk.app.commands.articles import confirm_article, take_back_confirmation
from neurodesk.app.commands.promote import Promoted, undo
from neurodesk.app.decide import DESK, decide_to_undo
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import (
    ArticleFilter,
    ArticleRow,
    ArticleView,
    article_ids,
    article_rows,
    article_view,
)
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.tasks import NewTask, Origin
from neurodesk.storage.promotion_store import UNDO, PromotionRow
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import age, day, decimal
from neurodesk.ui.panes.gaps.pages import begin_edit
from neurodesk.ui.panes.gaps.words import type_word
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.review.pages import UNDO_LINK, promotion_line
from neurodesk.ui.panes.review.proof_sheet import PROOF_LINK, ProofSheet
from neurodesk.ui.panes.review.words import language_word, state_word
from neurodesk.ui.reading import SafeDocument, plain_label, render_markdown
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, PlainLabel, button
from neurodesk.ui.widgets.pictures import PictureLoader
from neurodesk.ui.widgets.safe_text import SafeTextBrowser, SafeTextView

FILTER_AFTER_MS = 60
ARTICLE_LINK, FINDING_LINK, DRAFT_LINK = "article:", "finding:", "draft:"


class ArticleRows:
    """Articles of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, ArticleFilter) else ArticleFilter()
        return article_ids(self._profile, wanted, question.sort or "path")

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, ArticleRow]:
        """Return the rows of some articles."""
        return cast("Mapping[RowId, ArticleRow]", article_rows(self._profile, [str(one) for one in ids]))


def line_of(row: ArticleRow, now: float) -> TwoLine:
    """Return an article as a two-line row: path left, what ails it and its age right."""
    right = age(row.dated_at, now) if row.dated_at else ""
    if row.findings:
        found = plural("Articles", "%n finding(s)", row.findings)
        right = f"{found} · {right}" if right else found
    icon = "source" if row.changed else "warning" if row.findings else "file"
    ink = "notice.warning.mark" if row.findings else "text.secondary"
    return TwoLine(
        plain_label(row.title or row.path, 200),
        second=plain_label(row.path, 160),
        is_path=True,
        right=right,
        icon=icon,
        icon_ink=ink,
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """An article ready to be shown, with the loader that measured its pictures."""

    view: ArticleView
    safe: SafeDocument
    loader: PictureLoader | None


class ArticlesPane(Place):
    """The place; ``target`` is the node shown."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.view: ArticleView | None = None
        self._trail: list[str] = []
        clock = context.profile.clock
        self.model = PagedModel(
            ArticleRows(context.profile),
            [Column("title", "", lambda row: Cell(line_of(row, clock.time()).spoken), sortable=False)],
            context.runner,
            self,
        )
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        titles = (tr("Articles", "List"), tr("Articles", "Article"), tr("Articles", "Health"))
        panes = ThreePane(
            "articles", self._left(), self._centre(), self._right(), titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(panes)
        self.set_first_focus(self.rows, self.reader.browser)
        context.watch(self, self._heard, Kind.NODE, Kind.KB, Kind.FINDING, Kind.DRAFT, Kind.PROMOTION)
        self._ask()

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = QFrame()
        left.setObjectName("Pane")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Articles", "Filter title or path"))
        self.field.setAccessibleName(tr("Articles", "Filter title or path"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        head.addWidget(self.field)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.order = QComboBox()
        self.order.setAccessibleName(tr("Articles", "Order"))
        for key, words in (
            ("path", tr("Articles", "Path")),
            ("title", tr("Articles", "Title")),
            ("oldest", tr("Articles", "Oldest first")),
            ("findings", tr("Articles", "Most findings")),
        ):
            self.order.addItem(words, key)
        self.lang = QComboBox()
        self.lang.setAccessibleName(tr("Articles", "Language"))
        for key, words in (
            ("", tr("Articles", "All languages")),
            ("de", language_word("de")),
            ("en", language_word("en")),
        ):
            self.lang.addItem(words, key)
        for box in (self.order, self.lang):
            box.activated.connect(lambda _index: self._ask())
            box.currentTextChanged.connect(box.setToolTip)
            box.setToolTip(box.currentText())
            row.addWidget(box, 1)
        head.addLayout(row)
        self.ill = QCheckBox(tr("Articles", "Only those with findings"))
        self.ill.toggled.connect(lambda _on: self._ask())
        head.addWidget(self.ill)
        column.addLayout(head)
        clock = self._profile.clock
        self.rows = RowList(tr("Articles", "Articles"), to_line=lambda one: line_of(one, clock.time()))
        self.rows.setModel(self.model)
        self.rows.selectionModel().currentChanged.connect(self._on_current)
        column.addWidget(self.rows, 1)
        self.count = PlainLabel("", "small", "secondary")
        self.count.setContentsMargins(12, 6, 12, 8)
        column.addWidget(Hairline())
        column.addWidget(self.count)
        return left

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        tools = QFrame()
        tools.setObjectName("ToolRow")
        row = QHBoxLayout(tools)
        row.setContentsMargins(16, 4, 12, 4)
        row.setSpacing(8)
        self.path = ElidedLabel("", "small", "secondary", mode=Qt.TextElideMode.ElideMiddle)
        row.addWidget(self.path, 1)
        row.addWidget(button(tr("Articles", "Copy path"), "ghost", "copy", "Y", self.copy_path))
        row.addWidget(button(tr("Articles", "Still correct"), "ghost", "check", "C", self.still_correct))
        row.addWidget(button(tr("Articles", "Edit"), "ghost", "edit", "E", self.edit_now))
        row.addWidget(button(tr("Articles", "Research this"), "", "search", "R", self.research))
        column.addWidget(tools)
        self.reader = SafeTextView()
        self.reader.browser.setAccessibleName(tr("Articles", "Article"))
        self.reader.link_activated.connect(self._on_text_link)
        column.addWidget(self.reader, 1)
        self.empty = PlaceEmpty(self._context)
        self.empty.act_wanted.connect(self._on_empty)
        self.stack = QStackedWidget()
        self.stack.addWidget(centre)
        self.stack.addWidget(self.empty)
        return self.stack

    def _right(self) -> QWidget:
        right = QFrame()
        right.setObjectName("Pane")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        self.health = SafeTextBrowser(role="body", left=16, top=12, measured=False)
        self.health.setProperty("onPane", "true")
        self.health.setAccessibleName(tr("Articles", "Health and history"))
        self.health.link_activated.connect(self._on_link)
        column.addWidget(self.health)
        return right

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place."""
        group = tr("Articles", "Articles")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("research", tr("Articles", "Research this"), self.research, ("R",), "search"),
            ("edit", tr("Articles", "Edit the article now"), self.edit_now, ("E",), "edit"),
            ("correct", tr("Articles", "Still correct"), self.still_correct, ("C",), "check"),
            ("copy", tr("Articles", "Copy path"), self.copy_path, ("Y",), "copy"),
            ("html", tr("Articles", "Copy as HTML"), self.copy_html, ("Ctrl+Shift+C",), "copy"),
            ("graph", tr("Articles", "Show in the graph"), self.show_in_graph, ("G",), "graph"),
            ("back", tr("Articles", "Back to the former article"), self.back, ("Alt+Left",), "chevron-left"),
            ("proof", tr("Articles", "Export a proof pack …"), self.export_proof, (), "download"),
            ("undo", tr("Articles", "Undo the last promotion"), self.undo_last, ("U",), "undo"),
            ("filter", tr("Articles", "Filter the articles"), self.field.setFocus, ("/",), "filter"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"articles.{name}", words, run, keys, icon, "articles", group), self)

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> ArticleFilter:
        return ArticleFilter(
            self.field.text().strip(), "", str(self.lang.currentData()), self.ill.isChecked()
        )

    def _ask(self) -> None:
        self.model.ask(Question(self._wanted(), str(self.order.currentData())))

    def _heard(self, changes: ChangeSet) -> None:
        ids = [identifier for kind, identifier in changes.items if kind is Kind.NODE and identifier]
        self.model.refresh(ids)
        if self.target:
            self._read(self.target)

    def _on_loaded(self, count: int) -> None:
        self.count.setText(plural("Articles", "%n article(s)", count))
        if count:
            self.stack.setCurrentIndex(0)
            row = self.model.row_of(self.target)
            if row >= 0 and self.rows.currentIndex().row() != row:
                self.rows.setCurrentIndex(self.model.index(row, 0))
            elif not self.rows.currentIndex().isValid() and not self.target:
                self.rows.setCurrentIndex(self.model.index(0, 0))
            return
        if self._wanted() != ArticleFilter():
            empty = Empty(
                "filter", tr("Articles", "No article matches the filter."), "", tr("Articles", "Reset filter")
            )
        else:
            text = tr("Articles", "Choose a folder in Settings; it is only read.")
            empty = Empty(
                "folder", tr("Articles", "No knowledge base yet."), text, tr("Articles", "Open settings")
            )
        self.empty.say(empty)
        self.stack.setCurrentWidget(self.empty)

    def _on_empty(self) -> None:
        if self._wanted() == ArticleFilter():
            self._context.open_place("settings")
            return
        self.field.clear()
        self.lang.setCurrentIndex(0)
        self.ill.setChecked(False)
        self._ask()

    def _on_current(self, current: QModelIndex, _former: QModelIndex) -> None:
        found = self.model.id_at(current.row())
        if found is not None and str(found) != self.target:
            self._go(str(found))

    def _go(self, node_id: str) -> None:
        if self.target and self.target != node_id:
            self._trail.append(self.target)
            del self._trail[:-50]
        self.target = node_id
        self._read(node_id)

    def back(self) -> None:
        """Go back to the former article (Alt+Left)."""
        if self._trail:
            self.target = ""
            self.show_target(self._trail.pop())

    def show_target(self, target: str) -> None:
        """Show one article, whatever the filter is."""
        self._go(target)
        row = self.model.row_of(target)
        if row >= 0:
            self.rows.setCurrentIndex(self.model.index(row, 0))
            self.rows.scrollTo(self.model.index(row, 0))

    def _read(self, node_id: str) -> None:
        profile = self._profile
        self._context.ask(
            lambda: _read_article(profile, node_id),
            self._measure,
            channel="articles.article",
            owner=self,
            on_error=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, BadInput):
            self.target, self.view = "", None
        else:
            self._context.fail(error)

    def _measure(self, reading: Reading) -> None:
        """Find the article's own pictures off the GUI thread before it is shown (SPEC K1)."""
        view = reading.view
        if not view.root or not view.node.path:
            self._show(reading)
            return
        loader = self._context.pictures(Path(view.root), (Path(view.root) / view.node.path).parent, self)
        self._context.ask(
            lambda: loader.measure(reading.safe),
            lambda _none: self._show(Reading(view, reading.safe, loader)),
            channel="articles.pictures",
            owner=self,
        )

    def _show(self, reading: Reading) -> None:
        view = reading.view
        same = self.view is not None and self.view.node.content_hash == view.node.content_hash
        same = same and self.view is not None and self.view.node.id == view.node.id
        self.view = view
        where = " / ".join(part for part in (view.kb_name, view.node.path.replace("/", " / ")) if part)
        self.path.setText(plain_label(where, 300))
        if not same:
            self.reader.browser.set_picture_loader(reading.loader)
            self.reader.show_safe(reading.safe)
        self.health.show_safe(health_page(view, self._profile.clock.time()))
        self.stack.setCurrentIndex(0)

    # -- links --------------------------------------------------------------------------------------

    def _on_text_link(self, link: str) -> None:
        """Follow a link inside the knowledge base here; ask before any other."""
        view = self.view
        if view is not None and "://" not in link and not link.startswith("mailto:"):
            path = link.split("#", 1)[0].rsplit("/", 1)[-1]
            profile, kb = self._profile, view.node.kb_id
            self._context.ask(
                lambda: _node_at(profile, kb, view.node.path, link.split("#", 1)[0]),
                lambda found: (
                    self.show_target(found)
                    if found
                    else self._context.say(
                        tr("Articles", "This link leads to no article: {path}").format(path=path)
                    )
                ),
                channel="articles.link",
                owner=self,
            )
            return
        self._context.confirm_link(link)

    def _on_link(self, link: str) -> None:
        if link.startswith(ARTICLE_LINK):
            self.show_target(link.removeprefix(ARTICLE_LINK))
        elif link.startswith(FINDING_LINK):
            self._context.open_place("gaps", link.removeprefix(FINDING_LINK))
        elif link.startswith(DRAFT_LINK):
            self._context.open_place("review", link.removeprefix(DRAFT_LINK))
        elif link.startswith(PROOF_LINK):
            ProofSheet(self._context, link.removeprefix(PROOF_LINK)).open()
        elif link.startswith(UNDO_LINK):
            self._undo_promotion(link.removeprefix(UNDO_LINK))

    # -- acts ---------------------------------------------------------------------------------------

    def copy_html(self) -> None:
        """Copy the article as clean HTML, for mail and other programs."""
        if self.view is not None:
            self._context.copy_as_html(self.view.node.body, self)

    def copy_path(self) -> None:
        """Copy the path of the file (Y)."""
        if self.view is not None:
            path = Path(self.view.root) / self.view.node.path
            QGuiApplication.clipboard().setText(str(path))
            self._context.say(tr("Articles", "Path copied."))

    def research(self) -> None:
        """Put a task for this article into the queue (R)."""
        view, profile = self.view, self._profile
        if view is None:
            return
        new = NewTask(
            topic=view.node.title,
            question="",
            seed_node_ids=(view.node.id,),
            requested_by=Origin.CURATOR,
            reason="article",
        )
        self._context.act(lambda: task_commands.ask(profile, new), self._asked, owner=self)

    def _asked(self, asked: task_commands.Asked) -> None:
        task_id = asked.answer.task.id
        words = (
            tr("Articles", "A task was added to the queue.")
            if asked.answer.created
            else tr("Articles", "This task was there already.")
        )
        self._context.say(words, tr("Articles", "Show"), lambda: self._context.open_place("queue", task_id))

    def still_correct(self) -> None:
        """Confirm the article: its age begins anew (C)."""
        view, profile = self.view, self._profile
        if view is None:
            return
        node_id, former = view.node.id, (view.node.verified_at, view.node.verified_by)

        def back() -> None:
            self._context.act(lambda: take_back_confirmation(profile, node_id, *former), owner=self)

        def named(who: str) -> None:
            self._context.act(
                lambda: confirm_article(profile, node_id, who),
                lambda _changes: self._context.say(
                    tr("Articles", "Confirmed as still correct."), tr("Articles", "Undo"), back
                ),
                owner=self,
            )

        with_curator(self._context, named)

    def edit_now(self) -> None:
        """Lay the article on the desk as a manual draft and open it (E)."""
        view, profile = self.view, self._profile
        if view is not None:
            node_id = view.node.id
            with_curator(
                self._context,
                lambda who: self._context.act(
                    lambda: begin_edit(profile, node_id, who),
                    lambda begun: self._context.open_place("review", begun.draft_id),
                    owner=self,
                ),
            )

    def show_in_graph(self) -> None:
        """Show the article's neighbourhood (G)."""
        if self.target:
            self._context.open_place("graph", self.target)

    def export_proof(self) -> None:
        """List what a proof pack of this article would carry away, then write it."""
        standing = _standing(self.view)
        if standing is not None:
            ProofSheet(self._context, standing.draft_id).open()
        else:
            self._context.say(tr("Articles", "A proof pack needs an article that was promoted from here."))

    def undo_last(self) -> None:
        """Undo the last promotion of this file (U)."""
        standing = _standing(self.view)
        if standing is not None:
            self._undo_promotion(standing.id)
        else:
            self._context.say(tr("Articles", "There is no promotion to undo."))

    def _undo_promotion(self, promotion_id: str) -> None:
        profile = self._profile

        def named(who: str) -> None:
            def work() -> Promoted:
                return undo(profile, decide_to_undo(profile, promotion_id, who=who, where=DESK))

            self._context.act(
                work,
                lambda done: self._context.say(tr("Articles", "Restored: {path}").format(path=done.path)),
                owner=self,
            )

        with_curator(self._context, named)


def _read_article(profile: Profile, node_id: str) -> Reading:
    view = article_view(profile, node_id)
    return Reading(view, render_markdown(view.node.body), None)


def _node_at(profile: Profile, kb_id: str, path: str, link: str) -> str:
    """Return the node a relative link leads to, "" for none; for a reader thread."""
    from neurodesk.app.queries.articles import node_of_link

    return node_of_link(profile, kb_id, path, link)


def _standing(view: ArticleView | None) -> PromotionRow | None:
    """Return the newest promotion of an article's file that was not undone."""
    rows = view.promotions if view is not None else ()
    return next((one for one in rows if one.kind != UNDO and not one.undone_at), None)


def health_page(view: ArticleView, now: float) -> SafeDocument:
    """Return an article's health, links and history."""
    node, page = view.node, Page()
    page.heading(tr("Articles", "Health"))
    # The tool row has no room for a long path; here it may wrap.
    page.fact(tr("Articles", "Path"), plain_label(node.path.replace("/", " / "), 300))
    page.fact(tr("Articles", "Language"), language_word(node.lang))
    page.fact(tr("Articles", "Dated"), day(node.dated_at) if node.dated_at else "")
    if node.verified_at:
        page.fact(tr("Articles", "Confirmed"), f"{day(node.verified_at)}, {node.verified_by}")
    page.fact(tr("Articles", "Problems"), ", ".join(node.problems))
    page.heading(tr("Articles", "Findings"), 4)
    if not view.findings:
        page.text(tr("Articles", "Nothing looks wrong."))
    for finding_id, kind, score in view.findings:
        page.bullet(type_word(kind), decimal(score), f"{FINDING_LINK}{finding_id}")
    _add_changed(page, view)
    if view.drafts:
        page.heading(tr("Articles", "On the desk"), 4)
        for draft_id, title, state in view.drafts:
            page.bullet(title, state_word(state), f"{DRAFT_LINK}{draft_id}")
    page.heading(tr("Articles", "Translations"), 4)
    if not view.twins:
        page.quiet(tr("Articles", "None."))
    for node_id, title, lang in view.twins:
        page.bullet(title, language_word(lang), f"{ARTICLE_LINK}{node_id}")
    page.heading(tr("Articles", "Links to"), 4)
    for title, node_id, broken in view.links:
        note = tr("Articles", "broken") if broken else ""
        page.bullet(title, note, f"{ARTICLE_LINK}{node_id}" if node_id else "")
    page.heading(tr("Articles", "Linked from"), 4)
    for node_id, title in view.backlinks:
        page.bullet(title, "", f"{ARTICLE_LINK}{node_id}")
    page.heading(tr("Articles", "Promotions"), 4)
    if not view.promotions:
        page.text(tr("Articles", "This file was never changed from here."))
    for row in view.promotions:
        page.bullet(*promotion_line(row, now))
    standing = _standing(view)
    if standing is not None:
        page.bullet(tr("Articles", "Export a proof pack …"), "", f"{PROOF_LINK}{standing.draft_id}")
    return page.done()


def _add_changed(page: Page, view: ArticleView) -> None:
    """List the sentences whose source changed: what it said and what it says now (SPEC P7)."""
    if not view.changed:
        return
    page.heading(plural("Articles", "%n sentence(s) whose source changed", len(view.changed)), 4)
    for one in view.changed:
        page.bullet(one.sentence, one.title or one.uri)
        page.fact(tr("Articles", "It said"), one.before)
        page.fact(tr("Articles", "It says now"), one.after or tr("Articles", "nothing like it"))
        page.fact(tr("Articles", "Looked at"), day(one.checked_at))
