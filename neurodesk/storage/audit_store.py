"""The append-only, hash-chained audit in the database (SPEC P6); triggers forbid update and delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from neurodesk.domain.audit_chain import GENESIS, AuditRecord, ChainProblem, check_chain, record_hash
from neurodesk.domain.changes import Kind
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load


def append(
    tx: Tx,
    *,
    at: float,
    who: str,
    place: str,
    act: str,
    subject: str,
    hashes: Mapping[str, str] | None = None,
    why: str = "",
) -> int:
    """Add a record inside the transaction of what it tells about; return its number."""
    last = tx.one("SELECT seq, sha256 FROM audit ORDER BY seq DESC LIMIT 1")
    seq = max(int(last["seq"]) if last else 0, _last_written(tx)) + 1
    record = AuditRecord(
        seq=seq,
        at=float(at),
        who=who,
        place=place,
        act=act,
        subject=subject,
        hashes=dict(hashes or {}),
        why=why,
        previous=last["sha256"] if last else GENESIS,
    )
    tx.execute(
        """INSERT INTO audit (seq, at, who, place, act, subject, hashes, why, previous, sha256)
           VALUES (?,?,?,?,?,?,?,?,?,?)""",
        (
            seq,
            record.at,
            who,
            place,
            act,
            subject,
            dump(dict(record.hashes)),
            why,
            record.previous,
            record_hash(record),
        ),
    )
    tx.changed(Kind.AUDIT, subject)
    return seq


def head(rx: Rx) -> tuple[int, str]:
    """Return number and hash of the newest record, (0, sixty-four zeros) when there is none."""
    row = rx.one("SELECT seq, sha256 FROM audit ORDER BY seq DESC LIMIT 1")
    return (int(row["seq"]), str(row["sha256"])) if row else (0, GENESIS)


def records_of(rx: Rx, subject: str = "") -> Sequence[AuditRecord]:
    """Return the records of a subject (a draft, a promotion), or all, oldest first."""
    where = "WHERE subject = ?" if subject else ""
    rows = rx.sql(f"SELECT * FROM audit {where} ORDER BY seq", (subject,) if subject else ())
    return [_record(row) for row in rows]


def check(rx: Rx) -> tuple[int, tuple[ChainProblem, ...]]:
    """Check the whole chain; return how many records there are and where it does not hold.

    The last number comes from SQLite's own counter and from the promotions, so that a cut tail is found.
    """
    rows = [_record(row) for row in rx.iterate("SELECT * FROM audit ORDER BY seq")]
    promoted = int(rx.scalar("SELECT COALESCE(MAX(audit_seq), 0) FROM promotion"))
    return len(rows), check_chain(rows, last_seq=max(_last_written(rx), promoted))


def _last_written(rx: Rx) -> int:
    return int(rx.scalar("SELECT seq FROM sqlite_sequence WHERE name = 'audit'") or 0)


def _record(row: Row) -> AuditRecord:
    try:
        hashes = load(row["hashes"])
    except ValueError:
        hashes = {"damaged": row["hashes"]}
    return AuditRecord(
        seq=row["seq"],
        at=row["at"],
        who=row["who"],
        place=row["place"],
        act=row["act"],
        subject=row["subject"],
        hashes=hashes,
        why=row["why"],
        previous=row["previous"],
        sha256=row["sha256"],
    )
