"""Commands on outcomes: hand in, confirm, reject, learn (SPEC O1-O3)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.decisions import OutcomeVerdict
from neurodesk.domain.errors import EnvironmentFault, RuleRefused
from neurodesk.domain.graph import Node, NodeKind
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.kb import ArticleRecord, Passage
from neurodesk.domain.markdown_text import outline_of
from neurodesk.domain.outcomes import (
    CONFIRMED_TRUST,
    Learning,
    OutcomeRecord,
    OutcomeState,
    Submission,
    outcome_id,
    read_submission,
)
from neurodesk.pipeline.chunk import chunk
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.pipeline.profile_node import paragraph_hashes
from neurodesk.pipeline.stem import index_line
from neurodesk.storage import audit_store, outcome_store
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Tx
from neurodesk.storage.graph_store import store_article

log = logging.getLogger(__name__)

SOURCE_KEY = "outcomes"
_TITLE_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Submitted:
    """The answer to an outcome that was handed in."""

    outcome: OutcomeRecord
    created: bool
    changes: ChangeSet


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision on an outcome.

    Attributes:
        superseded: id of the outcome that it replaced, "" when there was none.
    """

    outcome: OutcomeRecord
    superseded: str
    changes: ChangeSet


def receive(profile: Profile, value: object, source: str) -> Submitted:
    """Take an outcome as another program sent it; it waits for the curator and is trusted by nobody yet.

    Args:
        source: who sent it, set by the caller and never by the sender.

    Raises:
        BadInput: ``field_invalid``, ``outcome_source_unknown``, ``outcome_unknown``; nothing was changed.
        RuleRefused: ``outcome_sources_changed``: a new run is needed (SPEC O2).
    """
    return submit(profile, read_submission(value), source)


def submit(profile: Profile, one: Submission, source: str) -> Submitted:
    """Store an outcome as submitted; an exact repeat gives the one that stands (SPEC O3)."""
    identifier, now = outcome_id(source, one), profile.clock.time()

    def store(tx: Tx) -> tuple[OutcomeRecord, bool]:
        found, created = outcome_store.submit(tx, identifier, one, source, now)
        if created:
            note(tx, now, "outcome_submitted", params={"outcome": identifier, "source": source})
        return found, created

    found, created = profile.database.write(store)
    return Submitted(found, created, _changes(identifier) if created else ChangeSet())


def confirm(profile: Profile, verdict: OutcomeVerdict) -> Decided:
    """Trust an outcome; its predecessor is superseded in the same transaction (SPEC O1, O3).

    When it cannot be learned the decision stays, ``learning`` says *failed*, and ``learn`` sends it again.
    While ``outcomes.learning`` is off it stays *pending*: no search finds it (SPEC O5).

    Raises:
        BadInput: ``outcome_unknown``.
        RuleRefused: ``outcome_decided``, ``outcome_sources_changed``, ``outcome_predecessor_gone``.
    """
    identifier = verdict.outcome_id

    def store(tx: Tx) -> str:
        found, former = outcome_store.confirm(tx, identifier, verdict.who, verdict.made_at)
        hashes = {"sources": found.source_version, "confirmed": sha256_text(found.submission.confirmed)}
        _record(tx, verdict, "outcome_confirmed", hashes)
        return former

    former = profile.database.write(store)
    found = learn(profile, identifier) if _learns(profile) else show_outcome(profile, identifier)
    return Decided(found, former, ChangeSet.merged([_changes(identifier), _changes(former)]))


def reject(profile: Profile, verdict: OutcomeVerdict) -> Decided:
    """Refuse an outcome; it is kept and never found.

    Raises:
        BadInput: ``outcome_unknown``. RuleRefused: ``outcome_decided``.
    """

    def store(tx: Tx) -> OutcomeRecord:
        found = outcome_store.reject(tx, verdict.outcome_id, verdict.who, verdict.made_at)
        _record(tx, verdict, "outcome_rejected", {"sources": found.source_version})
        return found

    return Decided(profile.database.write(store), "", _changes(verdict.outcome_id))


def learn(profile: Profile, identifier: str) -> OutcomeRecord:
    """Put a confirmed outcome into the index; a fault is noted and the decision stays (SPEC O3).

    Raises:
        BadInput: ``outcome_unknown``. RuleRefused: ``outcome_not_active``.
    """
    found = profile.database.read(lambda rx: outcome_store.find(rx, identifier))
    if found.state is not OutcomeState.ACTIVE:
        raise RuleRefused("outcome_not_active", outcome=identifier, state=str(found.state))
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        if outcome_store.find(tx, identifier).state is OutcomeState.ACTIVE:
            store_article(tx, node_of(found, now))
            outcome_store.set_learning(tx, identifier, Learning.LEARNED)

    try:
        profile.database.write(store)
    except Exception as error:
        if not isinstance(error, EnvironmentFault):
            log.exception("outcome %s could not be learned", identifier)
        fault = f"{type(error).__name__}: {error}"[:500]
        profile.database.write(lambda tx: outcome_store.set_learning(tx, identifier, Learning.FAILED, fault))
    return profile.database.read(lambda rx: outcome_store.find(rx, identifier))


def learn_pending(profile: Profile) -> Sequence[str]:
    """Learn what a crash, or the switch, left between decision and index; return the ids."""
    if not _learns(profile):
        return ()
    active = profile.database.read(outcome_store.unlearned)
    for identifier in active:
        learn(profile, identifier)
    return active


def _learns(profile: Profile) -> bool:
    return profile.settings.current.switch("outcomes.learning")


def list_outcomes(
    profile: Profile, state: OutcomeState | None = None, limit: int = 200
) -> Sequence[OutcomeRecord]:
    """Return outcomes, what waits for a decision first, then the newest."""
    return profile.database.read(lambda rx: outcome_store.list_outcomes(rx, state, limit))


def show_outcome(profile: Profile, identifier: str) -> OutcomeRecord:
    """Return one outcome.

    Raises:
        BadInput: ``outcome_unknown``.
    """
    return profile.database.read(lambda rx: outcome_store.find(rx, identifier))


def node_of(found: OutcomeRecord, now: float) -> ArticleRecord:
    """Return the node that retrieval finds an outcome by: question as title, confirmed text as body."""
    one = found.submission
    title = " ".join(one.question.split())[:_TITLE_CHARACTERS]
    body = one.confirmed
    outline = outline_of(body)
    lang = detect_language(f"{one.question}\n{outline.masked[:6000]}")
    title_line = index_line(one.question, lang)
    passages = tuple(
        replace(each, index_lines=(title_line, index_line(each.heading, lang), index_line(each.text, lang)))
        for each in chunk(outline)
    ) or (Passage(0, "", "", 0, 0, (title_line, "", "")),)
    node = Node(
        id=found.id,
        kind=NodeKind.OUTCOME,
        title=title,
        body=body,
        source_key=SOURCE_KEY,
        lang=lang,
        content_hash=sha256_text(body),
        created_at=now,
        updated_at=now,
        trust=CONFIRMED_TRUST,
    )
    return ArticleRecord(
        node=node,
        file_hash="",
        file_size=0,
        file_mtime_ns=0,
        encoding="",
        body_start=0,
        body_line=1,
        passages=passages,
        links=(),
        paragraphs=tuple(paragraph_hashes(outline)),
    )


def _record(tx: Tx, verdict: OutcomeVerdict, act: str, hashes: dict[str, str]) -> None:
    note(tx, verdict.made_at, act, params={"outcome": verdict.outcome_id, "who": verdict.who})
    audit_store.append(
        tx,
        at=verdict.made_at,
        who=verdict.who,
        place=verdict.where,
        act=act,
        subject=verdict.outcome_id,
        hashes=hashes,
        why=verdict.why,
    )


def _changes(identifier: str) -> ChangeSet:
    return ChangeSet.of((Kind.OUTCOME, identifier)) if identifier else ChangeSet()
