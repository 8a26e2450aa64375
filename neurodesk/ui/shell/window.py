"""The window frame: places, status bar, activity dock, palette, key sheet, toast; it knows no place from
inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QIcon, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QStatusBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.key_sheet import KeySheet
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.layouts import LayoutsDialog
from neurodesk.ui.shell.link_dialog import LinkDialog
from neurodesk.ui.shell.palette import CommandPalette, PaletteSource
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.shell.top_bar import PlaceSpec, TopBar
from neurodesk.ui.shell.two_pane import TwoPane
from neurodesk.ui.theme import ThemeChoice, theme
from neurodesk.ui.widgets.notices import Toast
from neurodesk.ui.widgets.parts import PlainLabel
from neurodesk.ui.widgets.status import StatusBar


def default_places() -> tuple[PlaceSpec, ...]:
    """Return the places of the first cut, in their order (SPEC I1)."""
    return (
        PlaceSpec("queue", tr("Shell", "Queue"), "queue"),
        PlaceSpec("gaps", tr("Shell", "Gaps"), "scan"),
        PlaceSpec("review", tr("Shell", "Review"), "review"),
        PlaceSpec("evidence", tr("Shell", "Evidence"), "evidence"),
        PlaceSpec("articles", tr("Shell", "Articles"), "library"),
        PlaceSpec("graph", tr("Shell", "Graph"), "graph"),
        PlaceSpec("settings", tr("Shell", "Settings"), "settings", at_right=True),
    )


DOCK_PX = 200
DOCK_SHARE = 0.36


class ActivityDock(QDockWidget):
    """The calm activity feed at the foot, with a title bar of its own; F8 shows and hides it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Shell", "Activity"), parent)
        self.setObjectName("activity")
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        bar = QFrame()
        bar.setObjectName("DockBar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(PlainLabel(tr("Shell", "Activity"), "paneTitle"))
        self.tools = QHBoxLayout()
        self.tools.setSpacing(8)
        row.addLayout(self.tools, 1)
        self._close = close = QToolButton()
        close.setAccessibleName(tr("Shell", "Hide activity"))
        close.setToolTip(tr("Shell", "Hide activity"))
        close.clicked.connect(lambda _checked=False: self.hide())
        row.addWidget(close)
        self.setTitleBarWidget(bar)
        theme().changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        """Keep room for some lines at every text size, and never more than the place above has."""
        self._close.setIcon(theme().icon("close"))
        self._close.setIconSize(QSize(theme().icon_px(16), theme().icon_px(16)))
        window = self.parentWidget()
        most = round(window.height() * DOCK_SHARE) if window is not None else DOCK_PX
        self.setMinimumHeight(min(theme().scaled(DOCK_PX), max(DOCK_PX, most)))

    def showEvent(self, event: QShowEvent) -> None:
        """Take the room that the window has now."""
        super().showEvent(event)
        self._restyle()


class _StatusHost(QStatusBar):
    """Qt's place for a status bar, filled to its edges by ours (Qt's own layout leaves a rim)."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__()
        self._bar = bar
        bar.setParent(self)
        self.setSizeGripEnabled(False)
        self._restyle()
        theme().changed.connect(self._restyle)

    @Slot()
    def _restyle(self) -> None:
        self.setFixedHeight(theme().size("statusBar"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bar.setGeometry(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing: the bar inside covers all."""


class ShellWindow(QMainWindow):
    """The application's window.

    Arguments: ``places`` in order; ``layout`` remembers sizes; ``runner`` serves the palette's
    ``sources``. Places are
    built when first opened (``register``). ``closing`` is emitted once before the window goes; the
    shutdown order is
    the application's, not the window's. ``look_wanted`` carries a theme that was chosen in the palette.
    """

    place_opened = Signal(str)
    closing = Signal()
    look_wanted = Signal(str)

    def __init__(
        self,
        places: Sequence[PlaceSpec],
        layout: LayoutStore,
        runner: QueryRunner | None = None,
        sources: Sequence[PaletteSource] = (),
    ) -> None:
        super().__init__()
        self.setWindowTitle("NeuroDesk")
        self.setWindowIcon(QIcon(theme().pixmap("lamp-supported", "accent.base", 64, 1.0)))
        self.setMinimumSize(720, 480)
        self._still_or_moving()
        theme().changed.connect(self._still_or_moving)
        self.layout_store = layout
        self._places = tuple(places)
        self._factories: dict[str, Callable[[], QWidget]] = {}
        self._built: dict[str, QWidget] = {}
        self._place = ""
        self.actions_table = ActionTable(self)
        self.top_bar = TopBar(self._places)
        self.stack = QStackedWidget()
        self.status_bar = StatusBar()
        central = QWidget()
        self.column = column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.stack, 1)
        self.setCentralWidget(central)
        self.activity = ActivityDock(self)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.activity)
        self.activity.hide()
        # The status bar stands below the dock, as QMainWindow's own would.
        self._dock_status_bar()
        self.toast = Toast(self.stack)
        self._undo: Callable[[], None] | None = None
        self.toast.undo_wanted.connect(self._on_undo)
        self.palette_popup = CommandPalette(self.actions_table, lambda: self._place, runner, sources, self)
        self.top_bar.place_chosen.connect(self.open_place)
        self.top_bar.palette_wanted.connect(self.open_palette)
        self._declare_actions()
        self.resize(theme().scaled(1440), theme().scaled(900))

    @Slot()
    def _still_or_moving(self) -> None:
        self.setAnimated(not theme().reduced_motion)

    def _dock_status_bar(self) -> None:
        self.setStatusBar(_StatusHost(self.status_bar))

    def _declare_actions(self) -> None:
        go, view, app = tr("Shell", "Go to"), tr("Shell", "View"), tr("Shell", "Application")
        add = self.actions_table.add
        for number, place in enumerate(self._places):
            keys = (f"Ctrl+{number + 1}",) if number < 9 else ()
            add(
                ActionSpec(
                    f"place.{place.id}", place.text, self._opener(place.id), keys, place.icon, group=go
                )
            )
        add(
            ActionSpec(
                "palette",
                tr("Shell", "Search and commands"),
                self.open_palette,
                ("Ctrl+K",),
                "command",
                group=go,
                in_palette=False,
            )
        )
        add(
            ActionSpec(
                "activity", tr("Shell", "Activity"), self.toggle_activity, ("F8",), "activity", group=view
            )
        )
        fold_left, fold_right = tr("Shell", "Fold the left pane"), tr("Shell", "Fold the right pane")
        add(ActionSpec("fold.left", fold_left, self._fold_left, ("Ctrl+Alt+Left",), "fold", group=view))
        add(ActionSpec("fold.right", fold_right, self._fold_right, ("Ctrl+Alt+Right",), "fold", group=view))
        layouts = tr("Shell", "Layouts …")
        add(ActionSpec("layouts", layouts, self._show_layouts, ("Ctrl+Alt+L",), "split", group=view))
        reset = tr("Shell", "Reset the layout")
        add(ActionSpec("layout.reset", reset, self.reset_layout, icon="undo", group=view))
        looks = (
            (ThemeChoice.SYSTEM, tr("Shell", "Theme: as the system")),
            (ThemeChoice.LIGHT, tr("Shell", "Theme: light")),
            (ThemeChoice.DARK, tr("Shell", "Theme: dark")),
            (ThemeChoice.HC_LIGHT, tr("Shell", "Theme: high contrast, light")),
            (ThemeChoice.HC_DARK, tr("Shell", "Theme: high contrast, dark")),
        )
        for choice, words in looks:
            add(
                ActionSpec(f"theme.{choice.value}", words, self._dresser(choice), icon="contrast", group=view)
            )
        add(ActionSpec("keys", tr("Shell", "Key sheet"), self.open_key_sheet, ("?",), "help", group=app))
        add(ActionSpec("quit", tr("Shell", "Quit"), self._quit, ("Ctrl+Q",), "close", group=app))

    def _opener(self, place: str) -> Callable[[], None]:
        def go() -> None:
            self.open_place(place)

        return go

    def _dresser(self, choice: ThemeChoice) -> Callable[[], None]:
        def dress() -> None:
            theme().configure(choice=choice)
            self.look_wanted.emit(choice.value)

        return dress

    def _panes(self) -> ThreePane | TwoPane | None:
        widget = self.stack.currentWidget()
        if isinstance(widget, ThreePane | TwoPane) or widget is None:
            return widget
        found = widget.findChild(ThreePane) or widget.findChild(TwoPane)
        return found if isinstance(found, ThreePane | TwoPane) else None

    def _fold_left(self) -> None:
        panes = self._panes()
        if panes is not None:
            panes.toggle_left()

    def _fold_right(self) -> None:
        panes = self._panes()
        if panes is not None:
            panes.toggle_right()

    def _quit(self) -> None:
        self.close()

    def register(self, place: str, factory: Callable[[], QWidget]) -> None:
        """Say how a place is built; it is built when first opened."""
        self._factories[place] = factory

    @property
    def place(self) -> str:
        """The id of the open place, or an empty text."""
        return self._place

    def open_place(self, place: str) -> QWidget:
        """Open a place and give it the focus. Raises KeyError for a place that is not registered."""
        if place not in self._built:
            made = self._factories[place]()
            self._built[place] = made
            self.stack.addWidget(made)
        widget = self._built[place]
        self._place = place
        self.stack.setCurrentWidget(widget)
        self.top_bar.set_place(place)
        self.layout_store.keep("place", place)
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.place_opened.emit(place)
        return widget

    def place_widget(self, place: str) -> QWidget | None:
        """Return a place's widget if it was opened before."""
        return self._built.get(place)

    def open_palette(self) -> None:
        """Open the command palette."""
        self.palette_popup.open_over(self)

    def open_key_sheet(self) -> None:
        """Show all keys that work in the open place."""
        sheet = KeySheet(self.actions_table, self._place, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def toggle_activity(self) -> None:
        """Show or hide the activity dock; the focus stays where it is."""
        self.activity.setVisible(not self.activity.isVisible())

    def open_layouts(self) -> LayoutsDialog:
        """Show the layouts: save the present one, take another, delete, reset."""
        dialog = LayoutsDialog(self.layout_store, self.save_layout, self.take_layout, self.reset_layout, self)
        dialog.open()
        return dialog

    def _show_layouts(self) -> None:
        self.open_layouts()

    def save_layout(self, name: str) -> None:
        """Keep docks, folds and sizes as they are now under a name."""
        self.layout_store.save_layout(name, self)
        if self.layout_store.save():
            self.say(tr("Shell", "Layout “{name}” saved.").format(name=name))
            return
        text = tr(
            "Shell",
            "Layout “{name}” is kept until NeuroDesk ends only: its file cannot be written."
            " Check space and rights of the profile folder, then save it again.",
        )
        self.say(text.format(name=name))

    def take_layout(self, name: str) -> None:
        """Arrange the window as a layout of that name says; one that is gone is passed over."""
        if self.layout_store.take_layout(name, self):
            self._panes_take_layout()

    def reset_layout(self) -> None:
        """Give docks and panes the sizes of the first start; layouts with a name stay."""
        self.layout_store.reset_layout()
        self.activity.hide()
        self.resizeDocks([self.activity], [theme().scaled(DOCK_PX)], Qt.Orientation.Vertical)
        self._panes_take_layout()
        self.say(tr("Shell", "Layout reset."))

    def _panes_take_layout(self) -> None:
        for built in self._built.values():
            for three in built.findChildren(ThreePane):
                three.take_layout()
            for two in built.findChildren(TwoPane):
                two.take_layout()
        self.layout_store.save()

    def confirm_link(self, url: str) -> LinkDialog:
        """Ask before a link is opened."""
        dialog = LinkDialog(url, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def say(self, text: str, undo: str = "", on_undo: Callable[[], None] | None = None) -> None:
        """Answer the curator's own act with a toast; never called for what the worker did."""
        self._undo = on_undo
        self.toast.say(text, undo if on_undo is not None else "")

    def _on_undo(self) -> None:
        act, self._undo = self._undo, None
        if act is not None:
            act()

    def restore(self, first_place: str) -> None:
        """Restore sizes and the place that was open last."""
        if not self.layout_store.restore_window(self):
            self.layout_store.fit_window(self)
        kept = self.layout_store.value("place", first_place)
        self.open_place(kept if kept in self._factories else first_place)

    def changeEvent(self, event: QEvent) -> None:
        """Hear of another system font."""
        if event.type() == QEvent.Type.ApplicationFontChange:
            theme().system_font_changed()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the layout and announce the end."""
        self.layout_store.keep_window(self)
        self.layout_store.save()
        self.closing.emit()
        super().closeEvent(event)
