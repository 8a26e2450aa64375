"""Outcomes: answers that a curator accepted or corrected (SPEC O1-O3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.json_fields import Fields

MAX_TEXT_CHARACTERS = 50_000
MAX_SOURCES = 100
MAX_ID_CHARACTERS = 500
# Given by the application when a curator confirms, and by nothing else (SPEC O1).
CONFIRMED_TRUST = 1.0


class OutcomeDecision(StrEnum):
    """What was decided on the proposed answer; there is no third."""

    ACCEPTED = "accepted"
    CORRECTED = "corrected"


class OutcomeState(StrEnum):
    """Where an outcome stands; only *active* ones are ever found by a search."""

    SUBMITTED = "submitted"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Learning(StrEnum):
    """Whether a confirmed outcome stands in the index yet (SPEC O3)."""

    NONE = ""
    PENDING = "pending"
    LEARNED = "learned"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Submission:
    """An outcome as somebody hands it in; all texts are untrusted data until a curator confirms.

    Attributes:
        run: the run whose answer this is; one run has at most one active outcome.
        question: what was asked (the *input* of the wire format).
        source_version: what the sender's answer was made from, "" when it does not say.
        supersedes: id of the outcome that this one corrects, "" for that of the same run.
    """

    run: str
    decision: OutcomeDecision
    question: str
    proposed: str
    confirmed: str
    ticket: str = ""
    note: str = ""
    node_ids: tuple[str, ...] = ()
    evidence_ids: tuple[str, ...] = ()
    source_version: str = ""
    supersedes: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeRecord:
    """An outcome as stored. Times are UTC epoch seconds, 0 for never.

    Attributes:
        source: who handed it in, such as ``api:helpdesk``; set by the application.
        actor: the curator who decided; "" until then.
        fault: why it could not be learned.
    """

    id: str
    submission: Submission
    state: OutcomeState
    learning: Learning
    source: str
    source_version: str
    actor: str = ""
    trust: float = 0.0
    fault: str = ""
    superseded_by: str = ""
    submitted_at: float = 0.0
    decided_at: float = 0.0


def read_submission(value: object) -> Submission:
    """Read an outcome from JSON; ``actor``, ``source`` and ``trust`` of a client are refused (SPEC O1).

    Raises:
        BadInput: ``field_invalid`` naming the field.
    """
    fields = Fields(value)
    for name in ("actor", "source", "trust", "state"):
        if fields.has(name):
            raise BadInput("field_invalid", field=name, expected="nothing, the application sets it")
    known = {str(one): one for one in OutcomeDecision}
    decision = known.get(fields.text("decision", most=20, required=True))
    if decision is None:
        raise BadInput("field_invalid", field="decision", expected=" or ".join(known))
    proposed = fields.text("proposed", most=MAX_TEXT_CHARACTERS, required=True)
    confirmed = fields.text("confirmed", most=MAX_TEXT_CHARACTERS)
    if decision is OutcomeDecision.ACCEPTED:
        confirmed = confirmed or proposed
        if confirmed != proposed:
            raise BadInput("field_invalid", field="confirmed", expected="the proposed text, when accepted")
    elif not confirmed.strip() or confirmed == proposed:
        raise BadInput("field_invalid", field="confirmed", expected="another text than the proposed one")

    def ids(name: str) -> tuple[str, ...]:
        return fields.texts(name, most=MAX_SOURCES, most_characters=MAX_ID_CHARACTERS)

    return Submission(
        run=fields.text("run", most=200, required=True),
        decision=decision,
        question=fields.text("input", most=MAX_TEXT_CHARACTERS, required=True),
        proposed=proposed,
        confirmed=confirmed,
        ticket=fields.text("ticket", most=200),
        note=fields.text("note", most=10_000),
        node_ids=ids("node_ids"),
        evidence_ids=ids("evidence_ids"),
        source_version=fields.text("source_version", most=64),
        supersedes=fields.text("supersedes", most=200),
    )


def outcome_id(source: str, one: Submission) -> str:
    """Return the id that an exact repeat gives again; one changed word is another outcome (SPEC O3)."""
    return derived_id(
        "o",
        source,
        one.run,
        one.ticket,
        str(one.decision),
        sha256_text(one.question),
        sha256_text(one.proposed),
        sha256_text(one.confirmed),
        sha256_text(one.note),
        "\x1e".join(one.node_ids),
        "\x1e".join(one.evidence_ids),
        one.supersedes,
    )


def source_version(
    question: str, nodes: Iterable[tuple[str, str]], evidence: Iterable[tuple[str, str]]
) -> str:
    """Return the hash over a question and (id, hash) of everything its answer was made from (SPEC O2)."""
    parts = [sha256_text(question)]
    parts += [f"n\x1f{one}\x1f{text}" for one, text in sorted(set(nodes))]
    parts += [f"e\x1f{one}\x1f{text}" for one, text in sorted(set(evidence))]
    return sha256_text("\x1e".join(parts))
