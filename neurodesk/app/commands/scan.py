"""Commands around the scanner: scan, and the curator's acts on findings (SPEC G1, G2, G5)."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.identity import random_id
from neurodesk.domain.scanning import FindingState, ScanResult
from neurodesk.pipeline.scan import scan_knowledge
from neurodesk.storage.db import Lane, Tx
from neurodesk.storage.finding_store import decide_finding, read_scan_input, store_findings
from neurodesk.storage.json_columns import dump


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan gave: open findings, candidates, and the whole result."""

    findings: int
    candidates: int
    result: ScanResult
    changes: ChangeSet


def scan_now(profile: Profile) -> Scanned:
    """Scan the knowledge inside the source filter and renew the findings; reads stored facts only."""
    started = profile.clock.time()
    filter_keys = profile.settings.current.source_filter()
    given = profile.database.read(lambda rx: read_scan_input(rx, started, filter_keys))
    result = scan_knowledge(given)
    scan_id = random_id("s")

    def store(tx: Tx) -> int:
        still_open = store_findings(tx, scan_id, result.findings, profile.clock.time())
        tx.execute(
            "INSERT INTO scan (id, started_at, finished_at, counts) VALUES (?, ?, ?, ?)",
            (
                scan_id,
                started,
                profile.clock.time(),
                dump({"findings": still_open, "candidates": len(result.candidates)}),
            ),
        )
        tx.changed(Kind.SCAN, scan_id)
        return still_open

    still_open = profile.database.write(store, lane=Lane.BULK)
    changes = ChangeSet.of((Kind.SCAN, scan_id), (Kind.FINDING, ""), (Kind.EDGE, ""))
    return Scanned(still_open, len(result.candidates), result, changes)


def dismiss(profile: Profile, finding_id: str, who: str, reason: str) -> ChangeSet:
    """Send a finding away until its text changes (SPEC G2, G5)."""
    return _decide(profile, finding_id, FindingState.DISMISSED, who, reason)


def snooze(profile: Profile, finding_id: str, who: str, until: float, reason: str = "") -> ChangeSet:
    """Send a finding away until a time, UTC epoch seconds (SPEC G5)."""
    return _decide(profile, finding_id, FindingState.SNOOZED, who, reason, until)


def reopen(profile: Profile, finding_id: str, who: str) -> ChangeSet:
    """Take a decision on a finding back."""
    return _decide(profile, finding_id, FindingState.OPEN, who, "")


def still_correct(profile: Profile, finding_id: str, who: str) -> ChangeSet:
    """Confirm an article: sets its verified date and name, which resets its age (SPEC G5)."""
    now = profile.clock.time()

    def store(tx: Tx) -> str:
        node_id = decide_finding(tx, finding_id, FindingState.STILL_CORRECT, who, "", now)
        tx.execute("UPDATE node SET verified_at = ?, verified_by = ? WHERE id = ?", (now, who, node_id))
        tx.changed(Kind.NODE, node_id)
        return node_id

    node_id = profile.database.write(store)
    return ChangeSet.of((Kind.FINDING, finding_id), (Kind.NODE, node_id))


def _decide(
    profile: Profile, finding_id: str, state: FindingState, who: str, reason: str, until: float = 0.0
) -> ChangeSet:
    now = profile.clock.time()
    profile.database.write(lambda tx: decide_finding(tx, finding_id, state, who, reason, now, until))
    return ChangeSet.of((Kind.FINDING, finding_id))
