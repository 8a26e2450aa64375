"""Editing a claim in place, or the whole article: re-checked by code at once, saved by itself, truthfully."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout

from neurodesk.app.draft_sources import sources_of
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import DeskDraft
from neurodesk.domain.articles import Claim, Verdict
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.pipeline.rejudge import CodeJudge
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock
from neurodesk.ui.panes.review.marks import lamp_of
from neurodesk.ui.panes.review.session import DraftSession
from neurodesk.ui.panes.review.words import reason_headline
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.lamps import Lamp, lamp_word
from neurodesk.ui.widgets.parts import PlainLabel, button

CHECK_AFTER_MS = 300
SAVE_AFTER_MS = 1_500


@dataclass(frozen=True, slots=True)
class Checked:
    """The code's verdicts on the units of an edited stretch: the worst one, and why."""

    verdict: Verdict | None
    reasons: tuple[str, ...]
    units: int


def check_edit(profile: Profile, desk: DeskDraft, text: str, start: int, end: int) -> Checked:
    """Judge the units of a stretch of an edited text by code; for a reader thread (SPEC P3)."""
    sources = profile.database.read(lambda rx: sources_of(rx, desk.draft, list(desk.claims)))
    judge = CodeJudge(text, sources)
    order = list(Verdict)
    known = {(one.claim.kind, one.claim.text): one.claim for one in desk.claims}
    found: list[Claim] = []
    for unit in judge.units():
        if unit.exempt or unit.end <= start or unit.start >= end:
            continue
        same = known.get((unit.kind, unit.text))
        found.append(same if same is not None else judge.judge(unit))
    verdicts = [one.verdict for one in found if one.verdict is not None]
    worst = max(verdicts, key=order.index) if verdicts else None
    codes = [reason.code for one in found if one.verdict is worst for reason in one.reasons]
    return Checked(worst, tuple(dict.fromkeys(codes)), len(found))


class EditPanel(QFrame):
    """A plain text field over a stretch of the draft.

    ``finished`` when the curator is done; ``state_changed`` carries the words of the saved state and
    whether all is well. Esc restores the text; Ctrl+Enter ends; leaving saves.
    """

    finished = Signal()
    state_changed = Signal(str, bool)

    def __init__(self, context: DeskContext, session: DraftSession) -> None:
        super().__init__()
        self.setObjectName("Card")
        self._context, self._session, self._profile = context, session, context.profile
        self._before, self._start, self._end = "", 0, 0
        self._stored = self._pending = ""
        self._active = False
        self._waiting = False
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        self.field = QPlainTextEdit()
        self.field.setProperty("field", "true")
        self.field.setAccessibleName(tr("Edit", "Text of the claim"))
        self.field.setFont(theme().font("reading"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_text)
        column.addWidget(self.field, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._lamp = QLabel()
        row.addWidget(self._lamp)
        self.verdict = PlainLabel("", "small", "secondary", wrap=True)
        row.addWidget(self.verdict, 1)
        row.addWidget(button(tr("Edit", "Restore"), "ghost", "undo", tr("Edit", "Esc"), self.restore))
        row.addWidget(button(tr("Edit", "Done"), "", "", tr("Edit", "Ctrl+Enter"), self.finish))
        column.addLayout(row)
        self._check_timer = self._timer(CHECK_AFTER_MS, self._check)
        self._save_timer = self._timer(SAVE_AFTER_MS, self.save)
        session.edit_stored.connect(self._on_stored)
        session.edit_failed.connect(self._on_failed)
        self.hide()

    def _timer(self, interval_ms: int, run: Callable[[], None]) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(interval_ms)
        made.timeout.connect(run)
        return made

    @property
    def active(self) -> bool:
        """Whether an edit is open."""
        return self._active

    @property
    def start(self) -> int:
        """Where the edited stretch begins in the draft."""
        return self._start

    def text(self) -> str:
        """The whole draft with the edit in it."""
        return self._before[: self._start] + self.field.toPlainText() + self._before[self._end :]

    def begin(self, text: str, start: int, end: int) -> None:
        """Open a stretch of the draft's text for editing."""
        self._before, self._start, self._end = text, start, end
        self._stored = text
        self._active = True
        self.field.blockSignals(True)
        self.field.setPlainText(text[start:end])
        self.field.blockSignals(False)
        self.verdict.setText(tr("Edit", "Nothing changed yet."))
        self._show_lamp(Lamp.EDITED)
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def _show_lamp(self, lamp: Lamp) -> None:
        picture = theme().lamp(lamp.value, 14, self.devicePixelRatioF(), "surface.raised")
        self._lamp.setPixmap(picture)
        self._lamp.setAccessibleName(lamp_word(lamp))

    def _on_text(self) -> None:
        self._show_lamp(Lamp.EDITED)
        self.verdict.setText(tr("Edit", "Edited; being checked …"))
        self.state_changed.emit(tr("Edit", "Not saved yet"), True)
        self._check_timer.start()
        self._save_timer.start()

    # -- checking -----------------------------------------------------------------------------------

    def _check(self) -> None:
        view = self._session.view
        if view is None or not self._active:
            return
        text, desk, profile = self.text(), view.desk, self._profile
        start, end = self._start, self._start + len(self.field.toPlainText())
        self._context.ask(
            lambda: check_edit(profile, desk, text, start, end),
            self._checked,
            channel="review.edit",
            owner=self,
            on_error=lambda error: self.verdict.setText(
                tr("Edit", "It could not be checked: {why}").format(why=error)
            ),
        )

    def _checked(self, found: Checked) -> None:
        if not self._active:
            return
        lamp = lamp_of(found.verdict)
        self._show_lamp(lamp)
        if not found.units:
            self.verdict.setText(tr("Edit", "Nothing left to check: the claim is deleted."))
            return
        words = [tr("Edit", "Checked by code: {verdict}").format(verdict=lamp_word(lamp))]
        if found.units > 1:
            words.append(plural("Edit", "worst of %n unit(s)", found.units))
        words += [
            reason_headline(code) for code in found.reasons[:2] if found.verdict is not Verdict.SUPPORTED
        ]
        self.verdict.setText(". ".join(words))

    # -- saving -------------------------------------------------------------------------------------

    def save(self) -> None:
        """Store the text now if it differs from what is stored."""
        self._save_timer.stop()
        text = self.text()
        if not self._active or text == self._stored or not text.strip():
            return
        self._waiting = True
        self._pending = text
        self.state_changed.emit(tr("Edit", "Saving …"), True)
        self._session.edit(text, self._start)

    def _on_stored(self) -> None:
        if not self._waiting:
            return
        self._waiting = False
        self._stored = self._pending
        words = tr("Edit", "Saved {time}").format(time=clock(self._profile.clock.time()))
        self.state_changed.emit(words, True)

    def _on_failed(self, error: BaseException) -> None:
        """Tell the truth: what was not saved, and that the text is still here (SPEC P3)."""
        self._waiting = False
        if not isinstance(error, NeuroDeskError):
            self._context.fail(error)
            self.state_changed.emit(tr("Edit", "Not saved; your text is still here"), False)
            return
        notice = fault_notice(error)
        if error.code == "staging_unwritable":
            # The version is in the database; only its copy in the staging folder is missing.
            self._stored = self._pending
            text = tr("Edit", "Saved, but the copy in the staging folder could not be written")
            self.state_changed.emit(text, False)
        else:
            text = tr("Edit", "Not saved: {why} Your text is still here").format(why=notice.headline)
            self.state_changed.emit(text, False)
            self._reopen()
        self._context.fail(error)

    def _reopen(self) -> None:
        if not self._active:
            self._active = True
            self.show()
            self.field.setFocus()

    def restore(self) -> None:
        """Put the text back as it was and end."""
        self._check_timer.stop()
        self._save_timer.stop()
        if not self._active:
            return
        changed = self._stored != self._before
        self._active = False
        self.hide()
        if changed or self._waiting:
            self._waiting = True
            self._pending = self._before
            self._session.edit(self._before, self._start)
        else:
            self.state_changed.emit("", True)
        self.finished.emit()

    def finish(self) -> None:
        """End the edit; what is not stored yet is stored now."""
        if not self._active:
            return
        self._check_timer.stop()
        self.save()
        if self.text() != self._before:
            self._session.note_edit(self._before)
        self._active = False
        self.hide()
        self.finished.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc restores, Ctrl+Enter ends; every other key is text, shortcuts of the place included."""
        if watched is self.field and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            if event.type() == QEvent.Type.ShortcutOverride and plain:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
                if event.key() == Qt.Key.Key_Escape:
                    self.restore()
                    return True
                if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                    self.finish()
                    return True
        return super().eventFilter(watched, event)
