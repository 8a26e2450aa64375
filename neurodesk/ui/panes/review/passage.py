"""The passage behind the current claim: source, quoted span, what the rules found, facts, other sources."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.app.queries.why import SourceFacts
from neurodesk.domain.articles import Reason, SourceRef, Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day, decimal, number
from neurodesk.ui.panes.review.marks import lamp_of
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.panes.review.words import origin_word, reason_headline, reason_values
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.link_dialog import may_open
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.parts import ElidedLabel, IconLabel, PlainLabel, button
from neurodesk.ui.widgets.passage_view import PassageView

MAX_FINDINGS = 3
# A fact with its label, such as trust with its voices, needs about so much.
PAIR_PX = 310
ORIGIN_ICONS = {"kb": "file", "web": "globe", "library": "library"}


class FindingBlock(QFrame):
    """What the rules found: lamp, sentence, and the differing words of article and source."""

    def __init__(self) -> None:
        super().__init__()
        self._lamp = Lamp.UNCHECKED
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 9, 12, 9)
        self._column.setSpacing(3)
        self._rows: list[QWidget] = []

    def say(self, reasons: Sequence[Reason], lamp: Lamp) -> None:
        """Show the reasons of a verdict; hide without any."""
        self._lamp = lamp
        for row in self._rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self._rows = []
        spoken: list[str] = []
        for one in reasons[:MAX_FINDINGS]:
            self._add(PlainLabel(reason_headline(one.code), "small", strong=True, wrap=True))
            spoken.append(reason_headline(one.code))
            for label, value in reason_values(one):
                line = f"{label}:  {plain_label(value, 160)}"
                self._add(PlainLabel(line, "small", wrap=True))
                spoken.append(line)
        if len(reasons) > MAX_FINDINGS:
            more = plural("Review", "and %n more reason(s)", len(reasons) - MAX_FINDINGS)
            self._add(PlainLabel(more, "small", "secondary"))
        self.setAccessibleName(". ".join(spoken))
        self.setVisible(bool(reasons))
        self.update()

    def _add(self, row: QWidget) -> None:
        self._column.addWidget(row)
        self._rows.append(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tint of the verdict; high contrast gets a border."""
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base = f"claim.{self._lamp.value}"
        painter.setPen(QPen(look.color(f"{base}.mark"), 1))
        if not look.name.is_high_contrast:
            painter.setPen(QPen(look.color(f"{base}.tint"), 1))
        painter.setBrush(look.color(f"{base}.tint"))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)


class PassagePane(QWidget):
    """The source tab.

    ``link_wanted`` carries an address to confirm, ``source_wanted`` the number of another source,
    ``set_aside_wanted`` the reference of the source shown, ``changes_wanted`` asks to send the draft back.
    """

    link_wanted = Signal(str)
    source_wanted = Signal(int)
    set_aside_wanted = Signal(str)
    changes_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 8)
        column.setSpacing(8)
        column.addLayout(self._head())
        self.passage = PassageView()
        column.addWidget(self.passage, 1)
        self.none = PlainLabel(
            tr(
                "Review",
                "No source carries this claim. Edit it, request more research, or delete it.",
            ),
            ink="secondary",
            wrap=True,
        )
        self.none.setContentsMargins(16, 0, 16, 0)
        column.addWidget(self.none)
        self.request = button(tr("Review", "Request changes"), on_click=self.changes_wanted.emit)
        held = QHBoxLayout()
        held.setContentsMargins(16, 0, 16, 0)
        held.addWidget(self.request)
        held.addStretch(1)
        column.addLayout(held)
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        # The text scrolls below this line: what it cuts is not the end.
        column.addWidget(Hairline())
        box = QVBoxLayout()
        box.setContentsMargins(16, 0, 16, 0)
        box.setSpacing(8)
        self.finding = FindingBlock()
        box.addWidget(self.finding)
        self.with_facts = True
        self._facts = QWidget()
        self._grid = QGridLayout(self._facts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._shown: list[tuple[str, str]] = []
        self._pairs = 1
        box.addWidget(self._facts)
        self._others = QVBoxLayout()
        self._others.setSpacing(2)
        box.addLayout(self._others)
        column.addLayout(box)
        self._ref = ""
        self._uri = ""

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 12, 0)
        head.setSpacing(8)
        self._icon = IconLabel(on="surface.pane")
        head.addWidget(self._icon)
        words = QVBoxLayout()
        words.setSpacing(1)
        self._title = ElidedLabel(strong=True)
        self._where = ElidedLabel("", "small", "secondary")
        words.addWidget(self._title)
        words.addWidget(self._where)
        head.addLayout(words, 1)
        self.open_button = button(tr("Review", "Open …"), "ghost", "external", on_click=self._open)
        self.open_button.setAccessibleName(tr("Review", "Open the source in the browser"))
        head.addWidget(self.open_button)
        self.aside_button = button(tr("Review", "Set aside …"), "ghost", "reject", on_click=self._aside)
        self.aside_button.setAccessibleName(tr("Review", "Set this source aside with a reason"))
        head.addWidget(self.aside_button)
        return head

    def _open(self) -> None:
        self.link_wanted.emit(self._uri)

    def _aside(self) -> None:
        self.set_aside_wanted.emit(self._ref)

    def show_claim(self, view: ReviewView, claim: JudgedClaim, ref: SourceRef | None) -> None:
        """Show the passage of a claim; without one, say what to do."""
        lamp = lamp_of(claim.verdict)
        reasons = [one for one in claim.claim.reasons if claim.verdict is not Verdict.SUPPORTED]
        self.finding.say(reasons, lamp)
        has = ref is not None
        self.passage.setVisible(has)
        self._icon.setVisible(has)
        self._facts.setVisible(has and self.with_facts)
        for part in (self.none, self.request, self._filler):
            part.setVisible(not has)
        if ref is None:
            self._ref = self._uri = ""
            self._title.setText(tr("Review", "No source"))
            self._where.setText("")
            self.open_button.hide()
            self.aside_button.hide()
            self._show_others(view, claim, "")
            return
        facts = view.chain.sources.get(ref.ref)
        self._ref = ref.ref
        self._show_head(ref, facts)
        safe = view.passages.get(ref.ref)
        if safe is not None:
            span = [(ref.start, ref.end)] if ref.start >= 0 else []
            text = view.desk.passages[ref.ref].text
            self.passage.show_passage(safe, span, lamp, _marked(text, ref, claim.claim.reasons))
            self.passage.setAccessibleDescription(plain_label(ref.quote, 600))
        self._show_facts(ref, facts)
        self._show_others(view, claim, ref.ref)
        self.aside_button.setVisible(claim.verdict is Verdict.CONTRADICTED)

    def _show_head(self, ref: SourceRef, facts: SourceFacts | None) -> None:
        origin = facts.origin if facts is not None else ""
        icon = ORIGIN_ICONS.get(origin, "source")
        self._icon.show_icon(icon)
        self._title.setText(plain_label(ref.title or ref.uri or ref.ref, 200))
        recorded = facts.recorded_origin if facts is not None else ""
        self._uri = recorded or ref.uri
        self._where.setText(plain_label(short_uri(ref.uri), 200))
        self.open_button.setVisible(may_open(self._uri))

    def _show_facts(self, ref: SourceRef, facts: SourceFacts | None) -> None:
        rows: list[tuple[str, str]] = []
        if facts is not None:
            read = day(facts.retrieved_at) if facts.retrieved_at else ""
            if facts.dated_at:
                read += " · " + tr("Review", "dated {day}").format(day=day(facts.dated_at))
            rows.append((tr("Review", "Read"), read))
            trust = f"{decimal(facts.confidence or facts.trust)} · {origin_word(facts.origin)}"
            if facts.voices > 1:
                trust += " · " + plural("Review", "%n voice(s)", facts.voices)
            rows.append((tr("Review", "Trust"), trust))
            rows.append((tr("Review", "Licence"), facts.licence))
        if ref.start >= 0:
            span = tr("Review", "characters {first} to {last}")
            rows.append((tr("Review", "Span"), span.format(first=number(ref.start), last=number(ref.end))))
        rows.append(("SHA-256", short_hash(ref.sha256)))
        self._shown = [one for one in rows if one[1]]
        self._fill_facts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the facts two a row where there is room for it: the passage gets the other rows."""
        super().resizeEvent(event)
        pairs = 2 if self.width() >= 2 * theme().scaled(PAIR_PX) else 1
        if pairs != self._pairs:
            self._pairs = pairs
            self._fill_facts()

    def _fill_facts(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for pair in range(2):
            self._grid.setColumnStretch(2 * pair + 1, 1 if pair < self._pairs else 0)
        for place, (label, value) in enumerate(self._shown):
            row, pair = divmod(place, self._pairs)
            self._grid.addWidget(PlainLabel(label, "small", "tertiary"), row, 2 * pair)
            self._grid.addWidget(ElidedLabel(plain_label(value, 160), "small"), row, 2 * pair + 1)

    def _show_others(self, view: ReviewView, claim: JudgedClaim, shown: str) -> None:
        while self._others.count():
            item = self._others.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        refs = claim.claim.refs
        others = [(place, one) for place, one in enumerate(refs) if one.ref != shown]
        if not others:
            return
        words = plural("Review", "%n more source(s) for this claim", len(others))
        self._others.addWidget(PlainLabel(words, "small", "tertiary", strong=True))
        for place, one in others[:4]:
            title = plain_label(one.title or one.uri or one.ref, 60)
            made = button(title, "link", on_click=_Chooser(self, place))
            made.setAccessibleName(tr("Review", "Show the source {title}").format(title=title))
            row = QWidget()
            held = QHBoxLayout(row)
            held.setContentsMargins(0, 0, 0, 0)
            held.addWidget(made)
            held.addStretch(1)
            self._others.addWidget(row)


class _Chooser:
    """Chooses a source of the pane; a small object instead of a lambda in a loop."""

    def __init__(self, pane: PassagePane, place: int) -> None:
        self._pane, self._place = pane, place

    @Slot()
    def __call__(self) -> None:
        self._pane.source_wanted.emit(self._place)


def short_uri(uri: str) -> str:
    """Return an address as it is read: host and path without the scheme; a library's file decoded."""
    from urllib.parse import unquote

    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    if parts.scheme in ("http", "https"):
        return f"{parts.netloc}{parts.path}"
    if parts.scheme == "library":
        return unquote(f"{parts.netloc} / {parts.path.strip('/')}")
    return uri


def short_hash(sha256: str) -> str:
    """Return the head and tail of a hash, enough to compare by eye."""
    return f"{sha256[:8]} … {sha256[-4:]}" if len(sha256) > 16 else sha256


def _marked(text: str, ref: SourceRef, reasons: Sequence[Reason]) -> list[tuple[int, int]]:
    """Return where the differing words of the source stand inside the quotation."""
    found: list[tuple[int, int]] = []
    for one in reasons:
        word = dict(one.params).get("source", "")
        if not word or len(word) > 60 or ref.start < 0:
            continue
        at = text.find(word, ref.start, ref.end)
        if at >= 0:
            found.append((at, at + len(word)))
    return found
