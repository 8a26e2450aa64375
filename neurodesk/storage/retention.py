"""How long texts are kept that nothing rests on (SPEC W6): refused and unused ones go, their record stays.

What a claim, an edge or an open draft refers to is never touched, however old it is; nor is a text that another
record, a library document or the base of a draft shares.
"""

from __future__ import annotations

from neurodesk.domain.changes import Kind
from neurodesk.domain.evidence import ERASED, EvidenceState
from neurodesk.storage.db import Tx
from neurodesk.storage.json_columns import dump, load

A_STEP = 200
"""Records a transaction: a bulk step never delays a heartbeat."""

_OLD = f"""SELECT e.id, e.sha256, e.node_id, e.data FROM evidence e
    WHERE e.state IN ('{EvidenceState.REJECTED}', '{EvidenceState.SUPERSEDED}',
                      '{EvidenceState.PENDING_ARTICLE_REVIEW}')
      AND e.retrieved_at < ? AND e.reason != '{ERASED}'
      AND json_extract(e.data, '$.pruned_at') IS NULL
      AND EXISTS (SELECT 1 FROM text t WHERE t.sha256 = e.sha256)
      AND NOT EXISTS (SELECT 1 FROM edge g WHERE e.node_id != '' AND (g.src = e.node_id OR g.dst = e.node_id))
      AND NOT EXISTS (SELECT 1 FROM task k WHERE k.id = e.task_id
                      AND k.state NOT IN ('completed', 'failed', 'cancelled'))
      AND e.id NOT IN (SELECT json_extract(r.value, '$.ref') FROM claim c, json_each(c.refs) r
                       WHERE json_extract(r.value, '$.ref') IS NOT NULL)
      AND e.sha256 NOT IN (SELECT json_extract(r.value, '$.sha256') FROM claim c, json_each(c.refs) r
                           WHERE json_extract(r.value, '$.sha256') IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM draft d WHERE d.task_id = e.task_id AND d.task_id != ''
                      AND d.state NOT IN ('promoted', 'rejected'))
    ORDER BY e.retrieved_at, e.id LIMIT {A_STEP}"""

_SHARED = """SELECT EXISTS (SELECT 1 FROM evidence WHERE sha256 = ?1 AND json_extract(data, '$.pruned_at') IS NULL)
    OR EXISTS (SELECT 1 FROM library_file WHERE text_sha256 = ?1)
    OR EXISTS (SELECT 1 FROM draft WHERE base_hash = ?1)"""


def prune_step(tx: Tx, before: float, now: float) -> tuple[int, int]:
    """Let the texts of some old records go.

    Args:
        before: records read earlier than this, UTC epoch seconds.

    Returns:
        How many records were looked at (less than ``A_STEP`` when it was the last step) and how many
        characters went.
    """
    rows = tx.sql(_OLD, (before,))
    characters = 0
    for row in rows:
        data = load(row["data"]) | {"pruned_at": now}
        tx.execute("UPDATE evidence SET data = ?, injection = '[]' WHERE id = ?", (dump(data), row["id"]))
        tx.changed(Kind.EVIDENCE, row["id"])
        if not tx.scalar(_SHARED, (row["sha256"],)):
            characters += int(
                tx.scalar("SELECT length(body) FROM text WHERE sha256 = ?", (row["sha256"],)) or 0
            )
            tx.execute("DELETE FROM text WHERE sha256 = ?", (row["sha256"],))
    return len(rows), characters
