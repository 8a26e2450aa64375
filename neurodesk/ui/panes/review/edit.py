"""Editing a claim in place, or the whole article: re-checked by code at once, saved by itself, truthfully."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from neurodesk.app.queries.edit_check import EditCheck, EditChecker
from neurodesk.domain.articles import Verdict
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock
from neurodesk.ui.panes.review.marks import lamp_of
from neurodesk.ui.panes.review.session import DraftSession
from neurodesk.ui.panes.review.words import reason_headline
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.claim_field import ClaimField
from neurodesk.ui.widgets.lamps import ClaimMark, Lamp, lamp_word
from neurodesk.ui.widgets.parts import PlainLabel, button

CHECK_AFTER_MS = 300
SAVE_AFTER_MS = 1_500
# Who types without a pause is saved so often.
SAVE_AT_LATEST_MS = 10_000


class EditPanel(QFrame):
    """A plain text field over a stretch of the draft.

    ``finished`` when the curator is done; ``state_changed`` carries the words of the saved state and
    whether all is well; ``draft_wanted`` the draft whose text could not be saved while another one is shown.
    Esc restores the text; Ctrl+Enter ends; leaving saves.
    """

    finished = Signal()
    state_changed = Signal(str, bool)
    draft_wanted = Signal(str)
    model_wanted = Signal(int)

    def __init__(self, context: DeskContext, session: DraftSession) -> None:
        super().__init__()
        self.setObjectName("Card")
        self._context, self._session, self._profile = context, session, context.profile
        self._draft_id = ""
        self._checker: EditChecker | None = None
        self._before, self._start, self._end = "", 0, 0
        # What the store holds, and what it was asked to hold and has not answered yet, in order.
        self._stored = ""
        self._pending: list[str] = []
        self._active = False
        self._typed = count(1)
        self._revision = 0
        self._ask_model = False
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        self.field = ClaimField()
        self.field.setProperty("field", "true")
        self.field.setAccessibleName(tr("Edit", "Text of the claim"))
        self.field.setFont(theme().font("reading"))
        self.field.installEventFilter(self)
        self.field.edited.connect(self._on_text)
        column.addWidget(self.field, 1)
        said = QHBoxLayout()
        said.setSpacing(8)
        self._lamp = QLabel()
        said.addWidget(self._lamp, 0, Qt.AlignmentFlag.AlignTop)
        self.verdict = PlainLabel("", "small", "secondary", wrap=True)
        said.addWidget(self.verdict, 1)
        column.addLayout(said)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.model_button = button(
            tr("Edit", "Ask the model"), "ghost", "model", tr("Edit", "Ctrl+M"), self.ask_model
        )
        row.addWidget(self.model_button)
        row.addWidget(button(tr("Edit", "Restore"), "ghost", "undo", tr("Edit", "Esc"), self.restore))
        row.addWidget(button(tr("Edit", "Done"), "", "", tr("Edit", "Ctrl+Enter"), self.finish))
        column.addLayout(row)
        self._check_timer = self._timer(CHECK_AFTER_MS, self._check)
        self._save_timer = self._timer(SAVE_AFTER_MS, self.save)
        self._late_timer = self._timer(SAVE_AT_LATEST_MS, self.save)
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
    def draft_id(self) -> str:
        """The draft whose text stands in the field."""
        return self._draft_id

    @property
    def start(self) -> int:
        """Where the edited stretch begins in the draft."""
        return self._start

    def text(self) -> str:
        """The whole draft with the edit in it."""
        return self._before[: self._start] + self.field.toPlainText() + self._before[self._end :]

    def begin(self, text: str, start: int, end: int) -> None:
        """Open a stretch of the open draft's text for editing."""
        view = self._session.view
        if view is None:
            return
        self._draft_id = view.draft.id
        self._checker = EditChecker(self._profile, view.desk)
        self._before, self._start, self._end = text, start, end
        self._stored, self._pending = text, []
        self._active, self._ask_model = True, False
        self._revision = next(self._typed)
        marks = self._marks(
            [(one.start, one.end, one.lamp) for one in self._session.marks()], text[start:end]
        )
        self.field.load(text[start:end], marks)
        self.verdict.setText(tr("Edit", "Nothing changed yet."))
        self._show_lamp(marks[0].lamp if len(marks) == 1 else Lamp.EDITED)
        self.show()
        self.field.setFocus()
        if (start, end) != (0, len(text)):
            self.field.selectAll()

    def _marks(self, found: Sequence[tuple[int, int, Lamp]], shown: str) -> list[ClaimMark]:
        """Return the claims of the stretch in its own offsets; those that only reach into it are cut."""
        end = self._start + len(shown)
        return [
            ClaimMark("", max(at, self._start) - self._start, min(to, end) - self._start, lamp)
            for at, to, lamp in found
            if at < end and to > self._start
        ]

    def _show_lamp(self, lamp: Lamp) -> None:
        word = lamp_word(lamp)
        if self._lamp.accessibleName() == word:
            return
        picture = theme().lamp(lamp.value, 14, self.devicePixelRatioF(), "surface.raised")
        self._lamp.setPixmap(picture)
        self._lamp.setAccessibleName(word)

    def _on_text(self) -> None:
        if not self._active:
            return
        self._revision = next(self._typed)
        self._show_lamp(Lamp.EDITED)
        self.verdict.setText(tr("Edit", "Edited; being checked …"))
        self.state_changed.emit(tr("Edit", "Not saved yet"), True)
        self._check_timer.start()
        self._save_timer.start()
        if not self._late_timer.isActive():
            self._late_timer.start()

    # -- checking -----------------------------------------------------------------------------------

    def _check(self) -> None:
        checker = self._checker
        if checker is None or not self._active:
            return
        shown, revision = self.field.toPlainText(), self._revision
        text, start, end = self.text(), self._start, self._start + len(shown)
        self._context.ask(
            lambda: checker.check(text, start, end),
            lambda found: self._checked(revision, shown, found),
            channel="review.edit",
            owner=self,
            on_error=lambda error: self.verdict.setText(
                tr("Edit", "It could not be checked: {why}").format(why=error)
            ),
        )

    def _checked(self, revision: int, shown: str, found: EditCheck) -> None:
        """Show what the code said, if it spoke of the text that stands in the field now."""
        if not self._active or revision != self._revision:
            return
        units = [(one.start, one.end, lamp_of(one.verdict)) for one in found.units]
        self.field.set_claims(shown, self._marks(units, shown))
        if not found.units:
            self._show_lamp(Lamp.EDITED)
            self.verdict.setText(tr("Edit", "Nothing left to check: the claim is deleted."))
            return
        changed = sum(one.changed for one in found.units)
        lamp = lamp_of(found.worst)
        self._show_lamp(lamp)
        if not changed:
            self.verdict.setText(tr("Edit", "No claim differs from the stored draft."))
            return
        words = [tr("Edit", "Checked by code: {verdict}").format(verdict=lamp_word(lamp))]
        if changed > 1:
            words.append(plural("Edit", "worst of %n unit(s)", changed))
        words += [reason_headline(code) for code in found.reasons[:2] if found.worst is not Verdict.SUPPORTED]
        self.verdict.setText(". ".join(words))

    def ask_model(self) -> None:
        """Save, then let the review model judge the claim at the cursor (SPEC P3: on request)."""
        if not self._active:
            return
        self._ask_model = True
        self.save()
        if not self._pending:
            self._tell_model()

    def _tell_model(self) -> None:
        if not self._ask_model:
            return
        self._ask_model = False
        before = self.field.toPlainText().encode("utf-16-le")[: 2 * self.field.textCursor().position()]
        self.model_wanted.emit(self._start + len(before.decode("utf-16-le", "ignore")))

    # -- saving -------------------------------------------------------------------------------------

    def save(self) -> None:
        """Store the text now if it differs from what is stored."""
        self._save_timer.stop()
        self._late_timer.stop()
        text = self.text()
        if self._active and text.strip() and text != self._sent():
            self._send(text)

    def _sent(self) -> str:
        return self._pending[-1] if self._pending else self._stored

    def _send(self, text: str) -> None:
        self._pending.append(text)
        self.state_changed.emit(tr("Edit", "Saving …"), True)
        self._session.edit(text, self._start, self._draft_id)

    def _on_stored(self) -> None:
        if not self._pending:
            return
        self._stored = self._pending.pop(0)
        if self._pending:
            return
        if self._active and self.text() != self._stored:
            # Typed on meanwhile: "saved" would not be true of what stands in the field.
            self.state_changed.emit(tr("Edit", "Not saved yet"), True)
            return
        words = tr("Edit", "Saved {time}").format(time=clock(self._profile.clock.time()))
        self.state_changed.emit(words, True)
        self._tell_model()

    def _on_failed(self, error: BaseException) -> None:
        """Tell the truth: what was not saved, and that the text is still here (SPEC P3)."""
        refused = self._pending.pop(0) if self._pending else self._stored
        self._ask_model = False
        if isinstance(error, NeuroDeskError) and error.code == "staging_unwritable":
            # The version is in the database; only its copy in the staging folder is missing.
            self._stored = refused
            text = tr("Edit", "Saved, but the copy in the staging folder could not be written")
        else:
            text = tr("Edit", "Not saved; your text is still here")
            if isinstance(error, NeuroDeskError):
                why = fault_notice(error).headline
                text = tr("Edit", "Not saved: {why} Your text is still here").format(why=why)
            self._reopen()
        self.state_changed.emit(text, False)
        self._context.fail(error)

    def _reopen(self) -> None:
        """Show the field again with the text that was not saved, over its own draft."""
        if self._active:
            return
        self._active = True
        if self._session.draft_id != self._draft_id:
            self.draft_wanted.emit(self._draft_id)
        self.show()
        self.field.setFocus()

    def restore(self) -> None:
        """Put the text back as it was and end."""
        for timer in (self._check_timer, self._save_timer, self._late_timer):
            timer.stop()
        if not self._active:
            return
        QGuiApplication.inputMethod().reset()
        changed = self._sent() != self._before
        self._active = False
        self.hide()
        if changed:
            self._send(self._before)
        else:
            self.state_changed.emit("", True)
        self.finished.emit()

    def finish(self) -> None:
        """End the edit; what is not stored yet is stored now, composed letters included."""
        if not self._active:
            return
        QGuiApplication.inputMethod().commit()
        for timer in (self._check_timer, self._save_timer, self._late_timer):
            timer.stop()
        text = self.text()
        if text != self._sent():
            self._send(text)
        if text != self._before:
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
                control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                if enter and control:
                    self.finish()
                    return True
                if event.key() == Qt.Key.Key_M and control:
                    self.ask_model()
                    return True
        return super().eventFilter(watched, event)
