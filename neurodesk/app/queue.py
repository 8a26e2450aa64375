"""The queue of an open profile, under the rules that its settings give (SPEC Q14)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.tasks import LeaseRules, QueueRules
from neurodesk.settings.load import Settings
from neurodesk.storage.task_store import TaskStore


def rules_of(settings: Settings) -> QueueRules:
    """Read the queue's rules from a snapshot of the settings."""
    return QueueRules(
        cooldown_s=settings.number("queue.cooldown_h") * 3600.0,
        max_attempts=settings.whole("queue.max_attempts"),
        lease=LeaseRules(
            expiry_s=settings.number("queue.lease_expiry_s"),
            stage_s=settings.number("queue.lease_m") * 60.0,
            heartbeat_s=settings.number("queue.heartbeat_s"),
        ),
    )


def task_store(profile: Profile) -> TaskStore:
    """Return the queue; a changed setting counts from the next call on."""
    return TaskStore(profile.database, lambda: rules_of(profile.settings.current))
