"""The evidence place: kept and refused with reasons, an inert reader, the claims that rest on it (W4)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from neurodesk.app.queries.evidence_lists import GROUPS, EvidenceCounts, EvidenceFilter, evidence_counts
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.desk.words import source_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day
from neurodesk.ui.panes.evidence.compare import CompareDialog
from neurodesk.ui.panes.evidence.facets import FacetTree, FacetValue
from neurodesk.ui.panes.evidence.reader import Reader
from neurodesk.ui.panes.evidence.reading import (
    ARTICLE_LINK,
    DRAFT_LINK,
    TASK_LINK,
    Reading,
    facts_page,
    read_evidence,
)
from neurodesk.ui.panes.evidence.rows import EvidenceRows, group_icon, group_word, line_of
from neurodesk.ui.panes.evidence.sources import BlockDialog, add_to_filter, ask_to_erase, deny
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.review.words import refusal_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.shell.link_dialog import may_open
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lists import RowList
from neurodesk.ui.widgets.notices import Banner, NoticeText, Tone
from neurodesk.ui.widgets.paged_model import Cell, Column, PagedModel, Question
from neurodesk.ui.widgets.parts import Empty, NewPill, PlainLabel
from neurodesk.ui.widgets.safe_text import SafeTextBrowser

FILTER_AFTER_MS = 15
TASK_TARGET = "task:"
STATE, REASON, SOURCE, TASK, MARK = "state", "reason", "source", "task", "mark"
SUSPICIOUS = "suspicious"
# Together they leave the third pane its place in a window of 1440.
FACETS_PX, LIST_PX, FACTS_PX = 244, 318, 300


class EvidencePane(Place):
    """The place; ``target`` is the row shown, or ``task:ID`` for the rows of one task."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.target = ""
        self.reading: Reading | None = None
        self._pinned: Reading | None = None
        self._undo: list[Callable[[], None]] = []
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
            "evidence",
            self._left(),
            self._centre(),
            self._right(),
            titles,
            context.window.layout_store,
            left_px=(FACETS_PX + LIST_PX, FACETS_PX + 200, FACETS_PX + 480),
            right_px=FACTS_PX,
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(panes)
        self.set_first_focus(self.rows, self.text)
        context.watch(self, self._heard, Kind.EVIDENCE, Kind.CANDIDATE, Kind.TASK, Kind.SETTING)
        self._ask()

    # -- building -----------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        left = QSplitter(Qt.Orientation.Horizontal)
        left.setHandleWidth(1)
        left.setChildrenCollapsible(False)
        left.addWidget(self._facets())
        left.addWidget(self._list())
        left.setStretchFactor(1, 1)
        left.setSizes([theme().scaled(FACETS_PX), theme().scaled(LIST_PX)])
        return left

    def _facets(self) -> QWidget:
        groups = (
            (STATE, tr("Evidence", "Decision")),
            (REASON, tr("Evidence", "Reason of refusal")),
            (MARK, tr("Evidence", "Marks")),
            (SOURCE, tr("Evidence", "Source")),
            (TASK, tr("Evidence", "Task")),
        )
        self.facets = FacetTree(groups, tr("Evidence", "Facets: what the list shows"))
        self.facets.setMinimumWidth(theme().scaled(150))
        self.facets.changed.connect(self._ask)
        return self.facets

    def _list(self) -> QWidget:
        box = QFrame()
        box.setObjectName("Pane")
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
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
        column.addWidget(Hairline())
        column.addWidget(self.count)
        return box

    def _centre(self) -> QWidget:
        self.reader = Reader()
        self.text = self.reader.text
        self.text.link_activated.connect(self._on_link)
        for signal, act in (
            (self.reader.copy_wanted, self.copy_citation),
            (self.reader.open_wanted, self.open_source),
            (self.reader.add_wanted, self.add_source),
            (self.reader.block_wanted, self.block_source),
            (self.reader.compare_wanted, self.compare),
        ):
            signal.connect(act)
        self.empty = PlaceEmpty(self._context)
        self.empty.act_wanted.connect(self._on_empty)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.reader)
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
            ("block", tr("Evidence", "Block the domain"), self.block_source, ("B",), "shield"),
            ("erase", tr("Evidence", "Erase the text"), self.erase, ("Del",), "trash"),
            ("compare", tr("Evidence", "Compare with another text"), self.compare, ("=",), "split"),
            ("undo", tr("Evidence", "Take the last act back"), self.undo, ("U",), "undo"),
            ("next", tr("Evidence", "Next text"), lambda: self._step(1), ("J",), "chevron-down"),
            ("former", tr("Evidence", "Previous text"), lambda: self._step(-1), ("K",), "chevron-up"),
            ("filter", tr("Evidence", "Filter the evidence"), self.field.setFocus, ("/",), "filter"),
            ("facets", tr("Evidence", "Go to the facets"), self._to_facets, ("G",), "tag"),
        )
        for name, words, run, keys, icon in specs:
            table.add(ActionSpec(f"evidence.{name}", words, run, keys, icon, "evidence", group), self)

    # -- reading ------------------------------------------------------------------------------------

    def _wanted(self) -> EvidenceFilter:
        facets = self.facets
        return EvidenceFilter(
            facets.chosen(STATE),
            facets.chosen(REASON),
            facets.chosen(SOURCE),
            facets.chosen(TASK),
            self.field.text().strip(),
            bool(facets.chosen(MARK)),
        )

    def _ask(self) -> None:
        self.model.ask(Question(self._wanted()))
        self._read_counts()

    def _read_counts(self) -> None:
        profile, wanted = self._profile, self._wanted()
        self._context.ask(
            lambda: evidence_counts(profile, wanted), self._show_counts, channel="evidence.counts", owner=self
        )

    def _show_counts(self, counts: EvidenceCounts) -> None:
        self._counts = counts
        facets = self.facets
        facets.show_values(
            STATE,
            [FacetValue(one, group_word(one), counts.groups.get(one, 0), group_icon(one)) for one in GROUPS],
        )
        facets.show_values(REASON, [FacetValue(code, refusal_word(code), n) for code, n in counts.reasons])
        marked = FacetValue(
            SUSPICIOUS, tr("Evidence", "Suspected instructions"), counts.suspicious, "warning"
        )
        facets.show_values(MARK, [marked])
        facets.show_values(SOURCE, [FacetValue(key, source_word(key), n) for key, n in counts.sources])
        facets.show_values(
            TASK, [FacetValue(key, plain_label(topic, 60), n) for key, topic, n in counts.tasks]
        )
        narrow = self._context.settings.source_filter() is not None
        if counts.not_in_filter and narrow:
            text = plural(
                "Evidence", "The source filter is narrow: %n hit(s) were refused.", counts.not_in_filter
            )
            self.narrow.say(NoticeText(text, "", tr("Evidence", "Show them"), Tone.INFO, "filter"))
        else:
            self.narrow.hide()

    def _show_not_in_filter(self) -> None:
        self.facets.clear()
        self.facets.choose(STATE, ("refused",))
        code = "domain_not_in_filter"
        self.facets.choose(REASON, (code,), {code: refusal_word(code)})
        self._ask()

    def _to_facets(self) -> None:
        self.facets.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not self.facets.currentIndex().parent().isValid():
            first = self.facets.values.index(0, 0)
            self.facets.setCurrentIndex(self.facets.values.index(0, 0, first))

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
        self.facets.clear()
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
            self.facets.clear()
            self.facets.choose(TASK, (task_id,), {task_id: self._topic(task_id)})
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
        self.reader.show_reading(reading)
        self.reader.compare_button.set_words(
            tr("Evidence", "Compare")
            if self._pinned is None or self._pinned.row.id == reading.row.id
            else tr("Evidence", "Compare with the marked text")
        )
        now = self._profile.clock.time()
        self.page.show_safe(facts_page(reading, self._topic(reading.row.task_id), now))

    def _topic(self, task_id: str) -> str:
        return next((topic for key, topic, _n in self._counts.tasks if key == task_id), task_id)

    # -- acts ---------------------------------------------------------------------------------------

    def _on_link(self, link: str) -> None:
        for prefix, place in ((DRAFT_LINK, "review"), (ARTICLE_LINK, "articles"), (TASK_LINK, "queue")):
            if link.startswith(prefix):
                self._context.open_place(place, link.removeprefix(prefix))
                return
        self._context.confirm_link(link)

    def open_source(self) -> None:
        """Ask to open the source's address (O)."""
        if self.reading is not None and may_open(self.reading.address):
            self._context.confirm_link(self.reading.address)

    def copy_citation(self) -> None:
        """Copy title, address, day and hash of the text (C)."""
        if self.reading is None or self.reading.view is None:
            return
        one = self.reading.view.evidence
        words = f"{one.title}. {self.reading.address} ({day(one.retrieved_at)}). SHA-256 {one.sha256}"
        QGuiApplication.clipboard().setText(words)
        self._context.say(tr("Evidence", "Citation copied."))

    def add_source(self) -> None:
        """Add the source of what is shown to the thinking-source filter (F, SPEC K5)."""
        if self.reading is not None:
            add_to_filter(self._context, self.reading.row.source, self, self._undo.append)

    def block_source(self) -> None:
        """Show what rests on the domain, then block it if the curator says so (B)."""
        host = self.reading.web_host if self.reading is not None else ""
        if not host:
            self._context.say(tr("Evidence", "Only domains of the web can be blocked."))
            return
        dialog = BlockDialog(
            self._context,
            host,
            lambda aside: deny(self._context, host, self, self._undo.append, aside=aside),
        )
        dialog.draft_wanted.connect(lambda draft: self._context.open_place("review", draft))
        dialog.open()

    def erase(self) -> None:
        """Erase the text for good, after a typed reason (Del, SPEC W6)."""
        view = self.reading.view if self.reading is not None else None
        if view is None or view.erased_because:
            self._context.say(tr("Evidence", "There is no text to erase."))
            return
        ask_to_erase(self._context, view, self)

    def undo(self) -> None:
        """Take the last change of filter or deny list back (U)."""
        if self._undo:
            self._undo.pop()()
            self._context.say(tr("Evidence", "Taken back."))
        else:
            self._context.say(tr("Evidence", "There is nothing to take back."))

    def compare(self) -> None:
        """Mark the text to compare with; with another one marked, show both side by side (=)."""
        reading = self.reading
        if reading is None or reading.view is None:
            return
        pinned = self._pinned
        if pinned is None or pinned.row.id == reading.row.id:
            self._pinned = reading
            self._context.say(tr("Evidence", "Marked. Go to another text and press = again."))
            return
        self._pinned = None
        CompareDialog(self._context, pinned, reading).open()
        self.reader.compare_button.set_words(tr("Evidence", "Compare"))
