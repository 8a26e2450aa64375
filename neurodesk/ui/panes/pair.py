"""Two passages side by side with the differing values marked, and one key each to accept or reject (K4)."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading import plain_label, render_markdown
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.parts import ElidedLabel, IconLabel, PlainLabel, Tag, button
from neurodesk.ui.widgets.passage_view import PassageView

MAX_MARKS = 20


@dataclass(frozen=True, slots=True)
class Side:
    """One side: the article's title and place, the passage, and the value that differs."""

    title: str
    where: str
    text: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is proposed: ``headline``, the rule or origin in a tag, what comes of it, and both sides."""

    headline: str
    tag: str
    note: str
    left: Side
    right: Side
    decided: str = ""
    icon: str = "contradiction"


class PairView(QFrame):
    """Shows a pair. ``accept_wanted`` and ``reject_wanted`` on their buttons; the place owns the keys."""

    accept_wanted = Signal()
    reject_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Reading")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        self._icon = IconLabel()
        self._headline = ElidedLabel(strong=True)
        self._tag_place = QHBoxLayout()
        self._counter = PlainLabel("", "small", "secondary")
        head.addWidget(self._icon)
        head.addWidget(self._headline, 1)
        head.addLayout(self._tag_place)
        head.addWidget(self._counter)
        column.addLayout(head)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        self.left, self.right = PassageView(), PassageView()
        self._titles: list[tuple[ElidedLabel, ElidedLabel]] = []
        for view in (self.left, self.right):
            view.setProperty("onPane", "false")
            split.addWidget(self._side(view))
        column.addWidget(split, 1)
        foot = QHBoxLayout()
        foot.setSpacing(12)
        self._note = PlainLabel("", "small", "secondary", wrap=True)
        foot.addWidget(self._note, 1)
        self.reject_button = button(tr("Pair", "Reject"), "", "", "N", self.reject_wanted.emit)
        self.accept_button = button(tr("Pair", "Accept"), "", "check", "Y", self.accept_wanted.emit)
        for made in (self.reject_button, self.accept_button):
            made.setAutoDefault(False)
            foot.addWidget(made)
        column.addLayout(foot)

    def _side(self, view: PassageView) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        title, where = ElidedLabel(role="small", strong=True), ElidedLabel("", "small", "tertiary")
        words = QVBoxLayout()
        words.setContentsMargins(16, 0, 16, 0)
        words.setSpacing(2)
        for label in (title, where):
            words.addWidget(label)
        column.addLayout(words)
        column.addWidget(view, 1)
        self._titles.append((title, where))
        return side

    def say(self, pair: Pair, counter: str = "") -> None:
        """Show a pair; a decided one says so and has no buttons."""
        self._icon.show_icon(pair.icon, "claim.contradicted.mark")
        self._headline.setText(pair.headline)
        while self._tag_place.count():
            item = self._tag_place.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        if pair.tag:
            self._tag_place.addWidget(Tag(pair.tag))
        self._counter.setText(counter)
        for side, view, labels in zip(
            (pair.left, pair.right), (self.left, self.right), self._titles, strict=True
        ):
            labels[0].setText(plain_label(side.title, 160))
            labels[1].setText(plain_label(side.where, 160))
            view.setAccessibleName(plain_label(f"{side.title}: {side.text}", 500))
            text = below_title(side.text, side.title)
            view.show_passage(render_markdown(text), [], Lamp.CONTRADICTED, marks(text, side.value))
        self._note.setText(pair.decided or pair.note)
        self.reject_button.setVisible(not pair.decided)
        self.accept_button.setVisible(not pair.decided)
        self.setAccessibleName(f"{pair.headline}. {pair.tag}")


def below_title(text: str, title: str) -> str:
    """Return a Markdown passage without the heading that only says the title above it once more."""
    first, _, rest = text.lstrip().partition("\n")
    said_again = first.startswith("#") and first.strip("# ") == title.strip()
    return rest.lstrip("\n") if said_again and rest.strip() else text


def marks(text: str, value: str) -> list[tuple[int, int]]:
    """Return where a value stands in a text as a whole word."""
    found: list[tuple[int, int]] = []
    at = text.find(value) if value else -1
    while at >= 0 and len(found) < MAX_MARKS:
        end = at + len(value)
        before, after = text[at - 1 : at], text[end : end + 1]
        if not (before.isalnum() and value[:1].isalnum()) and not (after.isalnum() and value[-1:].isalnum()):
            found.append((at, end))
        at = text.find(value, end)
    return found
