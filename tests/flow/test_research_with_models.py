"""The whole pipeline against loopback nodes that speak Ollama's protocol, with scripted roles."""

from __future__ import annotations

import asyncio
import itertools
import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries import nodes
from neurodesk.app.queries.task_detail import task_detail
from neurodesk.app.queries.verify import verify
from neurodesk.app.queue import task_store
from neurodesk.domain.errors import InfrastructureFault, TaskFault
from neurodesk.domain.models import full_model_name
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Outcome, Task
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts, scripted_reply
from neurodesk.storage.draft_store import read_draft

QUESTION = "How do I replace a failed disk in a ZFS pool?"
MODELS = ("gemma3:12b", "qwen3:8b")


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    tmp_path = tmp_path_factory.mktemp("models")
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        kb = knowledge.register_kb(opened, sample.copy_kb(tmp_path / "kb", fresh=False))
        knowledge.import_kb(opened, kb.id)
        with sample.library_folder() as folder:
            library.add_collection(opened, folder, "lib")
            library.index(opened, extractor, "lib")
        opened.settings.set("article.language", "en")
        yield opened


def work(profile: Profile) -> TaskResult:
    """Ask, reserve and run one task; the trace holds its calls alone."""
    profile.database.write(lambda tx: tx.execute("DELETE FROM model_call"))
    profile.database.write(lambda tx: tx.execute("UPDATE task SET state = 'cancelled'"))
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

    result = asyncio.run(run(task))
    store.complete(task.id, task.lease_token, profile.clock.time(), result)
    return result


def sidecar(profile: Profile, result: TaskResult) -> dict[str, Any]:
    """Return what stands beside a draft."""
    path = profile.paths.article_metadata / f"{result.article_id}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_models_plan_write_and_review_a_draft(profile: Profile) -> None:
    with LoopbackNode(MODELS, scripted_reply) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        result = work(profile)
        swaps = node.record.swaps
    calls = nodes.newest_calls(profile)
    assert {one.outcome for one in calls} == {"ok"}
    assert {one.priority for one in calls} == {"manual"}
    (task_id,) = {one.task_id for one in calls}
    assert list(task_detail(profile, task_id).calls) == list(calls), "the queue's detail shows the trace (M8)"
    order = list(dict.fromkeys(one.role for one in calls))
    assert order == ["planner", "author", "reviewer"]
    rounds = profile.settings.current.whole("article.repair_rounds")
    planning = 1  # the planner's model is the reviewer's; loading it first is a swap of its own
    assert swaps <= planning + 2 + 2 * rounds
    assert result.outcome is Outcome.ARTICLE_CREATED, result
    beside = sidecar(profile, result)
    assert beside["author"]["model"] == "gemma3:12b"
    assert beside["reviewer"]["model"] == "qwen3:8b"
    assert beside["author"]["label"] == "language model gemma3:12b"
    assert len(beside["reviewer"]["prompt_sha256"]) == 16


def test_repair_rounds_cost_two_swaps_each(profile: Profile) -> None:
    """The author adds a sentence that no source carries; the reviewer finds it; the repair deletes it."""
    lie = "The replacement always takes exactly 17 minutes."

    def with_a_lie(body: dict[str, Any]) -> Scripted:
        said = scripted_reply(body)
        value = json.loads(said.content)
        if "article" in value:
            title, _, rest = value["article"].partition("\n\n")
            value["article"] = f"{title}\n\n{lie}\n\n{rest}"
        return Scripted(json.dumps(value))

    profile.settings.set("article.repair_rounds", 2)
    with LoopbackNode(MODELS, with_a_lie) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        result = work(profile)
        writing = [full_model_name(one["model"]) for one in node.record.calls[1:]]
    repairs = [one for one in node.record.calls if "edits" in one["format"]["properties"]]
    assert repairs
    changes = sum(one != other for one, other in itertools.pairwise(writing))
    assert 1 + changes <= 2 + 2 * 2
    shown = "\n".join(
        text for label, text in fenced_parts(repairs[0]["messages"][1]["content"]) if label[0] == "C"
    )
    assert lie in shown
    if result.article_path:
        assert lie not in Path(result.article_path).read_text("utf-8")


def test_without_a_node_that_answers_the_embedded_engine_works_and_says_so(profile: Profile) -> None:
    profile.settings.set("models.ollama_urls", ["http://127.0.0.1:9"])
    result = work(profile)
    assert result.outcome is Outcome.ARTICLE_CREATED
    assert sidecar(profile, result)["author"]["label"] == "extractive, no language model"
    assert not nodes.newest_calls(profile)


def test_a_weak_models_draft_is_refused_with_reasons(profile: Profile) -> None:
    def weak(body: dict[str, Any]) -> Scripted:
        value = json.loads(scripted_reply(body).content)
        if "article" in value:
            value["article"] = "# Disks are good\n\nDisks are round. You should buy 99 disks.\n"
        if "verdicts" in value:
            for one in value["verdicts"]:
                one |= {"verdict": "supported", "sources": [{"ref": "R1", "quote": "Disks are round."}]}
        return Scripted(json.dumps(value))

    with LoopbackNode(MODELS, weak) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        result = work(profile)
    assert result.outcome is Outcome.EVIDENCE_ONLY
    assert result.reason == "review_did_not_accept"
    assert not result.article_path
    # It was never staged: what is proved anew is compared with the sidecar that is kept with it (R9, R11).
    assert verify(profile, result.article_id).problems == ()
    profile.database.write(
        lambda tx: tx.execute("UPDATE draft SET data = json_remove(data, '$.sidecar.claims[0]')")
    )
    assert {one.code for one in verify(profile, result.article_id).problems} == {"sidecar_differs"}


def test_r7_a_repair_that_never_comes_whole_leaves_the_draft_to_its_review(profile: Profile) -> None:
    def no_repair(body: dict[str, Any]) -> Scripted:
        value = json.loads(scripted_reply(body).content)
        if "article" in value:
            value["article"] += "\nA replacement always takes exactly 17 minutes.\n"
        return Scripted("I cannot do that." if "edits" in value else json.dumps(value))

    profile.settings.set("article.repair_rounds", 1)
    with LoopbackNode(MODELS, no_repair) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        result = work(profile)
    assert (result.outcome, result.reason) == (Outcome.EVIDENCE_ONLY, "review_did_not_accept")
    draft = profile.database.read(lambda rx: read_draft(rx, result.article_id))
    assert "17 minutes" in draft.text, "what was written is kept and shown"
    (attempt,) = draft.data["sidecar"]["review_repair_attempts"]  # type: ignore[index,call-overload]
    assert (attempt["edited"], attempt["fault"]) == (False, "model_reply_invalid")


def test_a_node_that_fails_in_the_middle_defers_and_the_task_goes_on_later(profile: Profile) -> None:
    with LoopbackNode(MODELS, scripted_reply) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        node.play(Fault("slow"), Fault("status", 500))
        node.released.set()
        with pytest.raises(InfrastructureFault, match="model_unavailable"):
            work(profile)


def test_a_model_that_writes_no_json_ends_in_a_named_error(profile: Profile) -> None:
    with LoopbackNode(MODELS, lambda _body: Scripted("I would rather talk about the weather.")) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        with pytest.raises(TaskFault, match="model_reply_invalid"):
            work(profile)


def test_nodes_that_come_and_go_are_seen_without_a_call(profile: Profile) -> None:
    from neurodesk.providers.models.health_watch import HealthWatch

    pool = bootstrap.model_room(profile).pool
    seen: queue.Queue[str] = queue.Queue()
    with LoopbackNode(MODELS, scripted_reply) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        with HealthWatch(pool, lambda: 0.05, lambda: seen.put(pool.states()[0].fault)):
            assert seen.get(timeout=20) == ""
            node.kill()
            assert seen.get(timeout=20) == "connect"
    assert not [one for one in threading.enumerate() if one.name == "neurodesk-node-health"]
