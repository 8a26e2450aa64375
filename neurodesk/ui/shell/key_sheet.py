"""The key sheet (?): every action that has a key here, by group, from the same table as menus and palette."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.actions import ActionTable, key_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import Keycap, PlainLabel, button

SHEET_PX = 720


class KeySheet(QDialog):
    """Two columns of groups; each row is a key and what it does."""

    def __init__(self, actions: ActionTable, place: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("KeySheet", "Keys"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 12)
        body = QWidget()
        columns = QHBoxLayout(body)
        columns.setContentsMargins(24, 20, 24, 12)
        columns.setSpacing(40)
        sides = [QVBoxLayout(), QVBoxLayout()]
        heights = [0, 0]
        caps_px = [0, 0]
        grids: list[tuple[int, QGridLayout]] = []
        for group, specs in actions.groups(place):
            keyed = [spec for spec in specs if spec.keys]
            if not keyed:
                continue
            side = 0 if heights[0] <= heights[1] else 1
            heights[side] += len(keyed) + 2
            head = PlainLabel(group, "paneTitle")
            head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            sides[side].addWidget(head)
            grid = QGridLayout()
            grid.setContentsMargins(0, 4, 0, 14)
            grid.setHorizontalSpacing(16)
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(1, 1)
            grids.append((side, grid))
            for row, spec in enumerate(keyed):
                caps = QHBoxLayout()
                caps.setSpacing(4)
                shown = [Keycap(key_text(key)) for key in spec.keys]
                for cap in shown:
                    caps.addWidget(cap, 0, Qt.AlignmentFlag.AlignTop)
                caps.addStretch(1)
                grid.addLayout(caps, row, 0)
                caps_px[side] = max(caps_px[side], sum(cap.width() + 4 for cap in shown) - 4)
                words = PlainLabel(spec.text, wrap=True)
                words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
                grid.addWidget(words, row, 1)
            sides[side].addLayout(grid)
            sides[side].setSpacing(0)
        # The words of a column stand on one line from its first group to its last.
        for side, grid in grids:
            grid.setColumnMinimumWidth(0, caps_px[side])
        for column in sides:
            column.addStretch(1)
            columns.addLayout(column, 1)
        # The area scrolls by the height at its width; the hint is that of words folded as narrow as they go.
        body.setMinimumHeight(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(body)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(area, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 0, 24, 0)
        foot.addStretch(1)
        close = button(tr("KeySheet", "Close"), on_click=self.accept)
        close.setDefault(True)
        foot.addWidget(close)
        outer.addLayout(foot)
        self._fit(body, foot)

    def _fit(self, body: QWidget, foot: QHBoxLayout) -> None:
        """Be as large as the keys, at most as the window."""
        window = self.parentWidget()
        most = window.height() - 80 if window is not None else theme().scaled(700)
        width = theme().scaled(SHEET_PX)
        if window is not None:
            width = min(width, window.width() - 40)
        inner = body.layout()
        wanted = inner.heightForWidth(width) if inner is not None and inner.hasHeightForWidth() else -1
        wanted = wanted if wanted > 0 else body.sizeHint().height()
        self.resize(width, min(most, wanted + foot.sizeHint().height() + 24))
