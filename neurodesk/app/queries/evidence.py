"""Evidence kept and candidates refused, for lists and readers (SPEC W4, W6)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import ERASED, Evidence
from neurodesk.domain.trust import trust_of
from neurodesk.storage.article_store import citing_claims, claim_of
from neurodesk.storage.db import Rx
from neurodesk.storage.evidence_store import read_evidence


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A piece of evidence in a list."""

    id: str
    task_id: str
    uri: str
    title: str
    state: str
    reason: str
    lang: str
    confidence: float
    relevance: float
    voices: int
    suspected_injection: bool


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A candidate that a gate refused, with the reason code."""

    task_id: str
    uri: str
    title: str
    reason: str
    detail: str
    score: float


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One piece of evidence whole, with what rests on it.

    Attributes:
        quotes: stretches of its text that claims quote, in order.
        erased_because: the curator's reason where the text was erased, else "".
    """

    evidence: Evidence
    trust_reason: str
    seeds: tuple[tuple[str, str], ...]
    claims: tuple[tuple[str, str, str], ...]
    quotes: tuple[tuple[int, int], ...] = ()
    erased_because: str = ""


def kept(profile: Profile, *, task_id: str = "", limit: int = 200) -> Sequence[EvidenceLine]:
    """Return evidence that passed the gates, newest first."""

    def query(rx: Rx) -> list[EvidenceLine]:
        rows = rx.sql(
            """SELECT * FROM evidence WHERE state != 'rejected' AND (:task = '' OR task_id = :task)
               ORDER BY retrieved_at DESC, id LIMIT :limit""",
            {"task": task_id, "limit": limit},
        )
        return [
            EvidenceLine(
                id=row["id"],
                task_id=row["task_id"],
                uri=row["final_uri"],
                title=row["title"],
                state=row["state"],
                reason=row["reason"],
                lang=row["lang"],
                confidence=row["confidence"],
                relevance=row["relevance"],
                voices=row["evidence_count"],
                suspected_injection=row["injection"] != "[]",
            )
            for row in rows
        ]

    return profile.database.read(query)


def refused(
    profile: Profile, *, task_id: str = "", reason: str = "", limit: int = 200
) -> Sequence[RefusedLine]:
    """Return refused candidates with their reasons, newest first (SPEC W4)."""

    def query(rx: Rx) -> list[RefusedLine]:
        rows = rx.sql(
            """SELECT * FROM candidate WHERE verdict = 'refused' AND (:task = '' OR task_id = :task)
               AND (:reason = '' OR reason = :reason) ORDER BY id DESC LIMIT :limit""",
            {"task": task_id, "reason": reason, "limit": limit},
        )
        return [
            RefusedLine(row["task_id"], row["uri"], row["title"], row["reason"], row["detail"], row["score"])
            for row in rows
        ]

    return profile.database.read(query)


def refusal_counts(profile: Profile, *, task_id: str = "") -> Sequence[tuple[str, int]]:
    """Return (reason code, how many) of refused candidates, most first."""

    def query(rx: Rx) -> list[tuple[str, int]]:
        rows = rx.sql(
            """SELECT reason, COUNT(*) AS n FROM candidate WHERE verdict = 'refused'
               AND (:task = '' OR task_id = :task) GROUP BY reason ORDER BY n DESC, reason""",
            {"task": task_id},
        )
        return [(row["reason"], row["n"]) for row in rows]

    return profile.database.read(query)


def show(profile: Profile, evidence_id: str) -> EvidenceView:
    """Return one piece of evidence with its text, its seeds and the claims that rest on it.

    Raises:
        BadInput: ``evidence_unknown``.
    """

    def query(rx: Rx) -> EvidenceView:
        found = read_evidence(rx, evidence_id)
        if found is None:
            raise BadInput("evidence_unknown", id=evidence_id)
        seeds = rx.sql(
            """SELECT n.id AS id, n.title AS title FROM evidence_seed s JOIN node n ON n.id = s.node_id
               WHERE s.evidence_id = ? ORDER BY n.title, n.id""",
            (evidence_id,),
        )
        claims: list[tuple[str, str, str]] = []
        quotes: set[tuple[int, int]] = set()
        for row in citing_claims(rx, [evidence_id]):
            claim = claim_of(row)
            claims.append((row["draft_id"], claim.id, claim.text))
            cited = [ref for ref in claim.refs if ref.ref == evidence_id]
            quotes.update((ref.start, ref.end) for ref in cited if ref.start >= 0)
        return EvidenceView(
            evidence=found,
            trust_reason=trust_of(found.origin.value).reason,
            seeds=tuple((row["id"], row["title"]) for row in seeds),
            claims=tuple(claims),
            quotes=tuple(sorted(quotes)),
            erased_because=_erased_because(rx, evidence_id),
        )

    return profile.database.read(query)


def _erased_because(rx: Rx, evidence_id: str) -> str:
    row = rx.one("SELECT reason, data FROM evidence WHERE id = ?", (evidence_id,))
    return str(json.loads(row["data"]).get("why", "")) if row and row["reason"] == ERASED else ""


@dataclass(frozen=True, slots=True)
class DraftUse:
    """A draft or article whose claims rest on a source: how many do."""

    draft_id: str
    title: str
    state: str
    path: str
    claims: int


@dataclass(frozen=True, slots=True)
class HostUse:
    """What comes from a host and its subdomains.

    Attributes:
        drafts: those whose claims rest on it, promoted ones first.
    """

    host: str
    texts: int
    drafts: tuple[DraftUse, ...]


def host_use(profile: Profile, host: str) -> HostUse:
    """Return what rests on a host and its subdomains, for a look before it is denied."""

    def query(rx: Rx) -> HostUse:
        ids = [
            str(row["id"])
            for row in rx.sql(
                """SELECT id FROM evidence WHERE state != 'rejected' AND origin != 'library'
                   AND (source_key = ? OR source_key LIKE '%.' || ?) ORDER BY id""",
                (host, host),
            )
        ]
        counts: dict[str, int] = {}
        for row in citing_claims(rx, ids):
            counts[row["draft_id"]] = counts.get(row["draft_id"], 0) + 1
        rows = rx.sql(
            """SELECT id, title, state, target_path FROM draft WHERE id IN (SELECT value FROM json_each(?))
               ORDER BY state != 'promoted', title, id""",
            (json.dumps(sorted(counts)),),
        )
        drafts = (
            DraftUse(one["id"], one["title"], one["state"], one["target_path"], counts[one["id"]])
            for one in rows
        )
        return HostUse(host, len(ids), tuple(drafts))

    return profile.database.read(query)
