"""Where SearXNG's queries are logged: each before it is sent, with the task it is for (SPEC W10)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.fetching import Purpose
from neurodesk.domain.model_calls import caller
from neurodesk.storage.request_log import RequestLog


class StoredSearchLog:
    """The request log of a profile as the search provider sees it (fills its ``SearchLog``)."""

    def __init__(self, profile: Profile) -> None:
        self._log = RequestLog(profile.database)
        self._clock = profile.clock

    def begin(self, query: str, target: str, *, test: bool) -> int:
        """Store a query that is about to be sent."""
        purpose = Purpose.TEST if test else Purpose.SEARCH
        return self._log.begin(self._clock.time(), purpose, "GET", target, caller().task_id, query)

    def health(self, target: str) -> None:
        """Store that the server was asked how it is."""
        self._log.note_health(self._clock.time(), "GET", target)

    def end(self, row: int, result: str) -> None:
        """Store how it ended."""
        self._log.end(row, result)
