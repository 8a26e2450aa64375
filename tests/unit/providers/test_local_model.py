"""A GGUF file beside the application: its head, and a real small model behind the pool (SPEC M9)."""

from __future__ import annotations

import asyncio
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.domain.articles import ArticleType, Verdict
from neurodesk.domain.errors import TaskFault
from neurodesk.domain.model_calls import ModelCall
from neurodesk.domain.models import Failure, Role
from neurodesk.domain.research import AuthorBrief, AuthoredArticle
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models import llm_reviewer
from neurodesk.providers.models.gguf import NotGguf, read_gguf
from neurodesk.providers.models.llm_reviewer import LlmReviewer
from neurodesk.providers.models.local_client import LocalClient, local_address
from neurodesk.providers.models.local_server import (
    PACKAGED,
    LocalModel,
    LocalServer,
    model_path,
    threads_of,
)
from neurodesk.providers.models.node_client import ChatRequest, Message
from neurodesk.providers.models.pool import ModelPool, PoolLimits
from neurodesk.providers.models.pool_nodes import PoolNodes
from neurodesk.providers.models.structured import Structured
from neurodesk.providers.models.try_roles import SOURCE
from neurodesk.settings.clock import SystemClock
from tests.local_model import needs_model
from tests.model_parts import until

GIB = 1 << 30
SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": ["red", "green", "blue"]}},
    "required": ["colour"],
    "additionalProperties": False,
}


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def head(*keys: bytes) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(keys)) + b"".join(keys)


ARCHITECTURE = text("general.architecture") + struct.pack("<I", 8) + text("llama")
LENGTH = text("llama.context_length") + struct.pack("<II", 4, 2048)
WORDS = text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b")
SCORES = text("tokenizer.ggml.scores") + struct.pack("<IIQ", 9, 6, 2) + struct.pack("<ff", 0.0, 1.0)


def test_the_head_of_a_file_tells_name_size_and_window(tmp_path: Path) -> None:
    path = tmp_path / "tiny.Q4.gguf"
    path.write_bytes(head(ARCHITECTURE, WORDS, SCORES, LENGTH) + b"weights")
    found = read_gguf(path)
    assert (found.name, found.architecture, found.context_length) == ("tiny.Q4", "llama", 2048)
    path.write_bytes(head(ARCHITECTURE, WORDS, SCORES, LENGTH) + b"Weights")
    os.utime(path, ns=(1, 1))
    assert read_gguf(path).digest != found.digest, "other weights are another model"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GGUF",
        b"PK\x03\x04 something else",
        head(ARCHITECTURE)[:-3],
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60),
        head(struct.pack("<Q", 1 << 62)),
        head(text("k") + struct.pack("<I", 99)),
        head(text("k") + struct.pack("<IIQ", 9, 9, 1)),
    ],
)
def test_a_file_of_another_kind_is_named_and_not_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(data)
    with pytest.raises(NotGguf):
        read_gguf(path)
    client = LocalClient(path, LocalServer(), lambda: 2048, lambda: 2048)
    with pytest.raises(EndpointFault) as fault:
        asyncio.run(client.report())
    assert fault.value.failure in (Failure.FILE_INVALID, Failure.ENGINE_MISSING)


def test_a_missing_file_is_a_state_of_the_node(tmp_path: Path) -> None:
    client = LocalClient(tmp_path / "gone.gguf", LocalServer(), lambda: 2048, lambda: 2048)
    with pytest.raises(EndpointFault) as fault:
        asyncio.run(client.report())
    assert fault.value.failure in (Failure.FILE_MISSING, Failure.ENGINE_MISSING)


def test_the_server_leaves_a_processor_to_the_application() -> None:
    assert [threads_of(count) for count in (1, 2, 4, 8, 16)] == [1, 1, 3, 4, 8]


# -- with the real model ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def server() -> Iterator[LocalServer]:
    running = LocalServer()
    yield running
    running.close()


def pool_over_file(
    server: LocalServer, calls: list[ModelCall], limits: PoolLimits | None = None
) -> ModelPool:
    path = model_path(PACKAGED)
    assert path is not None
    http = EndpointClient(tuple)
    clock = SystemClock()
    nodes = PoolNodes(
        lambda: [local_address(path)],
        http,
        clock,
        local=lambda _address: LocalClient(path, server, lambda: 2048, lambda: 4096),
    )
    return ModelPool(nodes, WorkQueue(), clock, trace=calls.append, limits=lambda: limits or PoolLimits())


def ask(content: str, **more: object) -> ChatRequest:
    path = model_path(PACKAGED)
    assert path is not None
    return ChatRequest(path.stem, (Message("user", content),), **more)  # type: ignore[arg-type]


@needs_model
def test_a_real_model_answers_through_the_pool_and_is_started_on_first_need(server: LocalServer) -> None:
    calls: list[ModelCall] = []
    pool = pool_over_file(server, calls)

    async def work() -> tuple[str, str]:
        await pool.check_health()
        assert server.started == 0, "a look at the node starts nothing"
        first = await pool.chat(ask("Name a colour.", schema=SCHEMA, num_predict=16), Role.AUTHOR)
        second = await pool.chat(ask("Count up.", num_predict=3), Role.AUTHOR)
        await pool.check_health()
        assert pool.states()[0].loaded == (first.model,)
        return first.raw.content, second.raw.done_reason

    content, reason = asyncio.run(work())
    assert any(f'"{colour}"' in content for colour in ("red", "green", "blue"))
    assert reason == "length"
    assert server.started == 1
    assert [one.outcome for one in calls] == ["ok", "length"]
    assert all(one.prompt_tokens and one.reply_tokens and one.digest for one in calls)
    assert all(b"secret" not in line for line in command_line(server.pid)), "the key is in no process list"


def command_line(pid: int) -> list[bytes]:
    path = Path(f"/proc/{pid}/cmdline")
    return path.read_bytes().split(b"\0") if path.is_file() else []


@needs_model
def test_a_prompt_beyond_the_window_is_refused_and_not_cut(server: LocalServer) -> None:
    pool = pool_over_file(server, [])

    async def work() -> str:
        request = ask(" ".join(f"word{n}" for n in range(3000)), num_predict=4)
        try:
            await pool.chat(request, Role.AUTHOR)
        except Exception as error:
            return getattr(error, "params", {}).get("fault", repr(error))
        return "answered"

    assert asyncio.run(work()) == "prompt_too_long"


@needs_model
def test_leaving_a_stream_stops_the_generation_and_the_server_lives(server: LocalServer) -> None:
    pool = pool_over_file(server, [])

    async def work() -> str:
        heard = threading.Event()
        long = asyncio.ensure_future(
            pool.chat(ask("Tell a long story.", num_predict=400), Role.AUTHOR, heard=lambda _: heard.set())
        )
        await until(heard.is_set, 60.0)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        return (await pool.chat(ask("Say yes.", num_predict=2), Role.AUTHOR)).node

    assert asyncio.run(work()) == "local"
    assert server.started == 1


@needs_model
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_weak_reviewer_accepts_nothing_that_code_does_not_find(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The article says what no source says; whatever the small model answers, no verdict carries it."""
    monkeypatch.setattr(llm_reviewer, "ANSWER_TOKENS", 8)
    pool = pool_over_file(server, [], limits=PoolLimits(num_ctx=1024))
    structured = Structured(pool, lambda _role: ask("").model)
    brief = AuthorBrief("Disks", (), ArticleType.CONCEPT, "en", (SOURCE,))
    text = "# Disks\n\nA replacement always takes exactly 17 minutes.\n"
    written = AuthoredArticle(text, "Disks", "en", ArticleType.CONCEPT, (), "x", "x")

    async def judge() -> str:
        try:
            review = await LlmReviewer(structured).review(written, brief)
        except TaskFault as fault:
            return fault.code
        verdicts = {one.verdict for one in review.claims if "17" in one.text}
        return "accepted" if verdicts == {Verdict.SUPPORTED} and review.complete else "refused"

    assert asyncio.run(judge()) in ("refused", "model_reply_invalid", "model_prompt_truncated")


@needs_model
def test_a_killed_server_is_started_again(server: LocalServer) -> None:
    calls: list[ModelCall] = []
    pool = pool_over_file(server, calls)

    async def say() -> str:
        return (await pool.chat(ask("Say yes.", num_predict=2), Role.AUTHOR)).node

    assert asyncio.run(say()) == "local"
    before = server.started
    os.kill(server.pid, 9)
    assert asyncio.run(until_dead(server))
    assert asyncio.run(say()) == "local"
    assert server.started == before + 1


async def until_dead(server: LocalServer) -> bool:
    await until(lambda: server.pid == 0, 20.0)
    return True


@needs_model
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot bound the address space")
def test_a_model_that_needs_more_memory_than_it_may_ends_in_an_error() -> None:
    path = model_path(PACKAGED)
    assert path is not None
    bounded = LocalServer()
    with pytest.raises(OSError, match=r"."):
        bounded.ensure(LocalModel(str(path), "small", 2048, 256 << 20))
    assert bounded.pid == 0
    bounded.close()


@needs_model
def test_the_server_ends_when_its_parent_is_killed() -> None:
    script = (
        "import os, sys\n"
        "from neurodesk.providers.models.local_server import *\n"
        "if __name__ == '__main__':\n"
        "    path = model_path(PACKAGED)\n"
        "    server = LocalServer()\n"
        "    server.ensure(LocalModel(str(path), 'small', 512, 4 << 30))\n"
        "    print(server.pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    pid = int(done.stdout)

    async def gone() -> None:
        await until(lambda: not is_running(pid), 20.0)

    asyncio.run(gone())


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
