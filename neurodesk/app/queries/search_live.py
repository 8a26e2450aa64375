"""The live search view: a task's queries, results, downloads and gate decisions, now or replayed (SPEC W11).

``search_picture(profile, task_id)`` is the picture now; with ``until`` that of an earlier event.
``search_events(profile, task_id, after=ID)`` gives what came since, for a view that follows; the bus tells
``Kind.ACTIVITY`` with the task's id.
"""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.app.profile import Profile
from neurodesk.domain.search_events import SearchEvent, SearchPicture, picture_of
from neurodesk.storage.search_event_store import events_of


def search_events(
    profile: Profile, task_id: str, *, after: int = 0, limit: int = 5_000
) -> Sequence[SearchEvent]:
    """Return a task's events behind ``after``, in the order they happened."""
    return profile.database.read(lambda rx: events_of(rx, task_id, after=after, limit=limit))


def search_picture(profile: Profile, task_id: str, *, until: int = 0) -> SearchPicture:
    """Return what the search of a task looks like, at its newest event or at an earlier one.

    Args:
        until: id of the last event that counts, 0 for all.
    """
    return picture_of(profile.database.read(lambda rx: events_of(rx, task_id, until=until)))
