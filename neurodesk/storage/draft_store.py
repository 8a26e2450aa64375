"""The curator's work on drafts: versions, ticks, reasons, states (SPEC P1, P3, P4, R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from neurodesk.domain.articles import Claim, DraftKind, DraftState, Verdict, WrittenBy
from neurodesk.domain.changes import Kind
from neurodesk.domain.decisions import Draft, JudgedClaim, require_transition
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import sha256_text
from neurodesk.storage.article_store import claim_of, put_version
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import put_text
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.licence_store import advises_only

_COLUMNS = """d.*, v.written_by, v.body, v.sha256 AS text_sha256 FROM draft d
    JOIN draft_version v ON v.draft_id = d.id AND v.version = d.version"""


def read_draft(rx: Rx, draft_id: str, version: int = 0) -> Draft:
    """Return a draft with the text of one version, 0 the version that counts.

    Raises:
        BadInput: ``draft_unknown``.
    """
    row = rx.one(f"SELECT {_COLUMNS} WHERE d.id = ?", (draft_id,))
    if row is None:
        raise BadInput("draft_unknown", id=draft_id)
    draft = _draft(row)
    if version in (0, draft.version):
        return draft
    other = rx.one(
        "SELECT written_by, body, sha256 FROM draft_version WHERE draft_id = ? AND version = ?",
        (draft_id, version),
    )
    if other is None:
        raise BadInput("draft_unknown", id=f"{draft_id} ({version})")
    return replace(
        draft,
        version=version,
        written_by=WrittenBy(other["written_by"]),
        text=other["body"],
        text_sha256=other["sha256"],
    )


def list_drafts(rx: Rx, states: Sequence[DraftState], *, limit: int, offset: int) -> list[Draft]:
    """Return drafts in these states, riskiest first, then newest."""
    marks = ",".join("?" * len(states))
    rows = rx.sql(
        f"""SELECT {_COLUMNS} WHERE d.state IN ({marks})
            ORDER BY d.risk DESC, d.updated_at DESC, d.id LIMIT ? OFFSET ?""",
        (*states, limit, offset),
    )
    return [_draft(row) for row in rows]


def judged_claims(rx: Rx, draft_id: str, version: int) -> list[JudgedClaim]:
    """Return the claims of a version with the curator's ticks and reasons, in the order of the text."""
    rows = rx.sql(
        "SELECT * FROM claim WHERE draft_id = ? AND version = ? ORDER BY ordinal, id", (draft_id, version)
    )
    data = load(str(rx.scalar("SELECT data FROM draft WHERE id = ?", (draft_id,)) or "{}"))
    advised = advises_only(rx, data.get("sidecar", {}).get("reviewer"))
    return [
        JudgedClaim(
            claim_of(row),
            row["seen_at"],
            row["ticked_at"],
            Verdict(row["human_verdict"]) if row["human_verdict"] else None,
            row["human_reason"],
            row["comment"],
            advised,
        )
        for row in rows
    ]


def set_state(tx: Tx, draft: Draft, new: DraftState, now: float) -> None:
    """Move a draft to another state.

    Raises:
        IllegalTransition: ``draft_transition_forbidden``; also when another process moved it meanwhile.
    """
    current = tx.scalar("SELECT state FROM draft WHERE id = ?", (draft.id,))
    require_transition(draft.id, DraftState(current), new)
    tx.execute("UPDATE draft SET state = ?, updated_at = ? WHERE id = ?", (new, now, draft.id))
    tx.changed(Kind.DRAFT, draft.id)


def mark_claims(
    tx: Tx,
    draft: Draft,
    claim_ids: Sequence[str],
    *,
    seen_at: float | None = None,
    ticked_at: float | None = None,
    human_verdict: str | None = None,
    human_reason: str | None = None,
    comment: str | None = None,
) -> None:
    """Note what the curator did to claims of the version that counts; None leaves a column as it is.

    Raises:
        BadInput: ``claim_unknown``.
    """
    for claim_id in claim_ids:
        changed = tx.execute(
            """UPDATE claim SET seen_at = CASE WHEN ? IS NULL OR seen_at > 0 THEN seen_at ELSE ? END,
                   ticked_at = COALESCE(?, ticked_at), human_verdict = COALESCE(?, human_verdict),
                   human_reason = COALESCE(?, human_reason), comment = COALESCE(?, comment)
               WHERE draft_id = ? AND version = ? AND id = ?""",
            (
                seen_at,
                seen_at,
                ticked_at,
                human_verdict,
                human_reason,
                comment,
                draft.id,
                draft.version,
                claim_id,
            ),
        )
        if not changed:
            raise BadInput("claim_unknown", claim=claim_id, draft=draft.id)
        tx.changed(Kind.CLAIM, claim_id)
    tx.changed(Kind.DRAFT, draft.id)


def replace_claim(tx: Tx, draft: Draft, claim: Claim) -> None:
    """Store another judgement of a claim; what the curator ticked on the former one no longer counts."""
    from neurodesk.storage.article_store import ref_as_json

    tx.execute(
        """UPDATE claim SET verdict = ?, reasons = ?, refs = ?, single_source = ?, ticked_at = 0
           WHERE draft_id = ? AND version = ? AND id = ?""",
        (
            claim.verdict or "",
            dump([[reason.code, dict(reason.params)] for reason in claim.reasons]),
            dump([ref_as_json(ref) for ref in claim.refs]),
            claim.single_source,
            draft.id,
            draft.version,
            claim.id,
        ),
    )
    tx.changed(Kind.CLAIM, claim.id)


def add_human_version(
    tx: Tx, draft: Draft, text: str, claims: Sequence[JudgedClaim], now: float, note: str = ""
) -> int:
    """Store a version that a person wrote; it becomes the one that counts (SPEC R10)."""
    return _add_version(tx, draft, WrittenBy.HUMAN, text, claims, now, note)


def _add_version(
    tx: Tx,
    draft: Draft,
    written_by: WrittenBy,
    text: str,
    claims: Sequence[JudgedClaim],
    now: float,
    note: str = "",
) -> int:
    newest = int(
        tx.scalar("SELECT COALESCE(MAX(version), 0) FROM draft_version WHERE draft_id = ?", (draft.id,))
    )
    version = newest + 1
    put_version(tx, draft.id, version, written_by, text, [one.claim for one in claims], now, note)
    tx.many(
        """UPDATE claim SET seen_at = ?, ticked_at = ?, human_verdict = ?, human_reason = ?, comment = ?
           WHERE draft_id = ? AND version = ? AND id = ?""",
        [
            (
                one.seen_at,
                one.ticked_at,
                one.human_verdict or "",
                one.human_reason,
                one.comment,
                draft.id,
                version,
                one.id,
            )
            for one in claims
        ],
    )
    tx.execute("UPDATE draft SET version = ?, updated_at = ? WHERE id = ?", (version, now, draft.id))
    tx.changed(Kind.DRAFT, draft.id)
    return version


def put_manual_draft(tx: Tx, draft: Draft, claims: Sequence[JudgedClaim], now: float) -> None:
    """Store a draft that a person or a program laid on the desk, with its first version."""
    tx.execute(
        """INSERT INTO draft (id, task_id, kind, state, title, lang, article_type, kb_id, base_node_id, base_path,
               base_hash, target_path, version, risk, requested_by, data, created_at, updated_at)
           VALUES (?,?,?,?,?,?,?,?,?,?,?,?,0,?,'curator',?,?,?)""",
        (
            draft.id,
            draft.task_id,
            draft.kind,
            draft.state,
            draft.title,
            draft.lang,
            draft.article_type,
            draft.kb_id,
            draft.base_node_id,
            draft.base_path,
            draft.base_hash,
            draft.target_path,
            draft.risk,
            dump(dict(draft.data)),
            now,
            now,
        ),
    )
    base = (
        tx.scalar("SELECT body FROM node WHERE id = ?", (draft.base_node_id,)) if draft.base_node_id else None
    )
    if base is not None:
        put_text(tx, base, now)
    _add_version(tx, draft, draft.written_by, draft.text, claims, now)


def update_place(
    tx: Tx,
    draft: Draft,
    now: float,
    *,
    kb_id: str | None = None,
    target_path: str | None = None,
    base_hash: str | None = None,
    data: Mapping[str, object] | None = None,
) -> None:
    """Change where a draft goes, its base after a conflict was settled, or its further data."""
    tx.execute(
        """UPDATE draft SET kb_id = COALESCE(?, kb_id), target_path = COALESCE(?, target_path),
               base_hash = COALESCE(?, base_hash), data = COALESCE(?, data), updated_at = ? WHERE id = ?""",
        (kb_id, target_path, base_hash, None if data is None else dump(dict(data)), now, draft.id),
    )
    tx.changed(Kind.DRAFT, draft.id)


def drafts_off_base(rx: Rx, kb_id: str) -> list[str]:
    """Return the open drafts of a KB whose article is gone or is not the one they were made from.

    A draft under promotion is left out: its journal decides.
    """
    rows = rx.sql(
        """SELECT d.id FROM draft d LEFT JOIN node n ON n.id = d.base_node_id
           LEFT JOIN node o ON o.id = json_extract(d.data, '$.other_node_id')
           WHERE d.kb_id = ? AND d.base_node_id != '' AND d.state IN ('in_review', 'approved', 'changes_requested')
             AND (n.id IS NULL OR n.state != 'active' OR n.content_hash != d.base_hash
                  OR (d.kind = 'merge' AND (o.id IS NULL OR o.state != 'active'
                      OR o.content_hash != json_extract(d.data, '$.other_hash'))))
             AND NOT EXISTS (SELECT 1 FROM promotion p WHERE p.draft_id = d.id
                             AND p.phase IN ('prepared', 'written', 'archived'))
           ORDER BY d.id""",
        (kb_id,),
    )
    return [row["id"] for row in rows]


def source_texts(rx: Rx, refs: Sequence[str]) -> dict[str, tuple[str, str, str, str]]:
    """Return (title, URI, stored text, hash of that text as it is now) of evidence and nodes, by reference.

    Hashes are computed from the text, never copied: a text changed in the store is seen (SPEC R11).
    """
    found: dict[str, tuple[str, str, str, str]] = {}
    for ref in dict.fromkeys(refs):
        row = rx.one(
            """SELECT e.title, e.final_uri AS uri, t.body FROM evidence e
               JOIN text t ON t.sha256 = e.sha256 WHERE e.id = ?""",
            (ref,),
        ) or rx.one(
            """SELECT title, CASE WHEN path != '' THEN path ELSE uri END AS uri, body FROM node
               WHERE id = ?""",
            (ref,),
        )
        if row is not None:
            found[ref] = (row["title"], row["uri"], row["body"], sha256_text(row["body"]))
    return found


def _draft(row: Row) -> Draft:
    return Draft(
        id=row["id"],
        task_id=row["task_id"],
        kind=DraftKind(row["kind"]),
        state=DraftState(row["state"]),
        title=row["title"],
        lang=row["lang"],
        article_type=row["article_type"],
        kb_id=row["kb_id"],
        base_node_id=row["base_node_id"],
        base_path=row["base_path"],
        base_hash=row["base_hash"],
        target_path=row["target_path"],
        version=row["version"],
        written_by=WrittenBy(row["written_by"]),
        text=row["body"],
        text_sha256=row["text_sha256"],
        staging_name=row["staging_name"],
        risk=row["risk"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        data=load(row["data"]),
    )
