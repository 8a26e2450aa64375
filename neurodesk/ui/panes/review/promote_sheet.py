"""The promotion sheet: a second, separate act (SPEC P5). *Cancel* is the default; Enter promotes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QWidget,
)

from neurodesk.app.commands import review
from neurodesk.app.decide import DESK
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import folders_of_kb
from neurodesk.app.queries.drafts import DeskDraft, show_draft
from neurodesk.app.queries.knowledge import knowledge_bases
from neurodesk.domain.articles import DraftKind
from neurodesk.domain.decisions import Actor
from neurodesk.domain.diff import Figures
from neurodesk.domain.encoding import decode_text
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.panes.review.passage import short_hash
from neurodesk.ui.panes.review.view import production_text
from neurodesk.ui.panes.review.words import blocks_sentence, conflict_sentence, kind_word
from neurodesk.ui.reading import plain_label, render_markdown
from neurodesk.ui.widgets.diff_view import compare
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button
from neurodesk.ui.widgets.sheet import Sheet

ASK_AFTER_MS = 250


class Promoter(Protocol):
    """Who carries a promotion out when the curator said so: hash, name, KB, folder, note."""

    def __call__(self, seen: str, who: str, kb_id: str, folder: str | None, note: str, /) -> None:
        """Promote."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What promoting would do now: the draft as it is, its plan, the figures, the KBs to choose from."""

    desk: DeskDraft
    figures: Figures
    kbs: tuple[tuple[str, str], ...]
    folders: tuple[str, ...]
    front: str


def read_preview(profile: Profile, draft_id: str, kb_id: str, folder: str | None) -> Preview:
    """Read what promoting would do; for a reader thread.

    Raises:
        BadInput: ``kb_unknown``, ``target_path_unsafe``. StorageFault: the KB's folder cannot be read.
    """
    desk = show_draft(profile, draft_id, kb_id=kb_id, folder=folder)
    # The hash over what was seen leaves a place chosen with the promotion itself out (SPEC P5).
    seen = desk if not kb_id and folder is None else show_draft(profile, draft_id)
    old = render_markdown(production_text(desk.draft, desk.plan))
    figures = compare(old, render_markdown(desk.draft.text)).figures
    kbs = tuple((one.id, one.name) for one in knowledge_bases(profile))
    chosen = desk.plan.kb_id
    folders = tuple(folders_of_kb(profile, chosen)) if chosen else ()
    front = ""
    if desk.draft.kind is DraftKind.NEW and desk.plan.changes and desk.plan.changes[0].new:
        text = decode_text(desk.plan.changes[0].new).text
        front = text.split("\n---", 1)[0] if text.startswith("---") else ""
    from dataclasses import replace

    return Preview(replace(desk, seen=seen.seen, blocking=seen.blocking), figures, kbs, folders, front)


class PromoteSheet(Sheet):
    """Shows target, words added and removed, who, when and hash; for a new article its place is chosen.

    Arguments: ``seen`` the hash over what the review place shows; another one locks the sheet until the
    place was looked at again.
    """

    def __init__(
        self,
        context: DeskContext,
        draft_id: str,
        seen: str,
        promoter: Promoter,
        on_place_changed: Callable[[], str],
    ) -> None:
        super().__init__(tr("Promote", "Promote this article?"), 560, context.window)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._context, self._profile = context, context.profile
        self._draft_id, self._seen, self._promoter = draft_id, seen, promoter
        self._shown_seen = on_place_changed
        self._preview: Preview | None = None
        column = self.column
        self.headline = PlainLabel(tr("Promote", "Promote this article?"), "paneTitle", wrap=True)
        column.addWidget(self.headline)
        text = tr("Promote", "This writes into your knowledge base. It can be undone, also days later.")
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        column.addWidget(self._fields())
        column.addWidget(self._facts())
        self.front = PlainLabel("", "small", "tertiary", wrap=True)
        column.addWidget(self.front)
        self.reason = PlainLabel(tr("Promote", "Loading …"), "small", "warning", wrap=True)
        column.addWidget(self.reason)
        self.cancel_button = button(tr("Dialogs", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.promote_button = button(tr("Promote", "&Promote"), "", "promote", on_click=self._promote)
        self.promote_button.setAutoDefault(False)
        self.add_foot(self.cancel_button, self.promote_button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ASK_AFTER_MS)
        self._timer.timeout.connect(self._ask)
        self._lock(tr("Promote", "Loading …"))
        self.cancel_button.setFocus()
        self._ask()

    # -- building -----------------------------------------------------------------------------------

    def _fields(self) -> QWidget:
        self.place = QWidget()
        grid = QGridLayout(self.place)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self.kb = QComboBox()
        self.folder = QComboBox()
        self.folder.setEditable(True)
        self.folder.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.categories = QLineEdit()
        self.categories.setPlaceholderText(tr("Promote", "separated by commas"))
        rows = (
            (tr("Promote", "Knowledge base"), self.kb),
            (tr("Promote", "Folder"), self.folder),
            (tr("Promote", "Categories"), self.categories),
        )
        for place, (words, field) in enumerate(rows):
            label = PlainLabel(words, "small", "tertiary")
            label.setBuddy(field)
            field.setAccessibleName(words)
            grid.addWidget(label, place, 0)
            grid.addWidget(field, place, 1)
        self.kb.activated.connect(lambda _index: self._changed(folder=True))
        self.folder.editTextChanged.connect(lambda _text: self._changed())
        self.categories.editingFinished.connect(self._keep_categories)
        self.place.hide()
        return self.place

    def _facts(self) -> QWidget:
        facts = QWidget()
        grid = QGridLayout(facts)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self.target = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle, strong=True)
        self.words = PlainLabel()
        self.files = PlainLabel("", "small", wrap=True)
        self.who = QLineEdit(self._context.curator())
        self.who.setMaxLength(100)
        self.who.setAccessibleName(tr("Promote", "Who"))
        self.who.textChanged.connect(lambda _text: self._check())
        self.when = PlainLabel(moment(self._profile.clock.time(), self._profile.clock.time()))
        self.hashes = PlainLabel("", "small", "secondary", wrap=True)
        for place, (words, widget) in enumerate(
            (
                (tr("Promote", "Target"), self.target),
                (tr("Promote", "Words"), self.words),
                (tr("Promote", "Files"), self.files),
                (tr("Promote", "Who"), self.who),
                (tr("Promote", "When"), self.when),
                (tr("Promote", "Hashes"), self.hashes),
            )
        ):
            label = PlainLabel(words, "small", "tertiary")
            several = widget in (self.files, self.hashes)
            top = Qt.AlignmentFlag.AlignTop if several else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(label, place, 0, top)
            grid.addWidget(widget, place, 1)
        return facts

    # -- reading ------------------------------------------------------------------------------------

    def _choice(self) -> tuple[str, str | None]:
        """Return the KB and folder chosen here, as far as they differ from the draft's own."""
        if self._preview is None or self._preview.desk.draft.kind is not DraftKind.NEW:
            return "", None
        draft = self._preview.desk.draft
        kb = str(self.kb.currentData() or "")
        folder = self.folder.currentText().strip()
        own = draft.target_path
        return (kb if kb != draft.kb_id else ""), (folder if folder != own else None)

    def _changed(self, *, folder: bool = False) -> None:
        self._lock(tr("Promote", "Loading …"))
        if folder:
            self._timer.start(0)
        else:
            self._timer.start()

    def _ask(self) -> None:
        kb, folder = self._choice()
        profile, draft_id = self._profile, self._draft_id
        self._context.ask(
            lambda: read_preview(profile, draft_id, kb, folder),
            self._show,
            channel="promote.preview",
            owner=self,
            on_error=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, NeuroDeskError):
            notice = fault_notice(error)
            self._lock(f"{notice.headline} {notice.text}".strip())
            return
        self._context.fail(error)
        self.reject()

    def _show(self, preview: Preview) -> None:
        first, self._preview = self._preview is None, preview
        desk, plan = preview.desk, preview.desk.plan
        if first and desk.draft.kind is DraftKind.NEW:
            self._fill_place(preview)
        self._fill_folders(preview.folders)
        self.headline.setText(
            tr("Promote", "Promote “{title}”?").format(title=plain_label(desk.draft.title, 120))
        )
        names = dict(preview.kbs)
        where = " / ".join(part for part in (names.get(plan.kb_id, ""), plan.target_path) if part)
        self.target.setText(plain_label(where or tr("Promote", "not chosen yet"), 300))
        added, removed = preview.figures.words_added, preview.figures.words_removed
        self.words.setText(
            tr("Promote", "+ {added} added, − {removed} removed · {kind}").format(
                added=added, removed=removed, kind=kind_word(desk.draft.kind)
            )
        )
        self.files.setText(_files(preview))
        self.hashes.setText(_hashes(preview))
        self.front.setText(" · ".join(line for line in preview.front.splitlines()[1:] if line.strip())[:400])
        self.front.setVisible(bool(preview.front))
        self._check()

    def _fill_place(self, preview: Preview) -> None:
        for kb_id, name in preview.kbs:
            self.kb.addItem(plain_label(name, 80), kb_id)
        self.kb.setCurrentIndex(max(0, self.kb.findData(preview.desk.plan.kb_id)))
        self.folder.blockSignals(True)
        self.folder.setEditText(preview.desk.draft.target_path)
        self.folder.blockSignals(False)
        self.categories.setText(", ".join(preview.desk.draft.categories))
        self.place.show()

    def _fill_folders(self, folders: Sequence[str]) -> None:
        if [self.folder.itemText(n) for n in range(self.folder.count())] == list(folders):
            return
        text = self.folder.currentText()
        self.folder.blockSignals(True)
        self.folder.clear()
        self.folder.addItems(list(folders))
        self.folder.setEditText(text)
        self.folder.blockSignals(False)

    def _keep_categories(self) -> None:
        """Categories stand in the article itself: they are part of what is promoted, so kept at once."""
        if self._preview is None:
            return
        wanted = [one.strip() for one in self.categories.text().split(",") if one.strip()]
        if wanted == list(self._preview.desk.draft.categories):
            return
        self._lock(tr("Promote", "Loading …"))
        profile, draft_id = self._profile, self._draft_id
        actor = Actor(self.who.text().strip(), DESK)

        def kept(_changes: object) -> None:
            self._seen = ""
            self._ask()

        self._context.act(
            lambda: review.set_place(profile, draft_id, actor, categories=wanted),
            kept,
            owner=self,
            on_error=self._failed,
        )

    # -- deciding -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter never promotes; on the focused button it says what does, where it would cancel in silence."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not enter or not self.promote_button.hasFocus():
            super().keyPressEvent(event)
            return
        self.reason.setText(tr("Promote", "Enter does not promote. Press Space or Alt+P."))
        self.reason.show()

    def _lock(self, reason: str) -> None:
        self.promote_button.set_locked(reason)
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))

    def _check(self) -> None:
        preview = self._preview
        if preview is None:
            return
        desk = preview.desk
        if desk.plan.conflict is not None:
            self._lock(conflict_sentence(desk.plan.conflict))
        elif desk.blocking:
            self._lock(blocks_sentence(desk.blocking))
        elif self._seen and desk.seen != self._seen:
            text = tr("Promote", "It is no longer what you saw. Close this sheet and look again.")
            self._lock(text)
        elif not self.who.text().strip():
            self._lock(tr("Promote", "Your name is needed; it stands in the audit."))
        else:
            self._lock("")

    def _promote(self) -> None:
        preview = self._preview
        if preview is None or not self.promote_button.isEnabled():
            return
        kb, folder = self._choice()
        who = " ".join(self.who.text().split())
        profile = self._profile
        if who != self._context.curator():
            self._context.act(lambda: profile.settings.set("curator.name", who))
        self.accept()
        self._promoter(preview.desk.seen, who, kb, folder, "")


def _files(preview: Preview) -> str:
    changes = preview.desk.plan.changes
    others = [one.path for one in changes[1:]]
    if not others:
        return plural("Promote", "%n file(s)", len(changes))
    shown = ", ".join(plain_label(path, 60) for path in others[:4])
    return plural("Promote", "%n file(s)", len(changes)) + f": {shown}" + (" …" if len(others) > 4 else "")


def _hashes(preview: Preview) -> str:
    parts = [tr("Promote", "seen {hash}").format(hash=short_hash(preview.desk.seen))]
    for change in preview.desk.plan.changes[:1]:
        if change.old_sha256:
            parts.append(tr("Promote", "file now {hash}").format(hash=short_hash(change.old_sha256)))
        if change.new_sha256:
            parts.append(tr("Promote", "file then {hash}").format(hash=short_hash(change.new_sha256)))
    return " · ".join(parts)
