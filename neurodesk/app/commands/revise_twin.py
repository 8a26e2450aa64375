"""A revision draft of the units of a translation whose counterparts were promoted anew (SPEC P8, R7)."""

from __future__ import annotations

from collections.abc import Sequence
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
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.identity import derived_id
from neurodesk.domain.tasks import Origin
from neurodesk.domain.twin_changes import TwinChange, twin_changes
from neurodesk.pipeline.rejudge import CodeJudge
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.living_store import proofs_of, standing_promotions

WISH = "twin_changed"


def revise_twin(
    profile: Profile, node_id: str, promoted_id: str, origin: Origin = Origin.CURATOR
) -> Revision:
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
        node, promoted = read_article(tx, node_id), read_article(tx, promoted_id)
        draft_id = derived_id(
            "d", "twin", node_id, node["content_hash"], promoted_id, promoted["content_hash"]
        )
        changes = twin_changes(_before(tx, promoted_id), promoted["body"], node["body"])
        known = begun_already(tx, draft_id, len({one.unit_id for one in changes}))
        if known is not None:
            return known
        claims = _claims(tx, node, promoted_id, changes)
        if not any(one.verdict is Verdict.UNSUPPORTED for one in claims):
            raise BadInput("twin_unchanged", path=str(node["path"]), other=str(promoted["path"]))
        data = {"twin": promoted_id, "sources": [promoted_id]}
        wish = Wish(WISH, (node_id, promoted_id), data, origin)
        return lay_revision(tx, node, draft_id, claims, wish, settings, now)

    return profile.database.write(store)


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
