"""What the API answers: one entry an endpoint, from which routing and the OpenAPI page come (SPEC I3).

No endpoint approves or promotes: this package cannot import the maker of decisions (an import contract).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from neurodesk.api.served import Served
from neurodesk.app.commands import events, outcomes, tasks
from neurodesk.app.commands.begin_draft import add_outside_draft
from neurodesk.app.commands.replay import replay
from neurodesk.app.queries import gates
from neurodesk.app.queries import tasks as task_queries
from neurodesk.app.queries.status import status, why_values
from neurodesk.domain.api_tokens import ApiToken, Scope
from neurodesk.domain.articles import WrittenBy
from neurodesk.domain.decisions import Actor
from neurodesk.domain.errors import BadInput, EnvironmentFault
from neurodesk.domain.events import DEFAULT_PRIORITY, EventType, clamped
from neurodesk.domain.json_fields import Fields
from neurodesk.domain.outcomes import OutcomeDecision, OutcomeRecord
from neurodesk.domain.replay import DEFAULT_K, MOST_CASES, MOST_K, read_cases
from neurodesk.domain.tasks import NewTask, Origin, Task
from neurodesk.storage.task_rows import DamagedTask

MAX_TASKS_SHOWN = 1_000
MAX_ARTICLE_CHARACTERS = 500_000
_SECRET_FIELDS = ("lease_token", "lease_owner")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, checked: who asks, with what."""

    token: ApiToken
    body: object = None
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)


Answer = tuple[int, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint.

    Attributes:
        path: with ``{name}`` for parts.
        answers: status to what it means, for the OpenAPI page.
        body: JSON schema of the body, None when there is none.
        long: works for seconds, beside the others and one at a time.
    """

    method: str
    path: str
    scope: Scope
    summary: str
    handle: Callable[[Served, Call], Answer]
    answers: Mapping[int, str]
    body: Mapping[str, object] | None = None
    query: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    long: bool = False


def task_values(task: Task | DamagedTask) -> dict[str, object]:
    """Return a task as plain values; who holds its lease stays inside."""
    values = dataclasses.asdict(task)
    for name in _SECRET_FIELDS:
        values.pop(name, None)
    return values


# -- events (SPEC G4) ---------------------------------------------------------------------------------


def post_event(served: Served, call: Call) -> Answer:
    """Take an event: 202 when it made a task, 200 when one stands already or the event was ignored."""
    answer = events.receive(served.profile, call.body)
    values: dict[str, object] = {
        "result": str(answer.result),
        "reason": answer.reason,
        "detail": answer.detail,
        "task": None if answer.task is None else task_values(answer.task),
    }
    return 202 if answer.result is events.EventResult.QUEUED else 200, values


# -- research tasks (SPEC Q4, Q8) ---------------------------------------------------------------------


def post_task(served: Served, call: Call) -> Answer:
    """Ask for research: 202 with the new task, 200 with the one that stands already.

    A program is no curator: the task waits behind autonomy, idle time, quiet hours and budget.
    """
    fields = Fields(call.body)
    priority = fields.number("priority")
    by = fields.text("requested_by", most=200) or call.token.name
    reason = " ".join(fields.text("reason", most=2_000).split())
    new = NewTask(
        topic=" ".join(fields.text("topic", most=300).split()),
        question=fields.text("question", most=2_000),
        seed_node_ids=fields.texts("seed_node_ids", most=100, most_characters=500),
        priority=clamped(DEFAULT_PRIORITY if priority is None else priority),
        requested_by=Origin.EVENT,
        reason=f"asked by {' '.join(by.split())}" + (f": {reason}" if reason else ""),
    )
    answer = tasks.ask(served.profile, new).answer
    values: dict[str, object] = {
        "created": answer.created,
        "answer": str(answer.answer),
        "task": task_values(answer.task),
    }
    return 202 if answer.created else 200, values


def get_tasks(served: Served, call: Call) -> Answer:
    """List tasks: what works, what waits by priority, what is finished."""
    text = call.query.get("limit", "100")
    if not (text.isascii() and text.isdigit()) or len(text) > 6 or not 1 <= int(text) <= MAX_TASKS_SHOWN:
        raise BadInput("field_invalid", field="limit", expected=f"a whole number from 1 to {MAX_TASKS_SHOWN}")
    found = task_queries.list_tasks(served.profile, limit=int(text))
    return 200, {
        "tasks": [task_values(one) for one in found],
        "counts": task_queries.count_by_state(served.profile),
    }


def cancel_task(served: Served, call: Call) -> Answer:
    """Cancel a task that does not run yet; 409 when it runs or is finished."""
    reason = Fields(call.body).text("reason", most=500)
    task_id = call.path["id"]
    tasks.cancel(served.profile, task_id, reason or f"cancelled by {call.token.name}")
    return 200, {"task": task_values(task_queries.show_task(served.profile, task_id).task)}


def scan(served: Served, call: Call) -> Answer:
    """Run the scanner at once; a task that runs is finished first (SPEC Q11)."""
    Fields(call.body)
    if not served.worker.scan_now():
        raise EnvironmentFault("scanner_absent")
    return 202, {"accepted": True, "worker": dataclasses.asdict(served.worker.status())}


def run(served: Served, call: Call) -> Answer:
    """Look at the queue now; bypasses no gate, and the answer names the first closed one (SPEC Q11)."""
    Fields(call.body)
    heard = served.worker.wake()
    at = served.worker.status().next_check_at
    return 202, {
        "accepted": heard,
        "why": why_values(gates.why(served.profile, served.live, next_check_at=at)),
    }


# -- status -------------------------------------------------------------------------------------------


def get_status(served: Served, call: Call) -> Answer:
    """Tell queue, gates, worker, budget and models."""
    return 200, status(served.profile, served.worker.status(), live=served.live, models=served.models)


# -- drafts -------------------------------------------------------------------------------------------


def post_article(served: Served, call: Call) -> Answer:
    """Lay an outside draft on the desk; each sentence is judged by code, and a person decides."""
    fields = Fields(call.body)
    begun = add_outside_draft(
        served.profile,
        fields.text("text", most=MAX_ARTICLE_CHARACTERS, required=True),
        Actor(call.token.name, "api"),
        kb=fields.text("kb", most=200),
        folder=fields.text("folder", most=500),
        base_path=fields.text("base_path", most=1_000),
        evidence_ids=fields.texts("evidence_ids", most=200, most_characters=200),
        # Whoever wrote it, a program hands it in: the rules for machine drafts hold (SPEC P5, R6).
        written_by=WrittenBy.MACHINE,
    )
    return 202, {"draft_id": begun.draft_id, "state": "in_review"}


# -- outcomes and quality (SPEC O1-O3, O6) ------------------------------------------------------------


def outcome_values(one: OutcomeRecord) -> dict[str, object]:
    """Return an outcome as plain values; ``input`` is the question, as on the wire."""
    values = dataclasses.asdict(one)
    submission = values.pop("submission")
    submission["input"] = submission.pop("question")
    submission.pop("source_version")
    return {"id": values.pop("id"), **submission, **values}


def post_outcome(served: Served, call: Call) -> Answer:
    """Hand in an outcome: 202 when it waits for the curator now, 200 for an exact repeat."""
    answer = outcomes.receive(served.profile, call.body, f"api:{call.token.name}")
    values: dict[str, object] = {"created": answer.created, "outcome": outcome_values(answer.outcome)}
    return 202 if answer.created else 200, values


def post_replay(served: Served, call: Call) -> Answer:
    """Replay past cases against knowledge and outcomes; nothing but the result is written."""
    fields = Fields(call.body)
    k = fields.number("k")
    cases = read_cases(fields.values("cases", most=MOST_CASES))
    return 200, replay(served.profile, cases, k=DEFAULT_K if k is None else int(min(max(k, 1), MOST_K)))


# -- the table ----------------------------------------------------------------------------------------


def _object(required: tuple[str, ...] = (), **properties: object) -> dict[str, object]:
    return {"type": "object", "required": list(required), "properties": properties}


_TEXT = {"type": "string"}
_NUMBER = {"type": "number"}
_TEXTS = {"type": "array", "items": _TEXT}
_NEW_OR_OLD = {200: "A task stands for it already", 202: "A task was made"}

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/events",
        Scope.EVENTS,
        "Say that knowledge is missing",
        post_event,
        {200: "A task stands for it already, or the event was ignored", 202: "A task was made"},
        _object(
            ("type", "query"),
            type={"type": "string", "enum": [str(one) for one in EventType]},
            source=_TEXT,
            query=_TEXT,
            message=_TEXT,
            hits={"type": "array", "items": _object(("id",), id=_TEXT, score=_NUMBER)},
            metadata=_object(priority=_NUMBER),
        ),
    ),
    Endpoint(
        "POST",
        "/api/research/tasks",
        Scope.TASKS,
        "Ask for research",
        post_task,
        _NEW_OR_OLD,
        _object(
            (),
            topic=_TEXT,
            question=_TEXT,
            seed_node_ids=_TEXTS,
            priority=_NUMBER,
            requested_by=_TEXT,
            reason=_TEXT,
        ),
    ),
    Endpoint(
        "GET",
        "/api/research/tasks",
        Scope.TASKS,
        "List tasks",
        get_tasks,
        {200: "Tasks and their number by state"},
        query={"limit": {"type": "integer", "minimum": 1, "maximum": MAX_TASKS_SHOWN, "default": 100}},
    ),
    Endpoint(
        "POST",
        "/api/research/tasks/{id}/cancel",
        Scope.TASKS,
        "Cancel a task that does not run yet",
        cancel_task,
        {200: "It is cancelled", 404: "There is no such task", 409: "It runs, or is finished"},
        _object(reason=_TEXT),
    ),
    Endpoint(
        "POST",
        "/api/research/autonomous/scan",
        Scope.TASKS,
        "Run the scanner at once",
        scan,
        {202: "The worker heard it", 503: "The worker has no scanner"},
        _object(),
    ),
    Endpoint(
        "POST",
        "/api/research/autonomous/run",
        Scope.TASKS,
        "Look at the queue now; bypasses no gate",
        run,
        {202: "The worker heard it; why names what is closed"},
        _object(),
    ),
    Endpoint(
        "GET",
        "/api/status",
        Scope.STATUS,
        "Queue, gates, nodes and models",
        get_status,
        {200: "The state"},
    ),
    Endpoint(
        "POST",
        "/api/v1/integrations/outcomes",
        Scope.OUTCOMES,
        "Hand in an answer that was accepted or corrected; it counts once the curator confirms it",
        post_outcome,
        {
            200: "The same outcome stands already",
            202: "It waits for the curator",
            409: "What its answer was made from has changed: a new run is needed",
        },
        _object(
            ("run", "decision", "input", "proposed"),
            run=_TEXT,
            decision={"type": "string", "enum": [str(one) for one in OutcomeDecision]},
            input=_TEXT,
            proposed=_TEXT,
            confirmed=_TEXT,
            ticket=_TEXT,
            note=_TEXT,
            node_ids=_TEXTS,
            evidence_ids=_TEXTS,
            source_version=_TEXT,
            supersedes=_TEXT,
        ),
    ),
    Endpoint(
        "POST",
        "/api/quality/replay",
        Scope.OUTCOMES,
        "Replay past cases; read-only, the result is kept",
        post_replay,
        {200: "Measures, errors, and the difference to the last run"},
        _object(
            ("cases",),
            k={"type": "integer", "minimum": 1, "maximum": MOST_K, "default": DEFAULT_K},
            cases={
                "type": "array",
                "minItems": 1,
                "maxItems": MOST_CASES,
                "items": _object(
                    ("question",),
                    id=_TEXT,
                    question=_TEXT,
                    lang=_TEXT,
                    expected_article=_TEXT,
                    expected_articles=_TEXTS,
                    expected_outcomes=_TEXTS,
                    expected_terms=_TEXTS,
                ),
            },
        ),
        long=True,
    ),
    Endpoint(
        "POST",
        "/api/staging/articles",
        Scope.STAGING,
        "Lay a draft on the desk",
        post_article,
        {202: "It waits for the curator"},
        _object(("text",), text=_TEXT, kb=_TEXT, folder=_TEXT, base_path=_TEXT, evidence_ids=_TEXTS),
    ),
)
