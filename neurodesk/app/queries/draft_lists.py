"""The desk's list of drafts: ids in order, lines by id, counts; filtered and sorted in SQL (SPEC P2)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.domain.budget import local_day
from neurodesk.domain.review_effort import review_minutes
from neurodesk.storage.db import Rx

WAITING = (DraftState.IN_REVIEW, DraftState.APPROVED, DraftState.CONFLICT)
GROUPS: Mapping[str, tuple[DraftState, ...]] = {
    "waiting": WAITING,
    "sent_back": (DraftState.CHANGES_REQUESTED,),
    "promoted": (DraftState.PROMOTED,),
    "rejected": (DraftState.REJECTED,),
}
_SORTS: Mapping[str, str] = {
    "risk": "worst DESC, d.risk DESC, d.created_at, d.id",
    "newest": "d.created_at DESC, d.id",
    "title": "d.title COLLATE NOCASE, d.id",
}
# The worst verdict that counts: the curator's own makes a verdict stricter, never milder.
_STRICT = """MAX(CASE {column} WHEN 'contradicted' THEN 3 WHEN 'unsupported' THEN 2
             WHEN 'partially_supported' THEN 1 ELSE 0 END)"""
_WORST = (
    "COALESCE((SELECT MAX("  # noqa: S608
    + _STRICT.format(column="c.verdict")
    + ", "
    + _STRICT.format(column="c.human_verdict")
    + ") FROM claim c WHERE c.draft_id = d.id AND c.version = d.version AND c.exempt = 0), 0)"
)


@dataclass(frozen=True, slots=True)
class DraftFilter:
    """Which drafts a list shows: a key of ``GROUPS``, and words that title or text hold."""

    group: str = "waiting"
    words: str = ""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One line of the desk's list; ``counts`` by verdict, ``unjudged`` for none; ``unseen`` claims.

    ``minutes`` is about how long the rest of the review takes, 0 when every claim was seen.
    """

    id: str
    title: str
    kind: str
    state: str
    lang: str
    path: str
    created_at: float
    counts: Mapping[str, int]
    unseen: int
    opened: bool
    minutes: int = 0


def draft_ids(profile: Profile, wanted: DraftFilter, sort: str = "risk") -> list[str]:
    """Return the ids of a list in its order; by risk the worst verdict leads, then the oldest."""
    where, params = _where(wanted)
    order = _SORTS.get(sort, _SORTS["risk"])
    text = f"SELECT d.id, {_WORST} AS worst FROM draft d WHERE {where} ORDER BY {order}"  # noqa: S608
    return profile.database.read(lambda rx: [row[0] for row in rx.iterate(text, params)])


def draft_rows(profile: Profile, ids: Sequence[str]) -> dict[str, DraftRow]:
    """Return the lines of some drafts; one that is gone is left out."""

    def query(rx: Rx) -> dict[str, DraftRow]:
        wanted = json.dumps(list(ids))
        counts: dict[str, dict[str, int]] = {}
        unseen: dict[str, tuple[int, int]] = {}
        left: dict[str, dict[str, int]] = {}
        for row in rx.sql(
            """SELECT c.draft_id AS id, c.exempt AS exempt, c.verdict AS verdict,
                      c.human_verdict AS own, COUNT(*) AS n, SUM(c.seen_at = 0) AS unseen
               FROM claim c JOIN draft d ON d.id = c.draft_id AND d.version = c.version
               WHERE d.id IN (SELECT value FROM json_each(?))
               GROUP BY c.draft_id, c.exempt, c.verdict, c.human_verdict""",
            (wanted,),
        ):
            seen = unseen.get(row["id"], (0, 0))
            unseen[row["id"]] = (seen[0] + int(row["unseen"]), seen[1] + int(row["n"]))
            if row["exempt"]:
                continue
            worst = max((row["verdict"], row["own"]), key=_ORDER.index) if row["verdict"] else ""
            mine = counts.setdefault(row["id"], {})
            mine[worst or "unjudged"] = mine.get(worst or "unjudged", 0) + int(row["n"])
            open_ones = left.setdefault(row["id"], {})
            open_ones[worst] = open_ones.get(worst, 0) + int(row["unseen"])
        return {
            row["id"]: DraftRow(
                id=row["id"],
                title=row["title"],
                kind=row["kind"],
                state=row["state"],
                lang=row["lang"],
                path=row["base_path"] or row["target_path"],
                created_at=row["created_at"],
                counts=counts.get(row["id"], {}),
                unseen=unseen.get(row["id"], (0, 0))[0],
                opened=unseen.get(row["id"], (0, 0))[0] < unseen.get(row["id"], (0, 0))[1],
                minutes=minutes_left(left.get(row["id"], {}), counts.get(row["id"], {}), row["characters"]),
            )
            for row in rx.sql(
                """SELECT d.*, COALESCE(LENGTH(v.body), 0) AS characters FROM draft d
                   LEFT JOIN draft_version v ON v.draft_id = d.id AND v.version = d.version
                   WHERE d.id IN (SELECT value FROM json_each(?))""",
                (wanted,),
            )
        }

    return profile.database.read(query)


def minutes_left(unseen: Mapping[str, int], claims: Mapping[str, int], characters: int) -> int:
    """Return about how many minutes the claims not seen yet and their share of the text take."""
    count = sum(claims.values())
    share = sum(unseen.values()) / count if count else 0.0
    return review_minutes(unseen, round(characters * share))


_ORDER = ("", *(verdict.value for verdict in Verdict))


@dataclass(frozen=True, slots=True)
class DeskCounts:
    """How many drafts each group holds, and what was decided today."""

    groups: Mapping[str, int]
    promoted_today: int
    rejected_today: int


def desk_counts(profile: Profile, words: str = "") -> DeskCounts:
    """Return how many drafts each group holds (with the words of the filter), and today's decisions."""
    where, params = _where(DraftFilter("", words))
    today = local_day(profile.clock.time())

    text = f"SELECT d.state, COUNT(*) FROM draft d WHERE {where} GROUP BY d.state"  # noqa: S608

    def query(rx: Rx) -> DeskCounts:
        rows = rx.sql(text, params)
        states = {row[0]: int(row[1]) for row in rows}
        groups = {name: sum(states.get(state, 0) for state in some) for name, some in GROUPS.items()}
        decided = {"reject": 0, "promote": 0}
        for row in rx.sql(
            "SELECT act, at FROM audit WHERE act IN ('reject', 'promote') AND at > ? ORDER BY seq",
            (profile.clock.time() - 90_000,),
        ):
            decided[row["act"]] += local_day(row["at"]) == today
        return DeskCounts(groups, decided["promote"], decided["reject"])

    return profile.database.read(query)


def _where(wanted: DraftFilter) -> tuple[str, list[object]]:
    parts, params = ["1"], []
    if wanted.group:
        states = GROUPS[wanted.group]
        parts.append(f"d.state IN ({', '.join('?' * len(states))})")
        params += [str(state) for state in states]
    for word in wanted.words.split()[:8]:
        parts.append(
            r"""(d.title LIKE ? ESCAPE '\' OR EXISTS (SELECT 1 FROM draft_version v WHERE v.draft_id = d.id
                AND v.version = d.version AND v.body LIKE ? ESCAPE '\'))"""
        )
        pattern = word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
        params += [f"%{pattern}%"] * 2
    return " AND ".join(parts), list(params)
