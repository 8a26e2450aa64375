"""Layouts with a name: save the present one, take another, delete one, reset all sizes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet

NAME_CHARS = 60
WIDTH_PX, MOST_ROWS = 480, 7


class LayoutsDialog(Sheet):
    """A name to save under, and the list of what is saved.

    Arguments: ``store`` of the layouts; ``save``, ``take`` get a name; ``reset`` gives the usual sizes back.
    """

    def __init__(
        self,
        store: LayoutStore,
        save: Callable[[str], None],
        take: Callable[[str], None],
        reset: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Layouts", "Layouts"), WIDTH_PX, parent)
        self._store, self._save, self._take, self._reset = store, save, take, reset
        self._names: list[str] = []
        column = self.column
        column.addWidget(PlainLabel(tr("Layouts", "Layouts"), "paneTitle"))
        said = tr("Layouts", "A layout is the sizes and folds of all panes, and whether activity is shown.")
        column.addWidget(PlainLabel(said, ink="secondary", wrap=True))
        line = QHBoxLayout()
        line.setSpacing(8)
        self.field = QLineEdit()
        self.field.setMaxLength(NAME_CHARS)
        self.field.setPlaceholderText(tr("Layouts", "Name of the present layout"))
        self.field.setAccessibleName(tr("Layouts", "Name of the present layout"))
        self.field.textChanged.connect(self._check)
        self.field.returnPressed.connect(self._on_save)
        line.addWidget(self.field, 1)
        self.save_button = button(tr("Layouts", "Save"), "primary", on_click=self._on_save)
        self.save_button.setAutoDefault(False)
        line.addWidget(self.save_button)
        column.addLayout(line)
        column.addSpacing(4)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Layouts", "Saved layouts"))
        self.list.setProperty("onRaised", "true")
        self.list.setSpacing(0)
        self.list.itemActivated.connect(lambda _item: self._on_take())
        self.list.currentRowChanged.connect(lambda _row: self._check())
        self.list.installEventFilter(self)
        column.addWidget(self.list)
        self.none = PlainLabel(
            tr("Layouts", "None saved yet. Arrange the window, name it above, and save it."),
            "small",
            "secondary",
            wrap=True,
        )
        column.addWidget(self.none)
        column.addWidget(Hairline())
        self.reset_button = button(tr("Layouts", "Reset"), "", "undo", on_click=self._on_reset)
        self.reset_button.setToolTip(tr("Layouts", "The usual sizes; what is saved stays"))
        self.delete_button = button(tr("Layouts", "Delete"), "", "trash", on_click=self._on_delete)
        self.take_button = button(tr("Layouts", "Take"), "", "check", on_click=self._on_take)
        for one in (self.reset_button, self.delete_button, self.take_button):
            one.setAutoDefault(False)
        self.add_foot(self.delete_button, self.take_button, left=self.reset_button)
        self._show("")
        self.field.setFocus()

    def _show(self, current: str) -> None:
        self.list.clear()
        names = self._names = self._store.layout_names
        for name in names:
            item = QListWidgetItem(theme().icon("split"), plain_label(name))
            item.setSizeHint(QSize(0, theme().row_height("treeRow")))
            self.list.addItem(item)
            if name == current:
                self.list.setCurrentItem(item)
        if names and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.setVisible(bool(names))
        self.none.setVisible(not names)
        self.list.setFixedHeight(theme().row_height("treeRow") * min(max(len(names), 1), MOST_ROWS) + 2)
        self._check()

    def _current(self) -> str:
        row = self.list.currentRow()
        # By its row: Qt's texts do not give every string back as it was.
        return self._names[row] if row >= 0 else ""

    @Slot()
    def _check(self) -> None:
        name, chosen = self.field.text().strip(), self._current()
        self.save_button.set_locked("" if name else tr("Layouts", "It needs a name."))
        taken = name in self._store.layout_names
        self.save_button.set_words(tr("Layouts", "Replace") if taken else tr("Layouts", "Save"))
        for one in (self.take_button, self.delete_button):
            one.set_locked("" if chosen else tr("Layouts", "No layout is chosen."))

    def _on_save(self) -> None:
        name = self.field.text().strip()
        if name:
            self._save(name)
            self.field.clear()
            self._show(name)

    def _on_take(self) -> None:
        name = self._current()
        if name:
            self.accept()
            self._take(name)

    def _on_delete(self) -> None:
        name, row = self._current(), self.list.currentRow()
        if not name:
            return
        self._store.delete_layout(name)
        self._store.save()
        self._show("")
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        left: QWidget = self.list if self.list.count() else self.field
        left.setFocus()

    def _on_reset(self) -> None:
        self.accept()
        self._reset()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Del deletes the chosen layout, Enter takes it."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Delete:
                self._on_delete()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._on_take()
                return True
        return super().eventFilter(watched, event)
