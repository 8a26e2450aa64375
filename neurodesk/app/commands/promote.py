"""Promotion, its undo and the recovery of both: the only acts that change a KB file (SPEC P5, P8)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.commands.knowledge import rescan_kb
from neurodesk.app.commands.review import require_no_conflict, require_seen, require_unblocked, store_approval
from neurodesk.app.git_commit import commit_promotion
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import show_draft
from neurodesk.domain.articles import Decision, DraftKind, DraftState
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import Actor, Draft, UndoDecision, require_transition
from neurodesk.domain.errors import BadInput, NeuroDeskError, RuleRefused
from neurodesk.domain.scanning import Finding, FindingType
from neurodesk.domain.units import split_article
from neurodesk.storage import audit_store, draft_store, graph_store, kb_files, promotion_store
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Tx
from neurodesk.storage.finding_store import id_of
from neurodesk.storage.json_columns import dump
from neurodesk.storage.kb_files.journal import RecoveryResult
from neurodesk.storage.promotion_store import UNDO, Phase, PromotionRow
from neurodesk.storage.staged_files import StagedFiles

log = logging.getLogger(__name__)

CONFLICTS = frozenset({"base_moved", "base_gone", "encoding_cannot_hold", "encoding_damaged"})
TWIN_BEHIND = FindingType.TWIN_BEHIND


@dataclass(frozen=True, slots=True)
class Promoted:
    """What a promotion or an undo did.

    Attributes:
        path: the article's path in its KB.
        notes: (code, parameters) of what did not work out afterwards, such as ``git_commit_failed``;
            the promotion counts all the same.
    """

    promotion_id: str
    kb_id: str
    path: str
    notes: tuple[tuple[str, Mapping[str, str]], ...]
    changes: ChangeSet


def promote(profile: Profile, decision: Decision) -> Promoted:
    """Promote what a person decided on: the hash of what he saw and the base on disk must still hold.

    A draft in review is approved by the same decision, under the rules of SPEC P4; a draft whose base moved
    becomes a conflict.

    Args:
        decision: made by ``neurodesk.app.decide``.

    Raises:
        BadInput: ``draft_unknown``, ``claim_unknown``, ``kb_unknown``, ``target_path_unsafe``.
        RuleRefused: ``base_moved``, ``seen_outdated``, ``claim_is_contradicted``, ``approval_blocked``,
            ``target_missing``, ``staged_file_changed``, ``name_collides``, ``kb_path_unsafe``; no file was
            changed.
        IllegalTransition: ``draft_transition_forbidden``.
        StorageFault: a file cannot be written; it has its former bytes.
    """
    folder = decision.target_path or None
    desk = show_draft(profile, decision.draft_id, kb_id=decision.kb_id, folder=folder)
    draft, plan = desk.draft, desk.plan
    if draft.state is not DraftState.IN_REVIEW:
        require_transition(draft.id, draft.state, DraftState.PROMOTED)
    if (decision.kb_id or folder) and draft.kind is not DraftKind.NEW:
        raise RuleRefused("place_is_fixed", draft=draft.id)
    if plan.conflict is not None and plan.conflict.code in CONFLICTS:
        _note_conflict(profile, draft.id, decision, plan.conflict.code)
    seen = desk if folder is None and not decision.kb_id else show_draft(profile, decision.draft_id)
    reasons = dict(decision.reasons)
    require_no_conflict(seen)
    require_seen(seen, decision.seen_sha256)
    require_unblocked(seen, decision.ticks, reasons)
    StagedFiles(profile.database, profile.paths).require_untouched(draft.id)
    if not plan.kb_id or plan.conflict is not None:
        raise RuleRefused("target_missing", draft=draft.id)
    now = profile.clock.time()

    def approve(tx: Tx) -> None:
        current = draft_store.read_draft(tx, draft.id)
        if (current.version, current.text_sha256) != (draft.version, draft.text_sha256):
            raise RuleRefused("seen_outdated", draft=draft.id)
        if current.state is DraftState.IN_REVIEW:
            actor = Actor(decision.who, decision.where)
            store_approval(tx, current, actor, now, decision.seen_sha256, decision.ticks, reasons)

    profile.database.write(approve)
    try:
        row = kb_files.promote(
            profile.database, profile.paths, decision, plan.changes, draft=draft, kb_id=plan.kb_id, now=now
        )
    except RuleRefused as error:
        if error.code in CONFLICTS:
            _note_conflict(profile, draft.id, decision, error.code)
        raise
    return _follow(profile, row)


def undo(profile: Profile, decision: UndoDecision) -> Promoted:
    """Restore the exact former bytes of a promotion, also days later; the draft is in review again.

    Raises:
        BadInput: ``promotion_unknown``.
        RuleRefused: ``undo_impossible``; ``undo_file_changed`` when the file changed since.
        StorageFault: a file cannot be written; it has its present bytes.
    """
    former = profile.database.read(lambda rx: promotion_store.read_promotion(rx, decision.promotion_id))
    if former is None:
        raise BadInput("promotion_unknown", id=decision.promotion_id)
    draft = profile.database.read(lambda rx: draft_store.read_draft(rx, former.draft_id))
    row = kb_files.undo(profile.database, profile.paths, decision, draft=draft, now=profile.clock.time())
    return _follow(profile, row)


def recover_promotions(profile: Profile) -> list[tuple[str, str]]:
    """Bring promotions that a crash left open to their end; never raises for the environment's faults.

    Returns:
        (promotion id, ``finished``, ``rolled_back`` or ``pending``), oldest first.
    """
    now = profile.clock.time()
    found = []
    for one in kb_files.recover(profile.database, profile.paths, now=now):
        row, result = one.row, one.result.value
        if one.result is RecoveryResult.FINISHED:
            try:
                _follow(profile, row)
            except NeuroDeskError:
                raise
            except Exception:
                # A fault of ours in what follows must not keep the profile shut; the next start tries again.
                log.exception("what follows promotion %s failed", row.id)
                continue

        def tell(tx: Tx, row: PromotionRow = row, result: str = result) -> None:
            note(tx, now, "promotion_recovered", params={"path": row.path, "result": result})

        profile.database.write(tell)
        found.append((row.id, result))
    return found


# -- what follows ------------------------------------------------------------------------------------------


def _follow(profile: Profile, row: PromotionRow) -> Promoted:
    """Do what a promotion brings with it; each part may be done twice, so that a crash here is no harm."""
    notes: list[tuple[str, Mapping[str, str]]] = []
    staging = StagedFiles(profile.database, profile.paths)
    try:
        staging.publish_sidecar(row.draft_id)
        if row.kind == UNDO:
            staging.publish(row.draft_id)
        else:
            staging.withdraw(row.draft_id)
    except NeuroDeskError as error:
        notes.append((error.code, _texts(error)))
    changes = ChangeSet.of((Kind.PROMOTION, row.id), (Kind.DRAFT, row.draft_id), (Kind.AUDIT, row.draft_id))
    try:
        changes = ChangeSet.merged([changes, rescan_kb(profile, row.kb_id).changes])
    except NeuroDeskError as error:
        notes.append((error.code, _texts(error)))
    now = profile.clock.time()
    path = _final_path(row)

    def settle(tx: Tx) -> None:
        node_id = tx.scalar(
            "SELECT id FROM node WHERE kb_id = ? AND path = ? AND state = 'active'", (row.kb_id, path)
        )
        if node_id and row.kind != UNDO:
            promotion_store.ground(tx, row, node_id, now)
            draft = draft_store.read_draft(tx, row.draft_id)
            if draft.began_as_machine:
                tx.execute("UPDATE node SET own_draft = 1 WHERE id = ?", (node_id,))
            notes.extend(_flag_twins(tx, row, node_id, now, can_write=_may_have_a_model(profile)))
        promotion_store.set_phase(tx, row.id, Phase.DONE, finished_at=now)
        code = "promotion_undone" if row.kind == UNDO else "promoted"
        note(tx, now, code, params={"path": path, "who": str(row.decision.get("who", ""))})

    profile.database.write(settle)
    if profile.settings.current.switch("promotion.git_commit"):
        kb = profile.database.read(lambda rx: graph_store.kb_by_id(rx, row.kb_id))
        problem = commit_promotion(
            Path(kb.root),
            [step.path for step in row.steps],
            subject=f"{'Undo' if row.kind == UNDO else 'Promote'} {path}",
            audit_id=f"{row.audit_seq} {row.id}",
            who=str(row.decision.get("who", "")),
        )
        if problem:
            notes.append(("git_commit_failed", {"detail": problem}))
    return Promoted(row.id, row.kb_id, path, tuple(notes), changes)


def _final_path(row: PromotionRow) -> str:
    """Return where the article is afterwards: the first file that still stands."""
    standing = [step.path for step in row.steps if step.new_sha256]
    return row.path if row.path in standing or not standing else standing[0]


def _may_have_a_model(profile: Profile) -> bool:
    """Tell whether a language model is set up at all; nobody is asked."""
    settings = profile.settings.current
    named = settings.items("models.ollama_urls") or settings.items("models.openai_urls")
    return bool(named or settings.text("models.local_file"))


def _says_other_things(tx: Tx, draft: Draft) -> bool:
    """Tell whether a revision changed what the article says: another layout leaves no translation behind."""
    base = (
        tx.scalar("SELECT body FROM text WHERE sha256 = ?", (draft.base_hash,)) if draft.base_hash else None
    )
    if base is None:
        return True
    was, now = ([(one.kind, one.text) for one in split_article(text).units] for text in (base, draft.text))
    return was != now


def _flag_twins(
    tx: Tx, row: PromotionRow, node_id: str, now: float, *, can_write: bool
) -> list[tuple[str, Mapping[str, str]]]:
    """Flag the translations of what was promoted: they say what it said before (SPEC P8).

    Args:
        can_write: whether a model may be there that writes in another language.

    Returns:
        What to tell of it: (code, parameters).
    """
    draft = draft_store.read_draft(tx, row.draft_id)
    if not _says_other_things(tx, draft):
        return []
    rows = tx.sql(
        """SELECT CASE WHEN e.src = :id THEN e.dst ELSE e.src END AS other FROM edge e
           WHERE e.kind = 'translation_of' AND e.status = 'accepted' AND (e.src = :id OR e.dst = :id)
           ORDER BY other""",
        {"id": node_id},
    )
    followed = draft.data.get("twin", "")
    told: list[tuple[str, Mapping[str, str]]] = []
    for one in rows:
        if one["other"] == followed:  # this text was made after that one: it is not behind
            continue
        twin = tx.one("SELECT content_hash, path FROM node WHERE id = ?", (one["other"],))
        text_hash, path = (twin["content_hash"], str(twin["path"])) if twin is not None else ("", "")
        finding_id = id_of(Finding(TWIN_BEHIND, one["other"], 0.7, (), other_node_id=node_id))
        tx.execute(
            """INSERT INTO finding (id, node_id, other_node_id, type, score, signals, data, text_hash,
                   first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, 0.7, ?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET state = 'open', data = excluded.data,
                   text_hash = excluded.text_hash, last_seen_at = excluded.last_seen_at""",
            (
                finding_id,
                one["other"],
                node_id,
                TWIN_BEHIND,
                dump([{"name": "twin_promoted", "strength": 0.7, "share": 1.0}]),
                dump({"promotion": row.id, "draft": row.draft_id}),
                text_hash or "",
                now,
                now,
            ),
        )
        tx.changed(Kind.FINDING, finding_id)
        code = "twin_flagged" if can_write else "twin_waits_for_model"
        note(tx, now, code, params={"path": path})
        told.append((code, {"path": path}))
    return told


def _note_conflict(profile: Profile, draft_id: str, decision: Decision, code: str) -> None:
    """Turn a draft whose base moved to *conflict*; the caller raises the reason."""
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft = draft_store.read_draft(tx, draft_id)
        if draft.state is DraftState.CONFLICT:
            return
        draft_store.set_state(tx, draft, DraftState.CONFLICT, now)
        audit_store.append(
            tx,
            at=now,
            who=decision.who,
            place=decision.where,
            act="conflict",
            subject=draft_id,
            why=code,
        )

    profile.database.write(store)


def _texts(error: NeuroDeskError) -> dict[str, str]:
    return {key: str(value) for key, value in error.params.items()}
