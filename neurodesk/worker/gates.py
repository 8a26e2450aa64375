"""The worker's look at the gates: database and settings, and what only this process knows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import Endpoint, LiveFacts, gate_snapshot
from neurodesk.domain.gates import GateSnapshot
from neurodesk.worker.idle import IdleWatch


def live_facts(
    idle: IdleWatch,
    *,
    searxng: Callable[[], Endpoint] = Endpoint,
    models: Callable[[], Endpoint] = Endpoint,
) -> LiveFacts:
    """Bind what this process knows: idleness and the health of the endpoints."""
    return LiveFacts(searxng, models, idle.idle_for_s, idle.calls)


def gate_reader(profile: Profile, live: LiveFacts, zone: tzinfo | None = None) -> Callable[[], GateSnapshot]:
    """Return the function that takes a fresh snapshot at each call."""
    return lambda: gate_snapshot(profile, live, zone)
