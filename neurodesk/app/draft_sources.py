"""The stored texts that a draft's units are judged against, and where its articles are (SPEC R10, I2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from neurodesk.domain.decisions import Actor, Draft, JudgedClaim
from neurodesk.domain.errors import BadInput
from neurodesk.domain.facts import content
from neurodesk.pipeline.rejudge import JudgeSource
from neurodesk.storage import audit_store, draft_store, graph_store
from neurodesk.storage.db import Rx, Tx

_NEAR_ARTICLES = 6


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


def sources_for_outside(rx: Rx, draft: Draft, text: str, evidence_ids: Sequence[str]) -> list[JudgeSource]:
    """Return what an outside draft is judged against: given evidence, its base, the KB's nearest articles.

    Raises:
        BadInput: ``evidence_unknown``.
    """
    for one in evidence_ids:
        if not rx.scalar("SELECT 1 FROM evidence WHERE id = ?", (one,)):
            raise BadInput("evidence_unknown", id=one)
    refs = list(evidence_ids)
    if draft.base_node_id:
        refs.append(draft.base_node_id)
    refs += _near_articles(rx, draft, text)
    return judge_sources(rx, refs)


def _near_articles(rx: Rx, draft: Draft, text: str) -> list[str]:
    """Return the KB articles that share most of the draft's hard words with it."""
    words = content(text[:20_000])
    scored = []
    for row in rx.iterate("SELECT id, title, body FROM node WHERE kind = 'article' AND state = 'active'"):
        shared = len(words & content(row["title"])) * 3 + len(words & content(row["body"][:3_000]))
        if shared > 3:
            scored.append((-shared, row["id"]))
    return [node_id for _, node_id in sorted(scored)[:_NEAR_ARTICLES]]


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
