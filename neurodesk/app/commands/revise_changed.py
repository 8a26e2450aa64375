"""A revision draft of exactly those promoted sentences whose source changed (SPEC P7, R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from neurodesk.app.commands.lay_revision import (
    Revision,
    Wish,
    begun_already,
    kept_claim,
    lay_revision,
    read_article,
)
from neurodesk.app.profile import Profile
from neurodesk.domain.articles import Claim, Reason, Verdict
from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import Evidence, EvidenceState, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.living import ChangedSentence
from neurodesk.domain.research import NewEvidence
from neurodesk.domain.tasks import Origin
from neurodesk.pipeline.rejudge import CodeJudge
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import get_text, put_evidence, read_evidence
from neurodesk.storage.living_store import changed_sentences, proofs_of

WISH = "source_changed"


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
        node = read_article(tx, node_id)
        flagged = changed_sentences(tx, node_id).get(node_id, ())
        if not flagged:
            raise BadInput("no_source_changed", path=str(node["path"]))
        marks = [part for one in flagged for part in (one.sentence, one.ref, one.now_sha256)]
        draft_id = derived_id("d", "living", node_id, node["content_hash"], *marks)
        known = begun_already(tx, draft_id, len(flagged))
        if known is not None:
            return known
        # What a changed source said then carries nothing any more; what it says now is the new material.
        aside = sorted({one.ref for one in flagged if read_evidence(tx, one.ref) is not None})
        wish = Wish(WISH, (node_id,), {"set_aside": aside}, origin)
        laid = lay_revision(tx, node, draft_id, _claims(tx, node, flagged), wish, settings, now)
        _put_news(tx, laid.task_id, node_id, flagged, now)
        return replace(laid, sentences=len(flagged))

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
