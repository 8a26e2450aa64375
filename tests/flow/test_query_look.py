"""The curator looks at the first queries before they leave; tasks wait without a charge (SPEC W10)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import knowledge, tasks
from neurodesk.app.commands import queries as commands
from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import why
from neurodesk.app.queries.outgoing import (
    export_requests,
    queries_of_task,
    waiting_for_look,
    waiting_queries,
)
from neurodesk.app.sentences import activity_line, why_line
from neurodesk.cli.root import main
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.privacy import QueryState
from neurodesk.domain.tasks import NewTask
from neurodesk.providers.search.loopback_searxng import LoopbackSearxng
from neurodesk.storage.activity_store import ActivityStore
from tests.flow.test_searxng_research import only_task, work_once
from tests.queue_parts import rows

QUESTION = "How do I unlock an encrypted ZFS dataset after a reboot?"


@pytest.fixture
def server() -> Iterator[LoopbackSearxng]:
    with LoopbackSearxng(lambda _asked: []) as running:
        yield running


@pytest.fixture
def profile(tmp_path: Path, server: LoopbackSearxng) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened:
        opened.settings.set("web.searxng", True)
        opened.settings.set("web.manual_research", True)
        opened.settings.set("searxng.url", server.url)
        yield opened


def test_w10_the_first_queries_wait_and_the_task_goes_on_when_they_are_looked_at(
    profile: Profile, server: LoopbackSearxng
) -> None:
    tasks.ask(profile, NewTask("Encrypted ZFS dataset", QUESTION))
    work_once(profile)
    task = only_task(profile)
    assert (task["state"], task["attempts"], task["parked"]) == ("deferred", 0, 1)
    assert task["deferral_reason"] == "queries_wait"
    assert server.queries == []
    assert why(profile).code == "queries_wait"
    (waiting,) = waiting_queries(profile)
    assert waiting.task_id == task["id"]
    assert len(waiting.queries) == waiting_for_look(profile) == 2
    first, second = waiting.queries
    commands.approve(profile, [first.id])
    assert only_task(profile)["state"] == "deferred"
    commands.refuse(profile, [second.id])
    assert only_task(profile)["state"] == "queued"
    work_once(profile)
    assert set(server.queries) == {first.text}
    assert [one.state for one in queries_of_task(profile, task["id"])][:2] == ["approved", "refused"]
    with pytest.raises(RuleRefused, match="query_decided"):
        commands.approve(profile, [first.id])
    with pytest.raises(BadInput, match="query_unknown"):
        commands.refuse(profile, [999])


def test_w10_an_edited_query_is_sent_as_edited_unless_it_holds_what_is_private(
    profile: Profile, server: LoopbackSearxng
) -> None:
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    (waiting,) = waiting_queries(profile)
    guard = bootstrap.query_guard(profile)
    with pytest.raises(BadInput, match="query_private"):
        commands.approve_edited(profile, guard, waiting.queries[0].id, "zfs on 10.1.2.3")
    assert waiting_for_look(profile) == 1
    commands.approve_edited(profile, guard, waiting.queries[0].id, "openzfs keyformat\nprompt")
    work_once(profile)
    assert set(server.queries) == {"openzfs keyformat prompt"}


def test_w10_after_the_first_ones_queries_go_by_themselves_and_always_wait_if_told_so(
    profile: Profile, server: LoopbackSearxng
) -> None:
    profile.settings.set("privacy.first_looks", 1)
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    commands.approve(profile, [one.id for task in waiting_queries(profile) for one in task.queries])
    work_once(profile)
    sent = len(server.queries)
    assert sent > 0
    tasks.ask(profile, NewTask("Renew a TLS certificate"))
    work_once(profile)
    assert len(server.queries) > sent
    profile.settings.set("privacy.ask_before_search", True)
    sent = len(server.queries)
    tasks.ask(profile, NewTask("Rotate the logs of nginx"))
    work_once(profile)
    assert len(server.queries) == sent
    assert waiting_for_look(profile) > 0


def test_w10_dropped_queries_are_kept_with_their_reason(
    profile: Profile, server: LoopbackSearxng, tmp_path: Path
) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "a.md").write_text(
        "# Nightly\n\nThe backup of the warehouse runs before the trucks leave.\n", "utf-8"
    )
    knowledge.import_kb(profile, knowledge.register_kb(profile, kb).id)
    profile.settings.set("privacy.first_looks", 0)
    tasks.ask(profile, NewTask("backup of the warehouse runs before the trucks"))
    work_once(profile)
    (found,) = queries_of_task(profile, only_task(profile)["id"])
    assert (found.state, found.reason) == (QueryState.DROPPED, "query_kb_sentence")
    assert server.queries == []
    # Nothing could be asked, and nothing was wrong with the search: that is an outcome.
    assert only_task(profile)["outcome"] == "no_useful_evidence"
    codes = {row["code"] for row in rows(profile.database, "SELECT code FROM activity")}
    assert "query_dropped" in codes


def test_w10_the_log_of_what_left_is_exported_whole_and_inert(
    profile: Profile, server: LoopbackSearxng
) -> None:
    profile.settings.set("privacy.first_looks", 0)
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    as_json = json.loads(export_requests(profile, "json"))
    assert [one["content"] for one in as_json] == server.queries
    assert {one["target"] for one in as_json} == {f"{server.url}/search"}
    as_csv = list(csv.DictReader(io.StringIO(export_requests(profile, "csv"))))
    assert [one["content"] for one in as_csv] == server.queries
    profile.database.write(lambda tx: tx.execute("UPDATE request_log SET content = '=1+1'"))
    assert "'=1+1" in export_requests(profile, "csv")


def test_i4_a_query_that_is_a_formula_is_exported_as_text(profile: Profile, server: LoopbackSearxng) -> None:
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    (waiting,) = waiting_queries(profile)
    formula = "=cmd|' /C calc'!A0"
    commands.approve_edited(profile, bootstrap.query_guard(profile), waiting.queries[0].id, formula)
    commands.refuse(profile, [one.id for one in waiting.queries[1:]])
    work_once(profile)
    (sent,) = set(server.queries)
    assert sent.startswith("=cmd")
    (line, *_) = csv.DictReader(io.StringIO(export_requests(profile, "csv")))
    assert line["content"] == f"'{sent}"
    assert json.loads(export_requests(profile, "json"))[0]["content"] == sent


def test_w10_a_task_that_waits_for_a_look_names_the_command_that_shows_it(
    profile: Profile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    assert "`neurodesk queries list`" in why_line(why(profile))
    lines = [activity_line(one.code, one.params) for one in ActivityStore(profile.database).newest()]
    assert "its queries wait for your look: `neurodesk queries list`" in lines
    with pytest.raises(SystemExit):
        main(["queue", "list", "--data-dir", str(tmp_path / "profile")])
    listed = capsys.readouterr().out
    assert "[its queries wait for your look; `neurodesk queries list` shows them]" in listed


def test_w10_waiting_queries_are_named_before_a_task_that_is_due_later(profile: Profile) -> None:
    tasks.ask(profile, NewTask("Encrypted ZFS dataset"))
    work_once(profile)
    tasks.ask(profile, NewTask("Rotate the logs of nginx"))
    later = profile.clock.time() + 3600
    profile.database.write(
        lambda tx: tx.execute(
            "UPDATE task SET state = 'deferred', not_before = ? WHERE state = 'queued'", (later,)
        )
    )
    assert why(profile).code == "queries_wait"


def test_k6_research_that_searches_by_text_alone_says_so_in_the_feed(
    profile: Profile, server: LoopbackSearxng, tmp_path: Path
) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "a.md").write_text("# Nightly backup\n\nThe backup of the pool runs at night.\n", "utf-8")
    knowledge.import_kb(profile, knowledge.register_kb(profile, kb).id)
    profile.settings.set("privacy.first_looks", 0)

    def told() -> list[str]:
        return [
            activity_line(one.code, one.params)
            for one in ActivityStore(profile.database).newest()
            if one.code == "search_text_only"
        ]

    tasks.ask(profile, NewTask("Nightly backup of a pool"))
    work_once(profile)
    assert told() == [
        "your articles are searched by text alone (vectors are still being made); no meaning is compared"
    ]
    assert profile.search_encoder is not None
    index_missing(profile.database, profile.search_encoder(), profile.clock)
    tasks.ask(profile, NewTask("Rotate the logs of nginx"))
    work_once(profile)
    assert len(told()) == 1
