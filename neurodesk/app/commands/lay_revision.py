"""Lay an article on the desk, sent back for units that something outside overtook (SPEC P7, P8, R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from neurodesk.app.queue import rules_of
from neurodesk.domain.articles import ArticleType, Claim, DraftKind, DraftState, Reason, SourceRef, Verdict
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.planning import classify
from neurodesk.domain.research import AuthoredArticle, NewDraft, Review
from neurodesk.domain.tasks import REPAIR, NewTask, Origin
from neurodesk.pipeline.verify import KEPT_FROM_BASE
from neurodesk.settings.load import Settings
from neurodesk.storage import draft_store
from neurodesk.storage.article_store import put_draft
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump
from neurodesk.storage.queue_requests import enqueue

MOST_QUESTION_CHARS = 1_000
PRIORITY = 0.8


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft that was begun, or stands already, and the task that works on it ("" for none).

    Attributes:
        changes: empty when the draft stood already.
    """

    draft_id: str
    task_id: str
    sentences: int
    changes: ChangeSet


@dataclass(frozen=True, slots=True)
class Wish:
    """Why an article is sent back.

    Attributes:
        reason: a code: of the task, and of the decision on the draft.
        seeds: node ids, the article itself first.
        data: what the draft remembers besides.
        origin: who asks: the gates of the task follow from it (SPEC Q10).
    """

    reason: str
    seeds: tuple[str, ...]
    data: Mapping[str, object]
    origin: Origin


def read_article(rx: Rx, node_id: str) -> Row:
    """Return an active article.

    Raises:
        BadInput: ``article_unknown``.
    """
    node = rx.one("SELECT * FROM node WHERE id = ? AND kind = 'article' AND state = 'active'", (node_id,))
    if node is None:
        raise BadInput("article_unknown", path=node_id)
    return node


def begun_already(rx: Rx, draft_id: str, sentences: int) -> Revision | None:
    """Return the revision of an earlier call with the same texts; None when there is none."""
    if not rx.scalar("SELECT 1 FROM draft WHERE id = ?", (draft_id,)):
        return None
    task = rx.scalar("SELECT id FROM task WHERE article_id = ? ORDER BY created_at DESC", (draft_id,))
    return Revision(draft_id, str(task or ""), sentences, ChangeSet())


def kept_claim(claim: Claim, body: str, node: Row, proofs: Mapping[tuple[str, str], Claim]) -> Claim:
    """Return a unit that stays as it is: with the proof it was promoted with, else because it stood there."""
    proof = proofs.get((claim.kind, claim.text))
    if proof is not None and proof.verdict is not None:
        return replace(claim, verdict=proof.verdict, refs=proof.refs, reasons=proof.reasons)
    quote = body[claim.start : claim.end]
    ref = SourceRef(node["id"], quote, sha256_text(body), claim.start, claim.end, node["path"], node["title"])
    return replace(claim, verdict=Verdict.SUPPORTED, refs=(ref,), reasons=(Reason(KEPT_FROM_BASE),))


def lay_revision(
    tx: Tx, node: Row, draft_id: str, claims: Sequence[Claim], wish: Wish, settings: Settings, now: float
) -> Revision:
    """Lay the article on the desk and enqueue the task that changes its unsupported units alone.

    Args:
        claims: every unit of the article; those that have to change are unsupported.
    """
    put_draft(tx, "", _as_draft(node, draft_id, claims), now)
    draft = draft_store.read_draft(tx, draft_id)
    data = {**draft.data, **wish.data, "decision_reason": wish.reason}
    tx.execute("UPDATE draft SET data = ? WHERE id = ?", (dump(data), draft_id))
    draft_store.set_state(tx, draft, DraftState.CHANGES_REQUESTED, now)
    wanted = [one.text for one in claims if one.verdict is Verdict.UNSUPPORTED]
    asked = enqueue(
        tx,
        NewTask(
            topic=node["title"],
            question=" ".join(wanted)[:MOST_QUESTION_CHARS],
            seed_node_ids=wish.seeds,
            requested_by=wish.origin,
            reason=wish.reason,
            filter_keys=settings.source_filter(),
            kind=REPAIR,
            article_id=draft_id,
            priority=PRIORITY,
        ),
        now,
        rules_of(settings),
        force=True,
    )
    changed = ChangeSet.of((Kind.DRAFT, draft_id), (Kind.TASK, asked.task.id))
    return Revision(draft_id, asked.task.id, len(wanted), changed)


def _as_draft(node: Row, draft_id: str, claims: Sequence[Claim]) -> NewDraft:
    kind: ArticleType = classify(str(node["title"]), "")
    return NewDraft(
        id=draft_id,
        kind=DraftKind.REVISION,
        article=AuthoredArticle(node["body"], node["title"], node["lang"], kind, (), "", ""),
        review=Review(tuple(claims), True, ()),
        text=node["body"],
        kb_id=node["kb_id"],
        base_node_id=node["id"],
        base_path=node["path"],
        base_hash=node["content_hash"],
        target_path=node["path"],
        risk=0.6,
    )
