"""Drafts that a person begins: an outside text, archive, rename, merge (SPEC I2, P1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neurodesk.app.draft_sources import (
    article_at,
    judge_for,
    kb_id_of,
    near_articles,
    record_act,
    sources_for_outside,
)
from neurodesk.app.profile import Profile
from neurodesk.domain.articles import DraftKind, DraftState, WrittenBy
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import BEGAN_AS, Actor, Draft, JudgedClaim
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import random_id, sha256_text
from neurodesk.domain.staging_rules import checked_folder, checked_path
from neurodesk.domain.units import split_article
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.storage import draft_store
from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.staged_files import StagedFiles


@dataclass(frozen=True, slots=True)
class Begun:
    """A draft that was laid on the desk."""

    draft_id: str
    changes: ChangeSet


def add_outside_draft(
    profile: Profile,
    text: str,
    actor: Actor,
    *,
    kb: str = "",
    folder: str = "",
    base_path: str = "",
    evidence_ids: Sequence[str] = (),
    written_by: WrittenBy = WrittenBy.HUMAN,
) -> Begun:
    """Lay an outside text on the desk; every unit is judged by code against the KB and the given evidence.

    Args:
        base_path: the article that it revises, relative to the KB; a new article when "".
        evidence_ids: stored evidence that it may rest on.
        written_by: who handed it in: a person, or a program, whose text is a machine draft.

    Raises:
        BadInput: ``draft_empty``, ``kb_unknown``, ``article_unknown``, ``evidence_unknown``.
    """
    wanted = text.replace("\r\n", "\n").replace("\r", "\n")
    if not wanted.strip():
        raise BadInput("draft_empty", id="")
    article = split_article(wanted)
    title = article.title.text if article.title is not None else "Untitled draft"

    def place(rx: Rx) -> tuple[str, dict[str, str]]:
        kb_id = kb_id_of(rx, kb) if kb else ""
        base = article_at(rx, kb_id, base_path) if base_path else {}
        return kb_id or base.get("kb_id", ""), base

    kb_id, base = profile.database.read(place)
    draft = _manual_draft(
        profile,
        kind=DraftKind.REVISION if base else DraftKind.NEW,
        title=title,
        lang=base.get("lang", "") or detect_language(wanted[:6000]),
        kb_id=kb_id,
        base=base,
        target_path=base.get("path", "") or checked_folder(folder),
        text=wanted,
        written_by=written_by,
        data={BEGAN_AS: written_by.value},
    )
    near = near_articles(profile, wanted)
    sources = profile.database.read(lambda rx: sources_for_outside(rx, draft, near, evidence_ids))
    judge_of = judge_for(profile, wanted, sources)
    claims = [JudgedClaim(one if one.exempt else judge_of.judge(one)) for one in judge_of.units()]
    return _begin(profile, draft, claims, actor, "add")


def begin_archive(profile: Profile, kb: str, path: str, actor: Actor, why: str = "") -> Begun:
    """Propose to move an article to the KB's archive folder (SPEC P1)."""
    return _begin_move(profile, DraftKind.ARCHIVE, kb, path, actor, why, {})


def begin_rename(profile: Profile, kb: str, path: str, new_path: str, actor: Actor, why: str = "") -> Begun:
    """Propose another path for an article; links of the whole KB follow in the same promotion (SPEC P1)."""
    return _begin_move(
        profile, DraftKind.RENAME, kb, path, actor, why, {"other_path": checked_path(new_path)}
    )


def begin_merge(
    profile: Profile, kb: str, survivor: str, other: str, actor: Actor, why: str = "", text: str = ""
) -> Begun:
    """Propose that one article takes the place of another: one diff, links rewritten (SPEC P1).

    Args:
        text: the survivor's new text, its text as it is when "".
    """

    def find(rx: Rx) -> dict[str, str]:
        return article_at(rx, kb_id_of(rx, kb), other)

    gone = profile.database.read(find)
    if survivor == gone["path"]:
        raise BadInput("article_unknown", path=other)
    data = {"other_path": gone["path"], "other_node_id": gone["id"], "other_hash": gone["content_hash"]}
    return _begin_move(profile, DraftKind.MERGE, kb, survivor, actor, why, data, text)


def _begin_move(
    profile: Profile,
    kind: DraftKind,
    kb: str,
    path: str,
    actor: Actor,
    why: str,
    data: Mapping[str, object],
    text: str = "",
) -> Begun:
    base = profile.database.read(lambda rx: article_at(rx, kb_id_of(rx, kb), path))
    wanted = text or base["body"]
    draft = _manual_draft(
        profile,
        kind=kind,
        title=base["title"],
        lang=base["lang"],
        kb_id=base["kb_id"],
        base=base,
        target_path=str(data.get("other_path", base["path"])) if kind is DraftKind.RENAME else base["path"],
        text=wanted,
        data={**data, "why": why},
    )
    claims: list[JudgedClaim] = []
    if kind is DraftKind.MERGE and wanted != base["body"]:
        # Only what the merge changes is a claim; the survivor's own text was promoted before.
        kept = {(one.kind.value, one.text) for one in split_article(base["body"]).units}
        near = near_articles(profile, wanted)
        sources = profile.database.read(lambda rx: sources_for_outside(rx, draft, near, ()))
        judge_of = judge_for(profile, wanted, sources)
        claims = [
            JudgedClaim(one if one.exempt else judge_of.judge(one))
            for one in judge_of.units()
            if (one.kind, one.text) not in kept
        ]
    return _begin(profile, draft, claims, actor, f"begin_{kind.value}", why)


def _manual_draft(
    profile: Profile,
    *,
    kind: DraftKind,
    title: str,
    lang: str,
    kb_id: str,
    base: Mapping[str, str],
    target_path: str,
    text: str,
    data: Mapping[str, object] | None = None,
    written_by: WrittenBy = WrittenBy.HUMAN,
) -> Draft:
    now = profile.clock.time()
    return Draft(
        id=random_id("d"),
        task_id="",
        kind=kind,
        state=DraftState.IN_REVIEW,
        title=title,
        lang=lang,
        article_type="",
        kb_id=kb_id,
        base_node_id=base.get("id", ""),
        base_path=base.get("path", ""),
        base_hash=base.get("content_hash", ""),
        target_path=target_path,
        version=1,
        written_by=written_by,
        text=text,
        text_sha256=sha256_text(text),
        staging_name="",
        risk=0.5,
        created_at=now,
        updated_at=now,
        data=dict(data or {}),
    )


def _begin(
    profile: Profile, draft: Draft, claims: Sequence[JudgedClaim], actor: Actor, act: str, why: str = ""
) -> Begun:
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        draft_store.put_manual_draft(tx, draft, claims, now)
        record_act(tx, draft, actor, act, now, hashes={"text": draft.text_sha256}, why=why)

    profile.database.write(store)
    StagedFiles(profile.database, profile.paths).publish(draft.id)
    return Begun(draft.id, ChangeSet.of((Kind.DRAFT, draft.id), (Kind.AUDIT, draft.id)))
