"""Backups of the profile's database: copied whole, checked, hashed, thinned; and the way back (SPEC S2)."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.storage.migrate import known

PREFIX = "neurodesk-"
DAY_S = 86400.0
# Daily ones for a week, then one a week for two months; the newest always stays.
DAILY_KEPT_S = 7 * DAY_S
WEEKLY_KEPT_S = 60 * DAY_S


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup on disk; ``made_at`` is UTC epoch seconds."""

    path: Path
    made_at: float
    sha256: str


def make_backup(database: Path, folder: Path, now: float) -> Backup:
    """Copy a database, check the copy and note its hash; a copy that fails its check is not kept.

    The database may be in use: ``VACUUM INTO`` reads one snapshot of it.

    Raises:
        StorageFault: ``backup_failed``; the database itself is untouched.
    """
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    target = folder / f"{PREFIX}{stamp}.db"
    temporary = folder / f".{PREFIX}{stamp}.{os.getpid()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.unlink(missing_ok=True)
        source = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            source.execute("VACUUM INTO ?", (str(temporary),))
        finally:
            source.close()
        check_database(temporary)
        digest = _sha256(temporary)
        temporary.chmod(0o600)
        temporary.replace(target)
        _hash_file(target).write_text(f"{digest}  {target.name}\n", "ascii")
    except (OSError, sqlite3.Error) as error:
        temporary.unlink(missing_ok=True)
        raise StorageFault("backup_failed", path=str(folder), detail=str(error)) from error
    return Backup(target, now, digest)


def backups(folder: Path) -> list[Backup]:
    """Return the backups of a folder, newest first; files without a readable hash are left out."""
    found = []
    for path in folder.glob(f"{PREFIX}*.db"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            stamp = path.stem.removeprefix(PREFIX)
            made_at = time.mktime(time.strptime(stamp, "%Y%m%dT%H%M%SZ")) - time.timezone
            found.append(Backup(path, made_at, _hash_file(path).read_text("ascii").split()[0]))
    return sorted(found, key=lambda one: (-one.made_at, one.path.name))


def thin(folder: Path, now: float) -> Sequence[Path]:
    """Remove old backups: one a day stays for a week, one a week for two months, the newest always.

    Returns:
        What was removed.
    """
    removed = []
    kept: set[tuple[str, int]] = set()
    for place, one in enumerate(backups(folder)):
        age = now - one.made_at
        slot = (
            ("day", int(one.made_at // DAY_S))
            if age < DAILY_KEPT_S
            else ("week", int(one.made_at // (7 * DAY_S)))
        )
        if place and (age > WEEKLY_KEPT_S or slot in kept):
            one.path.unlink(missing_ok=True)
            _hash_file(one.path).unlink(missing_ok=True)
            removed.append(one.path)
        else:
            kept.add(slot)
    return removed


def restore_backup(backup: Path, database: Path, now: float) -> Path:
    """Put a backup in the place of a database that nobody has open; the former one is kept beside it.

    Args:
        backup: a file made by ``make_backup``.
        database: the profile's database; may be missing or damaged.

    Returns:
        Where the former database was put, or the database's own path when there was none.

    Raises:
        BadInput: ``backup_unknown``, ``backup_damaged`` (its hash or its inner check fails), ``newer_schema``.
        StorageFault: ``restore_failed``; the former database is still in its place.
    """
    if not backup.is_file():
        raise BadInput("backup_unknown", path=str(backup))
    try:
        expected = _hash_file(backup).read_text("ascii").split()[0]
    except (OSError, IndexError, ValueError) as error:
        raise BadInput("backup_damaged", path=str(backup), detail="its hash file is missing") from error
    if _sha256(backup) != expected:
        raise BadInput("backup_damaged", path=str(backup), detail="its hash differs")
    try:
        version = check_database(backup)
    except sqlite3.Error as error:
        raise BadInput("backup_damaged", path=str(backup), detail=str(error)) from error
    if version > len(known()):
        raise BadInput("backup_newer", path=str(backup), found=version, known=len(known()))
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    former = database.with_name(f"{database.stem}.replaced-{stamp}.db")
    temporary = database.with_name(f".{database.name}.{os.getpid()}.tmp")
    try:
        shutil.copyfile(backup, temporary)
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.chmod(0o600)
        # The journal beside the former file belongs to it alone: it must never meet the restored one.
        for ending in ("-wal", "-shm"):
            beside = database.with_name(database.name + ending)
            if beside.exists():
                beside.replace(former.with_name(former.name + ending))
        if database.exists():
            database.replace(former)
        temporary.replace(database)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageFault("restore_failed", path=str(database), detail=str(error)) from error
    return former if former.exists() else database


def check_database(path: Path) -> int:
    """Run SQLite's full check on a database file and return its schema number.

    Raises:
        sqlite3.DatabaseError: the file is damaged or no database.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        answers = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
        if answers != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(answers))
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def _hash_file(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
