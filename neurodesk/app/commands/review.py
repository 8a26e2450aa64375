"""The curator's acts on drafts: see, tick, approve, send back, reject, edit (SPEC P1, P3, P4, R9, R10).

Every act goes into the audit with the hash over what was seen; every one answers with a ``ChangeSet``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from neurodesk.app.claim_words import block_line
from neurodesk.app.draft_sources import judge_for, kb_id_of, record_act, set_aside_of, sources_of
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import DeskDraft, show_draft
from neurodesk.domain.articles import DraftKind, DraftState, Reason, Verdict, WrittenBy
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import (
    AUTO_REPLY_TICK,
    Actor,
    Draft,
    JudgedClaim,
    blocking_reasons,
    carry_over,
)
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.staging_rules import checked_folder
from neurodesk.domain.tasks import REPAIR, RESEARCH, NewTask, Origin
from neurodesk.storage import draft_store, evidence_store, queue_requests
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.promotion_store import open_promotions
from neurodesk.storage.staged_files import StagedFiles

EDITABLE = (DraftState.IN_REVIEW, DraftState.APPROVED, DraftState.CHANGES_REQUESTED, DraftState.CONFLICT)
FOLLOW_UP = "research"
_BLOCKS_SHOWN = 5


def mark_seen(profile: Profile, draft_id: str, claim_ids: Sequence[str] | None = None) -> ChangeSet:
    """Note that claims were shown to the curator; all of them when None. No state changes.

    Raises:
        BadInput: ``draft_unknown``, ``claim_unknown``.
    """
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = draft_store.read_draft(tx, draft_id)
        known = draft_store.judged_claims(tx, draft_id, draft.version)
        wanted = [one.id for one in known if not one.seen_at] if claim_ids is None else list(claim_ids)
        draft_store.mark_claims(tx, draft, wanted, seen_at=now)

    profile.database.write(store)
    return _changed(draft_id)


def tick(
    profile: Profile, draft_id: str, ids: Sequence[str], actor: Actor, *, off: bool = False
) -> ChangeSet:
    """Tick claims, and lines such as ``auto_reply``; a ticked claim counts as seen (SPEC P4).

    Raises:
        BadInput: ``draft_unknown``, ``claim_unknown``. RuleRefused: ``draft_not_open``.
    """
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, (DraftState.IN_REVIEW, DraftState.APPROVED))
        claims = [one for one in ids if one != AUTO_REPLY_TICK]
        draft_store.mark_claims(tx, draft, claims, seen_at=now, ticked_at=0.0 if off else now)
        if AUTO_REPLY_TICK in ids:
            ticks = set(draft.ticks) - {AUTO_REPLY_TICK} | (set() if off else {AUTO_REPLY_TICK})
            draft_store.update_place(tx, draft, now, data={**draft.data, "ticks": sorted(ticks)})
        record_act(tx, draft, actor, "untick" if off else "tick", now, why=", ".join(ids))
        if off:
            _withdraw_approval(tx, draft, now)

    profile.database.write(store)
    return _changed(draft_id)


def give_reason(profile: Profile, draft_id: str, claim_id: str, text: str, actor: Actor) -> ChangeSet:
    """Type the reason for which an unsupported claim stays: *approve with reason* (SPEC P4).

    Raises:
        BadInput: ``reason_empty``, ``claim_unknown``. RuleRefused: ``claim_is_contradicted``.
    """
    if not text.strip():
        raise BadInput("reason_empty", claim=claim_id)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, (DraftState.IN_REVIEW, DraftState.APPROVED))
        claim = _claim(tx, draft, claim_id)
        if claim.verdict is Verdict.CONTRADICTED:
            raise RuleRefused("claim_is_contradicted", claim=claim_id)
        draft_store.mark_claims(tx, draft, [claim_id], seen_at=now, human_reason=text.strip())
        record_act(tx, draft, actor, "reason", now, why=f"{claim_id}: {text.strip()}")

    profile.database.write(store)
    return _changed(draft_id)


def judge(
    profile: Profile,
    draft_id: str,
    claim_id: str,
    verdict: Verdict | None,
    actor: Actor,
    *,
    comment: str | None = None,
) -> ChangeSet:
    """Note the curator's own verdict or comment; it only ever makes the verdict stricter (SPEC R4).

    Args:
        verdict: None takes an own verdict back.
    """
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, EDITABLE)
        draft_store.mark_claims(
            tx,
            draft,
            [claim_id],
            seen_at=now,
            human_verdict=verdict.value if verdict else "",
            comment=comment,
        )
        record_act(
            tx, draft, actor, "judge", now, why=f"{claim_id}: {verdict.value if verdict else 'withdrawn'}"
        )
        _withdraw_approval(tx, draft, now)

    profile.database.write(store)
    return _changed(draft_id)


def approve(
    profile: Profile,
    draft_id: str,
    actor: Actor,
    *,
    seen_sha256: str,
    ticks: Sequence[str] = (),
    reasons: Mapping[str, str] | None = None,
) -> ChangeSet:
    """Approve what was seen; with reasons it is *approve with reason* (SPEC P4).

    Args:
        seen_sha256: ``DeskDraft.seen`` of what the curator saw.
        ticks, reasons: given in this act, beside those given before.

    Raises:
        RuleRefused: ``seen_outdated``; ``staged_file_changed``; ``approval_blocked`` with what blocks.
        IllegalTransition: ``draft_transition_forbidden``.
    """
    desk = show_draft(profile, draft_id)
    require_seen(desk, seen_sha256)
    _staging(profile).require_untouched(draft_id)
    require_unblocked(desk, ticks, reasons or {})
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = draft_store.read_draft(tx, draft_id)
        _require_same(draft, desk.draft)
        store_approval(tx, draft, actor, now, seen_sha256, ticks, reasons or {})

    profile.database.write(store)
    _staging(profile).publish_sidecar(draft_id)
    return _changed(draft_id)


def store_approval(
    tx: Tx,
    draft: Draft,
    actor: Actor,
    now: float,
    seen_sha256: str,
    ticks: Sequence[str],
    reasons: Mapping[str, str],
) -> None:
    """Store ticks, reasons and the state ``approved`` in the caller's transaction."""
    claims = [one for one in ticks if one != AUTO_REPLY_TICK]
    draft_store.mark_claims(tx, draft, claims, ticked_at=now)
    if AUTO_REPLY_TICK in ticks:
        data = {**draft.data, "ticks": sorted({*draft.ticks, AUTO_REPLY_TICK})}
        draft_store.update_place(tx, draft, now, data=data)
    for claim_id, text in sorted(reasons.items()):
        draft_store.mark_claims(tx, draft, [claim_id], human_reason=text.strip())
        record_act(tx, draft, actor, "reason", now, why=f"{claim_id}: {text.strip()}")
    draft_store.set_state(tx, draft, DraftState.APPROVED, now)
    with_reason = any(one.human_reason for one in draft_store.judged_claims(tx, draft.id, draft.version))
    record_act(
        tx,
        draft,
        actor,
        "approve_with_reason" if with_reason else "approve",
        now,
        hashes={"seen": seen_sha256},
        why=", ".join(ticks),
    )


def require_seen(desk: DeskDraft, seen_sha256: str) -> None:
    """Refuse a decision on something else than what is there now.

    Raises:
        RuleRefused: ``seen_outdated``.
    """
    if seen_sha256.strip().lower() != desk.seen:
        raise RuleRefused("seen_outdated", draft=desk.draft.id)


def require_no_conflict(desk: DeskDraft) -> None:
    """Refuse a decision on a draft whose article or place does not fit any more.

    Raises:
        RuleRefused: the conflict's own code.
    """
    conflict = desk.plan.conflict
    if conflict is not None and conflict.code != "target_missing":
        raise RuleRefused(conflict.code, draft=desk.draft.id, **dict(conflict.params))


def require_unblocked(desk: DeskDraft, ticks: Sequence[str], reasons: Mapping[str, str]) -> None:
    """Refuse what SPEC P4 forbids.

    Raises:
        BadInput: ``claim_unknown``. RuleRefused: ``claim_is_contradicted``, ``approval_blocked``, or the
            conflict's own code.
    """
    known = {one.id for one in desk.claims} | {AUTO_REPLY_TICK}
    for one in (*ticks, *reasons):
        if one not in known:
            raise BadInput("claim_unknown", claim=one, draft=desk.draft.id)
    require_no_conflict(desk)
    found = blocking_reasons(
        desk.claims,
        ticks={*ticks, *desk.draft.ticks},
        reasons=reasons,
        extra_ticks=desk.plan.extra_ticks,
    )
    contradicted = [one for one in found if one.code == "claim_contradicted"]
    if contradicted:
        raise RuleRefused("claim_is_contradicted", claim=dict(contradicted[0].params)["claim"])
    if found:
        codes = ", ".join(sorted({one.code for one in found}))
        raise RuleRefused(
            "approval_blocked", draft=desk.draft.id, count=len(found), what=worded(found), codes=codes
        )


def worded(reasons: Sequence[Reason]) -> str:
    """Return blocking reasons as one line: the first few, and how many more."""
    shown = [block_line(one.code, {**dict(one.params), "text": ""}) for one in reasons[:_BLOCKS_SHOWN]]
    more = len(reasons) - len(shown)
    return "; ".join([*shown, f"and {more} more"] if more > 0 else shown)


def request_changes(profile: Profile, draft_id: str, reason: str, actor: Actor) -> tuple[ChangeSet, str]:
    """Send a draft back with the reason and the comments on its claims (SPEC P4, R7).

    A task goes into the queue that looks for what failed, lets the author change just that, has it checked
    again, and lays the answer on the desk as the draft's next version; a text that a person edited stays
    (SPEC R10). A draft that archives, merges or renames has no text of its own: its subject is researched.

    Returns:
        What changed, and the task's id.
    """
    from neurodesk.app.commands.tasks import ask

    draft = _decide(profile, draft_id, DraftState.CHANGES_REQUESTED, reason, actor, "request_changes")
    mends = draft.kind in (DraftKind.NEW, DraftKind.REVISION)
    base = profile.database.read(
        lambda rx: rx.scalar("SELECT 1 FROM node WHERE id = ?", (draft.base_node_id,))
    )
    asked = ask(
        profile,
        NewTask(
            topic=draft.title,
            question=reason.strip(),
            seed_node_ids=(draft.base_node_id,) if base else (),
            requested_by=Origin.CURATOR,
            reason=f"changes requested on {draft_id}: {reason.strip()}",
            article_type=draft.article_type,
            kind=REPAIR if mends else RESEARCH,
            article_id=draft_id if mends else "",
        ),
        force=True,
    )
    return ChangeSet.merged([_changed(draft_id), asked.changes]), asked.answer.task.id


def reject(profile: Profile, draft_id: str, reason: str, actor: Actor) -> ChangeSet:
    """Reject a draft finally: it is kept with its review, out of staging (SPEC R9)."""
    _decide(profile, draft_id, DraftState.REJECTED, reason, actor, "reject")
    _staging(profile).publish(draft_id)
    return _changed(draft_id)


def reopen(profile: Profile, draft_id: str, actor: Actor) -> ChangeSet:
    """Take a decision back: a draft that was rejected, approved or sent back is in review again.

    A rejected machine draft is from then on a manual one (SPEC R9).
    """
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = draft_store.read_draft(tx, draft_id)
        if draft.state is DraftState.PROMOTED:
            raise RuleRefused("undo_instead", draft=draft_id)
        draft_store.set_state(tx, draft, DraftState.IN_REVIEW, now)
        if draft.state is DraftState.CHANGES_REQUESTED:
            queue_requests.cancel_repairs(tx, draft_id, now)
        if draft.state is DraftState.REJECTED and draft.written_by is WrittenBy.MACHINE:
            claims = draft_store.judged_claims(tx, draft_id, draft.version)
            draft_store.add_human_version(tx, draft, draft.text, claims, now, "opened as a manual draft")
        record_act(tx, draft, actor, "reopen", now)

    profile.database.write(store)
    staging = _staging(profile)
    staging.publish(draft_id)
    staging.withdraw_rejected(draft_id)
    return _changed(draft_id)


def edit(profile: Profile, draft_id: str, text: str, actor: Actor, note: str = "") -> ChangeSet:
    """Store a person's version: changed units are judged anew by code, unchanged ones keep verdict and ticks.

    Raises:
        BadInput: ``draft_empty``. RuleRefused: ``draft_not_open``. StorageFault: ``staging_unwritable``;
            the version is safe in the database.
    """
    wanted = text.replace("\r\n", "\n").replace("\r", "\n")
    if not wanted.strip():
        raise BadInput("draft_empty", id=draft_id)
    before = profile.database.read(lambda rx: draft_store.read_draft(rx, draft_id))
    if wanted == before.text:
        return ChangeSet()
    former = profile.database.read(lambda rx: draft_store.judged_claims(rx, draft_id, before.version))
    sources = profile.database.read(lambda rx: sources_of(rx, before, former))
    judge_of = judge_for(profile, wanted, sources)
    claims = carry_over(former, judge_of.units(), judge_of.judge)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, EDITABLE)
        _require_same(draft, before)
        if draft.state is not DraftState.IN_REVIEW and draft.state is not DraftState.CONFLICT:
            draft_store.set_state(tx, draft, DraftState.IN_REVIEW, now)
        draft_store.add_human_version(tx, draft, wanted, claims, now, note)
        record_act(tx, draft, actor, "edit", now, hashes={"text": sha256_text(wanted)}, why=note)

    profile.database.write(store)
    _staging(profile).publish(draft_id)
    return _changed(draft_id)


def version_text(profile: Profile, draft_id: str, version: int) -> str:
    """Return the text of one version of a draft.

    Raises:
        BadInput: ``draft_unknown``.
    """
    return profile.database.read(lambda rx: draft_store.read_draft(rx, draft_id, version)).text


def take_version(profile: Profile, draft_id: str, version: int, actor: Actor) -> ChangeSet:
    """Take another version's text as the draft's; by that act it is the person's own (SPEC R10)."""
    return edit(profile, draft_id, version_text(profile, draft_id, version), actor, f"version {version}")


def reject_evidence(
    profile: Profile, draft_id: str, claim_id: str, ref: str, reason: str, actor: Actor
) -> ChangeSet:
    """Set contradicting evidence aside with a reason and judge the claim anew without it (SPEC P4).

    Raises:
        BadInput: ``reason_empty``, ``evidence_unknown``, ``claim_unknown``.
    """
    if not reason.strip():
        raise BadInput("reason_empty", claim=claim_id)
    before = profile.database.read(lambda rx: draft_store.read_draft(rx, draft_id))
    claim = profile.database.read(lambda rx: _claim(rx, before, claim_id))
    former = profile.database.read(lambda rx: draft_store.judged_claims(rx, draft_id, before.version))
    sources = profile.database.read(lambda rx: sources_of(rx, before, former))
    if ref not in {one.ref for one in sources}:
        raise BadInput("evidence_unknown", id=ref)
    set_aside = {ref, *set_aside_of(before)}
    judge_of = judge_for(profile, before.text, [one for one in sources if one.ref not in set_aside])
    judged = judge_of.judge(replace(claim.claim, refs=(), reasons=(), verdict=None))
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, EDITABLE)
        _require_same(draft, before)
        draft_store.replace_claim(tx, draft, judged)
        draft_store.update_place(tx, draft, now, data={**draft.data, "set_aside": sorted(set_aside)})
        if tx.scalar("SELECT 1 FROM evidence WHERE id = ?", (ref,)):
            evidence_store.refuse_evidence(tx, ref, f"set aside by {actor.who}: {reason.strip()}")
        record_act(tx, draft, actor, "reject_evidence", now, why=f"{claim_id} {ref}: {reason.strip()}")
        _withdraw_approval(tx, draft, now)

    profile.database.write(store)
    _staging(profile).publish_sidecar(draft_id)
    return _changed(draft_id)


def kb_named(profile: Profile, kb: str) -> str:
    """Return the id of a KB given by id or name.

    Raises:
        BadInput: ``kb_unknown``.
    """
    return profile.database.read(lambda rx: kb_id_of(rx, kb))


def set_place(
    profile: Profile,
    draft_id: str,
    actor: Actor,
    *,
    kb: str | None = None,
    folder: str | None = None,
    categories: Sequence[str] | None = None,
) -> ChangeSet:
    """Choose KB, folder and categories of a new article (SPEC P5).

    Raises:
        BadInput: ``kb_unknown``, ``target_path_unsafe``. RuleRefused: ``place_is_fixed``.
    """
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, EDITABLE)
        if draft.kind is not DraftKind.NEW:
            raise RuleRefused("place_is_fixed", draft=draft_id)
        data = dict(draft.data)
        if categories is not None:
            data["categories"] = [" ".join(one.split()) for one in categories if one.strip()]
        draft_store.update_place(
            tx,
            draft,
            now,
            kb_id=None if kb is None else kb_id_of(tx, kb),
            target_path=None if folder is None else checked_folder(folder),
            data=data,
        )
        record_act(tx, draft, actor, "set_place", now, why=f"{kb or ''} {folder or ''}".strip())
        _withdraw_approval(tx, draft, now)

    profile.database.write(store)
    return _changed(draft_id)


def take_base(profile: Profile, draft_id: str, actor: Actor) -> ChangeSet:
    """Settle a conflict: the article as it is on disk now is the draft's base, the draft's text stays.

    The curator has seen the three-way view; the diff from then on is against the new base.

    Raises:
        RuleRefused: ``base_gone``, or the draft is in no conflict.
    """
    desk = show_draft(profile, draft_id)
    if not desk.plan.base_sha256:
        raise RuleRefused("base_gone", draft=draft_id, path=desk.draft.base_path)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = _open_draft(tx, draft_id, EDITABLE)
        draft_store.update_place(tx, draft, now, base_hash=sha256_text(desk.plan.base_text))
        if draft.state is not DraftState.IN_REVIEW:
            draft_store.set_state(tx, draft, DraftState.IN_REVIEW, now)
        record_act(tx, draft, actor, "take_base", now, hashes={"base": desk.plan.base_sha256})

    profile.database.write(store)
    return _changed(draft_id)


# -- parts ---------------------------------------------------------------------------------------------------


def _open_draft(rx: Rx, draft_id: str, states: Sequence[DraftState]) -> Draft:
    draft = draft_store.read_draft(rx, draft_id)
    if draft.state not in states:
        raise RuleRefused("draft_not_open", draft=draft_id, state=draft.state.value)
    if any(one.draft_id == draft_id for one in open_promotions(rx)):
        raise RuleRefused("promotion_under_way", draft=draft_id)
    return draft


def _claim(rx: Rx, draft: Draft, claim_id: str) -> JudgedClaim:
    for one in draft_store.judged_claims(rx, draft.id, draft.version):
        if one.id == claim_id:
            return one
    raise BadInput("claim_unknown", claim=claim_id, draft=draft.id)


def _require_same(draft: Draft, before: Draft) -> None:
    if (draft.version, draft.text_sha256) != (before.version, before.text_sha256):
        raise RuleRefused("seen_outdated", draft=draft.id)


def _withdraw_approval(tx: Tx, draft: Draft, now: float) -> None:
    """An approved draft that changes must be approved anew."""
    if draft.state is DraftState.APPROVED:
        draft_store.set_state(tx, draft, DraftState.IN_REVIEW, now)


def _decide(profile: Profile, draft_id: str, state: DraftState, reason: str, actor: Actor, act: str) -> Draft:
    if not reason.strip():
        raise BadInput("reason_empty", claim="")
    now = profile.clock.time()

    def store(tx: Tx) -> Draft:
        draft = _open_draft(tx, draft_id, EDITABLE)
        draft_store.set_state(tx, draft, state, now)
        draft_store.update_place(tx, draft, now, data={**draft.data, "decision_reason": reason.strip()})
        record_act(tx, draft, actor, act, now, hashes={"text": draft.text_sha256}, why=reason.strip())
        return draft

    return profile.database.write(store)


def _staging(profile: Profile) -> StagedFiles:
    return StagedFiles(profile.database, profile.paths)


def _changed(draft_id: str) -> ChangeSet:
    return ChangeSet.of((Kind.DRAFT, draft_id), (Kind.AUDIT, draft_id))
