"""What was noticed elsewhere and concerns the scan: questions without an answer, changed sources (SPEC G1)."""

from __future__ import annotations

from neurodesk.domain.identity import sha256_text
from neurodesk.domain.screening import split_library_uri
from neurodesk.storage.db import Rx

MOST_QUESTIONS = 500


def unanswered_questions(rx: Rx) -> tuple[tuple[str, str], ...]:
    """Return (question, best node id or "") of questions from events that no article answers, sorted.

    These are questions whose task ended without an article, and those that arrived while they made no task
    (``worker.query_triggers`` off). A question that waits in the queue is on its way to an answer.
    """
    ended = rx.sql(
        """SELECT question, COALESCE(json_extract(seed_node_ids, '$[0]'), '') FROM task
           WHERE state IN ('completed', 'failed', 'cancelled') AND requested_by = 'event' AND question != ''
             AND outcome != 'article_created'
             AND NOT EXISTS (SELECT 1 FROM task t WHERE t.dedupe_key = task.dedupe_key AND t.id != task.id
                             AND (t.state NOT IN ('completed', 'failed', 'cancelled')
                                  OR t.outcome = 'article_created'))
           ORDER BY finished_at DESC, id LIMIT ?""",
        (MOST_QUESTIONS,),
    )
    ignored = rx.sql(
        """SELECT json_extract(params, '$.query'), COALESCE(json_extract(params, '$.node'), '') FROM activity
           WHERE code = 'event_ignored' AND json_extract(params, '$.reason') = 'query_triggers_off'
             AND json_extract(params, '$.query') IS NOT NULL
           ORDER BY id DESC LIMIT ?""",
        (MOST_QUESTIONS,),
    )
    asked: dict[str, str] = {}
    for question, node_id in (*ended, *ignored):
        asked[question] = asked.get(question) or node_id
    return tuple(sorted(asked.items()))


def changed_sources(rx: Rx) -> frozenset[str]:
    """Return the ids of promoted articles with a sentence whose source reads otherwise now (SPEC P7).

    Compared are articles of the knowledge bases and documents of the library, as they were last read; what a
    web page says now is known only to who asks it.
    """
    found: set[str] = set()
    texts: dict[str, str] = {}
    for row in rx.sql(
        """SELECT n.id AS node_id, json_extract(r.value, '$.ref') AS ref,
                  json_extract(r.value, '$.sha256') AS sha256
           FROM promotion p
           JOIN draft d ON d.id = p.draft_id
           JOIN node n ON n.kb_id = p.kb_id AND n.path = p.path AND n.state = 'active'
           JOIN claim c ON c.draft_id = d.id AND c.version = d.version
           JOIN json_each(c.refs) r
           WHERE p.phase = 'done' AND p.kind != 'undo' AND p.undone_at = 0
           ORDER BY n.id"""
    ):
        node_id, ref, sha256 = str(row["node_id"]), str(row["ref"] or ""), str(row["sha256"] or "")
        if node_id in found or not ref or not sha256 or ref == node_id:
            continue
        if ref not in texts:
            texts[ref] = _present_hash(rx, ref)
        if texts[ref] and texts[ref] != sha256:
            found.add(node_id)
    return frozenset(found)


_GONE = "gone"


def _present_hash(rx: Rx, ref: str) -> str:
    """Return the hash of what a source says now, ``gone``, or "" when that cannot be known from here."""
    node = rx.one("SELECT body, state FROM node WHERE id = ? AND kind = 'article'", (ref,))
    if node is not None:
        return sha256_text(node["body"]) if node["state"] == "active" else _GONE
    uri = rx.scalar("SELECT final_uri FROM evidence WHERE id = ?", (ref,))
    place = split_library_uri(str(uri or ""))
    if place is None:
        return ""
    known = rx.scalar("SELECT id FROM collection WHERE name = ?", (place[0],))
    if known is None:
        return ""  # the curator took the collection away; its documents may be as they were
    present = rx.scalar(
        "SELECT text_sha256 FROM library_file WHERE collection_id = ? AND path = ?", (known, place[1])
    )
    return str(present or _GONE)


def ignored_question(query: str, node_ids: tuple[str, ...]) -> dict[str, object]:
    """Return what the record of an ignored event holds of its question, for `unanswered_questions`."""
    return {"query": query, "node": node_ids[0] if node_ids else ""}
