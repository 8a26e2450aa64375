"""Events that say "knowledge is missing", by command line and API (SPEC G4)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands import events
from neurodesk.app.commands.events import EventResult
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.cli.root import main
from neurodesk.domain.errors import BadInput
from neurodesk.domain.events import Event, EventType
from neurodesk.domain.tasks import Origin, TaskState
from neurodesk.storage.activity_store import ActivityStore
from tests.api_parts import served
from tests.queue_parts import rows

QUERY = "How do I resilver a ZFS pool after error E-5012?"


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as found:
        yield found


def event(**values: object) -> dict[str, object]:
    return {"type": "knowledge.search.empty", "source": "helpdesk", "query": QUERY, **values}


@pytest.mark.parametrize("kind", list(EventType))
def test_each_known_type_makes_a_task_that_waits_behind_the_gates(profile: Profile, kind: EventType) -> None:
    answer = events.receive(profile, event(type=str(kind), message="nothing fitted"))
    assert answer.result is EventResult.QUEUED
    assert answer.task is not None
    assert (answer.task.requested_by, answer.task.state) == (Origin.EVENT, TaskState.QUEUED)
    assert (answer.task.topic, answer.task.question) == (QUERY, QUERY)
    assert answer.task.reason == f"{kind} from helpdesk: nothing fitted"


def test_the_same_question_twice_makes_one_task(profile: Profile) -> None:
    first = events.receive(profile, event())
    second = events.receive(profile, event(type="agent.answer.uncertain", query=QUERY.upper() + "  "))
    third = events.receive(profile, event(query=QUERY))
    assert (first.result, third.result) == (EventResult.QUEUED, EventResult.EXISTING)
    assert third.task is not None
    assert first.task is not None
    assert third.task.id == first.task.id
    assert second.result is EventResult.EXISTING


@pytest.mark.parametrize("kind", ["knowledge.search.found", "agent.answer.failed", "provider.timeout", "x"])
def test_an_unknown_type_is_ignored_with_a_clear_answer(profile: Profile, kind: str) -> None:
    answer = events.receive(profile, {"type": kind, "query": 5})
    assert (answer.result, answer.reason, answer.task) == (EventResult.IGNORED, "type_unknown", None)
    assert all(str(known) in answer.detail for known in EventType)
    assert rows(profile.database, "SELECT * FROM task") == []
    profile.database.write(lambda tx: None)
    assert "event_ignored" in [line.code for line in ActivityStore(profile.database).after(0)]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ([], "(body)"),
        ("text", "(body)"),
        ({}, "type"),
        (event(type=None), "type"),
        (event(type=""), "type"),
        (event(type=3), "type"),
        (event(query=""), "query"),
        (event(query=" \n"), "query"),
        (event(query=None), "query"),
        (event(query="x" * 2001), "query"),
        (event(query="a\ud800"), "query"),
        (event(source=[]), "source"),
        (event(message={}), "message"),
        (event(hits={}), "hits"),
        (event(hits=["a"]), "hits[0]"),
        (event(hits=[{"id": "a", "score": 1}, {"score": 1}]), "hits[1].id"),
        (event(hits=[{"id": "a", "score": "high"}]), "hits[0].score"),
        (event(hits=[{"id": "a", "score": float("nan")}]), "hits[0].score"),
        (event(metadata=[]), "metadata"),
        (event(metadata={"priority": "0.5"}), "metadata.priority"),
        (event(metadata={"priority": float("inf")}), "metadata.priority"),
        (event(metadata={"priority": 10**400}), "metadata.priority"),
    ],
)
def test_a_malformed_event_gets_an_error_that_names_the_field(
    profile: Profile, value: object, field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        events.receive(profile, value)
    assert refused.value.params["field"] == field
    assert rows(profile.database, "SELECT * FROM task") == []


@pytest.mark.parametrize(("asked", "stored"), [(1.0, 0.9), (0.95, 0.9), (0.3, 0.3), (-1, 0.0), (None, 0.7)])
def test_the_priority_of_an_event_is_clamped(profile: Profile, asked: object, stored: float) -> None:
    answer = events.receive(profile, event(metadata={"priority": asked}))
    assert answer.task is not None
    assert answer.task.priority == stored


def test_the_minimum_priority_is_the_planners_and_holds_no_question_back(profile: Profile) -> None:
    profile.settings.set("worker.min_priority", 0.65)
    answer = events.receive(profile, event(metadata={"priority": 0.2}))
    assert (answer.result, answer.task is not None) == (EventResult.QUEUED, True)


def test_the_switch_query_triggers_lets_events_be_ignored_at_once(profile: Profile) -> None:
    profile.settings.set("worker.query_triggers", False)
    answer = events.receive(profile, event())
    assert (answer.result, answer.reason) == (EventResult.IGNORED, "query_triggers_off")
    profile.settings.set("worker.query_triggers", True)
    assert events.receive(profile, event()).result is EventResult.QUEUED


def test_hits_that_are_articles_become_seeds_and_foreign_ones_do_not(profile: Profile) -> None:
    profile.database.write(
        lambda tx: tx.execute(
            "INSERT INTO node (id, kind, title, body, source_key, content_hash, created_at, updated_at)"
            " VALUES ('n1', 'article', 'ZFS', 'text', 'kb', 'x', 1, 1)"
        )
    )
    hits = [{"id": "elsewhere", "score": 0.2}, {"id": "n1", "score": 0.1}, {"id": "n1", "score": 0.1}]
    answer = events.receive(profile, event(hits=hits))
    assert answer.task is not None
    assert answer.task.seed_node_ids == ("n1",)


def test_a_task_of_an_event_keeps_the_source_filter_of_its_moment(profile: Profile) -> None:
    profile.settings.set("source.filter", ["kb"])
    answer = events.receive(profile, event())
    assert answer.task is not None
    assert answer.task.filter_keys == ("kb",)


def test_an_unanswered_question_of_this_application_uses_the_same_door(profile: Profile) -> None:
    answer = events.take(profile, Event(EventType.ANSWER_INSUFFICIENT, "ask", QUERY))
    assert answer.task is not None
    assert answer.task.requested_by is Origin.EVENT


# -- command line and API -----------------------------------------------------------------------------


def shell(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    output = capsys.readouterr()
    return ended.value.code, output.out + output.err


def test_the_command_takes_an_event_from_a_file_and_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event()), "utf-8")
    where = ("--data-dir", str(tmp_path / "p"), "--json")
    code, text = shell(capsys, "event", str(file), *where)
    first = json.loads(text)
    assert (code, first["result"]) == (0, "queued")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    code, text = shell(capsys, "event", "-", *where)
    assert json.loads(text) | {"detail": ""} == first | {"result": "existing", "detail": ""}


def test_i2_an_event_that_is_ignored_ends_with_a_code_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    where = ("--data-dir", str(tmp_path / "p"), "--json")
    file.write_text(json.dumps(event(type="provider.timeout")), "utf-8")
    code, text = shell(capsys, "event", str(file), *where)
    assert (code, json.loads(text)["reason"]) == (exit_codes.BAD_INPUT, "type_unknown")
    file.write_text(json.dumps(event()), "utf-8")
    code, text = shell(capsys, "event", str(file), *where, "--set", "worker.query_triggers=off")
    assert (code, json.loads(text)["reason"]) == (exit_codes.REFUSED, "query_triggers_off")


@pytest.mark.parametrize("content", ["{", "[]", '{"type": "knowledge.search.empty"}'])
def test_the_command_refuses_what_is_no_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    file = tmp_path / "event.json"
    file.write_text(content, "utf-8")
    code, text = shell(capsys, "event", str(file), "--data-dir", str(tmp_path / "p"))
    assert code == exit_codes.BAD_INPUT
    assert "Nothing was changed" in text


def test_the_command_says_when_the_file_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = shell(capsys, "event", str(tmp_path / "none"), "--data-dir", str(tmp_path / "p"))
    assert code == exit_codes.BAD_INPUT
    assert "cannot be read" in text


def test_tokens_are_made_listed_and_revoked_at_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--data-dir", str(tmp_path / "p"), "--json")
    code, text = shell(capsys, "api", "token", "add", "bot", "--scope", "events", "--scope", "tasks", *where)
    made = json.loads(text)
    assert (code, made["scopes"]) == (0, ["events", "tasks"])
    _, listed = shell(capsys, "api", "token", "list", *where)
    assert made["token"].split(".")[2] not in listed
    assert [one["name"] for one in json.loads(listed)["tokens"]] == ["bot"]
    assert shell(capsys, "api", "token", "revoke", "bot", *where)[0] == 0
    assert shell(capsys, "api", "token", "revoke", "bot", *where)[0] == exit_codes.BAD_INPUT
    _, listed = shell(capsys, "api", "token", "list", *where)
    assert json.loads(listed)["tokens"][0]["revoked_at"] > 0


def test_an_event_by_api_gives_202_then_200_and_400_naming_the_field(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api, api.client("events") as client:
        first = client.post("/api/events", json=event())
        second = client.post("/api/events", json=event())
        ignored = client.post("/api/events", json=event(type="provider.timeout"))
        wrong = client.post("/api/events", json=event(hits=[{"id": 3}]))
    assert (first.status_code, first.json()["result"]) == (202, "queued")
    assert (second.status_code, second.json()["result"]) == (200, "existing")
    assert (ignored.status_code, ignored.json()["reason"]) == (200, "type_unknown")
    assert (wrong.status_code, wrong.json()["params"]["field"]) == (400, "hits[0].id")
