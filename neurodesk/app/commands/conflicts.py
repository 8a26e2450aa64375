"""Open drafts whose article was changed outside become conflicts when that is noticed (SPEC K1)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import DraftState
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.storage import audit_store, draft_store
from neurodesk.storage.db import Tx


def note_conflicts(profile: Profile, kb_id: str) -> ChangeSet:
    """Turn every open draft of a KB whose base is not what it was made from to *conflict*.

    Returns:
        The drafts that changed.
    """
    if not profile.database.read(lambda rx: draft_store.drafts_off_base(rx, kb_id)):
        return ChangeSet()
    now = profile.clock.time()

    def store(tx: Tx) -> list[str]:
        found = draft_store.drafts_off_base(tx, kb_id)
        for draft_id in found:
            draft = draft_store.read_draft(tx, draft_id)
            draft_store.set_state(tx, draft, DraftState.CONFLICT, now)
            audit_store.append(
                tx,
                at=now,
                who="NeuroDesk",
                place="import",
                act="conflict",
                subject=draft_id,
                why="base_moved",
            )
        return found

    found = profile.database.write(store)
    return ChangeSet(frozenset((Kind.DRAFT, one) for one in found))
