"""One draft under review: what is shown, where the curator is, what he did, and how it is taken back.

No widget: the place asks it and hears its signals. Every act runs on the command thread, in the order of
the keys; what was seen is noted before an act that needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from neurodesk.app.commands import review
from neurodesk.app.commands.promote import Promoted, promote, undo
from neurodesk.app.decide import DESK, decide_to_promote, decide_to_undo
from neurodesk.domain.articles import DraftState, Reason, SourceRef, Verdict
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import AUTO_REPLY_TICK, Actor, JudgedClaim
from neurodesk.domain.errors import BadInput, NeuroDeskError
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.ask_model import ask_model
from neurodesk.ui.panes.review.marks import (
    blocks_of,
    marks_of,
    needs_reasons,
    next_open,
    shown_with,
    with_seen,
)
from neurodesk.ui.panes.review.view import ReviewView, read_view
from neurodesk.ui.widgets.lamps import ClaimMark

# Each note is read back by the whole place: while somebody walks fast, twice a second is enough.
SEEN_AFTER_MS = 500


@dataclass(frozen=True, slots=True)
class Undoable:
    """An act that can be taken back: its words, and what takes it back on the command thread."""

    draft_id: str
    words: str
    back: Callable[[], object]


class DraftSession(QObject):
    """The open draft.

    ``view_changed`` after each reading (None: nothing is open); ``claim_changed`` carries the current
    claim's id; ``marks_changed`` when seen marks changed meanwhile.
    """

    view_changed = Signal(object)
    claim_changed = Signal(str)
    marks_changed = Signal()
    edit_failed = Signal(object)
    edit_stored = Signal()

    def __init__(self, context: DeskContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._profile = context, context.profile
        self.view: ReviewView | None = None
        self.draft_id = ""
        self.claim_id = ""
        self.source_index = 0
        self._seen: set[str] = set()
        self._unsaved: list[str] = []
        self._undo: list[Undoable] = []
        self._jump_start = -1
        self._seen_timer = QTimer(self)
        self._seen_timer.setSingleShot(True)
        self._seen_timer.setInterval(SEEN_AFTER_MS)
        self._seen_timer.timeout.connect(self.flush_seen)
        context.watch(self, self._heard, Kind.DRAFT, Kind.EVIDENCE, Kind.NODE)

    # -- reading ------------------------------------------------------------------------------------

    def open(self, draft_id: str, claim_id: str = "") -> None:
        """Show another draft, at a claim of it if one is named; "" shows none."""
        if draft_id == self.draft_id:
            return
        self.flush_seen()
        self.draft_id, self.view, self.claim_id, self.source_index = draft_id, None, claim_id, 0
        self._seen.clear()
        if draft_id:
            self.refresh()
        else:
            self.view_changed.emit(None)

    def refresh(self) -> None:
        """Read the draft again."""
        draft_id, profile, former = self.draft_id, self._profile, self.view
        self._context.ask(
            lambda: read_view(profile, draft_id, former),
            self._on_view,
            channel="review.draft",
            owner=self,
            on_error=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, BadInput) and error.code == "draft_unknown":
            self.open("")
        else:
            self._context.fail(error)

    def _heard(self, changes: ChangeSet) -> None:
        if not self.draft_id:
            return
        draft = self.view.draft if self.view is not None else None
        base = draft.base_node_id if draft is not None else ""
        if (
            changes.touches(Kind.DRAFT, self.draft_id)
            or (base and changes.touches(Kind.NODE, base))
            or any(changes.touches(Kind.EVIDENCE, ref) for ref in self._refs())
        ):
            self.refresh()

    def _refs(self) -> Sequence[str]:
        return tuple(self.view.desk.passages) if self.view is not None else ()

    def _on_view(self, view: ReviewView) -> None:
        if view.draft.id != self.draft_id:
            return
        former = self.claim()
        first = self.view is None
        self.view = view
        ids = [one.id for one in self.claims() if not one.claim.exempt]
        if self._jump_start >= 0:
            former_id = self._nearest(self._jump_start)
            self._jump_start = -1
        else:
            former_id = self.claim_id if self.claim_id in ids else ""
        if not former_id and former is not None:
            former_id = self._nearest(former.claim.start)
        if not former_id:
            former_id = next_open(self.claims(), "") or (ids[0] if ids else "")
        changed = former_id != self.claim_id or first
        self.claim_id = former_id
        if changed:
            self.source_index = 0
        self.view_changed.emit(view)
        if changed:
            self.claim_changed.emit(former_id)
        if former_id and not first:
            self._note_seen(former_id)

    def _nearest(self, start: int) -> str:
        """Return the claim at a place of the text, where an edit gave it another id."""
        found = [one for one in self.claims() if not one.claim.exempt]
        return min(found, key=lambda one: (abs(one.claim.start - start), one.id)).id if found else ""

    # -- where the curator is -----------------------------------------------------------------------

    def claims(self) -> list[JudgedClaim]:
        """The claims in the order of the text, with what was seen meanwhile."""
        if self.view is None:
            return []
        return with_seen(self.view.desk.claims, self._seen, self._profile.clock.time())

    def marks(self) -> list[ClaimMark]:
        """The claims as the strip and the article show them."""
        return marks_of(self.claims())

    def blocks(self) -> tuple[Reason, ...]:
        """What keeps the draft from being approved."""
        return blocks_of(self.view.desk, self.claims()) if self.view is not None else ()

    def claim(self) -> JudgedClaim | None:
        """The current claim."""
        return next((one for one in self.claims() if one.id == self.claim_id), None)

    def source(self) -> SourceRef | None:
        """The source of the current claim that is shown."""
        claim = self.claim()
        refs = claim.claim.refs if claim is not None else ()
        return refs[self.source_index % len(refs)] if refs else None

    def go(self, claim_id: str) -> None:
        """Make a claim the current one; it counts as seen with its passage beside it."""
        if not claim_id or claim_id == self.claim_id:
            return
        self.claim_id, self.source_index = claim_id, 0
        self.claim_changed.emit(claim_id)
        self._note_seen(claim_id)

    def look(self) -> None:
        """Note the current claim as seen: the place is shown and its passage stands beside it."""
        if self.claim_id:
            self._note_seen(self.claim_id)

    def step(self, by: int) -> None:
        """Go to the next or the former claim in the order of the text."""
        marks = self.marks()
        place = next((n for n, one in enumerate(marks) if one.id == self.claim_id), -1)
        if marks and 0 <= place + by < len(marks):
            self.go(marks[place + by].id)

    def next_open(self) -> bool:
        """Go to the riskiest claim not seen, then to those that still block; tells whether there was one."""
        found = next_open(self.claims(), self.claim_id)
        self.go(found)
        return bool(found)

    def next_source(self) -> None:
        """Show the next source of the claim."""
        claim = self.claim()
        if claim is not None and len(claim.claim.refs) > 1:
            self.source_index = (self.source_index + 1) % len(claim.claim.refs)
            self.claim_changed.emit(self.claim_id)

    # -- what was seen ------------------------------------------------------------------------------

    def _note_seen(self, claim_id: str) -> None:
        known = {one.id for one in self.claims() if one.seen_at}
        fresh = [one for one in shown_with(self.claims(), claim_id) if one not in known]
        if not fresh:
            return
        self._seen.update(fresh)
        self._unsaved += fresh
        self.marks_changed.emit()
        if not self._seen_timer.isActive():
            self._seen_timer.start()

    def flush_seen(self) -> None:
        """Store what was seen; a claim that an edit replaced meanwhile is passed over."""
        self._seen_timer.stop()
        ids, self._unsaved = self._unsaved, []
        if not ids:
            return
        draft_id, profile = self.draft_id, self._profile

        def store() -> object:
            try:
                return review.mark_seen(profile, draft_id, ids)
            except BadInput as error:
                if error.code != "claim_unknown":
                    raise
                return None

        self._context.act(store, owner=self)

    # -- acts ---------------------------------------------------------------------------------------

    def _decide(
        self,
        work: Callable[[Actor], object],
        said: str = "",
        back: Callable[[Actor], object] | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Run an act of the curator, say it, and keep how it is taken back."""
        draft_id = self.draft_id

        def named(who: str) -> None:
            actor = Actor(who, DESK)
            self.flush_seen()

            def done(_answer: object) -> None:
                if back is not None:
                    self._say_undoable(Undoable(draft_id, said, lambda: back(actor)))
                elif said:
                    self._context.say(said)
                if then is not None:
                    then()

            self._context.act(lambda: work(actor), done, owner=self, on_error=self._act_failed)

        with_curator(self._context, named)

    def _act_failed(self, error: BaseException) -> None:
        self._context.fail(error)
        self.refresh()

    def _say_undoable(self, act: Undoable) -> None:
        self._undo.append(act)
        if act.words:
            self._context.say(act.words, tr("Review", "Undo (U)"), lambda: self._take_back(act))

    def _take_back(self, act: Undoable) -> None:
        if act not in self._undo:
            return
        self._undo.remove(act)

        def done(_answer: object) -> None:
            self._context.say(tr("Review", "Taken back: {what}").format(what=act.words))

        self._context.act(act.back, done, owner=self, on_error=self._act_failed)

    def undo(self) -> bool:
        """Take the last act on this draft back; tells whether there was one."""
        mine = [one for one in self._undo if one.draft_id == self.draft_id]
        if mine:
            self._take_back(mine[-1])
        return bool(mine)

    def judge(self, verdict: Verdict) -> None:
        """Give the current claim the curator's verdict and go on; it only makes a verdict stricter.

        Agreeing with a partially supported claim, or with a risky one that rests on one source, ticks it.
        """
        claim, profile, draft_id = self.claim(), self._profile, self.draft_id
        if claim is None:
            return
        before, was_ticked = claim.human_verdict, bool(claim.ticked_at)
        mild = verdict in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
        machine = claim.claim.verdict
        stays = machine in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
        ticks = mild and stays and (claim.must_be_ticked or verdict is Verdict.PARTIALLY_SUPPORTED)
        ticks = ticks or (mild and claim.must_be_ticked)

        def work(actor: Actor) -> object:
            changes = [review.judge(profile, draft_id, claim.id, verdict, actor)]
            if ticks and not was_ticked:
                changes.append(review.tick(profile, draft_id, [claim.id], actor))
            return ChangeSet.merged(changes)

        def back(actor: Actor) -> object:
            changes = [review.judge(profile, draft_id, claim.id, before, actor)]
            if ticks and not was_ticked:
                changes.append(review.tick(profile, draft_id, [claim.id], actor, off=True))
            return ChangeSet.merged(changes)

        self._decide(work, tr("Review", "Your verdict is noted."), back)
        self.step(1)

    def tick(self) -> None:
        """Tick the current claim or take the tick away; without one to tick, the line of automatic reply."""
        claim, profile, draft_id = self.claim(), self._profile, self.draft_id
        if self.view is None or claim is None:
            return
        wanted = claim.id if claim.must_be_ticked or claim.ticked_at else ""
        on = bool(claim.ticked_at)
        if not wanted and AUTO_REPLY_TICK in self.view.desk.plan.extra_ticks:
            wanted, on = AUTO_REPLY_TICK, AUTO_REPLY_TICK in self.view.draft.ticks
        if not wanted:
            self._context.say(tr("Review", "This claim needs no tick."))
            return
        said = tr("Review", "Tick taken away.") if on else tr("Review", "Ticked.")
        self._decide(
            lambda actor: review.tick(profile, draft_id, [wanted], actor, off=on),
            said,
            lambda actor: review.tick(profile, draft_id, [wanted], actor, off=not on),
        )

    def tick_line(self, on: bool) -> None:
        """Tick the line that switches automatic reply off, or take the tick away."""
        profile, draft_id = self._profile, self.draft_id
        self._decide(lambda actor: review.tick(profile, draft_id, [AUTO_REPLY_TICK], actor, off=not on))

    def comment(self, text: str) -> None:
        """Keep the curator's comment on the current claim; the verdict stays as it is."""
        claim, profile, draft_id = self.claim(), self._profile, self.draft_id
        if claim is None:
            return
        verdict, before = claim.human_verdict, claim.comment
        self._decide(
            lambda actor: review.judge(profile, draft_id, claim.id, verdict, actor, comment=text),
            tr("Review", "Comment kept."),
            lambda actor: review.judge(profile, draft_id, claim.id, verdict, actor, comment=before),
        )

    def ask_model(self) -> None:
        """Have the review model judge the current claim again (SPEC P3: on request)."""
        claim_id, draft_id = self.claim_id, self.draft_id
        if claim_id:
            self.flush_seen()
            with_curator(
                self._context, lambda who: ask_model(self._context, draft_id, claim_id, Actor(who, DESK))
            )

    def at(self, offset: int) -> None:
        """Go to the claim around an offset of the stored text, else to the nearest."""
        around = [one for one in self.claims() if one.claim.start <= offset <= one.claim.end]
        inner = min(
            (one for one in around if not one.claim.exempt),
            key=lambda one: (one.claim.end - one.claim.start, one.claim.start),
            default=None,
        )
        self.go(inner.id if inner is not None else self._nearest(offset))

    def set_source_aside(self, ref: str, reason: str) -> None:
        """Set a source of the current claim aside with a reason; the claim is judged without it (P4)."""
        claim, profile, draft_id = self.claim(), self._profile, self.draft_id
        if claim is not None:
            self._decide(
                lambda actor: review.reject_evidence(profile, draft_id, claim.id, ref, reason, actor),
                tr("Review", "Source set aside; the claim was judged without it."),
            )

    def approve(self, reasons: Mapping[str, str] | None = None) -> None:
        """Approve exactly what is shown."""
        view, profile, draft_id = self.view, self._profile, self.draft_id
        if view is None or (self.blocks() and not (reasons and needs_reasons(self.blocks()))):
            return
        given = dict(reasons or {})
        self._decide(
            lambda actor: review.approve(profile, draft_id, actor, seen_sha256=view.desk.seen, reasons=given),
            tr("Review", "Approved. Press P to promote it."),
            lambda actor: review.reopen(profile, draft_id, actor),
        )

    def request_changes(self, reason: str) -> None:
        """Send the draft back with a reason."""
        profile, draft_id = self._profile, self.draft_id
        self._decide(
            lambda actor: review.request_changes(profile, draft_id, reason, actor),
            tr("Review", "Sent back; a task that researches it anew is queued."),
            lambda actor: review.reopen(profile, draft_id, actor),
        )

    def reject(self, reason: str) -> None:
        """Reject the draft with a reason; it is kept, out of staging."""
        profile, draft_id = self._profile, self.draft_id
        self._decide(
            lambda actor: review.reject(profile, draft_id, reason, actor),
            tr("Review", "Rejected; the draft is kept with its review."),
            lambda actor: review.reopen(profile, draft_id, actor),
        )

    def reopen(self) -> None:
        """Take approval, rejection or a request for changes back."""
        profile, draft_id = self._profile, self.draft_id
        self._decide(lambda actor: review.reopen(profile, draft_id, actor), tr("Review", "In review again."))

    def take_base(self) -> None:
        """Settle a conflict: what is on disk now is the base, the draft's text stays."""
        profile, draft_id = self._profile, self.draft_id
        self._decide(
            lambda actor: review.take_base(profile, draft_id, actor),
            tr("Review", "The file on disk is the base now. The changes are shown against it."),
        )

    def edit(self, text: str, start: int = -1, draft_id: str = "") -> None:
        """Store another text of a draft, the open one unless named; ``start`` is where the edit was."""
        profile, draft_id = self._profile, draft_id or self.draft_id

        def named(who: str) -> None:
            if draft_id == self.draft_id:
                self._jump_start = start
            self._context.act(
                lambda: review.edit(profile, draft_id, text, Actor(who, DESK)),
                lambda _changes: self.edit_stored.emit(),
                owner=self,
                on_error=self.edit_failed.emit,
            )

        with_curator(self._context, named)

    def take_version(self, version: int) -> None:
        """Take another version's text as the draft's, with undo (SPEC R10)."""
        profile, draft_id = self._profile, self.draft_id
        former = self.view.draft.text if self.view is not None else ""

        def named(who: str) -> None:
            def done(_changes: object) -> None:
                words = tr("Review", "Version {number} is the draft now").format(number=version)
                actor = Actor(who, DESK)
                back = Undoable(draft_id, words, lambda: review.edit(profile, draft_id, former, actor))
                self._say_undoable(back)

            self._context.act(
                lambda: review.take_version(profile, draft_id, version, Actor(who, DESK)),
                done,
                owner=self,
                on_error=self._act_failed,
            )

        with_curator(self._context, named)

    def note_edit(self, former: str) -> None:
        """Keep how a finished edit is taken back."""
        profile, draft_id = self._profile, self.draft_id

        def back() -> object:
            return review.edit(profile, draft_id, former, Actor(self._context.curator(), DESK))

        self._undo.append(Undoable(draft_id, tr("Review", "Edit"), back))

    def promote(self, seen: str, who: str, kb_id: str, folder: str | None, note: str) -> None:
        """Promote what was shown in the sheet, by the decision of a person."""
        profile, draft_id = self._profile, self.draft_id
        self.flush_seen()
        # What was done before can be taken back only after the promotion itself was.
        self._forget_undo(draft_id)

        def work() -> Promoted:
            decision = decide_to_promote(
                profile,
                draft_id,
                who=who,
                where=DESK,
                seen_sha256=seen,
                kb_id=kb_id,
                folder=folder,
                note=note,
            )
            return promote(profile, decision)

        self._context.act(
            work,
            lambda done: self._promoted(draft_id, done),
            owner=self,
            on_error=self._act_failed,
        )

    def _promoted(self, draft_id: str, done: Promoted) -> None:
        words = tr("Review", "Promoted: {path}").format(path=done.path)
        act = Undoable(draft_id, words, lambda: self._undo_promotion(done.promotion_id))
        self._say_undoable(act)

    def _undo_promotion(self, promotion_id: str) -> Promoted:
        """Take a promotion back; on the command thread."""
        decision = decide_to_undo(self._profile, promotion_id, who=self._context.curator(), where=DESK)
        return undo(self._profile, decision)

    def _forget_undo(self, draft_id: str) -> None:
        self._undo = [one for one in self._undo if one.draft_id != draft_id]

    def undo_promotion(self, promotion_id: str) -> None:
        """Take a promotion of the history back, also days later."""
        draft_id = self.draft_id

        def done(answer: Promoted) -> None:
            self._forget_undo(draft_id)
            self._context.say(tr("Review", "Restored: {path}").format(path=answer.path))

        with_curator(
            self._context,
            lambda _who: self._context.act(
                lambda: self._undo_promotion(promotion_id), done, owner=self, on_error=self._act_failed
            ),
        )

    @property
    def state(self) -> DraftState | None:
        """The state of the open draft."""
        return self.view.draft.state if self.view is not None else None


def is_known_fault(error: BaseException) -> bool:
    """Tell whether an error is the environment's fault."""
    return isinstance(error, NeuroDeskError)
