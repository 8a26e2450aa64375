"""Findings in the database: each scan renews them, the curator's decisions stay (SPEC G2, G5)."""

from __future__ import annotations

from collections.abc import Iterable

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EdgeKind, EdgeOrigin
from neurodesk.domain.identity import derived_id
from neurodesk.domain.profile import NodeProfileData
from neurodesk.domain.scanning import Finding, FindingState, FindingType, ScanInput, ScanLink, ScanNode
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.evidence_store import put_edge
from neurodesk.storage.json_columns import dump

_EDGE_OF = {
    FindingType.CONTRADICTION: EdgeKind.CONTRADICTS,
    FindingType.NEAR_DUPLICATE: EdgeKind.DUPLICATES,
}


def read_scan_input(rx: Rx, now: float, filter_keys: tuple[str, ...] | None = None) -> ScanInput:
    """Read what a scan needs: active articles with stored facts, links, twins, decisions (SPEC K2, K5)."""
    counts = {
        row["node_id"]: row["n"]
        for row in rx.sql(
            """SELECT s.node_id AS node_id, COUNT(*) AS n FROM evidence_seed s JOIN evidence e
                   ON e.id = s.evidence_id WHERE e.state IN ('learned', 'grounded') GROUP BY s.node_id"""
        )
    }
    rows = rx.iterate(
        """SELECT n.*, p.data AS profile, p.shingles AS shingles FROM node n
           JOIN node_profile p ON p.node_id = n.id
           WHERE n.kind = 'article' AND n.state = 'active' ORDER BY n.path, n.id"""
    )
    nodes = tuple(
        ScanNode(
            id=row["id"],
            path=row["path"],
            title=row["title"],
            body=row["body"],
            lang=row["lang"],
            source_key=row["source_key"],
            content_hash=row["content_hash"],
            dated_at=row["dated_at"],
            verified_at=row["verified_at"],
            profile=NodeProfileData.from_json(row["profile"], row["shingles"]),
            evidence_count=counts.get(row["id"], 0),
            own_draft=bool(row["own_draft"]),
        )
        for row in rows
        if filter_keys is None or row["source_key"] in filter_keys
    )
    links = tuple(
        ScanLink(row["node_id"], row["target"], row["target_node_id"], row["line"], bool(row["broken"]))
        for row in rx.iterate("SELECT * FROM link ORDER BY node_id, id")
    )
    decided = rx.sql(
        "SELECT kind, src, dst, status FROM edge WHERE kind IN ('contradicts', 'duplicates') AND status != 'proposed'"
    )
    return ScanInput(
        now=now,
        nodes=nodes,
        links=links,
        twins=tuple(
            (row["src"], row["dst"])
            for row in rx.sql(
                "SELECT src, dst FROM edge WHERE kind = 'translation_of' AND status = 'accepted' ORDER BY src, dst"
            )
        ),
        accepted_contradictions=frozenset(
            _pair(row["src"], row["dst"])
            for row in decided
            if row["kind"] == EdgeKind.CONTRADICTS and row["status"] == "accepted"
        ),
        rejected_pairs=frozenset(
            _pair(row["src"], row["dst"]) for row in decided if row["status"] == "rejected"
        ),
        changed_sources=frozenset(),
        unanswered=(),
    )


def store_findings(tx: Tx, scan_id: str, findings: Iterable[Finding], now: float) -> int:
    """Renew the findings after a scan; those that are no longer found are marked gone.

    A dismissed or confirmed finding stays away until the text it rests on changes; a snoozed one until its time.

    Returns:
        How many are open now.
    """
    for one in findings:
        finding_id = derived_id("f", *one.key)
        known = tx.one("SELECT state, until, text_hash FROM finding WHERE id = ?", (finding_id,))
        state = FindingState.OPEN
        if known is not None:
            decided = known["state"] in (FindingState.DISMISSED, FindingState.STILL_CORRECT)
            if decided and known["text_hash"] == one.text_hash:
                state = FindingState(known["state"])
            elif known["state"] == FindingState.SNOOZED and known["until"] > now:
                state = FindingState.SNOOZED
        data: dict[str, object] = {"detail": dict(one.detail)}
        if one.values:
            data["values"] = list(one.values)
        if one.section:
            data["section"] = one.section
        tx.execute(
            """INSERT INTO finding (id, node_id, other_node_id, type, score, signals, passages, data, text_hash,
                   state, scan_id, first_seen_at, last_seen_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)
               ON CONFLICT (id) DO UPDATE SET score = excluded.score, signals = excluded.signals,
                   passages = excluded.passages, data = excluded.data, text_hash = excluded.text_hash,
                   state = excluded.state, scan_id = excluded.scan_id, last_seen_at = excluded.last_seen_at""",
            (
                finding_id,
                one.node_id,
                one.other_node_id,
                one.type,
                one.score,
                dump([{"name": s.name, "strength": s.strength, "share": s.share} for s in one.signals]),
                dump(
                    [
                        {"node_id": p.node_id, "start": p.start, "end": p.end, "text": p.text}
                        for p in one.passages
                    ]
                ),
                dump(data),
                one.text_hash,
                state,
                scan_id,
                now,
                now,
            ),
        )
        if one.type in _EDGE_OF and one.other_node_id:
            src, dst = _pair(one.node_id, one.other_node_id)
            put_edge(tx, _EDGE_OF[one.type], src, dst, EdgeOrigin.RULE, one.score, now, data)
    tx.execute(
        "UPDATE finding SET state = 'gone' WHERE scan_id != ? AND state IN ('open', 'snoozed')", (scan_id,)
    )
    tx.changed(Kind.FINDING)
    return int(tx.scalar("SELECT COUNT(*) FROM finding WHERE state = 'open'") or 0)


def decide_finding(
    tx: Tx, finding_id: str, state: FindingState, who: str, reason: str, now: float, until: float = 0.0
) -> str:
    """Store the curator's act on a finding and return its node id (SPEC G5).

    Raises:
        BadInput: ``finding_unknown``.
    """
    node_id = tx.scalar("SELECT node_id FROM finding WHERE id = ?", (finding_id,))
    if node_id is None:
        raise BadInput("finding_unknown", id=finding_id)
    tx.execute(
        "UPDATE finding SET state = ?, until = ?, reason = ?, decided_by = ?, decided_at = ? WHERE id = ?",
        (state, until, reason, who, now, finding_id),
    )
    tx.changed(Kind.FINDING, finding_id)
    return str(node_id)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)
