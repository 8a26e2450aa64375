"""The curator's judgement of edges: accept, reject, remove, take back; no file is changed (SPEC K3)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.graph import EDGES_OF_JUDGEMENT, EdgeKind, EdgeStatus
from neurodesk.storage.db import Tx


def remove_edge(profile: Profile, edge_id: str, who: str) -> ChangeSet:
    """Remove an edge of fact: it stays away, whatever code finds later, until it is restored (SPEC K3).

    Raises:
        BadInput: ``edge_unknown``, ``curator_nameless``. RuleRefused: ``edge_is_judgement``.
    """
    return _set_fact(profile, edge_id, EdgeStatus.REJECTED, who)


def restore_edge(profile: Profile, edge_id: str, who: str) -> ChangeSet:
    """Put a removed edge of fact back; raises as ``remove_edge`` does."""
    return _set_fact(profile, edge_id, EdgeStatus.ACCEPTED, who)


def _set_fact(profile: Profile, edge_id: str, status: EdgeStatus, who: str) -> ChangeSet:
    if not who.strip():
        raise BadInput("curator_nameless", name=who)
    now = profile.clock.time()
    removed = status is EdgeStatus.REJECTED

    def store(tx: Tx) -> None:
        kind = tx.scalar("SELECT kind FROM edge WHERE id = ?", (edge_id,))
        if kind is None:
            raise BadInput("edge_unknown", id=edge_id)
        if EdgeKind(kind) in EDGES_OF_JUDGEMENT:
            raise RuleRefused("edge_is_judgement", id=edge_id, kind=str(kind))
        tx.execute(
            "UPDATE edge SET status = ?, decided_at = ?, decided_by = ? WHERE id = ?",
            (status, now if removed else 0.0, who if removed else "", edge_id),
        )
        tx.changed(Kind.EDGE, edge_id)

    profile.database.write(store)
    return ChangeSet.of((Kind.EDGE, edge_id))


def judge_edge(profile: Profile, edge_id: str, status: EdgeStatus, who: str) -> ChangeSet:
    """Accept or reject an edge of judgement; ``proposed`` takes the decision back.

    Raises:
        BadInput: ``edge_unknown``, ``curator_nameless``. RuleRefused: ``edge_is_fact``.
    """
    if not who.strip():
        raise BadInput("curator_nameless", name=who)
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        kind = tx.scalar("SELECT kind FROM edge WHERE id = ?", (edge_id,))
        if kind is None:
            raise BadInput("edge_unknown", id=edge_id)
        if EdgeKind(kind) not in EDGES_OF_JUDGEMENT:
            raise RuleRefused("edge_is_fact", id=edge_id, kind=str(kind))
        decided = status is not EdgeStatus.PROPOSED
        tx.execute(
            "UPDATE edge SET status = ?, decided_at = ?, decided_by = ? WHERE id = ?",
            (status, now if decided else 0.0, who if decided else "", edge_id),
        )
        tx.changed(Kind.EDGE, edge_id)

    profile.database.write(store)
    return ChangeSet.of((Kind.EDGE, edge_id))
