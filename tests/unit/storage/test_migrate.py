"""The copy before an upgrade (SPEC S2)."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from neurodesk.domain.errors import StorageFault
from neurodesk.storage.db import Database
from neurodesk.storage.migrate import keep_copy, known


def test_two_upgrades_within_one_second_keep_a_copy_each(tmp_path: Path) -> None:
    path = tmp_path / "neurodesk.db"
    with Database(path):
        pass
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        copies = [keep_copy(connection, path, 3, 1_000_000.4) for _ in range(3)]
    finally:
        connection.close()
    assert [one.name for one in copies] == [
        "neurodesk.before-0003-19700112T134640.db",
        "neurodesk.before-0003-19700112T134640-2.db",
        "neurodesk.before-0003-19700112T134640-3.db",
    ]
    for copy in copies:
        check = sqlite3.connect(copy)
        try:
            assert check.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert check.execute("PRAGMA user_version").fetchone()[0] == len(known())
        finally:
            check.close()
        assert copy.stat().st_mode & 0o077 == 0


def test_a_copy_that_cannot_be_written_leaves_no_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "neurodesk.db"
    with Database(path):
        pass
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")  # VACUUM refuses inside a transaction
    try:
        keep_copy(connection, path, 1, 0.0)
    except sqlite3.OperationalError:
        pass
    else:
        raise AssertionError("VACUUM ran inside a transaction")
    finally:
        connection.close()
    assert list(tmp_path.glob("*.before-*")) == []


def test_an_upgrade_whose_copy_cannot_be_made_is_a_fault_of_the_disk_and_changes_nothing_s2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "neurodesk.db"
    with Database(path):
        pass
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    for number, code in ((errno.EROFS, "read_only"), (errno.ENOSPC, "disk_full")):

        def refuse(self: Path, number: int = number, **_: object) -> None:
            raise OSError(number, os.strerror(number), str(self))

        monkeypatch.setattr(Path, "touch", refuse)
        with pytest.raises(StorageFault) as fault:
            Database(path).open()
        assert fault.value.code == code
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == 3
    connection.close()
