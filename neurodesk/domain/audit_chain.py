"""The append-only audit as a chain: each record carries the hash of the one before (SPEC P6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One decision: who, where, what, on which hashes, when and why.

    Attributes:
        seq: 1, 2, 3 …; a gap is tampering.
        at: UTC epoch seconds.
        place: ``desk``, ``terminal`` or ``recovery``.
        hashes: name to hash, such as ``seen`` or ``new``.
    """

    seq: int
    at: float
    who: str
    place: str
    act: str
    subject: str
    hashes: Mapping[str, str]
    why: str
    previous: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class ChainProblem:
    """Where the chain does not hold: ``code`` is gap, order, link_broken, record_changed or tail_missing."""

    seq: int
    code: str


def canonical_json(value: object) -> str:
    """Return the one text that a value has: keys sorted, no white space, no escapes beyond the needed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def canonical_hash(value: object) -> str:
    """Return the hex SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def record_hash(record: AuditRecord) -> str:
    """Return the hash of a record, that of the record before included, its own left out."""
    return canonical_hash(
        [
            record.seq,
            float(record.at),
            record.who,
            record.place,
            record.act,
            record.subject,
            dict(record.hashes),
            record.why,
            record.previous,
        ]
    )


def check_chain(records: Iterable[AuditRecord], *, last_seq: int | None = None) -> tuple[ChainProblem, ...]:
    """Return every place where the chain does not hold, in order.

    Args:
        records: all records by ``seq``.
        last_seq: number of the last record ever written, where it is known from elsewhere.
    """
    problems = []
    previous, number = GENESIS, 0
    for record in records:
        if record.seq != number + 1:
            problems.append(ChainProblem(record.seq, "gap" if record.seq > number else "order"))
        if record.previous != previous:
            problems.append(ChainProblem(record.seq, "link_broken"))
        if record_hash(record) != record.sha256:
            problems.append(ChainProblem(record.seq, "record_changed"))
        previous, number = record.sha256, record.seq
    if last_seq is not None and number < last_seq:
        problems.append(ChainProblem(last_seq, "tail_missing"))
    return tuple(problems)
