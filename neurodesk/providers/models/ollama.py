"""A node that speaks Ollama's own protocol (SPEC M1, M5-M7)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from neurodesk.domain.models import Failure, NodeAddress, full_model_name, same_model
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.providers.models.node_client import (
    ChatRequest,
    LoadedModel,
    NodeModel,
    NodeReport,
    OnPiece,
    RawReply,
    text,
    vectors,
    whole,
)

NANOSECONDS = 1e9


class OllamaClient:
    """Talks to one Ollama node.

    Args:
        address: where it is.
        http: the client that may ask it.
        wanted: the models of the roles; what the list does not tell of them is asked for, once a digest.
    """

    def __init__(
        self, address: NodeAddress, http: EndpointClient, wanted: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._url = address.url
        self._http = http
        self._wanted = wanted
        self._capabilities: dict[str, tuple[str, ...]] = {}
        self._shown: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}

    async def version(self) -> str:
        """Return the server's version, "" when it does not say."""
        found = await self._http.json("GET", f"{self._url}/api/version")
        return text(found.get("version")) if isinstance(found, dict) else ""

    async def report(self) -> NodeReport:
        """List the models, and what is loaded; see ``NodeClient``."""
        listed = await self._http.json("GET", f"{self._url}/api/tags")
        if not isinstance(listed, dict) or not isinstance(listed.get("models"), list):
            raise EndpointFault(Failure.UNDECODABLE, detail="no list of models")
        models = [one for row in listed["models"] if isinstance(row, dict) and (one := _model(row)).name]
        wanted = self._wanted()
        for place, one in enumerate(models):
            if any(same_model(one.name, name) for name in wanted):
                models[place] = await self._completed(one)
        self._capabilities = {full_model_name(one.name): one.capabilities for one in models}
        try:
            loaded = await self.running()
        except EndpointFault:  # an old server without that page is healthy nevertheless
            loaded = ()
        return NodeReport(models=tuple(models), loaded=loaded)

    async def _completed(self, model: NodeModel) -> NodeModel:
        if model.context_length and model.capabilities:
            return model
        try:
            return await self.show(model)
        except EndpointFault:  # a server that does not tell is healthy nevertheless
            return model

    async def running(self) -> tuple[LoadedModel, ...]:
        """Return what stands in the node's memory now."""
        found = await self._http.json("GET", f"{self._url}/api/ps")
        rows = found.get("models") if isinstance(found, dict) else None
        return tuple(
            LoadedModel(
                text(one.get("name")) or text(one.get("model")),
                whole(one.get("size")),
                whole(one.get("size_vram")),
                whole(one.get("context_length")),
            )
            for one in rows or ()
            if isinstance(one, dict)
        )

    async def show(self, model: NodeModel) -> NodeModel:
        """Complete a model by its context length and capabilities, which old servers do not list."""
        key = (model.name, model.digest)
        if key not in self._shown:
            found = await self._http.json("POST", f"{self._url}/api/show", {"model": model.name})
            self._shown[key] = _shown(found if isinstance(found, dict) else {})
        length, capabilities = self._shown[key]
        return NodeModel(
            model.name,
            model.digest,
            model.size_bytes,
            model.context_length or length,
            model.capabilities or capabilities,
            model.remote_host,
        )

    async def chat(self, request: ChatRequest, on_piece: OnPiece) -> RawReply:
        """Generate over ``/api/chat``; see ``NodeClient``."""
        body: dict[str, object] = {
            "model": request.model,
            "messages": [{"role": one.role, "content": one.content} for one in request.messages],
            "stream": True,
            "keep_alive": request.keep_alive_s,
            "options": _options(request),
        }
        if request.schema is not None:
            body["format"] = request.schema
        self._add_think(body, request)
        return await self._stream("chat", body, on_piece)

    async def generate(self, request: ChatRequest, on_piece: OnPiece) -> RawReply:
        """Generate over ``/api/generate``: one prompt instead of a chat."""
        body: dict[str, object] = {
            "model": request.model,
            "system": "\n\n".join(one.content for one in request.messages if one.role == "system"),
            "prompt": "\n\n".join(one.content for one in request.messages if one.role != "system"),
            "stream": True,
            "keep_alive": request.keep_alive_s,
            "options": _options(request),
        }
        if request.schema is not None:
            body["format"] = request.schema
        self._add_think(body, request)
        return await self._stream("generate", body, on_piece)

    def _add_think(self, body: dict[str, object], request: ChatRequest) -> None:
        """Say whether to think, to models that can; others may refuse the word itself."""
        if request.think is not None and "thinking" in self._capabilities.get(
            full_model_name(request.model), ()
        ):
            body["think"] = request.think

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """Make vectors over ``/api/embed``; nothing is cut in silence."""
        if not texts:
            return [], 0
        body = {"model": model, "input": list(texts), "truncate": False}
        try:
            found = await self._http.json("POST", f"{self._url}/api/embed", body)
        except EndpointFault as fault:
            raise classified(fault) from None
        rows = vectors(found.get("embeddings"), len(texts)) if isinstance(found, dict) else None
        if rows is None:
            raise EndpointFault(Failure.UNDECODABLE, detail="no list of vectors")
        return rows, whole(found.get("prompt_eval_count"))

    async def _stream(self, endpoint: str, body: dict[str, object], on_piece: OnPiece) -> RawReply:
        reply = RawReply()
        content: list[str] = []
        thinking: list[str] = []
        try:
            async with self._http.stream("POST", f"{self._url}/api/{endpoint}", body) as response:
                lines = self._http.lines(response)
                async for line in lines:
                    if not line.strip():
                        continue
                    chunk = _chunk(line)
                    piece, thought = _words(chunk)
                    content.append(piece)
                    thinking.append(thought)
                    reply.stopped = on_piece(piece, thought)
                    if chunk.get("done") is True:
                        _finish(reply, chunk)
                    if reply.stopped:
                        break
                    if reply.done_reason:
                        await self._http.finish(lines)
                        break
        except EndpointFault as fault:
            raise classified(fault) from None
        reply.content, reply.thinking = "".join(content), "".join(thinking)
        if not reply.done_reason and not reply.stopped:
            raise EndpointFault(Failure.CUT, detail="the stream ended without its last line")
        return reply


def classified(fault: EndpointFault) -> EndpointFault:
    """Sort error texts of Ollama and llama.cpp into failures that the pool knows."""
    if fault.failure not in (Failure.STATUS, Failure.STREAM_ERROR):
        return fault
    said = fault.detail.casefold()
    kind: Failure = fault.failure
    if fault.status == 404 and "model" in said:
        kind = Failure.MODEL_MISSING
    elif "more system memory" in said or "out of memory" in said or "cudamalloc" in said:
        kind = Failure.OUT_OF_MEMORY
    elif "exceed_context_size" in said or "exceeds the context length" in said or "context size" in said:
        kind = Failure.TOO_LONG
    if kind is fault.failure:
        return fault
    return EndpointFault(kind, status=fault.status, detail=fault.detail, retry_after_s=fault.retry_after_s)


def _chunk(line: bytes) -> dict[str, Any]:
    try:
        chunk = json.loads(line)
    except (ValueError, RecursionError):
        raise EndpointFault(Failure.UNDECODABLE, detail=line[:200].decode("utf-8", "replace")) from None
    if not isinstance(chunk, dict):
        raise EndpointFault(Failure.UNDECODABLE, detail="a line that is no object")
    if "error" in chunk:
        error = chunk["error"]
        said = error.get("message") if isinstance(error, dict) else error
        raise EndpointFault(Failure.STREAM_ERROR, detail=str(said)[:500])
    return chunk


def _words(chunk: dict[str, Any]) -> tuple[str, str]:
    """Return the chunk's content and thinking: below ``message`` in a chat, at the top when generating."""
    message = chunk.get("message")
    if isinstance(message, dict):
        return text(message.get("content")), text(message.get("thinking"))
    return text(chunk.get("response")), text(chunk.get("thinking"))


def _finish(reply: RawReply, chunk: dict[str, Any]) -> None:
    reply.done_reason = text(chunk.get("done_reason")) or "stop"  # servers before 0.3 give no reason
    reply.prompt_tokens = whole(chunk.get("prompt_eval_count"))
    reply.reply_tokens = whole(chunk.get("eval_count"))
    reply.load_s = whole(chunk.get("load_duration")) / NANOSECONDS
    reply.eval_s = whole(chunk.get("eval_duration")) / NANOSECONDS
    reply.model = text(chunk.get("model"))
    reply.remote_host = text(chunk.get("remote_host"))


def _options(request: ChatRequest) -> dict[str, object]:
    options: dict[str, object] = {
        "num_predict": request.num_predict,
        "temperature": request.temperature,
        "seed": request.seed,
    }
    if request.num_ctx:
        options["num_ctx"] = request.num_ctx
    return options


def _model(row: dict[str, Any]) -> NodeModel:
    details = row.get("details")
    capabilities = row.get("capabilities")
    return NodeModel(
        name=text(row.get("name")) or text(row.get("model")),
        digest=text(row.get("digest")),
        size_bytes=whole(row.get("size")),
        context_length=whole(details.get("context_length")) if isinstance(details, dict) else 0,
        capabilities=tuple(map(str, capabilities)) if isinstance(capabilities, list) else (),
        remote_host=text(row.get("remote_host")),
    )


def _shown(found: dict[str, Any]) -> tuple[int, tuple[str, ...]]:
    info = found.get("model_info")
    info = info if isinstance(info, dict) else {}
    family = text(info.get("general.architecture"))
    capabilities = found.get("capabilities")
    listed = tuple(map(str, capabilities)) if isinstance(capabilities, list) else ()
    return whole(info.get(f"{family}.context_length")), listed
