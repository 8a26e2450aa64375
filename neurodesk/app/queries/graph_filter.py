"""Which nodes the graph shows: by source, kind, age and signal, with counts (SPEC K5)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx

AGES = ("week", "month", "year", "older")
_AGE_DAYS = {"week": 7, "month": 30, "year": 365}
DAY_S = 86_400.0
# What a node's age is counted from: its verification or stated date, else its last change.
_AGED_AT = "MAX(n.verified_at, CASE WHEN n.dated_at > 0 THEN n.dated_at ELSE n.updated_at END)"
_SIGNALLED = """SELECT node_id AS id, type FROM finding WHERE state = 'open'
    UNION SELECT other_node_id, type FROM finding WHERE state = 'open' AND other_node_id != ''"""
_AMONG = "IN (SELECT value FROM json_each(?))"
NODE_KINDS = ("article", "research_evidence", "outcome")


@dataclass(frozen=True, slots=True)
class MapFilter:
    """Which nodes the graph shows; an empty part restricts nothing, within a part any value fits."""

    sources: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    ages: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Say whether everything is shown."""
        return not (self.sources or self.kinds or self.ages or self.signals)


@dataclass(frozen=True, slots=True)
class MapCounts:
    """How many nodes each value of the filter would show beside the other parts, and how many are shown."""

    shown: int = 0
    total: int = 0
    sources: tuple[tuple[str, int], ...] = ()
    kinds: dict[str, int] = field(default_factory=dict)
    ages: dict[str, int] = field(default_factory=dict)
    signals: tuple[tuple[str, int], ...] = ()


def filter_clause(wanted: MapFilter, now: float, skip: str = "") -> tuple[str, list[object]]:
    """Return the condition on ``node n`` (active) with its parameters; ``skip`` names a part left out."""
    where, params = ["n.state = 'active'"], list[object]()
    for part, column in (("sources", "n.source_key"), ("kinds", "n.kind")):
        values = getattr(wanted, part)
        if values and part != skip:
            where.append(f"{column} {_AMONG}")
            params.append(json.dumps(values))
    if wanted.ages and skip != "ages":
        where.append(f"{_age_case(now)} {_AMONG}")
        params.append(json.dumps(wanted.ages))
    if wanted.signals and skip != "signals":
        where.append(f"n.id IN (SELECT id FROM ({_SIGNALLED}) WHERE type {_AMONG})")  # noqa: S608
        params.append(json.dumps(wanted.signals))
    return " AND ".join(where), params


def _age_case(now: float) -> str:
    cases = " ".join(
        f"WHEN {_AGED_AT} > {now - days * DAY_S:.0f} THEN '{age}'" for age, days in _AGE_DAYS.items()
    )
    return f"(CASE {cases} ELSE 'older' END)"


def map_counts(profile: Profile, wanted: MapFilter) -> MapCounts:
    """Return what each value of the filter would show."""
    now = profile.clock.time()

    def query(rx: Rx) -> MapCounts:
        def counted(part: str, column: str, joined: str = "") -> list[tuple[str, int]]:
            where, params = filter_clause(wanted, now, part)
            rows = rx.sql(
                f"""SELECT {column} AS name, COUNT(DISTINCT n.id) AS found FROM node n {joined}
                    WHERE {where} GROUP BY 1 ORDER BY found DESC, name""",  # noqa: S608
                params,
            )
            return [(str(row["name"]), int(row["found"])) for row in rows]

        where, params = filter_clause(wanted, now)
        return MapCounts(
            int(rx.scalar(f"SELECT COUNT(*) FROM node n WHERE {where}", params) or 0),  # noqa: S608
            int(rx.scalar("SELECT COUNT(*) FROM node WHERE state = 'active'") or 0),
            tuple(counted("sources", "n.source_key")),
            dict(counted("kinds", "n.kind")),
            dict(counted("ages", _age_case(now))),
            tuple(counted("signals", "s.type", f"JOIN ({_SIGNALLED}) s ON s.id = n.id")),
        )

    return profile.database.read(query)
