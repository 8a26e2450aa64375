"""Numbered migrations; the number stands in SQLite's ``user_version`` (SPEC S2)."""

from __future__ import annotations

import errno
import importlib
import pkgutil
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from neurodesk.domain.errors import StorageFault
from neurodesk.storage import migrations

_NAME = re.compile(r"m(\d{4})_\w+")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its number, its name and the function that runs it on a connection."""

    number: int
    name: str
    up: Callable[[sqlite3.Connection], None]


def known() -> list[Migration]:
    """Return all migrations in order; a gap or a double number is a bug and raises."""
    found = []
    for module in pkgutil.iter_modules(migrations.__path__):
        match = _NAME.fullmatch(module.name)
        if match:
            loaded = importlib.import_module(f"{migrations.__name__}.{module.name}")
            found.append(Migration(int(match[1]), module.name, loaded.up))
    found.sort(key=lambda one: one.number)
    if [one.number for one in found] != list(range(1, len(found) + 1)):
        raise RuntimeError(f"migrations are not numbered 1..n: {[one.name for one in found]}")
    return found


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a database to the newest schema; each step is one transaction.

    A copy of a non-empty database is kept beside it before the first step (SPEC S2).

    Raises:
        StorageFault: ``newer_schema`` when a newer program wrote the file, ``read_only`` and ``disk_full``
            when the copy cannot be made; nothing is changed then.
    """
    steps = known()
    current = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if current > len(steps):
        raise StorageFault("newer_schema", found=current, known=len(steps), path=str(path))
    if 0 < current < len(steps):
        try:
            keep_copy(connection, path, current, time.time())
        except OSError as error:
            code = "disk_full" if error.errno in {errno.ENOSPC, errno.EDQUOT} else "read_only"
            raise StorageFault(code, detail=str(error)) from error
    for step in steps[current:]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have opened the same new profile and taken this step while we waited.
            if int(connection.execute("PRAGMA user_version").fetchone()[0]) < step.number:
                step.up(connection)
                connection.execute(f"PRAGMA user_version={step.number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def keep_copy(connection: sqlite3.Connection, path: Path, current: int, now: float) -> Path:
    """Copy a database beside itself and return the copy.

    Two upgrades within one second, or a copy put back and upgraded again, must not stop one another:
    ``VACUUM INTO`` refuses a name that is taken, so the name is counted on.

    Args:
        current: the schema number before the upgrade.
        now: UTC epoch seconds.
    """
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now))
    copy = path.with_name(f"{path.stem}.before-{current:04d}-{stamp}.db")
    count = 1
    while True:
        try:
            # Takes the name for this process alone; SQLite accepts an empty file as target.
            copy.touch(mode=0o600, exist_ok=False)
            break
        except FileExistsError:
            count += 1
            copy = path.with_name(f"{path.stem}.before-{current:04d}-{stamp}-{count}.db")
    try:
        connection.execute("VACUUM INTO ?", (str(copy),))
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy
