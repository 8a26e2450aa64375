"""What a search found, as rows: title with its kind and place, and the passage with its words marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from neurodesk.app.profile import Profile
from neurodesk.app.queries.find_all import ARTICLE, DRAFT, EVIDENCE, TASK, Found, FoundAll, find_all
from neurodesk.ui.desk.words import source_word, state_word
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.words import state_word as draft_state_word
from neurodesk.ui.reading.visible import plain_label, visible_text
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lists import PAD_PX, paint_bar_and_ring, paint_row_ground
from neurodesk.ui.widgets.paged_model import ROW_ROLE, Question, RowId

Index = QModelIndex | QPersistentModelIndex
ICONS = {ARTICLE: "file", EVIDENCE: "evidence", DRAFT: "review", TASK: "queue"}
ALL = "all"


def kind_word(kind: str) -> str:
    """Return what kind of thing was found."""
    return {
        ARTICLE: tr("Find", "Article"),
        EVIDENCE: tr("Find", "Evidence"),
        DRAFT: tr("Find", "Draft"),
        TASK: tr("Find", "Task"),
    }[kind]


def where_word(one: Found) -> str:
    """Return where a thing lies, or its state in words."""
    words = {TASK: state_word, DRAFT: draft_state_word}
    if one.kind == EVIDENCE:
        return source_word(one.where)
    return words[one.kind](one.where) if one.kind in words else plain_label(one.where, 80)


def spoken(one: Found) -> str:
    """Return what a screen reader says of a row."""
    parts = (plain_label(one.title), kind_word(one.kind), where_word(one), plain_label(one.passage, 300))
    return ". ".join(part for part in parts if part)


class FoundRows:
    """Rows of one search for ``PagedModel``; the last answer is held for its counts."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self.answer = FoundAll("")

    def ids(self, question: Question) -> Sequence[RowId]:
        """Search; the kind only chooses among what was found, so that every chip has its count."""
        words, kind = question.filter if isinstance(question.filter, tuple) else ("", ALL)
        self.answer = find_all(self._profile, words)
        return [(one.kind, one.id) for one in self.answer.things if kind in (ALL, one.kind)]

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, Found]:
        """Return rows of the last answer."""
        held = {(one.kind, one.id): one for one in self.answer.things}
        return {one: held[one] for one in ids if one in held}


class FoundDelegate(QStyledItemDelegate):
    """Paints a title with kind and place at its right, and the passage below with the words in strong ink."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the uniform height of two lines."""
        return QSize(0, theme().row_height("listRowTwoLine"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        rect, one = option.rect, index.data(ROW_ROLE)
        painter.save()
        surface = paint_row_ground(painter, option, "surface.pane")
        if one is not None:
            self._paint_found(painter, one, rect, surface)
        paint_bar_and_ring(painter, option, rect)
        painter.restore()

    def _paint_found(self, painter: QPainter, one: Found, rect: QRect, surface: str) -> None:
        look = theme()
        body, small = look.font("body"), look.font("small")
        title_height, small_height = look.line_height("body"), look.line_height("small")
        top = rect.top() + (rect.height() - title_height - 3 - small_height) // 2
        ratio = painter.device().devicePixelRatioF()
        side = look.icon_px(16)
        icon = look.pixmap(ICONS[one.kind], "text.secondary", 16, ratio, surface)
        painter.drawPixmap(QPointF(rect.left() + PAD_PX, top + (title_height - side) / 2), icon)
        left = rect.left() + PAD_PX + side + 8
        width = rect.right() - PAD_PX - left
        metrics = QFontMetrics(small)
        title = plain_label(one.title)
        # The title goes before the place: that is cut to a third of the row, if the title needs the rest.
        room = max(width // 3, width - QFontMetrics(body).horizontalAdvance(title) - 16)
        note = f"{kind_word(one.kind)} · {where_word(one)}".removesuffix(" · ")
        note = metrics.elidedText(note, Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(small)
        painter.setPen(look.color("text.tertiary"))
        line = QRect(left, top, width, title_height)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note)
        painter.setFont(body)
        painter.setPen(look.color("text.primary"))
        room = width - metrics.horizontalAdvance(note) - 16
        title = QFontMetrics(body).elidedText(title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), title)
        self._paint_passage(painter, one, QRect(left, top + title_height + 3, width, small_height))

    @staticmethod
    def _paint_passage(painter: QPainter, one: Found, place: QRect) -> None:
        """Paint the passage piece by piece: the words that were looked for are strong and in the full ink."""
        look = theme()
        text, at, x = one.passage, 0, place.left()
        pieces: list[tuple[str, bool]] = []
        for start, end in one.marks:
            pieces += [(text[at:start], False), (text[start:end], True)]
            at = end
        pieces.append((text[at:], False))
        for piece, hit in pieces:
            if not piece:
                continue
            font = look.font("small", strong=hit)
            metrics = QFontMetrics(font)
            room = place.right() - x
            if room <= 0:
                return
            shown = visible_text(piece)
            wide = metrics.horizontalAdvance(shown)
            if wide > room:
                shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
            painter.setFont(font)
            painter.setPen(look.color("text.primary" if hit else "text.secondary"))
            spot = QRect(x, place.top(), room, place.height())
            painter.drawText(spot, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
            x += wide
