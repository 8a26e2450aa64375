"""Candidates: which articles may become a research task, and why (SPEC G1, G2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from neurodesk.domain.scan_rules import combined
from neurodesk.domain.scanning import CandidateNode, Finding, FindingType, ScanInput

# What research can mend, and how much each asks for it.
_ASKS = {
    FindingType.SOURCE_CHANGED: 0.95,
    FindingType.STUB: 0.9,
    FindingType.STUB_SECTION: 0.85,
    FindingType.AGED: 0.8,
    FindingType.MISSING_SECTION: 0.75,
    FindingType.CONTRADICTION: 0.85,
    FindingType.UNANSWERED: 0.9,
    FindingType.TWIN_DIFFERS: 0.5,
}


def candidates_of(
    given: ScanInput, findings: Sequence[Finding], centrality: Sequence[float], place: Mapping[str, int]
) -> tuple[CandidateNode, ...]:
    """Return the articles that may become a task, best first.

    Of contradictions only accepted ones count; an article that was researched within the cooldown, seeds a
    live task or came from an own draft is left out, unless one of its sources changed.

    Args:
        findings: ranked; their scores are used.
        centrality: of each article of ``given``, 0..1.
        place: of each article in ``given``, by its id.
    """
    parts: dict[str, dict[str, float]] = defaultdict(dict)
    missing: dict[str, list[str]] = defaultdict(list)
    for one in findings:
        weight = _ASKS.get(one.type)
        if weight is None or not one.node_id:
            continue
        touched = [one.node_id]
        if one.type in {FindingType.CONTRADICTION, FindingType.TWIN_DIFFERS}:
            touched.append(one.other_node_id)
        if one.type is FindingType.CONTRADICTION and ("accepted", "yes") not in one.detail:
            continue
        for node_id in touched:
            known = parts[node_id].get(one.type.value, 0.0)
            parts[node_id][one.type.value] = max(known, min(0.98, one.score * weight))
            if one.section and one.section not in missing[node_id]:
                missing[node_id].append(one.section)
    found = []
    for index in sorted(place[node_id] for node_id in parts if node_id in place):
        node = given.nodes[index]
        if node.own_draft or node.id in given.busy:
            continue
        if node.id in given.resting and node.id not in given.changed_sources:
            continue
        extra = [("centrality", 0.25 * centrality[index])]
        if not node.evidence_count:
            extra.append(("no_evidence", 0.15))
        score, signals = combined(*sorted(parts[node.id].items()), *extra)
        found.append(CandidateNode(node.id, round(score, 6), signals, tuple(missing[node.id][:4])))
    found.sort(key=lambda one: (-one.score, one.node_id))
    return tuple(found)
