"""The list of evidence: kept texts and refused candidates together, filtered, sorted, counted in SQL (W4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx

# A row's id says where it comes from: "e:" evidence, "c:" candidate.
KEPT, REFUSED = "e:", "c:"
GROUPS = ("all", "grounded", "learned", "pending", "refused")
_STATES: Mapping[str, tuple[str, ...]] = {
    "all": ("grounded", "learned", "pending_article_review", "fetched", "superseded"),
    "grounded": ("grounded",),
    "learned": ("learned", "superseded"),
    "pending": ("pending_article_review", "fetched"),
    "refused": (),
}


@dataclass(frozen=True, slots=True)
class EvidenceFilter:
    """Which rows a list shows; an empty text means no restriction.

    Attributes:
        group: one of ``GROUPS``.
        reason: refusal code of refused candidates.
        source: host or library of the address.
        suspicious: only texts with a suspected instruction.
    """

    group: str = "all"
    reason: str = ""
    source: str = ""
    task_id: str = ""
    words: str = ""
    suspicious: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One row; ``reason`` is a refusal code, ``claims`` how many claims of drafts it carries."""

    id: str
    state: str
    title: str
    uri: str
    source: str
    lang: str
    at: float
    confidence: float
    reason: str
    detail: str
    task_id: str
    suspicious: bool
    evidence_id: str


def evidence_ids(profile: Profile, wanted: EvidenceFilter) -> list[str]:
    """Return the ids of a list, the newest first."""
    parts, params = _parts(wanted)
    text = " UNION ALL ".join(parts) + " ORDER BY 2 DESC, 1"
    return profile.database.read(lambda rx: [row[0] for row in rx.iterate(text, params)])


def _parts(wanted: EvidenceFilter) -> tuple[list[str], list[object]]:
    parts: list[str] = []
    params: list[object] = []
    if wanted.group != "refused" and not wanted.reason:
        states = _STATES[wanted.group]
        where = [f"state IN ({', '.join('?' * len(states))})"]
        params += states
        if wanted.source:
            where.append("source_key = ?")
            params.append(wanted.source)
        if wanted.suspicious:
            where.append("injection != '[]'")
        params += _common(wanted, where, ("title", "final_uri"))
        parts.append(f"SELECT 'e:' || id, retrieved_at FROM evidence WHERE {' AND '.join(where)}")  # noqa: S608
    if wanted.group in ("all", "refused"):
        where = ["verdict = 'refused'"]
        if wanted.reason:
            where.append("reason = ?")
            params.append(wanted.reason)
        if wanted.source:
            where.append(f"{_SOURCE} = ?")
            params.append(wanted.source)
        if wanted.suspicious:
            where.append(
                "EXISTS (SELECT 1 FROM evidence e WHERE e.id = candidate.evidence_id AND e.injection != '[]')"
            )
        params += _common(wanted, where, ("title", "uri", "snippet"))
        parts.append(f"SELECT 'c:' || id, at FROM candidate WHERE {' AND '.join(where)}")  # noqa: S608
    return parts, params


# Of a candidate only the address is known: its host, or the library's collection.
_SOURCE = """CASE WHEN uri LIKE 'library://%'
    THEN 'library:' || replace(substr(uri, 11, instr(substr(uri, 11), '/') - 1), '%20', ' ')
    ELSE replace(substr(uri, instr(uri, '://') + 3,
        CASE instr(substr(uri, instr(uri, '://') + 3), '/') WHEN 0 THEN 200
        ELSE instr(substr(uri, instr(uri, '://') + 3), '/') - 1 END), 'www.', '') END"""


def _common(wanted: EvidenceFilter, where: list[str], columns: Sequence[str]) -> list[object]:
    params: list[object] = []
    if wanted.task_id:
        where.append("task_id = ?")
        params.append(wanted.task_id)
    for word in wanted.words.split()[:8]:
        pattern = "%" + word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        where.append("(" + " OR ".join(rf"{column} LIKE ? ESCAPE '\'" for column in columns) + ")")
        params += [pattern] * len(columns)
    return params


def evidence_rows(profile: Profile, ids: Sequence[str]) -> dict[str, EvidenceRow]:
    """Return the rows of some ids; one that is gone is left out."""
    kept = json.dumps([one[2:] for one in ids if one.startswith(KEPT)])
    refused = json.dumps([int(one[2:]) for one in ids if one.startswith(REFUSED) and one[2:].isdigit()])

    def query(rx: Rx) -> dict[str, EvidenceRow]:
        found: dict[str, EvidenceRow] = {}
        for row in rx.sql("SELECT * FROM evidence WHERE id IN (SELECT value FROM json_each(?))", (kept,)):
            found[KEPT + row["id"]] = EvidenceRow(
                KEPT + row["id"],
                row["state"],
                row["title"],
                row["final_uri"],
                row["source_key"],
                row["lang"],
                row["retrieved_at"],
                row["confidence"],
                row["reason"],
                "",
                row["task_id"],
                row["injection"] != "[]",
                row["id"],
            )
        text = f"""SELECT *, {_SOURCE} AS source,
                       COALESCE(NULLIF(evidence_id, ''), (SELECT e.id FROM evidence e
                       WHERE e.task_id = candidate.task_id
                       AND candidate.uri IN (e.requested_uri, e.final_uri) LIMIT 1), '') AS stored
                   FROM candidate
                   WHERE id IN (SELECT value FROM json_each(?))"""  # noqa: S608
        for row in rx.sql(text, (refused,)):
            found[f"{REFUSED}{row['id']}"] = EvidenceRow(
                f"{REFUSED}{row['id']}",
                "refused",
                row["title"],
                row["uri"],
                row["source"],
                "",
                row["at"],
                row["score"],
                row["reason"],
                row["detail"],
                row["task_id"],
                False,
                row["stored"],
            )
        return found

    return profile.database.read(query)


@dataclass(frozen=True, slots=True)
class EvidenceCounts:
    """How many rows each facet holds.

    Attributes:
        groups: by group of ``GROUPS``.
        reasons: refusal codes with their numbers, most first.
        sources: source keys with their numbers, most first, at most 40.
        tasks: (task id, topic, number), the newest first, at most 60.
        suspicious: texts with a suspected instruction.
        not_in_filter: candidates refused because their source is not in the filter (SPEC K5).
    """

    groups: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[tuple[str, int], ...] = ()
    sources: tuple[tuple[str, int], ...] = ()
    tasks: tuple[tuple[str, str, int], ...] = ()
    suspicious: int = 0
    not_in_filter: int = 0


def evidence_counts(profile: Profile, task_id: str = "") -> EvidenceCounts:
    """Count the facets, of one task when it is given."""
    given: dict[str, object] = {"task": task_id}

    def query(rx: Rx) -> EvidenceCounts:
        states = {
            row[0]: int(row[1])
            for row in rx.sql(
                """SELECT state, COUNT(*) FROM evidence WHERE (:task = '' OR task_id = :task)
                   GROUP BY state""",
                given,
            )
        }
        reasons = tuple(
            (row[0], int(row[1]))
            for row in rx.sql(
                """SELECT reason, COUNT(*) AS n FROM candidate WHERE verdict = 'refused'
                   AND (:task = '' OR task_id = :task) GROUP BY reason ORDER BY n DESC, reason""",
                given,
            )
        )
        groups = {name: sum(states.get(one, 0) for one in some) for name, some in _STATES.items()}
        groups["refused"] = sum(number for _, number in reasons)
        groups["all"] += groups["refused"]
        sources = rx.sql(
            """SELECT source_key, COUNT(*) AS n FROM evidence WHERE state != 'rejected'
               AND (:task = '' OR task_id = :task) GROUP BY source_key
               ORDER BY n DESC, source_key LIMIT 40""",
            given,
        )
        tasks = rx.sql(
            """SELECT t.id AS id, t.topic AS topic, COUNT(*) AS n FROM candidate c
               JOIN task t ON t.id = c.task_id
               GROUP BY t.id ORDER BY t.created_at DESC, t.id LIMIT 60"""
        )
        suspicious = rx.scalar(
            """SELECT COUNT(*) FROM evidence WHERE injection != '[]' AND state != 'rejected'
               AND (:task = '' OR task_id = :task)""",
            given,
        )
        return EvidenceCounts(
            groups,
            reasons,
            tuple((row[0], int(row[1])) for row in sources),
            tuple((row["id"], row["topic"], int(row["n"])) for row in tasks),
            int(suspicious or 0),
            dict(reasons).get("domain_not_in_filter", 0),
        )

    return profile.database.read(query)


def evidence_at(profile: Profile, evidence_id: str) -> bool:
    """Tell whether a text is stored for an evidence id."""
    return bool(
        evidence_id
        and profile.database.read(lambda rx: rx.scalar("SELECT 1 FROM evidence WHERE id = ?", (evidence_id,)))
    )
