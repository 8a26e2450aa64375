"""Stage receipts: what a stage found and that it is done, in one transaction (SPEC Q13; fills ports.TaskLedger)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from neurodesk.domain.evidence import Evidence, Refusal
from neurodesk.domain.ports import Clock
from neurodesk.domain.research import NewCandidate, StageReceipt, StageResult
from neurodesk.domain.tasks import STAGES, Stage
from neurodesk.storage.article_store import put_draft
from neurodesk.storage.db import Database, Rx, Tx
from neurodesk.storage.evidence_store import evidence_of_task, put_candidates, put_evidence, refuse_evidence
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.task_store import require_live_lease

_ORDER = {stage: place for place, stage in enumerate(STAGES)}


class StoredLedger:
    """The ledger of a profile's database.

    Args:
        database: the open database.
        clock: stamps receipts and judges the lease.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def receipts(self, task_id: str) -> tuple[StageReceipt, ...]:
        """Return what is done, by pass and stage."""

        def query(rx: Rx) -> list[StageReceipt]:
            rows = rx.sql("SELECT stage, pass_number, data FROM receipt WHERE task_id = ?", (task_id,))
            return [StageReceipt(Stage(row["stage"]), row["pass_number"], load(row["data"])) for row in rows]

        found = self._database.read(query)
        return tuple(sorted(found, key=lambda one: (one.pass_number, _ORDER[one.stage])))

    def evidence(self, task_id: str) -> Sequence[Evidence]:
        """Return the fetched texts of a task."""
        return self._database.read(lambda rx: evidence_of_task(rx, task_id))

    def commit(
        self,
        task_id: str,
        token: str,
        stage: Stage,
        pass_number: int,
        result: StageResult,
        *,
        duration_s: float,
    ) -> None:
        """Store a stage's result and its receipt in one transaction; a second commit of a stage changes nothing.

        Raises:
            StaleLease: the token no longer holds; nothing was stored.
        """
        now = self._clock.time()

        def store(tx: Tx) -> None:
            require_live_lease(tx, task_id, token, now)
            done = tx.execute(
                """INSERT OR IGNORE INTO receipt (task_id, stage, pass_number, at, duration_s, data)
                   VALUES (?,?,?,?,?,?)""",
                (task_id, stage, pass_number, now, duration_s, dump(result.data)),
            )
            if not done:
                return
            erased = put_evidence(tx, task_id, result.evidence, now)
            put_candidates(tx, task_id, [_unless_erased(one, erased) for one in result.candidates], now)
            for evidence_id, reason in result.refused_evidence:
                refuse_evidence(tx, evidence_id, reason)
            if result.draft is not None:
                put_draft(tx, task_id, result.draft, now)

        self._database.write(store)


def _unless_erased(one: NewCandidate, erased: frozenset[str]) -> NewCandidate:
    if one.uri not in erased:
        return one
    return replace(
        one, verdict="refused", reason=Refusal.DUPLICATE_CONTENT.value, detail="its text was erased"
    )
