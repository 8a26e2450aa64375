"""The loopback API over real HTTP: bodies, answers, and what it never does (SPEC I3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from neurodesk.api.endpoints import ENDPOINTS
from neurodesk.app.commands import review
from neurodesk.app.promotion_plan import plan_promotion
from neurodesk.app.queries.drafts import show_draft
from neurodesk.domain.articles import WrittenBy
from neurodesk.domain.decisions import Actor
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import NewTask, Origin, Outcome, TaskState
from tests.api_parts import Api, eventually, served
from tests.queue_parts import OWNER, rows


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with served(tmp_path_factory.mktemp("api") / "profile") as found:
        found.profile.database.write(
            lambda tx: tx.execute(
                "INSERT INTO node (id, kind, title, body, source_key, content_hash, created_at, updated_at)"
                " VALUES ('node_zfs', 'article', 'ZFS', 'text', 'kb', 'x', 1, 1)"
            )
        )
        yield found


@pytest.fixture(scope="module")
def client(api: Api) -> Iterator[httpx.Client]:
    with api.client("events", "tasks", "status", "outcomes", "staging", name="all") as found:
        yield found


# -- tasks --------------------------------------------------------------------------------------------


def test_a_new_task_gives_202_and_a_repeated_one_200_with_the_task_that_stands(client: httpx.Client) -> None:
    body = {"topic": "zfs send over ssh", "question": "How?", "seed_node_ids": ["node_zfs"], "priority": 0.8}
    first = client.post("/api/research/tasks", json=body)
    second = client.post("/api/research/tasks", json=body)
    assert (first.status_code, first.json()["created"]) == (202, True)
    assert (second.status_code, second.json()["created"]) == (200, False)
    assert first.json()["task"]["id"] == second.json()["task"]["id"]
    assert second.json()["answer"] == "live"


def test_a_task_by_api_is_not_the_curators_and_waits_behind_the_gates(api: Api, client: httpx.Client) -> None:
    body = {"topic": "by a program", "requested_by": "curator", "reason": "I am the curator"}
    task = client.post("/api/research/tasks", json=body).json()["task"]
    assert task["requested_by"] == Origin.EVENT
    assert task["reason"] == "asked by curator: I am the curator"
    answer = client.post("/api/research/autonomous/run", json={}).json()
    assert (answer["accepted"], answer["why"]["code"]) == (True, "autonomy_off")
    assert "by a program" not in api.ran
    assert api.store.get(task["id"]).state is TaskState.QUEUED


def test_a_repeat_within_the_cooldown_gives_200_with_the_finished_task(
    api: Api, client: httpx.Client
) -> None:
    now = api.profile.clock.time()
    api.store.enqueue(NewTask("finished topic", requested_by=Origin.GOAL, priority=1.0), now)
    task = api.store.reserve(OWNER, now, origins=(Origin.GOAL,))
    assert task is not None
    api.store.start(task.id, task.lease_token, now, "2026-01-01")
    api.store.complete(task.id, task.lease_token, now, TaskResult(Outcome.EVIDENCE_ONLY, 1))
    answer = client.post("/api/research/tasks", json={"topic": "finished topic"})
    assert (answer.status_code, answer.json()["answer"]) == (200, "cooldown")
    assert answer.json()["task"]["id"] == task.id


def test_a_priority_from_outside_is_clamped(client: httpx.Client) -> None:
    def priority(topic: str, asked: object) -> float:
        body = {"topic": topic, "priority": asked}
        return float(client.post("/api/research/tasks", json=body).json()["task"]["priority"])

    assert [priority("high", 1.0), priority("higher", 77), priority("low", -3), priority("mid", 0.4)] == [
        0.9,
        0.9,
        0.0,
        0.4,
    ]


def test_a_repeat_from_outside_raises_a_priority_to_the_clamp_at_most(client: httpx.Client) -> None:
    client.post("/api/research/tasks", json={"topic": "raised", "priority": 0.2})
    raised = client.post("/api/research/tasks", json={"topic": "raised", "priority": 1.0}).json()
    assert raised["task"]["priority"] == 0.9


def test_unknown_seeds_give_400_and_are_named(api: Api, client: httpx.Client) -> None:
    before = len(rows(api.profile.database, "SELECT id FROM task"))
    body = {"topic": "seeds", "seed_node_ids": ["node_zfs", "node_gone", "node_none"]}
    answer = client.post("/api/research/tasks", json=body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "seed_unknown")
    assert "node_gone, node_none" in problem["title"]
    assert len(rows(api.profile.database, "SELECT id FROM task")) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"topic": 5}, "topic"),
        ({"topic": "x" * 301}, "topic"),
        ({"topic": "a\ud800b"}, "topic"),
        ({"topic": "a\0b"}, "topic"),
        ({"topic": "t", "priority": "high"}, "priority"),
        ({"topic": "t", "priority": True}, "priority"),
        ({"topic": "t", "seed_node_ids": "n"}, "seed_node_ids"),
        ({"topic": "t", "seed_node_ids": ["a", 3]}, "seed_node_ids[1]"),
        ([], "(body)"),
    ],
)
def test_a_wrong_field_of_a_task_is_named(client: httpx.Client, body: object, field: str) -> None:
    import json

    sent = json.dumps(body).encode()
    answer = client.post("/api/research/tasks", content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["params"].get("field")) == (400, field)
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_task_without_topic_and_question_is_refused(client: httpx.Client) -> None:
    answer = client.post("/api/research/tasks", json={"topic": "  "})
    assert (answer.status_code, answer.json()["code"]) == (400, "task_topic_empty")


def test_tasks_are_listed_without_their_fencing_tokens(api: Api, client: httpx.Client) -> None:
    client.post("/api/research/tasks", json={"topic": "listed"})
    found = client.get("/api/research/tasks?limit=1000").json()
    assert "listed" in [task["topic"] for task in found["tasks"]]
    assert found["counts"]["queued"] >= 1
    assert not {"lease_token", "lease_owner"} & set(found["tasks"][0])
    assert len(client.get("/api/research/tasks?limit=1").json()["tasks"]) == 1


@pytest.mark.parametrize("limit", ["0", "1001", "-1", "x", "", "1.0", "99999999999"])
def test_a_wrong_limit_is_named(client: httpx.Client, limit: str) -> None:
    answer = client.get("/api/research/tasks", params={"limit": limit})
    assert (answer.status_code, answer.json()["params"]["field"]) == (400, "limit")


def test_a_waiting_task_is_cancelled_and_a_finished_one_answers_409(api: Api, client: httpx.Client) -> None:
    task_id = client.post("/api/research/tasks", json={"topic": "to cancel"}).json()["task"]["id"]
    path = f"/api/research/tasks/{task_id}/cancel"
    cancelled = client.post(path, json={"reason": "no longer needed"})
    assert (cancelled.status_code, cancelled.json()["task"]["state"]) == (200, "cancelled")
    again = client.post(path, json={})
    assert (again.status_code, again.json()["code"]) == (409, "task_is_finished")
    unknown = client.post("/api/research/tasks/task_none/cancel", json={})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "task_unknown")


def test_scan_now_reaches_the_worker_of_this_process(api: Api, client: httpx.Client) -> None:
    before = len(api.scans)
    answer = client.post("/api/research/autonomous/scan", json={})
    assert (answer.status_code, answer.json()["accepted"]) == (202, True)
    eventually(lambda: len(api.scans) > before)


# -- status -------------------------------------------------------------------------------------------


def test_status_tells_queue_gates_nodes_and_both_article_models(api: Api, client: httpx.Client) -> None:
    found = client.get("/api/status").json()
    assert set(found["queue"]) == {str(one) for one in TaskState}
    assert found["gates"]["scanner"]["code"] == "autonomy_off"
    assert found["gates"]["curator"]["code"] == "no_search"
    assert found["why"]["text"]
    assert found["worker"]["state"] in {"waiting", "scanning", "running"}
    assert found["nodes"] == [
        {
            "name": "embedded",
            "kind": "embedded",
            "available": True,
            "fault": "",
            "label": "extractive, no language model",
        }
    ]
    embedded = {"model": "embedded", "available": True, "nodes": ["embedded"]}
    assert found["article_model_status"] == {"author": embedded, "reviewer": embedded}


def test_status_tells_how_far_search_by_meaning_is(api: Api, client: httpx.Client) -> None:
    found = client.get("/api/status").json()["vectors"]
    assert found["encoder"] == "embedded"
    assert found["dimension"] > 0
    assert 0 <= found["indexed"] <= found["passages"]
    assert (found["fault"], found["foreign"], found["renewing"]) == ("", 0, False)


def test_status_names_the_same_gate_as_the_command_line(api: Api, client: httpx.Client) -> None:
    from neurodesk.app.queries.gates import why

    client.post("/api/research/tasks", json={"topic": "held"})
    assert client.get("/api/status").json()["why"]["code"] == why(api.profile).code == "autonomy_off"


# -- drafts, and what is not there --------------------------------------------------------------------


def test_a_draft_handed_in_waits_for_the_curator(api: Api, client: httpx.Client) -> None:
    text = "# How to list pools\n\nRun `zpool list` to see all pools.\n"
    answer = client.post("/api/staging/articles", json={"text": text})
    assert (answer.status_code, answer.json()["state"]) == (202, "in_review")
    draft = rows(api.profile.database, "SELECT * FROM draft WHERE id = ?", answer.json()["draft_id"])[0]
    assert draft["state"] == "in_review"
    audit = rows(api.profile.database, "SELECT who, place FROM audit WHERE subject = ?", draft["id"])
    assert [tuple(row) for row in audit] == [("all", "api")]


def test_p5_what_a_program_hands_in_is_a_machine_draft_until_a_person_edits_it(
    api: Api, client: httpx.Client
) -> None:
    text = "# How to list pools\n\nRun `zpool list` to see all pools.\n"
    found = client.post("/api/staging/articles", json={"text": text}).json()["draft_id"]
    desk = show_draft(api.profile, found)
    assert (desk.draft.version, desk.draft.written_by) == (1, WrittenBy.MACHINE)
    new = plan_promotion(api.profile, desk.draft).changes[0].new
    assert new is not None
    assert "auto_reply: false" in new.decode()
    staged = api.profile.paths.staging / desk.draft.staging_name
    assert staged.read_text("utf-8") == text, "it is staged like every draft"
    review.edit(api.profile, found, text.replace("all", "all the"), Actor("Ada", "desk"))
    edited = show_draft(api.profile, found).draft
    assert (edited.version, edited.written_by, edited.began_as_machine) == (2, WrittenBy.HUMAN, True)


def test_an_empty_draft_and_an_unknown_kb_are_refused(client: httpx.Client) -> None:
    assert client.post("/api/staging/articles", json={"text": ""}).json()["params"]["field"] == "text"
    answer = client.post("/api/staging/articles", json={"text": "# T\n\nText.\n", "kb": "none"})
    assert (answer.status_code, answer.json()["code"]) == (400, "kb_unknown")


def test_no_endpoint_approves_or_promotes() -> None:
    words = " ".join(f"{one.path} {one.handle.__name__}" for one in ENDPOINTS).lower()
    assert not any(word in words for word in ("promot", "approv", "undo", "decid", "tick"))


def test_an_unknown_path_and_a_wrong_method_are_problems_too(client: httpx.Client) -> None:
    assert client.get("/api/none").json()["code"] == "api_path_unknown"
    wrong = client.post("/api/status", json={})
    assert (wrong.status_code, wrong.json()["code"]) == (405, "api_method_wrong")


# -- the page -----------------------------------------------------------------------------------------


def test_the_openapi_page_names_every_endpoint_and_loads_nothing(api: Api) -> None:
    with api.client() as anybody:
        document = anybody.get("/openapi.json").json()
        page = anybody.get("/docs")
    paths = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    assert paths == {(one.method, one.path) for one in ENDPOINTS}
    assert document["openapi"].startswith("3.1")
    assert "<script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert all(one.path in page.text for one in ENDPOINTS)


def test_the_document_names_the_scope_and_the_problems_of_each_endpoint() -> None:
    from neurodesk.api.openapi import document

    found = document()["paths"]
    assert isinstance(found, dict)
    for one in ENDPOINTS:
        operation = found[one.path][one.method.lower()]
        assert str(one.scope) in operation["description"]
        assert {"400", "401", "403", "413", "415", "429"} <= set(operation["responses"])


def test_the_servers_own_name_and_version_stay_inside(client: httpx.Client) -> None:
    headers = client.get("/api/status").headers
    assert "server" not in headers
    assert headers["cache-control"] == "no-store"


def test_scan_without_a_scanner_is_a_clear_problem(tmp_path: Path) -> None:
    with served(tmp_path / "p", with_scanner=False) as bare, bare.client("tasks") as asking:
        answer = asking.post("/api/research/autonomous/scan", json={})
    assert (answer.status_code, answer.json()["code"]) == (503, "scanner_absent")
