"""A task that is cut off at any stage goes on behind it: nothing twice, nothing lost (SPEC Q13, S1)."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import article_by_path
from neurodesk.app.queue import task_store
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Outcome, Task

QUESTION = "How do I replace a failed disk in a ZFS pool?"
SEED = "storage/zfs-replace-disk.en.md"


class CutOffError(Exception):
    """Stands for the end of the process."""


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        kb = knowledge.register_kb(opened, sample.copy_kb(tmp_path / "kb", fresh=False))
        knowledge.import_kb(opened, kb.id)
        with sample.library_folder() as folder:
            library.add_collection(opened, folder, "lib")
            library.index(opened, extractor, "lib")
        yield opened


def enqueue(profile: Profile) -> None:
    node = article_by_path(profile, SEED)
    assert node is not None
    tasks.ask(profile, NewTask(topic=node.title, question=QUESTION, seed_node_ids=(node.id,)))


def attempt(profile: Profile, owner: str, cut_after: int | None) -> TaskResult | None:
    """Reserve and run the task once; cut it off after that many stages."""
    store = task_store(profile)
    now = profile.clock.time()
    store.recover(owner, now, role_start=True)
    reserved = store.reserve(owner, now)
    assert reserved is not None
    task = store.start(reserved.id, reserved.lease_token, now, "2026-01-01")
    done = 0

    def checkpoint() -> None:
        nonlocal done
        done += 1
        if done == cut_after:
            raise CutOffError

    context = RunContext(
        token=task.lease_token,
        clock=profile.clock,
        checkpoint=checkpoint,
        renew_lease=lambda: None,
        report=lambda *_args, **_params: None,
    )

    async def run(task: Task) -> TaskResult:
        with bootstrap.open_research(profile) as runner:
            return await runner(task, context)

    try:
        result = asyncio.run(run(task))
    except CutOffError:
        return None
    store.complete(task.id, task.lease_token, profile.clock.time(), result)
    return result


def state_of(profile: Profile) -> dict[str, object]:
    """What must be the same, however often the work was cut off."""
    return profile.database.read(
        lambda rx: {
            "evidence": [
                tuple(row)
                for row in rx.sql("SELECT final_uri, state, sha256, evidence_count FROM evidence ORDER BY 1")
            ],
            "candidates": [
                tuple(row)
                for row in rx.sql("SELECT uri, phase, verdict, reason FROM candidate ORDER BY 1, 2")
            ],
            "drafts": [tuple(row) for row in rx.sql("SELECT kind, state, version FROM draft")],
            "bodies": [row[0] for row in rx.sql("SELECT body FROM draft_version")],
            "receipts": [
                tuple(row) for row in rx.sql("SELECT stage, pass_number FROM receipt ORDER BY rowid")
            ],
            "nodes": rx.scalar("SELECT COUNT(*) FROM node WHERE kind = 'research_evidence'"),
            "edges": rx.scalar("SELECT COUNT(*) FROM edge WHERE kind = 'evidence_for'"),
        }
    )


def test_a_task_cut_off_after_each_stage_ends_like_one_that_was_not(profile: Profile, tmp_path: Path) -> None:
    enqueue(profile)
    result: TaskResult | None = None
    attempts = 0
    # Each attempt is cut off after one new stage; none is charged here, so that the task may go on.
    while result is None:
        attempts += 1
        assert attempts < 20, "the task does not get on"
        profile.database.write(lambda tx: tx.execute("UPDATE task SET attempts = 0"))
        result = attempt(profile, f"machine:{attempts}", cut_after=1)
    assert result.outcome is Outcome.ARTICLE_CREATED
    cut = state_of(profile)
    assert len(cut["drafts"]) == 1  # type: ignore[arg-type]
    assert len(list(profile.paths.staging.iterdir())) == 1

    with (
        bootstrap.open_profile(tmp_path / "other") as other,
        bootstrap.open_extractor() as extractor,
        sample.library_folder() as folder,
    ):
        kb = knowledge.register_kb(other, tmp_path / "kb")
        knowledge.import_kb(other, kb.id)
        library.add_collection(other, folder, "lib")
        library.index(other, extractor, "lib")
        enqueue(other)
        assert attempt(other, "machine:1", cut_after=None) is not None
        whole = state_of(other)
    assert cut == whole


def test_a_second_commit_of_a_stage_changes_nothing(profile: Profile) -> None:
    enqueue(profile)
    assert attempt(profile, "machine:1", cut_after=2) is None
    before = state_of(profile)
    receipts = profile.database.read(lambda rx: rx.sql("SELECT * FROM receipt"))
    assert [row["stage"] for row in receipts] == ["plan", "search"]
    profile.database.write(lambda tx: tx.execute("UPDATE task SET attempts = 0"))
    assert attempt(profile, "machine:2", cut_after=1) is None  # does the third stage, none of the first two
    after = state_of(profile)
    assert after["candidates"] != before["candidates"]
    assert after["receipts"] == [("plan", 0), ("search", 0), ("fetch", 0)]


def test_a_source_filter_keeps_other_sources_out(profile: Profile) -> None:
    node = article_by_path(profile, SEED)
    assert node is not None
    new = NewTask(topic=node.title, question=QUESTION, seed_node_ids=(node.id,))
    tasks.ask(profile, dataclasses.replace(new, filter_keys=(node.source_key,)))
    result = attempt(profile, "machine:1", cut_after=None)
    assert result is not None
    assert result.outcome is Outcome.NO_USEFUL_EVIDENCE
    reasons = profile.database.read(
        lambda rx: {row[0] for row in rx.sql("SELECT DISTINCT reason FROM candidate")}
    )
    assert reasons == {"domain_not_in_filter"}
