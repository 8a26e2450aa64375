"""The journal of promotions: prepared -> written -> archived -> done (SPEC P5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from neurodesk.domain.articles import DraftState
from neurodesk.domain.changes import Kind
from neurodesk.domain.decisions import require_transition
from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.evidence import EvidenceState
from neurodesk.domain.graph import EdgeKind, EdgeOrigin
from neurodesk.storage import audit_store
from neurodesk.storage.article_store import CARRIED, claims_of
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import put_edge
from neurodesk.storage.json_columns import dump, load

UNDO = "undo"


class Phase(StrEnum):
    """How far a promotion is; ``rolled_back`` and ``done`` are ends."""

    PREPARED = "prepared"
    WRITTEN = "written"
    ARCHIVED = "archived"
    DONE = "done"
    ROLLED_BACK = "rolled_back"


OPEN = (Phase.PREPARED, Phase.WRITTEN, Phase.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Step:
    """One file of a promotion: its bytes go from one hash to another, "" means that there is no file.

    Attributes:
        path: relative to the KB's root, forward slashes.
        old_backup, new_backup: names in the backup folder of the former and the new bytes.
        new_folders: how many of the folders around it, innermost first, the promotion makes; taking the
            file back takes them back.
    """

    path: str
    old_sha256: str
    new_sha256: str
    old_backup: str = ""
    new_backup: str = ""
    new_folders: int = 0

    def as_json(self) -> list[str | int]:
        """Return the step as it is kept."""
        kept = [self.path, self.old_sha256, self.new_sha256, self.old_backup, self.new_backup]
        return [*kept, self.new_folders] if self.new_folders else [*kept]

    def inverted(self) -> Step:
        """Return the step that takes it back."""
        return Step(
            self.path, self.new_sha256, self.old_sha256, self.new_backup, self.old_backup, self.new_folders
        )


@dataclass(frozen=True, slots=True)
class PromotionRow:
    """A row of the journal.

    Attributes:
        kind: the draft's kind, or ``undo``.
        decision: the human decision as JSON; of an undo with ``undoes``.
    """

    id: str
    draft_id: str
    kind: str
    kb_id: str
    phase: Phase
    path: str
    steps: tuple[Step, ...]
    decision: dict[str, Any] = field(default_factory=dict)
    audit_seq: int = 0
    created_at: float = 0.0
    finished_at: float = 0.0
    undone_at: float = 0.0
    error: str = ""


def prepare(tx: Tx, row: PromotionRow, *, expected_version: int, expected_text_sha256: str) -> None:
    """Write the journal's first line; from here on a crash is recovered.

    Raises:
        RuleRefused: ``promotion_under_way`` or ``seen_outdated``; nothing was changed.
    """
    draft = tx.one(
        """SELECT d.version, d.state, v.sha256 FROM draft d JOIN draft_version v
           ON v.draft_id = d.id AND v.version = d.version WHERE d.id = ?""",
        (row.draft_id,),
    )
    if draft is None or draft["version"] != expected_version or draft["sha256"] != expected_text_sha256:
        raise RuleRefused("seen_outdated", draft=row.draft_id)
    if row.kind != UNDO:
        require_transition(row.draft_id, DraftState(draft["state"]), DraftState.PROMOTED)
    paths = {step.path for step in row.steps}
    for other in open_promotions(tx):
        if other.draft_id == row.draft_id or (
            other.kb_id == row.kb_id and paths & {step.path for step in other.steps}
        ):
            raise RuleRefused("promotion_under_way", draft=other.draft_id, promotion=other.id)
    tx.execute(
        """INSERT INTO promotion (id, draft_id, kind, kb_id, phase, path, old_sha256, new_sha256, backup_name, steps,
               decision, created_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)""",
        (
            row.id,
            row.draft_id,
            row.kind,
            row.kb_id,
            Phase.PREPARED,
            row.path,
            row.steps[0].old_sha256,
            row.steps[0].new_sha256,
            row.steps[0].old_backup,
            dump([step.as_json() for step in row.steps]),
            dump(row.decision),
            row.created_at,
        ),
    )
    tx.changed(Kind.PROMOTION, row.id)


def set_phase(tx: Tx, promotion_id: str, phase: Phase, *, error: str = "", finished_at: float = 0.0) -> None:
    """Note how far a promotion is."""
    tx.execute(
        "UPDATE promotion SET phase = ?, error = ?, finished_at = ? WHERE id = ?",
        (phase, error, finished_at, promotion_id),
    )
    tx.changed(Kind.PROMOTION, promotion_id)


def conclude(tx: Tx, row: PromotionRow, now: float) -> None:
    """Make the promotion count, in one transaction: draft's state, audit, edges, phase ``archived``.

    Everything it needs stands in the journal, so that recovery concludes like the promotion itself.
    """
    decision = row.decision
    undo = row.kind == UNDO
    hashes = {"seen": str(decision.get("seen_sha256", "")), "old": row.steps[0].old_sha256}
    hashes["new"] = row.steps[0].new_sha256
    if undo:
        hashes["undoes"] = str(decision["undoes"])
    seq = audit_store.append(
        tx,
        at=now,
        who=str(decision["who"]),
        place=str(decision["where"]),
        act="undo" if undo else "promote",
        subject=row.draft_id,
        hashes={key: value for key, value in hashes.items() if value} | {"promotion": row.id},
        why=str(decision.get("note", "")),
    )
    state = DraftState.IN_REVIEW if undo else DraftState.PROMOTED
    tx.execute("UPDATE draft SET state = ?, updated_at = ? WHERE id = ?", (state, now, row.draft_id))
    tx.execute("UPDATE promotion SET phase = ?, audit_seq = ? WHERE id = ?", (Phase.ARCHIVED, seq, row.id))
    if undo:
        tx.execute("UPDATE promotion SET undone_at = ? WHERE id = ?", (now, str(decision["undoes"])))
    tx.changed(Kind.PROMOTION, row.id)
    tx.changed(Kind.DRAFT, row.draft_id)


def ground(tx: Tx, row: PromotionRow, node_id: str, now: float) -> None:
    """Tie the promoted article to the sources of its carried claims (SPEC R8)."""
    version = int(tx.scalar("SELECT version FROM draft WHERE id = ?", (row.draft_id,)) or 0)
    refs = sorted(
        {
            ref.ref
            for claim in claims_of(tx, row.draft_id, version)
            if claim.verdict in CARRIED
            for ref in claim.refs
        }
    )
    for ref in refs:
        evidence = tx.one("SELECT state, node_id FROM evidence WHERE id = ?", (ref,))
        target = ref
        if evidence is not None:
            if evidence["state"] in (EvidenceState.LEARNED, EvidenceState.PENDING_ARTICLE_REVIEW):
                tx.execute("UPDATE evidence SET state = ? WHERE id = ?", (EvidenceState.GROUNDED, ref))
                tx.changed(Kind.EVIDENCE, ref)
            target = evidence["node_id"]
        known = tx.scalar("SELECT 1 FROM node WHERE id = ?", (target,)) if target else None
        if known and target != node_id:
            put_edge(tx, EdgeKind.GROUNDED_BY, node_id, target, EdgeOrigin.HUMAN, 1.0, now)


def read_promotion(rx: Rx, promotion_id: str) -> PromotionRow | None:
    """Return one row of the journal, or None."""
    row = rx.one("SELECT * FROM promotion WHERE id = ?", (promotion_id,))
    return None if row is None else _promotion(row)


def open_promotions(rx: Rx) -> list[PromotionRow]:
    """Return the promotions that are not at an end, oldest first."""
    marks = ",".join("?" * len(OPEN))
    rows = rx.sql(f"SELECT * FROM promotion WHERE phase IN ({marks}) ORDER BY created_at, id", tuple(OPEN))
    return [_promotion(row) for row in rows]


def promotions_of_draft(rx: Rx, draft_id: str) -> list[PromotionRow]:
    """Return all promotions of a draft, undone ones and undos too, oldest first."""
    rows = rx.sql("SELECT * FROM promotion WHERE draft_id = ? ORDER BY created_at, id", (draft_id,))
    return [_promotion(row) for row in rows]


def promotions_of_path(rx: Rx, kb_id: str, path: str) -> list[PromotionRow]:
    """Return all promotions that changed a file, newest first."""
    rows = rx.sql(
        """SELECT DISTINCT p.* FROM promotion p, json_each(p.steps) s
           WHERE p.kb_id = ? AND json_extract(s.value, '$[0]') = ? ORDER BY p.created_at DESC, p.id DESC""",
        (kb_id, path),
    )
    return [_promotion(row) for row in rows]


def _promotion(row: Row) -> PromotionRow:
    return PromotionRow(
        id=row["id"],
        draft_id=row["draft_id"],
        kind=row["kind"],
        kb_id=row["kb_id"],
        phase=Phase(row["phase"]),
        path=row["path"],
        steps=tuple(Step(*one) for one in load(row["steps"])),
        decision=load(row["decision"]),
        audit_seq=row["audit_seq"],
        created_at=row["created_at"],
        finished_at=row["finished_at"],
        undone_at=row["undone_at"],
        error=row["error"],
    )
