"""Thing and detail: two panes; in a narrow window the detail becomes a tab of the thing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.three_pane import RIGHT_FITS_PX, RIGHT_MAX_PX, RIGHT_MIN_PX, RIGHT_PX, WideSplitter
from neurodesk.ui.theme import theme


class TwoPane(QWidget):
    """The frame of a place without a list of its own at the left.

    Arguments: ``name`` under which sizes are kept; ``titles`` of both panes, shown where they are tabs.
    """

    def __init__(
        self,
        name: str,
        centre: QWidget,
        right: QWidget,
        titles: tuple[str, str],
        store: LayoutStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._store = name, store
        self._centre, self._right = centre, right
        self._narrow: bool | None = None
        self._wants_right, self._sized = not store.folds(name)[1], False
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        for title in titles:
            self._tabs.addTab(title)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setAccessibleName(tr("Panes", "Panes"))
        self._tabs.currentChanged.connect(self._on_tab)
        self._head = QFrame()
        self._head.setObjectName("ToolRow")
        row = QHBoxLayout(self._head)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self._tabs)
        row.addStretch(1)
        self._pages = QStackedWidget()
        self._pages.addWidget(centre)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._pages, 1)
        self.splitter = WideSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(middle)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.splitter)
        self.splitter.splitterMoved.connect(lambda _at, _n: store.keep_splitter(name, self.splitter))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way or come back."""
        super().resizeEvent(event)
        self._arrange()
        self._take_sizes()

    def _take_sizes(self) -> None:
        if not self._sized and self._narrow is False:
            self._sized = True
            if not self._store.restore_splitter(self._name, self.splitter):
                right = theme().scaled(RIGHT_PX)
                self.splitter.setSizes([self.width() - right - 1, right])

    def take_layout(self) -> None:
        """Take folds and sizes anew from what is kept, or the usual ones."""
        self._wants_right = not self._store.folds(self._name)[1]
        if not self._narrow:
            self._right.setVisible(self._wants_right)
        self._sized = False
        self._take_sizes()

    def _arrange(self) -> None:
        look = theme()
        narrow = self.width() < look.scaled(RIGHT_FITS_PX)
        if narrow == self._narrow:
            return
        self._narrow = narrow
        if narrow:
            self._right.setMinimumWidth(0)
            self._right.setMaximumWidth(16_777_215)
            self._pages.addWidget(self._right)
        else:
            if self._pages.indexOf(self._right) >= 0:
                self._pages.removeWidget(self._right)
                self.splitter.addWidget(self._right)
            self._right.setMinimumWidth(look.scaled(RIGHT_MIN_PX))
            self._right.setMaximumWidth(look.scaled(RIGHT_MAX_PX))
            self._tabs.setCurrentIndex(0)
            self._pages.setCurrentWidget(self._centre)
            self._right.setVisible(self._wants_right)
        self._head.setVisible(narrow)

    def _on_tab(self, index: int) -> None:
        if self._narrow:
            self._pages.setCurrentIndex(index)

    def toggle_left(self) -> None:
        """There is no left pane."""

    def show_right(self) -> None:
        """Make the detail visible, whatever the width."""
        if self._narrow:
            self._tabs.setCurrentIndex(1)
        elif not self._wants_right:
            self.toggle_right()

    def show_centre(self) -> None:
        """Go back from the detail's tab to the centre; in a wide window both stand there."""
        self._tabs.setCurrentIndex(0)

    def toggle_right(self) -> None:
        """Fold or unfold the detail; in a narrow window change to its tab and back."""
        if self._narrow:
            self._tabs.setCurrentIndex(1 - self._tabs.currentIndex())
            return
        self._wants_right = not self._wants_right
        self._store.keep_folds(self._name, False, not self._wants_right)
        self._right.setVisible(self._wants_right)
