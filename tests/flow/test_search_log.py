"""The log of a task's search: queries, results, downloads, gate decisions, replayed (SPEC W4, W11)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.search_live import search_events, search_picture
from neurodesk.domain.search_events import SearchEvent, SearchPicture, SearchStep, picture_of
from neurodesk.domain.tasks import NewTask
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng, SearchFault
from neurodesk.worker.run_mode import RunMode
from tests.flow.test_searxng_research import only_task, work_once
from tests.queue_parts import rows

TOPIC = "Unlock an encrypted ZFS dataset"


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "good.md").write_text(f"# {TOPIC}\n\nRun zfs load-key, then zfs mount.\n" * 6, "utf-8")
    (papers / "other.md").write_text("# Encrypted letters\n\nA dataset of old letters to unlock.\n", "utf-8")
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        library.add_collection(opened, papers, "papers")
        library.index(opened, extractor, "papers")
        opened.settings.set("privacy.first_looks", 0)
        yield opened


def test_w11_the_log_holds_every_step_and_gives_the_picture_of_each_moment(profile: Profile) -> None:
    def answer(_asked: object) -> list[Found]:
        return [
            Found("http://127.0.0.1/zfs", TOPIC, "zfs load-key unlocks it"),
            Found("https://x.example/", "Cakes"),
        ]

    with LoopbackSearxng(answer) as server:
        for key, value in (("web.searxng", True), ("web.manual_research", True), ("searxng.url", server.url)):
            profile.settings.set(key, value)
        tasks.ask(profile, NewTask(TOPIC))
        work_once(profile)
    task_id = only_task(profile)["id"]
    picture = search_picture(profile, task_id)
    assert {(one.provider, one.state) for one in picture.queries} == {
        ("library", "answered"),
        ("searxng", "answered"),
    }
    pages = {one.uri: one for one in picture.pages}
    assert (pages["https://x.example/"].state, pages["https://x.example/"].reason) == (
        "refused",
        "snippet_irrelevant",
    )
    assert (pages["http://127.0.0.1/zfs"].state, pages["http://127.0.0.1/zfs"].reason) == (
        "refused",
        "ssrf_blocked",
    )
    good = pages["library://papers/good.md"]
    assert (good.state, good.title) == ("kept", TOPIC)
    assert good.chars > 100
    assert good.score > 0.3
    # What the log says is what was stored with the receipts.
    stored = {
        (row["uri"], row["verdict"], row["reason"])
        for row in rows(profile.database, "SELECT uri, verdict, reason FROM candidate")
        if row["verdict"] in ("kept", "refused")
    }
    shown = {(one.uri, one.state, one.reason) for one in picture.pages if one.state in ("kept", "refused")}
    assert shown == stored
    # Any moment can be looked at again: each prefix of the events is the picture of then.
    events = search_events(profile, task_id)
    assert events[0].kind is SearchStep.ASKED
    for place, one in enumerate(events, 1):
        assert search_picture(profile, task_id, until=one.id) == picture_of(events[:place])
    fetching = next(one for one in events if one.kind is SearchStep.FETCHING)
    then = search_picture(profile, task_id, until=fetching.id)
    assert [one.state for one in then.pages if one.uri == fetching.data["uri"]] == ["fetching"]
    assert search_events(profile, task_id, after=events[-2].id) == [events[-1]]


def test_w11_a_failed_search_stands_in_the_log_with_its_diagnosis(profile: Profile) -> None:
    with LoopbackSearxng(lambda _asked: []) as server:
        for key, value in (("web.searxng", True), ("web.manual_research", True), ("searxng.url", server.url)):
            profile.settings.set(key, value)
        server.always = SearchFault("json_disabled")
        tasks.ask(profile, NewTask("Rotate quantum cakes"))
        with (
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
        ):
            assert host.join(60)
        picture = search_picture(profile, only_task(profile)["id"])
        failed = [one for one in picture.queries if one.provider == "searxng"]
        assert {(one.state, one.fault) for one in failed} == {("failed", "json_disabled")}


def test_w11_a_query_that_is_asked_again_shows_its_newest_try() -> None:
    def event(number: int, kind: SearchStep, **data: object) -> SearchEvent:
        return SearchEvent(number, float(number), "t", 0, kind, {"query": "q", "provider": "p", **data})

    events = [
        event(1, SearchStep.ASKED),
        event(2, SearchStep.FAILED, fault="limiter"),
        event(3, SearchStep.ASKED),
        event(4, SearchStep.ANSWERED, hits=7),
    ]
    states = [[(one.state, one.hits) for one in picture_of(events[:n]).queries] for n in range(1, 5)]
    assert states == [[("asked", 0)], [("failed", 0)], [("asked", 0)], [("answered", 7)]]
    assert picture_of([]) == SearchPicture((), ())
