"""The review place: list, article with lamps, passage, and the decision (SPEC P2 to P5)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout

from neurodesk.app.commands.review import EDITABLE
from neurodesk.app.queries.draft_lists import DeskCounts, DraftFilter, desk_counts
from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.first_steps import PlaceEmpty
from neurodesk.ui.dialogs.approve_with_reason import ApproveWithReasonDialog
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.dialogs.reason import ReasonDialog, ReasonQuestion
from neurodesk.ui.dialogs.three_way import ThreeWayDialog
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.place import Place
from neurodesk.ui.panes.review.actions import review_actions
from neurodesk.ui.panes.review.bar import decision_of
from neurodesk.ui.panes.review.centre import ReviewCentre
from neurodesk.ui.panes.review.draft_list import DraftList
from neurodesk.ui.panes.review.edit import EditPanel
from neurodesk.ui.panes.review.inspector import Inspector
from neurodesk.ui.panes.review.marks import minutes_of, needs_reasons
from neurodesk.ui.panes.review.pages import EVIDENCE_LINK, TASK_LINK, UNDO_LINK, VERSION_LINK
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.panes.review.proof_sheet import ProofSheet
from neurodesk.ui.panes.review.session import DraftSession
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.shell.actions import ActionTable
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.widgets.decision_bar import Decision, DecisionBar
from neurodesk.ui.widgets.parts import Empty

LOOK_AFTER_MS = 250


class ReviewPane(Place):
    """The place; ``target`` is the draft shown."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context, self._profile = context, context.profile
        self.session = DraftSession(context, self)
        self.list = DraftList(context)
        self.centre = ReviewCentre(PlaceEmpty(context))
        self.inspector = Inspector()
        self.editor = EditPanel(context, self.session)
        self.centre.set_editor(self.editor)
        self.bar = DecisionBar()
        titles = (tr("Review", "To review"), tr("Review", "Article"), tr("Review", "Source"))
        self.panes = ThreePane(
            "review", self.list, self.centre, self.inspector, titles, context.window.layout_store
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.panes, 1)
        outer.addWidget(self.bar)
        self.set_first_focus(self.list.rows, self.centre.article)
        self._look_timer = QTimer(self)
        self._look_timer.setSingleShot(True)
        self._look_timer.setInterval(LOOK_AFTER_MS)
        self._look_timer.timeout.connect(self._look)
        self._counts = DeskCounts({}, 0, 0)
        self._connect()
        context.watch(self, self._heard, Kind.DRAFT, Kind.AUDIT)
        self._read_counts()
        self._show_view(None)

    @property
    def target(self) -> str:
        """The draft shown."""
        return self.session.draft_id

    def _connect(self) -> None:
        self.list.draft_chosen.connect(self._on_chosen)
        self.list.asked.connect(self._read_counts)
        self.list.loaded.connect(self._on_loaded)
        self.session.view_changed.connect(self._show_view)
        self.session.claim_changed.connect(self._show_claim)
        self.session.marks_changed.connect(self._show_marks)
        self.centre.claim_chosen.connect(self.session.go)
        self.centre.link_wanted.connect(self._confirm)
        self.centre.edit_wanted.connect(self.edit_claim)
        self.centre.more_button.clicked.connect(lambda _on=False: self.open_menu())
        self.centre.empty_act_wanted.connect(self._on_empty)
        self.inspector.verdict_given.connect(self._judge)
        self.inspector.tick_wanted.connect(self.session.tick)
        self.inspector.line_ticked.connect(self.session.tick_line)
        self.inspector.link_wanted.connect(self._on_page_link)
        self.inspector.next_button.clicked.connect(lambda _on=False: self.session.next_source())
        passage = self.inspector.source
        passage.link_wanted.connect(self._confirm)
        passage.passage.link_activated.connect(self._confirm)
        passage.source_wanted.connect(self._choose_source)
        passage.set_aside_wanted.connect(self._ask_set_aside)
        passage.changes_wanted.connect(self.request_changes)
        self.bar.act_wanted.connect(self._on_act)
        self.editor.state_changed.connect(self.centre.say_saved)
        self.editor.finished.connect(self._edit_ended)
        self.editor.model_wanted.connect(self._ask_model_at)
        self.editor.draft_wanted.connect(self.show_target)

    def add_actions(self, table: ActionTable) -> None:
        """Declare the keys of the place; they work wherever the focus is in it."""
        for spec in review_actions(self):
            table.add(spec, self)

    # -- reading ------------------------------------------------------------------------------------

    def _heard(self, changes: ChangeSet) -> None:
        ids = [identifier for kind, identifier in changes.items if kind is Kind.DRAFT and identifier]
        self.list.refresh(ids)
        self._read_counts()

    def _read_counts(self) -> None:
        profile, words = self._profile, self.list.words()
        self._context.ask(
            lambda: desk_counts(profile, words), self._show_counts, channel="review.counts", owner=self
        )

    def _show_counts(self, counts: DeskCounts) -> None:
        self._counts = counts
        self.list.show_counts(counts)
        if not self.list.words():
            self._context.set_count("review", counts.groups.get("waiting", 0))
        if self.session.view is None:
            self._say_empty()

    def _on_chosen(self, draft_id: str) -> None:
        if self.editor.active and self.editor.draft_id != draft_id:
            self.editor.finish()
        self.session.open(draft_id)

    def _on_loaded(self, count: int) -> None:
        if not count and not self.list.holds_decided:
            self.session.open("")
            self._show_view(None)

    def show_target(self, target: str) -> None:
        """Show one draft, in whatever group it is now, and a claim of it after a ``#``."""
        draft_id, _, claim_id = target.partition("#")
        if self.editor.active and self.editor.draft_id != draft_id:
            self.editor.finish()
        self.list.reveal(draft_id)
        self.session.open(draft_id, claim_id)

    @property
    def resume_target(self) -> str:
        """The draft and the claim that are open, as ``show_target`` takes them."""
        session = self.session
        return f"{session.draft_id}#{session.claim_id}" if session.claim_id else session.draft_id

    def _show_view(self, view: ReviewView | None) -> None:
        self.inspector.show_view(view)
        self.bar.setVisible(view is not None)
        if view is None:
            self._say_empty()
            self.bar.say(Decision())
            return
        if self.editor.active and view.draft.id == self.centre.draft_id:
            # The field holds the newest text; the article behind it is renewed when it closes.
            self.centre.strip.set_claims(self.session.marks())
            self._show_bar()
            return
        self.centre.show_view(view, self.session.marks(), self.session.claim_id)
        self._show_claim(self.session.claim_id)
        self._look_timer.start()

    def _say_empty(self) -> None:
        filtered = self.list.wanted() != DraftFilter()
        counts = self._counts
        if filtered:
            empty = Empty(
                "filter", tr("Review", "No draft matches the filter."), "", tr("Review", "Reset filter")
            )
        elif counts.promoted_today or counts.rejected_today:
            text = tr("Review", "Today: {promoted} promoted, {rejected} rejected.")
            empty = Empty(
                "review",
                tr("Review", "All reviewed."),
                text.format(promoted=counts.promoted_today, rejected=counts.rejected_today),
                tr("Review", "Show promoted drafts"),
            )
        else:
            empty = Empty(
                "review",
                tr("Review", "Nothing to review."),
                tr("Review", "New drafts appear here as soon as research has finished an article."),
                tr("Review", "Open queue"),
            )
        self.centre.show_empty(empty)

    def _on_empty(self) -> None:
        if self.list.wanted() != DraftFilter():
            self.list.reset()
        elif self._counts.promoted_today or self._counts.rejected_today:
            self.list.choose_group("promoted")
        else:
            self._context.open_place("queue")

    def _confirm(self, url: str) -> None:
        self._context.confirm_link(url)

    # -- where the curator is -----------------------------------------------------------------------

    def _show_claim(self, claim_id: str) -> None:
        self.centre.set_current(claim_id)
        self.inspector.show_claim(self.session.claim(), self.session.source(), self.session.source_index)
        self._show_bar()

    def _show_marks(self) -> None:
        self.centre.set_marks(self.session.marks())
        self._show_bar()

    def _show_bar(self) -> None:
        view = self.session.view
        if view is not None:
            self.centre.say_minutes(minutes_of(self.session.claims(), len(view.draft.text)))
            self.bar.say(
                decision_of(view, self.session.claims(), self.session.claim_id, self.session.blocks())
            )

    def showEvent(self, event: QShowEvent) -> None:
        """What stands on the screen now is seen."""
        super().showEvent(event)
        self._look_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Store what was typed when the place or the window goes out of sight; the field stays open."""
        super().hideEvent(event)
        self.editor.save()

    def _look(self) -> None:
        if self.isVisible() and self.session.view is not None:
            self.session.look()

    def next_claim(self) -> None:
        """Go to the next claim (J)."""
        self._leave_edit()
        self.session.step(1)

    def former_claim(self) -> None:
        """Go to the former claim (K)."""
        self._leave_edit()
        self.session.step(-1)

    def next_open(self) -> None:
        """Go to the riskiest claim that was not seen, then to those that still block (N)."""
        self._leave_edit()
        if not self.session.next_open():
            self._context.say(tr("Review", "Every claim was seen."))

    def page_on(self) -> None:
        """Scroll the source, and go on to the next claim at its end (Space)."""
        bar = self.inspector.source.passage.verticalScrollBar()
        if self.inspector.source.passage.isVisible() and bar.value() < bar.maximum():
            bar.setValue(min(bar.maximum(), bar.value() + round(bar.pageStep() * 0.8)))
            return
        self.next_claim()

    def _choose_source(self, place: int) -> None:
        self.session.source_index = place
        self._show_claim(self.session.claim_id)

    def next_source(self) -> None:
        """Show the next source of the claim (S)."""
        self.inspector.open_tab("source")
        self.session.next_source()

    def toggle_changes(self) -> None:
        """Change between the article and its changes against production (D)."""
        self._leave_edit()
        self.centre.toggle_changes()

    def open_tab(self, name: str) -> None:
        """Open a tab beside the article."""
        self.inspector.open_tab(name)

    def _on_page_link(self, link: str) -> None:
        if link.startswith(EVIDENCE_LINK):
            self._context.open_place("evidence", link.removeprefix(EVIDENCE_LINK))
        elif link.startswith(TASK_LINK):
            self._context.open_place("queue", link.removeprefix(TASK_LINK))
        elif link.startswith(VERSION_LINK):
            self.session.take_version(int(link.removeprefix(VERSION_LINK)))
        elif link.startswith(UNDO_LINK):
            self.session.undo_promotion(link.removeprefix(UNDO_LINK))

    # -- acts ---------------------------------------------------------------------------------------

    def _judge(self, verdict: Verdict) -> None:
        self._leave_edit()
        self.session.judge(verdict)

    def give_verdict(self, verdict: Verdict) -> Callable[[], None]:
        """Return the act of a verdict key."""
        return lambda: self._judge(verdict)

    def _on_act(self, name: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            "approve": self.approve,
            "approve_with_reason": self.approve_with_reason,
            "reject": self.reject,
            "changes": self.request_changes,
            "reopen": self.session.reopen,
            "promote": self.promote,
            "compare": self.compare_three,
            "history": lambda: self.open_tab("history"),
        }
        acts[name]()

    def approve(self) -> None:
        """Approve what was seen, or say what blocks (A)."""
        self._leave_edit()
        blocks = self.session.blocks()
        if self.session.state is DraftState.IN_REVIEW and needs_reasons(blocks):
            self.approve_with_reason()
        elif self.session.state is DraftState.IN_REVIEW and not blocks:
            self.session.approve()
        elif self.session.view is not None:
            bar = decision_of(self.session.view, self.session.claims(), self.session.claim_id, blocks)
            self._context.say(f"{bar.headline}: {bar.reason}")

    def approve_with_reason(self) -> None:
        """Approve with a typed reason for each unsupported claim (Shift+A)."""
        blocks = self.session.blocks()
        if self.session.view is None or not needs_reasons(blocks):
            return
        texts = {one.id: one.claim.text for one in self.session.claims()}
        ids = [dict(one.params)["claim"] for one in blocks]
        ApproveWithReasonDialog(
            [(one, texts[one]) for one in ids], self.session.approve, self.window()
        ).open()

    def request_changes(self) -> None:
        """Send the draft back with a reason (R)."""
        if self.session.state is None:
            return
        question = ReasonQuestion(
            tr("Review", "Request changes"),
            tr(
                "Review",
                "What failed or carries your comment is researched and changed; the rest stays, and what you"
                " edited is never overwritten. The answer comes as the next version.",
            ),
            tr("Review", "What should change"),
            tr("Review", "Request changes"),
        )
        ReasonDialog(question, self.session.request_changes, self.window()).open()

    def reject(self) -> None:
        """Reject the draft with a reason (X)."""
        if self.session.state is None:
            return
        question = ReasonQuestion(
            tr("Review", "Reject this draft?"),
            tr("Review", "It is kept with its review, out of staging; you may take this back."),
            tr("Review", "Why it is rejected"),
            tr("Review", "Reject"),
        )
        ReasonDialog(question, self.session.reject, self.window()).open()

    def comment(self) -> None:
        """Comment the current claim (C)."""
        claim = self.session.claim()
        if claim is None:
            return
        question = ReasonQuestion(
            tr("Review", "Comment on this claim"),
            tr("Review", "It is kept with the draft; an empty one is taken away."),
            tr("Review", "Comment"),
            tr("Review", "Keep the comment"),
            required=False,
            given=claim.comment,
        )
        ReasonDialog(question, self.session.comment, self.window()).open()

    def _ask_set_aside(self, ref: str) -> None:
        question = ReasonQuestion(
            tr("Review", "Set this source aside?"),
            tr("Review", "The claim is judged anew without it. The reason is kept in the audit."),
            tr("Review", "Why it does not count"),
            tr("Review", "Set aside"),
        )
        ReasonDialog(question, lambda text: self.session.set_source_aside(ref, text), self.window()).open()

    def set_source_aside(self) -> None:
        """Set the contradicting source aside (Shift+S)."""
        source, claim = self.session.source(), self.session.claim()
        if source is not None and claim is not None and claim.verdict is Verdict.CONTRADICTED:
            self._ask_set_aside(source.ref)

    def promote(self) -> None:
        """Open the promotion sheet for an approved draft (P): a second, separate act."""
        view = self.session.view
        if view is None:
            return
        if view.draft.state is not DraftState.APPROVED:
            self._context.say(tr("Review", "Only an approved draft is promoted. Approve it first (A)."))
            return
        PromoteSheet(
            self._context,
            view.draft.id,
            view.desk.seen,
            self.session.promote,
            lambda: self.session.view.desk.seen if self.session.view is not None else "",
        ).open()

    def export_proof(self) -> None:
        """List what a proof pack of a promoted draft would carry away, then write it."""
        view = self.session.view
        if view is None:
            return
        if view.draft.state is not DraftState.PROMOTED:
            self._context.say(tr("Review", "A proof pack is made of a promoted draft. Promote it first (P)."))
            return
        ProofSheet(self._context, view.draft.id).open()

    def undo(self) -> None:
        """Take the last act back; without one, a decision or the last promotion of this draft (U)."""
        if self.session.undo():
            return
        state, view = self.session.state, self.session.view
        if state in (DraftState.APPROVED, DraftState.REJECTED, DraftState.CHANGES_REQUESTED):
            self.session.reopen()
        elif state is DraftState.PROMOTED and view is not None:
            standing = [one for one in view.promotions if one.kind != "undo" and not one.undone_at]
            if standing:
                self.session.undo_promotion(standing[-1].id)
        else:
            self._context.say(tr("Review", "There is nothing to take back."))

    def compare_three(self) -> None:
        """Compare base, draft and disk of a conflict (B)."""
        if self.session.view is not None:
            ThreeWayDialog(self._context, self.session.draft_id, self.session.take_base).open()

    def ask_model(self) -> None:
        """Have the review model judge the current claim again (Shift+M)."""
        self._leave_edit()
        if self.session.state in EDITABLE:
            self.session.ask_model()
        elif self.session.view is not None:
            self._context.say(tr("Review", "Take the decision back first (U); then it can be judged again."))

    def _ask_model_at(self, offset: int) -> None:
        """Ask about the claim that was just edited, once the stored text is read again."""
        draft_id, wanted = self.session.draft_id, self.editor.text()

        def ready() -> None:
            view = self.session.view
            if view is not None and view.draft.id == draft_id and view.draft.text == wanted:
                self.session.view_changed.disconnect(ready)
                self.session.at(offset)
                self.session.ask_model()

        self.session.view_changed.connect(ready)
        self.session.refresh()

    # -- editing ------------------------------------------------------------------------------------

    def edit_claim(self) -> None:
        """Edit the current claim in place (E)."""
        claim, view = self.session.claim(), self.session.view
        if claim is None or view is None or not self._editable():
            return
        start, end = claim.claim.start, claim.claim.end
        self._begin_edit(view.draft.id, start, end, claim.id)

    def edit_all(self) -> None:
        """Edit the whole article (Shift+E)."""
        view = self.session.view
        if view is None or not self._editable():
            return
        self._begin_edit(view.draft.id, 0, len(view.draft.text), "")

    def _begin_edit(self, draft_id: str, start: int, end: int, claim_id: str) -> None:
        """Open the field; a version has an author, so the name is asked before the first letter."""

        def named(_who: str) -> None:
            view = self.session.view
            if view is None or view.draft.id != draft_id or self.editor.active:
                return
            self.centre.show_article()
            self.editor.begin(view.draft.text, start, end)
            self.centre.place_editor(claim_id)

        with_curator(self._context, named)

    def _editable(self) -> bool:
        if self.session.state in (DraftState.PROMOTED, DraftState.REJECTED):
            self._context.say(tr("Review", "Take the decision back first (U); then it can be edited."))
            return False
        return not self.editor.active

    def _leave_edit(self) -> None:
        if self.editor.active:
            self.editor.finish()

    def _edit_ended(self) -> None:
        self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.session.view is not None:
            self.session.refresh()

    def open_menu(self) -> None:
        """Open the menu of all acts."""
        button = self.centre.more_button
        menu = self.centre.make_menu(self._context.window.actions_table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
