"""Age: dates against the knowledge base's own, and releases whose support ended (SPEC G1)."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from neurodesk import resources
from neurodesk.domain.profile import VersionFact
from neurodesk.domain.scanning import ScanNode

YEAR_S = 365.25 * 86400.0


@dataclass(frozen=True, slots=True)
class Age:
    """Why an article looks old; each part 0..1.

    Attributes:
        date: its date against the others'.
        years: since it was last dated or confirmed, 0 when unknown.
        release: a release past its end of life.
        named: that release, as "debian 7".
        place: offsets of where it is named.
        behind: other articles name much newer releases of the product.
    """

    date: float
    years: float
    release: float
    named: str
    ended: str
    places: tuple[tuple[int, int], ...]
    behind: float


_YOUNG = Age(0.0, 0.0, 0.0, "", "", (), 0.0)


@lru_cache(maxsize=1)
def end_of_life() -> Mapping[str, Mapping[str, float]]:
    """Return product -> release -> end of its support (UTC epoch seconds) from the shipped table."""
    data = json.loads(resources.text("scan", "end_of_life.json"))
    return {
        product: {release: _epoch(when) for release, when in releases.items()}
        for product, releases in data["products"].items()
    }


def _epoch(text: str) -> float:
    year, month = text.split("-")[:2]
    return datetime(int(year), int(month), 28, tzinfo=UTC).timestamp()


@lru_cache(maxsize=50_000)
def ended_at(product: str, version: str) -> tuple[str, float] | None:
    """Return the release in the table that a version belongs to, and the end of its support."""
    releases = end_of_life().get(product)
    if releases is None:
        return None
    parts = version.split(".")
    for size in range(len(parts), 0, -1):
        release = ".".join(parts[:size])
        if release in releases:
            return release, releases[release]
    return None


def ages(nodes: Sequence[ScanNode], versions_of: Sequence[Sequence[VersionFact]], now: float) -> list[Age]:
    """Return the age of each article, against the whole of them."""
    checked = [_dated(node) for node in nodes]
    known = sorted(one for one in checked if one > 0)
    middle, spread = _middle(known)
    named = [_versions(one) for one in versions_of]
    newest: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    overdue: list[float] = []
    for versions in named:
        for product, facts in versions.items():
            newest[product].append(max(_parts(fact.version) for fact in facts))
            overdue.extend(
                (now - ended[1]) / YEAR_S
                for fact in facts[:1]
                if (ended := ended_at(product, fact.version)) is not None
            )
    for releases in newest.values():
        releases.sort()
    overdue.sort()
    usual = max(0.0, overdue[(len(overdue) - 1) // 2]) if overdue else 0.0
    return [
        _YOUNG
        if not versions and (middle - when) / spread <= 1.2 and now - when <= 4.0 * YEAR_S
        else _age(node, when, now, middle, spread, versions, newest, usual)
        for node, when, versions in zip(nodes, checked, named, strict=True)
    ]


def _dated(node: ScanNode) -> float:
    return max(node.dated_at, node.verified_at)


def _middle(known: Sequence[float]) -> tuple[float, float]:
    if not known:
        return 0.0, YEAR_S
    middle = known[len(known) // 2]
    spread = sorted(abs(one - middle) for one in known)[len(known) // 2] * 1.4826
    return middle, max(spread, 0.75 * YEAR_S)


def _versions(facts: Sequence[VersionFact]) -> dict[str, list[VersionFact]]:
    found: dict[str, list[VersionFact]] = defaultdict(list)
    for fact in facts:
        found[fact.product].append(fact)
    return found


@lru_cache(maxsize=50_000)
def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(one) for one in version.split(".") if one.isdigit())


def _age(
    node: ScanNode,
    when: float,
    now: float,
    middle: float,
    spread: float,
    versions: Mapping[str, Sequence[VersionFact]],
    newest: Mapping[str, Sequence[tuple[int, ...]]],
    usual: float,
) -> Age:
    years = (now - when) / YEAR_S if when > 0 else 0.0
    date = 0.0
    if when > 0:
        lag = (middle - when) / spread
        relative = 1.0 - math.exp(-max(0.0, lag - 1.2) / 0.8)
        absolute = 0.35 * min(1.0, max(0.0, years - 4.0) / 8.0)
        date = 1.0 - (1.0 - relative * min(1.0, years / 5.0)) * (1.0 - absolute)
    release, label, ended_on, behind = 0.0, "", "", 0.0
    places: tuple[tuple[int, int], ...] = ()
    fresh = node.verified_at > 0 and now - node.verified_at < YEAR_S
    for product, facts in sorted(versions.items()):
        if not any((end := ended_at(product, one.version)) is not None and end[1] < now for one in facts):
            continue
        strength, found = _overdue(product, facts, now, usual)
        if strength > release and found is not None:
            release, label = strength, f"{product} {found[0]}"
            ended_on = datetime.fromtimestamp(found[1], UTC).strftime("%Y-%m")
            places = tuple((f.start, f.end) for f in facts if f.version.startswith(found[0]))[:5]
            others = newest[product]
            mine = max(_parts(fact.version) for fact in facts)
            if len(others) >= 4:
                behind = 0.5 * (1.0 - bisect_left(others, mine) / len(others) - 1.0 / len(others))
                behind = max(0.0, behind) if bisect_left(others, mine) / len(others) < 0.1 else 0.0
    if fresh:
        date, release, behind = 0.0, release * 0.5, 0.0
    return Age(date, years, release, label, ended_on, places, behind)


def _overdue(
    product: str, facts: Sequence[VersionFact], now: float, usual: float
) -> tuple[float, tuple[str, float] | None]:
    """Return how much an article rests on an ended release of one product, and that release."""
    ended = [one for fact in facts if (one := ended_at(product, fact.version)) is not None]
    past = [one for one in ended if one[1] < now]
    if not past:
        return 0.0, None
    oldest = min(past, key=lambda one: (one[1], one[0]))
    over = (now - oldest[1]) / YEAR_S
    strength = 1.0 - math.exp(-max(0.0, over - usual - 1.0) / 3.5)
    mentions = sum(1 for one in past if one[0] == oldest[0])
    if mentions == 1:
        strength *= 0.75
    # An article that also names a release still supported knows of the newer one.
    if len(past) < len(ended) or max(one[1] for one in ended) > now - usual * YEAR_S:
        strength *= 0.5
    return strength, oldest
