"""Evidence, refused candidates and the content-addressed texts behind them (SPEC W4, W6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import StorageFault
from neurodesk.domain.evidence import ERASED, Evidence, EvidenceState, SourceOrigin
from neurodesk.domain.graph import EdgeKind, EdgeOrigin, NodeState, initial_status
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.research import NewCandidate, NewEvidence
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load

# Evidence that a person or a claim may rest on; the rest is history.
IN_USE = (EvidenceState.LEARNED, EvidenceState.GROUNDED, EvidenceState.PENDING_ARTICLE_REVIEW)


def put_text(tx: Tx, body: str, now: float) -> str:
    """Store a text once and return its hash."""
    digest = sha256_text(body)
    tx.execute("INSERT OR IGNORE INTO text (sha256, body, created_at) VALUES (?, ?, ?)", (digest, body, now))
    return digest


def get_text(rx: Rx, sha256: str) -> str:
    """Return a stored text, checked against its hash (SPEC S2).

    Raises:
        StorageFault: ``text_missing`` or ``text_damaged``.
    """
    body = rx.scalar("SELECT body FROM text WHERE sha256 = ?", (sha256,))
    if body is None:
        raise StorageFault("text_missing", sha256=sha256)
    if sha256_text(body) != sha256:
        raise StorageFault("text_damaged", sha256=sha256)
    return str(body)


def put_evidence(tx: Tx, task_id: str, items: Iterable[NewEvidence], now: float) -> frozenset[str]:
    """Insert or update evidence of a task; one row for each (task, final URI), however often it runs.

    Returns: the requested addresses whose text the curator erased before; nothing of it is stored again.
    """
    erased: set[str] = set()
    for item in items:
        source = item.source
        if tx.scalar("SELECT 1 FROM evidence WHERE sha256 = ? AND reason = ?", (item.sha256, ERASED)):
            erased.add(source.requested_uri)
            continue
        digest = put_text(tx, source.text, now)
        assert digest == item.sha256, "the evidence's hash is not that of its text"
        node_id = ""
        if item.state in (EvidenceState.LEARNED, EvidenceState.GROUNDED):
            node_id = _put_node(tx, item, now)
        tx.execute(
            """INSERT INTO evidence (id, task_id, requested_uri, final_uri, host, source_key, title, sha256,
                   retrieved_at, origin, lang, extractor, relevance, quality, trust, evidence_count, confidence,
                   state, node_id, collection, recorded_origin, licence, dated_at, independent, injection, data,
                   etag, last_modified)
               VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
               ON CONFLICT (id) DO UPDATE SET relevance = excluded.relevance, quality = excluded.quality,
                   trust = excluded.trust, evidence_count = excluded.evidence_count,
                   confidence = excluded.confidence, state = excluded.state, node_id = excluded.node_id,
                   independent = excluded.independent""",
            (
                item.id,
                task_id,
                source.requested_uri,
                source.final_uri,
                source.host,
                source.source_key,
                source.title,
                digest,
                source.retrieved_at,
                source.origin,
                source.lang,
                source.extractor,
                item.relevance,
                item.quality,
                item.trust,
                item.evidence_count,
                item.confidence,
                item.state,
                node_id,
                source.collection,
                source.recorded_origin,
                source.licence,
                source.dated_at,
                item.independent,
                dump(list(source.injection_passages)),
                dump({"page_quality": list(source.page_quality), "internal": source.internal}),
                source.etag,
                source.last_modified,
            ),
        )
        tx.many(
            "INSERT OR IGNORE INTO evidence_seed (evidence_id, node_id) VALUES (?, ?)",
            [(item.id, seed) for seed in item.seeds],
        )
        if node_id:
            for seed in item.seeds:
                put_edge(tx, EdgeKind.EVIDENCE_FOR, node_id, seed, EdgeOrigin.RULE, item.confidence, now)
        tx.changed(Kind.EVIDENCE, item.id)
    return frozenset(erased)


def refuse_evidence(tx: Tx, evidence_id: str, reason: str) -> None:
    """Mark a fetched text as refused by a gate; text and reason stay for the curator (SPEC W4)."""
    tx.execute(
        "UPDATE evidence SET state = ?, reason = ? WHERE id = ?",
        (EvidenceState.REJECTED, reason, evidence_id),
    )
    tx.changed(Kind.EVIDENCE, evidence_id)


def set_host_aside(tx: Tx, host: str, reason: str) -> list[tuple[str, str, str]]:
    """Take the web evidence of a host and its subdomains out of use; text and claims on it stay (SPEC W6).

    Returns: (id, former state, former reason) of each row, for ``take_back_evidence``.
    """
    rows = tx.sql(
        """SELECT id, state, reason, node_id FROM evidence WHERE state NOT IN ('rejected', 'superseded')
           AND origin != 'library' AND (source_key = ? OR source_key LIKE '%.' || ?) ORDER BY id""",
        (host, host),
    )
    for row in rows:
        refuse_evidence(tx, row["id"], reason)
        _set_node(tx, row["node_id"], NodeState.ARCHIVED)
    return [(row["id"], row["state"], row["reason"]) for row in rows]


def take_back_evidence(tx: Tx, evidence_id: str, state: str, reason: str) -> None:
    """Put a row that was set aside back into the state that it had; what was erased meanwhile stays erased."""
    if tx.scalar("SELECT reason FROM evidence WHERE id = ?", (evidence_id,)) == ERASED:
        return
    tx.execute("UPDATE evidence SET state = ?, reason = ? WHERE id = ?", (state, reason, evidence_id))
    _set_node(
        tx, str(tx.scalar("SELECT node_id FROM evidence WHERE id = ?", (evidence_id,))), NodeState.ACTIVE
    )
    tx.changed(Kind.EVIDENCE, evidence_id)


def _set_node(tx: Tx, node_id: str, state: NodeState) -> None:
    if node_id:
        tx.execute("UPDATE node SET state = ? WHERE id = ?", (state, node_id))
        tx.changed(Kind.NODE, node_id)


def put_candidates(tx: Tx, task_id: str, items: Iterable[NewCandidate], now: float) -> None:
    """Insert or update the fate of search hits; one row for each (task, URI, phase)."""
    for item in items:
        tx.execute(
            """INSERT INTO candidate (task_id, uri, title, snippet, provider, query, rank, pass_number, phase,
                   verdict, reason, detail, score, evidence_id, at)
               VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
               ON CONFLICT (task_id, uri, phase) DO UPDATE SET verdict = excluded.verdict,
                   reason = excluded.reason, detail = excluded.detail, score = excluded.score,
                   evidence_id = excluded.evidence_id, at = excluded.at""",
            (
                task_id,
                item.uri,
                item.title,
                item.snippet,
                item.provider,
                item.query,
                item.rank,
                item.pass_number,
                item.phase,
                item.verdict,
                item.reason,
                item.detail,
                item.score,
                item.evidence_id,
                now,
            ),
        )
        tx.changed(Kind.CANDIDATE, task_id)


def put_edge(
    tx: Tx,
    kind: EdgeKind,
    src: str,
    dst: str,
    origin: EdgeOrigin,
    confidence: float,
    now: float,
    data: dict[str, object] | None = None,
) -> str:
    """Create an edge with the status that code may give it; an edge the curator decided stays (SPEC K3)."""
    edge_id = derived_id("g", kind, src, dst)
    tx.execute(
        """INSERT INTO edge (id, kind, src, dst, status, origin, confidence, data, created_at)
           VALUES (?,?,?,?,?,?,?,?,?)
           ON CONFLICT (id) DO UPDATE SET confidence = excluded.confidence, data = excluded.data
           WHERE edge.decided_at = 0""",
        (edge_id, kind, src, dst, initial_status(kind), origin, confidence, dump(data or {}), now),
    )
    tx.changed(Kind.EDGE, edge_id)
    return edge_id


def read_evidence(rx: Rx, evidence_id: str) -> Evidence | None:
    """Return one piece of evidence with its text, or None."""
    row = rx.one("SELECT * FROM evidence WHERE id = ?", (evidence_id,))
    return None if row is None else _evidence(rx, row)


def evidence_of_task(rx: Rx, task_id: str) -> Sequence[Evidence]:
    """Return all fetched texts of a task, in the order they were stored."""
    rows = rx.sql("SELECT * FROM evidence WHERE task_id = ? ORDER BY rowid", (task_id,))
    return [_evidence(rx, row) for row in rows]


def evidence_for_nodes(rx: Rx, node_ids: Sequence[str]) -> Sequence[Evidence]:
    """Return learned and grounded evidence that was sought for any of these nodes."""
    if not node_ids:
        return []
    marks = ",".join("?" * len(node_ids))
    rows = rx.sql(
        f"""SELECT DISTINCT e.* FROM evidence e JOIN evidence_seed s ON s.evidence_id = e.id
            WHERE s.node_id IN ({marks}) AND e.state IN ('learned', 'grounded') ORDER BY e.id""",
        tuple(node_ids),
    )
    return [_evidence(rx, row) for row in rows]


def _put_node(tx: Tx, item: NewEvidence, now: float) -> str:
    source = item.source
    node_id = derived_id("n", "evidence", source.final_uri, item.sha256)
    tx.execute(
        """INSERT INTO node (id, kind, uri, title, body, source_key, lang, content_hash, created_at, updated_at,
               dated_at, trust, format)
           VALUES (?, 'research_evidence', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'text')
           ON CONFLICT (id) DO UPDATE SET trust = MAX(node.trust, excluded.trust)""",
        (
            node_id,
            source.final_uri,
            source.title,
            source.text,
            source.source_key,
            source.lang,
            item.sha256,
            now,
            now,
            source.dated_at,
            item.confidence,
        ),
    )
    tx.changed(Kind.NODE, node_id)
    return node_id


def _evidence(rx: Rx, row: Row) -> Evidence:
    more = load(row["data"])
    return Evidence(
        id=row["id"],
        task_id=row["task_id"],
        requested_uri=row["requested_uri"],
        final_uri=row["final_uri"],
        host=row["host"],
        source_key=row["source_key"],
        title=row["title"],
        text="" if row["reason"] == ERASED or "pruned_at" in more else get_text(rx, row["sha256"]),
        sha256=row["sha256"],
        retrieved_at=row["retrieved_at"],
        origin=SourceOrigin(row["origin"]),
        lang=row["lang"],
        extractor=row["extractor"],
        relevance=row["relevance"],
        quality=row["quality"],
        trust=row["trust"],
        evidence_count=row["evidence_count"],
        confidence=row["confidence"],
        state=EvidenceState(row["state"]),
        node_id=row["node_id"],
        collection=row["collection"],
        recorded_origin=row["recorded_origin"],
        licence=row["licence"],
        dated_at=row["dated_at"],
        independent=bool(row["independent"]),
        injection_passages=tuple(load(row["injection"])),
        internal=bool(more.get("internal", False)),
        page_quality=tuple(more.get("page_quality", ())),
    )
