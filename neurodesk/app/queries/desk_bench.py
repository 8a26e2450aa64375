"""Fills a profile with made-up tasks and evidence, to measure the desk at size."""

from __future__ import annotations

from collections.abc import Iterator

from neurodesk.app.commands.begin_draft import add_outside_draft
from neurodesk.app.profile import Profile
from neurodesk.domain.decisions import Actor
from neurodesk.domain.identity import derived_id
from neurodesk.storage.db import Tx
from neurodesk.storage.evidence_store import put_text

_STATES = ("completed", "completed", "queued", "completed", "deferred", "failed", "completed", "cancelled")
_SUBJECTS = (
    "ZFS",
    "etcd",
    "PostgreSQL",
    "systemd",
    "Ceph",
    "OpenSSH",
    "Podman",
    "Restic",
    "Postfix",
    "DNSSEC",
)
_THINGS = (
    "key rotation without a restart",
    "logical replication after an upgrade",
    "Wiederherstellung nach einem Ausfall",
    "validation fails behind a router",
    "Zertifikate erneuern",
    "snapshots fill the volume",
    "slow start after a kernel update",
)


def fill(profile: Profile, tasks: int, evidence: int) -> None:
    """Lay made-up rows into a profile, always the same ones; the scanner asked, so that none of them runs."""
    database = profile.database
    database.bulk(_tasks(tasks), _put_task).result()
    database.bulk(_evidence(evidence, tasks), _put_evidence).result()


def lay_draft(profile: Profile, text: str) -> str:
    """Lay a text on the desk as a draft that one stored source carries word for word; returns its id."""
    evidence_id = derived_id("bench-evidence", "draft")

    def store(tx: Tx) -> None:
        sha256 = put_text(tx, text, 1.7e9)
        uri = "https://host.example.org/draft"
        row = (evidence_id, "", uri, "host.example.org", "Growing", sha256, 1.7e9, "learned", "", 1.0)
        _put_evidence(tx, row)

    profile.database.write(store)
    return add_outside_draft(profile, text, Actor("bench", "bench"), evidence_ids=[evidence_id]).draft_id


def _tasks(count: int) -> Iterator[tuple[object, ...]]:
    for number in range(count):
        state = _STATES[number % len(_STATES)]
        topic = f"{_SUBJECTS[number % 10]} {number % 97}: {_THINGS[number % 7]}"
        finished = 1.7e9 + number if state in ("completed", "failed", "cancelled") else 0.0
        yield (
            derived_id("bench", str(number)),
            topic,
            topic,
            round(0.3 + (number * 37 % 600) / 1000, 3),
            state,
            "evidence_only" if state == "completed" else "",
            f"bench {number}",
            "scanner",
            number % 9,
            1.7e9 + number,
            1.7e9 + number,
            finished,
            4e9 if state == "deferred" else 0.0,
        )


def _put_task(tx: Tx, row: tuple[object, ...]) -> None:
    tx.execute(
        "INSERT INTO task (id, topic, question, priority, state, outcome, dedupe_key, requested_by,"
        " evidence_count, created_at, updated_at, finished_at, not_before)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )


def _evidence(count: int, tasks: int) -> Iterator[tuple[object, ...]]:
    states = ("learned", "learned", "rejected", "grounded")
    for number in range(count):
        host = f"host{number % 300}.example.org"
        yield (
            derived_id("bench-evidence", str(number)),
            derived_id("bench", str(number % max(1, tasks))),
            f"https://{host}/page/{number}",
            host,
            f"{_SUBJECTS[number % 10]}: {_THINGS[number % 7]} ({number})",
            derived_id("text", str(number)),
            1.7e9 + number,
            states[number % 4],
            "fulltext_irrelevant" if number % 4 == 2 else "",
            (number % 100) / 100,
        )


def _put_evidence(tx: Tx, row: tuple[object, ...]) -> None:
    identifier, task, uri, host, title, sha256, at, state, reason, relevance = row
    tx.execute(
        "INSERT INTO evidence (id, task_id, requested_uri, final_uri, host, source_key, title, sha256,"
        " retrieved_at, origin, state, reason, relevance) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'web', ?, ?, ?)",
        (identifier, task, uri, uri, host, host, title, sha256, at, state, reason, relevance),
    )
