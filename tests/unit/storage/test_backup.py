"""Backups are whole and checked; restoring loses nothing (SPEC S2)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from neurodesk.app.commands.backup import back_up, back_up_daily, list_backups, restore
from neurodesk.bootstrap import open_profile
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.settings.paths import ProfilePaths
from neurodesk.storage.backup import DAY_S, backups, make_backup, thin
from neurodesk.storage.db import Database, Tx
from neurodesk.storage.role_lock import RoleLock


def note(database: Database, key: str) -> None:
    def put(tx: Tx) -> None:
        tx.execute("INSERT INTO app_state (key, value, at) VALUES (?, '', 0)", (key,))

    database.write(put)


def keys(path: Path) -> set[str]:
    with Database(path) as database:
        return {row["key"] for row in database.read(lambda rx: rx.sql("SELECT key FROM app_state"))} & {
            "a",
            "b",
        }


def test_a_restored_profile_is_as_it_was_and_the_former_one_is_kept(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        note(profile.database, "a")
        made = back_up(profile)
        note(profile.database, "b")
        paths = profile.paths
    former = restore(paths, made.path, 2_000_000_000.0)
    assert keys(paths.database) == {"a"}
    assert keys(former) == {"a", "b"}


def test_a_damaged_database_can_be_brought_back(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        note(profile.database, "a")
        made = back_up(profile)
        paths = profile.paths
    paths.database.write_bytes(b"garbage" * 1000)
    restore(paths, made.path, 2_000_000_000.0)
    assert keys(paths.database) == {"a"}


def test_a_changed_backup_is_refused_and_the_database_stays(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        made = back_up(profile)
        note(profile.database, "b")
        paths = profile.paths
    data = bytearray(made.path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    made.path.write_bytes(bytes(data))
    with pytest.raises(BadInput, match="backup_damaged"):
        restore(paths, made.path, 0.0)
    assert keys(paths.database) == {"b"}


def test_a_backup_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    raw = sqlite3.connect(newer)
    raw.execute("PRAGMA user_version=9999")
    raw.close()
    made = make_backup(newer, tmp_path / "backups", 0.0)
    with pytest.raises(BadInput, match="backup_newer"):
        restore(ProfilePaths(tmp_path), made.path, 0.0)


def test_nothing_is_restored_under_a_working_process(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        made = back_up(profile)
        paths = profile.paths
    with RoleLock(tmp_path), pytest.raises(RuleRefused, match="worker_role_held"):
        restore(paths, made.path, 0.0)


def test_a_backup_is_made_once_a_day(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        assert back_up_daily(profile) is not None
        assert back_up_daily(profile) is None
        assert len(list_backups(profile.paths)) == 1


def test_old_backups_are_thinned_and_the_newest_stays(tmp_path: Path) -> None:
    source = tmp_path / "a.db"
    sqlite3.connect(source).close()
    now = 100 * 7 * DAY_S
    for days in range(90):
        make_backup(source, tmp_path / "b", now - days * DAY_S)
    thin(tmp_path / "b", now)
    ages = sorted((now - one.made_at) / DAY_S for one in backups(tmp_path / "b"))
    assert ages[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert max(ages) <= 60
    assert 12 <= len(ages) <= 17
    thin(tmp_path / "b", now + 365 * DAY_S)
    assert len(backups(tmp_path / "b")) == 1
