"""One process holds the worker role (SPEC Q7)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from neurodesk.domain.errors import RuleRefused, StorageFault
from neurodesk.domain.tasks import machine_of
from neurodesk.storage.role_lock import RoleHolder, RoleLock, role_holder

HOLDER = """
import sys
from pathlib import Path
from neurodesk.storage.role_lock import RoleLock
lock = RoleLock(Path(sys.argv[1]))
lock.acquire()
print(lock.owner, flush=True)
sys.stdin.readline()
"""


def test_a_second_taker_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    with RoleLock(tmp_path) as first:
        assert role_holder(tmp_path) == RoleHolder(first.owner, os.getpid())
        with pytest.raises(RuleRefused, match="worker_role_held") as caught:
            RoleLock(tmp_path).acquire()
        assert caught.value.params["pid"] == os.getpid()
    assert role_holder(tmp_path) is None
    with RoleLock(tmp_path):
        pass


def test_nobody_holds_a_role_that_was_never_taken(tmp_path: Path) -> None:
    assert role_holder(tmp_path) is None
    RoleLock(tmp_path).release()


def test_a_killed_process_gives_the_role_up(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    owner = holder.stdout.readline().strip()
    assert role_holder(tmp_path) == RoleHolder(owner, holder.pid)
    with pytest.raises(RuleRefused, match="worker_role_held"):
        RoleLock(tmp_path).acquire()
    holder.send_signal(signal.SIGKILL)
    holder.communicate(timeout=10)
    assert role_holder(tmp_path) is None  # the note is still there; the lock decides
    with RoleLock(tmp_path) as lock:
        assert machine_of(lock.owner) == machine_of(owner)
        assert lock.owner != owner


def test_looking_does_not_take_the_role_away(tmp_path: Path) -> None:
    with RoleLock(tmp_path):
        pass
    for _ in range(20):
        assert role_holder(tmp_path) is None
        with RoleLock(tmp_path):
            assert role_holder(tmp_path) is not None


def test_a_damaged_note_hides_no_holder(tmp_path: Path) -> None:
    with RoleLock(tmp_path):
        (tmp_path / "worker.json").write_text("{", "utf-8")
        assert role_holder(tmp_path) == RoleHolder("", 0)


def test_a_folder_that_is_missing_is_a_known_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StorageFault, match="role_lock_unusable"):
        RoleLock(tmp_path / "file" / "below").acquire()
