"""Scan: reads stored facts of every article and says what looks wrong (SPEC G1)."""

from __future__ import annotations

from neurodesk.domain.scanning import Finding, FindingType, ScanInput, ScanResult, Signal

YEAR_S = 365.25 * 86400.0


def scan_knowledge(given: ScanInput) -> ScanResult:
    """Return the findings and candidates of a knowledge base, each list best first."""
    findings = [*_aged(given)]
    findings.sort(key=lambda one: (-one.score, one.type, one.node_id, one.other_node_id, one.section))
    return ScanResult(tuple(findings), ())


def _aged(given: ScanInput) -> list[Finding]:
    found = []
    for node in given.nodes:
        checked = max(node.dated_at, node.verified_at)
        years = (given.now - checked) / YEAR_S if checked > 0 else 0.0
        if years > 3:
            strength = min(1.0, years / 10.0)
            found.append(
                Finding(
                    FindingType.AGED,
                    node.id,
                    strength,
                    (Signal("age", strength, 1.0),),
                    text_hash=node.content_hash,
                )
            )
    return found
