"""The feed in the dock: groups that fold, lines newest first, calm (SPEC W11; design, section 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.profile import Profile
from neurodesk.app.queries.activity import FeedGroup, FeedLine, fault_count, feed, sent_requests
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.storage.request_log import LoggedRequest
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import activity_sentence, reason_word, stage_word, state_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock_seconds, duration, moment, widest_clock_seconds
from neurodesk.ui.panes.outgoing.export import ask_for_export
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.chips import Chips
from neurodesk.ui.widgets.lists import paint_bar_and_ring
from neurodesk.ui.widgets.paged_model import ROW_ROLE, Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import ActButton, Empty, EmptyState, button
from neurodesk.ui.widgets.switch import Switch

Index = QModelIndex | QPersistentModelIndex
READ_EVERY_MS = 500
_ICONS = {
    "task_enqueued": "plus",
    "task_started": "play",
    "task_completed": "check",
    "task_cancelled": "stop",
    "searched": "search",
    "fetched": "download",
    "article_written": "edit",
    "article_reviewed": "shield",
    "worker_paused": "pause",
    "worker_resumed": "play",
    "worker_restarted": "retry",
    "promoted": "promote",
    "promotion_undone": "undo",
    "stage_finished": "check",
    "stage_started": "arrow-right",
}


@dataclass(frozen=True, slots=True)
class FeedQuestion:
    """What the feed shows: ``mode`` task, faults or requests; groups whose folding was turned."""

    mode: str = "task"
    turned: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FeedRow:
    """One row: the head of a group, or a line."""

    key: str
    group: FeedGroup | None = None
    line: FeedLine | None = None
    request: LoggedRequest | None = None
    unfolded: bool = False


def is_unfolded(group: FeedGroup, position: int, turned: frozenset[str]) -> bool:
    """Say whether a group shows its lines: the running one and the newest do, until turned."""
    natural = group.state == "running" or position == 0
    return natural != (group.task_id in turned)


class FeedRows:
    """Rows of the feed for ``PagedModel``; a read makes ids and rows together."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._rows: dict[RowId, FeedRow] = {}

    def ids(self, question: Question) -> Sequence[RowId]:
        """Read the feed and return the keys of its rows."""
        asked = question.filter if isinstance(question.filter, FeedQuestion) else FeedQuestion()
        rows: list[FeedRow] = []
        if asked.mode == "requests":
            rows = [FeedRow(f"r{one.id}", request=one) for one in sent_requests(self._profile)]
        else:
            faults = asked.mode == "faults"
            for position, group in enumerate(feed(self._profile, faults_only=faults)):
                unfolded = faults or is_unfolded(group, position, asked.turned)
                rows.append(FeedRow(f"g{group.task_id}", group=group, unfolded=unfolded))
                if unfolded:
                    rows += [FeedRow(f"l{one.id}", line=one) for one in group.lines]
        self._rows = {row.key: row for row in rows}
        return [row.key for row in rows]

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, FeedRow]:
        """Return rows of the last read."""
        held = self._rows
        return {row_id: held[row_id] for row_id in ids if row_id in held}


def group_words(group: FeedGroup) -> tuple[str, str]:
    """Return a group's title and what is said behind it."""
    if not group.task_id:
        return tr("Feed", "NeuroDesk itself"), ""
    title = group.topic or group.task_id
    if group.state == "running" and group.stage:
        return title, stage_word(group.stage)
    if group.outcome:
        return title, reason_word(group.outcome)
    return title, state_word(group.state) if group.state else ""


def purpose_word(purpose: str) -> str:
    """Return why a request was made."""
    return {
        "search": tr("Feed", "Search"),
        "page": tr("Feed", "Page"),
        "robots": tr("Feed", "robots.txt"),
        "prompt": tr("Feed", "Prompt"),
        "test": tr("Feed", "Test"),
        "health": tr("Feed", "Health check"),
    }.get(purpose, purpose)


def result_word(one: LoggedRequest) -> str:
    """Return how a request ended."""
    if not one.result.isdecimal():
        return reason_word(one.result) if one.result else tr("Feed", "open")
    if one.purpose == "health":
        return f"×{one.result}"
    return (
        plural("Feed", "%n result(s)", int(one.result)) if one.purpose in ("search", "test") else one.result
    )


def row_words(row: FeedRow) -> str:
    """Return the words of a row, also for screen readers."""
    if row.group is not None:
        return " · ".join(part for part in group_words(row.group) if part)
    if row.line is not None:
        text = activity_sentence(row.line.code, row.line.params)
        return f"{text} ×{row.line.times}" if row.line.times > 1 else text
    if row.request is not None:
        one = row.request
        where = f"{one.method} {one.target}".strip()
        parts = (purpose_word(one.purpose), one.content, where, result_word(one))
        return " · ".join(part for part in parts if part)
    return ""


class FeedDelegate(QStyledItemDelegate):
    """Paints heads and lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 30 for a head, 26 for a line."""
        row = index.data(ROW_ROLE)
        head = row is None or row.group is not None
        return QSize(0, theme().scaled(30 if head else 26))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint time, icon, sentence and what stands at the right."""
        row = index.data(ROW_ROLE)
        look, rect = theme(), option.rect
        painter.save()
        head = row is not None and row.group is not None
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        surface = "surface.selected" if selected else "surface.pane" if head else "surface.reading"
        painter.fillRect(rect, look.color(surface))
        if row is not None:
            if row.group is not None:
                self._paint_head(painter, rect, row, surface)
            else:
                self._paint_line(painter, rect, row, surface)
        paint_bar_and_ring(painter, option, rect)
        painter.restore()

    def _icon(self, painter: QPainter, rect: QRect, x: int, name: str, ink: str, surface: str) -> None:
        ratio = painter.device().devicePixelRatioF()
        picture = theme().pixmap(name, ink, 14, ratio, surface)
        painter.drawPixmap(QPointF(x, rect.center().y() - theme().icon_px(14) / 2), picture)

    def _right(self, painter: QPainter, rect: QRect, text: str) -> int:
        look = theme()
        font = look.font("small")
        painter.setFont(font)
        painter.setPen(look.color("text.tertiary"))
        width = QFontMetrics(font).horizontalAdvance(text)
        place = rect.adjusted(0, 0, -16, 0)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        return rect.right() - 16 - width - 12

    def _paint_head(self, painter: QPainter, rect: QRect, row: FeedRow, surface: str) -> None:
        look, group = theme(), row.group
        assert group is not None
        painter.setPen(look.color("border.hairline"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        fold = "chevron-down" if row.unfolded else "chevron-right"
        self._icon(painter, rect, rect.left() + 16, fold, "text.secondary", surface)
        state = group.state or "queued"
        name, ink = (
            (f"state-{state}", f"task.{state}.mark") if group.state else ("settings", "text.secondary")
        )
        self._icon(painter, rect, rect.left() + look.icon_px(14) + 26, name, ink, surface)
        right = self._right(painter, rect, moment(group.last_at, group.last_at))
        title, note = group_words(group)
        font = look.font("body", strong=True)
        painter.setFont(font)
        painter.setPen(look.color("text.primary"))
        x = rect.left() + 2 * look.icon_px(14) + 36
        words = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideRight, right - x)
        painter.drawText(
            QRect(x, rect.top(), right - x, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), words
        )
        x += QFontMetrics(font).horizontalAdvance(words) + 10
        if note and right - x > 40:
            small = look.font("small")
            painter.setFont(small)
            painter.setPen(look.color("text.secondary"))
            note = QFontMetrics(small).elidedText(note, Qt.TextElideMode.ElideRight, right - x)
            painter.drawText(
                QRect(x, rect.top(), right - x, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), note
            )

    def _paint_line(self, painter: QPainter, rect: QRect, row: FeedRow, surface: str) -> None:
        look = theme()
        at, name, ink, right_text = 0.0, "globe", "text.secondary", ""
        if row.line is not None:
            line = row.line
            at = line.at
            name = "warning" if line.fault else _ICONS.get(line.code, "info")
            if line.code == "fetched" and line.params.get("reason"):
                name = "reject"
            ink = "notice.warning.mark" if line.fault else "text.secondary"
            right_text = duration(line.duration_s) if line.duration_s >= 0.05 else ""
        elif row.request is not None:
            at = row.request.at
        small = look.font("small")
        painter.setFont(small)
        painter.setPen(look.color("text.tertiary"))
        time_px = QFontMetrics(small).horizontalAdvance(widest_clock_seconds())
        place = QRect(rect.left() + 20, rect.top(), time_px + 8, rect.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), clock_seconds(at))
        x = rect.left() + 20 + time_px + 18
        self._icon(painter, rect, x, name, ink, surface)
        right = self._right(painter, rect, right_text) if right_text else rect.right() - 16
        x += look.icon_px(14) + 10
        font = look.font("body")
        painter.setFont(font)
        painter.setPen(look.color("text.primary"))
        words = QFontMetrics(font).elidedText(row_words(row), Qt.TextElideMode.ElideRight, right - x)
        painter.drawText(
            QRect(x, rect.top(), right - x, rect.height()), int(Qt.AlignmentFlag.AlignVCenter), words
        )


class FeedView(QListView):
    """The list; Enter, Space, Left and Right or a click fold a group."""

    fold_wanted = Signal(str)
    open_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Feed", "Activity"))
        self.setItemDelegate(FeedDelegate(self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _fold(self, index: Index) -> bool:
        row = index.data(ROW_ROLE) if index.isValid() else None
        if row is None or row.group is None:
            return False
        self.fold_wanted.emit(row.group.task_id)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a head folds its group."""
        super().mouseReleaseEvent(event)
        self._fold(self.indexAt(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on a head shows its task."""
        row = self.indexAt(event.position().toPoint()).data(ROW_ROLE)
        if row is not None and row.group is not None and row.group.task_id:
            self.open_wanted.emit(row.group.task_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold with the keyboard."""
        row = self.currentIndex().data(ROW_ROLE)
        group = row.group if row is not None else None
        key = event.key()
        if group is not None:
            unfold = key == Qt.Key.Key_Right and not row.unfolded
            fold = key == Qt.Key.Key_Left and row.unfolded
            if unfold or fold or key == Qt.Key.Key_Space:
                self._fold(self.currentIndex())
                return
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and group.task_id:
                self.open_wanted.emit(group.task_id)
                return
        super().keyPressEvent(event)


class ActivityPane(QWidget):
    """The dock's contents; reads only while it is shown."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._turned: frozenset[str] = frozenset()
        self._dirty = True
        self.export: ActButton | None = None
        column = [Column("words", tr("Feed", "Activity"), lambda row: Cell(row_words(row)), sortable=False)]
        self.model = PagedModel(FeedRows(context.profile), column, context.runner, self)
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        self.view = FeedView()
        self.view.setModel(self.model)
        self.view.fold_wanted.connect(self._turn)
        self.view.open_wanted.connect(lambda task_id: context.open_place("queue", task_id))
        self.chips = Chips(
            (
                ("task", tr("Feed", "By task")),
                ("faults", tr("Feed", "Only faults")),
                ("requests", tr("Feed", "Outgoing requests")),
            ),
            tr("Feed", "What the feed shows"),
        )
        self.chips.chosen.connect(lambda _key: self._ask())
        self.follow = Switch(tr("Feed", "Follow"), words=(tr("Feed", "Follow"), tr("Feed", "Follow")))
        self.follow.setChecked(True)
        self.follow.toggled.connect(lambda on: self.view.scrollToTop() if on else None)
        self.view.verticalScrollBar().sliderMoved.connect(self._scrolled)
        self.view.verticalScrollBar().actionTriggered.connect(
            lambda _action: self._scrolled(self.view.verticalScrollBar().sliderPosition())
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._stack = QStackedWidget()
        empty = Empty(
            "activity",
            tr("Feed", "Nothing has happened yet."),
            tr("Feed", "Scans, searches and decisions appear here."),
        )
        self.empty = EmptyState(empty)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        outer.addWidget(self._stack)
        self.setFocusProxy(self.view)
        self._timer = QTimer(self)
        self._timer.setInterval(READ_EVERY_MS)
        self._timer.timeout.connect(self._read_if_dirty)
        self._timer.start()
        context.watch(self, self._heard, Kind.ACTIVITY, Kind.TASK)

    def fill_tools(self, tools: QHBoxLayout) -> None:
        """Put chips and the switch into the dock's title bar."""
        tools.addWidget(self.chips)
        self.export = button(
            tr("Feed", "Export"), "ghost", "download", on_click=lambda: ask_for_export(self._context, self)
        )
        self.export.setVisible(self.chips.choice == "requests")
        tools.addWidget(self.export)
        tools.addStretch(1)
        tools.addWidget(self.follow)

    def _scrolled(self, at: int) -> None:
        if at > 4 and self.follow.isChecked():
            self.follow.setChecked(False)

    def _heard(self, _changes: ChangeSet) -> None:
        self._dirty = True

    def showEvent(self, event: QShowEvent) -> None:
        """Read at once what happened while the dock was hidden."""
        super().showEvent(event)
        self._read_if_dirty()

    def _read_if_dirty(self) -> None:
        if not self._dirty or not self.isVisible():
            return
        self._dirty = False
        if self.model.question.filter is None:
            self._ask()
            return
        shown = [self.model.id_at(row) for row in range(min(self.model.rowCount(), 200))]
        self.model.refresh([one for one in shown if str(one).startswith("g")])
        self._read_faults()

    def _ask(self) -> None:
        self.model.ask(Question(FeedQuestion(self.chips.choice, self._turned)))
        self._read_faults()

    def _read_faults(self) -> None:
        profile = self._context.profile
        self._context.ask(
            lambda: fault_count(profile),
            lambda count: self.chips.set_counts({"faults": count}),
            channel="feed.faults",
            owner=self,
        )

    def _turn(self, task_id: str) -> None:
        self._turned = self._turned ^ {task_id}
        self._ask()

    def _on_loaded(self, count: int) -> None:
        if self.export is not None:
            self.export.setVisible(self.chips.choice == "requests")
        self._stack.setCurrentWidget(self.view if count else self.empty)
        if self.chips.choice == "requests":
            text = tr("Feed", "Requests that leave this computer, or go to a model, are listed here.")
            self.empty.say(Empty("globe", tr("Feed", "Nothing has left this computer."), text))
        elif self.chips.choice == "faults":
            self.empty.say(Empty("check", tr("Feed", "No faults."), ""))
        else:
            text = tr("Feed", "Scans, searches and decisions appear here.")
            self.empty.say(Empty("activity", tr("Feed", "Nothing has happened yet."), text))
        if self.follow.isChecked():
            self.view.scrollToTop()
