"""Drafts, their versions and claims in the database (SPEC R8, R10)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.articles import Claim, DraftState, Reason, SourceRef, Verdict, WrittenBy
from neurodesk.domain.changes import Kind
from neurodesk.domain.evidence import EvidenceState
from neurodesk.domain.graph import EdgeKind, EdgeOrigin
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.research import NewDraft
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import put_edge, put_text
from neurodesk.storage.json_columns import dump, load

# Up to as many sources are looked for in the statement itself.
FEW_REFS = 20
CARRIED = (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)


def put_draft(tx: Tx, task_id: str, draft: NewDraft, now: float) -> None:
    """Store a machine draft with its claims; the same draft of a task is stored once (SPEC Q13).

    Pending evidence becomes grounded only when a supported or partially supported claim uses it (SPEC R8, W6).
    """
    if draft.answers:
        put_answer(tx, task_id, draft, now)
        return
    state = DraftState.IN_REVIEW if draft.accepted else DraftState.REJECTED
    version = int(tx.scalar("SELECT version FROM draft WHERE id = ?", (draft.id,)) or 0) + 1
    known = tx.one(
        "SELECT version FROM draft_version WHERE draft_id = ? AND sha256 = ? AND written_by = 'machine'",
        (draft.id, sha256_text(draft.text)),
    )
    if known is not None:
        return
    human = tx.scalar("SELECT 1 FROM draft_version WHERE draft_id = ? AND written_by = 'human'", (draft.id,))
    tx.execute(
        """INSERT INTO draft (id, task_id, kind, state, title, lang, article_type, kb_id, base_node_id, base_path,
               base_hash, target_path, version, risk, data, created_at, updated_at)
           VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
           ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at""",
        (
            draft.id,
            task_id,
            draft.kind,
            state,
            draft.article.title,
            draft.article.lang,
            draft.article.article_type,
            draft.kb_id,
            draft.base_node_id,
            draft.base_path,
            draft.base_hash,
            draft.target_path,
            version,
            draft.risk,
            dump({"sidecar": draft.sidecar, "categories": list(draft.categories)}),
            now,
            now,
        ),
    )
    put_version(tx, draft.id, version, WrittenBy.MACHINE, draft.text, draft.review.claims, now)
    if not human:  # a machine version never takes the place of one that a person edited (SPEC R10)
        tx.execute("UPDATE draft SET version = ?, state = ? WHERE id = ?", (version, state, draft.id))
    if draft.accepted:
        _ground(tx, draft, now)
    base = tx.one(
        "SELECT body FROM node WHERE id = ? AND content_hash = ?", (draft.base_node_id, draft.base_hash)
    )
    if base is not None:  # the three-way view of a later conflict needs it
        put_text(tx, base["body"], now)
    tx.changed(Kind.DRAFT, draft.id)


def put_answer(tx: Tx, task_id: str, draft: NewDraft, now: float) -> None:
    """Store the answer to a draft that was sent back as a new version of it (SPEC R7, R10).

    It takes the place of the version that was sent back, unless a person edited the draft or decided on it
    meanwhile: then it lies beside. What the curator did to units that stay as they were counts on.
    """
    row = tx.one("SELECT version, state, data FROM draft WHERE id = ?", (draft.id,))
    if row is None:
        return
    newest = int(tx.scalar("SELECT MAX(version) FROM draft_version WHERE draft_id = ?", (draft.id,)))
    human = tx.scalar("SELECT 1 FROM draft_version WHERE draft_id = ? AND written_by = 'human'", (draft.id,))
    same = tx.scalar(
        "SELECT sha256 FROM draft_version WHERE draft_id = ? AND version = ?", (draft.id, draft.answers)
    ) == sha256_text(draft.text)
    waiting = row["state"] == DraftState.CHANGES_REQUESTED
    takes = waiting and row["version"] == draft.answers and not human
    version = newest + 1
    put_version(tx, draft.id, version, WrittenBy.MACHINE, draft.text, draft.review.claims, now, draft.note)
    _keep_curators_marks(tx, draft.id, draft.answers, version)
    data = load(row["data"])
    listed = [*data.get("sources", []), *(ref.ref for claim in draft.review.claims for ref in claim.refs)]
    data["sources"] = list(dict.fromkeys(listed))
    data["answer"] = {"version": version, "task": task_id, "beside": not takes, "unchanged": same}
    if takes:
        data["sidecar"] = draft.sidecar
        tx.execute("UPDATE draft SET version = ?, risk = ? WHERE id = ?", (version, draft.risk, draft.id))
    if waiting:
        tx.execute("UPDATE draft SET state = ? WHERE id = ?", (DraftState.IN_REVIEW, draft.id))
    tx.execute("UPDATE draft SET data = ?, updated_at = ? WHERE id = ?", (dump(data), now, draft.id))
    if draft.accepted:
        _ground(tx, draft, now)
    tx.changed(Kind.DRAFT, draft.id)


def _keep_curators_marks(tx: Tx, draft_id: str, before: int, after: int) -> None:
    """Carry seen and ticked over to units whose text, verdict and sources are the same."""
    tx.execute(
        """UPDATE claim SET seen_at = former.seen_at, ticked_at = former.ticked_at
           FROM (SELECT * FROM claim WHERE draft_id = :draft AND version = :before) AS former
           WHERE claim.draft_id = :draft AND claim.version = :after AND former.kind = claim.kind
               AND former.text = claim.text AND former.verdict = claim.verdict AND former.refs = claim.refs
               AND former.human_verdict = '' AND former.comment = ''""",
        {"draft": draft_id, "before": before, "after": after},
    )


def put_version(
    tx: Tx,
    draft_id: str,
    version: int,
    by: WrittenBy,
    body: str,
    claims: Sequence[Claim],
    now: float,
    note: str = "",
) -> None:
    """Store one version and its claims."""
    tx.execute(
        """INSERT INTO draft_version (draft_id, version, written_by, body, sha256, note, created_at)
           VALUES (?,?,?,?,?,?,?)""",
        (draft_id, version, by, body, sha256_text(body), note, now),
    )
    tx.many(
        """INSERT INTO claim (draft_id, version, id, ordinal, kind, text, start, "end", exempt, verdict, reasons,
               refs, risk, single_source) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)""",
        [claim_row(draft_id, version, claim) for claim in claims],
    )
    _keep_cited_articles(tx, claims, now)


def _keep_cited_articles(tx: Tx, claims: Sequence[Claim], now: float) -> None:
    """Keep the text of every cited article as it was judged: the article itself will change (SPEC R11)."""
    cited = {(ref.ref, ref.sha256) for claim in claims for ref in claim.refs}
    for ref, sha256 in sorted(cited):
        if tx.scalar("SELECT 1 FROM text WHERE sha256 = ?", (sha256,)):
            continue
        body = tx.scalar("SELECT body FROM node WHERE id = ?", (ref,))
        if body is not None and sha256_text(body) == sha256:
            put_text(tx, body, now)


def claim_row(draft_id: str, version: int, claim: Claim) -> tuple[object, ...]:
    """Return a claim as a row of the claim table."""
    return (
        draft_id,
        version,
        claim.id,
        claim.ordinal,
        claim.kind,
        claim.text,
        claim.start,
        claim.end,
        claim.exempt,
        claim.verdict or "",
        dump([[reason.code, dict(reason.params)] for reason in claim.reasons]),
        dump([ref_as_json(ref) for ref in claim.refs]),
        claim.risk,
        claim.single_source,
    )


def ref_as_json(ref: SourceRef) -> dict[str, object]:
    """Return a source reference in the form of column and sidecar."""
    return {
        "ref": ref.ref,
        "quote": ref.quote,
        "sha256": ref.sha256,
        "start": ref.start,
        "end": ref.end,
        "uri": ref.uri,
        "title": ref.title,
    }


def claim_of(row: Row) -> Claim:
    """Read a claim row."""
    return Claim(
        id=row["id"],
        ordinal=row["ordinal"],
        kind=row["kind"],
        text=row["text"],
        start=row["start"],
        end=row["end"],
        verdict=Verdict(row["verdict"]) if row["verdict"] else None,
        refs=tuple(SourceRef(**ref) for ref in load(row["refs"])),
        reasons=tuple(Reason(code, tuple(sorted(params.items()))) for code, params in load(row["reasons"])),
        exempt=bool(row["exempt"]),
        risk=row["risk"],
        single_source=bool(row["single_source"]),
    )


def claims_of(rx: Rx, draft_id: str, version: int) -> list[Claim]:
    """Return the claims of a version in the order of the text."""
    rows = rx.sql(
        "SELECT * FROM claim WHERE draft_id = ? AND version = ? ORDER BY ordinal, id", (draft_id, version)
    )
    return [claim_of(row) for row in rows]


def citing_claims(rx: Rx, refs: Sequence[str]) -> list[Row]:
    """Return the claim rows, of the versions that count, that cite any of these sources."""
    wanted = set(refs)
    if not wanted:
        return []
    few = sorted(wanted) if len(wanted) <= FEW_REFS else []
    named = " OR ".join(["instr(c.refs, ?) > 0"] * len(few)) or "c.refs != '[]'"
    rows = rx.iterate(
        f"""SELECT c.* FROM claim c JOIN draft d ON d.id = c.draft_id AND d.version = c.version
            WHERE ({named}) ORDER BY c.draft_id, c.ordinal, c.id""",
        few,
    )
    return [row for row in rows if any(one["ref"] in wanted for one in load(row["refs"]))]


def body_of(rx: Rx, draft_id: str, version: int) -> str:
    """Return the visible article of a version."""
    return str(
        rx.scalar("SELECT body FROM draft_version WHERE draft_id = ? AND version = ?", (draft_id, version))
        or ""
    )


def _ground(tx: Tx, draft: NewDraft, now: float) -> None:
    used = {ref.ref for claim in draft.review.claims if claim.verdict in CARRIED for ref in claim.refs}
    for ref in sorted(used):
        row = tx.one("SELECT id, state, node_id, final_uri, sha256 FROM evidence WHERE id = ?", (ref,))
        if row is None:
            continue
        if row["state"] in (EvidenceState.LEARNED, EvidenceState.PENDING_ARTICLE_REVIEW):
            tx.execute("UPDATE evidence SET state = ? WHERE id = ?", (EvidenceState.GROUNDED, ref))
            tx.changed(Kind.EVIDENCE, ref)
        if row["node_id"] and draft.base_node_id:
            put_edge(tx, EdgeKind.GROUNDED_BY, draft.base_node_id, row["node_id"], EdgeOrigin.RULE, 1.0, now)
