"""Stubs, stub and missing sections, from shape, numbering, twins and the KB's own templates (SPEC G1)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neurodesk.pipeline.scanning.digest import (
    ROLE_NAMES,
    NodeDigest,
    Section,
    key_id,
    namesake_id,
    role_of,
)
from neurodesk.pipeline.scanning.table import DigestTable, Ints

THIN_STRENGTH = {"empty": 1.0, "placeholder": 1.0, "announces": 0.92, "short": 0.3}
# A heading that many articles leave nearly empty ("Licence") is a custom, not a gap.
CUSTOM_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class SectionGap:
    """A section that is empty or missing; offsets are those of the place to look at."""

    section: str
    how: str
    strength: float
    start: int
    end: int
    other_start: int = -1
    other_end: int = -1


@dataclass(frozen=True, slots=True)
class Customs:
    """What is usual in this knowledge base.

    Attributes:
        thin_titles: headings (``key_id``) under which next to nothing is usual.
        common_titles: headings that many articles have, such as an introduction.
        section_words: median words of a leaf section.
        article_words: median words of an article.
        worked_out: for headings whose sections nearly always hold a list, a table or code: which share of
            them does, and their median words.
    """

    thin_titles: frozenset[int]
    common_titles: frozenset[int]
    section_words: float
    article_words: float
    worked_out: Mapping[int, tuple[float, float]]


def learn_customs(table: DigestTable) -> Customs:
    """Read the customs of a knowledge base from all its articles."""
    keys, number = np.unique(table.key, return_inverse=True)
    # Of headings of one name in an article the last one speaks.
    place = table.node * max(1, len(keys)) + number
    order = np.argsort(place, kind="stable")
    place = place[order]
    last = order[np.r_[place[1:] != place[:-1], True]] if len(order) else order
    seen = np.bincount(number[last], minlength=len(keys))
    bare = (table.leaf & ~table.has_code & (table.raw <= 4)) | table.shared
    thin = np.bincount(number[last][bare[last]], minlength=len(keys))
    own = table.leaf & ~table.shared
    return Customs(
        frozenset(keys[(thin >= 3) & (thin / np.maximum(seen, 1) >= CUSTOM_SHARE)].tolist()),
        frozenset(keys[seen >= max(3, max(1, len(table)) * 0.05)].tolist()),
        _median(table.raw[own]),
        _median(table.words),
        _worked_out(table, own),
    )


def _worked_out(table: DigestTable, own: NDArray[np.bool_]) -> dict[int, tuple[float, float]]:
    numbered = own & (table.counted != 0)
    names, number = np.unique(np.r_[table.key[own], table.counted[numbered]], return_inverse=True)
    worked = table.listed | table.has_code
    members = np.bincount(number, minlength=len(names))
    having = np.bincount(number[np.r_[worked[own], worked[numbered]]], minlength=len(names))
    chosen = (members >= 5) & (having / np.maximum(members, 1) >= 0.8)
    raw = np.r_[table.raw[own], table.raw[numbered]]
    kept = chosen[number]
    number, raw = number[kept], raw[kept]
    raw = raw[np.lexsort((raw, number))]
    sizes = members[chosen]
    middle = raw[np.cumsum(sizes) - sizes + sizes // 2]
    shares = having[chosen] / sizes
    return {
        name: (share, float(words))
        for name, share, words in zip(names[chosen].tolist(), shares.tolist(), middle.tolist(), strict=True)
    }


def _median(values: Ints) -> float:
    return float(np.partition(values, len(values) // 2)[len(values) // 2]) if len(values) else 0.0


def perhaps_stubs(table: DigestTable, customs: Customs) -> Ints:
    """Return the articles small enough for ``stub_strength`` to say anything, in order."""
    size = table.words + 6 * table.code_lines
    return np.flatnonzero((size <= 150) & (size / max(40.0, customs.article_words) < 0.4))


def perhaps_thin(table: DigestTable, customs: Customs, aligned: Collection[int]) -> list[int]:
    """Return the articles in which ``stub_sections`` may find something, in order."""
    limits = {name: 0.7 * usual for name, (_, usual) in customs.worked_out.items()}
    short = np.zeros(len(table.key), bool)
    if limits:
        names = np.fromiter(limits, np.uint64, len(limits))
        order = np.argsort(names)
        names, most = names[order], np.fromiter(limits.values(), float, len(limits))[order]
        at = np.minimum(np.searchsorted(names, table.key), len(names) - 1)
        short = (names[at] == table.key) & (table.raw < most[at])
        short &= table.leaf & ~table.listed & ~table.has_code
    custom = np.isin(table.key, np.fromiter(customs.thin_titles, np.uint64, len(customs.thin_titles)))
    found = table.node[((table.thin > 0) | short) & ~custom & ~table.shared]
    return sorted({*found.tolist(), *aligned})


def stub_strength(digest: NodeDigest, customs: Customs) -> float:
    """Return how much an article is only a stub: its size against the knowledge base's own, 0..1."""
    if not customs.article_words:
        return 0.0
    size = digest.words + 6 * digest.code_lines
    usual = max(40.0, customs.article_words)
    ratio = size / usual
    if ratio >= 0.4 or size > 150:
        return 0.0
    return min(1.0, math.log(0.4 / max(ratio, 0.01)) / math.log(0.4 / 0.08))


def stub_sections(
    digest: NodeDigest, customs: Customs, aligned: dict[int, Section] | None = None
) -> list[SectionGap]:
    """Return the sections of an article that hold next to nothing.

    Args:
        aligned: the twin's section for each section's index, where the two could be aligned.
    """
    found = []
    for index, one in enumerate(digest.sections):
        if one.shared or key_id(one.key) in customs.thin_titles:
            continue
        twin = (aligned or {}).get(index)
        strength, how = 0.0, one.thin
        if one.thin:
            strength = THIN_STRENGTH[one.thin]
            if one.thin == "short":
                strength *= _shortfall(one, customs)
        share, usual = customs.worked_out.get(key_id(one.key), (0.0, 0.0))
        if share and one.leaf and not one.listed and not one.has_code and one.raw_words < 0.7 * usual:
            strength, how = max((strength, how), (0.95 * share, "namesakes"))
        share, usual = customs.worked_out.get(namesake_id(one.counted), (0.0, 0.0))
        if share and one.number and one.thin == "short" and one.raw_words < 0.5 * usual:
            strength, how = max((strength, how), (0.9 * share, "namesakes"))
        if twin is not None and one.leaf and not one.has_code and one.raw_words <= 40:
            more = twin.raw_words + 8 * len(twin.code)
            mine = one.raw_words + 1
            if (twin.has_code and one.thin) or more >= 4 * mine + 12:
                strength, how = (
                    max(strength, min(1.0, 0.6 + 0.1 * math.log2(max(1.0, more / mine)))),
                    how or "twin",
                )
            elif one.thin in {"short", "announces"} and how != "namesakes" and more <= 2 * mine + 6:
                strength *= 0.3  # the translation is as short here: this is how it is meant
        if strength > 0.1:
            place = (twin.start, twin.end) if twin is not None and how == "twin" else (-1, -1)
            found.append(SectionGap(one.title, how, strength, one.start, one.own_end, *place))
    return found


def _shortfall(one: Section, customs: Customs) -> float:
    if key_id(one.key) in customs.common_titles or not customs.section_words:
        return 0.0
    return min(1.0, max(0.0, 1.0 - 2.5 * one.raw_words / max(20.0, customs.section_words)))


# -- twins ------------------------------------------------------------------------------------------


def align(one: Sequence[Section], other: Sequence[Section]) -> list[tuple[int, int]]:
    """Return index pairs of sections that stand for one another in two translations, in order.

    Language does not matter: level, number, code, size and place decide (a global alignment).
    """
    rows, columns = len(one), len(other)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            match = _same_section(one[i], other[j], i / rows - j / columns)
            best[i][j] = max(best[i + 1][j], best[i][j + 1], match + best[i + 1][j + 1] if match > 0 else 0.0)
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        match = _same_section(one[i], other[j], i / rows - j / columns)
        if match > 0 and abs(best[i][j] - match - best[i + 1][j + 1]) < 1e-9:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _same_section(one: Section, other: Section, drift: float) -> float:
    if one.level != other.level or (one.leaf != other.leaf and one.number != other.number):
        return 0.0
    score = 0.45
    if one.number or other.number:
        score += 0.35 if one.number == other.number else -0.25
    if one.code and other.code:
        shared = len(set(one.code) & set(other.code)) / min(len(one.code), len(other.code))
        score += 0.6 * shared - 0.15
    elif bool(one.has_code) != bool(other.has_code):
        score -= 0.15
    if one.key and one.key == other.key:
        score += 0.4
    role, others = role_of(one.title), role_of(other.title)
    if role and others:
        score += 0.3 if role == others else -0.3
    mine, theirs = one.raw_words + 5, other.raw_words + 5
    score += 0.2 * min(mine, theirs) / max(mine, theirs) - 0.1
    return score - 0.25 * abs(drift)


def missing_against_twin(
    mine: Sequence[Section], theirs: Sequence[Section], pairs: Sequence[tuple[int, int]], customs: Customs
) -> list[SectionGap]:
    """Return the sections that the twin has and this article lacks.

    The better the rest of the two agrees, the surer is the gap.
    """
    matched = {j for _, j in pairs}
    absent = [
        j
        for j, one in enumerate(theirs)
        if j not in matched
        and not one.shared
        and key_id(one.key) not in customs.thin_titles
        and (one.raw_words >= 12 or one.has_code or not one.leaf)
    ]
    if not absent or not mine:
        return []
    extra = len(mine) - len(pairs)
    # A parent with its children is one gap.
    heads = [j for j in absent if not any(k in absent and _is_parent(theirs, k, j) for k in range(j))]
    agreement = len(pairs) / max(1, len(pairs) + extra)
    found = []
    back = {j: i for i, j in pairs}
    for j in heads:
        one = theirs[j]
        weight = 1.0 if one.raw_words + 8 * len(one.code) >= 40 else 0.85
        strength = agreement**1.5 * weight / (1.0 + 0.22 * (len(heads) - 1))
        after = next((mine[back[k]] for k in range(j + 1, len(theirs)) if k in back), None)
        start, end = (after.start, after.end) if after else (mine[-1].start, mine[-1].own_end)
        found.append(SectionGap(one.title, "twin", strength * 0.97, start, end, one.start, one.own_end))
    return found


def _is_parent(sections: Sequence[Section], parent: int, child: int) -> bool:
    level = sections[parent].level
    return level < sections[child].level and all(
        sections[k].level > level for k in range(parent + 1, child + 1)
    )


# -- templates --------------------------------------------------------------------------------------


def missing_against_template(
    table: DigestTable, groups: Sequence[str], languages: Sequence[str]
) -> dict[int, list[SectionGap]]:
    """Return sections that nearly all articles of one kind have and an article lacks.

    Articles of one kind have the same main section roles ("steps") and stand in one source. A role counts as
    part of the template when at least four of five articles with steps have it.

    Args:
        groups, languages: source and language of each article.
    """
    guided = np.zeros(len(table), bool)
    guided[table.node[table.having("steps")]] = True
    members: dict[str, list[int]] = {}
    for index in np.flatnonzero(guided & (table.sections >= 3)).tolist():
        members.setdefault(groups[index], []).append(index)
    found: dict[int, list[SectionGap]] = {}
    for group in sorted(members):
        articles = members[group]
        if len(articles) < 6:
            continue
        for role in sorted(one for one in ROLE_NAMES if one not in {"", "steps"}):
            _lacking(table, np.asarray(articles), role, languages, found)
    return found


def _lacking(
    table: DigestTable,
    articles: Ints,
    role: str,
    languages: Sequence[str],
    found: dict[int, list[SectionGap]],
) -> None:
    """Add the articles without a role that at least three of four have."""
    # The last section of a role names it for its article.
    naming = np.full(len(table), -1, np.int64)
    places = np.flatnonzero(table.having(role))
    naming[table.node[places]] = places
    having = articles[naming[articles] >= 0]
    share = len(having) / len(articles)
    if share < 0.75 or len(having) == len(articles):
        return
    usual: dict[str, str] = {}
    spoken = np.asarray([languages[index] for index in having.tolist()])
    for index in articles[naming[articles] < 0].tolist():
        lang = languages[index]
        if lang not in usual:
            same = having[spoken == lang]
            usual[lang] = _usual_title(table, naming[same if len(same) else having])
        last = table[index].sections[-1]
        found.setdefault(index, []).append(
            SectionGap(usual[lang], "template", share**2 * 0.95, last.start, last.end)
        )


def _usual_title(table: DigestTable, sections: Ints) -> str:
    """Return the most frequent title of some sections; of equally frequent ones the first."""
    _, first, counts = np.unique(table.title[sections], return_index=True, return_counts=True)
    place = int(sections[first[counts == counts.max()].min()])
    node = int(table.node[place])
    start = int(np.searchsorted(table.node, node))
    title: str = table[node].sections[place - start].title
    return title
