"""SQLite's own checks of the database, on a reader (SPEC S2)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from neurodesk.storage.db import Rx, Tx

FULL_CHECK_EVERY_S = 7 * 86_400.0
_KEY = "full_check_at"
_FIRST_LINES = 5


@dataclass(frozen=True, slots=True)
class Damage:
    """What a check found, in SQLite's words."""

    detail: str


def check_database(rx: Rx, *, full: bool) -> Damage | None:
    """Run the quick check, or the full one that compares each index with its table; None when all is well."""
    pragma = "integrity_check" if full else "quick_check"
    try:
        said = [str(row[0]) for row in rx.sql(f"PRAGMA {pragma}({_FIRST_LINES})")]
    except sqlite3.DatabaseError as error:
        said = [str(error)]
    return None if said == ["ok"] else Damage("; ".join(said))


def last_full_check(rx: Rx) -> float:
    """Return when the last full check found nothing, 0 for never."""
    value = rx.scalar("SELECT value FROM app_state WHERE key = ?", (_KEY,))
    try:
        return float(value or 0.0)
    except ValueError:
        return 0.0


def note_full_check(tx: Tx, now: float) -> None:
    """Remember a full check that found nothing."""
    tx.execute(
        "INSERT INTO app_state (key, value, at) VALUES (?1, ?2, ?2)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value, at = excluded.at",
        (_KEY, now),
    )
