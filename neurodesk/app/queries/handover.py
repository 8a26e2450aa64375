"""What happened while nobody sat at the desk: for the note at the next start."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx


@dataclass(frozen=True, slots=True)
class Handover:
    """What is new since a moment and still open.

    Attributes:
        since: UTC epoch seconds.
        drafts: new drafts or new versions that wait for review.
        contradictions: open findings of that type, first seen since then.
        failures: tasks that failed or were parked since then and still are.
        sources: promoted sentences' sources that changed.
        queries: queries to the web that wait for the curator's look.
        outcomes: outcomes that other programs handed in and that wait for a verdict.
    """

    since: float
    drafts: int = 0
    contradictions: int = 0
    failures: int = 0
    sources: int = 0
    queries: int = 0
    outcomes: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hand over."""
        counts = (self.drafts, self.contradictions, self.failures, self.sources, self.queries, self.outcomes)
        return not any(counts)


def handover(profile: Profile, since: float) -> Handover:
    """Count what came since a moment (UTC epoch seconds) and still waits for the curator."""

    def query(rx: Rx) -> Handover:
        def count(sql: str) -> int:
            return int(rx.scalar(sql, (since,)) or 0)

        return Handover(
            since,
            count("SELECT COUNT(*) FROM draft WHERE state = 'in_review' AND created_at > ?"),
            count(
                "SELECT COUNT(*) FROM finding WHERE type = 'contradiction' AND state = 'open'"
                " AND first_seen_at > ?"
            ),
            count(
                "SELECT COUNT(*) FROM task WHERE (state = 'failed' OR (state = 'deferred' AND parked = 1"
                " AND deferral_reason != 'queries_wait')) AND id IN (SELECT task_id FROM activity"
                " WHERE at > ? AND code IN ('task_failed', 'task_parked', 'task_set_aside'))"
            ),
            count("SELECT COUNT(*) FROM activity WHERE code = 'source_changed' AND at > ?"),
            count("SELECT COUNT(*) FROM outgoing_query WHERE state = 'waiting' AND at > ?"),
            count("SELECT COUNT(*) FROM outcome WHERE state = 'submitted' AND submitted_at > ?"),
        )

    return profile.database.read(query)
