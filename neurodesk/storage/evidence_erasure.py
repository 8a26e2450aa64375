"""Erasing a source: its text goes, a tombstone with hash and reason stays, its claims become findings (SPEC W6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.evidence import ERASED, EvidenceState
from neurodesk.domain.graph import NodeState
from neurodesk.domain.living import Anchor, ClaimState, SourceLook, SourceState
from neurodesk.storage import living_store
from neurodesk.storage.article_store import citing_claims
from neurodesk.storage.db import Row, Tx
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.living_store import CheckedCitation, CitedSource, SourceKind
from neurodesk.storage.search_index import drop_passages

_OPEN = (DraftState.IN_REVIEW, DraftState.CHANGES_REQUESTED, DraftState.APPROVED, DraftState.CONFLICT)


@dataclass(frozen=True, slots=True)
class Erased:
    """What erasing a source did.

    Attributes:
        evidence: every record of the same text; one page may have been read for several tasks.
        text_gone: whether the text itself went; a library that holds the same document keeps it.
        drafts: open drafts with claims that lost their proof; an approval among them is withdrawn.
        claims: (draft, claim) of those.
        flagged: (draft, claim) of promoted sentences that are flagged now.
    """

    evidence: tuple[str, ...]
    sha256: str
    uri: str
    text_gone: bool
    drafts: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    flagged: tuple[tuple[str, str], ...]


def erase(tx: Tx, evidence_id: str, *, who: str, why: str, now: float, day: str) -> Erased:
    """Erase a source and everything that was read from it.

    Edges and the citations of claims stay and lead to the tombstone; the quotations that a curator saw stay in
    the claims, for the proof of what was promoted rests on them.

    Args:
        day: the local day, for the log of looks at sources.

    Raises:
        BadInput: ``evidence_unknown``. RuleRefused: ``evidence_erased``.
    """
    row = tx.one("SELECT * FROM evidence WHERE id = ?", (evidence_id,))
    if row is None:
        raise BadInput("evidence_unknown", id=evidence_id)
    if row["reason"] == ERASED:
        raise RuleRefused("evidence_erased", id=evidence_id)
    rows = tx.sql("SELECT * FROM evidence WHERE sha256 = ? ORDER BY id", (row["sha256"],))
    ids = tuple(str(one["id"]) for one in rows)
    flagged = _flag_promoted(tx, row, ids, now, day)
    claims = _fail_open_claims(tx, ids)
    for one in rows:
        _bury(tx, one, who, why, now)
    gone = _drop_text(tx, str(row["sha256"]))
    return Erased(
        ids,
        row["sha256"],
        row["final_uri"],
        gone,
        tuple(sorted({draft for draft, _ in claims})),
        claims,
        flagged,
    )


def _bury(tx: Tx, row: Row, who: str, why: str, now: float) -> None:
    """Leave of a record its address, hash and reason."""
    tomb = {"erased_at": now, "erased_by": who, "why": why}
    tx.execute(
        """UPDATE evidence SET state = ?, reason = ?, title = '', injection = '[]', etag = '', last_modified = '',
               data = ? WHERE id = ?""",
        (EvidenceState.SUPERSEDED, ERASED, dump(tomb), row["id"]),
    )
    tx.execute(
        "UPDATE candidate SET snippet = '', title = '' WHERE evidence_id = ? OR (task_id = ? AND uri = ?)",
        (row["id"], row["task_id"], row["requested_uri"]),
    )
    if row["node_id"]:
        drop_passages(tx, row["node_id"])
        tx.execute(
            "UPDATE node SET body = '', title = '', trust = 0, state = ? WHERE id = ?",
            (NodeState.ARCHIVED.value, row["node_id"]),
        )
        tx.changed(Kind.NODE, row["node_id"])
    tx.changed(Kind.EVIDENCE, row["id"])


def _drop_text(tx: Tx, sha256: str) -> bool:
    if tx.scalar("SELECT 1 FROM library_file WHERE text_sha256 = ?", (sha256,)):
        return False
    tx.execute("DELETE FROM text WHERE sha256 = ?", (sha256,))
    return True


def _fail_open_claims(tx: Tx, ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Call the claims of open drafts unsupported where they cite the source: nobody can look it up any more."""
    failed = []
    for claim in citing_claims(tx, ids):
        state = tx.scalar("SELECT state FROM draft WHERE id = ?", (claim["draft_id"],))
        if state not in _OPEN:
            continue
        verdict = claim["verdict"]
        if verdict != Verdict.CONTRADICTED:
            verdict = Verdict.UNSUPPORTED
        reasons = [*load(claim["reasons"]), ["source_erased", {}]]
        tx.execute(
            """UPDATE claim SET verdict = ?, reasons = ?, seen_at = 0
               WHERE draft_id = ? AND version = ? AND id = ?""",
            (verdict, dump(reasons), claim["draft_id"], claim["version"], claim["id"]),
        )
        if state == DraftState.APPROVED:
            tx.execute("UPDATE draft SET state = ? WHERE id = ?", (DraftState.IN_REVIEW, claim["draft_id"]))
        tx.changed(Kind.CLAIM, claim["id"])
        tx.changed(Kind.DRAFT, claim["draft_id"])
        failed.append((str(claim["draft_id"]), str(claim["id"])))
    return tuple(failed)


def _flag_promoted(tx: Tx, row: Row, ids: Sequence[str], now: float, day: str) -> tuple[tuple[str, str], ...]:
    """Flag promoted sentences that rest on the source, as if it had gone: the scanner names them (SPEC P7)."""
    source = CitedSource(row["final_uri"], SourceKind.WEB, {(one, row["sha256"]) for one in ids})
    citations = living_store.citations_of(tx, source)
    if citations:
        anchor = Anchor(ClaimState.GONE, reason="source_gone")
        look = SourceLook(SourceState.GONE, detail=ERASED)
        checked = [CheckedCitation(one, anchor) for one in citations]
        living_store.put_look(tx, source, look, checked, now, day)
    return tuple((one.draft_id, one.claim_id) for one in citations)
