"""The command palette (Ctrl+K): commands at once, and whatever else its sources find, off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.bridge import QueryRunner
from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.shell.actions import ActionTable, key_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import draw_keycap, keycap_px

Index = QModelIndex | QPersistentModelIndex
WIDTH_PX = 640
VISIBLE_ROWS = 10
HIT_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Hit:
    """One row: what it is called, under which head it stands, what choosing it does; ``locked`` says why
    not.
    """

    text: str
    group: str
    run: Callable[[], None] | None
    icon: str = ""
    key: str = ""
    explain: str = ""
    locked: str = ""


@dataclass(frozen=True, slots=True)
class PaletteSource:
    """Finds hits for a text: ``find(text, limit)`` runs on a reader thread."""

    name: str
    find: Callable[[str, int], Sequence[Hit]]


def score(words: str, text: str) -> int:
    """Return how well typed words fit a text (0: not at all): whole, prefix, word start, part, letters in
    order from the start of a word.
    """
    needle, hay = words.casefold().strip(), text.casefold()
    if not needle:
        return 1
    if hay == needle:
        return 100
    if hay.startswith(needle):
        return 80
    parts = hay.replace("-", " ").split()
    if all(any(part.startswith(word) for part in parts) for word in needle.split()):
        return 60
    if needle in hay:
        return 40
    letters = needle.replace(" ", "")
    starts = [at for at, char in enumerate(hay) if char == letters[0] and not hay[at - 1 : at].isalnum()]
    return 10 if any(_in_order(letters, hay[at:]) for at in starts[:1]) else 0


def _in_order(letters: str, text: str) -> bool:
    """Tell whether letters stand in a text in this order, with anything between."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


class HitModel(QAbstractListModel):
    """Rows of the palette: group heads (hit is None) and hits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, Hit | None]] = []

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show hits under their heads, in the order given."""
        rows: list[tuple[str, Hit | None]] = []
        group = None
        for hit in hits:
            if hit.group != group:
                group = hit.group
                rows.append((group, None))
            rows.append((hit.text, hit))
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows, heads included."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a row's words or its hit."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        text, hit = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return plain_label(text, 160)
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.AccessibleTextRole and hit is not None:
            return ". ".join(part for part in (text, hit.explain, hit.locked, hit.key) if part)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Heads cannot be chosen."""
        hit = index.data(HIT_ROLE)
        if hit is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class _HitDelegate(QStyledItemDelegate):
    """Paints heads 24 high and rows 34 high."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme().scaled(34 if index.data(HIT_ROLE) is not None else 24))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, rect, hit = theme(), option.rect, index.data(HIT_ROLE)
        painter.save()
        if hit is None:
            painter.setFont(look.font("caption"))
            painter.setPen(look.color("text.tertiary"))
            painter.drawText(rect.adjusted(16, 0, -16, 0), int(Qt.AlignmentFlag.AlignVCenter), index.data())
            painter.restore()
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        surface = "surface.selected" if selected else "surface.raised"
        painter.fillRect(rect, look.color(surface))
        if selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), look.color("accent.base"))
        if hit.icon:
            picture = look.pixmap(
                hit.icon, "text.secondary", 16, painter.device().devicePixelRatioF(), surface
            )
            top = rect.top() + (rect.height() - look.icon_px(16)) // 2
            painter.drawPixmap(QPoint(rect.left() + 16, top), picture)
        right = rect.right() - 16
        if hit.key:
            width = keycap_px(hit.key)
            high = look.icon_px(18)
            draw_keycap(painter, hit.key, QRectF(right - width, rect.center().y() - high / 2, width, high))
            right -= width + 12
        note = hit.locked or hit.explain
        body = look.font("body")
        words = QFontMetrics(body).horizontalAdvance(index.data())
        left = rect.left() + look.icon_px(16) + 26
        painter.setFont(body)
        painter.setPen(look.color("text.disabled" if hit.locked else "text.primary"))
        text = QFontMetrics(body).elidedText(index.data(), Qt.TextElideMode.ElideRight, right - left)
        place = QRect(left, rect.top(), right - left, rect.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        room = right - left - words - 16
        if note and room > 60:
            small = look.font("small")
            painter.setFont(small)
            painter.setPen(look.color("text.tertiary"))
            text = QFontMetrics(small).elidedText(note, Qt.TextElideMode.ElideRight, room)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), text)
        painter.restore()


class CommandPalette(QFrame):
    """Type, choose with the arrow keys, Enter runs, Esc closes and gives the focus back."""

    closed = Signal()

    def __init__(
        self,
        actions: ActionTable,
        place: Callable[[], str],
        runner: QueryRunner | None = None,
        sources: Sequence[PaletteSource] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("Popover")
        self.setAccessibleName(tr("Palette", "Search and commands"))
        self._actions, self._place, self._runner, self._sources = actions, place, runner, tuple(sources)
        self._found: dict[str, Sequence[Hit]] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Palette", "Search and commands"))
        self.field.setAccessibleName(tr("Palette", "Search and commands"))
        self.field.textChanged.connect(self._on_text)
        self.field.installEventFilter(self)
        self.model = HitModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(_HitDelegate(self))
        self.list.setProperty("onRaised", "true")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("Palette", "Hits"))
        self.list.clicked.connect(self._run_index)
        column.addWidget(self.field)
        column.addWidget(self.list)

    def set_sources(self, sources: Sequence[PaletteSource]) -> None:
        """Say what the palette finds beside commands."""
        self._sources = tuple(sources)

    def open_over(self, window: QWidget) -> None:
        """Open in the upper middle of a window, empty."""
        width = min(theme().scaled(WIDTH_PX), window.width() - 32)
        self.setFixedWidth(width)
        corner = window.mapToGlobal(QPoint((window.width() - width) // 2, theme().size("topBar") + 16))
        self.move(corner)
        self._found.clear()
        self.field.clear()
        self._show_hits()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        self._found.clear()
        self._show_hits()
        if self._runner is None or len(text.strip()) < 2:
            return
        for source in self._sources:
            self._runner.submit(
                lambda source=source: source.find(text, 8),  # type: ignore[misc]
                lambda hits, source=source: self._on_found(source.name, text, hits),  # type: ignore[misc]
                channel=f"palette-{source.name}",
                owner=self,
                on_error=lambda _error: None,
            )

    def _on_found(self, name: str, text: str, hits: Sequence[Hit]) -> None:
        if text == self.field.text():
            self._found[name] = hits
            self._show_hits()

    def _runner_of(self, action_id: str) -> Callable[[], None]:
        def run() -> None:
            self._actions.run(action_id)

        return run

    def _commands(self, text: str) -> list[Hit]:
        place = self._place()
        ranked: list[tuple[int, int, Hit]] = []
        for number, spec in enumerate(self._actions):
            points = score(text, spec.text) or score(text, spec.explain) // 2 if spec.in_palette else 0
            if not points or spec.place not in ("", place):
                continue
            key = key_text(spec.keys[0]) if spec.keys else ""
            hit = Hit(
                spec.text, spec.group, self._runner_of(spec.id), spec.icon, key, spec.explain, spec.reason()
            )
            ranked.append((-points, number, hit))
        ranked.sort(key=lambda entry: entry[:2])
        if not text.strip():
            return [hit for _points, _number, hit in sorted(ranked, key=lambda entry: entry[1])]
        head = tr("Palette", "Commands")
        return [Hit(h.text, head, h.run, h.icon, h.key, h.explain, h.locked) for _p, _n, h in ranked]

    def _show_hits(self) -> None:
        hits = self._commands(self.field.text())
        for source in self._sources:
            hits += self._found.get(source.name, ())
        if not hits:
            hits = [Hit(tr("Palette", "Nothing found."), tr("Palette", "Commands"), None, locked=" ")]
        self.model.show_hits(hits)
        self._fit()
        self._move_to(0, 1)

    def _fit(self) -> None:
        """Be as high as what was found, so that nothing of the window is hidden for empty rows."""
        most = theme().scaled(34) * VISIBLE_ROWS + theme().scaled(24)
        rows = sum(
            self.list.sizeHintForRow(row) for row in range(min(self.model.rowCount(), 2 * VISIBLE_ROWS))
        )
        self.list.setFixedHeight(min(most, rows + 2))
        self.adjustSize()

    def _move_to(self, row: int, step: int) -> None:
        """Choose the first row from ``row`` on, in the direction of ``step``, that is not a head."""
        while 0 <= row < self.model.rowCount():
            if self.model.index(row).data(HIT_ROLE) is not None:
                self.list.setCurrentIndex(self.model.index(row))
                return
            row += step

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move in the list while the text field keeps the focus."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            row = self.list.currentIndex().row()
            steps = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: VISIBLE_ROWS,
                Qt.Key.Key_PageUp: -VISIBLE_ROWS,
            }
            step = steps.get(Qt.Key(event.key()))
            if step is not None:
                target = max(0, min(self.model.rowCount() - 1, row + step))
                self._move_to(target, 1 if step > 0 else -1)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run_index(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    @Slot(QModelIndex)
    def _run_index(self, index: QModelIndex) -> None:
        hit = index.data(HIT_ROLE)
        if hit is None or hit.locked or hit.run is None:
            return
        self.close()
        hit.run()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that the palette is gone."""
        super().hideEvent(event)
        self.closed.emit()
