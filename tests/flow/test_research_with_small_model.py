"""The whole pipeline with a real, far too weak language model: an honest outcome (SPEC R4, M5)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries import nodes
from neurodesk.app.queue import task_store
from neurodesk.domain.errors import NeuroDeskError, TaskFault
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Outcome, Task
from neurodesk.providers.models import llm_author, llm_reviewer
from neurodesk.providers.models.pool import PoolLimits
from tests.local_model import needs_model

pytestmark = [needs_model, pytest.mark.slow, pytest.mark.timeout(600)]
QUESTION = "How do I replace a failed disk in a ZFS pool?"
SHORT = 8
WINDOW = 1024
# What such a model may end in: its draft is refused with a reason, or its replies are of no use.
NAMED = {"model_reply_invalid", "model_prompt_truncated", "model_prompt_too_long"}


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        kb = knowledge.register_kb(opened, sample.copy_kb(tmp_path / "kb", fresh=False))
        knowledge.import_kb(opened, kb.id)
        with sample.library_folder() as folder:
            library.add_collection(opened, folder, "lib")
            library.index(opened, extractor, "lib")
        for key, value in {
            "article.language": "en",
            "article.repair_rounds": 1,
            "models.local_file": "packaged",
            "models.author": "local",
            "models.reviewer": "local",
            "models.num_ctx": 2048,
        }.items():
            opened.settings.set(key, value)
        yield opened


def test_a_weak_models_draft_is_refused_and_nothing_breaks(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a model this small says is refused however long it talks: the shortest replies prove as much.
    for name in ("ARTICLE_TOKENS", "REPAIR_TOKENS"):
        monkeypatch.setattr(llm_author, name, SHORT)
    monkeypatch.setattr(llm_reviewer, "ANSWER_TOKENS", SHORT)
    # Half of the least that can be set: reading a prompt is most of the work here.
    room = bootstrap.model_room(profile)
    room.pool.limits = lambda: PoolLimits(num_ctx=WINDOW)
    end = work(profile)
    profile.database.write(lambda _tx: None)  # the trace is written behind the calls
    mine = nodes.newest_calls(profile)
    assert "author" in {one.role for one in mine}, "the model was really asked"
    assert {one.node for one in mine} == {"local"}
    assert all(one.num_ctx <= WINDOW for one in mine)
    if isinstance(end, TaskFault):
        assert end.code in NAMED, end
    else:
        assert isinstance(end, TaskResult), end
        assert end.outcome is Outcome.EVIDENCE_ONLY, "a weak draft is never accepted"
        assert end.reason
    assert not list(profile.paths.staging.glob("**/*.md"))


def work(profile: Profile) -> TaskResult | NeuroDeskError:
    """Run one task to its end, whatever that is."""
    tasks.ask(profile, NewTask(topic="Replace a failed disk in a ZFS pool", question=QUESTION), force=True)
    store = task_store(profile)
    now = profile.clock.time()
    reserved = store.reserve("here:1", now)
    assert reserved is not None
    task = store.start(reserved.id, reserved.lease_token, now, "2026-01-01")
    context = RunContext(task.lease_token, profile.clock, lambda: None, lambda: None, lambda *_a, **_p: None)

    async def run(task: Task) -> TaskResult:
        with bootstrap.open_research(profile) as runner:
            return await runner(task, context)

    try:
        return asyncio.run(run(task))
    except NeuroDeskError as fault:
        return fault
