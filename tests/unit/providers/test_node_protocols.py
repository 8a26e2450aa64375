"""Answers in the shapes that real servers give, over raw sockets (SPEC M1, M5-M7, M9).

The contents are written for these tests; the shapes are those of the servers.
"""

from __future__ import annotations

import asyncio
import json
import socketserver
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from neurodesk.domain.models import Failure, Protocol, parse_node
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.providers.models.loopback_node import NAMED_FAULTS, LoopbackNode, Scripted, ServedModel
from neurodesk.providers.models.node_client import ChatRequest, Message, RawReply
from neurodesk.providers.models.ollama import OllamaClient
from neurodesk.providers.models.openai import OpenAiClient

MODEL = "models/tiny.Q4_1.gguf"
CHUNK = '{"choices":[{"finish_reason":%s,"index":0,"delta":%s}],"created":1,"id":"chatcmpl-1","model":"tiny","system_fingerprint":"b0-unknown","object":"chat.completion.chunk"}'  # noqa: E501
USAGE = '{"choices":[],"created":1,"id":"chatcmpl-1","model":"tiny","object":"chat.completion.chunk","usage":{"completion_tokens":3,"prompt_tokens":37,"total_tokens":40,"prompt_tokens_details":{"cached_tokens":24}},"timings":{"cache_n":24,"prompt_n":13}}'  # noqa: E501
MODELS = {
    "models": [
        {
            "name": MODEL,
            "model": MODEL,
            "size": "",
            "digest": "",
            "capabilities": ["completion"],
            "details": {"family": "", "families": [""]},
        }
    ],
    "object": "list",
    "data": [
        {
            "id": MODEL,
            "aliases": [MODEL],
            "object": "model",
            "owned_by": "llamacpp",
            "meta": {"n_ctx": 512, "n_ctx_train": 8192, "n_embd": 576, "size": 96_576_768},
        }
    ],
}
PROPS = {"default_generation_settings": {"params": {"n_predict": -1}, "n_ctx": 512}, "total_slots": 1}
TOO_LONG = {
    "error": {
        "code": 400,
        "message": "request (2131 tokens) exceeds the available context size (512 tokens), try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 2131,
        "n_ctx": 512,
    }
}
LOADING = {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}
BAD_KEY = {"error": {"message": "Invalid API Key", "type": "authentication_error", "code": 401}}


def stream(*events: str) -> bytes:
    return b"".join(f"data: {one}\n\n".encode() for one in events)


def chunk(delta: dict[str, object], finish: str | None = None) -> str:
    return CHUNK % (json.dumps(finish), json.dumps(delta))


WHOLE = stream(
    chunk({"role": "assistant", "content": None}),
    chunk({"content": "Hel"}),
    chunk({"content": "lo"}),
    chunk({}, "stop"),
    USAGE,
    "[DONE]",
)


class Recorded(socketserver.ThreadingTCPServer):
    """Answers each path with recorded bytes, headers as the server writes them."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        self.asked: list[tuple[str, dict[str, Any]]] = []
        super().__init__(("127.0.0.1", 0), _Answer)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def says(self, path: str, body: bytes | dict[str, Any], status: int = 200, kind: str = "") -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = kind or ("text/event-stream" if data.startswith(b"data:") else "application/json")
        self.answers[path] = status, kind, data


class _Answer(socketserver.StreamRequestHandler):
    server: Recorded

    def handle(self) -> None:
        request, length = self.rfile.readline().decode().split(), 0
        while (line := self.rfile.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        body = json.loads(self.rfile.read(length) or b"{}")
        self.server.asked.append((request[1], body))
        status, kind, data = self.server.answers.get(
            request[1],
            (
                404,
                "application/json",
                b'{"error":{"message":"File Not Found","type":"not_found_error","code":404}}',
            ),
        )
        head = (
            f"HTTP/1.1 {status} X\r\nAccess-Control-Allow-Origin: \r\nContent-Type: {kind}; charset=utf-8\r\n"
        )
        if kind == "text/event-stream":
            parts = [data[at : at + 97] for at in range(0, len(data), 97)]  # cut anywhere, as networks do
            self.wfile.write((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
            for part in parts:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.wfile.write((head + f"Content-Length: {len(data)}\r\n\r\n").encode() + data)


@pytest.fixture
def server() -> Iterator[Recorded]:
    with Recorded() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        running.says("/v1/models", MODELS)
        running.says("/props", PROPS)
        yield running
        running.shutdown()
        thread.join(5)


def run(work: Callable[[OpenAiClient], Coroutine[Any, Any, Any]], server: Recorded) -> Any:
    async def whole() -> Any:
        http = EndpointClient(lambda: [server.url])
        try:
            return await work(OpenAiClient(parse_node(server.url, Protocol.OPENAI), http))
        finally:
            await http.aclose()

    return asyncio.run(whole())


def asked(**more: object) -> ChatRequest:
    return ChatRequest(MODEL, (Message("user", "Say hello."),), num_predict=16, **more)  # type: ignore[arg-type]


def chat(server: Recorded, request: ChatRequest | None = None) -> RawReply:
    found: RawReply = run(lambda client: client.chat(request or asked(), lambda _c, _t: ""), server)
    return found


def test_models_and_window_of_llama_server(server: Recorded) -> None:
    found = run(lambda client: client.report(), server)
    (model,) = found.models
    assert (model.name, model.context_length, model.size_bytes) == (MODEL, 512, 96_576_768)
    assert [one.name for one in found.loaded] == [MODEL]


def test_a_stream_with_usage_is_put_together(server: Recorded) -> None:
    server.says("/v1/chat/completions", WHOLE)
    schema = {"type": "object", "properties": {}}
    reply = chat(server, asked(schema=schema))
    assert (reply.content, reply.done_reason) == ("Hello", "stop")
    assert (reply.prompt_tokens, reply.reply_tokens) == (37, 3)
    path, body = server.asked[-1]
    assert path == "/v1/chat/completions"
    assert body["response_format"]["json_schema"]["schema"] == schema
    assert body["stream_options"] == {"include_usage": True}


def test_a_reply_cut_by_the_limit_says_so(server: Recorded) -> None:
    server.says(
        "/v1/chat/completions", stream(chunk({"content": '{"ver'}), chunk({}, "length"), USAGE, "[DONE]")
    )
    reply = chat(server)
    assert (reply.content, reply.done_reason) == ('{"ver', "length")


def test_thinking_stands_apart(server: Recorded) -> None:
    events = stream(
        chunk({"reasoning_content": "hm"}), chunk({"content": "Yes"}), chunk({}, "stop"), "[DONE]"
    )
    server.says("/v1/chat/completions", events)
    reply = chat(server)
    assert (reply.thinking, reply.content) == ("hm", "Yes")


@pytest.mark.parametrize(
    ("body", "status", "failure"),
    [
        (TOO_LONG, 400, Failure.TOO_LONG),
        (LOADING, 503, Failure.STATUS),
        (BAD_KEY, 401, Failure.STATUS),
        (stream(chunk({"content": "Hel"})), 200, Failure.CUT),
        (stream(chunk({"content": "Hel"}), json.dumps(LOADING)), 200, Failure.STREAM_ERROR),
        (stream(chunk({"content": "Hel"}), '{"choices":[{"del'), 200, Failure.UNDECODABLE),
    ],
)
def test_errors_of_llama_server_are_told_apart(
    server: Recorded, body: bytes | dict[str, Any], status: int, failure: Failure
) -> None:
    server.says("/v1/chat/completions", body, status)
    with pytest.raises(EndpointFault) as fault:
        chat(server)
    assert fault.value.failure is failure
    assert fault.value.status == (status if status != 200 else 0)


# -- Ollama: what /api/show tells ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("capabilities", "sent"), [(("completion", "thinking"), True), (("completion",), False)]
)
def test_only_models_that_can_think_are_told_not_to(capabilities: tuple[str, ...], sent: bool) -> None:
    """The list of an old server has neither capabilities nor window: both come from ``/api/show``."""
    served = [ServedModel("qwen3:8b", context_length=4096, capabilities=capabilities), ServedModel("other")]
    with LoopbackNode(served, lambda _body: Scripted("yes"), lists_details=False) as node:

        async def work() -> tuple[int, int]:
            http = EndpointClient(lambda: [node.url])
            client = OllamaClient(parse_node(node.url), http, lambda: ["qwen3:8b"])
            found = await client.report()
            request = ChatRequest("qwen3:8b", (Message("user", "x"),), think=False)
            await client.chat(request, lambda _c, _t: "")
            await client.generate(request, lambda _c, _t: "")
            await http.aclose()
            return tuple(one.context_length for one in found.models)  # type: ignore[return-value]

        assert asyncio.run(work()) == (4096, 0), "only the models of the roles are asked about"
        assert [body.get("think", "unsaid") for body in node.record.calls] == (
            [False, False] if sent else ["unsaid", "unsaid"]
        )


# What each fault by hand must end in, at both protocols.
ENDS = {
    "slow": "",
    "truncate": "",
    "thinking": "",
    "hang": "hang",
    "stall": "cut",
    "cut": "cut",
    "error_line": "stream_error",
    "garbage": "undecodable",
    "no_done": "cut",
    "missing": "model_missing",
    "busy": "status 503",
    "rate_limited": "status 429",
    "sign_in": "status 401",
    "crash": "status 500",
    "memory": "out_of_memory",
}


@pytest.mark.parametrize("protocol", [Protocol.OLLAMA, Protocol.OPENAI])
@pytest.mark.parametrize("name", sorted(NAMED_FAULTS))
def test_each_fault_by_hand_is_seen_for_what_it_is(name: str, protocol: Protocol) -> None:
    with LoopbackNode(["m"], lambda _body: Scripted("one two three four five six")) as node:
        node.play(NAMED_FAULTS[name])
        node.released.set()  # nobody waits in a test

        async def work() -> str:
            http = EndpointClient(lambda: [node.url])
            kind = OllamaClient if protocol is Protocol.OLLAMA else OpenAiClient
            client = kind(parse_node(node.url, protocol), http)
            try:
                reply = await client.chat(ChatRequest("m", (Message("user", "x" * 400),)), lambda _c, _t: "")
            except EndpointFault as fault:
                return f"{fault.failure} {fault.status or ''}".strip()
            finally:
                await http.aclose()
            if name == "thinking":
                assert (reply.content, bool(reply.thinking)) == ("", True)
            if name == "truncate":
                assert reply.prompt_tokens < 40
            return ""

        end = asyncio.run(work())
    wanted = ENDS[name]
    if name == "hang":
        assert end == "cut"
    elif wanted == "model_missing" or wanted == "out_of_memory":
        assert end.startswith(wanted)
    else:
        assert end == wanted
