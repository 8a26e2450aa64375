"""Questions of the Gaps place: findings by page, filter and order, counts, plans (SPEC G1, G3, G5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.storage.db import Row, Rx
from neurodesk.storage.json_columns import load
from neurodesk.storage.opportunity_store import StoredOpportunity, opportunities_of


class FindingOrder(StrEnum):
    """Orders of the list; each ends with the id, so that a page never shifts."""

    SCORE = "score"
    TYPE = "type"
    PATH = "path"
    NEWEST = "newest"


_ORDERS = {
    FindingOrder.SCORE: "f.score DESC, f.id",
    FindingOrder.TYPE: "f.type, f.score DESC, f.id",
    FindingOrder.PATH: "n.path, f.score DESC, f.id",
    FindingOrder.NEWEST: "f.first_seen_at DESC, f.score DESC, f.id",
}


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """What to show; an empty tuple means no restriction.

    Attributes:
        text: stands in the title or path of the article.
    """

    types: tuple[FindingType, ...] = ()
    states: tuple[FindingState, ...] = (FindingState.OPEN,)
    sources: tuple[str, ...] = ()
    node_id: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding as the Gaps place shows it."""

    id: str
    type: FindingType
    state: FindingState
    score: float
    node_id: str
    path: str
    title: str
    lang: str
    source_key: str
    other_node_id: str
    other_path: str
    other_title: str
    section: str
    values: tuple[str, str] | None
    signals: tuple[tuple[str, float, float], ...]
    passages: tuple[dict[str, Any], ...]
    detail: dict[str, str]
    until: float
    reason: str
    decided_by: str
    first_seen_at: float
    edge_status: str = ""


@dataclass(frozen=True, slots=True)
class FindingCounts:
    """How many findings there are, counted over the filter without its types and states."""

    by_type: dict[str, int] = field(default_factory=dict)
    by_state: dict[str, int] = field(default_factory=dict)


_FROM = """ FROM finding f LEFT JOIN node n ON n.id = f.node_id LEFT JOIN node o ON o.id = f.other_node_id"""
_COLUMNS = """SELECT f.*, n.path AS path, n.title AS title, n.lang AS lang, n.source_key AS source_key,
    o.path AS other_path, o.title AS other_title,
    (SELECT e.status FROM edge e WHERE f.other_node_id != '' AND e.src = MIN(f.node_id, f.other_node_id)
        AND e.dst = MAX(f.node_id, f.other_node_id)
        AND e.kind = CASE f.type WHEN 'contradiction' THEN 'contradicts'
            WHEN 'near_duplicate' THEN 'duplicates' END
    ) AS edge_status"""


def findings_page(
    profile: Profile,
    wanted: FindingFilter | None = None,
    order: FindingOrder = FindingOrder.SCORE,
    *,
    limit: int = 100,
    offset: int = 0,
) -> list[FindingView]:
    """Return one page of findings; filter and order run in SQL."""
    where, params = _where(wanted or FindingFilter())

    def query(rx: Rx) -> list[FindingView]:
        rows = rx.sql(
            f"{_COLUMNS}{_FROM}{where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?", (*params, limit, offset)
        )
        return [_view(row) for row in rows]

    return profile.database.read(query)


def finding_ids(
    profile: Profile, wanted: FindingFilter | None = None, order: FindingOrder = FindingOrder.SCORE
) -> list[str]:
    """Return the ids of a list in its order; filter and order run in SQL."""
    where, params = _where(wanted or FindingFilter())
    text = f"SELECT f.id{_FROM}{where} ORDER BY {_ORDERS[order]}"
    return profile.database.read(lambda rx: [row[0] for row in rx.iterate(text, params)])


def finding_rows(profile: Profile, ids: Sequence[str]) -> dict[str, FindingView]:
    """Return some findings by id; one that is gone is left out."""
    text = f"{_COLUMNS}{_FROM} WHERE f.id IN (SELECT value FROM json_each(?))"  # noqa: S608
    return profile.database.read(
        lambda rx: {row["id"]: _view(row) for row in rx.sql(text, (json.dumps(list(ids)),))}
    )


def count_findings(profile: Profile, wanted: FindingFilter | None = None) -> int:
    """Count the findings that a filter shows."""
    where, params = _where(wanted or FindingFilter())
    return profile.database.read(lambda rx: int(rx.scalar(f"SELECT COUNT(*){_FROM}{where}", params)))


def finding_counts(profile: Profile, wanted: FindingFilter | None = None) -> FindingCounts:
    """Count findings by type (in the filter's states) and by state (of the filter's types)."""
    base = wanted or FindingFilter()

    def query(rx: Rx) -> FindingCounts:
        of_states, params = _where(base, types=False)
        by_type = rx.sql(f"SELECT f.type, COUNT(*){_FROM}{of_states} GROUP BY f.type ORDER BY f.type", params)
        of_types, params = _where(base, states=False)
        by_state = rx.sql(
            f"SELECT f.state, COUNT(*){_FROM}{of_types} GROUP BY f.state ORDER BY f.state", params
        )
        return FindingCounts({r[0]: r[1] for r in by_type}, {r[0]: r[1] for r in by_state})

    return profile.database.read(query)


def finding(profile: Profile, finding_id: str) -> FindingView | None:
    """Return one finding, or None."""

    def query(rx: Rx) -> FindingView | None:
        row = rx.one(f"{_COLUMNS}{_FROM} WHERE f.id = ?", (finding_id,))
        return None if row is None else _view(row)

    return profile.database.read(query)


def opportunities(profile: Profile, scan_id: str = "") -> list[StoredOpportunity]:
    """Return the plans of the newest scan (or of one), accepted ones first."""
    return profile.database.read(lambda rx: opportunities_of(rx, scan_id))


def _where(wanted: FindingFilter, *, types: bool = True, states: bool = True) -> tuple[str, tuple[Any, ...]]:
    parts: list[str] = []
    params: list[Any] = []

    def among(column: str, values: tuple[str, ...]) -> None:
        if values:
            parts.append(f"{column} IN ({', '.join('?' * len(values))})")
            params.extend(values)

    if types:
        among("f.type", tuple(one.value for one in wanted.types))
    if states:
        among("f.state", tuple(one.value for one in wanted.states))
    among("n.source_key", wanted.sources)
    if wanted.node_id:
        parts.append("(f.node_id = ? OR f.other_node_id = ?)")
        params += [wanted.node_id, wanted.node_id]
    if wanted.text:
        escaped = wanted.text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        parts.append("(n.title LIKE ? ESCAPE '\\' OR n.path LIKE ? ESCAPE '\\')")
        params += [f"%{escaped}%"] * 2
    return (" WHERE " + " AND ".join(parts) if parts else ""), tuple(params)


def _view(row: Row) -> FindingView:
    data = load(row["data"])
    values = data.get("values")
    return FindingView(
        id=row["id"],
        type=FindingType(row["type"]),
        state=FindingState(row["state"]),
        score=row["score"],
        node_id=row["node_id"],
        path=row["path"] or "",
        title=row["title"] or "",
        lang=row["lang"] or "",
        source_key=row["source_key"] or "",
        other_node_id=row["other_node_id"],
        other_path=row["other_path"] or "",
        other_title=row["other_title"] or "",
        section=data.get("section", ""),
        values=(values[0], values[1]) if values else None,
        signals=tuple((one["name"], one["strength"], one["share"]) for one in load(row["signals"])),
        passages=tuple(load(row["passages"])),
        detail=data.get("detail", {}),
        until=row["until"],
        reason=row["reason"],
        decided_by=row["decided_by"],
        first_seen_at=row["first_seen_at"],
        edge_status=row["edge_status"] or "",
    )
