"""The curator's acts on an article of the knowledge base that change no file (SPEC G5)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.storage.db import Tx


def confirm_article(profile: Profile, node_id: str, who: str) -> ChangeSet:
    """Confirm that an article is still correct: sets its verified date and name, which resets its age.

    Raises:
        BadInput: ``article_unknown``, ``curator_nameless``.
    """
    if not who.strip():
        raise BadInput("curator_nameless", name=who)
    return _set_verified(profile, node_id, profile.clock.time(), who)


def take_back_confirmation(profile: Profile, node_id: str, verified_at: float, verified_by: str) -> ChangeSet:
    """Put the former confirmation back, UTC epoch seconds and name (0 and "" for none).

    Raises:
        BadInput: ``article_unknown``.
    """
    return _set_verified(profile, node_id, verified_at, verified_by)


def _set_verified(profile: Profile, node_id: str, at: float, who: str) -> ChangeSet:
    def store(tx: Tx) -> None:
        if tx.scalar("SELECT 1 FROM node WHERE id = ?", (node_id,)) is None:
            raise BadInput("article_unknown", path=node_id)
        tx.execute("UPDATE node SET verified_at = ?, verified_by = ? WHERE id = ?", (at, who, node_id))
        tx.changed(Kind.NODE, node_id)

    profile.database.write(store)
    return ChangeSet.of((Kind.NODE, node_id))
