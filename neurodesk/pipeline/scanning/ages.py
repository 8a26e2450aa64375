"""Age: dates against the knowledge base's own, and releases whose support ended (SPEC G1)."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from neurodesk import resources
from neurodesk.domain.profile import VersionFact
from neurodesk.domain.scanning import ScanNode
from neurodesk.pipeline.scanning.table import DigestTable

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


@dataclass(frozen=True, slots=True)
class _Usual:
    """What is usual in a knowledge base: the middle date and its spread, and what it names.

    Attributes:
        newest: product -> newest releases that articles name, ascending, and how many articles name an
            older one than each, with the number of all at the end.
        overdue: years by which the releases that articles name are usually past their end.
    """

    middle: float
    spread: float
    newest: Mapping[str, tuple[Sequence[tuple[int, ...]], Sequence[int]]]
    overdue: float


def ages(
    nodes: Sequence[ScanNode], table: DigestTable, now: float, least: float
) -> Iterator[tuple[int, Age]]:
    """Yield each article that may look old with its age, against the whole of them.

    Args:
        least: articles whose date and releases are both weaker than this are left out.
    """
    count = len(nodes)
    dated = np.maximum(
        np.fromiter((node.dated_at for node in nodes), float, count),
        np.fromiter((node.verified_at for node in nodes), float, count),
    )
    # Articles that name the same releases are judged once.
    kinds, first, kind = np.unique(table.releases, return_index=True, return_inverse=True)
    named = [
        _versions(table[index].versions) if key else {}
        for key, index in zip(kinds, first.tolist(), strict=True)
    ]
    many = np.bincount(kind, minlength=len(kinds)).tolist()
    usual = _Usual(
        *_middle(np.sort(dated[dated > 0])), _newest(named, many), _usual_overdue(named, many, now)
    )
    ended = np.fromiter((_strongest(one, now, usual.overdue) for one in named), float, len(named))
    # The articles are chosen with room for rounding; each is then judged by itself.
    near = least - 1e-6
    chosen = (ended >= near)[kind] | (_date_strengths(dated, now, usual) >= near)
    for index in np.flatnonzero(chosen).tolist():
        versions = _versions(table[index].versions) if ended[kind[index]] > 0 else {}
        yield index, _age(nodes[index], float(dated[index]), now, usual, versions)


def _newest(
    named: Sequence[Mapping[str, Sequence[VersionFact]]], many: Sequence[int]
) -> dict[str, tuple[list[tuple[int, ...]], list[int]]]:
    counts: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for versions, articles in zip(named, many, strict=True):
        for product, facts in versions.items():
            counts[product][max(_parts(fact.version) for fact in facts)] += articles
    found = {}
    for product, releases in counts.items():
        ordered = sorted(releases)
        found[product] = (ordered, [0, *accumulate(releases[one] for one in ordered)])
    return found


def _usual_overdue(
    named: Sequence[Mapping[str, Sequence[VersionFact]]], many: Sequence[int], now: float
) -> float:
    years: list[float] = []
    articles: list[int] = []
    for versions, count in zip(named, many, strict=True):
        for product, facts in versions.items():
            ended = ended_at(product, facts[0].version)
            if ended is not None:
                years.append((now - ended[1]) / YEAR_S)
                articles.append(count)
    if not years:
        return 0.0
    order = np.argsort(years, kind="stable")
    reached = np.cumsum(np.asarray(articles)[order])
    middle = int(np.searchsorted(reached, (int(reached[-1]) - 1) // 2, side="right"))
    return max(0.0, years[int(order[middle])])


def _strongest(versions: Mapping[str, Sequence[VersionFact]], now: float, usual: float) -> float:
    return max((_overdue(product, facts, now, usual)[0] for product, facts in versions.items()), default=0.0)


def _date_strengths(dated: NDArray[np.float64], now: float, usual: _Usual) -> NDArray[np.float64]:
    years = (now - dated) / YEAR_S
    relative = 1.0 - np.exp(-np.maximum(0.0, (usual.middle - dated) / usual.spread - 1.2) / 0.8)
    absolute = 0.35 * np.clip((years - 4.0) / 8.0, 0.0, 1.0)
    found: NDArray[np.float64] = 1.0 - (1.0 - relative * np.minimum(1.0, years / 5.0)) * (1.0 - absolute)
    return np.where(dated > 0, found, 0.0)


def _middle(known: NDArray[np.float64]) -> tuple[float, float]:
    if not len(known):
        return 0.0, YEAR_S
    middle = float(known[len(known) // 2])
    spread = float(np.sort(np.abs(known - middle))[len(known) // 2]) * 1.4826
    return middle, max(spread, 0.75 * YEAR_S)


def _versions(facts: Sequence[VersionFact]) -> dict[str, list[VersionFact]]:
    found: dict[str, list[VersionFact]] = defaultdict(list)
    for fact in facts:
        found[fact.product].append(fact)
    return found


@lru_cache(maxsize=50_000)
def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(one) for one in version.split(".") if one.isdecimal())


def _age(
    node: ScanNode,
    when: float,
    now: float,
    usual: _Usual,
    versions: Mapping[str, Sequence[VersionFact]],
) -> Age:
    years = (now - when) / YEAR_S if when > 0 else 0.0
    date = 0.0
    if when > 0:
        lag = (usual.middle - when) / usual.spread
        relative = 1.0 - math.exp(-max(0.0, lag - 1.2) / 0.8)
        absolute = 0.35 * min(1.0, max(0.0, years - 4.0) / 8.0)
        date = 1.0 - (1.0 - relative * min(1.0, years / 5.0)) * (1.0 - absolute)
    release, label, ended_on, behind = 0.0, "", "", 0.0
    places: tuple[tuple[int, int], ...] = ()
    fresh = node.verified_at > 0 and now - node.verified_at < YEAR_S
    for product, facts in sorted(versions.items()):
        if not any((end := ended_at(product, one.version)) is not None and end[1] < now for one in facts):
            continue
        strength, found = _overdue(product, facts, now, usual.overdue)
        if strength > release and found is not None:
            release, label = strength, f"{product} {found[0]}"
            ended_on = datetime.fromtimestamp(found[1], UTC).strftime("%Y-%m")
            places = tuple((f.start, f.end) for f in facts if f.version.startswith(found[0]))[:5]
            releases, older = usual.newest[product]
            mine = max(_parts(fact.version) for fact in facts)
            articles = older[-1]
            if articles >= 4:
                place = older[bisect_left(releases, mine)]
                behind = 0.5 * (1.0 - place / articles - 1.0 / articles)
                behind = max(0.0, behind) if place / articles < 0.1 else 0.0
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
