"""What waits for the curator, one after the other: a list, the current one beside it, its acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowSource
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext


@dataclass(frozen=True, slots=True)
class WaitingWords:
    """``one`` names a row, ``all`` the list; ``count`` stands above the current one, ``note`` below."""

    one: str
    all: str
    count: Callable[[int], str]
    note: str


@dataclass(frozen=True, slots=True)
class Act:
    """A decision: its button and the key that makes it while the list has the keys."""

    words: str
    icon: str
    key: str
    run: Callable[[], None]
    style: str = ""


class OneByOne(QWidget):
    """The frame of such a view; its owner fills ``detail`` and shows there what ``current`` brings.

    A decision goes on to the next, for what is decided leaves the list. ``current`` carries a row each time
    another one is shown.
    """

    current = Signal(object)

    def __init__(
        self,
        context: DeskContext,
        source: RowSource,
        to_line: Callable[[Any], TwoLine],
        words: WaitingWords,
        empty: Empty,
        acts: tuple[Act, ...],
    ) -> None:
        super().__init__()
        self._context, self._words = context, words
        self.shown: Any = None
        column = [Column("words", words.one, lambda row: Cell(to_line(row).spoken))]
        self.model = PagedModel(source, column, context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.list = RowList(words.all, to_line=to_line)
        self.list.setModel(self.model)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        self.model.dataChanged.connect(lambda *_: self._show_current())
        self.list.add_keys(*((one.key, one.run) for one in acts))
        self.empty = EmptyState(empty)
        self._may_act = bool(empty.act)
        self.head = PlainLabel(role="paneTitle", wrap=True)
        self.detail = QVBoxLayout()
        self.detail.setSpacing(8)
        self.fault = NoticeBlock(NoticeText(""))
        self.fault.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body(acts))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)

    def _body(self, acts: tuple[Act, ...]) -> QWidget:
        body = QFrame()
        body.setObjectName("Pane")
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list, 2)
        right = QFrame()
        right.setObjectName("Reading")
        column = QVBoxLayout(right)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addLayout(self.detail, 1)
        column.addWidget(self.fault)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for one in acts:
            foot.addWidget(button(one.words, one.style, one.icon, one.key, one.run))
        foot.addStretch(1)
        column.addSpacing(4)
        column.addLayout(foot)
        column.addWidget(PlainLabel(self._words.note, "small", "tertiary", wrap=True))
        row.addWidget(right, 3)
        return body

    def begin(self, kind: Kind) -> None:
        """Read what waits, and again whenever something of ``kind`` changes."""
        self._context.watch(self, self._heard, kind)
        self.model.ask(Question())

    def take_keys(self) -> None:
        """Give the list the keys, or the empty view's act when nothing waits."""
        if self._stack.currentIndex():
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self._may_act:
            self.empty.act_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refused(self, error: BaseException) -> None:
        """Say beside the row why a decision was refused; nothing was changed."""
        if not isinstance(error, NeuroDeskError):
            self._context.fail(error)
            return
        self.fault.say(fault_notice(error))
        self.fault.show()
        self.model.refresh()

    def decided(self) -> None:
        """Go on to the next."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.model.refresh()

    def _heard(self, _changes: ChangeSet) -> None:
        self.model.refresh()

    def _on_loaded(self, count: int) -> None:
        keys: QWidget | None = self.window().focusWidget()
        had_keys = keys is not None and self.isAncestorOf(keys)
        was_empty = self._stack.currentIndex() == 0
        self._stack.setCurrentIndex(1 if count else 0)
        if not count:
            self.shown = None
            if had_keys:
                self.take_keys()
            return
        self.head.setText(self._words.count(count))
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))
        # A hidden list takes no keys, and an act that is gone must not keep them.
        if was_empty and (had_keys or not self._may_act):
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_current()

    def _show_current(self) -> None:
        row = self.list.currentIndex().row()
        found = self.model.row(row) if 0 <= row < self.model.rowCount() else None
        if found is None or found == self.shown:
            return
        self.shown = found
        self.fault.hide()
        self.current.emit(found)
