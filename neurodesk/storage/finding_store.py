"""Findings in the database: each scan renews them, the curator's decisions stay (SPEC G2, G5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EdgeKind, EdgeOrigin, EdgeStatus
from neurodesk.domain.identity import derived_id
from neurodesk.domain.scanning import Finding, FindingState, FindingType, Passage, Signal
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.evidence_store import put_edge
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.scan_store import pair

_EDGE_OF = {
    FindingType.CONTRADICTION: EdgeKind.CONTRADICTS,
    FindingType.NEAR_DUPLICATE: EdgeKind.DUPLICATES,
}

_UPSERT = """INSERT INTO finding (id, node_id, other_node_id, type, score, signals, passages, data, text_hash,
       state, scan_id, first_seen_at, last_seen_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)
   ON CONFLICT (id) DO UPDATE SET node_id = excluded.node_id, other_node_id = excluded.other_node_id,
       score = excluded.score, signals = excluded.signals, passages = excluded.passages, data = excluded.data,
       text_hash = excluded.text_hash, state = excluded.state, scan_id = excluded.scan_id,
       last_seen_at = excluded.last_seen_at"""


def store_findings(tx: Tx, scan_id: str, findings: Iterable[Finding], now: float) -> None:
    """Renew some findings of a scan, those that changed only; call ``close_scan`` after the last of them.

    A dismissed or confirmed finding stays away until the text it rests on changes; a snoozed one until its time.
    """
    for one in findings:
        finding_id = id_of(one)
        known = tx.one(
            """SELECT state, until, node_id, other_node_id, type, score, signals, passages, data, text_hash
               FROM finding WHERE id = ?""",
            (finding_id,),
        )
        state = FindingState.OPEN
        if known is not None:
            decided = known["state"] in (FindingState.DISMISSED, FindingState.STILL_CORRECT)
            if decided and known["text_hash"] == one.text_hash:
                state = FindingState(known["state"])
            elif known["state"] == FindingState.SNOOZED and known["until"] > now:
                state = FindingState.SNOOZED
        data = _data_of(one)
        row = (
            one.node_id, one.other_node_id, one.type, one.score,
            dump([{"name": s.name, "strength": s.strength, "share": s.share} for s in one.signals]),
            dump([{"node_id": p.node_id, "start": p.start, "end": p.end, "text": p.text} for p in one.passages]),
            dump(data), one.text_hash,
        )  # fmt: skip
        if known is not None and known["state"] == state and tuple(known)[2:] == row:
            continue
        tx.execute(_UPSERT, (finding_id, *row, state, scan_id, now, now))
        if one.type in _EDGE_OF and one.other_node_id:
            src, dst = pair(one.node_id, one.other_node_id)
            put_edge(tx, _EDGE_OF[one.type], src, dst, EdgeOrigin.RULE, one.score, now, data)


def _data_of(one: Finding) -> dict[str, object]:
    data: dict[str, object] = {"detail": dict(one.detail)}
    if one.values:
        data["values"] = list(one.values)
    if one.section:
        data["section"] = one.section
    return data


def close_scan(tx: Tx, findings: Iterable[Finding]) -> int:
    """Mark what a scan no longer found as gone; returns how many findings are open now."""
    found = {id_of(one) for one in findings}
    tx.many(
        "UPDATE finding SET state = 'gone' WHERE id = ?",
        [
            (row[0],)
            for row in tx.sql("SELECT id FROM finding WHERE state IN ('open', 'snoozed')")
            if row[0] not in found
        ],
    )
    tx.changed(Kind.FINDING)
    return int(tx.scalar("SELECT COUNT(*) FROM finding WHERE state = 'open'") or 0)


def id_of(finding: Finding) -> str:
    """Return the id that a finding has in every scan."""
    return derived_id("f", *finding.key)


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """What an act on a finding needs of it."""

    id: str
    type: FindingType
    node_id: str
    other_node_id: str


def finding_row(rx: Rx, finding_id: str) -> StoredFinding:
    """Return one finding.

    Raises:
        BadInput: ``finding_unknown``.
    """
    row = rx.one("SELECT id, type, node_id, other_node_id FROM finding WHERE id = ?", (finding_id,))
    if row is None:
        raise BadInput("finding_unknown", id=finding_id)
    return StoredFinding(row["id"], FindingType(row["type"]), row["node_id"], row["other_node_id"])


def open_pairs(rx: Rx, kind: FindingType) -> list[tuple[str, str]]:
    """Return (article, other article or "") of the open findings of a type, the worst first."""
    rows = rx.sql(
        """SELECT node_id, other_node_id FROM finding WHERE type = ? AND state = 'open'
           ORDER BY score DESC, node_id, other_node_id""",
        (kind,),
    )
    return [(str(row[0]), str(row[1] or "")) for row in rows]


def judge_pair(tx: Tx, found: StoredFinding, *, accept: bool, who: str, now: float) -> None:
    """Accept or reject the proposed edge of a contradiction or duplicate (SPEC K3, K4).

    Raises:
        BadInput: ``finding_no_proposal``, the finding proposes no edge.
    """
    kind = _EDGE_OF.get(found.type)
    if kind is None or not found.other_node_id:
        raise BadInput("finding_no_proposal", id=found.id, type=found.type.value)
    src, dst = pair(found.node_id, found.other_node_id)
    tx.execute(
        """UPDATE edge SET status = ?, decided_at = ?, decided_by = ?
           WHERE kind = ? AND src = ? AND dst = ?""",
        (EdgeStatus.ACCEPTED if accept else EdgeStatus.REJECTED, now, who, kind, src, dst),
    )
    tx.changed(Kind.EDGE)


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


def sent_away(rx: Rx) -> dict[str, str]:
    """Return the findings that the curator dismissed or confirmed, with the hash of their text then."""
    return {
        row[0]: row[1]
        for row in rx.sql("SELECT id, text_hash FROM finding WHERE state IN ('dismissed', 'still_correct')")
    }


def stored_finding(rx: Rx, finding_id: str) -> Finding:
    """Return a finding as the scan gave it.

    Raises:
        BadInput: ``finding_unknown``.
    """
    row = rx.one("SELECT * FROM finding WHERE id = ?", (finding_id,))
    if row is None:
        raise BadInput("finding_unknown", id=finding_id)
    data = load(row["data"])
    values = data.get("values")
    return Finding(
        FindingType(row["type"]),
        row["node_id"],
        row["score"],
        tuple(Signal(one["name"], one["strength"], one["share"]) for one in load(row["signals"])),
        tuple(
            Passage(one["node_id"], one["start"], one["end"], one["text"]) for one in load(row["passages"])
        ),
        row["other_node_id"],
        (values[0], values[1]) if values else None,
        data.get("section", ""),
        tuple(sorted(data.get("detail", {}).items())),
        row["text_hash"],
    )
