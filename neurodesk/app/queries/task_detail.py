"""One task with what each stage found: for the queue's detail (SPEC W11, Q13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.app.queries.tasks import TaskView, show_task
from neurodesk.domain.model_calls import ModelCall
from neurodesk.domain.privacy import OutgoingQuery
from neurodesk.domain.tasks import STAGES, Task
from neurodesk.storage.db import Rx
from neurodesk.storage.json_columns import load
from neurodesk.storage.model_call_store import calls_of
from neurodesk.storage.query_store import queries_of

SAMPLES = 4
CALLS = 60


@dataclass(frozen=True, slots=True)
class StageSample:
    """One result of a stage: a query with its hits, or a page with its score or the reason of its refusal.

    Attributes:
        kind: ``query``, ``kept`` or ``refused``.
        number: hits of a query, score of a kept page.
        reason: code of a refusal.
    """

    kind: str
    text: str
    number: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StageView:
    """A finished stage.

    Attributes:
        facts: what came of it: counts by name, such as ``questions``, ``queries``, ``hits``, ``kept``.
        total: how many samples there are in all.
    """

    stage: str
    pass_number: int
    at: float
    duration_s: float
    facts: Mapping[str, int] = field(default_factory=dict)
    samples: tuple[StageSample, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class TaskDetail:
    """A task, its history, its stages, and its draft.

    Attributes:
        running_stage: the stage that was started last and has no receipt yet, "" when none.
        seeds: titles of the articles it starts from.
        filtered: candidates refused because their host is not in the source filter (SPEC K5).
    """

    view: TaskView
    stages: tuple[StageView, ...]
    running_stage: str
    draft_title: str
    draft_state: str
    seeds: tuple[str, ...]
    filtered: tuple[tuple[str, int], ...]
    queries: tuple[OutgoingQuery, ...] = ()
    calls: tuple[ModelCall, ...] = ()


def task_detail(profile: Profile, task_id: str) -> TaskDetail:
    """Return a task with what each of its stages found.

    Raises:
        BadInput: ``task_unknown``.
    """

    def query(rx: Rx) -> TaskDetail:
        view = show_task(profile, task_id)
        receipts = rx.sql(
            "SELECT stage, pass_number, at, duration_s, data FROM receipt WHERE task_id = ?"
            " ORDER BY at, rowid",
            (task_id,),
        )
        order = {str(stage): number for number, stage in enumerate(STAGES)}
        stages = [
            _stage(rx, task_id, row["stage"], row["pass_number"], row["at"], row["duration_s"], row["data"])
            for row in sorted(receipts, key=lambda one: (one["at"], order.get(one["stage"], 9)))
        ]
        done = {(one.stage, one.pass_number) for one in stages}
        draft = rx.one(
            "SELECT title, state FROM draft WHERE task_id = ? ORDER BY created_at DESC, id LIMIT 1",
            (task_id,),
        )
        seeds: list[str] = []
        if isinstance(view.task, Task):
            seeds.extend(
                str(rx.scalar("SELECT title FROM node WHERE id = ?", (node_id,)) or node_id)
                for node_id in view.task.seed_node_ids[:8]
            )
        filtered = rx.sql(
            "SELECT detail, COUNT(*) FROM candidate WHERE task_id = ? AND reason = 'domain_not_in_filter'"
            " GROUP BY detail ORDER BY 2 DESC, 1",
            (task_id,),
        )
        return TaskDetail(
            view,
            tuple(stages),
            _running(rx, task_id, view, done),
            draft["title"] if draft is not None else "",
            draft["state"] if draft is not None else "",
            tuple(seeds),
            tuple((str(row[0]), int(row[1])) for row in filtered),
            tuple(queries_of(rx, task_id=task_id)),
            tuple(calls_of(rx, task_id=task_id, limit=CALLS)),
        )

    return profile.database.read(query)


def _running(rx: Rx, task_id: str, view: TaskView, done: set[tuple[str, int]]) -> str:
    if not isinstance(view.task, Task) or view.task.state != "running":
        return ""
    row = rx.one(
        "SELECT params FROM activity WHERE task_id = ? AND code = 'stage_started' ORDER BY id DESC LIMIT 1",
        (task_id,),
    )
    params = load(row["params"]) if row is not None else {}
    key = (str(params.get("stage", "")), int(params.get("pass_number", 0) or 0))
    return "" if key in done else key[0]


def _stage(
    rx: Rx, task_id: str, stage: str, pass_number: int, at: float, duration_s: float, text: str
) -> StageView:
    data = load(text)
    facts: dict[str, int] = {}
    samples: list[StageSample] = []
    total = 0
    if stage == "plan":
        plan = data.get("plan", {})
        facts = {"questions": len(plan.get("questions", ())), "queries": len(plan.get("queries", ()))}
    elif stage == "search":
        facts = {
            "hits": int(data.get("hits", 0)),
            "refused": int(data.get("refused", 0)),
            "failed": len(data.get("failed_searches", ())),
        }
        samples, total = _searches(rx, task_id, list(data.get("queries", ())))
    elif stage == "fetch":
        facts = {"attempted": int(data.get("attempted", 0)), "read": len(data.get("fetched", ()))}
    elif stage == "gate":
        facts = {"kept": len(data.get("kept", ())), "refused": len(data.get("refused", ()))}
        samples, total = _pages(rx, data)
    elif stage == "author":
        article = data.get("article", {})
        facts = {"chars": len(str(article.get("text", ""))), "edits": len(data.get("edits", ()))}
    elif stage == "review":
        for one in data.get("review", {}).get("claims", ()):
            verdict = str(one.get("verdict", "")) if isinstance(one, dict) else ""
            if verdict:
                facts[verdict] = facts.get(verdict, 0) + 1
    return StageView(stage, pass_number, at, duration_s, facts, tuple(samples), total)


def _searches(rx: Rx, task_id: str, queries: list[str]) -> tuple[list[StageSample], int]:
    hits: dict[str, int] = {}
    for row in rx.sql(
        "SELECT params FROM activity WHERE task_id = ? AND code = 'searched' ORDER BY id", (task_id,)
    ):
        params = load(row["params"])
        hits[str(params.get("query", ""))] = int(params.get("hits", 0) or 0)
    samples = [StageSample("query", str(query), hits.get(str(query), 0)) for query in queries[:SAMPLES]]
    return samples, len(queries)


def _pages(rx: Rx, data: Mapping[str, object]) -> tuple[list[StageSample], int]:
    kept = data.get("kept")
    refused = data.get("refused")
    samples: list[StageSample] = []
    kept_ids = [str(one) for one in kept] if isinstance(kept, list) else []
    pairs = [(str(one[0]), str(one[1])) for one in refused] if isinstance(refused, list) else []
    for evidence_id, reason in [*((one, "") for one in kept_ids), *pairs][:SAMPLES]:
        row = rx.one("SELECT title, final_uri, relevance FROM evidence WHERE id = ?", (evidence_id,))
        words = (row["title"] or row["final_uri"]) if row is not None else evidence_id
        score = float(row["relevance"]) if row is not None else 0.0
        samples.append(StageSample("refused" if reason else "kept", words, score, reason))
    return samples, len(kept_ids) + len(pairs)
