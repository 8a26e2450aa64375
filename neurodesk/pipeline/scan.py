"""Scan: reads stored facts of every article and says what looks wrong (SPEC G1).

The signals stand in ``pipeline.scanning``, one room each; here they run over all articles, become findings
and are ranked. The rules in one sentence each: ``domain.scan_rules``.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

import numpy as np

from neurodesk.domain.living import ChangedSentence
from neurodesk.domain.scan_rules import calibrated, combined
from neurodesk.domain.scanning import (
    NO_PROFILE,
    Finding,
    FindingType,
    Passage,
    ScanInput,
    ScanNode,
    ScanResult,
    Texts,
)
from neurodesk.domain.section_roles import role_of
from neurodesk.pipeline.scanning import ages as ages_room
from neurodesk.pipeline.scanning import sections as sections_room
from neurodesk.pipeline.scanning.candidates import candidates_of
from neurodesk.pipeline.scanning.contradictions import Corpus, find_clashes
from neurodesk.pipeline.scanning.digest import Section, digest_node, pack
from neurodesk.pipeline.scanning.duplicates import find_copies, strength_of
from neurodesk.pipeline.scanning.kept import KeptScan
from neurodesk.pipeline.scanning.linkage import Linkage, read_linkage
from neurodesk.pipeline.scanning.table import DigestTable
from neurodesk.pipeline.scanning.twins import differing_values

MAX_PASSAGE = 600
# A finding weaker than this is noise to a reader.
LEAST_STRENGTH = 0.15
# So many clashes between two articles are one difference, not many.
CLASHES_A_PAIR = 3
_GROUPS = {"de": 1, "en": 2}

Digests = Mapping[str, bytes]


@dataclass(slots=True)
class Scanned:
    """What all signals read: articles with their digests, places by id, twins."""

    given: ScanInput
    digests: DigestTable
    place: dict[str, int] = field(default_factory=dict)
    twins: list[tuple[int, int]] = field(default_factory=list)
    texts: Texts | None = None
    bodies: dict[str, str] = field(default_factory=dict)

    def body(self, node: ScanNode) -> str:
        """Return an article's text, from the database where the scan does not hold it."""
        if node.body or self.texts is None:
            return node.body
        if node.id not in self.bodies:
            self.bodies[node.id] = self.texts.body(node.id)
        return self.bodies[node.id]

    def shingles(self, index: int) -> Sequence[int]:
        """Return an article's shingles."""
        node = self.given.nodes[index]
        if node.profile is not NO_PROFILE or self.texts is None:
            return node.profile.shingles
        return self.texts.shingles(node.id)

    def passage(self, node: ScanNode, start: int, end: int) -> Passage:
        """Return a passage of an article, cut to what a list shows."""
        end = min(end, start + MAX_PASSAGE)
        return Passage(node.id, start, end, self.body(node)[start:end])


def scan_knowledge(
    given: ScanInput,
    digests: Digests | None = None,
    made: dict[str, bytes] | None = None,
    texts: Texts | None = None,
    linkage: Linkage | None = None,
    kept: KeptScan | None = None,
) -> ScanResult:
    """Return the findings and candidates of a knowledge base, each list best first.

    Args:
        given: the articles, links, twins and decisions.
        digests: sound packed digests by node id; an article without one is read here and needs its body.
        made: receives the digests that were read here, packed, by node id.
        texts: gives bodies and shingles of articles whose ``ScanNode`` holds none.
        linkage: the link graph, where the caller knows it to be that of ``given``.
        kept: of the former scan, so that only what changed is derived anew; takes up what this one derived.
    """
    seconds: dict[str, float] = {}
    clock = _Stages(seconds)
    read = []
    for node in given.nodes:
        known = digests.get(node.id) if digests else None
        if known is None:
            known = pack(digest_node(node))
            if made is not None:
                made[node.id] = known
        read.append(known)
    kept = kept or KeptScan()
    groups = np.fromiter((_GROUPS.get(node.lang, 0) for node in given.nodes), np.uint64, len(read))
    moved = kept.moved(given.nodes, read, groups)
    table = kept.table_of(read, moved)
    clock.done("digests")
    place = {node.id: index for index, node in enumerate(given.nodes)}
    twins = [(place[a], place[b]) for a, b in given.twins if a in place and b in place]
    scanned = Scanned(given, table, place, twins, texts)
    if linkage is None:
        linkage = linkage_of(given)
    clock.done("links")
    found: list[Finding] = list(_sections(scanned))
    clock.done("sections")
    corpus = Corpus(table, groups, kept.corpus, moved)
    found.extend(_contradictions(scanned, corpus))
    clock.done("contradictions")
    found.extend(_duplicates(scanned))
    clock.done("duplicates")
    found.extend(_aged(scanned))
    clock.done("ages")
    found.extend(_linkage_findings(scanned, linkage))
    found.extend(_told(scanned))
    ranked = rank(found, len(given.nodes))
    clock.done("ranking")
    candidates = candidates_of(given, ranked, linkage.centrality, place)
    kept.take(given.nodes, read, groups, corpus)
    clock.done("candidates")
    return ScanResult(ranked, candidates, seconds)


def linkage_of(given: ScanInput) -> Linkage:
    """Read the link graph of a knowledge base."""
    return read_linkage([node.id for node in given.nodes], given.links, given.edges)


class _Stages:
    def __init__(self, seconds: dict[str, float]) -> None:
        self._seconds = seconds
        self._last = time.perf_counter()

    def done(self, name: str) -> None:
        now = time.perf_counter()
        self._seconds[name] = round(now - self._last, 4)
        self._last = now


def rank(findings: Iterable[Finding], nodes: int) -> tuple[Finding, ...]:
    """Give every finding a score that can be compared over all types, and order them best first."""
    by_type: dict[FindingType, list[Finding]] = defaultdict(list)
    for one in findings:
        if one.score >= LEAST_STRENGTH:
            by_type[one.type].append(one)
    ranked: list[Finding] = []
    for kind, members in by_type.items():
        members.sort(key=lambda one: (-one.score, *one.key))
        places: dict[float, list[int]] = defaultdict(list)
        for index, one in enumerate(members, start=1):
            places[round(one.score, 9)].append(index)
        ranked.extend(
            replace(
                one, score=round(calibrated(kind, one.score, _middle(places[round(one.score, 9)]), nodes), 6)
            )
            for one in members
        )
    ranked.sort(key=lambda one: (-one.score, *one.key))
    return tuple(ranked)


def _middle(places: Sequence[int]) -> float:
    return (places[0] + places[-1]) / 2.0


# -- from signals to findings -----------------------------------------------------------------------


def _hash(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


def _sections(scanned: Scanned) -> Iterator[Finding]:
    """Stubs, stub sections, missing sections and twins that differ."""
    nodes, digests = scanned.given.nodes, scanned.digests
    customs = sections_room.learn_customs(digests)
    aligned: dict[int, dict[int, Section]] = {}
    gaps: dict[int, list[tuple[sections_room.SectionGap, int]]] = defaultdict(list)
    for first, second in scanned.twins:
        one, other = digests[first], digests[second]
        pairs = sections_room.align(one.sections, other.sections)
        aligned.setdefault(first, {i: other.sections[j] for i, j in pairs})
        aligned.setdefault(second, {j: one.sections[i] for i, j in pairs})
        for gap in sections_room.missing_against_twin(one.sections, other.sections, pairs, customs):
            gaps[first].append((gap, second))
        back = [(j, i) for i, j in pairs]
        for gap in sections_room.missing_against_twin(other.sections, one.sections, back, customs):
            gaps[second].append((gap, first))
        yield from _twin_differs(scanned, first, second, pairs)
    for index, template in sections_room.missing_against_template(
        digests, [node.source_key for node in nodes], [node.lang for node in nodes]
    ).items():
        known = {role_of(gap.section) for gap, _ in gaps[index]} - {""}
        gaps[index].extend((gap, -1) for gap in template if role_of(gap.section) not in known)
    for index in sections_room.perhaps_stubs(digests, customs).tolist():
        node, digest = nodes[index], digests[index]
        stub = sections_room.stub_strength(digest, customs)
        if stub:
            yield Finding(
                FindingType.STUB,
                node.id,
                *combined(("size", stub)),
                passages=(scanned.passage(node, 0, MAX_PASSAGE),),
                detail=(("usual_words", str(int(customs.article_words))), ("words", str(digest.words))),
                text_hash=node.content_hash,
            )
    for index in sections_room.perhaps_thin(digests, customs, aligned):
        node, digest = nodes[index], digests[index]
        for thin in sections_room.stub_sections(digest, customs, aligned.get(index)):
            yield Finding(
                FindingType.STUB_SECTION,
                node.id,
                *combined((thin.how, thin.strength)),
                passages=(scanned.passage(node, thin.start, thin.end),),
                section=thin.section,
                detail=(("how", thin.how),),
                text_hash=_hash(scanned.body(node)[thin.start : thin.end]),
            )
    for index in sorted({*np.flatnonzero(digests.gaps).tolist(), *gaps}):
        yield from _missing(scanned, index, gaps.get(index, []))


def _missing(
    scanned: Scanned, index: int, gaps: Sequence[tuple[sections_room.SectionGap, int]]
) -> Iterator[Finding]:
    """Join what twin, template, numbering and references say of one article's missing sections."""
    node, digest = scanned.given.nodes[index], scanned.digests[index]
    own = list(digest.gaps)
    for gap, twin in gaps:
        number = _leading_number(gap.section)
        same = [one for one in own if number and _leading_number(one.section) == number]
        own = [one for one in own if one not in same]
        parts = [(gap.how, gap.strength), *((one.how, one.strength) for one in same)]
        passages = [scanned.passage(node, gap.start, gap.end)]
        if twin >= 0 and gap.other_start >= 0:
            passages.append(scanned.passage(scanned.given.nodes[twin], gap.other_start, gap.other_end))
        yield Finding(
            FindingType.MISSING_SECTION,
            node.id,
            *combined(*parts),
            passages=tuple(passages),
            other_node_id=scanned.given.nodes[twin].id if twin >= 0 else "",
            section=gap.section,
            detail=(("how", gap.how),),
            text_hash=node.content_hash,
        )
    by_name: dict[str, list[tuple[str, float]]] = defaultdict(list)
    places: dict[str, tuple[int, int]] = {}
    for one in own:
        name = _leading_number(one.section) or one.section
        by_name[name].append((one.how, one.strength))
        places.setdefault(name, (one.start, one.end))
    titles = {_leading_number(one.section) or one.section: one.section for one in reversed(own)}
    for name, parts in by_name.items():
        yield Finding(
            FindingType.MISSING_SECTION,
            node.id,
            *combined(*parts),
            passages=(scanned.passage(node, *places[name]),),
            section=titles[name],
            detail=(("how", parts[0][0]),),
            text_hash=node.content_hash,
        )


def _leading_number(title: str) -> str:
    for word in title.split()[:2]:
        cleaned = word.strip(".:-–)")
        if cleaned and all(part.isdecimal() for part in cleaned.split(".")):
            return cleaned
    return ""


def _twin_differs(
    scanned: Scanned, first: int, second: int, pairs: Sequence[tuple[int, int]]
) -> Iterator[Finding]:
    one, other = scanned.given.nodes[first], scanned.given.nodes[second]
    mine, theirs = scanned.digests[first], scanned.digests[second]
    seen: set[str] = set()
    for value in differing_values(mine, theirs, pairs):
        passages = (scanned.passage(one, *value.first), scanned.passage(other, *value.second))
        subject = _hash(passages[0].text, *value.values)[:12]
        if subject in seen:
            continue
        seen.add(subject)
        yield Finding(
            FindingType.TWIN_DIFFERS,
            one.id,
            *combined(("value", value.strength)),
            passages=passages,
            other_node_id=other.id,
            values=value.values,
            text_hash=_hash(passages[0].text, passages[1].text),
            subject=subject,
        )


def _contradictions(scanned: Scanned, corpus: Corpus) -> Iterator[Finding]:
    nodes = scanned.given.nodes
    apart = {(min(pair), max(pair)) for pair in scanned.twins}
    clashes = find_clashes(corpus, frozenset(apart))
    clashes.sort(key=lambda one: (-one.strength, one.first, one.second))
    differing: dict[tuple[int, int], set[tuple[str, str]]] = defaultdict(set)
    for clash in clashes:
        if clash.how == "value" and clash.parallel:
            differing[(clash.first[0], clash.second[0])].add(clash.values)
    taken: dict[tuple[int, int], int] = defaultdict(int)
    said: dict[tuple[str, tuple[str, str]], int] = defaultdict(int)
    rejected = scanned.given.rejected_pairs
    for clash in clashes:
        one, other = nodes[clash.first[0]], nodes[clash.second[0]]
        pair = (clash.first[0], clash.second[0])
        if ("contradicts", *_pair(one.id, other.id)) in rejected or taken[pair] >= CLASHES_A_PAIR:
            continue
        passages = (scanned.passage(one, *clash.first[1:]), scanned.passage(other, *clash.second[1:]))
        if one.lang == other.lang:
            said[(passages[0].text, clash.values)] += 1
        repeats = said[(passages[0].text, clash.values)]
        strength = clash.strength * 0.85 ** taken[pair] * 0.8 ** (repeats - 1)
        if clash.how == "value" and len(differing[pair]) >= 2:
            strength *= 0.8  # variants of one text that differ again and again mean to
        taken[pair] += 1
        kept = scanned.given.accepted_contradictions
        yield Finding(
            FindingType.CONTRADICTION,
            one.id,
            *combined((clash.how, strength)),
            passages=passages,
            other_node_id=other.id,
            values=clash.values if clash.how == "value" else (_said(passages[0]), _said(passages[1])),
            detail=(
                ("accepted", "yes" if _pair(one.id, other.id) in kept else "no"),
                ("alike", f"{clash.alike:.2f}"),
                ("how", clash.how),
            ),
            text_hash=_hash(passages[0].text, passages[1].text),
            subject=_hash(passages[0].text, passages[1].text)[:12],
        )


def _said(passage: Passage) -> str:
    """Return what a sentence says, short, for a contradiction that lies in a word and not in a value."""
    text = " ".join(passage.text.split())
    return text if len(text) <= 80 else text[:79].rsplit(" ", 1)[0] + "…"


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def _duplicates(scanned: Scanned) -> Iterator[Finding]:
    nodes = scanned.given.nodes
    rejected = scanned.given.rejected_pairs
    for copy in find_copies(scanned.digests.sketch, scanned.digests.sketched, scanned.shingles):
        one, other = nodes[copy.first], nodes[copy.second]
        if ("duplicates", *_pair(one.id, other.id)) in rejected:
            continue
        strength = strength_of(copy)
        yield Finding(
            FindingType.NEAR_DUPLICATE,
            one.id,
            *combined(("wording", strength)),
            passages=(scanned.passage(one, 0, 300), scanned.passage(other, 0, 300)),
            other_node_id=other.id,
            detail=(("shared_percent", str(round(copy.containment * 100))),),
            text_hash=_hash(one.content_hash, other.content_hash),
        )


def _aged(scanned: Scanned) -> Iterator[Finding]:
    given = scanned.given
    for index, age in ages_room.ages(given.nodes, scanned.digests, given.now, LEAST_STRENGTH / 2):
        node = given.nodes[index]
        parts = [("date", age.date), ("release", age.release), ("behind", age.behind)]
        if max(age.date, age.release) < LEAST_STRENGTH / 2:
            continue
        strength, signals = combined(*parts)
        detail = [("years", f"{age.years:.1f}")]
        if age.named:
            detail += [("ended", age.ended), ("release", age.named)]
        yield Finding(
            FindingType.AGED,
            node.id,
            strength,
            signals,
            passages=tuple(scanned.passage(node, start, end) for start, end in age.places),
            detail=tuple(sorted(detail)),
            text_hash=node.content_hash,
        )


def _linkage_findings(scanned: Scanned, linkage: Linkage) -> Iterator[Finding]:
    nodes, outside = scanned.given.nodes, scanned.digests.outside_links
    for index, links in sorted(linkage.broken.items()):
        node = nodes[index]
        share = len(linkage.broken) / len(nodes)
        strength = min(1.0, 0.9 + 0.02 * len(links)) * (1.0 - 0.5 * share)
        yield Finding(
            FindingType.BROKEN_LINK,
            node.id,
            *combined(("target missing", strength)),
            detail=tuple(
                (f"line {link.line}", link.target)
                for link in sorted(links, key=lambda one: (one.line, one.target))[:20]
            ),
            text_hash=_hash(*sorted(link.target for link in links)),
        )
    alone = [
        index
        for index in range(len(nodes))
        if not linkage.inbound[index] and not linkage.outbound[index] and index not in linkage.broken
    ]
    twin_of: dict[int, int] = {}
    for one, other in scanned.twins:
        twin_of[one], twin_of[other] = other, one
    bare = set()
    if linkage.linked_share >= 0.1:
        for index in alone:
            node = nodes[index]
            twin = twin_of.get(index, -1)
            linked_twin = twin >= 0 and (linkage.inbound[twin] or linkage.outbound[twin])
            strength, signals = combined(
                ("no links", linkage.linked_share**1.5),
                ("translation is linked", 0.3 if linked_twin else 0.0),
            )
            yield Finding(FindingType.ORPHAN, node.id, strength, signals, text_hash=node.content_hash)
    bare = {
        index
        for index in alone
        if not nodes[index].evidence_count and not outside[index] and not nodes[index].own_draft
    }
    share = len(bare) / len(nodes) if nodes else 0.0
    for index in sorted(bare) if share <= 0.5 else ():
        node = nodes[index]
        yield Finding(
            FindingType.NO_EVIDENCE,
            node.id,
            *combined(("nothing learned", 0.6 * (1.0 - share)), ("no source named", 0.5 * (1.0 - share))),
            text_hash=node.content_hash,
        )


def _changed(one: ChangedSentence) -> Finding:
    """Return the finding of one sentence; it comes back when its source changes once more."""
    return Finding(
        FindingType.SOURCE_CHANGED,
        one.node_id,
        *combined(("source changed", 0.95)),
        passages=(Passage(one.node_id, one.start, one.end, one.sentence),),
        detail=(
            ("after", one.after),
            ("before", one.before),
            ("change", one.reason or one.state.value),
            ("source", one.title or one.uri),
        ),
        text_hash=_hash("\x1f".join((one.sentence, one.state.value, one.after or one.now_sha256))),
        subject=_hash(f"{one.sentence}\x1f{one.ref}")[:12],
    )


def _told(scanned: Scanned) -> Iterator[Finding]:
    """What was noticed elsewhere: changed sources of promoted claims, questions without an answer."""
    nodes, place = scanned.given.nodes, scanned.place
    for node_id, sentences in sorted(scanned.given.changed_sources.items()):
        if node_id in place:
            yield from (_changed(one) for one in sentences)
    for node_id, other in scanned.given.twins_behind:
        if node_id in place and other in place:
            yield Finding(
                FindingType.TWIN_BEHIND,
                node_id,
                *combined(("twin_promoted", 0.7)),
                other_node_id=other,
                text_hash=nodes[place[node_id]].content_hash,
            )
    for question, node_id in sorted(scanned.given.unanswered):
        yield Finding(
            FindingType.UNANSWERED,
            node_id if node_id in place else "",
            *combined(("no answer", 0.9)),
            detail=(("question", question),),
            text_hash=_hash(question),
            subject=_hash(question)[:12],
        )
