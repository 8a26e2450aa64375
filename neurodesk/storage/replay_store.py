"""What a quality replay reads, and its results (SPEC O6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neurodesk.storage.db import Rx, Tx
from neurodesk.storage.json_columns import dump, load

KEEP_REPLAYS = 200


@dataclass(frozen=True, slots=True)
class KeptReplay:
    """A stored run."""

    id: str
    at: float
    cases_sha256: str
    result: Mapping[str, object]


def searchable(rx: Rx) -> dict[str, int]:
    """Return how many articles and outcomes a search can find."""
    counts = {"article": 0, "outcome": 0}
    rows = rx.sql("SELECT kind, COUNT(*) FROM node WHERE state = 'active' GROUP BY kind")
    return counts | {row[0]: row[1] for row in rows}


def articles_named(rx: Rx, names: Sequence[str]) -> list[frozenset[str]]:
    """Return for each name the ids of the active articles with this id, else path, else title."""
    found = []
    for name in names:
        ids: frozenset[str] = frozenset()
        for column in ("id", "path", "title"):
            rows = rx.sql(
                f"SELECT id FROM node WHERE kind = 'article' AND state = 'active' AND {column} = ?",
                (name,),
            )
            ids = frozenset(row["id"] for row in rows)
            if ids:
                break
        found.append(ids)
    return found


def missing_outcomes(rx: Rx, ids: Sequence[str]) -> list[str]:
    """Return the ids that are no active outcomes."""
    return [
        one
        for one in ids
        if rx.scalar("SELECT 1 FROM outcome WHERE id = ? AND state = 'active'", (one,)) is None
    ]


def outcome_text(rx: Rx, outcome_id: str) -> str:
    """Return question and confirmed text of an active outcome, "" when there is none."""
    row = rx.one("SELECT question, confirmed FROM outcome WHERE id = ? AND state = 'active'", (outcome_id,))
    return "" if row is None else f"{row['question']}\n{row['confirmed']}"


def add_replay(
    tx: Tx, identifier: str, at: float, cases: int, cases_sha256: str, result: Mapping[str, object]
) -> None:
    """Keep a result, and the newest two hundred of them."""
    tx.execute(
        "INSERT INTO replay (id, at, cases, cases_sha256, result) VALUES (?, ?, ?, ?, ?)",
        (identifier, at, cases, cases_sha256, dump(result)),
    )
    tx.execute(
        "DELETE FROM replay WHERE rowid NOT IN (SELECT rowid FROM replay ORDER BY rowid DESC LIMIT ?)",
        (KEEP_REPLAYS,),
    )


def last_replay(rx: Rx) -> KeptReplay | None:
    """Return the newest run, None when there is none."""
    row = rx.one("SELECT * FROM replay ORDER BY rowid DESC LIMIT 1")
    return None if row is None else KeptReplay(row["id"], row["at"], row["cases_sha256"], load(row["result"]))
