"""A revision draft of the units of a translation whose counterparts were promoted anew (SPEC P8, R7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from neurodesk.app.commands.revise_changed import Revision, kept_claim, lay_revision
from neurodesk.app.profile import Profile
from neurodesk.app.queue import rules_of
from neurodesk.domain.articles import Claim, Reason, Verdict
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.identity import derived_id
from neurodesk.domain.tasks import REPAIR, NewTask, Origin
from neurodesk.domain.twin_changes import TwinChange, twin_changes
from neurodesk.pipeline.rejudge import CodeJudge
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.living_store import proofs_of, standing_promotions
from neurodesk.storage.queue_requests import enqueue

WISH = "twin_changed"


def revise_twin(profile: Profile, node_id: str, promoted_id: str) -> Revision:
    """Send the units of a translation that are behind to a translating author; the rest stays to the byte.

    The draft holds the translation as it is; the units whose counterparts changed count as unsupported, and
    the promoted article is what they have to follow. The same promotion gives the same draft once.

    Args:
        node_id: the translation that is behind.
        promoted_id: the article that was promoted anew.

    Raises:
        RuleRefused: ``twin_needs_model``: only a language model writes in another language; none answers.
        BadInput: ``article_unknown``, or ``twin_unchanged``: nothing of it corresponds to a changed unit.
    """
    if profile.author_translates is None or not profile.author_translates():
        raise RuleRefused("twin_needs_model", model=profile.settings.current.text("models.author"))
    settings = profile.settings.current
    now = profile.clock.time()

    def store(tx: Tx) -> Revision:
        node, promoted = _article(tx, node_id), _article(tx, promoted_id)
        draft_id = derived_id(
            "d", "twin", node_id, node["content_hash"], promoted_id, promoted["content_hash"]
        )
        known = tx.scalar("SELECT id FROM task WHERE article_id = ? ORDER BY created_at DESC", (draft_id,))
        changes = twin_changes(_before(tx, promoted_id), promoted["body"], node["body"])
        units = len({one.unit_id for one in changes})
        if tx.scalar("SELECT 1 FROM draft WHERE id = ?", (draft_id,)):
            return Revision(draft_id, str(known or ""), units, ChangeSet())
        claims = _claims(tx, node, promoted_id, changes)
        behind = [one.text for one in claims if one.verdict is Verdict.UNSUPPORTED]
        if not behind:
            raise BadInput("twin_unchanged", path=str(node["path"]), other=str(promoted["path"]))
        data = {"decision_reason": WISH, "twin": promoted_id, "sources": [promoted_id]}
        lay_revision(tx, node, draft_id, claims, data, now)
        asked = enqueue(
            tx,
            NewTask(
                topic=node["title"],
                question=" ".join(behind)[:1000],
                seed_node_ids=(node_id, promoted_id),
                requested_by=Origin.CURATOR,
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
        changed = ChangeSet.of((Kind.DRAFT, draft_id), (Kind.TASK, asked.task.id))
        return Revision(draft_id, asked.task.id, len(behind), changed)

    return profile.database.write(store)


def _article(rx: Rx, node_id: str) -> Row:
    node = rx.one("SELECT * FROM node WHERE id = ? AND kind = 'article' AND state = 'active'", (node_id,))
    if node is None:
        raise BadInput("article_unknown", path=node_id)
    return node


def _before(rx: Rx, node_id: str) -> str:
    """Return the text that the newest promotion of an article replaced, "" when it is not known."""
    newest = next((one.draft_id for one in standing_promotions(rx) if one.node_id == node_id), "")
    return str(
        rx.scalar(
            "SELECT t.body FROM draft d JOIN text t ON t.sha256 = d.base_hash WHERE d.id = ?", (newest,)
        )
        or ""
    )


def _claims(rx: Rx, node: Row, promoted_id: str, changes: Sequence[TwinChange]) -> list[Claim]:
    """Return the translation's units: those behind unsupported: with what they follow, the rest kept."""
    body = str(node["body"])
    proofs = proofs_of(rx, node["id"])
    behind: dict[str, list[Reason]] = {}
    for one in changes:
        words = (("change", one.change.value), ("before", one.before), ("after", one.after))
        behind.setdefault(one.unit_id, []).append(Reason(WISH, (("ref", promoted_id), *words)))
    found = []
    for claim in CodeJudge(body, ()).units():
        reasons = behind.get(claim.id)
        if claim.exempt:
            found.append(claim)
        elif reasons:
            found.append(replace(claim, verdict=Verdict.UNSUPPORTED, reasons=tuple(reasons)))
        else:
            found.append(kept_claim(claim, body, node, proofs))
    return found
