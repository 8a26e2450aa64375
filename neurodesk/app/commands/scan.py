"""Commands around the scanner: scan, plan, and the curator's acts on findings (SPEC G1-G3, G5, K4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from neurodesk.app.commands.recheck import compare_local
from neurodesk.app.commands.revise_changed import revise_changed
from neurodesk.app.commands.revise_twin import revise_twin
from neurodesk.app.profile import Profile
from neurodesk.app.queue import rules_of, task_store
from neurodesk.app.scan_run import ScanMemory, ScanRun, run_scan
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.identity import random_id
from neurodesk.domain.scanning import CandidateNode, FindingState, FindingType, ScanResult
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, Origin
from neurodesk.pipeline.opportunities import Opportunity, PlannerLimits, SeedText, find_opportunities
from neurodesk.pipeline.plan import plan_as_json
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Lane, Rx, Tx
from neurodesk.storage.finding_store import (
    close_scan,
    decide_finding,
    finding_row,
    id_of,
    judge_pair,
    open_pairs,
    sent_away,
    store_findings,
    stored_finding,
)
from neurodesk.storage.json_columns import dump
from neurodesk.storage.opportunity_store import enqueue_opportunity, opportunity, store_opportunity
from neurodesk.storage.queue_requests import Enqueued
from neurodesk.storage.scan_store import seed_texts, store_digest

FINDINGS_A_STEP = 50


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan gave: open findings, candidates, plans, tasks enqueued, and the whole result."""

    scan_id: str
    findings: int
    candidates: int
    result: ScanResult
    changes: ChangeSet
    opportunities: tuple[Opportunity, ...] = ()
    enqueued: tuple[str, ...] = ()


def scan_now(profile: Profile, *, enqueue: bool = False, memory: ScanMemory | None = None) -> Scanned:
    """Scan the knowledge inside the source filter, renew the findings and plan the best candidates.

    Reads stored facts only. What was planned is kept as a proposal.

    Args:
        enqueue: put the best plans into the queue as the scanner's tasks, at most ``worker.tasks_per_scan``.
        memory: of the former scan in this process, for one that reads only what changed.
    """
    started = profile.clock.time()
    compare_local(profile)
    run, planned = _look(profile, started, memory or ScanMemory())
    result = run.result
    if run.made:
        profile.database.bulk(
            run.made,
            lambda tx, one: store_digest(tx, one[0], one[1], DIGEST_VERSION, one[2]),
        ).result()
    scan_id = random_id("s")
    now = profile.clock.time()
    steps = [
        result.findings[start : start + FINDINGS_A_STEP]
        for start in range(0, len(result.findings), FINDINGS_A_STEP)
    ]
    profile.database.bulk(steps, lambda tx, step: store_findings(tx, scan_id, step, now)).result()

    def close(tx: Tx) -> int:
        still_open = close_scan(tx, result.findings)
        counts = {
            "findings": still_open,
            "candidates": len(result.candidates),
            "opportunities": sum(not one.rejected for one in planned),
        }
        tx.execute(
            "INSERT INTO scan (id, started_at, finished_at, counts) VALUES (?, ?, ?, ?)",
            (scan_id, started, profile.clock.time(), dump(counts)),
        )
        note(tx, profile.clock.time(), "scan_finished", "", counts)
        tx.changed(Kind.SCAN, scan_id)
        return still_open

    still_open = profile.database.write(close, lane=Lane.BULK)
    revised = _revise_flagged(profile) if enqueue else {}
    enqueued = [
        *revised.values(),
        *_keep_plans(profile, scan_id, planned, enqueue=enqueue, revised=frozenset(revised)),
    ]
    changes = ChangeSet.of(
        (Kind.SCAN, scan_id), (Kind.FINDING, ""), (Kind.EDGE, ""), *((Kind.TASK, one) for one in enqueued)
    )
    return Scanned(scan_id, still_open, len(result.candidates), result, changes, planned, tuple(enqueued))


def scan_on_schedule(profile: Profile, memory: ScanMemory | None = None) -> Scanned:
    """Scan as the worker does: plans are enqueued only while autonomy is on (SPEC G3, Q10)."""
    return scan_now(profile, enqueue=profile.settings.current.switch("worker.autonomous"), memory=memory)


def _look(profile: Profile, now: float, memory: ScanMemory) -> tuple[ScanRun, tuple[Opportunity, ...]]:
    """Run the scan and the planner inside one read."""
    settings = profile.settings.current
    limits = PlannerLimits(
        settings.whole("worker.opportunity_limit"),
        settings.number("worker.min_priority"),
        settings.whole("research.max_queries"),
    )

    def look(rx: Rx) -> tuple[ScanRun, tuple[Opportunity, ...]]:
        run = run_scan(
            rx,
            now,
            memory,
            filter_keys=settings.source_filter(),
            cooldown_s=settings.number("queue.cooldown_h") * 3600.0,
        )
        away = _decided(rx, run.result)
        open_findings = [one for one in run.result.findings if one.key not in away]
        wanted = [one.node_id for one in run.result.candidates[: limits.opportunity_limit]]
        texts = {node_id: SeedText(node_id, *values) for node_id, values in seed_texts(rx, wanted).items()}
        return run, find_opportunities(run.result.candidates, open_findings, texts, limits)

    return profile.database.read(look)


def _decided(rx: Rx, result: ScanResult) -> set[tuple[str, ...]]:
    """Return the keys of findings that the curator sent away and whose text is still the same (SPEC G2)."""
    away = sent_away(rx)
    return {one.key for one in result.findings if away.get(id_of(one)) == one.text_hash}


def _revise_flagged(profile: Profile) -> dict[str, str]:
    """Begin revisions of articles that something outside overtook; returns the task by node (SPEC P7, P8).

    Sources that changed go first; translations that are behind follow, where a model can write them.
    """
    most = profile.settings.current.whole("worker.tasks_per_scan")
    overtaken = profile.database.read(lambda rx: open_pairs(rx, FindingType.SOURCE_CHANGED))
    begun: dict[str, str] = {}
    for node_id in dict.fromkeys(node_id for node_id, _ in overtaken):
        if len(begun) == most:
            return begun
        revision = revise_changed(profile, node_id, Origin.SCANNER)
        if revision.changes.items:
            begun[node_id] = revision.task_id
    for node_id, promoted_id in profile.database.read(lambda rx: open_pairs(rx, FindingType.TWIN_BEHIND)):
        if len(begun) == most:
            break
        try:
            revision = revise_twin(profile, node_id, promoted_id, Origin.SCANNER)
        except RuleRefused:  # no model translates now: the findings wait, and a later scan asks again
            break
        except BadInput:  # nothing of it corresponds to what changed: the curator compares the two
            continue
        if revision.changes.items:
            begun.setdefault(node_id, revision.task_id)
    return begun


def _keep_plans(
    profile: Profile,
    scan_id: str,
    planned: Sequence[Opportunity],
    *,
    enqueue: bool,
    revised: frozenset[str],
) -> list[str]:
    settings = profile.settings.current
    now = profile.clock.time()
    left = settings.whole("worker.tasks_per_scan") - len(revised) if enqueue else 0

    def store(tx: Tx) -> list[str]:
        tasks: list[str] = []
        room = left
        for one in planned:
            data: dict[str, object] = {
                "plan": plan_as_json(one.plan),
                "question": one.question,
                "signals": [list(signal) for signal in one.signals],
                "missing_sections": list(one.missing_sections),
                "reasons": [[reason.code, dict(reason.params)] for reason in one.reasons],
            }
            stored = store_opportunity(
                tx,
                scan_id=scan_id,
                node_id=one.node_id,
                topic=one.plan.topic,
                priority=one.plan.priority,
                accepted=not one.rejected,
                reason=one.rejected,
                data=data,
                now=now,
            )
            if one.rejected or room <= 0 or one.node_id in revised:
                continue
            new = _as_task(one, settings.source_filter())
            answer = enqueue_opportunity(tx, stored, new, one.missing_sections, rules_of(settings), now)
            if answer.created:
                room -= 1
                tasks.append(answer.task.id)
        return tasks

    return profile.database.write(store)


def _as_task(one: Opportunity, filter_keys: tuple[str, ...] | None) -> NewTask:
    return NewTask(
        topic=one.plan.topic,
        question=one.question,
        research_questions=one.plan.questions,
        queries=one.plan.queries,
        seed_node_ids=one.plan.seed_node_ids,
        priority=one.plan.priority,
        requested_by=Origin.SCANNER,
        reason=", ".join(name for name, _ in one.signals[:3]),
        signals=one.signals,
        filter_keys=filter_keys,
        article_type=one.plan.article_type.value,
    )


# -- the curator's acts (SPEC G5, K4) -----------------------------------------------------------------


def research_opportunity(profile: Profile, opportunity_id: int) -> Enqueued:
    """Enqueue a proposed or rejected plan for the curator (SPEC G5).

    Raises:
        BadInput: ``opportunity_unknown``, ``seed_unknown``.
    """
    settings = profile.settings.current

    def store(tx: Tx) -> Enqueued:
        found = opportunity(tx, opportunity_id)
        plan = found.data["plan"]
        new = NewTask(
            topic=found.topic,
            question=str(found.data["question"]),
            research_questions=tuple(plan["questions"]),
            queries=tuple(plan["queries"]),
            seed_node_ids=tuple(plan["seed_node_ids"]),
            priority=max(0.7, found.priority),
            requested_by=Origin.CURATOR,
            reason="opportunity",
            signals=tuple((str(name), float(strength)) for name, strength in found.data["signals"]),
            filter_keys=settings.source_filter(),
            article_type=str(plan["article_type"]),
        )
        missing = tuple(str(one) for one in found.data["missing_sections"])
        return enqueue_opportunity(tx, found.id, new, missing, rules_of(settings), profile.clock.time())

    return profile.database.write(store)


def research_finding(profile: Profile, finding_id: str) -> Enqueued:
    """Ask for research on one finding as the curator's own task (SPEC G5).

    A changed source gives a revision draft of the flagged sentences alone (SPEC P7), a translation that is
    behind one of the units that correspond to what changed (SPEC P8).

    Raises:
        BadInput: ``finding_unknown``, or ``finding_without_article``: nothing to research from;
            ``twin_unchanged``.
        RuleRefused: ``twin_needs_model``.
    """
    settings = profile.settings.current
    now = profile.clock.time()
    row = profile.database.read(lambda rx: finding_row(rx, finding_id))
    if row.type in (FindingType.SOURCE_CHANGED, FindingType.TWIN_BEHIND):
        if row.type is FindingType.SOURCE_CHANGED:
            revision = revise_changed(profile, row.node_id)
        else:
            revision = revise_twin(profile, row.node_id, row.other_node_id)
        answer = EnqueueAnswer.CREATE if revision.changes.items else EnqueueAnswer.LIVE
        return Enqueued(task_store(profile).get(revision.task_id), answer)

    def plan(rx: Rx) -> tuple[Opportunity, float]:
        found = finding_row(rx, finding_id)
        read = stored_finding(rx, finding_id)
        texts = {one: SeedText(one, *values) for one, values in seed_texts(rx, [found.node_id]).items()}
        if found.node_id not in texts:
            raise BadInput("finding_without_article", id=finding_id)
        candidate = CandidateNode(found.node_id, 0.8, read.signals, (read.section,) if read.section else ())
        limits = PlannerLimits(1, 0.0, settings.whole("research.max_queries"))
        return find_opportunities([candidate], [read], texts, limits)[0], now

    planned, at = profile.database.read(plan)

    def store(tx: Tx) -> Enqueued:
        new = replace(
            _as_task(planned, settings.source_filter()),
            requested_by=Origin.CURATOR,
            reason="finding",
            priority=0.8,
        )
        return enqueue_opportunity(tx, 0, new, planned.missing_sections, rules_of(settings), at)

    return profile.database.write(store)


def dismiss(profile: Profile, finding_id: str, who: str, reason: str) -> ChangeSet:
    """Send a finding away until its text changes (SPEC G2, G5).

    Raises:
        BadInput: ``finding_unknown``, or ``dismissal_without_reason``.
    """
    if not reason.strip():
        raise BadInput("dismissal_without_reason")
    return _decide(profile, finding_id, FindingState.DISMISSED, who, reason.strip())


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


def accept_proposal(profile: Profile, finding_id: str, who: str) -> ChangeSet:
    """Accept a proposed contradiction or duplicate: its edge counts from now on (SPEC K3, K4).

    Raises:
        BadInput: ``finding_unknown``, ``finding_no_proposal``.
    """
    return _judge(profile, finding_id, who, accept=True)


def reject_proposal(profile: Profile, finding_id: str, who: str, reason: str = "") -> ChangeSet:
    """Reject a proposed contradiction or duplicate; it stays away (SPEC K3, K4).

    Raises:
        BadInput: ``finding_unknown``, ``finding_no_proposal``.
    """
    return _judge(profile, finding_id, who, accept=False, reason=reason)


def _judge(profile: Profile, finding_id: str, who: str, *, accept: bool, reason: str = "") -> ChangeSet:
    now = profile.clock.time()

    def store(tx: Tx) -> None:
        judge_pair(tx, finding_row(tx, finding_id), accept=accept, who=who, now=now)
        if not accept:
            decide_finding(tx, finding_id, FindingState.DISMISSED, who, reason or "rejected", now)

    profile.database.write(store)
    return ChangeSet.of((Kind.FINDING, finding_id), (Kind.EDGE, ""))


def _decide(
    profile: Profile, finding_id: str, state: FindingState, who: str, reason: str, until: float = 0.0
) -> ChangeSet:
    now = profile.clock.time()
    profile.database.write(lambda tx: decide_finding(tx, finding_id, state, who, reason, now, until))
    return ChangeSet.of((Kind.FINDING, finding_id))
