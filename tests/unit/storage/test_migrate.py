"""The copy before an upgrade (SPEC S2)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

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
