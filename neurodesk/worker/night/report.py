"""What a simulated night gave, as one table without a wall-clock value."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.storage.db import Rx
from neurodesk.worker.night.night import Seen
from neurodesk.worker.night.script import START_AT, ZONE, NightScript


def report(profile: Profile, script: NightScript, seen: Seen) -> dict[str, Any]:
    """Return the night's result as plain JSON values."""

    def pairs(rx: Rx, text: str) -> dict[str, int]:
        return {str(row[0]): int(row[1]) for row in rx.sql(text)}

    def query(rx: Rx) -> dict[str, Any]:
        return {
            "tasks": [
                {"asked_by": row[0], "state": row[1], "outcome": row[2] or "-", "number": row[3]}
                for row in rx.sql(
                    "SELECT requested_by, state, outcome, COUNT(*) FROM task"
                    " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
                )
            ],
            "attempts": [
                {"result": row[0] or "running", "reason": row[1], "charged": bool(row[2]), "number": row[3]}
                for row in rx.sql(
                    "SELECT result, reason, charged, COUNT(*) FROM attempt GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
                )
            ],
            "budget": pairs(
                rx,
                "SELECT b.local_day, COUNT(*) FROM budget_entry b JOIN task t ON t.id = b.task_id"
                " WHERE t.requested_by != 'curator' GROUP BY 1 ORDER BY 1",
            ),
            "evidence": int(rx.scalar("SELECT COUNT(*) FROM evidence")),
            "drafts": int(rx.scalar("SELECT COUNT(*) FROM draft")),
            "scans": int(rx.scalar("SELECT COUNT(*) FROM scan")),
            "models": [
                {"role": row[0], "outcome": row[1], "calls": row[2]}
                for row in rx.sql(
                    "SELECT role, outcome, COUNT(*) FROM model_call GROUP BY 1, 2 ORDER BY 1, 2"
                )
            ],
            "waits": [
                float(row[0])
                for row in rx.sql(
                    "SELECT wait_s FROM model_call WHERE priority = 'interactive' AND attempt = 1"
                )
            ],
        }

    found: dict[str, Any] = {"seed": script.seed, "hours": script.hours}
    found |= profile.database.read(query)
    waits = found.pop("waits")
    found["questions"] = {
        "asked": len(waits),
        "unanswered": seen.unanswered,
        "waited": sum(1 for one in waits if one > 0),
        "mean_wait_s": round(statistics.fmean(waits), 1) if waits else 0.0,
        "longest_wait_s": round(max(waits, default=0.0), 1),
    }
    found["why_nothing_runs"] = [{"from": local(at_s), "code": code} for at_s, code in seen.whys]
    return found


def local(elapsed_s: float) -> str:
    """Return a moment of the night as its local time."""
    return datetime.fromtimestamp(START_AT + elapsed_s, ZONE).strftime("%d %b %H:%M")


def lines(found: Mapping[str, Any]) -> list[str]:
    """Return the table for people."""
    shown = [f"Night of {found['hours']:g} hours, seed {found['seed']}", "", "Tasks"]
    shown += [
        f"  {one['asked_by']:9} {one['state']:10} {one['outcome']:20} {one['number']:4}"
        for one in found["tasks"]
    ]
    shown += ["", "Attempts"]
    for one in found["attempts"]:
        charge = "charged" if one["charged"] else "not charged"
        shown.append(f"  {one['result']:10} {one['reason']:24} {charge:12} {one['number']:4}")
    shown += ["", "Budget (autonomous tasks started on a local day)"]
    shown += [f"  {day} {number:4}" for day, number in found["budget"].items()]
    asked = found["questions"]
    shown += [
        "",
        f"Questions in between: {asked['asked']}, {asked['waited']} had to wait for a running generation,"
        f" {asked['mean_wait_s']:.1f} s on average, {asked['longest_wait_s']:.1f} s at most",
        f"Scans: {found['scans']}, evidence: {found['evidence']}, drafts: {found['drafts']}",
        "",
        "Model calls",
    ]
    shown += [f"  {one['role']:10} {one['outcome']:24} {one['calls']:4}" for one in found["models"]]
    shown += [
        "",
        "Why nothing ran, looked at every minute",
    ]
    shown += [f"  {one['from']}  {one['code']}" for one in found["why_nothing_runs"]]
    return shown
