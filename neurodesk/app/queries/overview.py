"""What the status bar and the places' counts show, in one read."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import GateLine, LiveFacts, gate_line
from neurodesk.domain.tasks import TaskState
from neurodesk.storage.db import Rx
from neurodesk.storage.query_store import waiting_count


@dataclass(frozen=True, slots=True)
class RunningTask:
    """The task that runs now.

    Attributes:
        stage: the stage it is in, "" before the first.
        searches, pages: how many it has made so far.
        stop_requested: it leaves after this step.
    """

    id: str
    topic: str
    stage: str
    pass_number: int
    started_at: float
    searches: int
    pages: int
    stop_requested: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts and states for the frame of the window.

    Attributes:
        states: tasks by state.
        passages, vectors: stored passages, and those with vectors.
        gates: why nothing runs, with the gates behind it.
    """

    states: dict[str, int]
    running: RunningTask | None
    gates: GateLine
    drafts_open: int = 0
    findings_open: int = 0
    edges_proposed: int = 0
    articles: int = 0
    kbs: int = 0
    collections: int = 0
    documents: int = 0
    passages: int = 0
    vectors: int = 0
    last_scan_at: float = 0.0
    queries_waiting: int = 0
    outcomes_waiting: int = 0
    models: tuple[str, ...] = field(default=())

    @property
    def waiting(self) -> int:
        """Tasks that wait, run or are put off."""
        done = (TaskState.COMPLETED, TaskState.FAILED, TaskState.CANCELLED)
        return sum(number for state, number in self.states.items() if state not in done)


def overview(profile: Profile, live: LiveFacts | None = None, *, next_check_at: float = 0.0) -> Overview:
    """Read what the frame shows; a few milliseconds with 100,000 tasks."""

    def query(rx: Rx) -> Overview:
        states = {
            row[0]: row[1] for row in rx.sql("SELECT state, COUNT(*) FROM task GROUP BY state ORDER BY state")
        }
        count = _Counter(rx)
        return Overview(
            states=states,
            running=_running(rx),
            gates=gate_line(profile, live, next_check_at=next_check_at),
            drafts_open=count("SELECT COUNT(*) FROM draft WHERE state NOT IN ('promoted', 'rejected')"),
            findings_open=count("SELECT COUNT(*) FROM finding WHERE state = 'open'"),
            edges_proposed=count("SELECT COUNT(*) FROM edge WHERE status = 'proposed'"),
            articles=count("SELECT COUNT(*) FROM node WHERE kind = 'article' AND state = 'active'"),
            kbs=count("SELECT COUNT(*) FROM kb"),
            collections=count("SELECT COUNT(*) FROM collection"),
            documents=count("SELECT COUNT(*) FROM library_file WHERE refusal = ''"),
            passages=count("SELECT COUNT(*) FROM chunk"),
            vectors=count("SELECT COUNT(*) FROM chunk_vector"),
            last_scan_at=float(rx.scalar("SELECT MAX(finished_at) FROM scan") or 0.0),
            queries_waiting=waiting_count(rx),
            outcomes_waiting=count("SELECT COUNT(*) FROM outcome WHERE state = 'submitted'"),
            models=profile.settings.current.items("models.ollama_urls"),
        )

    return profile.database.read(query)


class _Counter:
    """Counts rows of one snapshot."""

    def __init__(self, rx: Rx) -> None:
        self._rx = rx

    def __call__(self, sql: str) -> int:
        return int(self._rx.scalar(sql) or 0)


def _running(rx: Rx) -> RunningTask | None:
    row = rx.one(
        "SELECT id, topic, started_at, stop_requested FROM task INDEXED BY task_leased"
        " WHERE state IN ('reserved', 'running') AND state = 'running' ORDER BY id LIMIT 1"
    )
    if row is None:
        return None
    task_id = row["id"]
    stage = rx.one(
        "SELECT params FROM activity WHERE task_id = ? AND code = 'stage_started' ORDER BY id DESC LIMIT 1",
        (task_id,),
    )
    params = _params(stage["params"]) if stage is not None else {}
    after = row["started_at"]
    counts = {
        one[0]: one[1]
        for one in rx.sql(
            "SELECT code, COUNT(*) FROM activity WHERE task_id = ? AND at >= ?"
            " AND code IN ('searched', 'fetched') GROUP BY code ORDER BY code",
            (task_id, after),
        )
    }
    number = params.get("pass_number", 0)
    return RunningTask(
        task_id,
        row["topic"],
        str(params.get("stage", "")),
        number if isinstance(number, int) else 0,
        after,
        counts.get("searched", 0),
        counts.get("fetched", 0),
        bool(row["stop_requested"]),
    )


def _params(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
