"""One lock for the worker role: worker, recovery and API of a profile run in one process (SPEC Q7)."""

from __future__ import annotations

import json
import os
import platform
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import filelock

from neurodesk.domain.errors import RuleRefused, StorageFault

# Whoever only looks whether the role is held holds the lock for an instant; a taker outlasts that.
TAKE_TIMEOUT_S = 1.0
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class RoleHolder:
    """Who holds the worker role."""

    owner: str
    pid: int


def new_owner() -> str:
    """Return a new lease owner, ``machine:process:random`` (see ``domain.tasks.machine_of``)."""
    machine = (platform.node() or "localhost").replace(":", "-")
    return f"{machine}:{os.getpid()}:{secrets.token_hex(4)}"


class RoleLock:
    """The worker role of one profile; the lock goes with the process, however it ends.

    Args:
        root: the profile's folder.
    """

    def __init__(self, root: Path) -> None:
        self.owner = new_owner()
        self._note = root / "worker.json"
        self._path = root / "worker.lock"
        self._lock = filelock.FileLock(self._path, mode=0o600, thread_local=False, fallback_to_soft=False)

    def acquire(self) -> None:
        """Take the role.

        Raises:
            RuleRefused: ``worker_role_held`` by another process.
            StorageFault: ``role_lock_unusable``.
        """
        try:
            self._lock.acquire(timeout=TAKE_TIMEOUT_S, poll_interval=_POLL_S)
        except filelock.Timeout:
            holder = read_holder(self._note)
            raise RuleRefused("worker_role_held", pid=holder.pid if holder else "?") from None
        except (OSError, NotImplementedError) as error:
            raise StorageFault("role_lock_unusable", path=str(self._path), detail=str(error)) from error
        text = json.dumps({"owner": self.owner, "pid": os.getpid()})
        temporary = self._note.with_suffix(".tmp")
        temporary.write_text(text, "utf-8")
        temporary.replace(self._note)

    def release(self) -> None:
        """Give the role up; harmless when it is not held."""
        if self._lock.is_locked:
            self._note.unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> Self:
        """Take the role on entry."""
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        """Give it up."""
        self.release()


def read_holder(note: Path) -> RoleHolder | None:
    """Return who wrote the note beside the lock; None when there is none or it is damaged."""
    try:
        found = json.loads(note.read_text("utf-8"))
        return RoleHolder(str(found["owner"]), int(found["pid"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def role_holder(root: Path) -> RoleHolder | None:
    """Return which process holds the worker role of a profile now, None when nobody does.

    The note alone proves nothing after a crash; the lock does.
    """
    path = root / "worker.lock"
    if not path.exists():
        return None
    probe = filelock.FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)
    try:
        with probe.acquire(timeout=0, blocking=False):
            return None
    except filelock.Timeout:
        return read_holder(root / "worker.json") or RoleHolder("", 0)
    except (OSError, NotImplementedError):
        return None
