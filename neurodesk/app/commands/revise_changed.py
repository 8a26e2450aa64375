"""A revision draft of exactly those promoted sentences whose source changed (SPEC P7, R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from neurodesk.app.profile import Profile
from neurodesk.app.queue import rules_of
from neurodesk.domain.articles import ArticleType, Claim, DraftKind, DraftState, Reason, SourceRef, Verdict
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import Evidence, EvidenceState, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.living import ChangedSentence
from neurodesk.domain.planning import classify
from neurodesk.domain.research import AuthoredArticle, NewDraft, NewEvidence, Review
from neurodesk.domain.tasks import REPAIR, NewTask, Origin
from neurodesk.pipeline.rejudge import CodeJudge
from neurodesk.pipeline.verify import KEPT_FROM_BASE
from neurodesk.storage import draft_store
from neurodesk.storage.article_store import put_draft
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import get_text, put_evidence, read_evidence
from neurodesk.storage.json_columns import dump
from neurodesk.storage.living_store import changed_sentences, proofs_of
from neurodesk.storage.queue_requests import enqueue

WISH = "source_changed"


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft that was begun, or stands already, and the task that works on it ("" for none)."""

    draft_id: str
    task_id: str
    sentences: int
    changes: ChangeSet


def revise_changed(profile: Profile, node_id: str, origin: Origin = Origin.CURATOR) -> Revision:
    """Send the flagged sentences of an article to research and author; everything else stays to the byte.

    The draft holds the article as it is; its flagged sentences count as unsupported, and what their sources
    say now is the new material. The same changes of the same text give the same draft once.

    Raises:
        BadInput: ``article_unknown``, or ``no_source_changed``: nothing of it is flagged.
    """
    settings = profile.settings.current
    now = profile.clock.time()

    def store(tx: Tx) -> Revision:
        node = tx.one("SELECT * FROM node WHERE id = ? AND kind = 'article' AND state = 'active'", (node_id,))
        if node is None:
            raise BadInput("article_unknown", path=node_id)
        flagged = changed_sentences(tx, node_id).get(node_id, ())
        if not flagged:
            raise BadInput("no_source_changed", path=str(node["path"]))
        marks = [part for one in flagged for part in (one.sentence, one.ref, one.now_sha256)]
        draft_id = derived_id("d", "living", node_id, node["content_hash"], *marks)
        known = tx.scalar("SELECT id FROM task WHERE article_id = ? ORDER BY created_at DESC", (draft_id,))
        if tx.scalar("SELECT 1 FROM draft WHERE id = ?", (draft_id,)):
            return Revision(draft_id, str(known or ""), len(flagged), ChangeSet())
        # What a changed source said then carries nothing any more; what it says now is the new material.
        aside = sorted({one.ref for one in flagged if read_evidence(tx, one.ref) is not None})
        lay_revision(
            tx, node, draft_id, _claims(tx, node, flagged), {"set_aside": aside, "decision_reason": WISH}, now
        )
        asked = enqueue(
            tx,
            NewTask(
                topic=node["title"],
                question=" ".join(one.sentence for one in flagged)[:1000],
                seed_node_ids=(node_id,),
                requested_by=origin,
                reason=WISH,
                filter_keys=settings.source_filter(),
                kind=REPAIR,
                article_id=draft_id,
                priority=0.8,
            ),
            now,
            rules_of(settings),
            force=True,
        )
        _put_news(tx, asked.task.id, node_id, flagged, now)
        changed = ChangeSet.of((Kind.DRAFT, draft_id), (Kind.TASK, asked.task.id))
        return Revision(draft_id, asked.task.id, len(flagged), changed)

    return profile.database.write(store)


def _claims(rx: Rx, node: Row, flagged: Sequence[ChangedSentence]) -> list[Claim]:
    """Return the article's units: flagged ones unsupported, others with their proof, the rest as it stood."""
    body = str(node["body"])
    proofs = proofs_of(rx, node["id"])
    hit: dict[str, list[str]] = {}
    for one in flagged:
        hit.setdefault(one.sentence, []).append(one.ref)
    return [_claim(one, body, node, proofs, hit) for one in CodeJudge(body, ()).units()]


def _claim(
    claim: Claim,
    body: str,
    node: Row,
    proofs: Mapping[tuple[str, str], Claim],
    hit: Mapping[str, Sequence[str]],
) -> Claim:
    if claim.exempt:
        return claim
    if claim.text in hit:
        reasons = tuple(Reason("source_changed", (("ref", ref),)) for ref in hit[claim.text])
        return replace(claim, verdict=Verdict.UNSUPPORTED, reasons=reasons)
    return kept_claim(claim, body, node, proofs)


def kept_claim(claim: Claim, body: str, node: Row, proofs: Mapping[tuple[str, str], Claim]) -> Claim:
    """Return a unit that stays as it is: with the proof it was promoted with, else because it stood there."""
    proof = proofs.get((claim.kind, claim.text))
    if proof is not None and proof.verdict is not None:
        return replace(claim, verdict=proof.verdict, refs=proof.refs, reasons=proof.reasons)
    quote = body[claim.start : claim.end]
    ref = SourceRef(node["id"], quote, sha256_text(body), claim.start, claim.end, node["path"], node["title"])
    return replace(claim, verdict=Verdict.SUPPORTED, refs=(ref,), reasons=(Reason(KEPT_FROM_BASE),))


def lay_revision(
    tx: Tx, node: Row, draft_id: str, claims: Sequence[Claim], data: Mapping[str, object], now: float
) -> None:
    """Lay an article as it is on the desk, sent back for what its claims say and ``data`` adds."""
    kind: ArticleType = classify(str(node["title"]), "")
    article = AuthoredArticle(node["body"], node["title"], node["lang"], kind, (), "", "")
    put_draft(
        tx,
        "",
        NewDraft(
            id=draft_id,
            kind=DraftKind.REVISION,
            article=article,
            review=Review(tuple(claims), True, ()),
            text=node["body"],
            kb_id=node["kb_id"],
            base_node_id=node["id"],
            base_path=node["path"],
            base_hash=node["content_hash"],
            target_path=node["path"],
            risk=0.6,
        ),
        now,
    )
    draft = draft_store.read_draft(tx, draft_id)
    tx.execute("UPDATE draft SET data = ? WHERE id = ?", (dump({**draft.data, **data}), draft_id))
    draft_store.set_state(tx, draft, DraftState.CHANGES_REQUESTED, now)


def _put_news(tx: Tx, task_id: str, node_id: str, flagged: Sequence[ChangedSentence], now: float) -> None:
    """Store what the changed sources say now as the task's pending material (SPEC W6)."""
    seen: set[str] = set()
    for one in flagged:
        old = read_evidence(tx, one.ref)
        if old is None or not one.now_sha256 or one.now_sha256 in seen:
            continue
        seen.add(one.now_sha256)
        text = get_text(tx, one.now_sha256)
        put_evidence(tx, task_id, [_news(old, text, task_id, node_id, one.checked_at)], now)


def _news(old: Evidence, text: str, task_id: str, node_id: str, read_at: float) -> NewEvidence:
    source = SourceText(
        requested_uri=old.requested_uri,
        final_uri=old.final_uri,
        title=old.title,
        text=text,
        origin=old.origin,
        source_key=old.source_key,
        host=old.host,
        lang=old.lang,
        extractor=old.extractor,
        retrieved_at=read_at,
        recorded_origin=old.recorded_origin,
        licence=old.licence,
        collection=old.collection,
        internal=old.internal,
    )
    return NewEvidence(
        id=derived_id("e", task_id, old.final_uri, sha256_text(text)),
        source=source,
        sha256=sha256_text(text),
        relevance=old.relevance,
        quality=old.quality,
        trust=old.trust,
        confidence=old.confidence,
        evidence_count=1,
        independent=old.independent,
        state=EvidenceState.PENDING_ARTICLE_REVIEW,
        seeds=(node_id,),
    )
