"""Research with a SearXNG on loopback: faults defer, uncharged and without a cooldown (SPEC Q3, Q6, W2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.activity import sent_requests
from neurodesk.app.queries.gates import gate_snapshot
from neurodesk.domain.gates import first_closed_gate
from neurodesk.domain.tasks import NewTask, Origin, Outcome
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng, SearchFault
from neurodesk.storage.activity_store import ActivityStore
from neurodesk.storage.db import Row
from neurodesk.worker.run_mode import RunMode
from tests.queue_parts import rows

FAULTS = {
    "json_disabled": "json_disabled",
    "limiter": "limiter",
    "engines_blocked": "engines_blocked",
    "html": "html",
    "redirect": "redirected",
    "server_error": "server_error",
}


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened:
        opened.settings.set("web.searxng", True)
        opened.settings.set("web.manual_research", True)
        opened.settings.set("privacy.first_looks", 0)
        yield opened


def work_once(profile: Profile) -> None:
    """Let a worker of this process work one task."""
    with (
        bootstrap.open_research(profile) as runner,
        bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
    ):
        assert host.join(60)
        if host.loop.last_fault is not None:
            raise host.loop.last_fault


def only_task(profile: Profile) -> Row:
    found = rows(profile.database, "SELECT * FROM task")
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("kind", FAULTS)
def test_q6_a_blocked_search_defers_without_a_charge_and_without_a_cooldown(
    profile: Profile, kind: str
) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        profile.settings.set("searxng.url", server.url)
        server.always = SearchFault(kind, retry_after="77" if kind == "limiter" else "")
        made = tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
        before = profile.clock.time()
        work_once(profile)
        task = only_task(profile)
        assert (task["state"], task["attempts"], task["outcome"]) == ("deferred", 0, "")
        assert task["deferral_reason"] == "search_blocked"
        assert FAULTS[kind] in task["last_error"]
        assert task["finished_at"] == 0
        if kind == "limiter":
            assert before + 76 <= task["not_before"] <= before + 90
        lines = [one for one in ActivityStore(profile.database).newest() if one.code == "search_failed"]
        assert {one.params["fault"] for one in lines} == {FAULTS[kind]}
        # The topic is no task of the past: asked again it is the same living task, and it can go on at once.
        again = tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
        assert again.answer.task.id == made.answer.task.id
        assert not again.answer.created
        assert rows(profile.database, "SELECT charged FROM attempt")[0]["charged"] == 0


def test_q3_no_hits_at_all_is_an_outcome_and_no_fault(profile: Profile) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        profile.settings.set("searxng.url", server.url)
        tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
        work_once(profile)
        task = only_task(profile)
        assert (task["state"], task["outcome"]) == ("completed", str(Outcome.NO_USEFUL_EVIDENCE))
        # W2: nothing relevant, so the general category was asked once more.
        categories = [one.categories for one in server.record.asked]
        assert categories.count("general") == len(categories) / 2


def test_w2_a_relevant_hit_needs_no_second_search(profile: Profile) -> None:
    def answer(_asked: object) -> list[Found]:
        return [Found("https://a.example/zfs", "Unlock an encrypted ZFS dataset", "zfs load-key unlocks it")]

    with LoopbackSearxng(answer) as server:
        profile.settings.set("searxng.url", server.url)
        tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
        work_once(profile)
        assert {one.categories for one in server.record.asked} == {"general,it"}
        assert rows(profile.database, "SELECT uri FROM candidate")[0]["uri"] == "https://a.example/zfs"


def test_q3_what_could_not_be_asked_is_never_reported_as_nothing_useful(profile: Profile) -> None:
    """One query finds only what fails later, the other is blocked: deferred, then asked again."""

    def answer(_asked: object) -> list[Found]:
        return [Found("https://a.example/zfs", "Unlock an encrypted ZFS dataset", "zfs load-key unlocks it")]

    with LoopbackSearxng(answer) as server:
        profile.settings.set("searxng.url", server.url)
        question = "How do I unlock an encrypted ZFS dataset after a reboot?"
        tasks.ask(profile, NewTask("Encrypted ZFS dataset", question))
        server.play(SearchFault("limiter"))
        work_once(profile)
        task = only_task(profile)
        assert task["state"] == "deferred"
        assert task["deferral_reason"] in ("search_blocked", "search_unavailable")


def test_q10_search_is_possible_only_with_a_reachable_searxng_or_a_library(profile: Profile) -> None:
    live = bootstrap._with_searxng(profile, bootstrap_live())

    def closed() -> str:
        gate = first_closed_gate(gate_snapshot(profile, live), Origin.CURATOR)
        return "" if gate is None else str(gate.params.get("fault", gate.code))

    assert closed() == "no_address"
    profile.settings.set("searxng.url", "127.0.0.1:9")
    assert closed() == ""
    assert bootstrap.look_at_searxng(profile) is not None
    assert closed() == "unreachable"
    with LoopbackSearxng(lambda _asked: []) as server:
        profile.settings.set("searxng.url", server.url)
        assert closed() == ""
    profile.settings.set("web.manual_research", False)
    assert closed() == "manual_web_off"
    profile.settings.set("web.searxng", False)
    assert closed() == "no_search"


def bootstrap_live() -> Any:
    from neurodesk.app.queries.gates import LiveFacts

    return LiveFacts()


def test_w10_every_query_stands_in_the_log_of_what_left(profile: Profile) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        profile.settings.set("searxng.url", server.url)
        tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
        work_once(profile)
        logged = [one for one in sent_requests(profile) if one.purpose == "search"]
        assert [one.content for one in reversed(logged)] == server.queries
        assert {one.task_id for one in logged} == {only_task(profile)["id"]}


def test_m3_many_queries_at_once_take_one_place_each_and_lock_nothing(profile: Profile) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        profile.settings.set("searxng.url", server.url)
        queries = tuple(f"unlock ZFS dataset step {number}" for number in range(6))
        tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset", queries=queries))
        work_once(profile)
        assert only_task(profile)["state"] == "completed"
        assert len(server.queries) >= 12
        assert server.record.peak <= 2
