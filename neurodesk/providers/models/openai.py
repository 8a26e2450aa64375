"""A node that speaks the OpenAI protocol: llama-server, LM Studio, vLLM (SPEC M9)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from neurodesk.domain.models import Failure, NodeAddress
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
from neurodesk.providers.models.ollama import classified


class OpenAiClient:
    """Talks to one OpenAI-compatible node; its window is fixed, nothing is dropped in silence.

    Args:
        address: where it is.
        http: the client that may ask it.
    """

    def __init__(self, address: NodeAddress, http: EndpointClient) -> None:
        self._url = address.url
        self._http = http
        self._window: int | None = None

    async def report(self) -> NodeReport:
        """List the models; what the server has is loaded."""
        listed = await self._http.json("GET", f"{self._url}/v1/models")
        rows = listed.get("data") if isinstance(listed, dict) else None
        if not isinstance(rows, list):
            raise EndpointFault(Failure.UNDECODABLE, detail="no list of models")
        if self._window is None:
            self._window = await self._props_window()
        models = tuple(self._model(one) for one in rows if isinstance(one, dict) and text(one.get("id")))
        loaded = tuple(LoadedModel(one.name, one.size_bytes, 0, one.context_length) for one in models[:1])
        return NodeReport(models=models, loaded=loaded)

    async def chat(self, request: ChatRequest, on_piece: OnPiece) -> RawReply:
        """Generate over ``/v1/chat/completions``; see ``NodeClient``."""
        body: dict[str, object] = {
            "model": request.model,
            "messages": [{"role": one.role, "content": one.content} for one in request.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": request.num_predict,
            "temperature": request.temperature,
            "seed": request.seed,
        }
        if request.schema is not None:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": request.schema},
            }
        if request.think is False:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        reply = RawReply()
        content: list[str] = []
        thinking: list[str] = []
        ended = False
        try:
            async with self._http.stream("POST", f"{self._url}/v1/chat/completions", body) as response:
                lines = self._http.lines(response)
                async for line in lines:
                    data = _data(line)
                    if data is None:
                        continue
                    if data == b"[DONE]":
                        ended = True
                        await self._http.finish(lines)
                        break
                    piece, thought = _take(reply, _object(data))
                    content.append(piece)
                    thinking.append(thought)
                    reply.stopped = on_piece(piece, thought)
                    if reply.stopped:
                        break
        except EndpointFault as fault:
            raise classified(fault) from None
        reply.content, reply.thinking = "".join(content), "".join(thinking)
        if not reply.stopped and not (reply.done_reason or ended):
            raise EndpointFault(Failure.CUT, detail="the stream ended without its last line")
        reply.done_reason = reply.done_reason or ("" if reply.stopped else "stop")
        return reply

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """Make vectors over ``/v1/embeddings``."""
        if not texts:
            return [], 0
        try:
            found = await self._http.json(
                "POST", f"{self._url}/v1/embeddings", {"model": model, "input": list(texts)}
            )
        except EndpointFault as fault:
            raise classified(fault) from None
        rows = found.get("data") if isinstance(found, dict) else None
        if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
            raise EndpointFault(Failure.UNDECODABLE, detail="no list of vectors")
        rows.sort(key=lambda one: whole(one.get("index")))
        checked = vectors([one.get("embedding") for one in rows], len(texts))
        if checked is None:
            raise EndpointFault(Failure.UNDECODABLE, detail="no list of vectors")
        usage = found.get("usage")
        return checked, whole(usage.get("prompt_tokens")) if isinstance(usage, dict) else 0

    async def _props_window(self) -> int:
        """Return llama-server's window; other servers have no such page."""
        try:
            found = await self._http.json("GET", f"{self._url}/props")
        except EndpointFault:
            return 0
        settings = found.get("default_generation_settings") if isinstance(found, dict) else None
        return whole(settings.get("n_ctx")) if isinstance(settings, dict) else 0

    def _model(self, row: dict[str, Any]) -> NodeModel:
        meta = row.get("meta")
        meta = meta if isinstance(meta, dict) else {}
        window = self._window or whole(row.get("max_model_len")) or whole(meta.get("n_ctx"))
        return NodeModel(text(row.get("id")), "", whole(meta.get("size")), window)


def _data(line: bytes) -> bytes | None:
    """Return the data of a line of the event stream, None for comments, other fields and empty lines."""
    if line.startswith(b"data:"):
        return line[5:].strip()
    if line.startswith(b"{"):  # some servers send an error in mid-stream without the field's name
        return line.strip()
    return None


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise EndpointFault(Failure.UNDECODABLE, detail=data[:200].decode("utf-8", "replace")) from None
    if not isinstance(found, dict):
        raise EndpointFault(Failure.UNDECODABLE, detail="an event that is no object")
    if found.get("error"):
        error = found["error"]
        said = error.get("message") if isinstance(error, dict) else error
        raise EndpointFault(Failure.STREAM_ERROR, detail=str(said)[:500])
    return found


def _take(reply: RawReply, found: dict[str, Any]) -> tuple[str, str]:
    """Note an event's usage and ending in the reply; return its content and thinking."""
    usage = found.get("usage")
    if isinstance(usage, dict):
        reply.prompt_tokens = whole(usage.get("prompt_tokens"))
        reply.reply_tokens = whole(usage.get("completion_tokens"))
    reply.model = text(found.get("model")) or reply.model
    choices = found.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        return "", ""
    reply.done_reason = text(first.get("finish_reason")) or reply.done_reason
    delta = first.get("delta")
    if not isinstance(delta, dict):
        return "", ""
    return text(delta.get("content")), text(delta.get("reasoning_content")) or text(delta.get("reasoning"))
