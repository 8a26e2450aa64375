"""The settings: pages left, rows in the middle, the focused row explained at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.queries.settings import SourceKey, source_keys
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.settings.catalog import BY_KEY
from neurodesk.settings.declare import Value
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.outgoing import LOG, WAITING
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.settings import words
from neurodesk.ui.panes.settings.folders import FolderPage
from neurodesk.ui.panes.settings.kb_page import KbPage
from neurodesk.ui.panes.settings.library_page import LibraryPage
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from neurodesk.ui.panes.settings.pages import Page, page_of, pages, settings_of
from neurodesk.ui.panes.settings.row import SettingRow
from neurodesk.ui.panes.settings.search_card import SearxngCard
from neurodesk.ui.panes.settings.source_filter import SourceFilterBox
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

FILTER = "source.filter"
PAGE_ROLE = int(Qt.ItemDataRole.UserRole)


class SettingsPane(Place):
    """Every setting, generated from the catalogue; changes apply at once, there is no OK button."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.target = ""
        self._rows: dict[str, SettingRow] = {}
        self._pages = [page for page in pages() if page.id in ("kbs", "library") or settings_of(page.id)]
        self._page = self._pages[0].id
        store = context.window.layout_store
        titles = (tr("Settings", "Settings"), tr("Settings", "Values"), tr("Settings", "Explanation"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._explained = ""
        panes = ThreePane("settings", self._left(), self._centre(), self._right(), titles, store)
        outer.addWidget(panes)
        self.set_first_focus(self.list)
        self.filter_box: SourceFilterBox | None = None
        self.search_card: SearxngCard | None = None
        self.list.setCurrentRow(0)
        context.watch(self, self._heard, Kind.SETTING, Kind.KB, Kind.COLLECTION)

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Pane")
        column = QVBoxLayout(pane)
        column.setContentsMargins(12, 14, 12, 12)
        column.setSpacing(10)
        column.addWidget(PlainLabel(tr("Settings", "Settings"), "paneTitle"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Settings", "Search settings"))
        self.search.setAccessibleName(tr("Settings", "Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._show_page())
        column.addWidget(self.search)
        self.list = QListWidget()
        self.list.setObjectName("Bare")
        self.list.setAccessibleName(tr("Settings", "Pages"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))
        for page in self._pages:
            item = QListWidgetItem(theme().icon(page.icon), page.text)
            item.setData(PAGE_ROLE, page.id)
            self.list.addItem(item)
        self._restyle()
        theme().changed.connect(self._restyle)
        self.list.currentItemChanged.connect(lambda item, _old: self._choose(item))
        column.addWidget(self.list, 1)
        note = tr("Settings", "Changes apply at once and stand in the file settings.toml.")
        column.addWidget(PlainLabel(note, "small", "secondary", wrap=True))
        return pane

    def _restyle(self) -> None:
        height = theme().row_height("tableRow")
        for number, page in enumerate(self._pages):
            item = self.list.item(number)
            if item is not None:
                item.setIcon(theme().icon(page.icon))
                # A width below 0 would make the hint invalid, and Qt would take its own height.
                item.setSizeHint(QSize(0, height))

    def _centre(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Reading")
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QFrame()
        head.setObjectName("ToolRow")
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 8, 16, 8)
        self._title = PlainLabel(role="paneTitle")
        row.addWidget(self._title, 1)
        self.reset_page = button("", "ghost", "undo", on_click=self._reset_page)
        # Its place is kept, so that a first change does not push the page down.
        policy = self.reset_page.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset_page.setSizePolicy(policy)
        row.addWidget(self.reset_page)
        column.addWidget(head)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self._area, 1)
        return pane

    def _right(self) -> QWidget:
        pane = QFrame()
        pane.setObjectName("Pane")
        column = QVBoxLayout(pane)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        self._head = PlainLabel(role="paneTitle", wrap=True)
        self._text = PlainLabel(ink="secondary", wrap=True)
        self._where_head = PlainLabel(tr("Settings", "Where the value comes from"), "small", strong=True)
        self._where = PlainLabel(role="small", ink="secondary", wrap=True)
        self._names_head = PlainLabel(tr("Settings", "Also set as"), "small", strong=True)
        self._names = PlainLabel(role="small", ink="secondary", wrap=True)
        self._copy = button(tr("Settings", "Copy these names"), "", "copy", on_click=self._copy_names)
        for widget in (self._head, self._text, self._where_head, self._where, self._names_head, self._names):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self._copy)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        return pane

    # -- showing ------------------------------------------------------------------------------------

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._page = str(item.data(PAGE_ROLE))
            if self.search.text():
                self.search.clear()
            else:
                self._show_page()

    def _show_page(self) -> None:
        found = self.search.text().strip().casefold().split()
        self._rows.clear()
        self.filter_box = self.search_card = None
        body = QFrame()
        body.setObjectName("Reading")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        if found:
            self._title.setText(tr("Settings", "Settings that hold “{text}”").format(text=" ".join(found)))
            for page in self._pages:
                self._add_rows(column, page, found)
            if not self._rows:
                empty = Empty(
                    "search", tr("Settings", "No setting found."), "", tr("Settings", "Clear search")
                )
                state = EmptyState(empty)
                state.act_wanted.connect(self.search.clear)
                column.addWidget(state, 1)
        else:
            page = next(one for one in self._pages if one.id == self._page)
            self._title.setText(page.text)
            self._add_page(column, page)
        column.addStretch(1)
        self._area.setWidget(body)
        first = next(iter(self._rows), "")
        self._explain(first)
        self._show_reset()

    def _add_page(self, column: QVBoxLayout, page: Page) -> None:
        if page.lead:
            lead = PlainLabel(page.lead, ink="secondary", wrap=True)
            lead.setContentsMargins(24, 14, 24, 10)
            column.addWidget(lead)
        if page.id == "kbs":
            column.addWidget(KbPage(self._context))
            self.filter_box = SourceFilterBox()
            self.filter_box.wanted.connect(lambda keys: self._set(FILTER, keys))
            column.addWidget(self.filter_box)
            self._read_sources()
        elif page.id == "library":
            column.addWidget(LibraryPage(self._context))
        elif page.id == "models":
            column.addWidget(NodesPage(self._context))
        elif page.id == "search":
            self.search_card = SearxngCard(self._context)
            inset = QVBoxLayout()
            inset.setContentsMargins(24, 16, 24, 8)
            inset.setSpacing(8)
            inset.addWidget(self.search_card)
            links = QHBoxLayout()
            for words_, tab, icon in (
                (tr("Settings", "What left this computer"), LOG, "clock"),
                (tr("Settings", "Queries that wait for a look"), WAITING, "search"),
            ):
                links.addWidget(button(words_, "link", icon, on_click=partial(self._open_outgoing, tab)))
            links.addStretch(1)
            inset.addLayout(links)
            column.addLayout(inset)
        self._add_rows(column, page, [])

    def _open_outgoing(self, tab: str) -> None:
        self._context.window.open_outgoing(tab)

    def _add_rows(self, column: QVBoxLayout, page: Page, found: Sequence[str]) -> None:
        current = self._context.settings
        headed = not found
        for one in settings_of(page.id):
            text = f"{words.search_text(one)}\n{page.text.casefold()}" if found else ""
            if not all(word in text for word in found) or (one.key == FILTER and not found):
                continue
            if not headed:
                head = PlainLabel(page.text, "small", "tertiary", strong=True)
                head.setContentsMargins(24, 14, 24, 0)
                column.addWidget(head)
                headed = True
            row = SettingRow(one, current)
            row.mark(found)
            row.wanted.connect(self._set)
            row.reset_wanted.connect(self._reset)
            row.focused.connect(self._explain)
            self._rows[one.key] = row
            column.addWidget(row)

    def _read_sources(self) -> None:
        profile = self._context.profile
        self._context.ask(
            lambda: source_keys(profile), self._show_sources, channel="settings.sources", owner=self
        )

    def _show_sources(self, keys: list[SourceKey]) -> None:
        if self.filter_box is not None:
            self.filter_box.show_filter(self._context.settings.items(FILTER), keys)

    def _heard(self, changes: ChangeSet) -> None:
        if changes.touches(Kind.SETTING):
            current = self._context.settings
            for row in self._rows.values():
                row.show_settings(current)
            if self._explained:
                self._explain(self._explained)
            self._show_reset()
        if self.filter_box is not None:
            self._read_sources()

    def _explain(self, key: str) -> None:
        self._explained = key
        parts = (self._where_head, self._where, self._names_head, self._names, self._copy)
        for widget in parts:
            widget.setVisible(bool(key))
        if not key:
            page = next(one for one in self._pages if one.id == self._page)
            self._head.setText(page.text)
            self._text.setText(page.lead)
            return
        one, current = BY_KEY[key], self._context.settings
        self._head.setText(words.label(one))
        self._text.setText(words.explanation(one))
        lines = [words.origin(one, current), *words.layer_lines(one, current.layers(key))]
        if key in current.refused:
            lines.append(current.refused[key])
        self._where.setText("\n".join(lines))
        self._names.setText(f"{key}\n{one.environment}\n--set {key}=…")

    def _copy_names(self) -> None:
        QGuiApplication.clipboard().setText(self._names.text())
        self._context.say(tr("Settings", "Copied."))

    # -- acts ---------------------------------------------------------------------------------------

    def _set(self, key: str, value: object) -> None:
        profile = self._context.profile
        self._context.act(lambda: profile.settings.set(key, value), owner=self, on_error=self._refused)

    def _refused(self, error: BaseException) -> None:
        current = self._context.settings
        for row in self._rows.values():
            row.show_settings(current)
        self._context.fail(error)

    def _changed_keys(self) -> list[str]:
        """Return the settings of the page that the file changes."""
        current, keys = self._context.settings, [one.key for one in settings_of(self._page)]
        return [
            key
            for key in keys
            for layer in current.layers(key)
            if layer.origin == "file" and layer.value != BY_KEY[key].default
        ]

    def _show_reset(self) -> None:
        count = 0 if self.search.text().strip() else len(self._changed_keys())
        self.reset_page.setVisible(bool(count))
        self.reset_page.set_words(plural("Settings", "Reset %n change(s) of this page", count))

    def _reset_page(self) -> None:
        keys = self._changed_keys()
        self._take_back(keys, plural("Settings", "%n setting(s) back at the default.", len(keys)))

    def _reset(self, key: str) -> None:
        said = tr("Settings", "{label} is back at its default.").format(label=words.label(BY_KEY[key]))
        self._take_back([key], said)

    def _take_back(self, keys: Sequence[str], said: str) -> None:
        """Reset settings in one write; what stood in the file comes back by *Undo*."""
        context, settings = self._context, self._context.profile.settings

        def done(former: dict[str, Value]) -> None:
            context.say(said, tr("Settings", "Undo"), lambda: context.act(lambda: settings.set_all(former)))

        context.act(lambda: settings.reset_all(keys), done, owner=self)

    def show_target(self, target: str) -> None:
        """Show a setting by its key, or a page by ``page.ID``; ``add.ID`` asks for a folder there too."""
        if target.startswith("add."):
            self.show_target(f"page.{target.removeprefix('add.')}")
            folders = self.findChild(FolderPage)
            if folders is not None:
                folders.choose()
            return
        self.target = target
        page = target.removeprefix("page.") if target.startswith("page.") else page_of(target)
        for number, one in enumerate(self._pages):
            if one.id == page:
                self.search.clear()
                self.list.setCurrentRow(number)
        row = self._rows.get(target)
        if row is not None:
            self._area.ensureWidgetVisible(row)
            row.setFocus(Qt.FocusReason.ShortcutFocusReason)
            row.control.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._explain(target)
