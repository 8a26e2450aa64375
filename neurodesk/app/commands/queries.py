"""The curator's look at queries to the web: approve, refuse, edit (SPEC W10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.storage.query_store import decide_query

if TYPE_CHECKING:
    from neurodesk.app.query_guard import StoredQueryGuard


def approve(profile: Profile, query_ids: Sequence[int]) -> ChangeSet:
    """Let queries be sent; a task of which none waits any more goes back into the queue.

    Raises:
        BadInput: ``query_unknown``. RuleRefused: ``query_decided``. Nothing was changed then.
    """
    return _decide(profile, query_ids, approve=True)


def refuse(profile: Profile, query_ids: Sequence[int]) -> ChangeSet:
    """Keep queries here; the task goes on without them.

    Raises:
        BadInput: ``query_unknown``. RuleRefused: ``query_decided``. Nothing was changed then.
    """
    return _decide(profile, query_ids, approve=False)


def approve_edited(profile: Profile, guard: StoredQueryGuard, query_id: int, text: str) -> ChangeSet:
    """Let a query be sent in the curator's words.

    Raises:
        BadInput: ``query_unknown``; ``query_private`` where the words hold what is never sent.
        RuleRefused: ``query_decided``.
    """
    checked = guard.edited(text)
    if checked.cuts or not checked.text:
        shown = ", ".join(cut.text for cut in checked.cuts) or checked.reason
        raise BadInput("query_private", cut=shown)
    now = profile.clock.time()
    task_id = profile.database.write(
        lambda tx: decide_query(tx, query_id, now, text=checked.text, approve=True)
    )
    return ChangeSet.of((Kind.TASK, task_id))


def _decide(profile: Profile, query_ids: Sequence[int], *, approve: bool) -> ChangeSet:
    now = profile.clock.time()
    found = profile.database.write(
        lambda tx: [decide_query(tx, one, now, text=None, approve=approve) for one in query_ids]
    )
    return ChangeSet.of(*((Kind.TASK, task_id) for task_id in found))
