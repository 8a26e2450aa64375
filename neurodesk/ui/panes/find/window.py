"""The window that searches everything: type, choose with the arrow keys, Enter opens (SPEC I1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout

from neurodesk.app.queries.find_all import ARTICLE, DRAFT, EVIDENCE, KINDS, MOST, TASK, Found
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.find.rows import ALL, FoundDelegate, FoundRows, spoken
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.chips import Chips
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.paged_model import ROW_ROLE, Cell, Column, PagedModel, Question
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

WIDTH_PX, HEIGHT_PX = 760, 560
TYPING_MS = 180
LEAST_CHARS = 2
PLACES = {ARTICLE: "articles", EVIDENCE: "evidence", DRAFT: "review", TASK: "queue"}


class FindDialog(QDialog):
    """A field, chips of kinds with their counts, and the list of what holds every word.

    It is hidden, not ended, when a thing is opened: called again it shows the same list at the same row.
    """

    def __init__(self, context: DeskContext, parent: QFrame | QDialog | None = None) -> None:
        super().__init__(parent or context.window)
        self.setWindowTitle(tr("Find", "Search everything"))
        self._context = context
        self._rows = FoundRows(context.profile)
        column = [Column("words", tr("Find", "Found"), lambda one: Cell(spoken(one)), sortable=False)]
        self.model = PagedModel(self._rows, column, context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._head())
        outer.addWidget(Hairline())
        self.list = RowList(tr("Find", "What was found"))
        self.list.setItemDelegate(FoundDelegate(self.list))
        self.list.setModel(self.model)
        self.list.activated.connect(self._open)
        self.list.installEventFilter(self)
        self.empty = EmptyState()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.list)
        outer.addWidget(self._stack, 1)
        outer.addWidget(Hairline())
        outer.addWidget(self._foot())
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self._ask)
        room, look = QGuiApplication.primaryScreen().availableSize(), theme()
        self.resize(
            min(look.scaled(WIDTH_PX), room.width() - 40), min(look.scaled(HEIGHT_PX), room.height() - 40)
        )
        context.watch(self, self._heard, Kind.NODE, Kind.EVIDENCE, Kind.DRAFT, Kind.TASK)
        self._say_empty()

    def _head(self) -> QFrame:
        head = QFrame()
        head.setObjectName("Pane")
        column = QVBoxLayout(head)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(10)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find", "Words in articles, evidence, drafts and tasks"))
        self.field.setAccessibleName(tr("Find", "Words in articles, evidence, drafts and tasks"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._typing.start())
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        words = {
            ARTICLE: tr("Find", "Articles"),
            EVIDENCE: tr("Find", "Evidence texts"),
            DRAFT: tr("Find", "Drafts"),
            TASK: tr("Find", "Tasks"),
        }
        choices = ((ALL, tr("Find", "All")), *((kind, words[kind]) for kind in KINDS))
        self.chips = Chips(choices, tr("Find", "What is searched"))
        self.chips.chosen.connect(lambda _key: self._ask())
        column.addWidget(self.chips)
        return head

    def _foot(self) -> QFrame:
        foot = QFrame()
        foot.setObjectName("Pane")
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        self.count = PlainLabel("", "small", "secondary", wrap=True)
        row.addWidget(self.count, 1)
        self.open_button = button(tr("Find", "Open"), "", "arrow-right", on_click=self.open_current)
        self.open_button.setAutoDefault(False)
        row.addWidget(self.open_button)
        return foot

    def show_front(self, words: str = "") -> None:
        """Show the window in front with the keys in its field; ``words`` replace what stood there."""
        if words:
            self.field.setText(words)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _heard(self, _changes: ChangeSet) -> None:
        if self.isVisible() and self._words():
            self.model.refresh()

    def _words(self) -> str:
        words = self.field.text().strip()
        return words if len(words) >= LEAST_CHARS else ""

    @Slot()
    def _ask(self) -> None:
        self._typing.stop()
        self.model.ask(Question((self._words(), self.chips.choice)))

    def _on_loaded(self, count: int) -> None:
        answer = self._rows.answer
        counts = dict(answer.counts)
        self.chips.set_counts({ALL: sum(counts.values()), **{kind: counts.get(kind, 0) for kind in KINDS}})
        self.open_button.set_locked("" if count else tr("Find", "Nothing is chosen."))
        self.count.setText(self._count_words(count))
        self._stack.setCurrentIndex(1 if count else 0)
        if not count:
            self._say_empty()
        elif not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _count_words(self, count: int) -> str:
        answer, kind = self._rows.answer, self.chips.choice
        if not answer.words:
            return ""
        text = plural("Find", "%n hit(s)", count)
        if answer.more and kind in (ALL, *answer.more):
            more = tr("Find", "the best {most} of each kind are shown; another word narrows them")
            text += " · " + more.format(most=MOST)
        return text

    def _say_empty(self) -> None:
        if not self._words():
            said = tr(
                "Find",
                "Type words: all that holds each of them is listed, with the passage.",
            )
            self.empty.say(Empty("search", tr("Find", "Search everything."), said))
        else:
            said = tr("Find", "Nothing holds all of these words. Fewer words find more.")
            self.empty.say(Empty("search", tr("Find", "Nothing found."), said))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        found = index.data(ROW_ROLE)
        if isinstance(found, Found):
            self.hide()
            window = self._context.window
            window.activateWindow()
            self._context.open_place(PLACES[found.kind], found.id)

    def open_current(self) -> None:
        """Open the chosen thing in its place."""
        self._open(self.list.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the field the arrow keys choose in the list and Enter opens; in the list Enter opens."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._typing.isActive():
                    self._ask()  # what was typed is searched first; the next Enter opens
                else:
                    self.open_current()
                return True
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if watched is self.field and key in steps:
                self.list.step(steps[key])
                return True
        return super().eventFilter(watched, event)
