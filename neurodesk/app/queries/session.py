"""What a session found, kept, refused and staged: one object for people, scripts and tests."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import Verdict
from neurodesk.storage.article_store import claims_of
from neurodesk.storage.db import Row, Rx
from neurodesk.storage.json_columns import load


def tree_hashes(root: Path) -> dict[str, str]:
    """Return path -> SHA-256 of every file below a folder, to prove that nothing wrote there."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def changed_files(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the files that were added, removed or changed between two looks."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def report(profile: Profile) -> dict[str, Any]:
    """Return the state of a profile's research as one JSON-ready object."""

    def query(rx: Rx) -> dict[str, Any]:
        return {
            "articles": int(
                rx.scalar("SELECT COUNT(*) FROM node WHERE kind = 'article' AND state = 'active'") or 0
            ),
            "gaps": [_gap(rx, row) for row in rx.sql(_FINDINGS)],
            "tasks": [_task(rx, row) for row in rx.sql("SELECT * FROM task ORDER BY created_at, id")],
            "evidence": _evidence(rx),
            "drafts": [
                _draft(rx, row, profile)
                for row in rx.sql("SELECT * FROM draft WHERE state != 'rejected' ORDER BY created_at, id")
            ],
            "rejected_drafts": int(rx.scalar("SELECT COUNT(*) FROM draft WHERE state = 'rejected'") or 0),
        }

    return profile.database.read(query)


_FINDINGS = """SELECT f.*, n.path AS path, n.title AS node_title, o.path AS other_path FROM finding f
               JOIN node n ON n.id = f.node_id LEFT JOIN node o ON o.id = f.other_node_id
               WHERE f.state = 'open' ORDER BY f.score DESC, f.type, n.path, f.id"""


def _gap(rx: Rx, row: Row) -> dict[str, Any]:
    gap: dict[str, Any] = {
        "id": row["id"],
        "path": row["path"],
        "title": row["node_title"],
        "type": row["type"],
        "score": row["score"],
        "signals": load(row["signals"]),
        "passages": load(row["passages"]),
    }
    if row["other_path"]:
        gap["other"] = row["other_path"]
    gap.update({key: value for key, value in load(row["data"]).items() if key not in gap})
    return gap


def _task(rx: Rx, row: Row) -> dict[str, Any]:
    stages = rx.sql(
        "SELECT stage, pass_number, duration_s FROM receipt WHERE task_id = ? ORDER BY rowid", (row["id"],)
    )
    return {
        "id": row["id"],
        "topic": row["topic"],
        "question": row["question"],
        "requested_by": row["requested_by"],
        "state": row["state"],
        "outcome": row["outcome"],
        "reason": load(row["extra"]).get("result_reason", "") or row["deferral_reason"] or row["last_error"],
        "attempts": row["attempts"],
        "evidence_count": row["evidence_count"],
        "article_id": row["article_id"],
        "stages": [
            {"stage": one["stage"], "pass": one["pass_number"], "seconds": round(one["duration_s"], 3)}
            for one in stages
        ],
    }


def _evidence(rx: Rx) -> dict[str, Any]:
    kept = rx.sql(
        """SELECT id, task_id, final_uri, title, state, origin, lang, relevance, quality, confidence,
                  evidence_count, independent, injection FROM evidence
           WHERE state IN ('learned', 'grounded', 'pending_article_review') ORDER BY task_id, final_uri"""
    )
    refused = rx.sql(
        """SELECT task_id, uri, reason, detail FROM candidate WHERE verdict = 'refused'
           ORDER BY reason, task_id, uri"""
    )
    return {
        "kept": [
            {
                "id": row["id"],
                "task": row["task_id"],
                "uri": row["final_uri"],
                "title": row["title"],
                "state": row["state"],
                "lang": row["lang"],
                "relevance": round(row["relevance"], 3),
                "quality": round(row["quality"], 3),
                "confidence": round(row["confidence"], 3),
                "voices": row["evidence_count"],
                "independent": bool(row["independent"]),
                "suspected_injection": len(load(row["injection"])),
            }
            for row in kept
        ],
        "refused": [
            {"task": row["task_id"], "uri": row["uri"], "reason": row["reason"], "detail": row["detail"]}
            for row in refused
        ],
        "refused_by_reason": dict(sorted(Counter(row["reason"] for row in refused).items())),
    }


def _draft(rx: Rx, row: Row, profile: Profile) -> dict[str, Any]:
    claims = claims_of(rx, row["id"], row["version"])
    counts = dict.fromkeys((verdict.value for verdict in Verdict), 0)
    for claim in claims:
        if claim.verdict is not None and not claim.exempt:
            counts[claim.verdict.value] += 1
    refs = sorted({(ref.ref, ref.uri, ref.title) for claim in claims for ref in claim.refs})
    return {
        "id": row["id"],
        "task": row["task_id"],
        "title": row["title"],
        "kind": row["kind"],
        "state": row["state"],
        "lang": row["lang"],
        "article_type": row["article_type"],
        "path": str(profile.paths.staging / row["staging_name"]),
        "sidecar": str(profile.paths.article_metadata / f"{row['id']}.json"),
        "base": row["base_path"],
        "claims": counts,
        "exempt": sum(claim.exempt for claim in claims),
        "sources": [{"ref": ref, "uri": uri, "title": title} for ref, uri, title in refs],
    }


def claim_rows(profile: Profile, draft_id: str) -> Sequence[tuple[str, str, str]]:
    """Return (verdict, first source, text) of a draft's judged units, in the order of the text."""

    def query(rx: Rx) -> list[tuple[str, str, str]]:
        version = rx.scalar("SELECT version FROM draft WHERE id = ?", (draft_id,))
        return [
            (
                claim.verdict.value if claim.verdict else "",
                claim.refs[0].uri if claim.refs else "",
                claim.text,
            )
            for claim in claims_of(rx, draft_id, int(version))
            if not claim.exempt
        ]

    return profile.database.read(query)
