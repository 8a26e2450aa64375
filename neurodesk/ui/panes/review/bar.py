"""What the decision bar says in each situation (design: decision bar texts)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from neurodesk.domain.articles import DraftState, Reason, Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.review.marks import needs_reasons
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.panes.review.words import blocks_sentence, conflict_sentence, is_conflict, state_word
from neurodesk.ui.widgets.decision_bar import Decision, DecisionAct


def decision_of(
    view: ReviewView, claims: Sequence[JudgedClaim], current: str, blocks: Sequence[Reason]
) -> Decision:
    """Return the bar's words and acts for a draft."""
    asserting = [one for one in claims if not one.claim.exempt]
    exempt = {one.id for one in claims if one.claim.exempt}
    place = next((n for n, one in enumerate(asserting) if one.id == current), -1)
    seen = sum(bool(one.seen_at) for one in asserting)
    counter = tr("Review", "Claim {number} of {count}").format(number=place + 1, count=len(asserting))
    progress = tr("Review", "{seen} seen, {left} open").format(seen=seen, left=len(asserting) - seen)
    if view.draft.state in _DECIDED:
        blocks = ()  # the file differs from the draft's base because of the promotion itself
    icon, ink, headline, reason = _says(view, asserting, blocks, exempt, current)
    reason = " · ".join(part for part in (reason, answer_beside(view)) if part)
    return Decision(
        counter, progress, icon, ink, headline, reason, _acts(view.draft.state, blocks, exempt, current)
    )


def answer_beside(view: ReviewView) -> str:
    """Say that an answer to a request lies beside the person's text, until it is taken or put off with it."""
    answer = view.draft.data.get("answer")
    if not isinstance(answer, Mapping) or not answer.get("beside") or view.draft.state in _DECIDED:
        return ""
    version = answer.get("version")
    if any(one.act == "edit" and one.why == f"version {version}" for one in view.history):
        return ""
    words = tr("Review", "The answer lies beside your text as version {version}; H shows it")
    return words.format(version=version)


_DECIDED = (DraftState.PROMOTED, DraftState.REJECTED)


def _says(
    view: ReviewView,
    asserting: Sequence[JudgedClaim],
    blocks: Sequence[Reason],
    exempt: Collection[str],
    current: str,
) -> tuple[str, str, str, str]:
    state = view.draft.state
    conflict = next((one for one in blocks if is_conflict(one)), None)
    if state is DraftState.CONFLICT or conflict is not None:
        reason = (
            conflict_sentence(conflict)
            if conflict is not None
            else tr("Review", "The article is again as the draft expects it. Take it as the base to go on.")
        )
        return "warning", "notice.warning.mark", tr("Review", "Conflict with the file on disk"), reason
    if state is DraftState.APPROVED:
        path = view.desk.plan.target_path or tr("Review", "place not chosen yet")
        figures = view.comparison.figures
        return (
            "lamp-supported",
            "claim.supported.mark",
            tr("Review", "Approved, not promoted yet"),
            f"{path} · + {figures.words_added} − {figures.words_removed}",
        )
    if state in (DraftState.PROMOTED, DraftState.REJECTED, DraftState.CHANGES_REQUESTED):
        reason = str(view.draft.data.get("decision_reason", ""))
        if state is DraftState.PROMOTED:
            reason = view.promotions[-1].path if view.promotions else ""
        return "info", "text.secondary", state_word(state), reason
    if blocks:
        locked = blocks_sentence(blocks, exempt, current)
        return "lock", "text.secondary", tr("Review", "Approval locked"), locked
    ticked = sum(one.verdict is Verdict.PARTIALLY_SUPPORTED for one in asserting)
    ready = plural("Review", "All %n claim(s) seen", len(asserting))
    ticks = plural("Review", "%n partially supported one(s) ticked", ticked) if ticked else ""
    return (
        "lamp-supported",
        "claim.supported.mark",
        ready,
        ticks or tr("Review", "Nothing blocks it. Press A"),
    )


def _acts(
    state: DraftState, blocks: Sequence[Reason], exempt: Collection[str], current: str
) -> tuple[DecisionAct, ...]:
    reject = DecisionAct("reject", tr("Review", "Reject"), "X")
    changes = DecisionAct("changes", tr("Review", "Request changes"), "R")
    undo = DecisionAct("reopen", tr("Review", "Back to review"), "U")
    if state is DraftState.CONFLICT or any(is_conflict(one) for one in blocks):
        compare = DecisionAct("compare", tr("Review", "Compare three versions"), "B")
        return (reject, compare)
    if state is DraftState.APPROVED:
        return (undo, DecisionAct("promote", tr("Review", "Promote …"), "P", "promote"))
    if state in (DraftState.REJECTED, DraftState.CHANGES_REQUESTED):
        return (undo,)
    if state is DraftState.PROMOTED:
        return (DecisionAct("history", tr("Review", "Show history"), "H"),)
    if needs_reasons(blocks):
        return (
            reject,
            changes,
            DecisionAct("approve_with_reason", tr("Review", "Approve with reason …"), "Shift+A", "lock"),
        )
    locked = blocks_sentence(blocks, exempt, current) if blocks else ""
    icon = "lock" if locked else "approve"
    return (reject, changes, DecisionAct("approve", tr("Review", "Approve"), "A", icon, locked))
