"""What was noticed elsewhere and concerns the scan: questions without an answer, translations (SPEC G1, P8)."""

from __future__ import annotations

from neurodesk.domain.scanning import FindingType
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


def twins_behind(rx: Rx) -> tuple[tuple[str, str], ...]:
    """Return (article, translation of it that was promoted anew) while the article's text is the same (SPEC P8)."""
    return tuple(
        (str(row[0]), str(row[1]))
        for row in rx.sql(
            """SELECT f.node_id, f.other_node_id FROM finding f
               JOIN node n ON n.id = f.node_id AND n.state = 'active' AND n.content_hash = f.text_hash
               WHERE f.type = ? AND f.state != 'gone' ORDER BY f.node_id, f.other_node_id""",
            (FindingType.TWIN_BEHIND,),
        )
    )


def ignored_question(query: str, node_ids: tuple[str, ...]) -> dict[str, object]:
    """Return what the record of an ignored event holds of its question, for `unanswered_questions`."""
    return {"query": query, "node": node_ids[0] if node_ids else ""}
