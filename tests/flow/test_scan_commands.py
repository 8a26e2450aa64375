"""Scan, plan and act on findings of the sample through commands and the command line (SPEC G1-G3, G5, K4)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from neurodesk import resources
from neurodesk.app.commands import scan as commands
from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.profile import Profile
from neurodesk.app.queries import findings as queries
from neurodesk.app.queries.findings import FindingFilter, FindingOrder
from neurodesk.app.queue import task_store
from neurodesk.app.scan_run import ScanMemory, run_scan
from neurodesk.bootstrap import open_profile, scanner
from neurodesk.cli.root import root
from neurodesk.domain.errors import BadInput
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.domain.tasks import Origin
from tests.queue_parts import FOUND, OWNER, HandClock

PAIRS = ("contradiction", "near_duplicate", "twin_differs")


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scan")
    with resources.as_path("sample", "kb") as kb, open_profile(folder) as profile:
        import_kb(profile, register_kb(profile, kb, "sample").id)
    return folder


@pytest.fixture
def profile(data_dir: Path) -> Iterator[Profile]:
    with open_profile(data_dir) as opened:
        yield opened


def first(profile: Profile, kind: FindingType, states: tuple[FindingState, ...] = ()) -> queries.FindingView:
    return queries.findings_page(profile, FindingFilter(types=(kind,), states=states))[0]


def test_every_gap_planted_in_the_sample_is_among_the_first_60(data_dir: Path, tmp_path: Path) -> None:
    ranking = tmp_path / "ranking.jsonl"
    done = CliRunner().invoke(
        root, ["scan", "--data-dir", str(data_dir), "--ranking", str(ranking), "--json"]
    )
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in ranking.read_text("utf-8").splitlines()][:60]
    plants = json.loads(resources.text("sample", "plants.json"))["gaps"]
    assert len(plants) >= 20
    for plant in plants:
        kind = plant["type"].replace("no_external_evidence", "no_evidence")
        paths = set(plant["paths"])
        titles = {plant["section"], plant.get("section_de", "")} if "section" in plant else None
        found = [
            line
            for line in lines
            if line["type"] == kind
            and line["path"] in paths
            and (kind not in PAIRS or line["other"] in paths)
            and (titles is None or line.get("section") in titles)
        ]
        assert found, plant["id"]


def test_a_dismissed_finding_stays_away_until_its_text_changes(profile: Profile) -> None:
    commands.scan_now(profile)
    stub = first(profile, FindingType.STUB_SECTION)
    with pytest.raises(BadInput, match="dismissal_without_reason"):
        commands.dismiss(profile, stub.id, "curator", "  ")
    commands.dismiss(profile, stub.id, "curator", "meant so")
    commands.scan_now(profile)
    again = queries.finding(profile, stub.id)
    assert again is not None
    assert again.state is FindingState.DISMISSED
    profile.database.write(
        lambda tx: tx.execute("UPDATE finding SET text_hash = 'before' WHERE id = ?", (stub.id,))
    )
    commands.scan_now(profile)
    back = queries.finding(profile, stub.id)
    assert back is not None
    assert back.state is FindingState.OPEN


def test_g5_a_finding_that_was_put_off_comes_back_at_its_time(profile: Profile) -> None:
    commands.scan_now(profile)
    stub = first(profile, FindingType.STUB_SECTION)
    until = profile.clock.time() + 3600

    def state_after_a_scan() -> FindingState:
        commands.scan_now(profile)
        found = queries.finding(profile, stub.id)
        assert found is not None
        return found.state

    commands.snooze(profile, stub.id, "curator", until)
    assert state_after_a_scan() is FindingState.SNOOZED
    profile.database.write(
        lambda tx: tx.execute("UPDATE finding SET until = until - 3601 WHERE id = ?", (stub.id,))
    )
    assert state_after_a_scan() is FindingState.OPEN


def test_still_correct_sets_the_verified_date_and_resets_the_age(profile: Profile) -> None:
    commands.scan_now(profile)
    aged = first(profile, FindingType.AGED)
    before = aged.score
    commands.still_correct(profile, aged.id, "curator")
    row = profile.database.read(
        lambda rx: rx.one("SELECT verified_at, verified_by FROM node WHERE id = ?", (aged.node_id,))
    )
    assert row is not None
    assert row["verified_at"] > 0
    assert row["verified_by"] == "curator"
    scanned = commands.scan_now(profile)
    scores = [
        f.score for f in scanned.result.findings if f.type is FindingType.AGED and f.node_id == aged.node_id
    ]
    assert all(score < before for score in scores)


def test_accepting_a_contradiction_makes_its_articles_candidates(profile: Profile) -> None:
    commands.scan_now(profile)
    clash = first(profile, FindingType.CONTRADICTION)
    assert clash.edge_status == "proposed"
    assert clash.values
    assert len(clash.passages) == 2
    commands.accept_proposal(profile, clash.id, "curator")
    scanned = commands.scan_now(profile)
    signals = {c.node_id: {s.name for s in c.signals} for c in scanned.result.candidates}
    assert "contradiction" in signals[clash.node_id]
    assert "contradiction" in signals[clash.other_node_id]


def test_a_rejected_duplicate_is_not_proposed_again(profile: Profile) -> None:
    commands.scan_now(profile)
    copy = first(profile, FindingType.NEAR_DUPLICATE)
    commands.reject_proposal(profile, copy.id, "curator", "two audiences")
    scanned = commands.scan_now(profile)
    pairs = {
        (f.node_id, f.other_node_id) for f in scanned.result.findings if f.type is FindingType.NEAR_DUPLICATE
    }
    assert (copy.node_id, copy.other_node_id) not in pairs


def test_counts_pages_and_filters_agree(profile: Profile) -> None:
    commands.scan_now(profile)
    total = queries.count_findings(profile)
    pages = [
        one.id
        for offset in range(0, total, 7)
        for one in queries.findings_page(profile, order=FindingOrder.PATH, limit=7, offset=offset)
    ]
    assert len(pages) == len(set(pages)) == total
    counts = queries.finding_counts(profile)
    assert sum(counts.by_type.values()) == total == counts.by_state["open"]
    assert queries.count_findings(profile, FindingFilter(text="100%_")) == 0


def test_a_scan_alone_enqueues_nothing_and_keeps_its_plans(profile: Profile) -> None:
    scanned = commands.scan_on_schedule(profile)
    assert scanned.enqueued == ()
    assert profile.database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM task")) == 0
    plans = queries.opportunities(profile)
    assert plans
    assert all(one.task_id == "" for one in plans)
    for one in plans:
        assert one.data["plan"]["seed_node_ids"] == [one.node_id]
        assert 1 <= len(one.data["plan"]["queries"]) <= 6
        assert all(len(query) <= 120 and "site:" not in query for query in one.data["plan"]["queries"])
        assert one.accepted or one.reason


def test_with_autonomy_the_best_plan_becomes_one_task_and_its_article_is_busy(data_dir: Path) -> None:
    with open_profile(data_dir, overrides={"worker.autonomous": "true"}) as profile:
        scanned = commands.scan_on_schedule(profile)
        assert len(scanned.enqueued) == 1
        row = profile.database.read(lambda rx: rx.one("SELECT * FROM task"))
        assert row is not None
        assert row["requested_by"] == "scanner"
        seed = json.loads(row["seed_node_ids"])[0]
        again = commands.scan_on_schedule(profile)
        assert seed not in {one.node_id for one in again.result.candidates}


def scanner_tasks(profile: Profile) -> int:
    return int(
        profile.database.read(
            lambda rx: rx.scalar("SELECT COUNT(*) FROM task WHERE requested_by = 'scanner'")
        )
    )


def test_a_scan_plans_and_enqueues_no_more_than_its_settings_allow(data_dir: Path) -> None:
    on = {"worker.autonomous": "true", "worker.tasks_per_scan": "3", "worker.opportunity_limit": "5"}
    with open_profile(data_dir, overrides=on) as profile:
        before = scanner_tasks(profile)
        scanned = commands.scan_on_schedule(profile)
        assert len(scanned.opportunities) == 5 < len(scanned.result.candidates)
        assert len(scanned.enqueued) == 3 == scanner_tasks(profile) - before
        chosen = [one for one in scanned.opportunities if not one.rejected][:3]
        queued = [task_store(profile).get(one).topic for one in scanned.enqueued]
        assert queued == [one.plan.topic for one in chosen]  # the best ones, in their order


def test_below_the_minimum_priority_nothing_is_enqueued_and_the_plans_say_so(data_dir: Path) -> None:
    on = {"worker.autonomous": "true", "worker.tasks_per_scan": "8", "worker.min_priority": "1.0"}
    with open_profile(data_dir, overrides=on) as profile:
        scanned = commands.scan_on_schedule(profile)
        assert scanned.enqueued == ()
        kept = {one.node_id: one for one in queries.opportunities(profile)}
        low = [one for one in scanned.opportunities if one.plan.priority < 1.0]
        assert low
        for one in low:
            assert kept[one.node_id].accepted is False
            assert kept[one.node_id].reason
        assert "below_min_priority" in {one.rejected for one in low}


def test_g2_an_article_that_was_researched_rests_until_the_cooldown_is_over(data_dir: Path) -> None:
    clock = HandClock()
    on = {"worker.autonomous": "true", "queue.cooldown_h": "168"}
    with open_profile(data_dir, overrides=on, clock=clock) as profile:
        scanned = commands.scan_on_schedule(profile)
        (task_id,) = scanned.enqueued
        store = task_store(profile)
        (seed,) = store.get(task_id).seed_node_ids
        task = store.reserve(OWNER, clock.time(), origins=(Origin.SCANNER,))
        while task is not None:  # earlier tests may have left others
            store.start(task.id, task.lease_token, clock.time(), "2026-01-01")
            store.complete(task.id, task.lease_token, clock.time(), FOUND)
            task = store.reserve(OWNER, clock.time(), origins=(Origin.SCANNER,))

        def candidates() -> set[str]:
            return {one.node_id for one in commands.scan_now(profile).result.candidates}

        clock.passes(167 * 3600.0)
        assert seed not in candidates()
        clock.passes(2 * 3600.0)
        assert seed in candidates()


def test_the_workers_loop_goes_on_while_a_scan_runs(profile: Profile) -> None:
    scan = scanner(profile)

    async def both() -> int:
        scanning = asyncio.ensure_future(scan())
        turns = 0
        while not scanning.done():
            await asyncio.sleep(0)
            turns += 1
        await scanning
        return turns

    assert asyncio.run(both()) > 10


def test_a_finding_can_be_researched_as_the_curators_task(profile: Profile) -> None:
    commands.scan_now(profile)
    gap = first(profile, FindingType.MISSING_SECTION, (FindingState.OPEN,))
    answer = commands.research_finding(profile, gap.id)
    assert answer.created
    assert answer.task.requested_by == "curator"
    assert answer.task.seed_node_ids == (gap.node_id,)
    stored = profile.database.read(
        lambda rx: rx.scalar("SELECT extra FROM task WHERE id = ?", (answer.task.id,))
    )
    assert json.loads(stored)["missing_sections"] == [gap.section]


def test_an_unknown_finding_is_refused(profile: Profile) -> None:
    with pytest.raises(BadInput, match="finding_unknown"):
        commands.accept_proposal(profile, "f-none", "curator")


def test_a_scan_that_remembers_the_former_one_gives_what_a_fresh_one_gives(profile: Profile) -> None:
    memory = ScanMemory()
    now = profile.clock.time()
    first_run = profile.database.read(lambda rx: run_scan(rx, now, memory))
    same = profile.database.read(lambda rx: run_scan(rx, now, memory))
    assert same.result.findings == first_run.result.findings
    assert set(same.result.seconds) == {"reading"}
    row = profile.database.read(lambda rx: rx.one("SELECT id FROM node WHERE kind = 'article' LIMIT 1"))
    assert row is not None
    profile.database.write(lambda tx: tx.execute("UPDATE node SET dated_at = 9.0 WHERE id = ?", (row[0],)))
    changed = profile.database.read(lambda rx: run_scan(rx, now, memory))
    fresh = profile.database.read(lambda rx: run_scan(rx, now, ScanMemory()))
    assert changed.result.findings == fresh.result.findings != first_run.result.findings


def test_articles_with_damaged_or_changed_digests_are_read_anew(profile: Profile) -> None:
    memory = ScanMemory()
    now = profile.clock.time()
    whole = profile.database.read(lambda rx: run_scan(rx, now, memory))
    assert not whole.made
    ids = [
        row[0]
        for row in profile.database.read(lambda rx: rx.sql("SELECT id FROM node WHERE kind = 'article'"))
    ]
    damages = ("zeroblob(length(data))", "substr(data, 1, 80)", "x'00'", "CAST(data || x'2020' AS BLOB)")
    for node_id, damage in zip(ids, damages, strict=False):
        statement = f"UPDATE scan_digest SET data = {damage} WHERE node_id = ?"
        profile.database.write(lambda tx, s=statement, n=node_id: tx.execute(s, (n,)))  # type: ignore[misc]
    damaged = profile.database.read(lambda rx: run_scan(rx, now, ScanMemory()))
    assert [one[0] for one in damaged.made] == sorted(ids[: len(damages)])
    assert damaged.result.findings == whole.result.findings
    assert damaged.result.candidates == whole.result.candidates
    profile.database.write(
        lambda tx: tx.execute("UPDATE node SET content_hash = 'x' WHERE id = ?", (ids[9],))
    )
    remembered = profile.database.read(lambda rx: run_scan(rx, now, memory))
    assert [one[0] for one in remembered.made] == [ids[9]]
    fresh = profile.database.read(lambda rx: run_scan(rx, now, ScanMemory()))
    assert remembered.result.findings == fresh.result.findings


def test_a_scan_writes_only_findings_that_changed(profile: Profile) -> None:
    commands.scan_now(profile)
    rows = "SELECT id, scan_id, state FROM finding ORDER BY id"
    before = [tuple(row) for row in profile.database.read(lambda rx: rx.sql(rows))]
    commands.scan_now(profile)
    assert [tuple(row) for row in profile.database.read(lambda rx: rx.sql(rows))] == before
    open_ones = [row[0] for row in before if row[2] == "open"]
    profile.database.write(
        lambda tx: tx.execute("UPDATE finding SET score = 0.5 WHERE id = ?", (open_ones[0],))
    )
    profile.database.write(
        lambda tx: tx.execute(
            """INSERT INTO finding (id, node_id, type, score, signals, first_seen_at, last_seen_at)
               VALUES ('f-of-before', 'n', 'stub', 0.5, '[]', 0, 0)"""
        )
    )
    commands.scan_now(profile)
    after = {row[0]: tuple(row) for row in profile.database.read(lambda rx: rx.sql(rows))}
    assert after["f-of-before"][2] == "gone"
    assert [one for one in before if after[one[0]] != one] == [
        one for one in before if one[0] == open_ones[0]
    ]
