"""List, thing, source: three panes that fold, keep their sizes, and give way in narrow windows without
vanishing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import repolish

LEFT_PX, LEFT_MIN_PX, LEFT_MAX_PX = 304, 240, 420
RIGHT_PX, RIGHT_MIN_PX, RIGHT_MAX_PX = 420, 320, 560
CENTRE_MIN_PX = 400
RIGHT_FITS_PX = 1180
LEFT_FITS_PX = 900
GRAB_PX = 7


class _Handle(QSplitterHandle):
    """A line of 1 px that can be grabbed over 7 px."""

    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self._grip = QWidget(parent)
        self._grip.setCursor(Qt.CursorShape.SplitHCursor)
        self._grip.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the grip over the line."""
        super().resizeEvent(event)
        self._follow()

    def moveEvent(self, event: QEvent) -> None:
        """Move the grip with the line."""
        self._follow()

    def _follow(self) -> None:
        self._grip.setGeometry(self.x() - GRAB_PX // 2, self.y(), GRAB_PX, self.height())
        self._grip.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drag the line by its grip."""
        mouse = event if watched is self._grip and isinstance(event, QMouseEvent) else None
        held = mouse is not None and bool(mouse.buttons() & Qt.MouseButton.LeftButton)
        if mouse is not None and held and event.type() == QEvent.Type.MouseMove:
            at = self.splitter().mapFromGlobal(mouse.globalPosition().toPoint())
            self.moveSplitter(self.closestLegalPosition(at.x()))
            return True
        return super().eventFilter(watched, event)


class WideSplitter(QSplitter):
    """A splitter with wide grips."""

    def createHandle(self) -> QSplitterHandle:
        """Make a handle with a wide grip."""
        return _Handle(self.orientation(), self)


class ThreePane(QWidget):
    """The frame of a place.

    Arguments: ``name`` under which sizes are kept; ``titles`` of left, centre and right, shown where a
    pane becomes a
    tab. Below 1180 px the right pane becomes a tab of the centre, below 900 px the left one folds to a
    button; both
    come back by themselves. ``folded`` tells which panes are folded by the curator.
    """

    folded = Signal(bool, bool)

    def __init__(
        self,
        name: str,
        left: QWidget,
        centre: QWidget,
        right: QWidget,
        titles: tuple[str, str, str],
        store: LayoutStore,
        parent: QWidget | None = None,
        *,
        left_px: tuple[int, int, int] = (LEFT_PX, LEFT_MIN_PX, LEFT_MAX_PX),
        right_px: int = RIGHT_PX,
    ) -> None:
        super().__init__(parent)
        self._name, self._store = name, store
        self._left, self._centre, self._right = left, centre, right
        left_folded, right_folded = store.folds(name)
        self._wants_left, self._wants_right = not left_folded, not right_folded
        self._peeking = False
        self._narrow: tuple[bool, bool] | None = None
        self._sized = False
        look = theme()
        self._left_px, self._right_px, self._left_max_px = left_px[0], right_px, left_px[2]
        left.setMinimumWidth(look.scaled(left_px[1]))
        left.setMaximumWidth(look.scaled(left_px[2]))
        right.setMinimumWidth(look.scaled(RIGHT_MIN_PX))
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.addTab(titles[1])
        self._tabs.addTab(titles[2])
        self._tabs.setAccessibleName(tr("Panes", "Panes"))
        # A chosen tab is semibold, so wider than its first hint: it shall push, not scroll the others away.
        self._tabs.setUsesScrollButtons(False)
        self._tabs.currentChanged.connect(self._on_tab)
        self._tabs.tabBarClicked.connect(lambda _index: self._end_cover())
        self._show_left = QToolButton()
        self._show_left.setText(titles[0])
        self._show_left.setCheckable(True)
        self._show_left.setProperty("tab", "true")
        self._show_left.setAccessibleName(titles[0])
        self._show_left.clicked.connect(self._on_peek)
        self._head = QFrame()
        self._head.setObjectName("ToolRow")
        row = QHBoxLayout(self._head)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self._show_left)
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
        middle.setMinimumWidth(look.scaled(CENTRE_MIN_PX))
        self.splitter = WideSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget in (left, middle, right):
            self.splitter.addWidget(widget)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setStretchFactor(2, 0)
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
        if not self._sized and self._narrow == (False, False):
            # Sizes mean something only at a real width: before that Qt would scale them.
            self._sized = True
            if not self._store.restore_splitter(self._name, self.splitter):
                left, right = theme().scaled(self._left_px), theme().scaled(self._right_px)
                self.splitter.setSizes([left, self.width() - left - right - 2, right])

    def take_layout(self) -> None:
        """Take folds and sizes anew from what is kept, or the usual ones."""
        left_folded, right_folded = self._store.folds(self._name)
        self._wants_left, self._wants_right = not left_folded, not right_folded
        self._apply()
        self._sized = False
        self._take_sizes()

    def _keep_folds(self) -> None:
        self._store.keep_folds(self._name, not self._wants_left, not self._wants_right)

    def _arrange(self) -> None:
        look = theme()
        extra = self._left_px - LEFT_PX
        narrow = (
            self.width() < look.scaled(LEFT_FITS_PX + extra),
            self.width() < look.scaled(RIGHT_FITS_PX + extra),
        )
        if narrow == self._narrow:
            if self._peeking and self._covered() == self._left_fits():
                self._apply()
            return
        self._narrow = narrow
        left_narrow, right_narrow = narrow
        if right_narrow and self._pages.indexOf(self._right) < 0:
            self._right.setMaximumWidth(16_777_215)
            self._pages.addWidget(self._right)
        elif not right_narrow and self._pages.indexOf(self._right) >= 0:
            self._pages.removeWidget(self._right)
            self.splitter.addWidget(self._right)
            self._tabs.setCurrentIndex(0)
        if not right_narrow:
            self._right.setMaximumWidth(look.scaled(RIGHT_MAX_PX))
        if not left_narrow:
            self._peeking = False
            self._show_left.setChecked(False)
        self._apply()

    def _apply(self) -> None:
        left_narrow, right_narrow = self._narrow or (False, False)
        self._place_left(left_narrow and self._peeking and not self._left_fits())
        self._left.setVisible(self._peeking if left_narrow else self._wants_left)
        self._tabs.setVisible(right_narrow)
        self._show_left.setVisible(left_narrow or not self._wants_left)
        self._head.setVisible(right_narrow or left_narrow or not self._wants_left)
        if self._covered():
            self._pages.setCurrentWidget(self._left)
        elif right_narrow:
            self._pages.setCurrentWidget(self._right if self._tabs.currentIndex() else self._centre)
        else:
            self._pages.setCurrentWidget(self._centre)
        if not right_narrow:
            self._right.setVisible(self._wants_right)
        self.folded.emit(not self._wants_left, not self._wants_right)

    def _left_fits(self) -> bool:
        """Tell whether the left pane and the centre can stand side by side at all."""
        return self._left.minimumWidth() + theme().scaled(CENTRE_MIN_PX) <= self.width()

    def _covered(self) -> bool:
        return self._pages.indexOf(self._left) >= 0

    def _place_left(self, cover: bool) -> None:
        """Let the left pane stand in the centre's place where both would overlap, or at its own again."""
        if cover == self._covered():
            return
        self._tabs.setProperty("covered", "true" if cover else "")
        repolish(self._tabs)
        if cover:
            self._left.setMaximumWidth(16_777_215)
            self._pages.addWidget(self._left)
        else:
            self._pages.removeWidget(self._left)
            self._left.setMaximumWidth(theme().scaled(self._left_max_px))
            self.splitter.insertWidget(0, self._left)

    def _end_cover(self) -> None:
        """Go from the left pane that covers the centre to the tab that was clicked."""
        if self._covered():
            self._show_left.setChecked(False)
            self._on_peek()

    def _on_tab(self, index: int) -> None:
        if self._narrow is not None and self._narrow[1] and not self._covered():
            self._pages.setCurrentWidget(self._right if index else self._centre)

    def _on_peek(self) -> None:
        if self._narrow is not None and self._narrow[0]:
            self._peeking = self._show_left.isChecked()
        else:
            self._wants_left = True
            self._show_left.setChecked(False)
            self._keep_folds()
        self._apply()

    @property
    def narrow(self) -> tuple[bool, bool]:
        """Tell whether the left and the right pane gave way to the centre, for want of room."""
        return self._narrow or (False, False)

    def toggle_left(self) -> None:
        """Fold or unfold the left pane (Ctrl+Alt+Left)."""
        if self._narrow is not None and self._narrow[0]:
            self._show_left.setChecked(not self._show_left.isChecked())
            self._on_peek()
            return
        self._wants_left = not self._wants_left
        self._keep_folds()
        self._apply()

    def toggle_right(self) -> None:
        """Fold or unfold the right pane (Ctrl+Alt+Right); in a narrow window change to its tab and back."""
        if self._narrow is not None and self._narrow[1]:
            self._tabs.setCurrentIndex(1 - self._tabs.currentIndex())
            return
        self._wants_right = not self._wants_right
        self._keep_folds()
        self._apply()
