"""A model node on loopback that speaks the real protocols and plays faults by script (for tests and by hand).

It has no model: a function writes the replies. It speaks Ollama's protocol and the OpenAI-compatible one over
real sockets, counts model swaps, and can misbehave as real servers do.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from neurodesk.domain.models import full_model_name, same_model
from neurodesk.providers.models.loopback_vectors import meaning_vectors

CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Scripted:
    """A reply to be played.

    Attributes:
        done_reason: of the last line; "" leaves the last line out.
        prompt_tokens: None counts the prompt, 0 reports nothing.
        pieces: how the content is cut, None for words.
    """

    content: str = ""
    thinking: str = ""
    done_reason: str = "stop"
    prompt_tokens: int | None = None
    pieces: tuple[str, ...] | None = None
    remote_host: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to misbehave, for one request.

    Attributes:
        kind: ``status``, ``hang`` (accepts, never sends), ``stall`` (after some pieces), ``cut`` (closes the
            connection after some pieces), ``error_line``, ``garbage`` (broken outer JSON), ``no_done``,
            ``truncate`` (reads only a part of the prompt), ``slow`` (waits until released), ``thinking``
            (all it says stands in ``thinking``, the content is empty).
        status: for ``status``.
        body: for ``status``: what the error says.
        after: pieces sent before it happens.
        headers: for ``status``.
        wait_s: for ``slow`` and ``hang``: at most so long.
        told: one line for who chooses it by name.
    """

    kind: str
    status: int = 500
    body: str = "something broke"
    after: int = 3
    headers: tuple[tuple[str, str], ...] = ()
    wait_s: float = 30.0
    told: str = ""


NO_MEMORY = "model requires more system memory (9.9 GiB) than is available"

# What `neurodesk dev fake-ollama --fault NAME` plays.
NAMED_FAULTS: dict[str, Fault] = {
    "slow": Fault("slow", wait_s=8.0, told="The first token comes after eight seconds."),
    "hang": Fault("hang", wait_s=3600.0, told="It accepts the request and never sends a byte."),
    "stall": Fault("stall", told="It falls silent in the middle of the reply."),
    "cut": Fault("cut", told="The connection breaks in the middle of the reply."),
    "error_line": Fault("error_line", told="The stream holds an error object instead of the next piece."),
    "garbage": Fault("garbage", told="A line of the stream is no JSON."),
    "no_done": Fault("no_done", told="The stream ends without its last line."),
    "truncate": Fault("truncate", told="It reads only a part of the prompt and does not say so."),
    "thinking": Fault("thinking", told="The whole reply stands in the field for thinking."),
    "missing": Fault("status", 404, "model 'x' not found", told="It lists the model and does not find it."),
    "busy": Fault(
        "status",
        503,
        "server busy, please try again.  maximum pending requests exceeded",
        told="Its queue is full (503).",
    ),
    "rate_limited": Fault(
        "status",
        429,
        "too many requests",
        headers=(("Retry-After", "5"),),
        told="It was asked too often (429), and asks to wait five seconds.",
    ),
    "sign_in": Fault("status", 401, "unauthorized", told="It wants a sign-in (401), as cloud models do."),
    "crash": Fault(
        "status", 500, "model runner has unexpectedly stopped", told="The model's process ended (500)."
    ),
    "memory": Fault("status", 500, NO_MEMORY, told="The window needs more memory than there is (500)."),
}


Answer = Callable[[dict[str, Any]], Scripted]


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that the node claims to have."""

    name: str
    digest: str = "sha256:" + "0" * 12
    size_bytes: int = 4_000_000_000
    context_length: int = 32_768
    remote_host: str = ""
    dimension: int = 8
    capabilities: tuple[str, ...] = ("completion",)


@dataclass(slots=True)
class Record:
    """What the node saw; guarded by its lock."""

    calls: list[dict[str, Any]] = field(default_factory=list)
    swaps: int = 0
    loads: list[str] = field(default_factory=list)
    peak: int = 0
    broken_off: int = 0


class LoopbackNode:
    """A server in its own threads; use it with ``with``.

    Args:
        models: what it has.
        answer: writes the reply to a request's body.
        holds_one: only one model fits into its memory: each other one is a swap.
        token: bearer token that it wants, "" for none.
        memory_ctx: a window above this is refused for lack of memory, 0 for no limit.
        lists_details: whether ``/api/tags`` tells context length, as newer servers do.
        card_bytes: memory of its graphics card, which ``/api/ps`` tells from; 0 for more than enough.
        tells_memory: whether ``/api/ps`` tells what is loaded.
    """

    def __init__(
        self,
        models: Sequence[ServedModel | str],
        answer: Answer,
        *,
        holds_one: bool = True,
        token: str = "",
        memory_ctx: int = 0,
        lists_details: bool = True,
        card_bytes: int = 0,
        tells_memory: bool = True,
        port: int = 0,
    ) -> None:
        self.models = [ServedModel(one) if isinstance(one, str) else one for one in models]
        self.answer = answer
        self.holds_one = holds_one
        self.token = token
        self.memory_ctx = memory_ctx
        self.lists_details = lists_details
        self.card_bytes = card_bytes
        self.tells_memory = tells_memory
        self.record = Record()
        self.released = threading.Event()
        self.lock = threading.Lock()
        self.faults: deque[Fault] = deque()
        self.always: Fault | None = None
        self.busy = 0
        node = self

        class Handler(_Handler):
            served = node

        self._server = _Server(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="loopback-node", daemon=True
        )

    @property
    def url(self) -> str:
        """Its address."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def play(self, *faults: Fault) -> None:
        """Play these, one for each generation to come."""
        self.faults.extend(faults)

    def kill(self) -> None:
        """Stop answering: close the listening socket and break what is in flight."""
        self.released.set()
        self._server.dying = True
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        if not self._server.dying:
            self._server.shutdown()
            self._server.server_close()
        self._thread.join(5)

    # -- what the handler asks --------------------------------------------------------------------------

    def find(self, name: str) -> ServedModel | None:
        """Return a model by name."""
        return next((one for one in self.models if same_model(one.name, name)), None)

    def load(self, model: str) -> None:
        """Bring a model into memory and count what had to leave for it."""
        name = full_model_name(model)
        with self.lock:
            loads = self.record.loads
            if self.holds_one:
                if not loads or loads[-1] != name:
                    self.record.swaps += 1
                    loads.append(name)
            elif name not in loads:
                loads.append(name)

    def in_memory(self) -> list[str]:
        """Return the names of the loaded models."""
        with self.lock:
            return self.record.loads[-1:] if self.holds_one else list(self.record.loads)

    def next_fault(self) -> Fault | None:
        """Return what to play for a request."""
        with self.lock:
            return self.faults.popleft() if self.faults else self.always


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    dying = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves is no error here."""


class _Handler(BaseHTTPRequestHandler):
    served: LoopbackNode
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Stay quiet."""

    # -- requests ---------------------------------------------------------------------------------------

    def do_GET(self) -> None:
        if not self._allowed():
            return
        node = self.served
        path = self.path.split("?")[0]
        if path == "/":
            self._bytes(200, b"Ollama is running", "text/plain; charset=utf-8")
        elif path == "/api/version":
            self._json(200, {"version": "0.12.0"})
        elif path == "/api/tags":
            self._json(200, {"models": [self._tag(one) for one in node.models]})
        elif path == "/api/ps":
            self._json(200, {"models": self._loaded()} if node.tells_memory else {"models": []})
        elif path == "/v1/models":
            self._json(200, {"object": "list", "data": [{"id": one.name} for one in node.models]})
        elif path == "/props":
            window = node.models[0].context_length if node.models else 0
            self._json(200, {"default_generation_settings": {"n_ctx": window}})
        elif path == "/health":
            self._json(200, {"status": "ok"})
        else:
            self._json(404, {"error": "not found"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))) or b"{}")
        if not self._allowed():
            return
        path = self.path.split("?")[0]
        model = self.served.find(str(body.get("model", "")))
        if model is None:
            self._json(404, {"error": f"model '{body.get('model')}' not found"})
        elif path == "/api/show":
            self._json(
                200,
                {
                    "model_info": {
                        "general.architecture": "x",
                        "x.context_length": model.context_length,
                    },
                    "capabilities": list(model.capabilities),
                },
            )
        elif path in ("/api/chat", "/api/generate", "/v1/chat/completions"):
            self._generation(body, model, openai=path.startswith("/v1"))
        elif path in ("/api/embed", "/v1/embeddings"):
            self._embedding(body, model, openai=path.startswith("/v1"))
        else:
            self._json(404, {"error": "not found"})

    def _allowed(self) -> bool:
        token = self.served.token
        if token and self.headers.get("Authorization") != f"Bearer {token}":
            self._json(401, {"error": "unauthorized", "signin_url": "https://example.invalid/sign-in"})
            return False
        return True

    # -- generation -------------------------------------------------------------------------------------

    def _generation(self, body: dict[str, Any], model: ServedModel, *, openai: bool) -> None:
        node = self.served
        with node.lock:
            node.record.calls.append(body)
            node.busy += 1
            node.record.peak = max(node.record.peak, node.busy)
        try:
            fault = node.next_fault()
            window = int((body.get("options") or {}).get("num_ctx") or 4096)
            if node.memory_ctx and window > node.memory_ctx:
                fault = Fault("status", 500, NO_MEMORY)
            if fault is not None and fault.kind == "status":
                self._json(fault.status, _error_body(fault, body, openai=openai), fault.headers)
                return
            if fault is not None and fault.kind in ("hang", "slow"):
                node.released.wait(fault.wait_s)
                if fault.kind == "hang":
                    self.close_connection = True
                    return
            node.load(model.name)
            said = node.answer(body)
            if fault is not None and fault.kind == "thinking":
                said = replace(said, content="", thinking=said.content, pieces=None)
            self._stream(body, said, fault, window, openai=openai)
        except (BrokenPipeError, ConnectionResetError):
            with node.lock:
                node.record.broken_off += 1
            self.close_connection = True
        finally:
            with node.lock:
                node.busy -= 1

    def _stream(
        self, body: dict[str, Any], said: Scripted, fault: Fault | None, window: int, *, openai: bool
    ) -> None:
        kind = "text/event-stream" if openai else "application/x-ndjson"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        write = self._openai_lines if openai else self._ollama_lines
        for number, line in enumerate(write(body, said, fault, window)):
            if fault is not None and number >= fault.after and not self._goes_on(fault, openai=openai):
                return
            if self.served.released.is_set() and self.server.dying:  # type: ignore[attr-defined]
                self.close_connection = True
                return
            self._chunk(line)
        self._chunk(b"")

    def _goes_on(self, fault: Fault, *, openai: bool) -> bool:
        """Play what happens in mid-stream; False ends the answer here."""
        if fault.kind == "stall":
            self.served.released.wait(30)
        if fault.kind in ("stall", "cut"):
            self.close_connection = True
            self.connection.close()
            return False
        if fault.kind == "error_line":
            error = b'{"error":"an error was encountered while running the model"}'
            self._chunk(b"data: " + error + b"\n\n" if openai else error + b"\n")
            self._chunk(b"")
            return False
        if fault.kind == "garbage":
            self._chunk(b'data: {"choices": [{"del\n\n' if openai else b'{"message": {"content": \n')
            self._chunk(b"")
            return False
        return True

    def _ollama_lines(
        self, body: dict[str, Any], said: Scripted, fault: Fault | None, window: int
    ) -> Sequence[bytes]:
        chat = "messages" in body
        base: dict[str, object] = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
        if said.remote_host:
            base["remote_host"] = said.remote_host
        lines = [
            base | self._piece(chat, "thinking", part) | {"done": False} for part in pieces_of(said.thinking)
        ]
        parts = said.pieces if said.pieces is not None else pieces_of(said.content)
        lines += [base | self._piece(chat, "content", part) | {"done": False} for part in parts]
        if said.done_reason and not (fault is not None and fault.kind == "no_done"):
            last = base | self._piece(chat, "content", "") | {"done": True, "done_reason": said.done_reason}
            last |= {"total_duration": 5_000_000, "eval_duration": 4_000_000, "load_duration": 1_000_000}
            count = self._prompt_tokens(body, said, fault, window)
            last |= {"prompt_eval_count": count} if count else {}
            lines.append(last | {"eval_count": max(1, len(said.content) // CHARS_PER_TOKEN)})
        return [json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines]

    @staticmethod
    def _piece(chat: bool, kind: str, part: str) -> dict[str, object]:
        if chat:
            message = {"role": "assistant", "content": ""} | {kind: part}
            return {"message": message}
        return {"response": part} if kind == "content" else {"response": "", "thinking": part}

    def _openai_lines(
        self, body: dict[str, Any], said: Scripted, fault: Fault | None, window: int
    ) -> Sequence[bytes]:
        base = {"id": "x", "object": "chat.completion.chunk", "model": body["model"]}

        def event(delta: dict[str, object], finish: str | None = None) -> dict[str, object]:
            return base | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

        events = [event({"role": "assistant", "content": None})]
        events += [event({"reasoning_content": part}) for part in pieces_of(said.thinking)]
        parts = said.pieces if said.pieces is not None else pieces_of(said.content)
        events += [event({"content": part}) for part in parts]
        lines = [b"data: " + json.dumps(one, ensure_ascii=False).encode() + b"\n\n" for one in events]
        if said.done_reason and not (fault is not None and fault.kind == "no_done"):
            last = json.dumps(event({}, said.done_reason)).encode()
            lines.append(b"data: " + last + b"\n\n")
            count = self._prompt_tokens(body, said, fault, window)
            if count and (body.get("stream_options") or {}).get("include_usage"):
                usage = {"prompt_tokens": count, "completion_tokens": len(said.content) // CHARS_PER_TOKEN}
                lines.append(
                    b"data: " + json.dumps(base | {"choices": [], "usage": usage}).encode() + b"\n\n"
                )
            lines.append(b"data: [DONE]\n\n")
        return lines

    @staticmethod
    def _prompt_tokens(body: dict[str, Any], said: Scripted, fault: Fault | None, window: int) -> int:
        if said.prompt_tokens is not None:
            return said.prompt_tokens
        words = sum(len(str(one.get("content", ""))) for one in body.get("messages") or ())
        words += len(str(body.get("prompt", ""))) + len(str(body.get("system", "")))
        count = max(1, words // CHARS_PER_TOKEN)
        if fault is not None and fault.kind == "truncate":
            return max(1, count // 3)
        return min(count, window)

    # -- embedding --------------------------------------------------------------------------------------

    def _embedding(self, body: dict[str, Any], model: ServedModel, *, openai: bool) -> None:
        node = self.served
        with node.lock:
            node.record.calls.append(body)
        fault = node.next_fault()
        if fault is not None and fault.kind == "status":
            self._json(fault.status, {"error": fault.body}, fault.headers)
            return
        if fault is not None and fault.kind == "hang":
            node.released.wait(30)
            self.close_connection = True
            return
        given = body.get("input", [])
        texts = [given] if isinstance(given, str) else list(given)
        if any(len(one) // CHARS_PER_TOKEN > model.context_length for one in texts):
            self._json(400, {"error": "the input length exceeds the context length"})
            return
        node.load(model.name)
        rows = meaning_vectors(texts, model.dimension)
        count = sum(len(one) // CHARS_PER_TOKEN for one in texts)
        if openai:
            data = [{"index": place, "embedding": row} for place, row in enumerate(rows)]
            self._json(200, {"data": data[::-1], "usage": {"prompt_tokens": count}})
        else:
            self._json(200, {"model": model.name, "embeddings": rows, "prompt_eval_count": count})

    # -- bytes ------------------------------------------------------------------------------------------

    def _loaded(self) -> list[dict[str, Any]]:
        """Return what stands in memory: on the graphics card what fits, in the order of loading."""
        node, rows = self.served, []
        free = node.card_bytes or sum(one.size_bytes for one in node.models)
        for model in filter(None, map(node.find, node.in_memory())):
            on_card = min(free, model.size_bytes)
            free -= on_card
            rows.append(self._tag(model) | {"size_vram": on_card})
        return rows

    def _tag(self, model: ServedModel) -> dict[str, Any]:
        name = full_model_name(model.name)
        details: dict[str, Any] = {"format": "gguf", "family": "x"}
        row: dict[str, Any] = {
            "name": name,
            "model": name,
            "size": model.size_bytes,
            "digest": model.digest,
            "details": details,
        }
        if self.served.lists_details:
            details["context_length"] = model.context_length
            row["capabilities"] = list(model.capabilities)
        if model.remote_host:
            row |= {"remote_host": model.remote_host, "remote_model": model.name}
        return row

    def _json(self, status: int, value: object, headers: Sequence[tuple[str, str]] = ()) -> None:
        self._bytes(status, json.dumps(value).encode(), "application/json; charset=utf-8", headers)

    def _bytes(self, status: int, body: bytes, kind: str, headers: Sequence[tuple[str, str]] = ()) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))


def _error_body(fault: Fault, body: dict[str, Any], *, openai: bool) -> dict[str, Any]:
    """Return an error as the protocol words it: a text, or an object with a message."""
    if openai:
        kind = "unavailable_error" if fault.status == 503 else "server_error"
        return {"error": {"code": fault.status, "message": fault.body, "type": kind}}
    said = fault.body.replace("'x'", f"'{body.get('model', '')}'")
    found: dict[str, Any] = {"error": said}
    if fault.status == 401:
        found["signin_url"] = "https://example.invalid/sign-in"
    return found


def pieces_of(text: str) -> list[str]:
    """Cut a text into pieces as a model sends them; together they are the text."""
    step = max(4, len(text) // 200)
    return [text[at : at + step] for at in range(0, len(text), step)]
