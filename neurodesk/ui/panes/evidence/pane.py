"""The evidence place: kept and refused with reasons, an inert reader, the claims that rest on it (W4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from neurodesk.app.profile import Profile
from neurodesk.app.queries.evidence import EvidenceView, show
from neurodesk.app.queries.evidence_lists import (
    GROUPS,
    EvidenceCounts,
    EvidenceFilter,
    EvidenceRow,
    evidence_at,
    evidence_counts,
    evidence_ids,
    evidence_rows,
)
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day, decimal, moment, number
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.review.passage import short_hash, short_uri
from neurodesk.ui.panes.review.words import language_word, origin_word, refusal_word
from neurodesk.ui.reading import SafeDocument, plain_label, render_markdown, render_plain
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.link_dialog import may_open
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.lists import RowList, TwoLine
from neurodesk.ui.widgets.notices import Banner, NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question, RowId
from neurodesk.ui.widgets.parts import ElidedLabel, Empty, EmptyState, NewPill, PlainLabel, button
from neurodesk.ui.widgets.passage_view import PassageView
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

FILTER_AFTER_MS = 60
TASK_TARGET = "task:"
DRAFT_LINK, ARTICLE_LINK, TASK_LINK = "draft:", "article:", "task:"
MAX_QUOTED = 60


def group_word(group: str) -> str:
    """Return the word of a decision."""
    words = {
        "all": tr("Evidence", "All"),
        "grounded": tr("Evidence", "Used in an article"),
        "learned": tr("Evidence", "Learned"),
        "pending": tr("Evidence", "Waiting for review"),
        "refused": tr("Evidence", "Refused"),
    }
    return words[group]


def state_of(row: EvidenceRow) -> tuple[str, str, str]:
    """Return a row's word, icon and ink."""
    words = {
        "grounded": (tr("Evidence", "used"), "lamp-supported", "claim.supported.mark"),
        "learned": (tr("Evidence", "learned"), "check", "task.completed.mark"),
        "superseded": (tr("Evidence", "superseded"), "history", "text.secondary"),
        "refused": (refusal_word(row.reason), "reject", "text.secondary"),
    }
    return words.get(row.state, (tr("Evidence", "waiting for review"), "lamp-partial", "claim.partial.mark"))


def line_of(row: EvidenceRow) -> TwoLine:
    """Return a row as two lines: title, then state or reason, source, day."""
    word, icon, ink = state_of(row)
    parts = [word]
    if row.state == "refused" and row.confidence:
        parts.append(tr("Evidence", "fits {score}").format(score=decimal(row.confidence)))
    if row.suspicious:
        parts.append(tr("Evidence", "suspected instruction"))
    parts.append(row.source)
    return TwoLine(
        plain_label(row.title or short_uri(row.uri), 200),
        second=plain_label(" · ".join(part for part in parts if part), 200),
        right=day(row.at),
        icon=icon,
        icon_ink=ink,
        quiet=row.state == "refused",
    )


class EvidenceRows:
    """Evidence and candidates of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, EvidenceFilter) else EvidenceFilter()
        return evidence_ids(self._profile, wanted)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, EvidenceRow]:
        """Return some rows."""
        return cast("Mapping[RowId, EvidenceRow]", evidence_rows(self._profile, [str(one) for one in ids]))


@dataclass(frozen=True, slots=True)
class Reading:
    """One row ready to be shown; ``view`` is None when no text is stored for it.

    Attributes:
        spans: quoted stretches of the text.
    """

    row: EvidenceRow
    view: EvidenceView | None
    safe: SafeDocument
    spans: tuple[tuple[int, int], ...]


def read_evidence(profile: Profile, row_id: str) -> Reading | None:
    """Read and render one row; for a reader thread."""
    row = evidence_rows(profile, [row_id]).get(row_id)
    if row is None:
        return None
    if not evidence_at(profile, row.evidence_id):
        return Reading(row, None, render_plain(""), ())
    view = show(profile, row.evidence_id)
    spans = tuple(quote for quote in view.quotes[:MAX_QUOTED] if 0 <= quote[0] < quote[1])
    return Reading(row, view, render_markdown(view.evidence.text), spans)


class EvidencePane(Place):
    """The place; ``target`` is the row shown, or ``task:ID`` for the rows of one task."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.reading: Reading | None = None
        self._counts = EvidenceCounts()
        self.model = PagedModel(
            EvidenceRows(context.profile),
            [Column("title", "", lambda row: Cell(line_of(row).spoken), sortable=False)],
            context.runner,
            self,
            hold_new=True,
        )
        self.model.failed.connect(context.fail)
        self.model.loaded.connect(self._on_loaded)
        titles = (tr("Evidence", "Evidence"), tr("Evidence", "Text"), tr("Evidence", "Provenance"))
        panes = ThreePane(
            "evidence", self._left(), self._centre(), self._right(), titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(panes)
        self.set_first_focus(self.rows, self.text)
        context.watch(self, self._heard, Kind.EVIDENCE, Kind.CANDIDATE, Kind.TASK, Kind.SETTING)
        self._ask()

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = QFrame()
        left.setObjectName("Pane")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Evidence", "Filter title or address"))
        self.field.setAccessibleName(tr("Evidence", "Filter title or address"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FILTER_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        head.addWidget(self.field)
        self.group = self._box(tr("Evidence", "Decision"))
        for name in GROUPS:
            self.group.addItem(group_word(name), name)
        self.reason = self._box(tr("Evidence", "Reason of refusal"))
        self.reason.addItem(tr("Evidence", "All reasons"), "")
        self.source = self._box(tr("Evidence", "Source"))
        self.source.addItem(tr("Evidence", "All sources"), "")
        self.task = self._box(tr("Evidence", "Task"))
        self.task.addItem(tr("Evidence", "All tasks"), "")
        for first, second in ((self.group, self.reason), (self.source, self.task)):
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(first, 1)
            row.addWidget(second, 1)
            head.addLayout(row)
        self.suspicious = QCheckBox(tr("Evidence", "Suspected instructions only"))
        self.suspicious.toggled.connect(lambda _on: self._ask())
        head.addWidget(self.suspicious)
        column.addLayout(head)
        self.narrow = Banner()
        self.narrow.act_wanted.connect(self._show_not_in_filter)
        column.addWidget(self.narrow)
        self.rows = RowList(tr("Evidence", "Evidence"), to_line=line_of)
        self.rows.setModel(self.model)
        self.rows.selectionModel().currentChanged.connect(self._on_current)
        column.addWidget(self.rows, 1)
        self.pill = NewPill(lambda count: plural("Evidence", "%n new text(s)", count))
        self.pill.wanted.connect(self.model.take_new)
        self.model.new_waiting.connect(self.pill.set_count)
        column.addWidget(self.pill)
        self.count = PlainLabel("", "small", "secondary")
        self.count.setContentsMargins(12, 6, 12, 8)
        column.addWidget(self.count)
        return left

    def _box(self, words: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(words)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.activated.connect(lambda _index: self._ask())
        return box

    def _centre(self) -> QWidget:
        centre = QFrame()
        centre.setObjectName("Reading")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        tools = QFrame()
        tools.setObjectName("ToolRow")
        row = QHBoxLayout(tools)
        row.setContentsMargins(16, 4, 12, 4)
        row.setSpacing(8)
        inert = tr("Evidence", "Text only. Pictures, scripts and links of this page are not loaded.")
        row.addWidget(ElidedLabel(inert, "small", "secondary"), 1)
        self.quote_button = button(tr("Evidence", "Copy citation"), "ghost", "quote", "C", self.copy_citation)
        self.open_button = button(
            tr("Evidence", "In the browser …"), "ghost", "external", "O", self.open_source
        )
        row.addWidget(self.quote_button)
        row.addWidget(self.open_button)
        column.addWidget(tools)
        box = QVBoxLayout()
        box.setContentsMargins(16, 8, 16, 0)
        box.setSpacing(8)
        self.warning = NoticeBlock(NoticeText(""))
        self.refusal = NoticeBlock(NoticeText(""))
        self.refusal.act_wanted.connect(self.add_source)
        box.addWidget(self.refusal)
        box.addWidget(self.warning)
        column.addLayout(box)
        self.text = PassageView()
        self.text.setProperty("onPane", "false")
        self.text.setAccessibleName(tr("Evidence", "Text of the source"))
        self.text.link_activated.connect(self._confirm)
        column.addWidget(self.text, 1)
        self.empty = EmptyState()
        self.empty.act_wanted.connect(self._on_empty)
        self.stack = QStackedWidget()
        self.stack.addWidget(centre)
        self.stack.addWidget(self.empty)
        return self.stack

    def _right(self) -> QWidget:
        right = QFrame()
        right.setObjectName("Pane")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        self.page = SafeTextBrowser(role="body", left=16, top=12, measured=False)
        self.page.setProperty("onPane", "true")
        self.page.setAccessibleName(tr("Evidence", "Provenance and use"))
        self.page.link_activated.connect(self._on_link)
        column.addWidget(self.page)
        return right

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place."""
        group = tr("Evidence", "Evidence")
        specs: tuple[tuple[str, str, Callable[[], None], tuple[str, ...], str], ...] = (
            ("open", tr("Evidence", "Open in the browser"), self.open_source, ("O",), "external"),
            ("copy", tr("Evidence", "Copy citation"), self.copy_citation, ("C",), "quote"),
            ("add", tr("Evidence", "Add the source to the filter"), self.add_source, ("F",), "filter"),
            ("next", tr("Evidence", "Next text"), lambda: self._step(1), ("J",), "chevron-down"),
            ("former", tr("Evidence", "Previous text"), lambda: self._step(-1), ("K",), "chevron-up"),
            ("filter", tr("Evidence", "Filter the evidence"), self.field.setFocus, ("/",), "filter"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"evidence.{name}", words, run, keys, icon, "evidence", group), self)

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> EvidenceFilter:
        return EvidenceFilter(
            str(self.group.currentData()),
            str(self.reason.currentData()),
            str(self.source.currentData()),
            str(self.task.currentData()),
            self.field.text().strip(),
            self.suspicious.isChecked(),
        )

    def _ask(self) -> None:
        self.model.ask(Question(self._wanted()))
        self._read_counts()

    def _read_counts(self) -> None:
        profile, task = self._profile, str(self.task.currentData())
        self._context.ask(
            lambda: evidence_counts(profile, task), self._show_counts, channel="evidence.counts", owner=self
        )

    def _show_counts(self, counts: EvidenceCounts) -> None:
        self._counts = counts
        for place, name in enumerate(GROUPS):
            self.group.setItemText(place, f"{group_word(name)}  {number(counts.groups.get(name, 0))}")
        _refill(self.reason, [(code, f"{refusal_word(code)}  {number(n)}") for code, n in counts.reasons])
        _refill(self.source, [(key, f"{plain_label(key, 60)}  {number(n)}") for key, n in counts.sources])
        _refill(self.task, [(key, plain_label(topic, 60)) for key, topic, _n in counts.tasks])
        narrow = self._context.settings.source_filter() is not None
        if counts.not_in_filter and narrow:
            text = plural(
                "Evidence", "The source filter is narrow: %n hit(s) were refused.", counts.not_in_filter
            )
            self.narrow.say(NoticeText(text, "", tr("Evidence", "Show them"), Tone.INFO, "filter"))
        else:
            self.narrow.hide()

    def _show_not_in_filter(self) -> None:
        self.group.setCurrentIndex(self.group.findData("refused"))
        self.reason.setCurrentIndex(max(0, self.reason.findData("domain_not_in_filter")))
        self._ask()

    def _heard(self, changes: ChangeSet) -> None:
        ids = [f"e:{one}" for kind, one in changes.items if kind is Kind.EVIDENCE and one]
        self.model.refresh(ids)
        self._read_counts()
        if self.target and any(one == self.target for one in ids):
            self._read(self.target)

    def _on_loaded(self, count: int) -> None:
        self.count.setText(plural("Evidence", "%n entrie(s)", count))
        if count:
            self.stack.setCurrentIndex(0)
            row = self.model.row_of(self.target)
            if row >= 0 and self.rows.currentIndex().row() != row:
                self.rows.setCurrentIndex(self.model.index(row, 0))
            elif not self.rows.currentIndex().isValid():
                self.rows.setCurrentIndex(self.model.index(0, 0))
            return
        self.reading = None
        self.page.show_safe(Page().done())
        if self._wanted() != EvidenceFilter():
            empty = Empty(
                "filter",
                tr("Evidence", "No evidence matches the filter."),
                "",
                tr("Evidence", "Reset filter"),
            )
        else:
            text = tr("Evidence", "It appears when a task reads pages or the local library.")
            empty = Empty("evidence", tr("Evidence", "No evidence yet."), text, tr("Evidence", "Add library"))
        self.empty.say(empty)
        self.stack.setCurrentWidget(self.empty)

    def _on_empty(self) -> None:
        if self._wanted() == EvidenceFilter():
            self._context.open_place("settings", "library.folders")
        else:
            self._reset()

    def _reset(self) -> None:
        self.field.clear()
        for box in (self.group, self.reason, self.source, self.task):
            box.setCurrentIndex(0)
        self.suspicious.setChecked(False)
        self._ask()

    def _on_current(self, current: QModelIndex, _former: QModelIndex) -> None:
        found = self.model.id_at(current.row())
        if found is not None:
            self.target = str(found)
            self._read(self.target)

    def _step(self, by: int) -> None:
        row = self.rows.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.rows.setCurrentIndex(self.model.index(row, 0))

    def _read(self, row_id: str) -> None:
        profile = self._profile
        self._context.ask(
            lambda: read_evidence(profile, row_id), self._show, channel="evidence.text", owner=self
        )

    def show_target(self, target: str) -> None:
        """Show one text by its id, or with ``task:ID`` what one task kept and refused."""
        if target.startswith(TASK_TARGET):
            task_id = target.removeprefix(TASK_TARGET)
            if self.task.findData(task_id) < 0:
                self.task.addItem(task_id, task_id)
            self.task.setCurrentIndex(self.task.findData(task_id))
            self._ask()
            return
        self.target = target if target.startswith(("e:", "c:")) else f"e:{target}"
        row = self.model.row_of(self.target)
        if row >= 0:
            self.rows.setCurrentIndex(self.model.index(row, 0))
            self.rows.scrollTo(self.model.index(row, 0))
        else:
            self._read(self.target)

    # -- showing ------------------------------------------------------------------------------------

    def _show(self, reading: Reading | None) -> None:
        self.reading = reading
        if reading is None:
            return
        self.stack.setCurrentIndex(0)
        row, view = reading.row, reading.view
        self._show_refusal(row)
        injection = view.evidence.injection_passages if view is not None else ()
        self.warning.setVisible(bool(injection))
        if injection:
            text = tr("Evidence", "It stays text and changes neither searches nor verdicts.")
            quoted = "\n".join(f"“{plain_label(one, 300)}”" for one in injection[:3])
            head = tr("Evidence", "A passage looks like an instruction to a model")
            self.warning.say(NoticeText(head, f"{quoted}\n{text}", "", Tone.WARNING))
        marked = _places(view.evidence.text, injection) if view is not None else []
        if view is None:
            words = tr("Evidence", "No text of it was kept.")
            self.text.show_passage(render_plain(words), [], Lamp.UNCHECKED)
        else:
            # The beginning is shown, not the first quotation: here the text itself is the matter.
            self.text.show_passage(reading.safe, reading.spans, Lamp.SUPPORTED, marked)
            self.text.show_page(0)
        self.page.show_safe(self._facts(reading))
        self.open_button.set_locked(
            "" if may_open(_address(reading)) else tr("Evidence", "It lies in your library, not on the web.")
        )
        self.quote_button.set_locked("" if view is not None else tr("Evidence", "No text was kept."))

    def _show_refusal(self, row: EvidenceRow) -> None:
        self.refusal.setVisible(row.state == "refused")
        if row.state != "refused":
            return
        parts = [plain_label(row.detail, 300)] if row.detail else []
        if row.confidence and not row.detail:
            parts.append(
                tr("Evidence", "It fits the questions {score}.").format(score=decimal(row.confidence))
            )
        act = tr("Evidence", "Add the source to the filter") if row.reason == "domain_not_in_filter" else ""
        head = tr("Evidence", "Refused: {reason}").format(reason=refusal_word(row.reason))
        self.refusal.say(NoticeText(head, " ".join(parts), act, Tone.INFO, "reject"))

    def _facts(self, reading: Reading) -> SafeDocument:
        row, view = reading.row, reading.view
        page = Page().heading(row.title or short_uri(row.uri), 2)
        page.fact(tr("Evidence", "Address"), row.uri)
        page.fact(tr("Evidence", "Task"), self._topic(row.task_id), f"{TASK_LINK}{row.task_id}")
        if view is None:
            page.fact(tr("Evidence", "Found"), moment(row.at, self._profile.clock.time()))
            return page.done()
        one = view.evidence
        page.fact(tr("Evidence", "Recorded origin"), one.recorded_origin)
        page.fact(tr("Evidence", "Read"), moment(one.retrieved_at, self._profile.clock.time()))
        page.fact(tr("Evidence", "Dated"), day(one.dated_at) if one.dated_at else "")
        rating = tr("Evidence", "relevance {relevance} · quality {quality} · trust {trust} ({origin})")
        page.fact(
            tr("Evidence", "Rating"),
            rating.format(
                relevance=decimal(one.relevance),
                quality=decimal(one.quality),
                trust=decimal(one.confidence),
                origin=origin_word(one.origin.value),
            ),
        )
        voices = plural("Evidence", "%n voice(s)", one.evidence_count)
        page.fact(tr("Evidence", "Confirmed by"), voices)
        page.fact(tr("Evidence", "Language"), language_word(one.lang))
        page.fact(tr("Evidence", "Licence"), one.licence)
        page.fact(tr("Evidence", "Read by"), one.extractor)
        page.fact("SHA-256", short_hash(one.sha256))
        page.heading(tr("Evidence", "Claims that rest on it"), 4)
        if not view.claims:
            page.quiet(tr("Evidence", "None yet."))
        for draft_id, _claim_id, text in view.claims:
            page.bullet(text, "", f"{DRAFT_LINK}{draft_id}")
        page.heading(tr("Evidence", "For these articles"), 4)
        if not view.seeds:
            page.quiet(tr("Evidence", "None."))
        for node_id, title in view.seeds:
            page.bullet(title, "", f"{ARTICLE_LINK}{node_id}")
        return page.done()

    def _topic(self, task_id: str) -> str:
        return next((topic for key, topic, _n in self._counts.tasks if key == task_id), task_id)

    # -- acts ---------------------------------------------------------------------------------------

    def _confirm(self, url: str) -> None:
        self._context.confirm_link(url)

    def _on_link(self, link: str) -> None:
        for prefix, place in ((DRAFT_LINK, "review"), (ARTICLE_LINK, "articles"), (TASK_LINK, "queue")):
            if link.startswith(prefix):
                self._context.open_place(place, link.removeprefix(prefix))
                return
        self._context.confirm_link(link)

    def open_source(self) -> None:
        """Ask to open the source's address (O)."""
        if self.reading is not None and may_open(_address(self.reading)):
            self._context.confirm_link(_address(self.reading))

    def copy_citation(self) -> None:
        """Copy title, address, day and hash of the text (C)."""
        if self.reading is None or self.reading.view is None:
            return
        one = self.reading.view.evidence
        words = f"{one.title}. {_address(self.reading)} ({day(one.retrieved_at)}). SHA-256 {one.sha256}"
        QGuiApplication.clipboard().setText(words)
        self._context.say(tr("Evidence", "Citation copied."))

    def add_source(self) -> None:
        """Add the source of what is shown to the thinking-source filter (F, SPEC K5)."""
        if self.reading is None:
            return
        key = self.reading.row.source
        kept = self._context.settings.source_filter()
        if kept is None:
            self._context.say(tr("Evidence", "The source filter allows all sources already."))
            return
        if key in kept:
            self._context.say(tr("Evidence", "This source is in the filter already."))
            return
        profile = self._profile
        wanted = [*kept, key]

        def back() -> None:
            self._context.act(lambda: profile.settings.set("source.filter", list(kept)), owner=self)

        self._context.act(
            lambda: profile.settings.set("source.filter", wanted),
            lambda _value: self._context.say(
                tr("Evidence", "Added to the source filter: {source}").format(source=plain_label(key, 80)),
                tr("Evidence", "Undo"),
                back,
            ),
            owner=self,
        )


def _refill(box: QComboBox, rows: Sequence[tuple[str, str]]) -> None:
    """Give a box its rows anew and keep the choice; the first row stays."""
    chosen = box.currentData()
    first = box.itemText(0)
    if [(box.itemData(n), box.itemText(n)) for n in range(1, box.count())] == list(rows):
        return
    box.blockSignals(True)
    box.clear()
    box.addItem(first, "")
    for key, words in rows:
        box.addItem(words, key)
        box.setItemData(box.count() - 1, words, Qt.ItemDataRole.ToolTipRole)
    at = box.findData(chosen)
    if at < 0 and chosen:
        box.addItem(str(chosen), chosen)
        at = box.count() - 1
    box.setCurrentIndex(max(0, at))
    box.blockSignals(False)


def _address(reading: Reading) -> str:
    recorded = reading.view.evidence.recorded_origin if reading.view is not None else ""
    return recorded or reading.row.uri


def _places(text: str, passages: Sequence[str]) -> list[tuple[int, int]]:
    """Return where suspected instructions stand in the text."""
    found = []
    for one in passages[:20]:
        at = text.find(one) if one else -1
        if at >= 0:
            found.append((at, at + len(one)))
    return found
