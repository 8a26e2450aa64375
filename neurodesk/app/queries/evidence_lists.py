"""The list of evidence: kept texts and refused candidates together, filtered, sorted, counted in SQL (W4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx

# A row's id says where it comes from: "e:" evidence, "c:" candidate.
KEPT, REFUSED = "e:", "c:"
GROUPS = ("grounded", "learned", "pending", "refused")
_STATES: Mapping[str, tuple[str, ...]] = {
    "grounded": ("grounded",),
    "learned": ("learned", "superseded"),
    "pending": ("pending_article_review", "fetched"),
}


@dataclass(frozen=True, slots=True)
class EvidenceFilter:
    """Which rows a list shows: all that fit one value of each facet; an empty facet restricts nothing.

    Attributes:
        groups: of ``GROUPS``.
        reasons: refusal codes of refused candidates.
        sources: hosts, and libraries as ``library:NAME``.
        tasks: task ids.
        suspicious: only texts with a suspected instruction.
    """

    groups: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    words: str = ""
    suspicious: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One row; ``reason`` is a refusal code."""

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
    parts, params = [], []
    for columns, clause, given in _arms(wanted):
        parts.append(f"SELECT {columns} {clause}")
        params += given
    if not parts:
        return []
    text = " UNION ALL ".join(parts) + " ORDER BY 2 DESC, 1"
    return profile.database.read(lambda rx: rx.ids(text, params))


def _arms(wanted: EvidenceFilter) -> list[tuple[str, str, list[object]]]:
    """Return (id and time, FROM and WHERE, parameters) of kept texts and of refused candidates."""
    arms: list[tuple[str, str, list[object]]] = []
    kept = [one for one in wanted.groups if one != "refused"]
    if (kept or not wanted.groups) and not wanted.reasons:
        states = [state for one in kept or _STATES for state in _STATES[one]]
        where, params = _restricted(wanted, "source_key", ("title", "final_uri"))
        where.insert(0, f"state IN ({_marks(states)})")
        if wanted.suspicious:
            where.append("injection != '[]'")
        clause = f"FROM evidence WHERE {' AND '.join(where)}"
        arms.append(("'e:' || id AS id, retrieved_at", clause, [*states, *params]))
    if not wanted.groups or "refused" in wanted.groups:
        where, params = _restricted(wanted, _SOURCE, ("title", "uri", "snippet"))
        where.insert(0, "verdict = 'refused'")
        if wanted.reasons:
            where.insert(1, f"reason IN ({_marks(wanted.reasons)})")
        if wanted.suspicious:
            where.append(
                "EXISTS (SELECT 1 FROM evidence e WHERE e.id = candidate.evidence_id AND e.injection != '[]')"
            )
        clause = f"FROM candidate WHERE {' AND '.join(where)}"
        arms.append(("'c:' || id AS id, at", clause, [*wanted.reasons, *params]))
    return arms


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


# Of a candidate only the address is known: its host, or the library's collection.
_SOURCE = """CASE WHEN uri LIKE 'library://%'
    THEN 'library:' || replace(substr(uri, 11, instr(substr(uri, 11), '/') - 1), '%20', ' ')
    ELSE replace(substr(uri, instr(uri, '://') + 3,
        CASE instr(substr(uri, instr(uri, '://') + 3), '/') WHEN 0 THEN 200
        ELSE instr(substr(uri, instr(uri, '://') + 3), '/') - 1 END), 'www.', '') END"""


def _restricted(
    wanted: EvidenceFilter, source: str, columns: Sequence[str]
) -> tuple[list[str], list[object]]:
    where: list[str] = []
    params: list[object] = []
    for column, values in (("task_id", wanted.tasks), (source, wanted.sources)):
        if values:
            where.append(f"{column} IN ({_marks(values)})")
            params += values
    for word in wanted.words.split()[:8]:
        pattern = "%" + word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        where.append("(" + " OR ".join(rf"{column} LIKE ? ESCAPE '\'" for column in columns) + ")")
        params += [pattern] * len(columns)
    return where, params


def evidence_rows(profile: Profile, ids: Sequence[str]) -> dict[str, EvidenceRow]:
    """Return the rows of some ids; one that is gone is left out."""
    kept = json.dumps([one[2:] for one in ids if one.startswith(KEPT)])
    refused = json.dumps([int(one[2:]) for one in ids if one.startswith(REFUSED) and one[2:].isdecimal()])

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
    """How many rows each facet's values hold, each counted with the other facets in effect.

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


def evidence_counts(profile: Profile, wanted: EvidenceFilter | None = None) -> EvidenceCounts:
    """Count the facets of a list."""
    asked = wanted or EvidenceFilter()

    def query(rx: Rx) -> EvidenceCounts:
        states = _counted(rx, replace(asked, groups=(), reasons=()), "state", "'refused'")
        groups = {name: sum(states.get(one, 0) for one in some) for name, some in _STATES.items()}
        groups["refused"] = states.get("refused", 0)
        reasons = _counted(rx, replace(asked, groups=("refused",), reasons=()), "''", "reason")
        sources = _counted(rx, replace(asked, sources=()), "source_key", _SOURCE)
        tasks = _counted(rx, replace(asked, tasks=()), "task_id", "task_id")
        topics = rx.sql(
            """SELECT id, topic FROM task WHERE id IN (SELECT value FROM json_each(?))
               ORDER BY created_at DESC, id LIMIT 60""",
            (json.dumps(sorted(tasks)),),
        )
        suspicious = _counted(rx, replace(asked, suspicious=True), "1", "1")
        outside = rx.scalar(
            "SELECT COUNT(*) FROM candidate WHERE verdict = 'refused' AND reason = 'domain_not_in_filter'"
        )
        return EvidenceCounts(
            groups,
            _most(reasons),
            _most(sources)[:40],
            tuple((row["id"], row["topic"], tasks[row["id"]]) for row in topics),
            sum(suspicious.values()),
            int(outside or 0),
        )

    return profile.database.read(query)


def _counted(rx: Rx, wanted: EvidenceFilter, of_kept: str, of_refused: str) -> dict[str, int]:
    """Count rows by what they hold in a column of kept texts and in one of refused candidates."""
    found: dict[str, int] = {}
    for columns, clause, params in _arms(wanted):
        column = of_kept if columns.startswith("'e:'") else of_refused
        text = f"SELECT {column} AS value, COUNT(*) AS n {clause} GROUP BY 1"
        for row in rx.sql(text, params):
            key = str(row["value"])
            found[key] = found.get(key, 0) + int(row["n"])
    return found


def _most(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((key, n) for key, n in counts.items() if key), key=lambda one: (-one[1], one[0])))


def evidence_at(profile: Profile, evidence_id: str) -> bool:
    """Tell whether a text is stored for an evidence id."""
    return bool(
        evidence_id
        and profile.database.read(lambda rx: rx.scalar("SELECT 1 FROM evidence WHERE id = ?", (evidence_id,)))
    )
