"""Commands to the worker: pause and resume count in every process, because they stand in the database."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import PAUSED
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.ports import WorkerStatus
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Tx


def pause(profile: Profile) -> ChangeSet:
    """Let no task start until ``resume``; a running one stops after its step."""
    return _set(profile, paused=True)


def resume(profile: Profile) -> ChangeSet:
    """Let tasks start again."""
    return _set(profile, paused=False)


def _set(profile: Profile, *, paused: bool) -> ChangeSet:
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        tx.execute(
            "INSERT INTO app_state (key, value, at) VALUES (?, ?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value, at = excluded.at",
            (PAUSED, "1" if paused else "", now),
        )
        tx.changed(Kind.WORKER)
        note(tx, now, "worker_paused" if paused else "worker_resumed")

    profile.database.write(store)
    return ChangeSet.of((Kind.WORKER, ""))


class AbsentWorker:
    """The worker's stand-in in a process that does not hold the role (fills ``ports.WorkerControl``)."""

    def wake(self) -> bool:
        """Nobody hears it here; the worker's own process notices what was written."""
        return False

    def scan_now(self) -> bool:
        """Nobody hears it here."""
        return False

    def status(self) -> WorkerStatus:
        """Say that the worker is not in this process."""
        return WorkerStatus("absent")
