"""Outcomes on disk (SPEC O1-O3); each function is one step inside somebody's transaction."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.outcomes import (
    CONFIRMED_TRUST,
    Learning,
    OutcomeDecision,
    OutcomeRecord,
    OutcomeState,
    Submission,
    source_version,
)
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load


def current_version(rx: Rx, one: Submission) -> str:
    """Return the source version as the knowledge stands now (SPEC O2).

    Raises:
        BadInput: ``outcome_source_unknown`` naming the ids that are neither articles nor evidence.
    """
    nodes = rx.sql(
        "SELECT id, content_hash FROM node WHERE state = 'active' AND id IN (SELECT value FROM json_each(?))",
        (dump(list(one.node_ids)),),
    )
    evidence = rx.sql(
        "SELECT id, sha256 FROM evidence WHERE id IN (SELECT value FROM json_each(?))",
        (dump(list(one.evidence_ids)),),
    )
    known = {row["id"] for row in (*nodes, *evidence)}
    missing = [name for name in (*one.node_ids, *one.evidence_ids) if name not in known]
    if missing:
        raise BadInput("outcome_source_unknown", ids=", ".join(missing))
    return source_version(
        one.question,
        [(row["id"], row["content_hash"]) for row in nodes],
        [(row["id"], row["sha256"]) for row in evidence],
    )


def submit(tx: Tx, identifier: str, one: Submission, source: str, now: float) -> tuple[OutcomeRecord, bool]:
    """Store an outcome as submitted; an exact repeat changes nothing (SPEC O3).

    Returns: the outcome, and whether it is new.

    Raises:
        BadInput: ``outcome_source_unknown``, ``outcome_unknown`` for what it supersedes.
        RuleRefused: ``outcome_sources_changed`` since the sender's answer was made (SPEC O2).
    """
    row = tx.one("SELECT * FROM outcome WHERE id = ?", (identifier,))
    if row is not None:
        return _record(row), False
    version = current_version(tx, one)
    if one.source_version and one.source_version != version:
        raise RuleRefused("outcome_sources_changed", outcome=identifier, run=one.run)
    if one.supersedes:
        find(tx, one.supersedes)
    tx.execute(
        """INSERT INTO outcome (id, run, ticket, decision, question, proposed, confirmed, note, node_ids,
               evidence_ids, supersedes, state, source, source_version, submitted_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'submitted', ?, ?, ?)""",
        (
            identifier,
            one.run,
            one.ticket,
            str(one.decision),
            one.question,
            one.proposed,
            one.confirmed,
            one.note,
            dump(list(one.node_ids)),
            dump(list(one.evidence_ids)),
            one.supersedes,
            source,
            version,
            now,
        ),
    )
    tx.changed(Kind.OUTCOME, identifier)
    return find(tx, identifier), True


def confirm(tx: Tx, identifier: str, who: str, now: float) -> tuple[OutcomeRecord, str]:
    """Make a submitted outcome active and its predecessor superseded, in this one transaction (SPEC O3).

    Returns: the outcome, and the id of the one that it replaced, "" when there was none.

    Raises:
        BadInput: ``outcome_unknown``.
        RuleRefused: ``outcome_decided``, ``outcome_sources_changed``, ``outcome_predecessor_gone``.
    """
    found = _undecided(tx, identifier)
    try:
        version = current_version(tx, found.submission)
    except BadInput:
        version = ""  # what it was made from is gone
    if version != found.source_version:
        raise RuleRefused("outcome_sources_changed", outcome=identifier, run=found.submission.run)
    former = _predecessor(tx, found)
    if former:
        tx.execute(
            "UPDATE outcome SET state = 'superseded', superseded_by = ? WHERE id = ?", (identifier, former)
        )
        # Its node stays for history; no search looks at what is not active.
        tx.execute("UPDATE node SET state = 'superseded', updated_at = ? WHERE id = ?", (now, former))
        tx.changed(Kind.OUTCOME, former)
        tx.changed(Kind.NODE, former)
    tx.execute(
        "UPDATE outcome SET state = 'active', learning = 'pending', actor = ?, trust = ?, decided_at = ?,"
        " supersedes = ? WHERE id = ?",
        (who, CONFIRMED_TRUST, now, former, identifier),
    )
    tx.changed(Kind.OUTCOME, identifier)
    return find(tx, identifier), former


def _predecessor(tx: Tx, one: OutcomeRecord) -> str:
    """Return the id of the active outcome that this one replaces: the named one, and none beside it."""
    same_run = tx.one(
        "SELECT id FROM outcome WHERE state = 'active' AND source = ? AND run = ?",
        (one.source, one.submission.run),
    )
    named = one.submission.supersedes
    if not named:
        return "" if same_run is None else str(same_run["id"])
    if find(tx, named).state is not OutcomeState.ACTIVE or (same_run is not None and same_run["id"] != named):
        raise RuleRefused("outcome_predecessor_gone", outcome=one.id, predecessor=named)
    return named


def reject(tx: Tx, identifier: str, who: str, now: float) -> OutcomeRecord:
    """Refuse a submitted outcome; it is kept.

    Raises:
        BadInput: ``outcome_unknown``. RuleRefused: ``outcome_decided``.
    """
    _undecided(tx, identifier)
    tx.execute(
        "UPDATE outcome SET state = 'rejected', actor = ?, decided_at = ? WHERE id = ?",
        (who, now, identifier),
    )
    tx.changed(Kind.OUTCOME, identifier)
    return find(tx, identifier)


def set_learning(tx: Tx, identifier: str, learning: Learning, fault: str = "") -> None:
    """Note whether a confirmed outcome stands in the index."""
    tx.execute("UPDATE outcome SET learning = ?, fault = ? WHERE id = ?", (str(learning), fault, identifier))
    tx.changed(Kind.OUTCOME, identifier)


def find(rx: Rx, identifier: str) -> OutcomeRecord:
    """Return one outcome.

    Raises:
        BadInput: ``outcome_unknown``.
    """
    row = rx.one("SELECT * FROM outcome WHERE id = ?", (identifier,))
    if row is None:
        raise BadInput("outcome_unknown", outcome=identifier)
    return _record(row)


def list_outcomes(rx: Rx, state: OutcomeState | None, limit: int) -> Sequence[OutcomeRecord]:
    """Return outcomes, what waits for a decision first, then the newest."""
    rows = rx.sql(
        "SELECT * FROM outcome WHERE ?1 = '' OR state = ?1"
        " ORDER BY state != 'submitted', submitted_at DESC, id LIMIT ?2",
        ("" if state is None else str(state), limit),
    )
    return [_record(row) for row in rows]


def unlearned(rx: Rx) -> Sequence[str]:
    """Return the ids of confirmed outcomes that a crash kept out of the index."""
    rows = rx.sql("SELECT id FROM outcome WHERE learning = 'pending' AND state = 'active' ORDER BY id")
    return [row["id"] for row in rows]


def _undecided(rx: Rx, identifier: str) -> OutcomeRecord:
    found = find(rx, identifier)
    if found.state is not OutcomeState.SUBMITTED:
        raise RuleRefused("outcome_decided", outcome=identifier, state=str(found.state))
    return found


def _record(row: Row) -> OutcomeRecord:
    submission = Submission(
        run=row["run"],
        decision=OutcomeDecision(row["decision"]),
        question=row["question"],
        proposed=row["proposed"],
        confirmed=row["confirmed"],
        ticket=row["ticket"],
        note=row["note"],
        node_ids=tuple(load(row["node_ids"])),
        evidence_ids=tuple(load(row["evidence_ids"])),
        supersedes=row["supersedes"],
    )
    return OutcomeRecord(
        id=row["id"],
        submission=submission,
        state=OutcomeState(row["state"]),
        learning=Learning(row["learning"]),
        source=row["source"],
        source_version=row["source_version"],
        actor=row["actor"],
        trust=row["trust"],
        fault=row["fault"],
        superseded_by=row["superseded_by"],
        submitted_at=row["submitted_at"],
        decided_at=row["decided_at"],
    )
