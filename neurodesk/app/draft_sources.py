"""The stored texts that a draft's units are judged against, and where its articles are (SPEC R10, I2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from neurodesk.app.profile import Profile
from neurodesk.app.queries.retrieval import HybridRetriever
from neurodesk.domain.decisions import Actor, Draft, JudgedClaim
from neurodesk.domain.errors import BadInput
from neurodesk.domain.ports import Embedder
from neurodesk.domain.units import UnitKind, split_article
from neurodesk.pipeline.rejudge import CodeJudge, JudgeSource
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.storage import audit_store, draft_store, graph_store
from neurodesk.storage.db import Rx, Tx

NEAR_ARTICLES = 6
NEAR_PASSAGES = 24
MAX_QUERY_CHARS = 600


def sources_of(rx: Rx, draft: Draft, claims: Sequence[JudgedClaim]) -> list[JudgeSource]:
    """Return what a draft's units may rest on: its cited sources, its task's accepted evidence, its base."""
    refs = [ref.ref for one in claims for ref in one.claim.refs]
    refs += [
        row["id"]
        for row in rx.sql(
            "SELECT id FROM evidence WHERE task_id = ? AND task_id != '' AND state != 'rejected' ORDER BY id",
            (draft.task_id,),
        )
    ]
    listed = draft.data.get("sources", [])
    refs += [str(one) for one in listed] if isinstance(listed, list) else []
    if draft.base_node_id:
        refs.append(draft.base_node_id)
    aside = set_aside_of(draft)
    return [one for one in judge_sources(rx, refs) if one.ref not in aside]


def judge_sources(rx: Rx, refs: Sequence[str]) -> list[JudgeSource]:
    """Return stored texts by reference, each once, in the order asked."""
    found = []
    for ref, (title, uri, text, sha256) in draft_store.source_texts(rx, refs).items():
        voice = rx.scalar("SELECT source_key FROM evidence WHERE id = ?", (ref,))
        found.append(JudgeSource(ref, title, uri, text, sha256, str(voice or "")))
    return found


def sources_for_outside(
    rx: Rx, draft: Draft, near: Sequence[str], evidence_ids: Sequence[str]
) -> list[JudgeSource]:
    """Return what an outside draft is judged against: given evidence, its base, the KB's nearest articles.

    Raises:
        BadInput: ``evidence_unknown``.
    """
    for one in evidence_ids:
        if not rx.scalar("SELECT 1 FROM evidence WHERE id = ?", (one,)):
            raise BadInput("evidence_unknown", id=one)
    base = [draft.base_node_id] if draft.base_node_id else []
    return judge_sources(rx, [*evidence_ids, *base, *near])


def near_articles(profile: Profile, text: str) -> list[str]:
    """Return the ids of the KB's articles that are nearest to a text, nearest first."""
    article = split_article(text)
    heads = [one.text for one in article.units if one.kind in (UnitKind.TITLE, UnitKind.HEADING)]
    query = " ".join([*heads, *(one.text for one in article.judged[:4])])[:MAX_QUERY_CHARS]
    if not query.strip():
        return []
    found = HybridRetriever(profile.database, profile.search_encoder).search(query, limit=NEAR_PASSAGES)
    return list(dict.fromkeys(one.node_id for one in found))[:NEAR_ARTICLES]


def encoder_of(profile: Profile) -> Embedder | None:
    """Return the encoder of the judge, None when the profile has none."""
    return profile.embedder() if profile.embedder is not None else None


def judge_for(profile: Profile, text: str, sources: Sequence[JudgeSource]) -> CodeJudge:
    """Return the code judge of a text, with the calibrated similarity that the reviewer has too."""
    encoder = encoder_of(profile)
    return CodeJudge(text, sources, similarity_of(encoder) if encoder is not None else None)


def kb_id_of(rx: Rx, kb: str) -> str:
    """Return the id of a KB given by id or name.

    Raises:
        BadInput: ``kb_unknown``.
    """
    for one in graph_store.all_kbs(rx):
        if kb in (one.id, one.name):
            return one.id
    raise BadInput("kb_unknown", kb=kb)


def article_at(rx: Rx, kb_id: str, path: str) -> dict[str, str]:
    """Return an active article by path or id; of any KB when ``kb_id`` is "".

    Raises:
        BadInput: ``article_unknown``.
    """
    row = rx.one(
        """SELECT id, kb_id, path, title, lang, body, content_hash FROM node
           WHERE (? = '' OR kb_id = ?) AND (path = ? OR id = ?) AND kind = 'article' AND state = 'active'
           ORDER BY id""",
        (kb_id, kb_id, path, path),
    )
    if row is None:
        raise BadInput("article_unknown", path=path)
    return {key: str(row[key]) for key in ("id", "kb_id", "path", "title", "lang", "body", "content_hash")}


def set_aside_of(draft: Draft) -> frozenset[str]:
    """Return the references that the curator set aside with a reason (SPEC P4)."""
    value = draft.data.get("set_aside", [])
    return frozenset(str(one) for one in value) if isinstance(value, list) else frozenset()


def record_act(
    tx: Tx,
    draft: Draft,
    actor: Actor,
    act: str,
    now: float,
    *,
    hashes: Mapping[str, str] | None = None,
    why: str = "",
) -> None:
    """Add a decision on a draft to the audit, in the transaction of the decision (SPEC P6).

    Raises:
        BadInput: ``curator_nameless``.
    """
    if not actor.who.strip():
        raise BadInput("curator_nameless", name=actor.who)
    audit_store.append(
        tx, at=now, who=actor.who, place=actor.where, act=act, subject=draft.id, hashes=hashes, why=why
    )
