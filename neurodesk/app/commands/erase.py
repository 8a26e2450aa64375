"""Erase a source for good: rights, or a person's data (SPEC W6)."""

from __future__ import annotations

from datetime import tzinfo

from neurodesk.app.profile import Profile
from neurodesk.domain.budget import local_day
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import Actor
from neurodesk.domain.errors import BadInput
from neurodesk.storage import audit_store, evidence_erasure
from neurodesk.storage.db import Tx
from neurodesk.storage.evidence_erasure import Erased

__all__ = ["Erased", "erase_evidence"]


def erase_evidence(
    profile: Profile, evidence_id: str, why: str, actor: Actor, zone: tzinfo | None = None
) -> tuple[ChangeSet, Erased]:
    """Erase a source's text; a tombstone stays, and each claim that rests on it becomes a finding.

    Copies of the database that were made before still hold the text, until they are rotated out.

    Raises:
        BadInput: ``evidence_unknown``, ``reason_empty``. RuleRefused: ``evidence_erased``.
    """
    if not why.strip():
        raise BadInput("reason_empty", claim="")
    now = profile.clock.time()

    def store(tx: Tx) -> Erased:
        found = evidence_erasure.erase(
            tx, evidence_id, who=actor.who, why=why.strip(), now=now, day=local_day(now, zone)
        )
        audit_store.append(
            tx,
            at=now,
            who=actor.who,
            place=actor.where,
            act="erase",
            subject=evidence_id,
            hashes={"text": found.sha256},
            why=why.strip(),
        )
        return found

    found = profile.database.write(store)
    items = [(Kind.EVIDENCE, one) for one in found.evidence]
    items += [(Kind.DRAFT, one) for one in found.drafts]
    return ChangeSet.of(*items), found
